// Affairs and chess matches: stories over days, told in stages.
import { capitalise } from '../language/words.ts'
import { type Chance, DRAFTS_MAX, expand } from '../life/grammar.ts'
import { type LifeMaterial, LONGEST } from '../life/material.ts'
import { allLeaning, leaning, type MatterLine } from '../life/matter.ts'
import { laidOut, led, SHARED_MARKED, withPhrases } from '../life/sentence.ts'
import { fillerFor, firstName } from '../life/slots.ts'
import { chosen, lifeVoice } from '../life/voice.ts'
import { byHead, fromPhrases, type Lines } from '../phrases.ts'

export const ROLES = ['owner', 'other', 'third'] as const
export type Role = (typeof ROLES)[number]

/** One step of an affair: who says what, and what can come of it. */
export interface Stage {
  readonly by: Role
  readonly as: 'post' | 'reply'
  /** Hours until the next. */
  readonly hours: number
  /** Empty for an ending. */
  readonly next: readonly { readonly stage: string; readonly weight: number }[]
  /** Its effect on the tie between owner and other. */
  readonly does: 'warms' | 'cools' | 'nothing'
  readonly lines: readonly MatterLine[]
}

/** Something that happens among people over days. */
export interface Affair {
  readonly kind: string
  readonly things: readonly string[]
  readonly first: string
  readonly stages: ReadonlyMap<string, Stage>
}

const HEAD = /^= *(\w+) *: *(.+)$/
const STAGE = /^stage (\w+) \| (owner|other|third) ?([+-]?) \| (post|reply) \| (\d+) \|(.*)$/

function readAffairs(source: Lines): Map<string, Affair> {
  const found = new Map<string, Affair & { first: string; stages: Map<string, Stage & { lines: MatterLine[] }> }>()
  let open: { first: string; stages: Map<string, Stage & { lines: MatterLine[] }> } | null = null
  let lines: MatterLine[] | null = null
  for (const text of source) {
    const [, kind, things] = HEAD.exec(text) ?? []
    if (kind !== undefined) {
      const affair = { kind, things: things!.split(', '), first: '', stages: new Map() }
      found.set(kind, affair)
      open = affair
      continue
    }
    const [, name, by, sign, as, hours, next] = STAGE.exec(text) ?? []
    if (name !== undefined && open !== null) {
      lines = []
      if (open.first === '') open.first = name
      open.stages.set(name, {
        by: by as Role,
        as: as as Stage['as'],
        hours: Number(hours),
        does: sign === '+' ? 'warms' : sign === '-' ? 'cools' : 'nothing',
        next: next!
          .trim()
          .split(/\s+/)
          .filter((one) => one !== '')
          .map((one) => ({ stage: one.split(':')[0]!, weight: Number(one.split(':')[1]) })),
        lines,
      })
    } else if (lines !== null) lines.push(...leaning([text]))
    else throw new Error(`not a line of an affair: ${text}`)
  }
  return found
}

export const affairs = fromPhrases((phrases): ReadonlyMap<string, Affair> => readAffairs(phrases.affairs.affairs))

/** Affairs that only a seed starts, by name. */
const plots = fromPhrases((phrases): ReadonlyMap<string, Affair> => readAffairs(phrases.plots.plots))

/** Affairs that change a life for good, by kind. */
const lastingAffairs = fromPhrases((phrases): ReadonlyMap<string, Affair> => readAffairs(phrases.lasting.affairs))

/** Whether an affair of this kind changes a life for good. */
export const isLasting = (kind: string): boolean => lastingAffairs().has(kind)

/** Every kind there is. */
export const affairOf = (kind: string): Affair | undefined =>
  affairs().get(kind) ?? plots().get(kind) ?? lastingAffairs().get(kind)

const lastingTexts = fromPhrases(({ lasting: { bios, episodes, happenings, trades } }) => ({
  bio: byHead(bios),
  episode: byHead(episodes),
  happening: byHead(happenings),
  trades: byHead(trades),
}))

/** The prepared residents who may move to the city. */
export const newcomers = fromPhrases(({ lasting }) => lasting.newcomers)

/** The name of a trade inside a sentence. */
export const tradeName = (specialty: string): string => lastingTexts().trades.get(specialty) ?? specialty

/** The sentence that a lasting change leaves in a profile, a memory or the news; null if it leaves none. */
export function lastingText(
  list: 'bio' | 'episode' | 'happening',
  head: string,
  words: Readonly<Record<string, string>>,
): string | null {
  const text = lastingTexts()[list].get(head)
  return text?.replace(/\{(\w+)\}/gu, (slot, name: string) => words[name] ?? slot) ?? null
}

