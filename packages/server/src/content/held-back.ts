import type { HeldBack } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import { lit, type Read } from '../db/database.ts'

const TABLES = ['posts', 'replies', 'messages'] as const

/** Rows of the queue that an operator is shown at once. */
const QUEUE_MAX = 200

/** What is held back in one table, oldest first, with the verdict that held it. */
async function heldBackIn(read: Read, table: (typeof TABLES)[number]): Promise<HeldBack[]> {
  const rows = await read.sql
    .selectFrom(table)
    .leftJoin('verdicts', (j) =>
      j.onRef('verdicts.world_id', '=', `${table}.world_id`).onRef('verdicts.id', '=', `${table}.id`),
    )
    .select([
      `${table}.world_id`,
      `${table}.id`,
      'agent_id',
      'text',
      `${table}.created_at`,
      'verdicts.action',
      'verdicts.category',
      'verdicts.reason',
    ])
    .where('visibility', '=', lit('quarantined'))
    .orderBy(`${table}.created_at`)
    .limit(QUEUE_MAX)
    .execute()
  return rows.map((row) => ({
    kind: table,
    id: row.id,
    worldId: row.world_id,
    agentId: row.agent_id,
    text: row.text,
    createdAt: isoOrEmpty(row.created_at),
    // None where an operator or an import held it back.
    verdict: row.action === null ? null : { action: row.action, category: row.category, reason: row.reason },
  }))
}

/** What waits for an operator's decision in all worlds, oldest first. */
export async function listHeldBack(read: Read): Promise<HeldBack[]> {
  const queues = await Promise.all(TABLES.map((table) => heldBackIn(read, table)))
  return queues
    .flat()
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    .slice(0, QUEUE_MAX)
}
