// Sentences for what is counted from rows: meetings, games, deeds among residents, debts, walks, and news of others.
import { DENIALS, IGNORANCE, TELLINGS } from '../english/tellings.ts'
import { capitalise, contentStems } from '../language/words.ts'
import type { Aspect, Conduct, QuestionDetail } from './features.ts'
import {
  changeIn,
  dayPhrase,
  hourPhrase,
  listed,
  MONTHS,
  pick,
  placePhrase,
  stopped,
  type Telling,
  times,
  WEEKDAYS,
} from './tell-words.ts'

const HOUR = 3_600_000

export interface Counted {
  readonly name: string
  readonly count: number
}

const inMonth = (count: number): string => `${times(count)} in the last month`

export function tellMeetsMost([first, second]: readonly Counted[], label: string | null): Telling {
  if (first === undefined) return [TELLINGS.NOBODY_MET]
  const line = `I meet ${first.name} most often: ${times(first.count)} ${label ?? 'in the last month'}.`
  return second === undefined ? [line] : [line, `After that comes ${second.name}.`]
}

/** Who or what is named most, and what comes after it; null for nothing. */
export function tellMost(
  mentions: readonly string[],
  line: (name: string, count: number) => string,
): readonly [string] | readonly [string, string] | null {
  const counts = new Map<string, number>()
  for (const name of mentions) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  if (first === undefined) return null
  if (second === undefined) return [line(...first)]
  return [line(...first), second[1] === first[1] ? `${second[0]} comes as often.` : `After that comes ${second[0]}.`]
}

export const tellArguesMost = ([first]: readonly Counted[]): Telling =>
  first === undefined ? [TELLINGS.NOBODY_ARGUED] : [`I argue most with ${first.name}: ${inMonth(first.count)}.`]

export const tellLastMet = (
  met: { names: readonly string[]; place: string | null; at: number } | null,
  now: number,
): Telling =>
  met === null
    ? [TELLINGS.NOBODY_MET]
    : [
        `I last met ${listed(met.names)}, ${dayPhrase(met.at, now)}${met.place === null ? '' : ` at ${placePhrase(met.place)}`}.`,
      ]

export const tellMeetCount = (
  name: string,
  { count, last, place, label }: { count: number; last: number; place: string | null; label: string },
  now: number,
): Telling => [
  `I met ${name} ${times(count)} ${label}.`,
  `The last time was ${dayPhrase(last, now)}${place === null ? '' : ` at ${placePhrase(place)}`}.`,
]

/** A deed that answers a question for good or bad things. */
export function tellHighlight(
  deeds: readonly { clause: string; at: number }[],
  mood: 'good' | 'bad' | null,
  now: number,
): Telling {
  const [first, second] = deeds
  if (first === undefined) return [mood === 'bad' ? TELLINGS.NOTHING_BAD : TELLINGS.NOTHING_GOOD]
  const line = (deed: { clause: string; at: number }) => `${capitalise(dayPhrase(deed.at, now))} I ${deed.clause}.`
  return second === undefined ? [line(first)] : [line(first), line(second)]
}

const DONE: Readonly<Record<Conduct, string>> = {
  thanks: 'thanked',
  praise: 'praised',
  insult: 'insulted',
  apology: 'apologised to',
  silence: 'not answered',
  letdown: 'let down',
  help: 'helped',
  kindness: 'been kind to',
}

/** What somebody did to the resident, or the resident to somebody. */
export function tellConduct(
  { conduct, isOwn, name }: { conduct: Conduct; isOwn: boolean; name: string | null },
  deed: { verb: string; name: string; at: number } | null,
  now: number,
): Telling {
  if (deed !== null) {
    const [who, whom] = isOwn ? ['I', deed.name] : [deed.name, 'me']
    const what = deed.verb === 'let down' ? `let ${whom} down` : `${deed.verb} ${whom}`
    return [`${who} ${what} ${dayPhrase(deed.at, now)}.`]
  }
  if (conduct === 'silence') return [isOwn ? TELLINGS.ALL_ANSWERED : TELLINGS.NO_ANSWER_MISSING]
  const verb = DONE[conduct]
  if (isOwn) return [`I have not ${verb} ${name ?? 'anybody'} lately, as far as I remember.`]
  return [`${name ?? 'Nobody'} has ${name === null ? '' : 'not '}${verb} me lately, as far as I remember.`]
}

/** A cause that happened to the resident; a remark of its trade tells a stranger nothing. */
const isOwnCause = (cause: string): boolean =>
  /\b(?:I|me|my)\b|^(?:a long talk with|beat|lost to|drew with) /iu.test(cause) && !/ would (?:not|hear)/u.test(cause)

