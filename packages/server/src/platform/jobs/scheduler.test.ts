// Tests of how often the timer runs periodic jobs.
import type { Logger } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import type { Control } from '../control/control.ts'
import { makeJobScheduler, type PeriodicJob } from './scheduler.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('runs cleanup once a minute and after every move of the clock, other jobs every second', async () => {
  vi.useFakeTimers()
  const runs = { ordinary: 0, cleanup: 0 }
  const jobOf = (name: keyof typeof runs): PeriodicJob => ({
    name,
    run: async () => {
      runs[name] += 1
      return 0
    },
  })
  const deps = { control: { current: async () => ({ at: 0 }) } as Control, log: {} as Logger }
  const scheduler = makeJobScheduler(deps, [jobOf('ordinary'), { ...jobOf('cleanup'), isCleanup: true }], () => {})

  scheduler.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toEqual({ ordinary: 60, cleanup: 1 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toEqual({ ordinary: 61, cleanup: 2 })
  await scheduler.sweepAfter(async () => 86_400_000)
  expect(runs).toEqual({ ordinary: 62, cleanup: 3 })
  await scheduler.stop()
})
