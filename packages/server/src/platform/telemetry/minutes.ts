// Activity and error counts per minute, hour and day, shared by all nodes.
import { ACTIVITY_SERIES, type ActivitySeries, type ActivityStep } from '@agent-network/contract'
import type { Logger } from 'pino'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import type { CommitCount, Database, Tx } from '../db/database.ts'

/**
 * Counts per minute: kept in memory, and added to rows that all nodes share about every ten seconds. A crash may lose
 * the last counts.
 */
export interface ActivityCounts {
  count(series: ActivitySeries, at: number, n?: number): void
  /** A response with an error code. */
  refused(error: { readonly route: string; readonly code: string; readonly status: number }): void
  /** Counts of a commit. */
  counted(all: readonly CommitCount[]): void
  /** Writes the counts in memory: before a read, and before the clock is moved. */
  flush(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export interface ActivityCountsDeps {
  readonly database: Database
  readonly log: Logger
  readonly now: () => number
  /** Increasing counters; the growth is added to the minute in which they are sampled. */
  readonly sampled: Partial<Record<ActivitySeries, () => number>>
}

const EVERY_MS = 10_000
/** Routes and codes are few. Further ones are counted under one name. */
const GROUPS_MAX = 500
const OTHER = 'other'
/** Maximum of minutes in memory while the store is unavailable. */
const WAITING_MAX = 120

interface Errors {
  status: number
  n: number
  firstAt: number
  lastAt: number
}
interface Minute {
  readonly activity: Map<ActivitySeries, number>
  /** By route, then by code. */
  readonly errors: Map<string, Map<string, Errors>>
  groups: number
}

export const STEP_MS: Readonly<Record<ActivityStep, number>> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS }
/** Errors are read for up to seven days, as whole hours and the minutes before the first hour. */
const ERROR_STEPS = ['minute', 'hour'] as const satisfies readonly ActivityStep[]

export const stepStart = (step: ActivityStep, at: number): number => at - (at % STEP_MS[step])

/** Charts show actions only by kind. */
const SERIES_OF_ACTS: Readonly<Record<string, ActivitySeries>> = { post: 'posts', reply: 'replies' }

function addErrors(into: Map<string, Errors>, code: string, { status, n, firstAt, lastAt }: Errors): void {
  const existingSum = into.get(code)
  if (existingSum === undefined) {
    into.set(code, { status, n, firstAt, lastAt })
    return
  }
  existingSum.n += n
  existingSum.firstAt = Math.min(existingSum.firstAt, firstAt)
  existingSum.lastAt = Math.max(existingSum.lastAt, lastAt)
}

/** The same order on every node, to avoid deadlocks on shared rows. */
const sorted = <T>(map: ReadonlyMap<string, T>): [string, T][] => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

async function addActivity(tx: Tx, minutes: ReadonlyMap<number, Minute>): Promise<void> {
  const sums = new Map<string, { step: ActivityStep; at: number; series: string; n: number }>()
  for (const [minute, { activity }] of minutes)
    for (const [series, n] of activity)
      for (const step of Object.keys(STEP_MS) as ActivityStep[]) {
        const at = stepStart(step, minute)
        const existingSum = sums.get(`${step} ${at} ${series}`)
        if (existingSum === undefined) sums.set(`${step} ${at} ${series}`, { step, at, series, n })
        else existingSum.n += n
      }
  const rows = sorted(sums).map(([, row]) => row)
  if (rows.length === 0) return
  await tx.sql
    .insertInto('activity')
    .values(rows)
    .onConflict((c) =>
      c.columns(['step', 'at', 'series']).doUpdateSet((eb) => ({ n: eb('activity.n', '+', eb.ref('excluded.n')) })),
    )
    .execute()
}

async function addErrorCounts(tx: Tx, minutes: ReadonlyMap<number, Minute>): Promise<void> {
  const sums = new Map<string, Map<string, Errors>>()
  for (const [minute, { errors }] of minutes)
    for (const [route, codes] of errors)
      for (const [code, error] of codes)
        for (const step of ERROR_STEPS) {
          const place = `${step} ${stepStart(step, minute)}`
          const own = sums.get(place) ?? new Map<string, Errors>()
          sums.set(place, own)
          addErrors(own, `${route} ${code}`, error)
        }
  const rows = sorted(sums).flatMap(([place, groups]) =>
    sorted(groups).map(([group, { status, n, firstAt, lastAt }]) => {
      const [step, at] = place.split(' ')
      const code = group.slice(group.lastIndexOf(' ') + 1)
      const route = group.slice(0, group.lastIndexOf(' '))
      return { step: step!, at: Number(at), route, code, status, n, first_at: firstAt, last_at: lastAt }
    }),
  )
  for (let i = 0; i < rows.length; i += GROUPS_MAX)
    await tx.sql
      .insertInto('error_counts')
      .values(rows.slice(i, i + GROUPS_MAX))
      .onConflict((c) =>
        c.columns(['step', 'at', 'route', 'code']).doUpdateSet((eb) => ({
          n: eb('error_counts.n', '+', eb.ref('excluded.n')),
          status: eb.ref('excluded.status'),
          first_at: eb
            .case()
            .when('excluded.first_at', '<', eb.ref('error_counts.first_at'))
            .then(eb.ref('excluded.first_at'))
            .else(eb.ref('error_counts.first_at'))
            .end(),
          last_at: eb
            .case()
            .when('excluded.last_at', '>', eb.ref('error_counts.last_at'))
            .then(eb.ref('excluded.last_at'))
            .else(eb.ref('error_counts.last_at'))
            .end(),
        })),
      )
      .execute()
}

export function makeActivityCounts({ database, log, now, sampled }: ActivityCountsDeps): ActivityCounts {
  let waiting = new Map<number, Minute>()
  const lastCounts = new Map<ActivitySeries, number>()
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  function minuteOf(at: number): Minute {
    const start = stepStart('minute', at)
    let minute = waiting.get(start)
    if (minute === undefined) {
      minute = { activity: new Map(), errors: new Map(), groups: 0 }
      // The store has been unavailable for long: the oldest minute is dropped.
      if (waiting.size >= WAITING_MAX) waiting.delete(Math.min(...waiting.keys()))
      waiting.set(start, minute)
    }
    return minute
  }

  function count(series: ActivitySeries, at: number, n = 1): void {
    const { activity } = minuteOf(at)
    activity.set(series, (activity.get(series) ?? 0) + n)
  }

  function note(route: string, code: string, at: number, errors: Errors): void {
    const minute = minuteOf(at)
    let codes = minute.errors.get(route)
    if (codes?.has(code) !== true && minute.groups >= GROUPS_MAX) {
      if (route !== OTHER) note(OTHER, code, at, errors)
      return
    }
    if (codes === undefined) {
      codes = new Map()
      minute.errors.set(route, codes)
    }
    if (!codes.has(code)) minute.groups += 1
    addErrors(codes, code, errors)
  }

  function sample(): void {
    for (const series of ACTIVITY_SERIES) {
      const total = sampled[series]?.() ?? 0
      const grown = total - (lastCounts.get(series) ?? 0)
      lastCounts.set(series, total)
      if (grown > 0) count(series, now(), grown)
    }
  }

  /** Adds counts that could not be written to the newer ones. */
  function putBack(minutes: ReadonlyMap<number, Minute>): void {
    for (const [at, { activity, errors }] of minutes) {
      for (const [series, n] of activity) count(series, at, n)
      for (const [route, codes] of errors) for (const [code, error] of codes) note(route, code, at, error)
    }
  }

  async function write(): Promise<void> {
    sample()
    if (waiting.size === 0) return
    const minutes = waiting
    waiting = new Map()
    try {
      await database.transact(
        async (tx) => {
          await addActivity(tx, minutes)
          await addErrorCounts(tx, minutes)
        },
        { quiet: true },
      )
    } catch (error) {
      putBack(minutes)
      log.warn(
        { event: 'measure.counts_not_stored', err: error },
        'activity counts not stored, retrying at the next flush',
      )
    }
  }

  const flush = (): Promise<void> => {
    flushing = flushing.then(write)
    return flushing
  }

  return {
    count,
    refused({ route, code, status }) {
      const at = now()
      note(route, code, at, { status, n: 1, firstAt: at, lastAt: at })
      count(status >= 500 || code === 'INTERNAL_ERROR' ? 'errors' : 'refusals', at)
    },
    counted(all) {
      for (const { what, at } of all) {
        const [metered, by, kind, outcome] = what.split(' ')
        if (metered !== 'acts') continue
        count(by === 'visitor' ? 'acts' : 'residentActs', at)
        const series = SERIES_OF_ACTS[kind ?? '']
        if (series !== undefined && outcome === 'created') count(series, at)
      }
    },
    flush,
    start() {
      timer = setInterval(() => void flush(), EVERY_MS).unref()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      await flush()
    },
  }
}
