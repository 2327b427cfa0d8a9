// Company of a resident: who is with it, its games and opponents, visitors at its place, and how a tie has changed.
import { capitalise, type Intent, type Telling, telling } from '@agent-network/voice'
import { DAY_MS, HOUR_MS, utcDay } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import { readTieDays } from '../../stores/minds/reputations.ts'
import { HAPPENINGS } from '../../stores/town/almanac.ts'
import { lastOfKind } from '../../stores/town/happenings.ts'
import { countedAnswer } from './counted.ts'
import {
  deedsIn,
  gamesOf,
  meetingsOf,
  monthOf,
  opponentNow,
  type PlayedGame,
  promisesIn,
  REMEMBERED_MS,
} from './lived.ts'
import type { Recall, TalkQuestion } from './matters.ts'
import { type LifeQuestion, labelOf, namesAt, whereabouts } from './questions.ts'

const { dayPhrase, hourPhrase, listed, placePhrase, times } = telling

const WITH_YOU =
  /\bwho (?:else )?is (?:there |here |around )?(?:with you|near you|here|around)\b|\bwho is there with you\b/

/** Those who are at the place of the resident. */
export async function company(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { world, map, by, at } = one.context
  if (!WITH_YOU.test(one.question.plainText) || map === null) return null
  const found = await whereabouts(read, { worldId: world.id, map, agentId: by }, at)
  if (found === null || found.underway) return ['There is nobody with me just now.']
  const own = one.names.nameOf(by)
  const others = (await namesAt(read, world.id, found.place.id, at)).filter((name) => name !== own)
  const place = placePhrase(found.place.label)
  return [
    others.length === 0
      ? `There is nobody with me at ${place} just now.`
      : `With me at ${place} just now: ${listed(others)}.`,
  ]
}

/** The span of the last happening of the kind that a question names. */
export async function timeOfHappening(read: Read, { context: { world, at }, question: { happening } }: LifeQuestion) {
  const kind = HAPPENINGS.find((candidate) => candidate === happening)
  const last = kind === undefined ? undefined : await lastOfKind(read, world.id, kind, at)
  if (last === undefined) return null
  return { from: last.starts_at, to: last.ends_at, label: `during ${last.name}`, point: last.starts_at + HOUR_MS }
}

export async function met(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const { places, aspect } = one.question
  const days = places.length > 0 ? 30 : 3
  const time = (await timeOfHappening(read, one)) ??
    one.question.time ?? { from: at - days * DAY_MS, to: at, label: 'lately' }
  const span = { world: world.id, agent: by, from: time.from, to: time.to }
  const talks = (await meetingsOf(read, span)).map(({ otherIds, placeId, at: metAt }) => ({ otherIds, placeId, metAt }))
  const played = (await gamesOf(read, span))
    .filter((game) => game.at >= time.from && game.at <= time.to)
    .map((game) => ({ otherIds: [game.otherId], placeId: game.placeId ?? '', metAt: game.at }))
  const keptPromises = (await promisesIn(read, span))
    .filter(({ status }) => status === 'kept')
    .map((row) => ({
      otherIds: [row.maker_id === by ? row.other_id : row.maker_id],
      placeId: row.place_id,
      metAt: row.at,
    }))
  const opponent = time.to >= at ? await opponentNow(read, world.id, by) : null
  const playing = opponent === null ? [] : [{ otherIds: [opponent], placeId: '', metAt: at }]
  const people = new Set<string>()
  const meetings = [...talks, ...keptPromises, ...played, ...playing]
    .filter(({ placeId }) => places.length === 0 || places.includes(placeId))
    .sort((a, b) => (places.length > 0 ? b.metAt - a.metAt : a.metAt - b.metAt))
    .flatMap(({ otherIds, placeId }) => {
      const others = otherIds.filter((id) => !people.has(id) && one.names.nameOf(id) !== '')
      for (const id of others) people.add(id)
      return others.length === 0
        ? []
        : [{ names: others.map((id) => one.names.nameOf(id)), place: labelOf(one, placeId) }]
    })
  const only = places.length === 0 ? null : labelOf(one, places[0]!)
  return telling.tellMeetings(time.label, meetings.slice(0, 3), { count: aspect === 'many' ? people.size : null, only })
}

