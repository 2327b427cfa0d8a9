// Journal of visitors' acts: numbered attempts and outcomes.
import {
  type CoverageState,
  EVENT_CHANNELS,
  type EventChannel,
  type JournalAction,
  type JournalOutcome,
  type ObserveCoverage,
} from '@agent-network/contract'
import { isGateOpen, listSwitch, numberSwitch, type Switches } from '../../platform/control/switches.ts'
import { iso, utcDay } from '../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { Tables, VisitorRow } from '../../platform/db/tables/tables.ts'
import { type JournalCounter, takeJournalNumbers } from '../../platform/worlds/roster.ts'
import type { Fact } from './facts.ts'

type JournalRow = Tables['journal']

/** 4.11: capture needs the journal gate and the world on its list. It is decided once per act, at admission. */
export const isJournaled = (switches: Switches, worldId: string): boolean =>
  isGateOpen(switches, 'visitorJournalEnabled') &&
  listSwitch(switches, 'visitorJournalCanaryWorldIds').includes(worldId)

/** One statement for one or two entries: an attempt, its outcome, or both. */
const entriesOf = (n: 1 | 2) =>
  prepare<Record<string, string | number | null>, unknown>((sql, param) =>
    sql.insertInto('journal').values(
      Array.from({ length: n }, (_, i) => ({
        world_id: param('world'),
        agent_id: param('agent'),
        sequence: param(`sequence${i}`),
        type: param(`type${i}`),
        request_id: param(`request_id${i}`),
        action: param(`action${i}`),
        outcome: param(`outcome${i}`),
        created_at: param(`created_at${i}`),
      })),
    ),
  )
const INSERT_ONE = entriesOf(1)
const INSERT_TWO = entriesOf(2)

export interface JournalEntry {
  readonly requestId: string
  readonly action: JournalAction
  /** Null for an attempt. */
  readonly outcome: JournalOutcome | null
  readonly at: number
}

const typeOf = ({ outcome }: JournalEntry): JournalRow['type'] => (outcome === null ? 'attempt' : 'outcome')
const outcomeOf = ({ outcome }: JournalEntry): string | null => (outcome === null ? null : JSON.stringify(outcome))

/**
 * Inserts entries under numbers that the caller has reserved in the visitor's locked row. `first` is the number of the
 * first entry.
 */
export function insertEntries(
  tx: Tx,
  { worldId, agentId }: { worldId: string; agentId: string },
  first: number,
  entries: readonly JournalEntry[],
): void {
  for (let start = 0; start < entries.length; start += 2) {
    const one = entries[start]!
    const two = entries[start + 1]
    const action0 = JSON.stringify(one.action)
    const own = {
      world: worldId,
      agent: agentId,
      sequence0: first + start,
      type0: typeOf(one),
      request_id0: one.requestId,
      action0,
      outcome0: outcomeOf(one),
      created_at0: one.at,
      sequence1: first + start + 1,
      type1: two === undefined ? null : typeOf(two),
      request_id1: two === undefined ? null : two.requestId,
      action1: two === undefined ? null : two.action === one.action ? action0 : JSON.stringify(two.action),
      outcome1: two === undefined ? null : outcomeOf(two),
      created_at1: two === undefined ? null : two.at,
    }
    tx.send(two === undefined ? INSERT_ONE : INSERT_TWO, own)
  }
}

/**
 * Appends entries in order. The numbers come from the visitor's row, which stays locked until the commit. A later
 * number is never visible before an earlier one, so a cursor cannot skip an entry. `locked` is the current row, if the
 * caller has it.
 */
export async function appendEntries(
  tx: Tx,
  { worldId, agentId, locked }: { worldId: string; agentId: string; locked?: JournalCounter | undefined },
  entries: readonly JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const last = await takeJournalNumbers(tx, { worldId, agentId, n: entries.length, locked }, entries[0]!.at)
  insertEntries(tx, { worldId, agentId }, last - entries.length + 1, entries)
}

const OWN_ROWS = { journal: 'sequence', events: 'sequence', inbox: 'position' } as const
type OwnTable = keyof typeof OWN_ROWS
const OWN_TABLES = Object.keys(OWN_ROWS) as OwnTable[]

/** One table stands for all three: the builder cannot type a query over an unknown table. */
const rowsOf = (read: Read, table: OwnTable, worldId: string, agentId: string) =>
  read.sql
    .selectFrom(table as 'journal')
    .where('world_id', '=', worldId)
    .where('agent_id', '=', agentId)

