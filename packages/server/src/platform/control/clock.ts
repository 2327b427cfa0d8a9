// Test clock: stored state, moves, pinning, and warnings about system time.
import type { Logger } from 'pino'
import type { Ambient } from '../core/ambient.ts'
import { invalidInput } from '../core/api-error.ts'
import { iso, parseIso } from '../core/time.ts'
import type { Database, Read, TransactOptions, Tx } from '../db/database.ts'

/** The stored test clock: system time or one frozen moment. */
export interface ClockState {
  readonly mode: 'system' | 'frozen'
  /** The frozen moment. In system mode the last frozen moment, which is a lower bound for the time. */
  readonly now: number
  /** Set when a record has been stamped: then the clock only moves forward. */
  readonly pinned: boolean
}

const SYSTEM: ClockState = { mode: 'system', now: 0, pinned: false }

export async function readClock(read: Read): Promise<ClockState> {
  const row = await read.sql.selectFrom('clock').selectAll().where('id', '=', 1).executeTakeFirst()
  return row ? { mode: row.mode as ClockState['mode'], now: row.now, pinned: row.pinned === 1 } : SYSTEM
}

async function writeClock(tx: Tx, clock: ClockState): Promise<void> {
  tx.touchControl()
  const row = { id: 1, mode: clock.mode, now: clock.now, pinned: clock.pinned ? 1 : 0 }
  await tx.sql
    .insertInto('clock')
    .values(row)
    .onConflict((c) => c.column('id').doUpdateSet(row))
    .execute()
}

export const clockNow = (clock: ClockState, ambient: Ambient): number =>
  clock.mode === 'frozen' ? clock.now : Math.max(clock.now, ambient.now())

/** The time `elapsedMs` after the request's time. A frozen clock does not advance. */
export const timeAfter = (clock: ClockState, at: number, elapsedMs: number): number =>
  clock.mode === 'frozen' ? at : at + Math.floor(elapsedMs)

export type ClockMove = { now: string } | { advanceMs: number } | { mode: 'system' }

export async function moveClock(tx: Tx, system: Ambient, move: ClockMove): Promise<ClockState> {
  const clock = await readClock(tx)
  const current = clockNow(clock, system)
  const next = target(clock, current, move)
  if (clock.pinned && next.now < current && next.mode === 'frozen')
    throw invalidInput(
      `the clock stands at ${iso(current)} and only moves forward once anything has been recorded; name a later time`,
    )
  await writeClock(tx, next)
  return next
}

function target(clock: ClockState, current: number, move: ClockMove): ClockState {
  if ('mode' in move) return { ...clock, mode: 'system', now: clock.pinned ? current : 0 }
  if ('advanceMs' in move) {
    if (!Number.isSafeInteger(move.advanceMs)) throw invalidInput('advanceMs must be a whole number of milliseconds')
    return { ...clock, mode: 'frozen', now: current + move.advanceMs }
  }
  const now = parseIso(move.now)
  if (now === null)
    throw invalidInput('now must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T12:00:00Z')
  return { ...clock, mode: 'frozen', now }
}

/** Prevents moving the clock back from now on. */
export async function pinClock(tx: Tx): Promise<void> {
  const clock = await readClock(tx)
  if (!clock.pinned) await writeClock(tx, { ...clock, pinned: true })
}

/**
 * An operator transaction that stamps records; the clock cannot be moved back behind them afterwards. Pinning comes
 * last, because an import may take minutes and would lock the clock's row for that time.
 */
export const transactStamped = <T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  options: TransactOptions = {},
): Promise<T> =>
  database.transact(async (tx) => {
    const result = await work(tx)
    await pinClock(tx)
    return result
  }, options)

interface PinContext {
  readonly database: Database
  readonly config: { readonly testClock: boolean }
}

/** The same for frequent work: without a test clock nothing is read. */
export const transactPinned = <T>({ database, config }: PinContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transact(async (tx) => {
    if (config.testClock) await pinClock(tx)
    return work(tx)
  })

const CHECK_INTERVAL_MS = 1_000
const LOG_INTERVAL_MS = 60_000
/** Smaller corrections are normal. */
const TOLERANCE_MS = 1_000

export interface ClockWatch {
  stop(): Promise<void>
}

interface ClockWatchOptions {
  readonly aheadMs: () => number
  readonly elapsed: () => number
  readonly log: Logger
}

/** Logs once a minute that the clock was set back, and once that it has caught up. */
export function watchClock({ aheadMs, elapsed, log }: ClockWatchOptions): ClockWatch {
  let loggedAt: number | null = null
  const look = (): void => {
    const ahead = aheadMs()
    if (ahead < TOLERANCE_MS) {
      if (loggedAt !== null) log.info({ event: 'clock.caught_up' }, 'system clock caught up, time runs at normal speed')
      loggedAt = null
      return
    }
    if (loggedAt !== null && elapsed() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = elapsed()
    log.warn(
      { event: 'clock.set_back', aheadMs: ahead },
      'system clock was set back, time runs at half speed until it has caught up',
    )
  }
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
    },
  }
}
