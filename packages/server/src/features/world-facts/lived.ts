// Rows of a resident's life that answer questions, and answers that count them: meetings, games, deeds, walks, debts.
import { type Telling, telling } from '@agent-network/voice'
import { DAY_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { ownDeedsOf } from '../../stores/minds/knowledge.ts'
import { type LifeQuestion, labelOf } from './questions.ts'

/** How far back most questions look. */
export const REMEMBERED_MS = 30 * DAY_MS

type Span = {
  world: string
  agent: string
  from: number
  to: number
}

type MetRow = { encounter_id: string; joined_at: number | null; agent_id: string; destination_id: string }

const metWith = prepare<Span, MetRow>((sql, param) =>
  sql
    .selectFrom('encounter_participants as own')
    .innerJoin('encounter_participants as p', (j) =>
      j.onRef('p.world_id', '=', 'own.world_id').onRef('p.encounter_id', '=', 'own.encounter_id'),
    )
    .innerJoin('encounters as e', (j) =>
      j.onRef('e.world_id', '=', 'own.world_id').onRef('e.id', '=', 'own.encounter_id'),
    )
    .select(['own.encounter_id', 'own.joined_at', 'p.agent_id', 'e.destination_id'])
    .where('own.world_id', '=', param('world'))
    .where('own.agent_id', '=', param('agent'))
    .where('own.joined_at', '>=', param('from'))
    .where('own.joined_at', '<=', param('to'))
    .where('p.joined_at', 'is not', null)
    .whereRef('p.agent_id', '<>', 'own.agent_id')
    .orderBy('own.joined_at', 'desc')
    .orderBy('own.encounter_id')
    .orderBy('p.agent_id')
    .limit(literal(400)),
)

export interface MeetingRow {
  readonly at: number
  readonly placeId: string
  readonly otherIds: readonly string[]
}

/** Conversations of a resident in a time span, latest first. */
export async function meetingsOf(read: Read, span: Span): Promise<MeetingRow[]> {
  const meetings = new Map<string, { at: number; placeId: string; otherIds: string[] }>()
  for (const { encounter_id, joined_at, agent_id, destination_id } of await read.all(metWith, span)) {
    const meeting = meetings.get(encounter_id) ?? { at: joined_at ?? 0, placeId: destination_id, otherIds: [] }
    meeting.otherIds.push(agent_id)
    meetings.set(encounter_id, meeting)
  }
  return [...meetings.values()]
}

type GameRow = Pick<
  Tables['games'],
  'white_agent_id' | 'black_agent_id' | 'destination_id' | 'result' | 'updated_at' | 'status'
>
const GAME_COLUMNS = ['white_agent_id', 'black_agent_id', 'destination_id', 'result', 'updated_at', 'status'] as const
const finishedAs = (role: 'white_agent_id' | 'black_agent_id') =>
  prepare<{ world: string; agent: string; from: number }, GameRow>((sql, param) =>
    sql
      .selectFrom('games')
      .select(GAME_COLUMNS)
      .where('world_id', '=', param('world'))
      .where(role, '=', param('agent'))
      .where('status', '=', literal('finished'))
      .where('updated_at', '>', param('from'))
      .orderBy('updated_at', 'desc')
      .limit(literal(150)),
  )
const finishedAsWhite = finishedAs('white_agent_id')
const finishedAsBlack = finishedAs('black_agent_id')
const runningAs = (role: 'white_agent_id' | 'black_agent_id') =>
  prepare<{ world: string; agent: string }, GameRow>((sql, param) =>
    sql
      .selectFrom('games')
      .select(GAME_COLUMNS)
      .where('world_id', '=', param('world'))
      .where(role, '=', param('agent'))
      .where('status', '<>', literal('finished'))
      .limit(literal(2)),
  )
const runningAsWhite = runningAs('white_agent_id')
const runningAsBlack = runningAs('black_agent_id')

export interface PlayedGame {
  readonly otherId: string
  readonly placeId: string | null
  readonly at: number
  readonly result: 'won' | 'lost' | 'drawn'
}

/** Finished games of the last month, latest first. */
export async function gamesOf(read: Read, { world, agent, to }: Omit<Span, 'from'>): Promise<PlayedGame[]> {
  const of = { world, agent, from: to - REMEMBERED_MS }
  const rows = [...(await read.all(finishedAsWhite, of)), ...(await read.all(finishedAsBlack, of))]
  return rows
    .sort((a, b) => b.updated_at - a.updated_at)
    .map(({ white_agent_id, black_agent_id, destination_id, result, updated_at }) => {
      const isWhite = white_agent_id === agent
      const won = result === (isWhite ? 'white_won' : 'black_won')
      const isDrawn = result === 'draw' || result === null
      return {
        otherId: isWhite ? black_agent_id : white_agent_id,
        placeId: destination_id,
        at: updated_at,
        result: isDrawn ? 'drawn' : won ? 'won' : 'lost',
      }
    })
}

/** The opponent of a game in progress; null without one. */
export async function opponentNow(read: Read, world: string, agent: string): Promise<string | null> {
  const [white] = await read.all(runningAsWhite, { world, agent })
  if (white !== undefined) return white.black_agent_id
  const [black] = await read.all(runningAsBlack, { world, agent })
  return black?.white_agent_id ?? null
}

type PromiseRow = Tables['promises']
const promisesAs = (role: 'maker_id' | 'other_id') =>
  prepare<Span, PromiseRow>((sql, param) =>
    sql
      .selectFrom('promises')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where(role, '=', param('agent'))
      .where('at', '>=', param('from'))
      .where('at', '<=', param('to'))
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(literal(60)),
  )
const promisesAsMaker = promisesAs('maker_id')
const promisesAsOther = promisesAs('other_id')

/** Promises of a resident in a time span, latest first, as either party. */
export async function promisesIn(read: Read, span: Span): Promise<PromiseRow[]> {
  const rows = [...(await read.all(promisesAsMaker, span)), ...(await read.all(promisesAsOther, span))]
  return rows.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
}

type WalkRow = Pick<Tables['journeys'], 'destination_id' | 'arrive_at' | 'dwell_until' | 'depart_at' | 'meters'>
const walks = prepare<Span, WalkRow>((sql, param) =>
  sql
    .selectFrom('journeys')
    .select(['destination_id', 'arrive_at', 'dwell_until', 'depart_at', 'meters'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('depart_at', '>=', param('from'))
    .where('depart_at', '<=', param('to'))
    .orderBy('depart_at', 'desc')
    .limit(literal(400)),
)
/** Walks of a resident in a time span, latest first. */
export const walksIn = (read: Read, span: Span): Promise<WalkRow[]> => read.all(walks, span)

const deeds = prepare<Span, { text: string; importance: number; created_at: number }>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select(['text', 'importance', 'created_at'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('private', '=', literal(0))
    .where('surface', '=', literal('world'))
    .where('created_at', '>=', param('from'))
    .where('created_at', '<=', param('to'))
    // Only episodes built from public names and labels are their own gist.
    .whereRef('gist', '=', 'text')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(60)),
)
/** Public episodes of a resident in a time span, latest first. */
export const deedsIn = (read: Read, span: Span) => read.all(deeds, span)

const recalledDeeds = prepare<
  { world: string; agent: string; cue: string },
  { text: string; importance: number; created_at: number }
>((sql, param) =>
  sql
    .selectFrom('episode_cues as c')
    .innerJoin('episodes as e', (j) => j.onRef('e.world_id', '=', 'c.world_id').onRef('e.id', '=', 'c.episode_id'))
    .select(['e.text', 'e.importance', 'e.created_at'])
    .where('c.world_id', '=', param('world'))
    .where('c.agent_id', '=', param('agent'))
    .where('c.cue', '=', param('cue'))
    .where('e.private', '=', literal(0))
    .where('e.surface', '=', literal('world'))
    .whereRef('e.gist', '=', 'e.text')
    .orderBy('c.created_at', 'desc')
    .orderBy('c.episode_id')
    .limit(literal(12)),
)
/** Public episodes that a word recalls, latest first. */
export const deedsByCue = (read: Read, world: string, agent: string, cue: string) =>
  read.all(recalledDeeds, { world, agent, cue })

const ties = prepare<
  { world: string; agent: string },
  { other_agent_id: string; type: string; affinity: number; display_name: string }
>((sql, param) =>
  sql
    .selectFrom('relationships as r')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.other_agent_id'))
    .select(['r.other_agent_id', 'r.type', 'r.affinity', 'a.display_name'])
    .where('r.world_id', '=', param('world'))
    .where('r.agent_id', '=', param('agent'))
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .where('r.type', 'in', [literal('friend'), literal('ally'), literal('rival'), literal('mentor')])
    .orderBy('r.affinity', 'desc')
    .orderBy('a.id')
    .limit(literal(300)),
)
/** Ties of a resident that have a name, by affinity. */
export const tiesOf = (read: Read, world: string, agent: string) => read.all(ties, { world, agent })

type TieRow = { type: string; affinity: number; trust: number; familiarity: number }
const tieTo = prepare<{ world: string; agent: string; other: string }, TieRow>((sql, param) =>
  sql
    .selectFrom('relationships')
    .select(['type', 'affinity', 'trust', 'familiarity'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('other_agent_id', '=', param('other')),
)
export const tieWith = (read: Read, world: string, agent: string, other: string) =>
  read.first(tieTo, { world, agent, other })

const grudges = prepare<{ world: string; agent: string }, { other_id: string; reason: string; created_at: number }>(
  (sql, param) =>
    sql
      .selectFrom('grudges')
      .select(['other_id', 'reason', 'created_at'])
      .where('world_id', '=', param('world'))
      .where('agent_id', '=', param('agent'))
      .orderBy('created_at', 'desc')
      .limit(literal(20)),
)
export const grudgesOf = (read: Read, world: string, agent: string) => read.all(grudges, { world, agent })

const mood = prepare<{ world: string; agent: string }, { mood: string; reason: string; cause: string | null }>(
  (sql, param) =>
    sql
      .selectFrom('moods as m')
      .leftJoin('lives as l', (j) => j.onRef('l.world_id', '=', 'm.world_id').onRef('l.agent_id', '=', 'm.agent_id'))
      .select(['m.mood', 'm.reason', 'l.cause'])
      .where('m.world_id', '=', param('world'))
      .where('m.agent_id', '=', param('agent')),
)
export const moodRowOf = (read: Read, world: string, agent: string) => read.first(mood, { world, agent })

const latestPost = prepare<
  { world: string; agent: string },
  { text: string; created_at: number; topic: string | null }
>((sql, param) =>
  sql
    .selectFrom('posts as p')
    .leftJoin('topics as t', (j) => j.onRef('t.world_id', '=', 'p.world_id').onRef('t.id', '=', 'p.topic_id'))
    .select(['p.text', 'p.created_at', 't.name as topic'])
    .where('p.world_id', '=', param('world'))
    .where('p.agent_id', '=', param('agent'))
    .where('p.visibility', '=', literal('public'))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(literal(1)),
)
export const latestPostOf = (read: Read, world: string, agent: string) => read.first(latestPost, { world, agent })

const want = prepare<{ world: string; agent: string }, { goal: string; progress: number }>((sql, param) =>
  sql
    .selectFrom('wants')
    .select(['goal', 'progress'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('status', '=', literal('open'))
    .orderBy('created_at', 'desc')
    .limit(literal(1)),
)
export const wantOf = (read: Read, world: string, agent: string) => read.first(want, { world, agent })

type StanceRow = Pick<Tables['plans'], 'issue' | 'side' | 'reason' | 'addressee_id' | 'created_at' | 'move'>
const STANCE_COLUMNS = ['issue', 'side', 'reason', 'addressee_id', 'created_at', 'move'] as const
const stances = prepare<{ world: string; agent: string; issue: string }, StanceRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .select(STANCE_COLUMNS)
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('issue', '=', param('issue'))
    .orderBy('created_at', 'desc')
    .limit(literal(12)),
)
/** What a resident wrote on an issue, latest first. */
export const stancesOn = (read: Read, world: string, agent: string, issue: string) =>
  read.all(stances, { world, agent, issue })

const concessions = prepare<{ world: string; agent: string }, StanceRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .select(STANCE_COLUMNS)
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('move', '=', literal('concede'))
    .orderBy('created_at', 'desc')
    .limit(literal(4)),
)
/** Where a resident was persuaded, latest first. */
export const concessionsOf = (read: Read, world: string, agent: string) => read.all(concessions, { world, agent })

// ── Answers that count rows ──

const monthOf = ({ context: { world, by, at } }: LifeQuestion): Span => ({
  world: world.id,
  agent: by,
  from: at - REMEMBERED_MS,
  to: at,
})

/** Names with their counts, highest first. */
const ranked = (ids: readonly string[], { names }: LifeQuestion): { name: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const id of ids) if (names.nameOf(id) !== '') counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([id, count]) => ({ name: names.nameOf(id), count }))
}

async function meetsMost(read: Read, one: LifeQuestion): Promise<Telling> {
  const met = await meetingsOf(read, monthOf(one))
  return telling.tellMeetsMost(
    ranked(
      met.flatMap(({ otherIds }) => otherIds),
      one,
    ),
  )
}

async function lastMet(read: Read, one: LifeQuestion): Promise<Telling> {
  const [talk] = await meetingsOf(read, monthOf(one))
  const [game] = await gamesOf(read, monthOf(one))
  const isOfTalk = /\b(?:talk\w*|chat\w*|convers\w*|spoken?|speak|sat|sit|word)\b/u.test(one.question.plainText)
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
  for (const { text, at, isPrivate } of rows) {
    const { doer = '', verb = '', whom = '' } = DEED.exec(text)?.groups ?? {}
    const name = isOwn ? whom : doer
    const isFound = verbs.includes(verb) && (other === null || name === other)
    if (isFound && isPrivate && other !== null) return telling.tellPrivateDeed(other)
    if (isFound && !isPrivate && !text.includes(' letter'))
      return telling.tellConduct({ conduct: kind, isOwn, name: other }, { verb, name, at }, context.at)
  }
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
  const all = (await gamesOf(read, monthOf(one))).filter(
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
    return telling.tellOutcome(outcome, found === undefined ? null : gameOf(found), { now: at, against })
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

async function owes(read: Read, one: LifeQuestion): Promise<Telling> {
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

const PEACE = /^(?:Made it up|Settled|Agreed to differ|Was talked round|Fell out|Would not agree)\b/u

async function madeUp(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const [otherId = ''] = one.question.people
  const name = one.names.nameOf(otherId)
  const found = (await deedsIn(read, monthOf(one))).find(({ text }) => PEACE.test(text) && text.includes(name))
  const clause = found === undefined ? null : telling.clauseOfEpisode(found.text)
  const tie = await tieWith(read, world.id, by, otherId)
  return telling.tellMadeUp(
    name,
    { deed: clause === null ? null : { clause, at: found!.created_at }, isRival: tie?.type === 'rival' },
    at,
  )
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
}

/** The answer to an intent that counts rows; null for other intents. */
export const countedAnswer = async (read: Read, one: LifeQuestion): Promise<Telling | null> =>
  (await COUNTED[one.question.intent]?.(read, one)) ?? null