/** The last meeting with another resident: a conversation, or a promise that both kept. */
export async function lastMeeting(read: Read, one: LifeQuestion, otherId: string, to = one.context.at) {
  const span = { ...monthOf(one), to }
  const talk = (await meetingsOf(read, span)).find(({ otherIds }) => otherIds.includes(otherId))
  const game = (await gamesOf(read, span)).find((played) => played.otherId === otherId)
  const promise = (await promisesIn(read, span)).find(
    ({ status, maker_id, other_id }) => status === 'kept' && (maker_id === otherId || other_id === otherId),
  )
  const all = [
    ...(talk === undefined ? [] : [{ at: talk.at, place: labelOf(one, talk.placeId) }]),
    ...(game === undefined ? [] : [{ at: game.at, place: labelOf(one, game.placeId) }]),
    ...(promise === undefined ? [] : [{ at: promise.at, place: labelOf(one, promise.place_id) }]),
  ]
  return all.sort((a, b) => b.at - a.at)[0] ?? null
}

/** Meetings from which on they are a reason to like somebody. */
const MANY_MEETINGS = 3

/** What speaks for somebody: promises kept, or many meetings. */
export async function reasonToLike(read: Read, one: LifeQuestion, otherId: string): Promise<string | null> {
  const { by } = one.context
  const span = monthOf(one)
  const keptCount = (await promisesIn(read, span)).filter(
    ({ status, maker_id, other_id }) =>
      status === 'kept' && (maker_id === otherId || (maker_id === by && other_id === otherId)),
  ).length
  if (keptCount > 0) return telling.promisesKept(one.names.nameOf(otherId), keptCount)
  const met = (await meetingsOf(read, span)).filter(({ otherIds }) => otherIds.includes(otherId)).length
  const games = (await gamesOf(read, span)).filter((game) => game.otherId === otherId).length
  return met + games < MANY_MEETINGS ? null : `We have met ${telling.times(met + games)} in the last month.`
}

const QUARRELLED = /^(?:Argued|Fell out|Would not agree)/u
const QUARREL_DAYS = 4

/** The last argument of these days, which makes nobody a rival. */
export async function recentQuarrel(read: Read, one: LifeQuestion) {
  const span = { ...monthOf(one), from: one.context.at - QUARREL_DAYS * DAY_MS }
  const found = (await deedsIn(read, span)).find(({ text }) => QUARRELLED.test(text))
  const clause = found === undefined ? null : telling.clauseOfEpisode(found.text)
  return clause === null ? null : { clause, at: found!.created_at }
}

// ── Games ──

/** Games of the month, or of the span that a question names. */
async function gamesThen(read: Read, { context: { world, by, at }, question: { time } }: LifeQuestion) {
  const games = await gamesOf(read, { world: world.id, agent: by, to: at })
  return games.filter((game) => time?.tense !== 'past' || (game.at >= time.from && game.at <= time.to))
}

const spanOf = ({ question: { time } }: LifeQuestion): string =>
  time?.tense === 'past' ? time.label : 'in the last month'

const opponentsOf = ({ names }: LifeQuestion, games: readonly PlayedGame[]): string[] =>
  games.map(({ otherId }) => names.nameOf(otherId)).filter((name) => name !== '')

/** Against whom the resident plays most. */
const playsMost: Recall = async (read, { one }) => {
  const span = spanOf(one)
  const excluded = one.question.people.map((id) => one.names.nameOf(id))
  const opponents = opponentsOf(one, await gamesThen(read, one)).filter((name) => !excluded.includes(name))
  const most = telling.tellMost(
    opponents,
    (name, count) =>
      `I play chess with ${name} most often: ${count === 1 ? 'one game' : `${telling.counted(count)} games`} ${span}.`,
  )
  return most ?? [`I have played no game of chess ${span}.`]
}

const OF_OWN_WINS = /\byou (?:\w+ )?(?:beat|win|defeat|won|beaten)\b/