const asSentence = (cause: string): string =>
  cause
    .trim()
    .replace(/^a long talk with/iu, 'I had a long talk with')
    .replace(/^(?:beat|lost to|drew with) /iu, (verb) => `I ${verb.toLowerCase()}`)
    .replace(/ at the board$/u, ' at chess')

const LOW_MOOD =
  /\b(?:weary|heavy|sad|low|cross|angry|bitter|hurt|lonely|gloomy|sore|uneasy|afraid|worried|longing|bleak)\b/u
const BAD_CAUSE = /^lost to |\b(?:has what I wanted|did not|let me|insulted|mocked|against me)\b/u

/** A reason that stands by itself, and is not told of the resident in the third person. */
const IS_SENTENCE = /^(?!(?:She|He|They|Her|His)\b)\p{Lu}.{8,}[.!]$/u

/** A cause in the first person begins a sentence of its own. The first of the causes that happened to the resident counts. */
export function tellFeeling(mood: string | null, causes: readonly string[], isWhy: boolean): Telling {
  if (mood === null) return ['I am well enough, thank you.']
  const cause = causes.find((one) => isOwnCause(one) && LOW_MOOD.test(mood) === BAD_CAUSE.test(one))
  const why = cause === undefined ? '' : asSentence(cause)
  const [reason = ''] = causes
  if (why === '' && isWhy)
    return [`I feel ${mood} today.`, IS_SENTENCE.test(reason) ? stopped(reason) : TELLINGS.NO_REASON]
  return why === '' ? [`I feel ${mood} today.`] : [`I feel ${mood} today.`, stopped(capitalise(why))]
}

/** What the resident wrote to somebody in a letter stays between the two. */
export const tellPrivateDeed = (name: string): Telling => [`That is between ${name} and me.`]

export interface GameRecord {
  readonly won: number
  readonly lost: number
  readonly drawn: number
}

/** Games of the last month, against everybody or one resident. */
export function tellRecord({ won, lost, drawn }: GameRecord, against: string | null): Telling {
  const all = won + lost + drawn
  const whom = against === null ? '' : ` against ${against}`
  if (all === 0) return [against === null ? TELLINGS.NO_CHESS : `I have not played chess with ${against} lately.`]
  const games = all === 1 ? 'one game' : `${all} games`
  const tail = drawn === 0 ? '' : `, and ${drawn === 1 ? 'one was' : `${drawn} were`} drawn`
  return [`I won ${won} and lost ${lost} of ${games} of chess${whom} in the last month${tail}.`]
}

export function tellOutcome(
  outcome: 'won' | 'lost',
  game: { opponent: string; place: string | null; at: number } | null,
  { now, against, label }: { now: number; against: string | null; label: string },
): Telling {
  const [have, has] = label === 'lately' ? ['have not beaten', 'has not beaten'] : ['did not beat', 'did not beat']
  if (game === null && against !== null)
    return [outcome === 'won' ? `I ${have} ${against} ${label}.` : `${against} ${has} me ${label}.`]
  if (game === null && label !== 'lately')
    return [outcome === 'won' ? `I won no game of chess ${label}.` : `Nobody beat me at chess ${label}.`]
  if (game === null)
    return [outcome === 'won' ? 'I have not won at chess lately.' : 'Nobody has beaten me at chess lately.']
  const where = game.place === null ? '' : ` at ${placePhrase(game.place)}`
  return [
    outcome === 'won'
      ? `I last won at chess ${dayPhrase(game.at, now)}${where}, against ${game.opponent}.`
      : `${game.opponent} beat me at chess ${dayPhrase(game.at, now)}${where}.`,
  ]
}

export function tellOwes(
  promise: { name: string; place: string; at: number } | null,
  isOwed: boolean,
  now: number,
): Telling {
  if (promise === null) return [isOwed ? TELLINGS.NOT_OWED : TELLINGS.NO_DEBT]
  const { name, place, at } = promise
  const when = `${placePhrase(place)} ${dayPhrase(at, now)} at ${hourPhrase(at)}`
  return isOwed ? [`${name} has promised to meet me at ${when}.`] : [`I have promised ${name} to be at ${when}.`]
}

export const tellNewcomer = (name: string | null, at: number, now: number): Telling =>
  name === null ? [TELLINGS.NO_NEWCOMER] : [`${name} came to town ${dayPhrase(at, now)}.`]

/** Who left the city last; null if nobody did. */
export const tellDeparted = (last: { readonly name: string; readonly at: number } | null, now: number): Telling =>
  last === null ? [TELLINGS.NOBODY_LEFT] : [`${last.name} left the city ${dayPhrase(last.at, now)}.`]

