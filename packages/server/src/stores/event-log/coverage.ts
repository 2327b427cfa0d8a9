// Capture ceiling and coverage of a visitor's observed events, per channel.
import { type CoverageState, EVENT_CHANNELS, type EventChannel, type ObserveCoverage } from '@agent-network/contract'
import { gate, number, type Switches } from '../../platform/control/switches.ts'
import { iso, utcDay } from '../../platform/core/time.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import type { Fact } from './facts.ts'

/** Coverage as stored in a visitor's row. It is small, because it is rewritten with every event. */
interface Kept {
  /** Ingestion time of the first event of any channel. All channels share the same gate. */
  from?: number
  last: Partial<Record<EventChannel, number>>
  /** The UTC day on which an event of this channel was last dropped because of the ceiling. */
  limited: Partial<Record<EventChannel, number>>
}

/** Returns empty coverage if no event was ingested yet. */
function keptOf(visitor: Pick<VisitorRow, 'event_coverage'>): Kept {
  const { last = {}, limited = {}, ...rest } = JSON.parse(visitor.event_coverage) as Partial<Kept>
  return { ...rest, last, limited }
}

/** Maximum number of facts per visitor and UTC day. Fractions are rounded up. */
export const captureCeiling = (switches: Switches): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Math.max(0, number(switches, 'visitorObserveDailyCaptureCeiling'))))

type Counters = Pick<VisitorRow, 'event_sequence' | 'event_day' | 'event_day_count' | 'event_coverage'>

export interface TakenIn {
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
export function takeIn(visitor: Counters, ceiling: number, at: number, facts: readonly Fact[]): TakenIn {
  const kept = keptOf(visitor)
  const ingestedAt = Math.max(at, ...Object.values(kept.last))
  const day = utcDay(at)
  const before = visitor.event_day === day ? visitor.event_day_count : 0
  const room = Math.max(0, ceiling - before)
  const taken = facts.length <= room ? facts : facts.slice(0, room)
  const sequence = visitor.event_sequence + 1
  const left = facts.slice(taken.length)
  if (taken.length === 0 && left.every(({ channel }) => kept.limited[channel] === day))
    return { facts: taken, sequence, ingestedAt, counters: null }
  kept.from ??= ingestedAt
  for (const { channel } of taken) kept.last[channel] = ingestedAt
  for (const { channel } of left) kept.limited[channel] = day
  return {
    facts: taken,
    sequence,
    ingestedAt,
    counters: {
      event_sequence: visitor.event_sequence + taken.length,
      event_day: day,
      event_day_count: before + taken.length,
      event_coverage: JSON.stringify(kept),
    },
  }
}

/** Without a body in the city these channels have no events (AMB-130). */
const hasBody = (city: Switches): boolean => gate(city, 'cityPhysicalLayerEnabled') && gate(city, 'cityMovementEnabled')
const SOURCES: Partial<Record<EventChannel, (city: Switches) => boolean>> = {
  private: (city) => gate(city, 'privateMessagingEnabled'),
  encounter: hasBody,
  movement: hasBody,
  chess: hasBody,
}

function stateOf(channel: EventChannel, kept: Kept, city: Switches, at: number): CoverageState {
  // AMB-94
  if (captureCeiling(city) === 0) return 'not_captured'
  if (SOURCES[channel]?.(city) === false) return 'disabled'
  return kept.limited[channel] === utcDay(at) ? 'coverage_limited' : 'available'
}

const orNull = (at: number | undefined): string | null => (at === undefined ? null : iso(at))

/** `city` contains the switches of the visitor's world. */
export function coverageView(visitor: Pick<VisitorRow, 'event_coverage'>, city: Switches, at: number): ObserveCoverage {
  const kept = keptOf(visitor)
  const views = EVENT_CHANNELS.map((channel) => [
    channel,
    {
      state: stateOf(channel, kept, city, at),
      capturedFrom: orNull(kept.from),
      lastIngestedAt: orNull(kept.last[channel]),
    },
  ])
  return Object.fromEntries(views) as ObserveCoverage
}
