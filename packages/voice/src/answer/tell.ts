// Sentences for facts of a resident's life: the fact first, in plain words, then at most one further sentence.
import { IGNORANCE, TELLINGS, UNLIVED } from '../english/tellings.ts'
import { plainForm } from '../language/verbs.ts'
import { capitalise, lowerFirst } from '../language/words.ts'
import { expand } from '../life/grammar.ts'
import { issueSubject, issues, type Side } from '../meaning/issues.ts'
import { habit } from '../speaker/manner.ts'
import {
  changeIn,
  counted,
  dayPhrase,
  hourOnly,
  hourPhrase,
  listed,
  pick,
  placePhrase,
  stopped,
  type Telling,
} from './tell-words.ts'

export * from './tell-life.ts'
export * from './tell-standing.ts'
export {
  bareDay,
  changeIn,
  counted,
  dayPhrase,
  hourPhrase,
  inFirstPerson,
  listed,
  placePhrase,
  tellHeard,
  tellPublicSource,
  tellSource,
  tellUnheard,
  times,
} from './tell-words.ts'

/** The resident's way to say that it does not know. */
export const tellIgnorance = (by: string): Telling => [pick(by, 'ignorance', IGNORANCE)]

/** A role from a bio: `Baker on the Hearth, first batch at five.` to `a baker on the Hearth`. Null if the bio names none. */
export function roleOf(bio: string): string | null {
  const [first = ''] = bio.split(/[.;:!?]/u)
  const [lead = ''] = first.split(/,| and | but | who | that | which /u)
  const words = lead.trim().split(' ')
  const noun = words[0] ?? ''
  if (words.length > 8 || !/^[A-Z][\p{L}-]+$/u.test(noun)) return null
  // A verb in the third person, or a plural, is no role.
  if (
    /(?:s|ed|ing)$/u.test(noun) ||
    /^(?:Ship|The|My|A|An|Chess|Oven|There|If|Every|Not|Used|Always|Mostly)$/.test(noun)
  )
    return null
  if (
    !/(?:er|or|ist|an|clerk|apprentice|pilot|keeper|mechanic|clerk|guard|smith|cook|monk|nurse|doctor|poet|mender|essayist|watcher)$/iu.test(
      noun,
    ) &&
    !/(?:keeper|mechanic|gardener|mender|watcher|clerk|pilot|maker|player|warden|master|hand|boy|girl|man|woman)\b/iu.test(
      words.slice(0, 2).join(' '),
    )
  )
    return null
  const role = lowerFirst(lead.trim())
  return /^(?:keeper|clerk|pilot|operator|guardian|apprentice|head|warden|night keeper)\b.* (?:of|in) /u.test(role)
    ? `the ${role}`
    : `${/^[aeiou]/iu.test(role) ? 'an' : 'a'} ${role}`
}

/** Fields of work as they stand after `in`; a profile names most of them so. */
const fieldOf = (specialty: string | null): string | null =>
  specialty === null || !/^[\p{L} -]{3,40}$/u.test(specialty) ? null : specialty.toLowerCase()

export interface Workplace {
  readonly bio: string
  readonly specialty: string | null
  readonly place: string | null
  /** Hours of the day; null if they are not known. */
  readonly hours: readonly [from: number, to: number] | null
}

/** `Draws the map of the town, ready or not.` to `draw the map of the town`; null if the bio does not begin so. */
export function deedOfBio(bio: string): { readonly own: string; readonly other: string } | null {
  const [lead = ''] = bio.split(/[.;:!?,]| and | but | who | which /u)
  const [verb = '', ...rest] = lead.trim().split(' ')
  const plain = rest.length === 0 || rest.length > 9 ? undefined : plainForm(verb)
  if (plain === undefined || !/^[A-Z][a-z]+s$/.test(verb)) return null
  return { own: [plain.toLowerCase(), ...rest].join(' '), other: [verb.toLowerCase(), ...rest].join(' ') }
}

const workLine = ({ bio, specialty }: Workplace): string => {
  const trade = changeIn(bio, 'trade')
  if (trade !== null) return `I took up ${trade.what} in ${trade.month}`
  const keeper = changeIn(bio, 'keeper')
  if (keeper !== null) return `I have looked after ${keeper.what} since ${keeper.month}`
  const role = roleOf(bio)
  if (role !== null) return `I am ${role}`
  const deed = deedOfBio(bio)
  if (deed !== null) return `I ${deed.own}`
  const field = fieldOf(specialty)
  return field === null ? 'I do a bit of everything' : `My work is ${field}`
}

