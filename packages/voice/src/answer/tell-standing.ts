// Sentences about trust, regard, skill, regrets, promises as a habit, and how long something has been so.
import { TELLINGS } from '../english/tellings.ts'
import { capitalise } from '../language/words.ts'
import {
  changeIn,
  counted,
  dayPhrase,
  hourPhrase,
  listed,
  MONTHS,
  placePhrase,
  type Telling,
  times,
} from './tell-words.ts'

/** The fact, with a reason or a further fact where there is one. */
const withReason = (first: string, second: string | null): Telling => (second === null ? [first] : [first, second])

export interface TrustTelling {
  readonly name: string
  /** A whole sentence; null without one. */
  readonly reason: string | null
}

/** Whom the resident trusts most or least. `isAsked`: whether there is such a person at all. */
export function tellTrusted(
  trusted: TrustTelling | null,
  { isLeast, isWhy, isAsked }: { isLeast: boolean; isWhy: boolean; isAsked: boolean },
): Telling {
  if (trusted === null) return [isLeast ? TELLINGS.NOBODY_DISTRUSTED : TELLINGS.NOBODY_TRUSTED]
  const { name, reason } = trusted
  const line = `I trust ${name} ${isLeast ? 'least' : 'most'}.`
  if (isWhy) return [line, reason ?? TELLINGS.NO_SPECIAL_REASON]
  return withReason(isAsked ? `Yes: ${line}` : line, reason)
}

export const promisesKept = (name: string, count: number): string =>
  `${name} has kept ${count === 1 ? 'a promise' : `${counted(count)} promises`} to me in the last month.`

/** Who likes or dislikes the resident. */
export function tellRegard(names: readonly string[], isHostile: boolean): Telling {
  if (names.length === 0) return [isHostile ? TELLINGS.NOBODY_AGAINST : TELLINGS.NOBODY_FOND]
  const [first, ...others] = names
  if (isHostile) return [`As far as I know, ${listed(names)} cannot stand me.`]
  return withReason(
    `As far as I know, ${first!} likes me best.`,
    others.length === 0 ? null : `${listed(others)} ${others.length === 1 ? 'is' : 'are'} fond of me too.`,
  )
}

/** Results of one player in the last month. */
export interface PlayerRecord {
  /** Null for the resident itself. */
  readonly name: string | null
  readonly won: number
  readonly played: number
}

const recordOf = ({ won, played }: PlayerRecord): string => `${won} of ${played} games`

/** Who plays chess best. */
export function tellBestPlayer([first, second]: readonly PlayerRecord[], isWorst: boolean): Telling {
  if (first === undefined) return [TELLINGS.NO_PLAYER]
  const who = first.name === null ? 'I am' : `${first.name} is`
  const line = `${who} the ${isWorst ? 'weakest' : 'strongest'} chess player here, with ${first.won} wins in ${first.played} games in the last month.`
  if (second === undefined) return [line]
  return [
    line,
    `After that ${second.name === null ? 'I come' : `comes ${second.name}`}, with ${second.won} of ${second.played}.`,
  ]
}

/** Which of two players is better. `games`: between the two, as wins of each. */
export function tellBetter(
  [one, other]: readonly [PlayerRecord, PlayerRecord],
  games: { readonly one: number; readonly other: number },
): Telling {
  const name = (record: PlayerRecord, isSubject: boolean): string => record.name ?? (isSubject ? 'I' : 'me')
  const rate = ({ won, played }: PlayerRecord): number => (played === 0 ? 0 : won / played)
  const isEven = games.one === games.other
  if (isEven && games.one > 0) {
    const [first, second] = one.name === null ? [other, one] : [one, other]
    const whom = second.name ?? 'I'
    return [
      `${first.name ?? 'I'} and ${whom} are even at chess: in the last month each won ${times(games.one)} against the other.`,
    ]
  }
  const isFirst = isEven ? rate(one) >= rate(other) : games.one > games.other
  const [best, less] = isFirst ? [one, other] : [other, one]
  const own = best.name === null ? 'I play' : `${best.name} plays`
  const line = `${own} better than ${name(less, false)}.`
  if (games.one + games.other > 0) {
    const [high, low] = isFirst ? [games.one, games.other] : [games.other, games.one]
    const whose = one.name === null || other.name === null ? 'our' : 'their'
    return [
      line,
      `In the last month ${name(best, true)} won ${high} of ${whose} games, and ${name(less, true)} won ${low}.`,
    ]
  }
  if (one.played + other.played === 0) return [TELLINGS.NO_PLAYER]
  return [
    line,
    `In the last month ${name(best, true)} won ${recordOf(best)}, and ${name(less, true)} won ${recordOf(less)}.`,
  ]
}

