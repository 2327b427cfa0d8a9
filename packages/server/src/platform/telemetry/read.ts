// Reads of activity and error counts, and their expiry.
import type { Activity, ActivitySeries, ActivityStep, ErrorGroup } from '@agent-network/contract'
import { DAY_MS, HOUR_MS, iso } from '../core/time.ts'
import type { Read, Tx } from '../db/database.ts'
import type { PeriodicJob, PeriodicJobDeps } from '../jobs/scheduler.ts'
import { STEP_MS, stepStart } from './minutes.ts'

interface ActivityQuery {
  readonly series: readonly ActivitySeries[]
  readonly per: ActivityStep
  readonly points: number
}

/** The last steps, including the one of `at`. */
export async function readActivity(read: Read, { series, per, points }: ActivityQuery, at: number): Promise<Activity> {
  const length = STEP_MS[per]
  const first = stepStart(per, at) - (points - 1) * length
  const rows = await read.sql
    .selectFrom('activity')
    .select(['at', 'series', 'n'])
    .where('step', '=', per)
    .where('at', '>=', first)
    .where('at', '<=', at)
    .execute()
  const values = new Map(series.map((name) => [name as string, Array.from({ length: points }, () => 0)]))
  for (const row of rows) {
    const own = values.get(row.series)
    if (own !== undefined) own[(row.at - first) / length] = row.n
  }
  return {
    per,
    times: Array.from({ length: points }, (_, i) => iso(first + i * length)),
    series: series.map((name) => ({ name, values: values.get(name)! })),
  }
}

/**
 * Whole hours, and up to a day also the minutes before the first of them. So a week takes a few hundred rows, not
 * 10,000.
 */
export async function readErrors(read: Read, window: number, at: number): Promise<ErrorGroup[]> {
  const from = stepStart(window > DAY_MS ? 'hour' : 'minute', at - window)
  const wholeHours = stepStart('hour', from + HOUR_MS - 1)
  const rows = await read.sql
    .selectFrom('error_counts')
    .select(({ fn }) => [
      'route',
      'code',
      fn.max('status').as('status'),
      fn.sum<number>('n').as('n'),
      fn.min('first_at').as('firstAt'),
      fn.max('last_at').as('lastAt'),
    ])
    .where(({ and, or, eb }) =>
      or([
        and([eb('step', '=', 'minute'), eb('at', '>=', from), eb('at', '<', wholeHours)]),
        and([eb('step', '=', 'hour'), eb('at', '>=', wholeHours), eb('at', '<=', at)]),
      ]),
    )
    .groupBy(['route', 'code'])
    .orderBy('n', 'desc')
    .orderBy('route')
    .orderBy('code')
    .execute()
  return rows.map(({ route, code, status, n, firstAt, lastAt }) => ({
    route,
    code,
    status,
    count: Number(n),
    firstAt: iso(firstAt),
    lastAt: iso(lastAt),
  }))
}

const RETENTION_MS = {
  activity: { minute: 2 * DAY_MS, hour: 60 * DAY_MS, day: 730 * DAY_MS },
  error_counts: { minute: 26 * HOUR_MS, hour: 8 * DAY_MS },
} as const

async function sweepOld(tx: Tx, table: 'activity' | 'error_counts', at: number): Promise<number> {
  let rows = 0
  for (const [step, retentionMs] of Object.entries(RETENTION_MS[table])) {
    const before = at - retentionMs
    const deletion =
      table === 'activity'
        ? tx.sql.deleteFrom('activity').where('step', '=', step).where('at', '<', before)
        : tx.sql.deleteFrom('error_counts').where('step', '=', step).where('at', '<', before)
    rows += Number((await deletion.executeTakeFirst()).numDeletedRows)
  }
  return rows
}

/** Runs once an hour; each run deletes about an hour's rows. */
export function telemetryJobs({ database }: Pick<PeriodicJobDeps, 'database'>): PeriodicJob[] {
  let sweptAt = Number.NEGATIVE_INFINITY
  return [
    {
      name: 'counts',
      async run(at) {
        if (Math.abs(at - sweptAt) < HOUR_MS) return 0
        sweptAt = at
        return database.transact(
          async (tx) => (await sweepOld(tx, 'activity', at)) + (await sweepOld(tx, 'error_counts', at)),
          { quiet: true },
        )
      },
    },
  ]
}