/** Who beats the resident most, or whom it beats most. */
const beatsMost: Recall = async (read, { one }) => {
  const span = spanOf(one)
  const isOwn = OF_OWN_WINS.test(one.question.plainText)
  const games = (await gamesThen(read, one)).filter(({ result }) => result === (isOwn ? 'won' : 'lost'))
  const most = telling.tellMost(opponentsOf(one, games), (name, count) =>
    isOwn
      ? `I beat ${name} most often: ${times(count)} ${span}.`
      : `${name} beats me most often: ${times(count)} ${span}.`,
  )
  return most ?? [isOwn ? `I have won no game of chess ${span}.` : `Nobody has beaten me at chess ${span}.`]
}

/** Where the resident plays most. */
const playsWhere: Recall = async (read, { one }) => {
  const span = spanOf(one)
  const places = (await gamesThen(read, one)).flatMap(({ placeId }) => labelOf(one, placeId) ?? [])
  const most = telling.tellMost(
    places.map(placePhrase),
    (place, count) =>
      `I play most often at ${place}: ${count === 1 ? 'one game' : `${telling.counted(count)} games`} ${span}.`,
  )
  return most ?? [`I have played no game of chess ${span}.`]
}

/** How the last game ended, after how many moves. */
const gameEnd: Recall = async (read, { one }) => {
  const [otherId] = one.question.people
  const { outcome } = one.question.detail
  const games = await gamesThen(read, one)
  const last = games.find(
    (game) => (otherId === undefined || game.otherId === otherId) && (outcome === null || game.result === outcome),
  )
  const span = spanOf(one)
  if (last === undefined) return [`I have played no game of chess ${span}.`]
  const name = one.names.nameOf(last.otherId) || 'a visitor'
  const moves = Math.ceil(last.ply / 2)
  const after = moves === 1 ? 'after one move' : `after ${telling.counted(moves)} moves`
  const loser = last.result === 'won' ? name : 'me'
  const ending =
    last.result === 'drawn'
      ? `was a draw ${after}`
      : last.ending === 'checkmate'
        ? `ended with checkmate against ${loser} ${after}`
        : last.ending === 'resignation'
          ? `ended ${after}, when ${last.result === 'won' ? name : 'I'} resigned`
          : `ended ${after}; ${last.result === 'won' ? 'I' : name} won`
  const isLatest = last === games[0] && one.question.time?.tense !== 'past'
  return [`My ${isLatest ? 'last ' : ''}game, ${dayPhrase(last.at, one.context.at)} against ${name}, ${ending}.`]
}

/** Whether the resident is at a game. */
const gameNow: Recall = async (read, { one }) => {
  const opponent = await opponentNow(read, one.context.world.id, one.context.by)
  if (opponent === null) return ['I am playing nobody just now.']
  return [`I have a game of chess going with ${one.names.nameOf(opponent) || 'a visitor'} just now.`]
}

/** A game that is promised and not played yet. */
const owedGames: Recall = async (read, { one }) => {
  const { world, by, at } = one.context
  const rows = await promisesIn(read, { world: world.id, agent: by, from: at, to: at + 7 * DAY_MS })
  const open = rows.findLast(({ status, kind }) => status === 'open' && kind === 'game')
  if (open === undefined) return ['I owe nobody a game that I know of.']
  const name = one.names.nameOf(open.maker_id === by ? open.other_id : open.maker_id) || 'a visitor'
  return [`I have promised ${name} a game, ${dayPhrase(open.at, at)} at ${hourPhrase(open.at)}.`]
}

const GAMES_IN =
  /\bhow many (?:\w+ ){0,2}(?:games|matches)\b|\bgames (?:did|have) you\b|\bhow (?:did|have) your games\b|\bwho have you played\b|\b(?:did|have) you (?:play|played) (?:chess|any(?:body|one)?|some(?:body|one)|against)\b/

const OPPONENTS_NAMED = 6