export function tellWalked(label: string, metres: number): Telling {
  const start = capitalise(label)
  return metres === 0 ? [`${start} I have not walked anywhere.`] : [`${start} I walked about ${metres} metres.`]
}

export const tellSecret = (): Telling => [TELLINGS.SECRET]

/** Whether a quarrel was made up. A quarrel that ended without peace is told as it ended. */
export function tellMadeUp(
  name: string,
  {
    deed,
    end,
    isRival,
  }: {
    deed: { clause: string; at: number } | null
    end: 'peace' | 'truce' | 'quarrel' | null
    isRival: boolean
  },
  now: number,
): Telling {
  const line = deed === null ? null : `${capitalise(dayPhrase(deed.at, now))} I ${deed.clause}.`
  if (isRival) return line === null ? [`No, ${name} and I do not get on.`] : [`No, ${name} and I do not get on.`, line]
  if (line === null) return [`There is no quarrel between ${name} and me.`]
  return end === 'truce' ? [line] : [`${end === 'peace' ? 'Yes' : 'No'}. ${line}`]
}

/** What the resident has of this kind; somebody who lives with a partner says so. */
export function tellUnlivedThing(what: NonNullable<QuestionDetail['unlived']>, bio: string): Telling {
  const home = changeIn(bio, 'home')
  const isShared = (what === 'spouse' || what === 'family') && home !== null && home.what.startsWith('with ')
  return isShared ? [`I have lived ${home.what} since ${home.month}.`] : [DENIALS[what]]
}

/** Something that no row of the resident's life shows: only a question for yes or no is denied. */
export const tellUnrecorded = (by: string, aspect: Aspect): Telling => [
  aspect === 'whether' || aspect === 'many' ? TELLINGS.NOT_REMEMBERED : pick(by, 'ignorance', IGNORANCE),
]

export const tellWeatherOn = (label: string, skies: readonly string[]): Telling => [
  `${capitalise(label)} we had ${listed(skies)}.`,
]

export const tellFriendCount = (names: readonly string[], count: number): Telling => {
  if (count === 0) return [TELLINGS.NO_FRIEND]
  const number = count === 1 ? 'one friend' : `${count} friends`
  return [`I have ${number}: ${listed(names)}${count > names.length ? ', and others' : ''}.`]
}

/** Hours of work, for a question after them. */
export function tellHours({
  place,
  hours,
}: {
  place: string | null
  hours: readonly [number, number] | null
}): Telling {
  if (hours === null) return ['I keep no fixed hours.']
  const at = (hour: number): string => hourPhrase((((Math.round(hour) % 24) + 24) % 24) * HOUR)
  const where = place === null ? '' : ` at ${placePhrase(place)}`
  return [`I work every day from about ${at(hours[0])} to ${at(hours[1])}${where}.`]
}

/** How work goes: the state of what the resident looks after. */
export const tellNothingBroken = (): Telling => [TELLINGS.NOTHING_BROKEN]

/** How often the resident was at its place of work. */
export const tellDuty = (place: string, { count, label }: { count: number; label: string }): string =>
  count === 0
    ? `I have not been at ${placePhrase(place)} ${label}.`
    : `${capitalise(label)} I was at ${placePhrase(place)} ${times(count)}.`

export const tellNoTroubleAtWork = (): Telling => [TELLINGS.NO_TROUBLE_AT_WORK]

export function tellWorkState(
  state: string | null,
  interests: readonly string[],
  isLiking: boolean,
  isAsked: boolean,
): Telling {
  if (!isLiking || interests.length === 0) return [state ?? TELLINGS.NO_WORK_NEWS]
  const liked = `I care about ${listed(interests.slice(0, 3))}.`
  return [isAsked ? `Yes, I do: ${liked}` : liked]
}

export const tellFavouriteOther = (interests: readonly string[]): Telling =>
  interests.length === 0
    ? [TELLINGS.NO_FAVOURITE_THING]
    : [TELLINGS.NO_FAVOURITE_THING, `What I care about is ${listed(interests.slice(0, 3))}.`]

const TIES: Readonly<Record<string, (name: string, other: string) => string>> = {
  friend: (name, other) => `${name} counts ${other} as a friend.`,
  ally: (name, other) => `${name} gets on well with ${other}.`,
  rival: (name, other) => `${name} cannot stand ${other}.`,
  mentor: (name, other) => `${name} and ${other} teach each other.`,
  acquaintance: (name, other) => `${name} knows ${other}, no more than that.`,
  neutral: (name, other) => `${name} hardly knows ${other}.`,
}