export async function countHistoryOf(read: Read, worldId: string, agentId: string): Promise<number> {
  let n = 0
  for (const table of OWN_TABLES)
    n += Number(
      (
        await rowsOf(read, table, worldId, agentId)
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  return n
}

/** Deletes journal, observed events and inbox of an erased visitor; returns the number of deleted rows. */
export async function eraseHistoryOf(tx: Tx, worldId: string, agentId: string, limit: number): Promise<number> {
  for (const table of OWN_TABLES) {
    const column = OWN_ROWS[table] as 'sequence'
    const rows = await rowsOf(tx, table, worldId, agentId).select(column).limit(limit).execute()
    if (rows.length === 0) continue
    const numbers = rows.map((row) => row[column])
    await tx.sql
      .deleteFrom(table as 'journal')
      .where('world_id', '=', worldId)
      .where('agent_id', '=', agentId)
      .where(column, 'in', numbers)
      .execute()
    return rows.length
  }
  return 0
}

// ── Capture ceiling and coverage of a visitor's observed events, per channel ──

/** Coverage as stored in a visitor's row. It is small, because it is rewritten with every event. */
interface ChannelCoverage {
  /** Ingestion time of the first event of any channel. All channels share the same gate. */
  from?: number
  last: Partial<Record<EventChannel, number>>
  /** The UTC day on which an event of this channel was last dropped because of the ceiling. */
  limited: Partial<Record<EventChannel, number>>
}

/** Returns empty coverage if no event was ingested yet. */
function parseCoverage(visitor: Pick<VisitorRow, 'event_coverage'>): ChannelCoverage {
  const { last = {}, limited = {}, ...rest } = JSON.parse(visitor.event_coverage) as Partial<ChannelCoverage>
  return { ...rest, last, limited }
}

/** Maximum number of facts per visitor and UTC day. Fractions are rounded up. */
export const captureCeiling = (switches: Switches): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Math.max(0, numberSwitch(switches, 'visitorObserveDailyCaptureCeiling'))))

type Counters = Pick<VisitorRow, 'event_sequence' | 'event_day' | 'event_day_count' | 'event_coverage'>

export interface IngestedFacts {
  readonly facts: readonly Fact[]
  /** Sequence number of the first fact. */
  readonly sequence: number
  readonly ingestedAt: number
  /** Null if the row does not change. */
  readonly counters: Counters | null
}

/**
 * Cuts the facts at the day's ceiling and computes the new counters of the visitor's row. The ingestion time never
 * decreases with the sequence number, so a moment can be found by its number.
 */
export function ingestFacts(visitor: Counters, ceiling: number, at: number, facts: readonly Fact[]): IngestedFacts {
  const coverage = parseCoverage(visitor)
  const ingestedAt = Math.max(at, ...Object.values(coverage.last))
  const day = utcDay(at)
  const before = visitor.event_day === day ? visitor.event_day_count : 0
  const room = Math.max(0, ceiling - before)
  const ingestedFacts = facts.length <= room ? facts : facts.slice(0, room)
  const sequence = visitor.event_sequence + 1
  const droppedFacts = facts.slice(ingestedFacts.length)
  if (ingestedFacts.length === 0 && droppedFacts.every(({ channel }) => coverage.limited[channel] === day))
    return { facts: ingestedFacts, sequence, ingestedAt, counters: null }
  coverage.from ??= ingestedAt
  for (const { channel } of ingestedFacts) coverage.last[channel] = ingestedAt
  for (const { channel } of droppedFacts) coverage.limited[channel] = day
  return {
    facts: ingestedFacts,
    sequence,
    ingestedAt,
    counters: {
      event_sequence: visitor.event_sequence + ingestedFacts.length,
      event_day: day,
      event_day_count: before + ingestedFacts.length,
      event_coverage: JSON.stringify(coverage),
    },
  }
}

/** Without a body in the city these channels have no events (AMB-130). */
const hasBody = (city: Switches): boolean =>
  isGateOpen(city, 'cityPhysicalLayerEnabled') && isGateOpen(city, 'cityMovementEnabled')
const SOURCES: Partial<Record<EventChannel, (city: Switches) => boolean>> = {
  private: (city) => isGateOpen(city, 'privateMessagingEnabled'),
  encounter: hasBody,
  movement: hasBody,
  chess: hasBody,
}

function stateOf(channel: EventChannel, coverage: ChannelCoverage, city: Switches, at: number): CoverageState {
  // AMB-94
  if (captureCeiling(city) === 0) return 'not_captured'
  if (SOURCES[channel]?.(city) === false) return 'disabled'
  return coverage.limited[channel] === utcDay(at) ? 'coverage_limited' : 'available'
}

const orNull = (at: number | undefined): string | null => (at === undefined ? null : iso(at))

/** `city` contains the switches of the visitor's world. */
export function coverageView(visitor: Pick<VisitorRow, 'event_coverage'>, city: Switches, at: number): ObserveCoverage {
  const coverage = parseCoverage(visitor)
  const views = EVENT_CHANNELS.map((channel) => [
    channel,
    {
      state: stateOf(channel, coverage, city, at),
      capturedFrom: orNull(coverage.from),
      lastIngestedAt: orNull(coverage.last[channel]),
    },
  ])
  return Object.fromEntries(views) as ObserveCoverage
}