/** Something of the resident's own doing that it regrets. */
export function tellRegret(
  deed: { readonly clause: string; readonly at: number } | null,
  isAsked: boolean,
  now: number,
): Telling {
  if (deed === null) return [TELLINGS.NO_REGRET]
  const clause = deed.clause.replace(/, though I had promised to come$/u, '')
  return [`${isAsked ? 'Yes: ' : ''}I regret that I ${clause} ${dayPhrase(deed.at, now)}.`]
}

/** How the resident keeps its promises, counted over the last month. */
export function tellKeeping(
  { keptCount, brokenCount }: { readonly keptCount: number; readonly brokenCount: number },
  last: { readonly name: string; readonly place: string; readonly at: number } | null,
  now: number,
): Telling {
  const all = keptCount + brokenCount
  if (all === 0) return [TELLINGS.NO_PROMISES]
  if (brokenCount === 0)
    return [all === 1 ? TELLINGS.KEPT_ONE : `I do: I kept all ${counted(all)} promises of the last month.`]
  const line = `I kept ${counted(keptCount)} of ${counted(all)} promises in the last month.`
  return withReason(
    `${keptCount * 2 >= all ? 'Mostly' : 'Not always'}: ${line}`,
    last === null
      ? null
      : `${capitalise(dayPhrase(last.at, now))} I did not come to ${placePhrase(last.place)}, where ${last.name} waited.`,
  )
}

export const tellNoOpenPromise = (): Telling => [TELLINGS.NO_OPEN_PROMISE]

export const tellPromiseKeeper = (best: { readonly name: string; readonly count: number } | null): Telling =>
  best === null ? [TELLINGS.NO_PROMISE_KEEPER] : [promisesKept(best.name, best.count)]

/** Whether another resident came to the last meeting that it had promised. */
export function tellAppointment(
  name: string,
  last: { readonly place: string; readonly at: number; readonly isKept: boolean } | null,
  now: number,
): Telling {
  if (last === null) return [`${name} and I had no promise between us in the last month.`]
  const when = `${placePhrase(last.place)} ${dayPhrase(last.at, now)}`
  return [
    last.isKept
      ? `Yes, ${name} came to ${when}, as promised.`
      : `No, ${name} did not come to ${when}, after a promise.`,
  ]
}