export const tellTieOfOthers = (name: string, other: string, type: string | null): string =>
  type === null ? `${name} does not know ${other}.` : (TIES[type] ?? TIES.acquaintance!)(name, other)

/** News of another resident; without any, where it is and what it posted. */
export const tellOtherNews = (
  name: string,
  {
    news,
    place,
    post,
    isTrouble,
  }: { news: string | null; place: string | null; post: string | null; isTrouble: boolean },
): Telling => {
  const second = place ?? post
  if (news === null && isTrouble) return [`I have heard of no trouble with ${name}.`]
  if (news !== null) return [stopped(news), ...(second === null ? [] : [second])].slice(0, 2) as unknown as Telling
  if (second === null) return [`I have heard nothing new of ${name}.`]
  return [second, `Otherwise I have heard nothing new of ${name}.`]
}

export const tellUnknownOther = (name: string): Telling => [`I do not know that about ${name}.`]

export const tellPopulation = (count: number, world: string): Telling => [`${count} of us live in ${world}.`]

/** When the resident gets up and goes to bed. */
export const tellSleep = (wakesAt: number, awakeHours: number): Telling => {
  const at = (hour: number): string => hourPhrase((((Math.round(hour) % 24) + 24) % 24) * HOUR)
  return [`I go to bed at about ${at(wakesAt + awakeHours)}, and I get up at about ${at(wakesAt)}.`]
}

/** What happened at a place. */
export const tellPlaceNews = (place: string, news: readonly string[]): Telling => {
  const [first, second] = news
  if (first === undefined) return [`I know of nothing special at ${placePhrase(place)} lately.`]
  return second === undefined ? [first] : [first, second]
}

export const tellOtherHome = (name: string, work: string | null): Telling =>
  work === null
    ? [`I do not know where ${name} lives.`]
    : [`I do not know where ${name} lives.`, `${name} works at ${placePhrase(work)}.`]

/** The resident's last deed with another, apart from talks. */
export const tellDoneWith = (name: string, deed: { clause: string; at: number } | null, now: number): Telling =>
  deed === null
    ? [`${name} and I only talked, and that stays between us.`]
    : [`${capitalise(dayPhrase(deed.at, now))} I ${deed.clause}.`]

export const tellWeather = (weather: string): Telling => [`We have ${weather} just now.`]

export function tellDate(at: number): Telling {
  const date = new Date(at)
  const clock = `${date.getUTCHours()}:${String(date.getUTCMinutes()).padStart(2, '0')}`
  return [
    `It is ${WEEKDAYS[date.getUTCDay()]!}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]!} ${date.getUTCFullYear()}, and the time is ${clock}.`,
  ]
}

export const tellCaller = (name: string | null): Telling =>
  name === null ? ['You have not told me your name.'] : [`You are ${name}; you told me so.`]

export const tellGreeting = (by: string, name: string): Telling => [
  pick(by, 'greets', [`Good to meet you, ${name}.`, `Pleased to meet you, ${name}.`, `Welcome, ${name}.`]),
]

export function tellWorkers(place: string, names: readonly string[], own: string): Telling {
  if (names.length === 0) return [`Nobody in particular works at ${placePhrase(place)}.`]
  const people = names.includes(own) ? [...names.filter((name) => name !== own), 'I'] : names
  return [`${listed(people)} ${people.length === 1 && people[0] !== 'I' ? 'works' : 'work'} at ${placePhrase(place)}.`]
}

/** Who else works where the resident does. */
export const tellCoworkers = (place: string | null, names: readonly string[]): Telling => {
  if (place === null) return ['I have no fixed place of work.']
  if (names.length === 0) return [`I work alone at ${placePhrase(place)}.`]
  return [`I work with ${listed(names)} at ${placePhrase(place)}.`]
}

/** Whether the resident has forgiven somebody. */
export const tellForgiveness = (name: string, grudge: string | null): Telling =>
  grudge === null
    ? [`I hold nothing against ${name}, so there is nothing to forgive.`]
    : [`No, I have not forgiven ${name} for ${grudge}.`]

/** Where another resident was at a time; null if the resident did not meet it then. */
export const tellSeenThen = (name: string, label: string, place: string | null): Telling =>
  place === null
    ? [`I did not meet ${name} ${label}, so I do not know.`]
    : [`${capitalise(label)} I met ${name} at ${placePhrase(place)}.`]

