import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import type { VisitorRow } from '../db/tables/tables.ts'

type Who = { world: string; agent: string }

export interface OwnerLink {
  readonly appId: string
  readonly ownerUid: string
}

/** Puts a visitor on its world's roster; one that is there already stays as it is. */
export async function enrol(
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

/** For PostgreSQL, which tells the row in the round trip that locks it. */
const touch = prepare<Who, VisitorRow>((sql, param) =>
  sql
    .updateTable('visitors')
    .set((eb) => ({ inbox: eb.ref('inbox') }))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .returningAll(),
)

/**
 * The visitor's row, held until the transaction ends, so that what one visitor does happens one after the other. On
 * SQLite the single writer is that order already.
 */
export async function lockVisitor(tx: Tx, worldId: string, agentId: string): Promise<VisitorRow | undefined> {
  return tx.first(tx.engine === 'postgres' ? touch : visitorById, { world: worldId, agent: agentId })
}

/**
 * Several visitors at once, always in the order of their ids: two who write to each other would else wait for each
 * other until PostgreSQL notices. Returns the row of the first one that was named.
 */
export async function lockVisitors(
  tx: Tx,
  worldId: string,
  [first, ...others]: readonly [string, ...string[]],
): Promise<VisitorRow | undefined> {
  if (tx.engine !== 'postgres') return readVisitor(tx, worldId, first)
  const ids = [...new Set([first, ...others])].sort()
  const rows = await Promise.all(ids.map((agent) => tx.first(touch, { world: worldId, agent })))
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
const lastInboxPlace = prepare<Who, { inbox: number }>((sql, param) =>
  sql
    .selectFrom('visitors')
    .select('inbox')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/**
 * Takes the next `n` positions of a visitor's inbox and returns the last; null for anybody else, and for a visitor that
 * was released. Positions are handed out in the order of commits, so whoever remembers the last one it saw misses
 * nothing, whenever things were stamped.
 */
export async function takeInboxPlaces(tx: Tx, worldId: string, agentId: string, n: number): Promise<number | null> {
  const who = { world: worldId, agent: agentId }
  if ((await tx.run(addToInbox, { ...who, n })) === 0) return null
  return (await tx.first(lastInboxPlace, who))!.inbox
}

/** Which of these are visitors on the roster of their world. */
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

/** As much of a visitor's row as its journal is counted by. */
export type Numbered = Pick<VisitorRow, 'journal_sequence'>

/**
 * Takes the next `n` numbers of a visitor's journal and returns the last; the row stays locked until the commit. `locked` is
 * the row as it is now, where the caller has it.
 */
export async function takeJournalNumbers(
  tx: Tx,
  { worldId, agentId, n, locked }: { worldId: string; agentId: string; n: number; locked?: Numbered | undefined },
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

/** The counters of a visitor's journal and of its events, in one statement. */
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

/** A visitor is here, and has been served everything in its inbox. */
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
    .where('present', '=', lit(1)),
)

/** False when it was away already. */
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

/** Takes a visitor off the roster for good; a second release changes nothing. */
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
