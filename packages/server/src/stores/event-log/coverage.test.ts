// Tests of the daily capture ceiling and of the coverage view per channel.
import { describe, expect, it } from 'vitest'
import { SWITCHES, type Switches } from '../../platform/control/switches.ts'
import { DAY_MS } from '../../platform/core/time.ts'
import { followReceived, journeyStarted } from './facts.ts'
import { coverageView, ingestFacts } from './journal.ts'

const NEW = { event_sequence: 0, event_day: -1, event_day_count: 0, event_coverage: '{}' }
const AT = 100 * DAY_MS + 5
const follow = followReceived({ fromHandle: 'ada', occurredAt: AT })
const walk = journeyStarted({ journeyId: 'j', occurredAt: AT })
const open = (change: object = {}): Switches => ({ ...SWITCHES, visitorObserveDailyCaptureCeiling: 10, ...change })

describe('ingesting facts', () => {
  it('continues the sequence and stores the last ingestion time of each channel', () => {
    const first = ingestFacts(NEW, 10, AT, [follow])
    expect([first.sequence, first.facts, first.ingestedAt]).toEqual([1, [follow], AT])
    const second = ingestFacts(first.counters!, 10, AT + 7, [walk, walk])
    expect([second.sequence, second.counters!.event_sequence, second.counters!.event_day_count]).toEqual([2, 3, 3])
    const { public: publicChannel, movement, chess } = coverageView(second.counters!, open(), AT + 8)
    expect([publicChannel.capturedFrom, movement.capturedFrom, chess.capturedFrom]).toEqual(
      Array.from({ length: 3 }, () => '1970-04-11T00:00:00.005Z'),
    )
    expect([publicChannel.lastIngestedAt, movement.lastIngestedAt, chess.lastIngestedAt]).toEqual([
      '1970-04-11T00:00:00.005Z',
      '1970-04-11T00:00:00.012Z',
      null,
    ])
  })

  it('applies the daily ceiling, marks limited channels, and resets at midnight UTC', () => {
    const full = ingestFacts(NEW, 2, AT, [follow, walk, walk])
    expect(full.facts).toEqual([follow, walk])
    const states = (at: number) => {
      const view = coverageView(full.counters!, open(), at)
      return [view.public.state, view.movement.state]
    }
    expect(states(AT)).toEqual(['available', 'coverage_limited'])
    expect(states(AT + DAY_MS)).toEqual(['available', 'available'])
    const over = ingestFacts(full.counters!, 2, AT, [follow])
    expect([over.facts, over.counters!.event_sequence, over.counters!.event_day_count]).toEqual([[], 2, 2])
    // Once the channel is marked as limited, the row is not written again.
    expect(ingestFacts(over.counters!, 2, AT, [follow, walk]).counters).toBeNull()
    expect(ingestFacts(over.counters!, 2, AT + DAY_MS, [follow]).counters!.event_day_count).toBe(1)
  })

  it('never decreases the ingestion time', () => {
    const first = ingestFacts(NEW, 10, AT, [follow])
    expect(ingestFacts(first.counters!, 10, AT - 3, [walk]).ingestedAt).toBe(AT)
  })

  it('reports why a channel is silent: capture is off, its feature is off, or the day is full', () => {
    const limited = ingestFacts(NEW, 1, AT, [follow, follow]).counters!
    expect(coverageView(limited, open({ visitorObserveDailyCaptureCeiling: 0 }), AT).public.state).toBe('not_captured')
    const view = coverageView(limited, open({ privateMessagingEnabled: false, cityPhysicalLayerEnabled: false }), AT)
    expect(Object.values(view).map(({ state }) => state)).toEqual([
      'available',
      'coverage_limited',
      'disabled',
      'disabled',
      'disabled',
      'disabled',
    ])
  })
})