const CALLED: Readonly<Record<string, (thing: string) => string>> = {
  missing: (thing) => `a missing ${thing}`,
  rumour: (thing) => `the rumour ${thing}`,
  petition: (thing) => `the petition for ${thing}`,
  apprentice: (thing) => `learning ${thing}`,
  secret: (thing) => `the secret of ${thing}`,
  bet: (thing) => `the bet ${thing}`,
  feast: (thing) => `the feast for ${thing}`,
  trade: (thing) => `learning ${thing}`,
  takeover: (thing) => `taking over ${thing}`,
  couple: () => 'living together',
  move: () => 'moving house',
  leave: () => 'leaving the city',
  newcomer: (thing) => `the arrival of ${thing}`,
}

/** The name of an affair inside a sentence. */
export const affairName = (kind: string, thing: string): string => CALLED[kind]?.(thing) ?? thing

const verdicts = fromPhrases((phrases) => leaning(phrases.affairs.verdict))

/** One stage of an affair, to be told by one of its parties. */
export interface AffairMaterial {
  readonly kind: string
  readonly stage: string
  readonly thing: string
  /** Display names by role. */
  readonly names: Readonly<Record<Role, string>>
}

/** Drafts of the announcement that a challenge is decided. */
export function* verdictDrafts(
  life: LifeMaterial,
  { title, winner, reason, entries }: { title: string; winner: string; reason: string; entries: number },
  chance: Chance,
): Iterable<string> {
  const voice = lifeVoice(life)
  const words: Readonly<Record<string, string>> = {
    title,
    winner,
    reason,
    Reason: capitalise(reason),
    n: String(entries),
  }
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`verdict ${n}`)
    const text = expand(chosen(voice, verdicts(), rng)!.line, rng, (slot) => words[slot] ?? null)
    if (text !== null) yield laidOut([text], voice, rng)
  }
}

/** Drafts of the text of a stage. */
export function* affairDrafts(life: LifeMaterial, material: AffairMaterial, chance: Chance): Iterable<string> {
  const stage = affairOf(material.kind)?.stages.get(material.stage)
  if (stage === undefined) return
  const voice = lifeVoice(life)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`affair ${n}`)
    const fill = fillerFor(life, voice, rng)
    const text = expand(chosen(voice, stage.lines, rng)!.line, rng, (slot) => {
      if (slot === 'thing') return material.thing
      if (slot === 'thing^') return capitalise(material.thing)
      if (slot === 'owner' || slot === 'other' || slot === 'third') return firstName(material.names[slot])
      return fill(slot)
    })
    if (text === null) continue
    const sentences = text.split(/(?<=[.!?]) (?=\S)/u)
    const own = stage.as === 'post' ? led(sentences, voice, rng) : null
    yield own === null
      ? laidOut(withPhrases(sentences, voice, rng), voice, rng, SHARED_MARKED)
      : laidOut(own, voice, rng, true)
  }
}

/** News of a match, from the speaker's side. */
const MATCH_NEWS = ['game', 'not_played', 'match_won', 'match_lost', 'match_drawn'] as const
export type MatchNews = (typeof MATCH_NEWS)[number]

const frames = fromPhrases(({ plots: { plots: _, ...lists } }) => allLeaning(lists))

const RESULTS = { won: 'won', lost: 'lost', drew: 'drawn' } as const

const inHalves = (points: number): string =>
  points % 1 === 0 ? String(points) : `${Math.floor(points) === 0 ? '' : Math.floor(points)}½`

export interface MatchMaterial {
  readonly news: MatchNews
  readonly other: string
  readonly result: keyof typeof RESULTS
  /** Points of the speaker and of the other. */
  readonly score: readonly [number, number]
  readonly game: number
  readonly of: number
}

/** Drafts of a post about a match. */
export function* matchDrafts(life: LifeMaterial, material: MatchMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(life)
  const result = RESULTS[material.result]
  const score = material.score.map(inHalves).join(' to ')
  const words: Readonly<Record<string, string>> = {
    other: firstName(material.other),
    result,
    'result^': capitalise(result),
    score,
    'score^': score,
    k: String(material.game),
    of: String(material.of),
  }
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`${material.news} ${n}`)
    const text = expand(chosen(voice, frames()[material.news], rng)!.line, rng, (slot) => words[slot] ?? null)
    if (text === null) continue
    const sentences = text.split(/(?<=[.!?]) (?=\S)/u)
    const own = led(sentences, voice, rng)
    const post = own === null ? laidOut(sentences, voice, rng, SHARED_MARKED) : laidOut(own, voice, rng, true)
    if (post.length <= LONGEST.post) yield post
  }
}
