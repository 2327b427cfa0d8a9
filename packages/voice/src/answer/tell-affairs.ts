// Affairs of the town as residents tell them: how one began, and what became of it.
import { capitalise, contentStems, isGeneric } from '../language/words.ts'
import { isLasting, type Role } from '../meaning/affairs.ts'
import { byHead, fromPhrases } from '../phrases.ts'
import { bareDay, dayPhrase, type Telling } from './tell-words.ts'

export interface AffairTelling {
  readonly kind: string
  /** The last stage that it has reached. */
  readonly stage: string
  readonly thing: string
  /** Display names by role; null for the resident who tells it. */
  readonly names: Readonly<Record<Role, string | null>>
  readonly beganAt: number
  /** Null while it goes on. */
  readonly endedAt: number | null
  /** Points of both players of a match. */
  readonly points: readonly [number, number] | null
}

const texts = fromPhrases(({ stories }) => ({ begins: byHead(stories.begins), ends: byHead(stories.ends) }))

const OWN = { '': 'I', '.me': 'me', '.my': 'my' } as const

/** A clause with names in its slots; the resident who tells it is `I`, `me` or `my`. */
const fill = (clause: string, { names, thing, points }: AffairTelling): string =>
  clause
    .replaceAll(/\{(owner|other|third)(|\.me|\.my)\}/g, (_, role: Role, form: keyof typeof OWN) => {
      const name = names[role]
      return name === null ? OWN[form] : form === '.my' ? `${name}’s` : name
    })
    .replaceAll('{thing}', thing)
    .replaceAll('{score}', () => scoreOf(points ?? [0, 0]))
    .replaceAll('{lead}', () => leaderOf(points ?? [0, 0], names))

const inHalves = (points: number): string =>
  points % 1 === 0 ? String(points) : `${Math.floor(points) === 0 ? '' : Math.floor(points)}½`

/** The higher score first. */
const scoreOf = ([one, other]: readonly [number, number]): string =>
  `${inHalves(Math.max(one, other))} to ${inHalves(Math.min(one, other))}`

const leaderOf = ([owner, other]: readonly [number, number], names: AffairTelling['names']): string =>
  owner === other ? '' : ` for ${names[owner > other ? 'owner' : 'other'] ?? 'me'}`

/** How an affair began, and how it ended; null for an unknown kind. */
export function tellAffair(affair: AffairTelling, now: number): Telling | null {
  const { kind, stage, beganAt, endedAt } = affair
  const begin = texts().begins.get(kind)
  if (begin === undefined) return null
  const first = `${capitalise(dayPhrase(beganAt, now))} ${fill(begin, affair)}.`
  if (endedAt === null) return [first, 'It is not over yet.']
  const end = texts().ends.get(`${kind} ${stage}`)
  if (end === undefined) return [first]
  // The last text about a lasting change is written some time after the change.
  const when = isLasting(kind) ? `By ${bareDay(endedAt, now)}` : capitalise(dayPhrase(endedAt, now))
  return [first, `${when} ${fill(end, affair)}.`]
}

/** Words of questions about each kind of affair. */
const KIND_WORDS: Readonly<Record<string, RegExp>> = {
  missing: /\b(?:lost|lose|losing|missing|mislaid|misplaced|turn(?:ed|s)? up|find|found|search\w*)\b/,
  debt: /\b(?:debts?|ow(?:e|ed|es|ing)|row|quarrel\w*|f[ea]ll out|fallen out|pa(?:id|y))\b/,
  rumour: /\b(?:rumou?rs?|gossip|hear|heard)\b/,
  petition: /\b(?:petition\w*|signatures?)\b/,
  courtship: /\b(?:court(?:ed|ing|ship)?|gifts?|presents?|sweet on|in love|romance|doorstep|flirt\w*)\b/,
  apprentice: /\b(?:apprentice\w*|teach\w*|taught|learn\w*|pupil)\b/,
  repair: /\b(?:mend\w*|repair\w*|fix\w*|broken?)\b/,
  secret: /\b(?:secrets?|verses)\b/,
  bet: /\b(?:bets?|betting|wager\w*)\b/,
  illness: /\b(?:ill|illness|sick\w*|unwell|poorly|fever\w*|nursed?|under the weather|cough\w*|in bed)\b/,
  boat: /\b(?:wash(?:ed|es)?|drift\w*|ashore|shore|found|find|tide)\b/,
  feast: /\b(?:feast|party|street)\b/,
  almanac: /\b(?:pages?|damaged?|copy|copies|copied|spoil\w*|stain\w*|coffee)\b/,
  mayor: /\b(?:tasting|contest|jars?|rival|quarrel\w*|baked?)\b/,
  heron: /\b(?:vote[sd]?|voting|speed|fast|slow)\b/,
  trade: /\b(?:learn\w*|trade|apprentice\w*|teach\w*)\b/,
  takeover:
    /\b(?:(?:take|took|taken|taking|hand|handed|handing|pass|passed|give|gave|given)\b.*\b(?:over|up|away|on)|handover|takeover|looked after|(?:come|came) to (?:look after|keep|have)|before (?:you|him|her|me|that)|(?:how long|since when) (?:have|has) .*\bha[ds])\b/,
  couple: /\b(?:couple|together|in love|relationship)\b/,
  move: /\b(?:mov(?:e|ed|es|ing))\b/,
  leave: /\b(?:leav(?:e|es|ing)|left|farewell)\b/,
  newcomer: /\b(?:newcomers?|arriv\w*|mov(?:e|ed|es|ing)|com(?:e|es|ing))\b/,
  match: /\b(?:match|matches|series)\b/,
}

/** Kinds whose things are talked of for other reasons too: a question needs a word of the affair itself. */
const NEEDS_WORD = /^(?:bet|rumour|secret|takeover|almanac|mayor|heron|trade|move|leave|couple|feast|match)$/

/** Kinds that a word of the affair and its people tell apart from anything else. */
const KNOWN_BY_WORD = /^(?:bet|petition|rumour|illness|match|apprentice)$/

/** Share of the words of a thing that name it. */
const NAMED_SHARE = 0.6

export interface AffairQuestion {
  /** The question in lower case. */
  readonly low: string
  /** Whether it asks the resident itself. */
  readonly isOwn: boolean
  /** Whether it names residents, and all of them are parties. */
  readonly isOfParties: boolean
  /** Whether it names residents who are no parties. */
  readonly isOfOthers: boolean
}

/** How well a question names an affair, from 0 (not at all). */
export function affairLikeness({ kind, thing }: { kind: string; thing: string }, question: AffairQuestion): number {
  const { low, isOwn, isOfParties, isOfOthers } = question
  if (isOfOthers) return 0
  const stems = contentStems(low)
  const own = [...contentStems(thing)].filter((one) => !isGeneric(one))
  const shared = own.filter((one) => stems.has(one)).length
  const share = own.length === 0 ? 0 : shared / own.length
  const hasWord = KIND_WORDS[kind]?.test(low) === true
  if (NEEDS_WORD.test(kind) && !hasWord) return 0
  if (kind === 'match') return isOfParties ? 1 : 0
  const isNamed = (shared >= 2 && share >= NAMED_SHARE) || (shared > 0 && hasWord)
  const isKnown = hasWord && KNOWN_BY_WORD.test(kind) && (isOwn || isOfParties)
  return isNamed ? 1 + share + Number(hasWord) : isKnown ? 1 : 0
}
