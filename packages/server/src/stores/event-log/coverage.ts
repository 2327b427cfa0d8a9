import { type CoverageState, EVENT_CHANNELS, type EventChannel, type ObserveCoverage } from '@agent-network/contract'
import { gate, number, type Switches } from '../../platform/control/switches.ts'
import { iso, utcDay } from '../../platform/core/time.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import type { Fact } from './facts.ts'

/** What a visitor's row keeps of its channels: small, because it is rewritten with every event. */
interface Kept {
  /** When the first event of any channel was taken in: the gate is the same for all of them. */
  from?: number
  last: Partial<Record<EventChannel, number>>
  /** The UTC day on which something of this channel was last left out. */
  limited: Partial<Record<EventChannel, number>>
}

/** Empty where nothing was ever taken in. */
function keptOf(visitor: Pick<VisitorRow, 'event_coverage'>): Kept {
  const { last = {}, limited = {}, ...rest } = JSON.parse(visitor.event_coverage) as Partial<Kept>
  return { ...rest, last, limited }
}

/** Facts per visitor and UTC day; counts below 1.5 are those below 2. */
export const captureCeiling = (switches: Switches): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Math.max(0, number(switches, 'visitorObserveDailyCaptureCeiling'))))

type Counters = Pick<VisitorRow, 'event_sequence' | 'event_day' | 'event_day_count' | 'event_coverage'>

export interface TakenIn {
  readonly facts: readonly Fact[]
  /** Of the first one. */
  readonly sequence: number
  readonly ingestedAt: number
  /** Null where the row stays as it is. */
  readonly counters: Counters | null
}

/**
 * How many of the facts the day still has room for, and what the visitor's row says afterwards. The time of ingestion
 * never goes back from one number to the next, so that a moment can be found by its number.
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

/** Without a body nothing of it can happen (AMB-130). */
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

/** `city` holds the switches as they are in the visitor's world. */
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
