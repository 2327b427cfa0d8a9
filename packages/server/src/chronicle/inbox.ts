import { type InboxKind, type InboxRef, LIMITS } from '@agent-network/contract'
import { prepare, type Tx } from '../db/database.ts'
import { insertOf } from '../db/statements.ts'
import { takeInboxPlaces } from '../worlds/roster.ts'

/** What is stored of an item: whom and what it points to. Words are read from where they stand, at every read anew. */
export type StoredRef = Omit<InboxRef, 'yourText'> & {
  /** What it answers: a post or a reply of the visitor. */
  readonly yours?: string
  /** The words of a conversation. */
  readonly turnId?: string
}

export interface Addressed {
  readonly kind: InboxKind
  readonly fromId: string | null
  readonly ref: StoredRef
  readonly at: number
}

/** Whom the hint of a new item is for; streams listen for it. */
export const inboxTopic = (worldId: string, agentId: string): string => `inbox ${worldId} ${agentId}`

const insertItem = insertOf('inbox', ['world_id', 'agent_id', 'position', 'kind', 'at', 'from_agent_id', 'refs'])

/**
 * Puts items into a visitor's inbox, in the transaction of what they tell of; the position of the last, or null for
 * whoever is no visitor. Positions come from the visitor's own row, which stays locked until the commit: a later one is
 * never visible before an earlier one, so a cursor cannot pass anything by.
 */
export async function deliver(
  tx: Tx,
  { worldId, agentId }: { readonly worldId: string; readonly agentId: string },
  items: readonly Addressed[],
): Promise<number | null> {
  const last = await takeInboxPlaces(tx, worldId, agentId, items.length)
  if (last === null) return null
  for (const [i, { kind, fromId, ref, at }] of items.entries())
    await tx.run(insertItem, {
      world_id: worldId,
      agent_id: agentId,
      position: last - items.length + 1 + i,
      kind,
      at,
      from_agent_id: fromId,
      refs: JSON.stringify(ref),
    })
  tx.announce(inboxTopic(worldId, agentId))
  return last
}

const oldItems = prepare<{ before: number; limit: number }, { world_id: string; agent_id: string; position: number }>(
  (sql, param) =>
    sql
      .selectFrom('inbox')
      .select(['world_id', 'agent_id', 'position'])
      .where('at', '<', param('before'))
      .orderBy('at')
      .limit(param('limit')),
)
const dropItem = prepare<{ world: string; agent: string; position: number }, unknown>((sql, param) =>
  sql
    .deleteFrom('inbox')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('position', '=', param('position')),
)

/** Items are kept for 30 days. */
export async function sweepInbox(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.all(oldItems, { before: at - LIMITS.inbox.keptMs, limit })
  for (const { world_id, agent_id, position } of old)
    await tx.run(dropItem, { world: world_id, agent: agent_id, position })
  return old.length
}