/** Games against anybody in the span that a question names. */
export async function gamesIn(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, people, time } = one.question
  if (people.length > 0 || time?.tense !== 'past' || !GAMES_IN.test(plainText) || !/\byou\b/.test(plainText))
    return null
  const { world, by, at } = one.context
  const played = (await gamesOf(read, { world: world.id, agent: by, to: at })).filter(
    (game) => game.at >= time.from && game.at <= time.to,
  )
  if (played.length === 0) return [`I have played no game of chess ${time.label}.`]
  const count = (result: string): number => played.filter((game) => game.result === result).length
  const [only] = played
  if (only !== undefined && played.length === 1)
    return [`${capitalise(time.label)} ${ONE_GAME[only.result]} ${one.names.nameOf(only.otherId) || 'a visitor'}.`]
  if (one.question.aspect === 'who') {
    const names = [...new Set(opponentsOf(one, played))]
    const others = names.length > OPPONENTS_NAMED ? ', and others' : ''
    return [`${capitalise(time.label)} I played chess with ${listed(names.slice(0, OPPONENTS_NAMED))}${others}.`]
  }
  const results = (['won', 'lost', 'drew'] as const).flatMap((verb) => {
    const n = count(verb === 'drew' ? 'drawn' : verb)
    return n === 0 ? [] : [`${verb} ${n === played.length ? (n === 2 ? 'both' : 'all') : telling.counted(n)}`]
  })
  return [`${capitalise(time.label)} I played ${telling.counted(played.length)} games of chess: I ${listed(results)}.`]
}

const BEATEN =
  /\byou (?:ever |really |actually )?(?:beat|beaten|defeat(?:ed)?|win against|won against) <person>|\b(?:ever|yet) (?:beat|beaten|won against) <person>/
const ONE_GAME = {
  won: 'I won a game of chess against',
  lost: 'I lost a game of chess to',
  drawn: 'I drew a game of chess with',
} as const

const SCORE =
  /\b(?:score|tally|record) (?:between you and|against|with|versus) <person>|\bhow do you and <person> stand at chess\b/
const AT_BOARD = /\bat the (?:board|chessboard)\b/
/** A question for one game of several. */
const OF_ONE_GAME = /\b(?:last|latest|first|longest|shortest)\b/
/** Aspects that all games of a span answer together. */
const OF_ALL_GAMES: ReadonlySet<string> = new Set(['how', 'who', 'whether', 'tell', 'what'])

/** Games with somebody in the span that a question names, or whether one was ever won. */
export async function gamesWith(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, people, time } = one.question
  const [otherId] = people
  const isSpan = time?.tense === 'past'
  if (otherId !== undefined && SCORE.test(plainText) && !isSpan)
    return countedAnswer(read, {
      ...one,
      question: { ...one.question, intent: 'games', detail: { ...one.question.detail, isRecord: true } },
    })
  const isEver = /\b(?:ever|yet)\b/.test(plainText) && BEATEN.test(plainText)
  const isOfAll =
    one.question.intent === 'games' && OF_ALL_GAMES.has(one.question.aspect) && !OF_ONE_GAME.test(plainText)
  const isOfSpan = isSpan && (BEATEN.test(plainText) || AT_BOARD.test(plainText) || isOfAll)
  if (otherId === undefined || !(isEver || isOfSpan)) return null
  const { world, by, at } = one.context
  const name = one.names.nameOf(otherId)
  const all = (await gamesOf(read, { world: world.id, agent: by, to: at })).filter((game) => game.otherId === otherId)
  if (isEver) {
    const won = all.filter(({ result }) => result === 'won')
    if (won.length === 0) return [`No, I have not beaten ${name} in the last month.`]
    const times = telling.times(won.length)
    return [`Yes, I have beaten ${name} ${times} in the last month, last ${dayPhrase(won[0]!.at, at)}.`]
  }
  // A night lasts until the morning.
  const until = /night|evening/u.test(time!.label) ? time!.to + 6 * HOUR_MS : time!.to
  const played = all.filter((game) => game.at >= time!.from && game.at <= until)
  if (played.length === 0) return [`I did not play ${name} ${time!.label}.`]
  // The answer to one game names its place.
  if (isOfAll && played.length === 1) return null
  const count = (result: string): number => played.filter((game) => game.result === result).length
  const drawn = count('drawn') === 0 ? '' : `, and ${count('drawn') === 1 ? 'one was' : `${count('drawn')} were`} drawn`
  const [only] = played
  if (only !== undefined && played.length === 1) return [`${capitalise(time!.label)} ${ONE_GAME[only.result]} ${name}.`]
  const games = `${played.length} games`
  return [
    `${capitalise(time!.label)} I won ${count('won')} and lost ${count('lost')} of ${games} of chess against ${name}${drawn}.`,
  ]
}

