import type { Mood } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import type { Read, Tx } from '../db/database.ts'
import { upsertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

type MoodRow = Tables['moods']

const moodView = (row: MoodRow): Mood => ({
  agentId: row.agent_id,
  mood: row.mood,
  emoji: row.emoji,
  reason: row.reason,
  intensity: row.intensity,
  updatedAt: isoOrEmpty(row.updated_at),
})

/** 2.6 */
export async function readMood(read: Read, world: World, agentId: string): Promise<Mood | undefined> {
  const row = await read.sql
    .selectFrom('moods')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
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

export async function putMood(tx: Tx, world: World, mood: Omit<Mood, 'updatedAt'>, at: number): Promise<void> {
  const { agentId, ...state } = mood
  await tx.run(upsert, { world_id: world.id, agent_id: agentId, ...state, updated_at: at })
}
