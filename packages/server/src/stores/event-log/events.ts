import { gate, names, type Switches } from '../../platform/control/switches.ts'
import { prepare, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import { lockVisitor, writeCounters } from '../../platform/worlds/roster.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { captureCeiling, type TakenIn, takeIn } from './coverage.ts'
import type { Fact } from './facts.ts'
import { type Addressed, deliver } from './inbox.ts'
import { append, insertEntries, type JournalEntry } from './journal.ts'
import { pack } from './packing.ts'

/** Whom facts are told of. Switches may be those of the world: overlays change nothing that counts here. */
export interface Observed {
  readonly world: World
  readonly agentId: string
  readonly switches: Switches
  readonly at: number
}

/** 4.13: the gate, and a non-prime world that the operator has listed; world overlays cannot widen either. */
export const isObservedWorld = (switches: Switches, world: World): boolean =>
  gate(switches, 'visitorObserveEnabled') &&
  world.kind !== 'prime' &&
  names(switches, 'visitorObserveCanaryWorldIds').includes(world.id)

/** Whether anything at all is captured there; asked before every fact, and answered without the store. */
export const isCaptured = (switches: Switches, world: World): boolean =>
  isObservedWorld(switches, world) && captureCeiling(switches) > 0

type Counted = Pick<
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
/** No more of a visitor than is needed here: this is read with every fact. */
const countersOf = prepare<{ world: string; agent: string }, Counted>((sql, param) =>
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

/** A visitor that nobody registered has nobody to observe it; a released one has nobody any more. */
const hasOwner = (visitor: Counted | undefined): visitor is Counted =>
  visitor !== undefined && visitor.app_id !== null && visitor.released_at === null

/** So that whoever looks for a number knows how far from it its row can lie. */
export const FACTS_PER_ROW = 4

const insertRow = insertOf('events', ['world_id', 'agent_id', 'sequence', 'ingested_at', 'facts'])

/** In rows of a few facts each; a row goes by the number of its last. */
function insertEvents(tx: Tx, { world, agentId }: Observed, { facts, sequence, ingestedAt }: TakenIn): void {
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

/** Whom a transaction has told of: what it read of them before that is out of date. */
const toldOf = new WeakMap<Tx, Set<string>>()

function markTold(tx: Tx, agentId: string): void {
  const told = toldOf.get(tx)
  if (told === undefined) toldOf.set(tx, new Set([agentId]))
  else told.add(agentId)
}

/** What is told of a visitor. */
export interface Recorded {
  readonly entries: readonly JournalEntry[]
  readonly facts: readonly Fact[]
  /** Its row as it was read since it was locked. */
  readonly locked?: Counted | undefined
}

/** The visitor is locked and as it is now; `isObserved` says whether anything of it is captured. */
async function write(
  tx: Tx,
  observed: Observed,
  { entries, facts, locked: visitor }: Recorded,
  isObserved: boolean,
): Promise<void> {
  const { world, agentId, switches, at } = observed
  markTold(tx, agentId)
  const taken = isObserved && hasOwner(visitor) ? takeIn(visitor, captureCeiling(switches), at, facts) : null
  if (!hasOwner(visitor) || taken === null || taken.counters === null)
    return append(tx, { worldId: world.id, agentId, locked: visitor }, entries)
  writeCounters(tx, world.id, agentId, {
    journal_sequence: visitor.journal_sequence + entries.length,
    capture_started_at: visitor.capture_started_at ?? entries[0]?.at ?? null,
    ...taken.counters,
  })
  insertEntries(tx, { worldId: world.id, agentId }, visitor.journal_sequence + 1, entries)
  insertEvents(tx, observed, taken)
}

/**
 * What a visitor did: journal entries and facts, in the transaction of what they tell of. The caller has locked the
 * visitor, so the numbers become visible together with everything under them, and a cursor cannot skip a late commit.
 * `locked` is its row as the caller read it since then; it is used unless this transaction has told of it meanwhile.
 */
export async function record(tx: Tx, observed: Observed, { entries, facts, locked }: Recorded): Promise<void> {
  const { world, agentId, switches } = observed
  const current = toldOf.get(tx)?.has(agentId) === true ? undefined : locked
  if (facts.length === 0 || !isCaptured(switches, world))
    return write(tx, observed, { entries, facts, locked: current }, false)
  const visitor = current ?? (await tx.first(countersOf, { world: world.id, agent: agentId }))
  return write(tx, observed, { entries, facts, locked: visitor }, true)
}

/**
 * What happened to a visitor, told in the transaction in which it happens. Of anybody else nothing is told. A visitor
 * is locked here; whoever holds counters by then has to have locked it before them.
 */
export async function capture(tx: Tx, observed: Observed, facts: readonly Fact[]): Promise<void> {
  const { world, agentId, switches } = observed
  if (facts.length === 0 || !isCaptured(switches, world)) return
  const seen = await tx.first(countersOf, { world: world.id, agent: agentId })
  if (!hasOwner(seen)) return
  const visitor = tx.engine === 'postgres' ? await lockVisitor(tx, world.id, agentId) : seen
  await write(tx, observed, { entries: [], facts, locked: visitor }, true)
}

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

/**
 * Which visitors heard something of a conversation that they are not in; those who are in it are found through that.
 * Names of residents and of strangers are passed over.
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
