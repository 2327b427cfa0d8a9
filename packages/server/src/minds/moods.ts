import type { Mood } from '@agent-network/contract'
import { dayText, isoOrEmpty, utcDay } from '../core/day.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import { upsertOf, upsertRows } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

type MoodRow = Tables['moods']
type MoodDraft = Omit<MoodRow, 'reason'>

const moodView = (row: MoodRow): Mood => ({
  agentId: row.agent_id,
  mood: row.mood,
  emoji: row.emoji,
  reason: row.reason,
  intensity: row.intensity,
  updatedAt: isoOrEmpty(row.updated_at),
})

const ofAgent = prepare<{ world: string; agent: string }, MoodRow>((sql, param) =>
  sql.selectFrom('moods').selectAll().where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

/** 2.6 */
export async function readMood(read: Read, world: World, agentId: string): Promise<Mood | undefined> {
  const row = await read.first(ofAgent, { world: world.id, agent: agentId })
  return row && moodView(row)
}

/** Present moods of some agents, by id; those without one are left out. */
export async function readMoods(read: Read, world: World, agentIds: readonly string[]): Promise<Map<string, Mood>> {
  if (agentIds.length === 0) return new Map()
  const rows = await read.sql
    .selectFrom('moods')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('agent_id', 'in', agentIds)
    .execute()
  return new Map(rows.map((row) => [row.agent_id, moodView(row)]))
}

const upsert = upsertOf('moods', ['world_id', 'agent_id', 'mood', 'emoji', 'reason', 'intensity', 'updated_at'])

const upsertDay = upsertOf('mood_days', ['world_id', 'agent_id', 'day', 'mood', 'emoji', 'intensity'])

const dayRow = ({ world_id, agent_id, mood, emoji, intensity, updated_at }: MoodDraft): Tables['mood_days'] => ({
  world_id,
  agent_id,
  day: utcDay(updated_at),
  mood,
  emoji,
  intensity,
})

/** The present mood, which is also that of the day until another one comes. */
export async function putMood(tx: Tx, world: World, mood: Omit<Mood, 'updatedAt'>, at: number): Promise<void> {
  const { agentId, ...state } = mood
  await tx.run(upsert, { world_id: world.id, agent_id: agentId, ...state, updated_at: at })
  await tx.run(upsertDay, dayRow({ world_id: world.id, agent_id: agentId, ...state, updated_at: at }))
}

/** Moods of a world file, with the days that they belong to. */
export async function putMoodRows(tx: Tx, rows: readonly MoodRow[]): Promise<void> {
  await upsertRows(tx, 'moods', rows)
  await upsertRows(tx, 'mood_days', rows.map(dayRow))
}

/** A mood as it was at the end of a day. */
export interface MoodOfDay {
  readonly date: string
  readonly mood: string
  readonly emoji: string
  readonly intensity: number
}

const daysOf = prepare<{ world: string; agent: string; from: number; to: number }, Tables['mood_days']>((sql, param) =>
  sql
    .selectFrom('mood_days')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('day', '>=', param('from'))
    .where('day', '<=', param('to'))
    .orderBy('day'),
)

/** The days on which somebody's mood was written down, oldest first. */
export async function readMoodDays(
  read: Read,
  { worldId, agentId, from, to }: { worldId: string; agentId: string; from: number; to: number },
): Promise<MoodOfDay[]> {
  const rows = await read.all(daysOf, { world: worldId, agent: agentId, from, to })
  return rows.map(({ day, mood, emoji, intensity }) => ({ date: dayText(day), mood, emoji, intensity }))
}

/** A page shows thirty days. */
const KEPT_DAYS = 35

const oldDays = prepare<{ before: number; limit: number }, Pick<Tables['mood_days'], 'world_id' | 'agent_id' | 'day'>>(
  (sql, param) =>
    sql
      .selectFrom('mood_days')
      .select(['world_id', 'agent_id', 'day'])
      .where('day', '<', param('before'))
      .orderBy('day')
      .limit(param('limit')),
)
const dropDay = prepare<{ world: string; agent: string; day: number }, unknown>((sql, param) =>
  sql
    .deleteFrom('mood_days')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('day', '=', param('day')),
)

export async function sweepMoodDays(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.all(oldDays, { before: utcDay(at) - KEPT_DAYS, limit })
  for (const { world_id, agent_id, day } of old) await tx.run(dropDay, { world: world_id, agent: agent_id, day })
  return old.length
}