export function tellWork(work: Workplace): Telling {
  const { place, hours, bio } = work
  const departure = changeIn(bio, 'departure')
  if (departure !== null) return [`I left the city in ${departure.month} and have no work there now.`]
  if (place === null) return [`${workLine(work)}.`]
  const at = (hour: number): string => hourPhrase((((Math.round(hour) % 24) + 24) % 24) * 3_600_000)
  const time = hours === null ? '' : `, mostly from ${at(hours[0])} to ${at(hours[1])}`
  return [
    `${workLine(work)}, and I work at ${placePhrase(place)}.`,
    ...(time === '' ? [] : [`I am there${time.slice(1)}.`]),
  ] as unknown as Telling
}

export function tellHome({
  world,
  street,
  work,
  bio,
  isElsewhere,
}: {
  world: string
  street: string | null
  work: string | null
  bio: string
  /** Whether the question takes another place for the home. */
  isElsewhere: boolean
}): Telling {
  const departure = changeIn(bio, 'departure')
  if (departure !== null) return [`I left ${world} in ${departure.month} and live on the mainland now.`]
  const where = changeIn(bio, 'home')?.what ?? (street === null ? null : `in ${street}`)
  const no = isElsewhere ? 'No, ' : ''
  const first = where === null ? `${no}I live here in ${world}.` : `${no}I live ${where}, here in ${world}.`
  return work === null ? [first] : [first, `Most days you will find me at ${placePhrase(work)}.`]
}

export const tellIdentity = (name: string, work: Workplace): Telling => {
  const role = roleOf(work.bio)
  const field = fieldOf(work.specialty)
  const first =
    role !== null
      ? `I am ${name}, ${role}.`
      : field !== null
        ? `I am ${name}, and my work is ${field}.`
        : `I am ${name}.`
  return work.place === null ? [first] : [first, `You can find me at ${placePhrase(work.place)}.`]
}

export function tellFriends(by: string, names: readonly string[], isFriend: boolean): Telling {
  const [first, ...others] = names
  if (first === undefined) return [TELLINGS.NO_FRIEND]
  if (!isFriend) return [`I have no close friend yet, but I get on well with ${first}.`]
  const best = pick(by, 'friend', [
    `My best friend is ${first}.`,
    `${first} is my closest friend.`,
    `That is ${first}, my best friend.`,
  ])
  return others.length === 0 ? [best] : [best, `I also count ${listed(others)} among my friends.`]
}

export interface Deed {
  /** A clause without its subject, in the past tense: `argued with Nan Tolliver over small debts`. */
  readonly clause: string
  readonly at: number
}

const deedLine = ({ clause, at }: Deed, now: number): string => `${capitalise(dayPhrase(at, now))} I ${clause}.`

export interface GrudgeTelling {
  readonly name: string
  readonly reason: string
}

export function tellRivals(
  names: readonly string[],
  { grudge, deed, least, now }: { grudge: GrudgeTelling | null; deed: Deed | null; least: string | null; now: number },
): Telling {
  const [first] = names
  if (first === undefined) {
    if (least !== null) return [TELLINGS.NO_QUARREL, `I get on least with ${least}.`]
    return deed === null ? [TELLINGS.NO_QUARREL] : [TELLINGS.NO_LASTING_QUARREL, deedLine(deed, now)]
  }
  const line = `I do not get on with ${first}.`
  if (grudge !== null && grudge.name === first) return [line, `I have not forgiven ${first} for ${grudge.reason}.`]
  return deed === null ? [line, TELLINGS.NO_GOOD_WORD] : [line, deedLine(deed, now)]
}

export interface Letdown {
  readonly name: string
  readonly place: string
  readonly at: number
}

const letdownLine = ({ name, place, at }: Letdown, now: number): string =>
  `${name} did not come to ${placePhrase(place)} ${dayPhrase(at, now)}, after a promise.`

export function tellAnger(grudge: GrudgeTelling | null, letdown: Letdown | null, now: number): Telling {
  if (grudge !== null) return [`I am angry with ${grudge.name}, for ${grudge.reason}.`]
  if (letdown !== null) return ['I am not angry with anybody.', `But ${letdownLine(letdown, now)}`]
  return [TELLINGS.NO_ANGER]
}

export interface Meeting {
  readonly place: string | null
  readonly at: number
}

