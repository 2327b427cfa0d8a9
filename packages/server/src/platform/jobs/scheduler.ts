// Scheduler of periodic jobs: expiry and due work, in order of time.
import type { Logger } from 'pino'
import type { Control } from '../control/control.ts'
import { ApiError } from '../core/api-error.ts'
import { iso } from '../core/time.ts'
import type { Database } from '../db/database.ts'

/** A periodic job. One call processes at most `limit` rows and returns their number. */
export interface PeriodicJob {
  readonly name: string
  run(at: number, limit: number): Promise<number>
  /** The time of the next work; absent if the time of execution does not matter. */
  next?(): Promise<number | null>
  /** Called by the timer instead of `run`, for work that must not delay other jobs. */
  tick?(at: number): void
  /** How far it may run ahead while nothing else is due: many moments in one run. */
  readonly ahead?: number
  /** Deletes expired rows. A minute late does no harm, so the timer does not run it every second. */
  readonly isCleanup?: true
}

export interface JobScheduler {
  /**
   * Moves the clock, then processes every due moment in order. The periodic run waits meanwhile: it would see the new
   * time and process everything at once.
   */
  sweepAfter(move: () => Promise<number>): Promise<void>
  lastRun(): Record<string, { at: string; rows: number }>
  start(): void
  /** Ends a clock move between two moments; the remaining work is due at the next start. */
  interrupt(): void
  stop(): Promise<void>
}

/** Dependencies of the periodic jobs. */
export interface PeriodicJobDeps {
  readonly control: Control
  readonly database: Database
}

const BATCH = 500
const EVERY_MS = 1_000
/** Cleanup belongs to the first run of the timer and to every 60th after it. */
const CLEANUP_RUNS = 60

/** Runs the jobs in list order, at every moment at which one of them is due. */
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
    for (let deletedCount = await run(at, BATCH); deletedCount > 0; deletedCount = await run(at, BATCH)) {
      rows += deletedCount
      count(name, deletedCount)
      requireTime()
    }
    last[name] = { at: iso(at), rows }
  }

  async function runByTimer(at: number, withCleanup: boolean): Promise<void> {
    for (const sweep of sweeps) {
      if (sweep.isCleanup && !withCleanup) continue
      if (sweep.tick === undefined) await runToTheEnd(sweep, at)
      else sweep.tick(at)
    }
  }

  const NEVER = Number.MAX_SAFE_INTEGER

  /** Processes all due moments up to `at`; jobs without a time of their own run at the end. */
  async function sweep(at: number): Promise<void> {
    for (let after = 0; ; ) {
      const moments = await Promise.all(sweeps.map(async ({ next }) => (await next?.()) ?? NEVER))
      const first = Math.max(after + 1, Math.min(...moments))
      // All jobs run at the last moment: work created on the way may be due for the others.
      const moment = first >= at ? at : Math.min(at - 1, first + aheadOf(moments, first))
      requireTime()
      for (const [i, sweep] of sweeps.entries())
        if (moment >= at || moments[i]! <= moment) await runToTheEnd(sweep, moment)
      if (moment >= at) return
      after = moment
    }
  }

  /** How far the only due job may run ahead: until the next moment of another job. */
  function aheadOf(moments: readonly number[], first: number): number {
    const due = sweeps.filter((_, i) => moments[i]! <= first)
    if (due.length !== 1 || due[0]!.ahead === undefined) return 0
    const others = Math.min(...moments.filter((moment) => moment > first))
    return Math.max(0, Math.min(due[0]!.ahead, others - 1 - first))
  }

  /** One at a time, so that a move of the test clock never overlaps with a run. */
  const queue = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work, work)
    return running
  }

  return {
    sweepAfter: (move) => queue(async () => sweep(await move())),
    lastRun: () => last,
    start() {
      let isWaiting = false
      let runs = 0
      timer = setInterval(() => {
        // A slow run does not let further runs pile up.
        if (isWaiting) return
        isWaiting = true
        const withCleanup = runs++ % CLEANUP_RUNS === 0
        void queue(async () => runByTimer((await control.current()).at, withCleanup))
          .catch(
            (error) =>
              isInterrupted ||
              log.warn({ event: 'sweeps.run_failed', err: error }, 'periodic job failed, retrying at the next run'),
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
