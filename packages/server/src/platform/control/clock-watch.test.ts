// Tests of the log messages about a clock that was set back.
import type { Logger } from 'pino'
import { expect, it, vi } from 'vitest'
import { watchClock } from './clock.ts'

it('logs once a minute that the clock was set back, and once that it has caught up', async () => {
  vi.useFakeTimers()
  const loggedEvents: string[] = []
  const say = ({ event }: { event: string }) => loggedEvents.push(event)
  let ahead = 0
  let elapsed = 0
  const watch = watchClock({
    aheadMs: () => ahead,
    elapsed: () => elapsed,
    log: { warn: say, info: say } as unknown as Logger,
  })
  const pass = (seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      elapsed += 1_000
      vi.advanceTimersByTime(1_000)
    }
  }
  pass(5)
  ahead = 600_000
  pass(61)
  ahead = 0
  pass(5)
  await watch.stop()
  vi.useRealTimers()
  expect(loggedEvents).toEqual(['clock.set_back', 'clock.set_back', 'clock.caught_up'])
})