export function tellLastSeen(
  name: string,
  meeting: Meeting | null,
  { now, isHeld = null }: { now: number; isHeld?: boolean | null },
): Telling {
  const no = isHeld === null ? '' : 'No, '
  if (meeting === null) return [`${no}I have not met ${name} in the last month.`]
  const where = meeting.place === null ? '' : ` at ${placePhrase(meeting.place)}`
  if (isHeld === true)
    return [`Yes, I met ${name} ${dayPhrase(meeting.at, now)}${where}, at ${hourPhrase(rounded(meeting.at))}.`]
  return [`${no}I last met ${name} ${dayPhrase(meeting.at, now)}${where}, at ${hourPhrase(rounded(meeting.at))}.`]
}

const rounded = (at: number): number => Math.round(at / (10 * 60_000)) * 10 * 60_000

/** The subject of a talk with somebody who is not named. */
export const tellPrivateTalks = (): Telling => [TELLINGS.PRIVATE_TALK]

export function tellPrivateTalk(by: string, name: string, meeting: Meeting | null, now: number): Telling {
  const first = pick(by, 'private', [
    `What ${name} and I talk about stays between us.`,
    `That is between ${name} and me.`,
    `I do not pass on what ${name} and I say to each other.`,
  ])
  if (meeting === null) return [first, TELLINGS.NO_MEETING]
  const where = meeting.place === null ? '' : ` at ${placePhrase(meeting.place)}`
  return [first, `We last met ${dayPhrase(meeting.at, now)}${where}.`]
}

const TIES: Readonly<Record<string, (name: string) => string>> = {
  friend: (name) => `${name} is a friend of mine.`,
  ally: (name) => `I get on well with ${name}, though I would not say friend.`,
  rival: (name) => `I do not get on with ${name}.`,
  mentor: (name) => `${name} and I teach each other a good deal.`,
  acquaintance: (name) => `I know ${name}, no more than that.`,
  neutral: (name) => `I hardly know ${name}.`,
}

export interface TieTelling {
  readonly name: string
  /** Null for somebody it has never dealt with. */
  readonly type: string | null
  readonly grudge: string | null
  readonly deed: Deed | null
  /** What speaks for the other: a sentence. */
  readonly reason?: string | null
}

const tieLine = ({ name, type }: TieTelling): string =>
  type === null ? `I have never had anything to do with ${name}.` : (TIES[type] ?? TIES.acquaintance!)(name)

export function tellTie(
  tie: TieTelling,
  { now, wants, isWhy = false }: { now: number; wants: 'friend' | 'rival' | null; isWhy?: boolean },
): Telling {
  const { type, grudge, deed, name, reason = null } = tie
  if (wants === 'rival' && type !== 'rival' && grudge === null && type !== null)
    return [`I have nothing against ${name}.`, tieLine(tie)]
  const isPremiseWrong = wants === 'rival' ? type !== 'rival' : type === 'rival' || type === 'neutral' || type === null
  if (isWhy && grudge === null && isPremiseWrong) return [tieLine(tie)]
  if (isWhy && grudge === null) {
    const [first, second] = [reason, deed === null ? null : deedLine(deed, now)].filter((line) => line !== null)
    if (first === undefined) return [tieLine(tie), TELLINGS.NO_SPECIAL_REASON]
    return second === undefined ? [first] : [first, second]
  }
  const yes =
    wants === null || type === null
      ? ''
      : (wants === 'friend') === (type === 'friend')
        ? 'Yes, '
        : type === 'rival' || type === 'neutral' || type === 'acquaintance' || wants === 'rival'
          ? 'No, '
          : ''
  const line = tieLine(tie)
  const isName = line.startsWith(name) || line.startsWith('I ')
  const first = yes === '' ? line : `${yes}${isName ? line : lowerFirst(line)}`
  if (grudge !== null) return [first, `I have not forgiven ${name} for ${grudge}.`]
  return deed === null ? [first] : [first, deedLine(deed, now)]
}

export function tellAcquaintance(
  tie: TieTelling,
  meeting: Meeting | null,
  { now, isAsked }: { now: number; isAsked: boolean },
): Telling {
  const line = tieLine(tie)
  if (tie.type === null) return [`I know who ${tie.name} is, but we have never had to do with each other.`]
  const first =
    tie.type === 'rival'
      ? `I know ${tie.name}, but we do not get on.`
      : tie.type === 'acquaintance' || tie.type === 'neutral' || !isAsked
        ? line
        : `Yes, ${line.startsWith('I ') || line.startsWith(tie.name) ? line : lowerFirst(line)}`
  if (meeting !== null)
    return [
      first,
      `We last met ${dayPhrase(meeting.at, now)}${meeting.place === null ? '' : ` at ${placePhrase(meeting.place)}`}.`,
    ]
  return tie.deed === null ? [first] : [first, deedLine(tie.deed, now)]
}

