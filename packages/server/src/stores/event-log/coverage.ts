// Capture ceiling and coverage of a visitor's observed events, per channel.
import { type CoverageState, EVENT_CHANNELS, type EventChannel, type ObserveCoverage } from '@agent-network/contract'
import { isGateOpen, numberSwitch, type Switches } from '../../platform/control/switches.ts'
import { iso, utcDay } from '../../platform/core/time.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import type { Fact } from './facts.ts'

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