export const tellOpen = (place: string, workers: readonly string[]): Telling =>
  [
    `${capitalise(placePhrase(place))} has no opening hours that I know of.`,
    ...(workers.length === 0 ? [] : [`Ask ${workers[0]!}, who works there.`]),
  ] as unknown as Telling

export const tellOtherFriend = (name: string, names: readonly string[]): Telling =>
  names.length === 0
    ? [`As far as I know, ${name} has no close friend.`]
    : [`As far as I know, ${name} is close to ${listed(names)}.`]

export const tellOtherRival = (name: string, names: readonly string[]): Telling =>
  names.length === 0
    ? [`I do not know of anybody whom ${name} cannot stand.`]
    : [`As far as I know, ${name} does not get on with ${listed(names)}.`]

export function tellOtherPlace(
  name: string,
  found: { place: string; isWalking: boolean } | null,
  work: string | null,
): Telling {
  if (found !== null)
    return [
      found.isWalking
        ? `${name} is on the way to ${placePhrase(found.place)}.`
        : `${name} is at ${placePhrase(found.place)} just now.`,
    ]
  const first = `I do not know where ${name} is just now.`
  return work === null ? [first] : [first, `Try ${placePhrase(work)}, where ${name} works.`]
}

export function tellMeetings(
  label: string,
  meetings: readonly { names: readonly string[]; place: string | null }[],
  { count = null, only = null }: { count?: number | null; only?: string | null } = {},
): Telling {
  const start = capitalise(label)
  const there = only === null ? '' : ` at ${placePhrase(only)}`
  const line = ({ names, place }: { names: readonly string[]; place: string | null }): string =>
    `${listed(names)}${place === null ? '' : ` at ${placePhrase(place)}`}`
  const [first, second, third] = meetings
  if (first === undefined)
    return [
      label === 'lately' ? `I have not met anybody${there} lately.` : `${start} I met nobody to speak of${there}.`,
    ]
  const head = `${start} I met ${count === null ? '' : `${count === 1 ? 'one person' : `${count} people`}: `}${line(first)}${second === undefined ? '' : `, and ${line(second)}`}.`
  return third === undefined ? [head] : [head, `I also met ${line(third)}.`]
}

export const tellFavouritePlace = (
  favourite: { place: string; visits: number } | null,
  other: string | null,
  { label, isOfWalks }: { readonly label: string | null; readonly isOfWalks: boolean },
): Telling => {
  if (favourite === null) return [TELLINGS.NO_FAVOURITE]
  const { place, visits } = favourite
  const first = isOfWalks
    ? `I walk most often to ${placePhrase(place)}: ${times(visits)} ${label ?? 'in the last month'}.`
    : label !== null
      ? `${capitalise(label)} I was most often at ${placePhrase(place)}: ${times(visits)}.`
      : `I like ${placePhrase(favourite.place)} best; I was there ${times(favourite.visits)} in the last month.`
  return other === null ? [first] : [first, `After that comes ${placePhrase(other)}.`]
}

export function tellInterests(interests: readonly { text: string; against: boolean }[]): Telling {
  const likes = interests.filter(({ against }) => !against).map(({ text }) => text)
  const against = interests.filter((one) => one.against).map(({ text }) => text)
  if (likes.length === 0) return ['I have no particular interests.']
  const first = `I care about ${listed(likes.slice(0, 3))}.`
  return against.length === 0 ? [first] : [first, `And I am against ${listed(against)}.`]
}

export function tellVisits(
  place: string,
  visits: { last: number; count: number } | null,
  {
    now,
    isHeld = null,
    span = null,
  }: { now: number; isHeld?: boolean | null; span?: { label: string; count: number } | null },
): Telling {
  const label = placePhrase(place)
  const yes = isHeld === null ? '' : isHeld ? 'Yes, ' : 'No, '
  if (visits === null) return [`${yes}I have not been at ${label} in the last month.`]
  if (isHeld === true) return [`Yes, I was at ${label} ${dayPhrase(visits.last, now)}.`]
  return [
    `${yes}I was last at ${label} ${dayPhrase(visits.last, now)}.`,
    span === null
      ? `I have been there ${times(visits.count)} in the last month.`
      : `I was there ${times(span.count)} ${span.label}.`,
  ]
}

/** A text from its first sentence that has one of the words. */
export function fromMatter(text: string, stems: readonly string[]): string {
  const sentences = text.match(/[^.!?]+[.!?]+["”’)]*\s*|[^.!?]+$/gu) ?? [text]
  const start = sentences.findIndex((sentence) => {
    const words = contentStems(sentence)
    return stems.some((stem) => words.has(stem))
  })
  return sentences.slice(Math.max(0, start)).join('').trim()
}