export const tellStranger = (name: string): Telling => [`I know nobody called ${name}.`]

export const tellNeverBeen = (name: string | null, world: string): Telling =>
  name === null
    ? [`I have never been outside ${world}.`]
    : [`I have never been to ${name}.`, `I have not been outside ${world}.`]

/** What was done on a day, most important first. */
export function tellDeeds(label: string, clauses: readonly string[], places: readonly string[]): Telling {
  const start = capitalise(label)
  const [first, second, third] = clauses
  if (first === undefined) {
    if (places.length === 0)
      return [label === 'lately' ? 'Nothing worth telling, lately.' : `${start} I did nothing worth telling.`]
    return [`${start} I was out and about, at ${listed(places.map(placePhrase))}.`]
  }
  const line = second === undefined ? `${start} I ${first}.` : `${start} I ${first}, and I ${second}.`
  return third === undefined ? [line] : [line, `I also ${third}.`]
}

export function tellPlacesOn(label: string, places: readonly string[]): Telling {
  const start = capitalise(label)
  if (places.length === 0) return [`${start} I did not go out.`]
  return [`${start} I was at ${listed(places.map(placePhrase))}.`]
}

export const tellPlaceAt = (label: string, at: number, place: string | null): Telling => {
  const time = `${capitalise(label)}${/noon|midnight|:/.test(label) ? '' : ` at ${/morning|afternoon|evening|night/.test(label) ? hourOnly(new Date(at).getUTCHours()) : hourPhrase(at)}`}`
  return place === null ? [`${time} I was at home.`] : [`${time} I was at ${placePhrase(place)}.`]
}

const PURPOSES: Readonly<Record<string, string>> = {
  coffee: 'for a coffee',
  walk: 'on a walk',
  view: 'for the view',
  clear_head: 'to clear my head',
  quiet_read: 'to read in peace',
  work: 'at work',
}

export function tellNow({
  place,
  isWalking,
  purpose,
}: {
  place: string | null
  isWalking: boolean
  purpose: string | null
}): Telling {
  if (place === null) return ['I am at home just now.']
  if (isWalking) return [`I am on my way to ${placePhrase(place)}.`]
  const why = PURPOSES[purpose ?? '']
  return [`I am at ${placePhrase(place)} just now${why === undefined ? '' : `, ${why}`}.`]
}

const EXCERPT_MAX = 140

