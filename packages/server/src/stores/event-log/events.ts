// Observed events of visitors: facts are stored in the transaction in which they happen.
import { isGateOpen, listSwitch, type Switches } from '../../platform/control/switches.ts'
import { prepare, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import { lockVisitor, writeCounters } from '../../platform/worlds/roster.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { Fact } from './facts.ts'
import { deliver, type InboxDelivery } from './inbox.ts'
import {
  appendEntries,
  captureCeiling,
  type IngestedFacts,
  ingestFacts,
  insertEntries,
  type JournalEntry,
} from './journal.ts'
import { pack, packedWithout } from './packing.ts'

/**
 * The visitor that facts are about. `switches` may be those of the world: overlays do not affect the gates used here.
 */
export interface ObservationTarget {
  readonly world: World
  readonly agentId: string
  readonly switches: Switches
  readonly at: number
}

/** 4.13: needs the gate, and a non-prime world on the operator's list. World overlays cannot widen either. */
export const isObservedWorld = (switches: Switches, world: World): boolean =>
  isGateOpen(switches, 'visitorObserveEnabled') &&
  world.kind !== 'prime' &&
  listSwitch(switches, 'visitorObserveCanaryWorldIds').includes(world.id)

/** Whether facts are captured in this world. It is checked before every fact and does not read the store. */
export const isCaptured = (switches: Switches, world: World): boolean =>
  isObservedWorld(switches, world) && captureCeiling(switches) > 0

type VisitorCounters = Pick<
  VisitorRow,
  | 'app_id'
  | 'released_at'
  | 'journal_sequence'
  | 'capture_started_at'
  | 'event_sequence'
  | 'event_day'
  | 'event_day_count'
  | 'event_coverage'
>
/** Selects only the needed columns, because this is read with every fact. */
const countersOf = prepare<{ world: string; agent: string }, VisitorCounters>((sql, param) =>
  sql
    .selectFrom('visitors')
    .select([
      'app_id',
      'released_at',
      'journal_sequence',
      'capture_started_at',
      'event_sequence',
      'event_day',
      'event_day_count',
      'event_coverage',
    ])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** Only a visitor that an app registered and did not release has an owner who can observe it. */
const hasOwner = (visitor: VisitorCounters | undefined): visitor is VisitorCounters =>
  visitor !== undefined && visitor.app_id !== null && visitor.released_at === null

/** Readers use this number to know how far from a sequence number its row can be. */
export const FACTS_PER_ROW = 4

const insertRow = insertOf('events', ['world_id', 'agent_id', 'sequence', 'ingested_at', 'facts'])

/** Inserts rows of a few facts each. The key of a row is the sequence number of its last fact. */
function insertEvents(
  tx: Tx,
  { world, agentId }: ObservationTarget,
  { facts, sequence, ingestedAt }: IngestedFacts,
): void {
  for (let start = 0; start < facts.length; start += FACTS_PER_ROW) {
    const some = facts.slice(start, start + FACTS_PER_ROW)
    tx.send(insertRow, {
      world_id: world.id,
      agent_id: agentId,
      sequence: sequence + start + some.length - 1,
      ingested_at: ingestedAt,
      facts: pack(some, ingestedAt),
    })
  }
}

/** Visitors that a transaction has written about. Rows of them that it read before are out of date. */
const writtenVisitors = new WeakMap<Tx, Set<string>>()

function markWritten(tx: Tx, agentId: string): void {
  const visitorIds = writtenVisitors.get(tx)
  if (visitorIds === undefined) writtenVisitors.set(tx, new Set([agentId]))
  else visitorIds.add(agentId)
}

/** The journal entries and facts to store for a visitor. */
export interface VisitorRecord {
  readonly entries: readonly JournalEntry[]
  readonly facts: readonly Fact[]
  /** The visitor's row, read after it was locked. */
  readonly locked?: VisitorCounters | undefined
}

/** Requires the visitor's row, locked and current. `isObserved` says whether its facts are captured. */
async function write(
  tx: Tx,
  observed: ObservationTarget,
  { entries, facts, locked: visitor }: VisitorRecord,
  isObserved: boolean,
): Promise<void> {
  const { world, agentId, switches, at } = observed
  markWritten(tx, agentId)
  const ingested = isObserved && hasOwner(visitor) ? ingestFacts(visitor, captureCeiling(switches), at, facts) : null
  if (!hasOwner(visitor) || ingested === null || ingested.counters === null)
    return appendEntries(tx, { worldId: world.id, agentId, locked: visitor }, entries)
  writeCounters(tx, world.id, agentId, {
    journal_sequence: visitor.journal_sequence + entries.length,
    capture_started_at: visitor.capture_started_at ?? entries[0]?.at ?? null,
    ...ingested.counters,
  })
  insertEntries(tx, { worldId: world.id, agentId }, visitor.journal_sequence + 1, entries)
  insertEvents(tx, observed, ingested)
}

/**
 * Stores what a visitor did, as journal entries and facts, in the transaction of the act. The caller has locked the
 * visitor. The numbers become visible together with their rows, so a cursor cannot skip a late commit. `locked` is the
 * row that the caller read after locking. It is ignored if this transaction has already written about the visitor.
 */
export async function record(
  tx: Tx,
  observed: ObservationTarget,
  { entries, facts, locked }: VisitorRecord,
): Promise<void> {
  const { world, agentId, switches } = observed
  const current = writtenVisitors.get(tx)?.has(agentId) === true ? undefined : locked
  if (facts.length === 0 || !isCaptured(switches, world))
    return write(tx, observed, { entries, facts, locked: current }, false)
  const visitor = current ?? (await tx.first(countersOf, { world: world.id, agent: agentId }))
  return write(tx, observed, { entries, facts, locked: visitor }, true)
}

/**
 * Stores facts about a visitor in the transaction in which they happen; does nothing for other agents. This locks the
 * visitor. A caller that also locks counters must lock the visitor first.
 */
export async function captureFacts(tx: Tx, observed: ObservationTarget, facts: readonly Fact[]): Promise<void> {
  const { world, agentId, switches } = observed
  if (facts.length === 0 || !isCaptured(switches, world)) return
  const visitorRow = await tx.first(countersOf, { world: world.id, agent: agentId })
  if (!hasOwner(visitorRow)) return
  const visitor = tx.engine === 'postgres' ? await lockVisitor(tx, world.id, agentId) : visitorRow
  await write(tx, observed, { entries: [], facts, locked: visitor }, true)
}

/** A fact for a visitor's inbox and for the events that its owner may observe. */
export interface VisitorNotice {
  /** Null if the fact is only observed. */
  readonly item: Omit<InboxDelivery, 'at'> | null
  readonly fact: Fact
  /** False if the visitor's own act is observed already. */
  readonly observed?: false
}

/**
 * Publishes facts to a visitor in the transaction in which they happen. Returns the position of the last inbox item, or
 * null if the agent is not a visitor. This locks the visitor. A caller that also locks counters must lock the visitor
 * first.
 */
export async function publishFact(
  tx: Tx,
  about: ObservationTarget,
  news: readonly VisitorNotice[],
): Promise<number | null> {
  const { world, agentId } = about
  // Only forks have visitors (5.7).
  if (world.kind === 'prime') return null
  const items = news.flatMap(({ item, fact }) => (item === null ? [] : [{ ...item, at: fact.occurredAt }]))
  const place = items.length === 0 ? null : await deliver(tx, { worldId: world.id, agentId }, items)
  if (items.length > 0 && place === null) return null
  await captureFacts(
    tx,
    about,
    news.filter(({ observed }) => observed !== false).map(({ fact }) => fact),
  )
  return place
}

/**
 * Stores which visitors heard part of a conversation in which they do not take part. Participants are found through the
 * conversation itself. Ids of residents and unknown agents are ignored.
 */
export async function noteWitnesses(
  tx: Tx,
  { worldId, encounterId, agentIds }: { worldId: string; encounterId: string; agentIds: readonly string[] },
  at: number,
): Promise<void> {
  if (agentIds.length === 0) return
  const visitors = await tx.sql
    .selectFrom('visitors')
    .select('agent_id')
    .where('world_id', '=', worldId)
    .where('agent_id', 'in', agentIds)
    .execute()
  for (const { agent_id } of visitors)
    await tx.sql
      .insertInto('encounter_witnesses')
      .values({ world_id: worldId, agent_id, encounter_id: encounterId, created_at: at })
      .onConflict((c) => c.doNothing())
      .execute()
}

/** The key of a row of events. */
export interface EventPlace {
  readonly agentId: string
  readonly sequence: number
}

/**
 * Removes the handle of an erased agent from the observed events of others, in the order of their keys. Returns the last
 * key, or null at the end.
 */
export async function eraseHandleFromEvents(
  tx: Tx,
  { worldId, handle, after }: { readonly worldId: string; readonly handle: string; readonly after: EventPlace },
  limit: number,
): Promise<EventPlace | null> {
  const rows = await tx.sql
    .selectFrom('events')
    .select(['agent_id', 'sequence', 'facts'])
    .where('world_id', '=', worldId)
    .where((eb) =>
      eb.or([
        eb('agent_id', '>', after.agentId),
        eb.and([eb('agent_id', '=', after.agentId), eb('sequence', '>', after.sequence)]),
      ]),
    )
    .orderBy('agent_id')
    .orderBy('sequence')
    .limit(limit)
    .execute()
  for (const { agent_id, sequence, facts } of rows) {
    const changed = packedWithout(facts, handle)
    if (changed !== null)
      await tx.sql
        .updateTable('events')
        .set({ facts: changed })
        .where('world_id', '=', worldId)
        .where('agent_id', '=', agent_id)
        .where('sequence', '=', sequence)
        .execute()
  }
  const last = rows.at(-1)
  return last === undefined || rows.length < limit ? null : { agentId: last.agent_id, sequence: last.sequence }
}