// ── Visitors ──

const OF_MOST = /\b(?:most(?! recent)|often|usually|regulars?|regularly)\b/

/** Whom the resident met at its place of work, or at the place that a question names. */
const visitors: Recall = async (read, { one }) => {
  const { world, by, at } = one.context
  const placeId = one.question.places[0] ?? one.names.workplace(by)?.id
  const label = labelOf(one, placeId ?? null)
  if (placeId === undefined || label === null) return ['I have no shop or workshop that people come to.']
  const time = one.question.time?.tense === 'past' ? one.question.time : null
  const span = { world: world.id, agent: by, from: time?.from ?? at - REMEMBERED_MS, to: time?.to ?? at }
  const talks = (await meetingsOf(read, span)).map(({ otherIds, placeId: where, at: metAt }) => ({
    otherIds,
    where,
    metAt,
  }))
  const games = (await gamesThen(read, one)).map((game) => ({
    otherIds: [game.otherId],
    where: game.placeId,
    metAt: game.at,
  }))
  const met = [...talks, ...games].filter(({ where }) => where === placeId).sort((a, b) => b.metAt - a.metAt)
  const place = placePhrase(label)
  const when = time?.label ?? 'in the last month'
  const rows = met.flatMap(({ otherIds, metAt }) =>
    otherIds.flatMap((id) => (one.names.nameOf(id) === '' ? [] : [{ name: one.names.nameOf(id), metAt }])),
  )
  if (rows.length === 0) return [`I have met nobody at ${place} ${when}.`]
  if (OF_MOST.test(one.question.plainText))
    return telling.tellMost(
      rows.map(({ name }) => name),
      (name, count) => `At ${place} I meet ${name} most often: ${times(count)} ${when}.`,
    )!
  const latest = new Map(rows.toReversed().map(({ name, metAt }) => [name, metAt]))
  const lines = [...latest]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([name, metAt]) => `${name} ${dayPhrase(metAt, at)}`)
  return [`At ${place} I met ${listed(lines)}.`]
}

// ── Changes of a tie ──

/** A difference of affinity that is felt. */
const FELT = 0.03
const TREND_DAYS = 7

/** Whether the resident likes somebody more or less than a week ago. */
const tieTrend: Recall = async (read, { one }) => {
  const { world, by, at } = one.context
  const [otherId = ''] = one.question.people
  const name = one.names.nameOf(otherId)
  const days = await readTieDays(read, { worldId: world.id, agentId: by, otherId }, utcDay(at) - 2 * TREND_DAYS)
  const weekAgo = new Date(at - TREND_DAYS * DAY_MS).toISOString().slice(0, 10)
  const before = days.findLast(({ date }) => date <= weekAgo)?.affinity ?? days[0]?.affinity
  const now = days.at(-1)?.affinity
  if (before === undefined || now === undefined || Math.abs(now - before) < FELT)
    return [`Nothing much has changed between ${name} and me in the last week.`]
  return [`${name} and I get on ${now > before ? 'better' : 'less well'} than a week ago.`]
}

const OF_COMPANY: Partial<Record<Intent, Recall>> = {
  playsMost,
  beatsMost,
  playsWhere,
  gameEnd,
  gameNow,
  owedGames,
  visitors,
  tieTrend,
}

/** The answer to an intent about games, visitors and ties; null for other intents. */
export const companyAnswer: Recall = async (read, talk) =>
  (await OF_COMPANY[talk.one.question.intent]?.(read, talk)) ?? null
