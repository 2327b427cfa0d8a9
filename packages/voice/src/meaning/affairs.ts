import { capitalise } from '../language/words.ts'
import { CIRCUMSTANCE, AFFAIRS as SOURCE, VERDICT } from '../lexicon/affairs.ts'
import { PLOTS as WRITTEN } from '../lexicon/plots.ts'
import { laidOut, withPhrases } from '../life/dressing.ts'
import { type Chance, DRAFTS_MAX, expand } from '../life/grammar.ts'
import type { LifeMaterial } from '../life/material.ts'
import { leaning, type MatterLine } from '../life/matter.ts'
import { fillerFor, firstName, placed } from '../life/slots.ts'
import { chosen, lifeVoice } from '../life/voice.ts'

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
  /** What it does between owner and other. */
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

function read(source: string): Map<string, Affair> {
  const affairs = new Map<string, Affair & { first: string; stages: Map<string, Stage & { lines: MatterLine[] }> }>()
  let open: { first: string; stages: Map<string, Stage & { lines: MatterLine[] }> } | null = null
  let lines: MatterLine[] | null = null
  for (const text of source.split('\n').map((line) => line.trim())) {
    if (text === '') continue
    const [, kind, things] = HEAD.exec(text) ?? []
    if (kind !== undefined) {
      const affair = { kind, things: things!.split(', '), first: '', stages: new Map() }
      affairs.set(kind, affair)
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
    } else if (lines !== null) lines.push(...leaning(text))
    else throw new Error(`not a line of an affair: ${text}`)
  }
  return affairs
}

export const AFFAIRS: ReadonlyMap<string, Affair> = read(SOURCE)

/** What a seed begins with, by name; nobody begins these by chance. */
const PLOTS: ReadonlyMap<string, Affair> = read(WRITTEN)

/** Every kind there is. */
export const affairOf = (kind: string): Affair | undefined => AFFAIRS.get(kind) ?? PLOTS.get(kind)

const CALLED: Readonly<Record<string, (thing: string) => string>> = {
  missing: (thing) => `a missing ${thing}`,
  rumour: (thing) => `the rumour ${thing}`,
  petition: (thing) => `the petition for ${thing}`,
  apprentice: (thing) => `learning ${thing}`,
  secret: (thing) => `the secret of ${thing}`,
  bet: (thing) => `the bet ${thing}`,
  feast: (thing) => `the feast for ${thing}`,
}

/** What people call an affair when they speak of it. */
export const affairName = (kind: string, thing: string): string => CALLED[kind]?.(thing) ?? thing

const CIRCUMSTANCES = leaning(CIRCUMSTANCE)
const VERDICTS = leaning(VERDICT)

/** What is said at one stage of an affair, by one of its parties. */
export interface AffairMaterial {
  readonly kind: string
  readonly stage: string
  readonly thing: string
  /** Display names by role. */
  readonly names: Readonly<Record<Role, string>>
}

/** A sentence on where and when it is told, where the speaker is and nowhere else; null when a part of it is unknown. */
export function circumstance(life: LifeMaterial, rng: () => number): string | null {
  const voice = lifeVoice(life)
  const fill = fillerFor(life, voice, rng)
  const here = life.place === null || life.place.kind === 'home' ? null : placed(life.place)
  return expand(chosen(voice, CIRCUMSTANCES, rng)!.line, rng, (slot) => (slot === 'at' ? here : fill(slot)))
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
    const text = expand(chosen(voice, VERDICTS, rng)!.line, rng, (slot) => words[slot] ?? null)
    const also = circumstance(life, rng)
    if (text !== null && also !== null) yield laidOut([text, also], voice, rng)
  }
}

/** Drafts of what is said at a stage. */
export function* affairDrafts(life: LifeMaterial, told: AffairMaterial, chance: Chance): Iterable<string> {
  const stage = affairOf(told.kind)?.stages.get(told.stage)
  if (stage === undefined) return
  const voice = lifeVoice(life)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`affair ${n}`)
    const fill = fillerFor(life, voice, rng)
    const text = expand(chosen(voice, stage.lines, rng)!.line, rng, (slot) => {
      if (slot === 'thing') return told.thing
      if (slot === 'thing^') return capitalise(told.thing)
      if (slot === 'owner' || slot === 'other' || slot === 'third') return firstName(told.names[slot])
      return fill(slot)
    })
    const also = stage.as === 'reply' ? '' : circumstance(life, rng)
    if (text === null || also === null) continue
    yield laidOut(withPhrases(`${text} ${also}`.trim().split(/(?<=[.!?]) (?=\S)/u), voice, rng), voice, rng)
  }
}