/** The beginning of a text: whole sentences, as many as fit. */
export function excerpt(text: string): string {
  const plain = text.replaceAll(/\s+/gu, ' ').replaceAll(/[“”"]/gu, "'").trim()
  if (plain.length <= EXCERPT_MAX) return plain
  const sentences = plain.match(/[^.!?]+[.!?]+["”’)]*\s*/gu) ?? []
  let start = ''
  for (const sentence of sentences) {
    if (start !== '' && start.length + sentence.length > EXCERPT_MAX) break
    start += sentence
  }
  const cut = start.trim()
  return cut !== '' && cut.length <= EXCERPT_MAX + 60 ? cut : `${plain.slice(0, EXCERPT_MAX).replace(/\s\S*$/u, '')} …`
}

export function tellPost(
  name: string | null,
  post: { text: string; at: number; topic: string | null } | null,
  now: number,
): Telling {
  const who = name ?? 'I'
  if (post === null) return [`${who} ${name === null ? 'have' : 'has'} not posted anything yet.`]
  const topic = post.topic === null ? '' : `, under ${post.topic}`
  return [`${who} last posted ${dayPhrase(post.at, now)}${topic}: “${excerpt(post.text)}”`]
}

export interface GameTelling {
  readonly opponent: string
  readonly place: string | null
  readonly at: number
  readonly result: 'won' | 'lost' | 'drawn'
}

const RESULTS = { won: 'I won', lost: 'I lost', drawn: 'it was a draw' } as const

export function tellGame(
  game: GameTelling | null,
  {
    now,
    against,
    running,
    isLatest,
  }: { now: number; against: string | null; running: string | null; isLatest: boolean },
): Telling {
  const still = running === null ? null : `I have a game going with ${running} at the moment.`
  if (game === null) {
    const none =
      against === null ? 'I have not played chess lately.' : `I have not played chess with ${against} lately.`
    return still === null ? [none] : [still]
  }
  const where = game.place === null ? '' : ` at ${placePhrase(game.place)}`
  const first = `I ${isLatest ? 'last ' : ''}played chess ${dayPhrase(game.at, now)}${where}, against ${game.opponent}, and ${RESULTS[game.result]}.`
  return still === null ? [first] : [first, still]
}

export interface Appointment {
  readonly name: string
  readonly place: string
  readonly at: number
  readonly kind: string
}

const KINDS: Readonly<Record<string, string>> = { game: 'for a game of chess', trial: 'to settle a question' }

export function tellPlans(plans: readonly Appointment[], label: string | null, now: number): Telling {
  const [first, second] = plans
  if (first === undefined)
    return [
      label === null || label === 'soon'
        ? 'I have nothing planned.'
        : `I have nothing planned for ${label.replace(/^(?:on|for) /, '')}.`,
    ]
  const line = ({ name, place, at, kind }: Appointment): string =>
    `${capitalise(dayPhrase(at, now))} at ${hourPhrase(at)} I am meeting ${name} at ${placePhrase(place)}${KINDS[kind] === undefined ? '' : ` ${KINDS[kind]}`}.`
  return second === undefined ? [line(first)] : [line(first), line(second)]
}

export function tellPromise(
  promise: (Appointment & { readonly outcome: 'kept' | 'broken' | 'open' | 'failed' }) | null,
  now: number,
): Telling {
  if (promise === null) return ['I have not promised anybody anything lately.']
  const { name, place, at, outcome } = promise
  const where = `at ${placePhrase(place)}`
  if (outcome === 'open') return [`I have promised ${name} to be ${where} ${dayPhrase(at, now)} at ${hourPhrase(at)}.`]
  const end = { kept: 'and I kept it', broken: 'and I did not come', failed: `and I was there, but ${name} was not` }[
    outcome
  ]
  return [`My last promise was to meet ${name} ${where} ${dayPhrase(at, now)} at ${hourPhrase(at)}, ${end}.`]
}

const brokenOr = (label: string): string => (label === 'lately' ? 'has broken' : 'broke')

export const tellLetdown = (
  letdown: Letdown | null,
  { name, now, label, isAsked }: { name: string | null; now: number; label: string; isAsked: boolean },
): Telling =>
  letdown === null
    ? [
        name === null
          ? `Nobody ${brokenOr(label)} a promise to me ${label}.`
          : label === 'lately'
            ? `${name} has not broken a promise to me lately.`
            : `${name} broke no promise to me ${label}.`,
      ]
    : [`${isAsked ? 'Yes: ' : ''}${letdownLine(letdown, now)}`]

/** Promises that the resident broke, the last first; `label` names the time that was asked for. */
export function tellOwnFailures(
  [last]: readonly Letdown[],
  { count, label, now }: { count: number | null; label: string; now: number },
): Telling {
  if (last === undefined)
    return [label === 'lately' ? 'I have not broken a promise lately.' : `I broke no promise ${label}.`]
  const line = `I had promised ${last.name} to come to ${placePhrase(last.place)} ${dayPhrase(last.at, now)}, and I did not.`
  if (count === null) return [`Yes. ${line}`]
  return [`I broke ${count === 1 ? 'one promise' : `${counted(count)} promises`} ${label}.`, line]
}

export function tellGoal(goal: string | null, progress: number): Telling {
  if (goal === null) return [TELLINGS.NO_GOAL]
  const far =
    progress >= 0.85
      ? 'I am nearly there.'
      : progress >= 0.4
        ? `I am ${progress >= 0.65 ? 'more than' : 'about'} halfway.`
        : progress > 0.1
          ? 'I have made a start.'
          : 'I have hardly begun.'
  return [`I want to ${goal}.`, far]
}

/** A claim of a side of an issue in the words of one resident; null if every claim needs more than words. */
export function claimOf(by: string, issue: string, side: Side): string | null {
  const lines = issues().get(issue)?.sides[side].claim ?? []
  const from = Math.floor(habit(by, `claim ${issue}`) * lines.length)
  for (let i = 0; i < lines.length; i++) {
    let n = 0
    const rng = () => habit(by, issue, String(n++))
    const text = expand(lines[(from + i) % lines.length]!.line, rng, () => null)
    if (text !== null) return text
  }
  return null
}

export interface StanceTelling {
  readonly issue: string
  readonly side: Side
  readonly reason: string
  readonly changed: { readonly name: string; readonly at: number } | null
}

export function tellStance(by: string, { issue, side, reason, changed }: StanceTelling, now: number): Telling | null {
  const claim = claimOf(by, issue, side)
  if (claim === null) return null
  const first =
    `${pick(by, 'stance', ['I think that', 'To my mind', 'I hold that', 'My view is that'])} ${claim}.`.replace(
      /^To my mind /,
      'To my mind ',
    )
  if (changed !== null) return [first, `${changed.name} talked me round ${dayPhrase(changed.at, now)}.`]
  return reason === '' ? [first] : [first, stopped(capitalise(reason))]
}

export const tellUndecided = (issue: string): Telling => {
  const subject = issueSubject(issue)
  return [subject === undefined ? TELLINGS.UNDECIDED : `I have not made up my mind about ${subject}.`]
}

export function tellChange(
  change: { issue: string; name: string; at: number } | null,
  { now, isAsked, isOfConstancy }: { now: number; isAsked: boolean; isOfConstancy: boolean },
): Telling {
  const subject = change === null ? undefined : issueSubject(change.issue)
  // `Have you always thought so?`
  if (change === null || subject === undefined)
    return [isOfConstancy ? TELLINGS.NO_CHANGE.replace(/^No,/u, 'Yes,') : TELLINGS.NO_CHANGE]
  return [
    isAsked
      ? `${isOfConstancy ? 'No' : 'Yes'}, ${dayPhrase(change.at, now)} ${change.name} talked me round on ${subject}.`
      : `${change.name} talked me round on ${subject} ${dayPhrase(change.at, now)}.`,
  ]
}

export const tellArgument = (deed: Deed | null, { name, now }: { name: string | null; now: number }): Telling =>
  deed === null
    ? [name === null ? 'I have not argued with anybody lately.' : `I have not argued with ${name} lately.`]
    : [deedLine(deed, now)]

export function tellOther(name: string, { bio, specialty, place }: Workplace): Telling {
  const departure = changeIn(bio, 'departure')
  if (departure !== null) return [`${name} left the city in ${departure.month}.`]
  const trade = changeIn(bio, 'trade')
  if (trade !== null) return [`${name} took up ${trade.what} in ${trade.month}.`]
  const role = roleOf(bio)
  const field = fieldOf(specialty)
  const deed = deedOfBio(bio)
  if (role === null && deed !== null)
    return place === null ? [`${name} ${deed.other}.`] : [`${name} ${deed.other}, and works at ${placePhrase(place)}.`]
  const first =
    role !== null ? `${name} is ${role}.` : field !== null ? `${name} is in ${field}.` : `${name}: ${stopped(bio)}`
  return place === null ? [first] : [first.replace(/\.$/, `, and works at ${placePhrase(place)}.`)]
}

export const tellPrivateLetters = (): Telling => [TELLINGS.PRIVATE_LETTERS]

export const tellUnlived = (by: string): Telling => [pick(by, 'unlived', UNLIVED)]

/** An own episode as a clause after `I`; null for one that says nothing to others. The subject of a talk stays private. */
export function clauseOfEpisode(text: string): string | null {
  const plain = text.replace(/[.]$/u, '').replace(/^Talked with (.+?)(?: about .*)?$/u, 'Talked with $1')
  if (
    !/^(?:Talked with|Argued with|Met|Came round|Won|Lost|Drew|Went|Saw|Waited for|Let|Promised|Made it up|Came in behind|Agreed to differ|Was talked round|Would not agree|Settled|Fell out|Managed at last|Spoke against|Gave up|Apologised|Forgave|Helped|Played|Visited|Finished|Heard from)\b/u.test(
      plain,
    )
  )
    return null
  if (/\bvisitor\b/u.test(plain)) return null
  const clause = lowerFirst(plain)
    .replace(/ at The (?=\p{Lu})/gu, ' at the ')
    .replace(/ to The (?=\p{Lu})/gu, ' to the ')
    .replace(/^won “/u, 'won “')
    .replace(/, and had promised to come$/u, ', though I had promised to come')
    .replace(/^talked with (.+) at /u, (_, names: string) => `talked with ${namesListed(names)} at `)
  return clause
}

const namesListed = (names: string): string => listed(names.split(', '))
