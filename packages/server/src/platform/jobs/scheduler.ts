import type { Logger } from 'pino'
import type { Control } from '../control/control.ts'
import { ApiError } from '../core/api-error.ts'
import { iso } from '../core/time.ts'
import type { Database } from '../db/database.ts'

/** Something that expires or comes due. One call sees to at most `limit` rows and says how many there were. */
export interface PeriodicJob {
  readonly name: string
  run(at: number, limit: number): Promise<number>
  /** When there will be something to do; left out where it does not matter when it is done. */
  next?(): Promise<number | null>
  /** What the passing of time does instead of `run`, for work that must not keep the others waiting. */
  tick?(at: number): void
  /** How far it may go on by itself when nothing else is due meanwhile: many moments in one run. */
  readonly ahead?: number
}

export interface JobScheduler {
  /**
   * Moves the clock and then goes through every moment at which something was due, in order. The sweep that runs by
   * itself waits meanwhile: it would see the new time and take everything at once.
   */
  sweepAfter(move: () => Promise<number>): Promise<void>
  lastRun(): Record<string, { at: string; rows: number }>
  start(): void
  /** Ends a move of the clock between two moments; what it has not come to is due at the next start. */
  interrupt(): void
  stop(): Promise<void>
}

/** What the sweeps of a room need. */
export interface SweepDeps {
  readonly control: Control
  readonly database: Database
}

const BATCH = 500
const EVERY_MS = 1_000

/** Runs the sweeps in the order of the list, at every moment at which one of them is due. */
export function makeJobScheduler(
  { control, log }: { readonly control: Control; readonly log: Logger },
  sweeps: readonly PeriodicJob[],
  count: (sweep: string, rows: number) => void,
): JobScheduler {
  const last: Record<string, { at: string; rows: number }> = {}
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let isInterrupted = false

  function requireTime(): void {
    if (isInterrupted)
      throw new ApiError('INTERNAL_ERROR', {
        message: 'The server is shutting down; the clock has moved, and what is due happens after the next start',
      })
  }

  async function runToTheEnd({ name, run }: PeriodicJob, at: number): Promise<void> {
    let rows = 0
    for (let gone = await run(at, BATCH); gone > 0; gone = await run(at, BATCH)) {
      rows += gone
      count(name, gone)
      requireTime()
    }
    last[name] = { at: iso(at), rows }
  }

  async function sweepAll(at: number): Promise<void> {
    for (const sweep of sweeps) {
      if (sweep.tick === undefined) await runToTheEnd(sweep, at)
      else sweep.tick(at)
    }
  }

  const NEVER = Number.MAX_SAFE_INTEGER

  /** Goes from one due moment to the next, up to `at`; what has no moments of its own is done at the end. */
  async function sweep(at: number): Promise<void> {
    for (let after = 0; ; ) {
      const moments = await Promise.all(sweeps.map(async ({ next }) => (await next?.()) ?? NEVER))
      const first = Math.max(after + 1, Math.min(...moments))
      // The last moment is everybody's: what was made on the way to it may have come due for the others.
      const moment = first >= at ? at : Math.min(at - 1, first + aheadOf(moments, first))
      requireTime()
      for (const [i, sweep] of sweeps.entries())
        if (moment >= at || moments[i]! <= moment) await runToTheEnd(sweep, moment)
      if (moment >= at) return
      after = moment
    }
  }

  /** When only one is due first, and it may go on by itself: until the next of the others. */
  function aheadOf(moments: readonly number[], first: number): number {
    const due = sweeps.filter((_, i) => moments[i]! <= first)
    if (due.length !== 1 || due[0]!.ahead === undefined) return 0
    const others = Math.min(...moments.filter((moment) => moment > first))
    return Math.max(0, Math.min(due[0]!.ahead, others - 1 - first))
  }

  /** One after the other, so that a move of the test clock never meets a sweep half way. */
  const queue = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work, work)
    return running
  }

  return {
    sweepAfter: (move) => queue(async () => sweep(await move())),
    lastRun: () => last,
    start() {
      let isWaiting = false
      timer = setInterval(() => {
        // One that takes longer than the interval is not joined by all the others.
        if (isWaiting) return
        isWaiting = true
        void queue(async () => sweepAll((await control.current()).at))
          .catch(
            (error) =>
              isInterrupted ||
              log.warn({ event: 'sweeps.run_failed', err: error }, 'a sweep failed; it will be tried again'),
          )
          .finally(() => {
            isWaiting = false
          })
      }, EVERY_MS)
      timer.unref()
    },
    interrupt() {
      isInterrupted = true
    },
    async stop() {
      isInterrupted = true
      if (timer !== null) clearInterval(timer)
      await running.catch(() => {})
    },
  }
}