export function tellReplies(
  names: readonly string[],
  { hasPosted, isAsked }: { readonly hasPosted: boolean; readonly isAsked: boolean },
): Telling {
  if (!hasPosted) return [TELLINGS.NO_POST]
  if (names.length === 0) return [isAsked ? TELLINGS.NO_REPLIES : capitalise(TELLINGS.NO_REPLIES.slice('No, '.length))]
  const listing = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} others`] : names
  return [`${isAsked ? 'Yes, ' : ''}${listed(listing)} replied to my last post.`]
}

export const tellFirstMet = (
  name: string,
  first: { readonly place: string; readonly at: number },
  now: number,
): Telling => [
  `The earliest meeting with ${name} that I remember was ${dayPhrase(first.at, now)} at ${placePhrase(first.place)}.`,
]

const monthOf = (at: number): string => `${MONTHS[new Date(at).getUTCMonth()]!} ${new Date(at).getUTCFullYear()}`

/** How long the resident has lived here, or done its work. */
export function tellTenure({
  world,
  bio,
  since,
  isOfWork,
}: {
  readonly world: string
  readonly bio: string
  readonly since: number
  readonly isOfWork: boolean
}): Telling {
  const departure = changeIn(bio, 'departure')
  if (departure !== null) return [`I left ${world} in ${departure.month}.`]
  const here = `I have lived in ${world} since ${monthOf(since)}.`
  if (!isOfWork) return [here]
  const trade = changeIn(bio, 'trade')
  if (trade !== null) return [`I took up ${trade.what} in ${trade.month}.`]
  const keeper = changeIn(bio, 'keeper')
  if (keeper !== null) return [`I have looked after ${keeper.what} since ${keeper.month}.`]
  return [TELLINGS.WORK_SINCE, here]
}

/** The resident's view of a place, by its visits. */
export function tellPlaceOpinion(
  place: string,
  visits: { readonly last: number; readonly count: number } | null,
  { now, isWorkplace }: { readonly now: number; readonly isWorkplace: boolean },
): Telling {
  const label = placePhrase(place)
  if (isWorkplace) return [`I like ${label}; I work there.`]
  if (visits === null) return [`I have no opinion of ${label}; I have not been there in the last month.`]
  const { count, last } = visits
  if (count >= OFTEN) return [`I like ${label}: I was there ${times(count)} in the last month.`]
  return [
    `I have nothing against ${label}; I was there ${times(count)} in the last month, last ${dayPhrase(last, now)}.`,
  ]
}

/** Visits in a month from which on a place is liked. */
const OFTEN = 6

const HOUR = 3_600_000

const spanOf = (ms: number): string => {
  const hours = Math.max(1, Math.round(ms / HOUR))
  return hours === 1 ? 'an hour' : hours < 48 ? `${counted(hours)} hours` : `${counted(Math.round(hours / 24))} days`
}

/** When something ended, or how long it took. */
export function tellSpan(
  { name, from, to }: { readonly name: string; readonly from: number; readonly to: number },
  { now, isLong }: { readonly now: number; readonly isLong: boolean },
): Telling {
  const subject = capitalise(name)
  const start = `${dayPhrase(from, now)} at ${hourPhrase(from)}`
  if (to > now) return [`${subject} is not over yet; it goes on until ${dayPhrase(to, now)} at ${hourPhrase(to)}.`]
  const end = `${dayPhrase(to, now)} at ${hourPhrase(to)}`
  if (!isLong) return [`${subject} ended ${end}.`]
  return [`${subject} lasted about ${spanOf(to - from)}.`, `It began ${start} and ended ${end}.`]
}

/** A distance on foot from where the resident is. */
export const tellDistance = (
  { from, to, meters }: { readonly from: string | null; readonly to: string; readonly meters: number },
  isMinutes: boolean,
): string => {
  const start = from === null ? 'From here' : `From ${placePhrase(from)}`
  const minutes = Math.max(1, Math.round(meters / 1.2 / 60))
  const time = isMinutes ? `, about ${minutes === 1 ? 'a minute' : `${counted(minutes)} minutes`}` : ''
  return `${start} to ${placePhrase(to)} it is ${Math.round(meters)} metres on foot${time}.`
}

/** The moods of a past time. */
export const tellMoodThen = (label: string, moods: readonly string[]): Telling | null =>
  moods.length === 0 ? null : [`${capitalise(label)} I felt ${listed(moods.slice(0, 3))}.`]

/** The last game of another resident; null for none that the resident knows of. */
export function tellOtherGame(
  name: string,
  game: { readonly against: string; readonly at: number; readonly result: 'won' | 'lost' | 'drawn' } | null,
  now: number,
): Telling {
  if (game === null) return [`I know of no game of ${name}'s like that in the last month.`]
  const end = { won: 'and won', lost: 'and lost', drawn: 'and it was a draw' }[game.result]
  return [`${name} last played chess ${dayPhrase(game.at, now)}, against ${game.against}, ${end}.`]
}

/** What is in the resident's care. */
export const tellInCharge = (things: readonly string[]): Telling =>
  things.length === 0 ? [TELLINGS.NOTHING_IN_CARE] : [`I look after ${listed(things)}.`]

/** Against whom the resident played, won or lost most. */
export function tellMostPlayed(
  most: { readonly name: string; readonly count: number } | null,
  outcome: 'won' | 'lost' | null,
): Telling {
  const verb = outcome === null ? 'played' : outcome
  if (most === null) return [`I have ${verb} no game of chess in the last month.`]
  const preposition = outcome === 'lost' ? 'to' : 'against'
  return [`I ${verb} most often ${preposition} ${most.name}: ${times(most.count)} in the last month.`]
}

/** Whether the resident went to a happening. */
export const tellAttendance = (
  deed: { readonly clause: string; readonly at: number } | null,
  kind: string,
  now: number,
): Telling =>
  deed === null ? [`No, I was not at the last ${kind}.`] : [`Yes, ${dayPhrase(deed.at, now)} I ${deed.clause}.`]
