import type { Tx } from '../db/database.ts'
import { capture, type Observed } from './events.ts'
import type { Fact } from './facts.ts'
import { type Addressed, deliver } from './inbox.ts'

/** A fact as a visitor finds it in its inbox and as its owner may observe it. */
export interface News {
  /** Null where it is observed only. */
  readonly item: Omit<Addressed, 'at'> | null
  readonly fact: Fact
  /** False where the visitor's own act is observed already. */
  readonly observed?: false
}

/**
 * Tells a visitor of what happened, in the transaction in which it happens; the position of the last item, or null for
 * whoever is no visitor. A visitor is locked here; whoever holds counters by then has to have locked it before them.
 */
export async function tell(tx: Tx, about: Observed, news: readonly News[]): Promise<number | null> {
  const { world, agentId } = about
  // Visitors live in forks (5.7).
  if (world.kind === 'prime') return null
  const items = news.flatMap(({ item, fact }) => (item === null ? [] : [{ ...item, at: fact.occurredAt }]))
  const place = items.length === 0 ? null : await deliver(tx, { worldId: world.id, agentId }, items)
  if (items.length > 0 && place === null) return null
  await capture(
    tx,
    about,
    news.filter(({ observed }) => observed !== false).map(({ fact }) => fact),
  )
  return place
}
