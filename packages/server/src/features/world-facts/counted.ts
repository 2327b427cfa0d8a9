// Answers that count rows of a resident's life: whom it meets, argues with, played, promised and owes, its best days.
import { type Telling, telling } from '@agent-network/voice'
import { DAY_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import { ownDeedsOf } from '../../stores/minds/knowledge.ts'
import {
  deedsByCue,
  deedsIn,
  gamesOf,
  meetingsOf,
  monthOf,
  opponentNow,
  type PlayedGame,
  promisesIn,
  REMEMBERED_MS,
  STANCE_COLUMNS,
  type StanceRow,
  tiesOf,
  tieWith,
  walksIn,
} from './lived.ts'
import { type LifeQuestion, labelOf } from './questions.ts'

/** Names with their counts, highest first. */
const ranked = (ids: readonly string[], { names }: LifeQuestion): { name: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const id of ids) if (names.nameOf(id) !== '') counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([id, count]) => ({ name: names.nameOf(id), count }))
}

const OF_TALK = /\b(?:talk\w*|chat\w*|convers\w*|spoken?|speak|sat|sit|word)\b/u

async function meetsMost(read: Read, one: LifeQuestion): Promise<Telling> {
  const { time, plainText } = one.question
  const span = time?.tense === 'past' ? { from: time.from, to: time.to } : null
  const met = (await meetingsOf(read, { ...monthOf(one), ...span })).flatMap(({ otherIds }) => otherIds)
  const played = (await gamesOf(read, monthOf(one)))
    .filter(({ at }) => span === null || (at >= span.from && at < span.to))
    .map(({ otherId }) => otherId)
  const isOfFriends = /\bfriends\b/u.test(plainText)
  const ties = isOfFriends ? await tiesOf(read, one.context.world.id, one.context.by) : []
  const isMeant = (id: string): boolean =>
    !isOfFriends || ties.some(({ other_agent_id, type }) => other_agent_id === id && type === 'friend')
  const all = OF_TALK.test(plainText) ? met : [...met, ...played]
  return telling.tellMeetsMost(ranked(all.filter(isMeant), one), time?.tense === 'past' ? time.label : null)
}

async function lastMet(read: Read, one: LifeQuestion): Promise<Telling> {
  const [talk] = await meetingsOf(read, monthOf(one))
  const [game] = await gamesOf(read, monthOf(one))
  const isOfTalk = OF_TALK.test(one.question.plainText)
  const isGame = !isOfTalk && game !== undefined && game.placeId !== null && game.at > (talk?.at ?? 0)
  const met = isGame ? { at: game.at, placeId: game.placeId!, otherIds: [game.otherId] } : talk
  const names = met?.otherIds.map((id) => one.names.nameOf(id)).filter((name) => name !== '') ?? []
  return telling.tellLastMet(
    met === undefined || names.length === 0 ? null : { names, place: labelOf(one, met.placeId), at: met.at },
    one.context.at,
  )
}

