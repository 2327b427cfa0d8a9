import type { MemorySummary, Mood } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import type { Read } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'

/** 2.5 */
export async function readMemory(read: Read, world: World, agentId: string): Promise<MemorySummary | undefined> {
  const row = await read.sql
    .selectFrom('memories')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  return (
    row && {
      agentId: row.agent_id,
      summary: row.summary,
      beliefs: JSON.parse(row.beliefs),
      openQuestions: JSON.parse(row.open_questions),
      topics: JSON.parse(row.topics),
      styleNotes: JSON.parse(row.style_notes),
      recentHighlights: JSON.parse(row.recent_highlights),
      activeIdeas: JSON.parse(row.active_ideas),
      lastCompressedAt: isoOrEmpty(row.last_compressed_at),
    }
  )
}

/** 2.6 */
export async function readMood(read: Read, world: World, agentId: string): Promise<Mood | undefined> {
  const row = await read.sql
    .selectFrom('moods')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  return (
    row && {
      agentId: row.agent_id,
      mood: row.mood,
      emoji: row.emoji,
      reason: row.reason,
      intensity: row.intensity,
      updatedAt: isoOrEmpty(row.updated_at),
    }
  )
}
