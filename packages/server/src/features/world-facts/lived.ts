// Rows of a resident's life that answer questions: meetings, games, promises, walks, deeds, ties, moods, wants.
import { DAY_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { LifeQuestion } from './questions.ts'

/** How far back most questions look. */
export const REMEMBERED_MS = 30 * DAY_MS

export type LifeSpan = {
  world: string
  agent: string
  from: number
  to: number
}

/** The last month of the resident who answers. */
export const monthOf = ({ context: { world, by, at } }: LifeQuestion): LifeSpan => ({
  world: world.id,
  agent: by,
  from: at - REMEMBERED_MS,
  to: at,
})

type MetRow = { encounter_id: string; joined_at: number | null; agent_id: string; destination_id: string }

const metWith = prepare<LifeSpan, MetRow>((sql, param) =>
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
export async function meetingsOf(read: Read, span: LifeSpan): Promise<MeetingRow[]> {
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
  'white_agent_id' | 'black_agent_id' | 'destination_id' | 'result' | 'updated_at' | 'status' | 'end_reason' | 'ply'
>
const GAME_COLUMNS = [
  'white_agent_id',
  'black_agent_id',
  'destination_id',
  'result',
  'updated_at',
  'status',
  'end_reason',
  'ply',
] as const
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
  /** How it ended: `checkmate`, `resignation`. */
  readonly ending: string | null
  /** Half moves. */
  readonly ply: number
}

/** Finished games of the last month, latest first. */
export async function gamesOf(read: Read, { world, agent, to }: Omit<LifeSpan, 'from'>): Promise<PlayedGame[]> {
  const of = { world, agent, from: to - REMEMBERED_MS }
  const rows = [...(await read.all(finishedAsWhite, of)), ...(await read.all(finishedAsBlack, of))]
  return rows
    .sort((a, b) => b.updated_at - a.updated_at)
    .map(({ white_agent_id, black_agent_id, destination_id, result, updated_at, end_reason, ply }) => {
      const isWhite = white_agent_id === agent
      const won = result === (isWhite ? 'white_won' : 'black_won')
      const isDrawn = result === 'draw' || result === null
      return {
        otherId: isWhite ? black_agent_id : white_agent_id,
        placeId: destination_id,
        at: updated_at,
        result: isDrawn ? 'drawn' : won ? 'won' : 'lost',
        ending: end_reason,
        ply,
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
  prepare<LifeSpan, PromiseRow>((sql, param) =>
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
export async function promisesIn(read: Read, span: LifeSpan): Promise<PromiseRow[]> {
  const rows = [...(await read.all(promisesAsMaker, span)), ...(await read.all(promisesAsOther, span))]
  return rows.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
}

type WalkRow = Pick<
  Tables['journeys'],
  'destination_id' | 'arrive_at' | 'dwell_until' | 'depart_at' | 'from_label' | 'meters' | 'purpose'
>
const walks = prepare<LifeSpan, WalkRow>((sql, param) =>
  sql
    .selectFrom('journeys')
    .select(['destination_id', 'arrive_at', 'dwell_until', 'depart_at', 'from_label', 'meters', 'purpose'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('depart_at', '>=', param('from'))
    .where('depart_at', '<=', param('to'))
    .orderBy('depart_at', 'desc')
    .limit(literal(400)),
)
/** Walks of a resident in a time span, latest first. */
export const walksIn = (read: Read, span: LifeSpan): Promise<WalkRow[]> => read.all(walks, span)

const deeds = prepare<LifeSpan, { text: string; importance: number; created_at: number }>((sql, param) =>
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
export const deedsIn = (read: Read, span: LifeSpan) => read.all(deeds, span)

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

const coolest = prepare<{ world: string; agent: string }, { display_name: string }>((sql, param) =>
  sql
    .selectFrom('relationships as r')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.other_agent_id'))
    .select('a.display_name')
    .where('r.world_id', '=', param('world'))
    .where('r.agent_id', '=', param('agent'))
    .where('r.affinity', '<', literal(0))
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .orderBy('r.affinity')
    .orderBy('a.id')
    .limit(literal(1)),
)
/** Whom a resident likes least, if it dislikes anybody. */
export const coolestTie = (read: Read, world: string, agent: string) => read.first(coolest, { world, agent })

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

export type StanceRow = Pick<Tables['plans'], 'issue' | 'side' | 'reason' | 'addressee_id' | 'created_at' | 'move'>
export const STANCE_COLUMNS = ['issue', 'side', 'reason', 'addressee_id', 'created_at', 'move'] as const
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
