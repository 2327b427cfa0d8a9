import type { Logger } from 'pino'

const LOOK_MS = 1_000
const SAY_MS = 60_000
/** Corrections of less than this are what clocks are made of. */
const NOTABLE_MS = 1_000

export interface ClockWatch {
  stop(): Promise<void>
}

interface Watched {
  readonly aheadMs: () => number
  readonly elapsed: () => number
  readonly log: Logger
}

/** Says once a minute that the clock was set back, and once that time is right again. */
export function watchClock({ aheadMs, elapsed, log }: Watched): ClockWatch {
  let saidAt: number | null = null
  const look = (): void => {
    const ahead = aheadMs()
    if (ahead < NOTABLE_MS) {
      if (saidAt !== null) log.info({ event: 'clock.caught_up' }, 'the clock has caught up; time keeps its pace again')
      saidAt = null
      return
    }
    if (saidAt !== null && elapsed() - saidAt < SAY_MS) return
    saidAt = elapsed()
    log.warn(
      { event: 'clock.set_back', aheadMs: ahead },
      'the clock was set back; time goes on at half its pace until it has caught up',
    )
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
    },
  }
}