const ARGUED = /^(?:Argued|Fell out|Would not agree|Agreed to differ) with ([\p{L}'’ -]+?)(?: (?:over|about|on) .*)?$/u

async function arguesMost(read: Read, one: LifeQuestion): Promise<Telling> {
  const byName = new Map([...one.names.residents.values()].map(({ id, display_name }) => [display_name, id]))
  const rows = await deedsIn(read, monthOf(one))
  return telling.tellArguesMost(
    ranked(
      rows.flatMap(({ text }) => byName.get(ARGUED.exec(text)?.[1] ?? '') ?? []),
      one,
    ),
  )
}

const GOOD_DEED = /^(?:Managed at last|Won “|Made it up|Saw .+ taken up|Won a game|Settled|Met)\b/u
const BAD_DEED =
  /^(?:Fell out|Waited for|Let|Saw .+ come to nothing|Gave up|Came in behind|Lost a game|Would not agree|Argued)\b/u

/** The worst or best of a time, by the order of kinds above. */
async function highlight(read: Read, one: LifeQuestion): Promise<Telling> {
  const { question, context } = one
  const { mood } = question.detail
  const pattern = mood === 'bad' ? BAD_DEED : GOOD_DEED
  const kinds = pattern.source.slice(4, -3).split('|')
  const from =
    question.time === null
      ? context.at - (mood === 'bad' ? REMEMBERED_MS / 2 : REMEMBERED_MS)
      : Math.min(question.time.from, context.at - DAY_MS)
  const span = { ...monthOf(one), from }
  const found = (await deedsIn(read, span)).flatMap(({ text, created_at }) => {
    const clause = pattern.test(text) ? telling.clauseOfEpisode(text) : null
    const rank = kinds.findIndex((kind) => new RegExp(`^${kind}`, 'u').test(text))
    return clause === null ? [] : [{ clause, at: created_at, rank }]
  })
  const best = found.sort((a, b) => a.rank - b.rank || b.at - a.at).slice(0, 1)
  return telling.tellHighlight(best, mood, context.at)
}

type ConductVerbs = Readonly<Record<string, readonly string[]>>
const CONDUCT_VERBS: ConductVerbs = {
  thanks: ['thanked'],
  praise: ['praised'],
  insult: ['insulted', 'mocked'],
  apology: ['apologised to'],
  silence: ['did not answer'],
  letdown: ['let down'],
  help: ['helped'],
  kindness: ['helped', 'praised', 'thanked'],
}

const DEED =
  /^(?<doer>.+?) (?<verb>thanked|praised|insulted|mocked|apologised to|did not answer|let down|helped) (?<whom>.+?)(?: (?:under|in|at|for) .*)?[.]?$/u

/** What the resident did to others, or they to it. Letters are private. */
async function conduct(read: Read, one: LifeQuestion): Promise<Telling | null> {
  const { context, names, question } = one
  const { conduct: kind, isOwnDeed: isOwn } = question.detail
  if (kind === null) return null
  const [otherId] = question.people
  const other = otherId === undefined ? null : names.nameOf(otherId)
  const verbs = CONDUCT_VERBS[kind] ?? []
  const rows = isOwn ? await ownDeeds(read, one) : await deedsToSelf(read, one, verbs)
  let hasPrivate = false
  for (const { text, at, isPrivate } of rows) {
    const { doer = '', verb = '', whom = '' } = DEED.exec(text)?.groups ?? {}
    const name = isOwn ? whom : doer
    const isFound = verbs.includes(verb) && (other === null || name === other)
    if (isFound && isPrivate && other !== null) return telling.tellPrivateDeed(other)
    if (isFound && !isPrivate && !text.includes(' letter'))
      return telling.tellConduct({ conduct: kind, isOwn, name: other }, { verb, name, at }, context.at)
    hasPrivate ||= isFound
  }
  // A deed in a letter is neither told nor denied.
  if (hasPrivate) return telling.tellIgnorance(context.by)
  return telling.tellConduct({ conduct: kind, isOwn, name: other }, null, context.at)
}

async function deedsToSelf(read: Read, { context: { world, by } }: LifeQuestion, verbs: readonly string[]) {
  const cues = verbs.map((verb) => /(?:not )?(\p{L}+)(?: to)?$/u.exec(verb)?.[1] ?? verb)
  const rows = await Promise.all(cues.map((cue) => deedsByCue(read, world.id, by, cue)))
  return rows
    .flat()
    .filter(({ text }) => / me\b/u.test(text))
    .map(({ text, created_at }) => ({ text, at: created_at, isPrivate: false }))
    .sort((a, b) => b.at - a.at)
}

async function ownDeeds(read: Read, { context: { world, by } }: LifeQuestion) {
  const facts = await ownDeedsOf(read, { worldId: world.id, agentId: by })
  return facts.map(({ text, created_at, audience }) => ({ text, at: created_at, isPrivate: audience !== 'public' }))
}

async function games(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const { people, detail, time, aspect } = one.question
  const [otherId] = people
  const against = otherId === undefined ? null : one.names.nameOf(otherId)
  const isSpan = time?.tense === 'past'
  const played = await gamesOf(read, monthOf(one))
  const all = played.filter(
    (game) =>
      (otherId === undefined || game.otherId === otherId) && (!isSpan || (game.at >= time.from && game.at <= time.to)),
  )
  if (detail.isMost && aspect === 'who' && otherId === undefined) {
    const ofOutcome = all.filter(({ result }) => detail.outcome === null || result === detail.outcome)
    const [most] = ranked(
      ofOutcome.map((game) => game.otherId),
      one,
    )
    return telling.tellMostPlayed(most ?? null, detail.outcome)
  }
  const count = (result: string): number => all.filter((game) => game.result === result).length
  if (detail.isRecord)
    return telling.tellRecord({ won: count('won'), lost: count('lost'), drawn: count('drawn') }, against)
  const gameOf = ({ otherId: id, placeId, ...game }: PlayedGame) => ({
    ...game,
    opponent: one.names.nameOf(id) || 'a visitor',
    place: labelOf(one, placeId),
  })
  const { outcome } = detail
  if (outcome !== null && (otherId === undefined || aspect === 'when')) {
    const found = all.find(({ result }) => result === outcome)
    return telling.tellOutcome(outcome, found === undefined ? null : gameOf(found), {
      now: at,
      against,
      label: isSpan ? time.label : 'lately',
    })
  }
  const [found] = all
  if (found === undefined && against !== null && time === null) {
    const old = await gameByCue(read, one, against)
    if (old !== null) return telling.tellHighlight([old], null, at)
  }
  const running = found === undefined ? await opponentNow(read, world.id, by) : null
  return telling.tellGame(found === undefined ? null : gameOf(found), {
    now: at,
    against,
    // The last with somebody, or the last of all.
    isLatest: found === played[0] || (!isSpan && otherId !== undefined),
    running:
      running === null || (otherId !== undefined && running !== otherId)
        ? null
        : one.names.nameOf(running) || 'a visitor',
  })
}

/** A game with somebody that is longer ago than a month. */
async function gameByCue(read: Read, { context: { world, by } }: LifeQuestion, name: string) {
  const cue = name.split(' ').at(-1)?.toLowerCase() ?? ''
  for (const { text, created_at } of await deedsByCue(read, world.id, by, cue)) {
    const clause =
      /^(?:Won|Lost|Drew) a (?:game|match)/u.test(text) && text.includes(name) ? telling.clauseOfEpisode(text) : null
    if (clause !== null) return { clause, at: created_at }
  }
  return null
}

/** What the bio says of debts, in the first person; null if it says nothing. */
function debtInBio({ names, context: { by } }: LifeQuestion): string | null {
  const bio = names.residents.get(by)?.bio ?? ''
  const sentence = bio.split(/(?<=\.) /u).find((one) => /^Owes\b/u.test(one))
  return sentence === undefined ? null : sentence.replace(/^Owes\b/u, 'I owe').replace(/\bis owed\b/u, 'am owed')
}

async function owes(read: Read, one: LifeQuestion): Promise<Telling> {
  const bio = debtInBio(one)
  if (bio !== null) return one.question.people.length === 0 ? [bio] : telling.tellIgnorance(one.context.by)
  const { by, at } = one.context
  const isOwed = one.question.detail.isOwed
  const rows = await promisesIn(read, { ...monthOf(one), from: at, to: at + REMEMBERED_MS })
  const [otherId] = one.question.people
  const open = rows.findLast(
    ({ status, maker_id, other_id }) =>
      status === 'open' && (otherId === undefined || maker_id === otherId || other_id === otherId),
  )
  const name = open === undefined ? '' : one.names.nameOf(open.maker_id === by ? open.other_id : open.maker_id)
  const place = open === undefined ? null : labelOf(one, open.place_id)
  return telling.tellOwes(name === '' || place === null ? null : { name, place, at: open!.at }, isOwed, at)
}

/** Quarrels that ended. */
const MADE_PEACE = /^(?:Made it up|Settled|Agreed to differ)\b/u
const PEACE = /^(?:Made it up|Settled|Agreed to differ|Was talked round|Fell out|Would not agree)\b/u

const endOf = (deed: string): 'quarrel' | 'truce' => (/^(?:Fell out|Would not)/u.test(deed) ? 'quarrel' : 'truce')

async function madeUp(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const [otherId = ''] = one.question.people
  const name = one.names.nameOf(otherId)
  const isPeace = name === '' ? MADE_PEACE : PEACE
  const found = (await deedsIn(read, monthOf(one))).find(({ text }) => isPeace.test(text) && text.includes(name))
  const clause = found === undefined ? null : telling.clauseOfEpisode(found.text)
  if (name === '')
    return clause === null
      ? ['I have not had to make peace with anybody lately.']
      : telling.tellHighlight([{ clause, at: found!.created_at }], null, at)
  const tie = await tieWith(read, world.id, by, otherId)
  const deed = clause === null ? null : { clause, at: found!.created_at }
  const end = found === undefined ? null : /^(?:Made it up|Settled)/u.test(found.text) ? 'peace' : endOf(found.text)
  return telling.tellMadeUp(name, { deed, end, isRival: tie?.type === 'rival' }, at)
}

async function walked(read: Read, one: LifeQuestion): Promise<Telling> {
  const { at } = one.context
  const { time } = one.question
  const from = time?.from ?? Math.floor(at / DAY_MS) * DAY_MS
  const rows = await walksIn(read, { ...monthOf(one), from, to: time?.to ?? at })
  return telling.tellWalked(
    time?.label ?? 'today',
    Math.round(rows.reduce((sum, { meters }) => sum + meters, 0) / 10) * 10,
  )
}

/** The latest opinion that the resident wrote. */
const latestStance = prepare<{ world: string; agent: string }, StanceRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .select(STANCE_COLUMNS)
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('side', 'in', [literal('for'), literal('against')])
    .orderBy('created_at', 'desc')
    .limit(literal(8)),
)

async function beliefs(read: Read, { context: { world, by, at } }: LifeQuestion): Promise<Telling | null> {
  for (const { issue, side, reason } of await read.all(latestStance, { world: world.id, agent: by })) {
    const answer = telling.tellStance(by, { issue, side: side as 'for', reason, changed: null }, at)
    if (answer !== null) return answer
  }
  return null
}

// ── Promises ──

/** Whether a place is one that the question names; always if it names none. */
const isAtPlace = (placeId: string | null, { question: { places } }: LifeQuestion): boolean =>
  places.length === 0 || (placeId !== null && places.includes(placeId))

/** The last promise that another resident broke. */
export async function letdownOf(read: Read, one: LifeQuestion, otherId: string | null) {
  const { by } = one.context
  const found = (await promisesIn(read, monthOf(one))).find(
    ({ maker_id, other_id, status, at, place_id }) =>
      isInTime(at, one.question.time) &&
      isAtPlace(place_id, one) &&
      ((status === 'broken_by_other' && maker_id === by && (otherId === null || other_id === otherId)) ||
        (status === 'broken_by_maker' && other_id === by && (otherId === null || maker_id === otherId))),
  )
  if (found === undefined) return null
  const name = one.names.nameOf(found.maker_id === by ? found.other_id : found.maker_id)
  const place = labelOf(one, found.place_id)
  return name === '' || place === null ? null : { name, place, at: found.at }
}

async function plans(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const { time, people, plainText } = one.question
  const isOfGame = /\b(?:chess|game)\b/u.test(plainText)
  const isAhead = time !== null && time.to > at && time.tense !== 'lately' && time.tense !== 'now'
  const span = {
    world: world.id,
    agent: by,
    from: isAhead ? Math.max(at, time.from) : at,
    to: isAhead ? time.to : at + 7 * DAY_MS,
  }
  const rows = (await promisesIn(read, span)).reverse().flatMap((row) => {
    const otherId = row.maker_id === by ? row.other_id : row.maker_id
    const name = one.names.nameOf(otherId)
    const place = labelOf(one, row.place_id)
    if (row.status !== 'open' || name === '' || place === null) return []
    if ((isOfGame && row.kind !== 'game') || !isAtPlace(row.place_id, one)) return []
    return people.length > 0 && !people.includes(otherId) ? [] : [{ name, place, at: row.at, kind: row.kind }]
  })
  // There may be other plans than at that place.
  if (rows.length === 0 && one.question.places.length > 0) return telling.tellIgnorance(by)
  return telling.tellPlans(rows.slice(0, 2), isAhead ? time.label : null, at)
}

async function promised(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const span = { world: world.id, agent: by, from: at - REMEMBERED_MS, to: at + 7 * DAY_MS }
  const { time, aspect, plainText } = one.question
  const isOfKeeping = aspect === 'whether' && /\bke(?:ep|pt)\b/u.test(plainText)
  const [otherId] = one.question.people
  for (const row of await promisesIn(read, span)) {
    const other = row.maker_id === by ? row.other_id : row.maker_id
    const name = one.names.nameOf(other)
    const place = labelOf(one, row.place_id)
    if (name === '' || place === null || (otherId !== undefined && other !== otherId)) continue
    if (!isInTime(row.at, time) && !isInTime(row.created_at, time)) continue
    const ownFault = row.status === (row.maker_id === by ? 'broken_by_maker' : 'broken_by_other')
    const outcome = OUTCOMES[row.status] ?? (row.status.startsWith('broken') ? (ownFault ? 'broken' : 'failed') : null)
    if (outcome === null) continue
    const outcomeTelling = telling.tellPromise({ name, place, at: row.at, kind: row.kind, outcome }, at)
    if (outcome === 'open' || !isOfKeeping) return outcomeTelling
    return [`${outcome === 'broken' ? 'No' : 'Yes'}: ${outcomeTelling[0].replace(/^My/u, 'my')}`]
  }
  return telling.tellPromise(null, at)
}

const OUTCOMES: Readonly<Record<string, 'kept' | 'open'>> = { kept: 'kept', open: 'open' }

async function ownFailure(read: Read, one: LifeQuestion): Promise<Telling> {
  const { by, at } = one.context
  const { time, aspect, people } = one.question
  const broken = (await promisesIn(read, monthOf(one))).flatMap((row) => {
    const otherId = row.maker_id === by ? row.other_id : row.maker_id
    const [name, place] = [one.names.nameOf(otherId), labelOf(one, row.place_id)]
    const isOwn = row.status === (row.maker_id === by ? 'broken_by_maker' : 'broken_by_other')
    if (!isOwn || name === '' || place === null || !isInTime(row.at, time) || !isAtPlace(row.place_id, one)) return []
    return people.length > 0 && !people.includes(otherId) ? [] : [{ name, place, at: row.at }]
  })
  const label = aspect === 'many' && time === null ? 'in the last month' : timeLabel(time)
  return telling.tellOwnFailures(broken, { count: aspect === 'many' ? broken.length : null, label, now: at })
}

/** Whether something happened at the time that a question names; without one, always. */
const isInTime = (then: number, time: LifeQuestion['question']['time']): boolean =>
  time === null || time.tense === 'now' || time.tense === 'future' || (then >= time.from && then <= time.to)

const timeLabel = (time: LifeQuestion['question']['time']): string =>
  time === null || time.tense === 'now' || time.tense === 'future' ? 'lately' : time.label

async function letdown(read: Read, one: LifeQuestion): Promise<Telling> {
  const { people, time, aspect } = one.question
  const [otherId = null] = people
  const found = await letdownOf(read, one, otherId)
  return telling.tellLetdown(found, {
    name: otherId === null ? null : one.names.nameOf(otherId),
    now: one.context.at,
    label: timeLabel(time),
    isAsked: aspect === 'whether',
  })
}

/** Answers by intent. */
const COUNTED: Readonly<Record<string, (read: Read, one: LifeQuestion) => Promise<Telling | null>>> = {
  meetsMost,
  lastMet,
  arguesMost,
  highlight,
  conduct,
  games,
  owes,
  madeUp,
  walked,
  beliefs,
  plans,
  promised,
  brokenToYou: letdown,
  brokenByYou: ownFailure,
}

/** The answer to an intent that counts rows; null for other intents. */
export const countedAnswer = async (read: Read, one: LifeQuestion): Promise<Telling | null> =>
  (await COUNTED[one.question.intent]?.(read, one)) ?? null
