// Roster of visitors: rows, locks, heartbeats, inbox and journal numbers.
import { literal, prepare, type Read, type Tx } from '../db/database.ts'
import type { VisitorRow } from '../db/tables/tables.ts'

type Who = { world: string; agent: string }

export interface OwnerLink {
  readonly appId: string
  readonly ownerUid: string
}

/** Adds a visitor to its world's roster; an existing row stays unchanged. */
export async function enrolVisitor(
  tx: Tx,
  { worldId, agentId, link = null }: { worldId: string; agentId: string; link?: OwnerLink | null | undefined },
  at: number,
): Promise<void> {
  await tx.sql
    .insertInto('visitors')
    .values({
      world_id: worldId,
      agent_id: agentId,
      app_id: link?.appId ?? null,
      owner_uid: link?.ownerUid ?? null,
      released_at: null,
      last_heartbeat_at: null,
      present: 0,
      feed_served_at: null,
      inbox: 0,
      seen: 0,
      journal_sequence: 0,
      capture_started_at: null,
      bio_changed_day: -1,
      event_sequence: 0,
      event_day: -1,
      event_day_count: 0,
      event_coverage: '{}',
      created_at: at,
    })
    .onConflict((c) => c.doNothing())
    .execute()
}

const visitorById = prepare<Who, VisitorRow>((sql, param) =>
  sql.selectFrom('visitors').selectAll().where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

export const readVisitor = (read: Read, worldId: string, agentId: string): Promise<VisitorRow | undefined> =>
  read.first(visitorById, { world: worldId, agent: agentId })

/** For PostgreSQL: locks the row and returns it. A lock writes no new version of the row. */
const lockedVisitor = prepare<Who, VisitorRow>((sql, param) =>
  sql
    .selectFrom('visitors')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .forNoKeyUpdate(),
)

/**
 * The visitor's row, locked until the transaction ends, so that actions of one visitor run one after the other. SQLite
 * has a single writer.
 */
export async function lockVisitor(tx: Tx, worldId: string, agentId: string): Promise<VisitorRow | undefined> {
  return tx.first(tx.engine === 'postgres' ? lockedVisitor : visitorById, { world: worldId, agent: agentId })
}

/**
 * Locks several visitors in the order of their ids, to avoid deadlocks between visitors that write to each other.
 * Returns the row of the first one named.
 */
export async function lockVisitors(
  tx: Tx,
  worldId: string,
  [first, ...others]: readonly [string, ...string[]],
): Promise<VisitorRow | undefined> {
  if (tx.engine !== 'postgres') return readVisitor(tx, worldId, first)
  const ids = [...new Set([first, ...others])].sort()
  const rows = await Promise.all(ids.map((agent) => tx.first(lockedVisitor, { world: worldId, agent })))
  return rows[ids.indexOf(first)]
}

const addToInbox = prepare<Who & { n: number }, unknown>((sql, param) =>
  sql
    .updateTable('visitors')
    .set((eb) => ({ inbox: eb('inbox', '+', param('n')) }))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('released_at', 'is', null),
)
const lastInboxPosition = prepare<Who, { inbox: number }>((sql, param) =>
  sql
    .selectFrom('visitors')
    .select('inbox')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/**
 * Takes the next `n` positions of a visitor's inbox and returns the last; null for other agents and for a released
 * visitor. Positions follow the order of commits, so a reader that remembers its last position misses nothing.
 */
export async function takeInboxPositions(tx: Tx, worldId: string, agentId: string, n: number): Promise<number | null> {
  const who = { world: worldId, agent: agentId }
  if ((await tx.run(addToInbox, { ...who, n })) === 0) return null
  return (await tx.first(lastInboxPosition, who))!.inbox
}

/** Which of these ids are visitors on the roster of their world. */
export async function visitorsAmong(read: Read, worldId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await read.sql
    .selectFrom('visitors')
    .select('agent_id')
    .where('world_id', '=', worldId)
    .where('agent_id', 'in', [...new Set(ids)])
    .execute()
  return new Set(rows.map(({ agent_id }) => agent_id))
}

const journalNumbers = prepare<Who & { n: number; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('visitors')
    .set((eb) => ({
      journal_sequence: eb('journal_sequence', '+', param('n')),
      capture_started_at: eb.fn.coalesce('capture_started_at', eb.val(param('at'))),
    }))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)
const lastJournalNumber = prepare<Who, { journal_sequence: number }>((sql, param) =>
  sql
    .selectFrom('visitors')
    .select('journal_sequence')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** The part of a visitor's row that numbers its journal. */
export type JournalCounter = Pick<VisitorRow, 'journal_sequence'>

/**
 * Takes the next `n` numbers of a visitor's journal and returns the last; the row stays locked until the commit.
 * `locked` is the current row, if the caller has it.
 */
export async function takeJournalNumbers(
  tx: Tx,
  { worldId, agentId, n, locked }: { worldId: string; agentId: string; n: number; locked?: JournalCounter | undefined },
  at: number,
): Promise<number> {
  const taking = { world: worldId, agent: agentId, n, at }
  if (locked !== undefined) {
    tx.send(journalNumbers, taking)
    return locked.journal_sequence + n
  }
  await tx.run(journalNumbers, taking)
  return (await tx.first(lastJournalNumber, { world: worldId, agent: agentId }))!.journal_sequence
}

const COUNTERS = [
  'journal_sequence',
  'capture_started_at',
  'event_sequence',
  'event_day',
  'event_day_count',
  'event_coverage',
] as const
type Counters = Pick<VisitorRow, (typeof COUNTERS)[number]>

const counters = prepare<Who & Counters, unknown>((sql, param) =>
  sql
    .updateTable('visitors')
    .set(Object.fromEntries(COUNTERS.map((column) => [column, param(column)])))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** Writes the counters of a visitor's journal and events in one statement. */
export function writeCounters(tx: Tx, worldId: string, agentId: string, row: Counters): void {
  tx.send(counters, { world: worldId, agent: agentId, ...row })
}

const heartbeat = prepare<Who & { at: number; feed: number | null }, unknown>((sql, param) =>
  sql
    .updateTable('visitors')
    .set((eb) => ({
      last_heartbeat_at: param('at'),
      present: 1,
      feed_served_at: param('feed'),
      seen: eb.ref('inbox'),
    }))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** Records a heartbeat: the visitor is present and has received its whole inbox. */
export async function stampHeartbeat(
  tx: Tx,
  { worldId, agentId, feedServedAt }: { worldId: string; agentId: string; feedServedAt: number | null },
  at: number,
): Promise<void> {
  await tx.run(heartbeat, { world: worldId, agent: agentId, at, feed: feedServedAt })
}

const away = prepare<Who, unknown>((sql, param) =>
  sql
    .updateTable('visitors')
    .set({ present: 0 })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('present', '=', literal(1)),
)

/** Returns false if it was away already. */
export const markAway = async (tx: Tx, worldId: string, agentId: string): Promise<boolean> =>
  (await tx.run(away, { world: worldId, agent: agentId })) > 0

const released = prepare<Who & { at: number }, unknown>((sql, param) =>
  sql
    .updateTable('visitors')
    .set({ released_at: param('at'), present: 0 })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('released_at', 'is', null),
)

/** Removes a visitor from the roster permanently; a second release changes nothing. */
export async function endVisit(tx: Tx, worldId: string, agentId: string, at: number): Promise<void> {
  await tx.run(released, { world: worldId, agent: agentId, at })
}

const bioChange = prepare<Who & { day: number }, unknown>((sql, param) =>
  sql
    .updateTable('visitors')
    .set({ bio_changed_day: param('day') })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

export async function stampBioChange(tx: Tx, worldId: string, agentId: string, day: number): Promise<void> {
  await tx.run(bioChange, { world: worldId, agent: agentId, day })
}

/** All visitors of an owner, also released ones. */
export const visitorsOwnedBy = (read: Read, uid: string): Promise<VisitorRow[]> =>
  read.sql
    .selectFrom('visitors')
    .selectAll()
    .where('owner_uid', '=', uid)
    .where('owner_uid', 'is not', null)
    .orderBy('world_id')
    .orderBy('agent_id')
    .execute()

/** Removes the link of an erased visitor to its owner. */
export async function unlinkVisitor(tx: Tx, worldId: string, agentId: string): Promise<void> {
  await tx.sql
    .updateTable('visitors')
    .set({ owner_uid: null, app_id: null })
    .where('world_id', '=', worldId)
    .where('agent_id', '=', agentId)
    .execute()
}
