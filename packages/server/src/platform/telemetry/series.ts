// Prometheus series of counters, worlds, store and process state.
import type { CommitCount } from '../db/database.ts'
import { COUNTERS, type CounterName, type Exporter, type Meter, type Values } from './meter.ts'

export type { Exporter }

const COUNTER_SERIES: Readonly<Record<CounterName, readonly [name: string, help: string]>> = {
  acts: ['acts_total', 'Committed actions of visitors and residents, by verb and outcome'],
  budgets: ['budget_units_total', 'Units taken from daily budgets, by budget'],
  cache_reads: ['cache_reads_total', 'Cache reads, by cache and outcome'],
  completions: ['completions_total', 'Completions, by outcome'],
  model_calls: ['model_calls_total', 'Language model calls, by outcome'],
  model_tokens: ['model_tokens_total', 'Language model tokens, by direction'],
  moderation_verdicts: ['moderation_verdicts_total', 'Moderation verdicts, by action'],
  streams_ended: ['streams_ended_total', 'Ended streams, by kind and reason'],
  webhook_attempts: ['webhook_attempts_total', 'Attempts to deliver to webhooks, by outcome'],
}

function labelled(metered: CounterName, values: string, value: number): Values[number] {
  const parts = values.split(' ')
  return { labels: Object.fromEntries(COUNTERS[metered].map((label, i) => [label, parts[i] ?? ''])), value }
}

/** The name of a commit's count starts with its series. */
export const countInto =
  (meter: Meter) =>
  (counted: readonly CommitCount[]): void => {
    for (const { what } of counted) {
      const end = what.indexOf(' ')
      meter.add(what.slice(0, end) as CounterName, what.slice(end + 1))
    }
  }

/** Exports all counters and histograms of the meter. */
export function exportMeter(exporter: Exporter, meter: Meter): void {
  for (const [metered, [name, help]] of Object.entries(COUNTER_SERIES) as [CounterName, readonly [string, string]][])
    exporter.counter({ name, help, labelNames: COUNTERS[metered] }, () =>
      [...meter.of(metered)].map(([values, { n }]) => labelled(metered, values, n)),
    )
  for (const histogram of meter.histograms) exporter.histogram(histogram)
}

/** Progress of one world. */
interface WorldProgress {
  readonly worldId: string
  readonly lastTurnAge: number | null
  readonly lateRows: number
  readonly tokensToday: number
}

/** Use and limit of one total model budget. */
interface ModelBudgetUse {
  readonly unit: string
  readonly period: string
  readonly used: number | null
  readonly limit: number | null
}

/** Values that are read from the store in the background, not at every scrape. */
export interface SlowValues {
  readonly worlds: readonly WorldProgress[]
  readonly storeBytes: number
  /** In seconds; NaN if no backup is known. */
  readonly backupAge: number
  /** OAuth grants in use. */
  readonly grants: number
  readonly modelBudgets: readonly ModelBudgetUse[]
  readonly disk: DiskSpace
  readonly webhooks: WebhookAges
}

/** Ages in seconds; 0 without such a delivery. */
export interface WebhookAges {
  readonly oldestPending: number
  readonly late: number
  readonly disabled: number
}

/** Bytes of the file system of the data folder; NaN if there is no such folder. */
export interface DiskSpace {
  readonly free: number
  readonly total: number
}

export interface SlowReaderDeps {
  readonly elapsed: () => number
  /** Time of the last scrape. */
  readonly askedAt: () => number
  worlds(): Promise<readonly WorldProgress[]>
  storeBytes(): Promise<number>
  backupAge(): Promise<number>
  grants(): Promise<number>
  modelBudgets(): Promise<readonly ModelBudgetUse[]>
  disk(): Promise<DiskSpace>
  webhooks(): Promise<WebhookAges>
}

const EVERY_MS = 5_000
const SIZE_EVERY_MS = 60_000
/** Without a scrape for this long, nothing is read. */
const IDLE_MS = 120_000

/**
 * Reads slow values in the background, so that a scrape does not wait. If the store is unavailable the last values
 * stay.
 */
export function makeSlowReader({ elapsed, askedAt, ...sources }: SlowReaderDeps) {
  let latestValues: SlowValues = {
    ...{ worlds: [], storeBytes: 0, backupAge: Number.NaN, grants: 0, modelBudgets: [] },
    disk: { free: Number.NaN, total: Number.NaN },
    webhooks: { oldestPending: 0, late: 0, disabled: 0 },
  }
  let sizedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const isOld = elapsed() - sizedAt >= SIZE_EVERY_MS
    // First, because a full disk may be why the store fails.
    latestValues = { ...latestValues, disk: await sources.disk() }
    latestValues = {
      ...latestValues,
      worlds: await sources.worlds(),
      storeBytes: isOld ? await sources.storeBytes() : latestValues.storeBytes,
      backupAge: await sources.backupAge(),
      grants: await sources.grants(),
      modelBudgets: await sources.modelBudgets(),
      webhooks: await sources.webhooks(),
    }
    if (isOld) sizedAt = elapsed()
  }
  function look(): void {
    reading ??= read()
      .catch(() => {})
      .finally(() => {
        reading = null
      })
  }
  const timer = setInterval(() => elapsed() - askedAt() < IDLE_MS && look(), EVERY_MS).unref()
  return {
    latestValues: () => latestValues,
    look,
    async stop() {
      clearInterval(timer)
      await reading
    },
  }
}

export function exportSlow(exporter: Exporter, readSlow: () => SlowValues): void {
  const ofWorlds = (value: (pulse: WorldProgress) => number | null) => () =>
    readSlow().worlds.flatMap((pulse) => {
      const n = value(pulse)
      return n === null ? [] : [{ labels: { world: pulse.worldId }, value: n }]
    })
  const gaugeOfWorlds = (name: string, help: string, value: (pulse: WorldProgress) => number | null) =>
    exporter.labelledGauge({ name, help, labelNames: ['world'] }, ofWorlds(value))
  gaugeOfWorlds(
    'life_last_turn_age_seconds',
    'Time since the last tick of a resident, by world',
    ({ lastTurnAge }) => lastTurnAge,
  )
  gaugeOfWorlds(
    'life_due_rows_late',
    'Scheduled rows overdue by more than a minute, by world, at most 1000',
    ({ lateRows }) => lateRows,
  )
  gaugeOfWorlds(
    'life_tokens_today',
    'Tokens used by residents on this UTC day, by world',
    ({ tokensToday }) => tokensToday,
  )
  for (const [name, help, value] of [
    ['model_budget_used', 'Model use in the current UTC day or month, in tokens or money', 'used'],
    ['model_budget_limit', 'Configured model budget; absent without one', 'limit'],
  ] as const)
    exporter.labelledGauge({ name, help, labelNames: ['unit', 'period'] }, () =>
      readSlow().modelBudgets.flatMap(({ unit, period, [value]: n }) =>
        n === null ? [] : [{ labels: { unit, period }, value: n }],
      ),
    )
  exporter.gauge(
    'backup_age_seconds',
    'Age of the last known good backup; NaN if there is none',
    () => readSlow().backupAge,
  )
  for (const [name, help, value] of [
    ['webhook_oldest_pending_seconds', 'Age of the oldest pending delivery to a webhook', 'oldestPending'],
    ['webhook_late_seconds', 'Time since a delivery could have been attempted and was not', 'late'],
    ['webhooks_disabled', 'Webhooks that were disabled because their receivers failed', 'disabled'],
  ] as const)
    exporter.gauge(name, help, () => readSlow().webhooks[value])
  exporter.gauge('oauth_grants', 'Connections of programs over OAuth', () => readSlow().grants)
  exporter.gauge('disk_free_bytes', 'Free space for the data folder', () => readSlow().disk.free)
  exporter.gauge('disk_total_bytes', 'Size of the file system of the data folder', () => readSlow().disk.total)
  exporter.gauge('store_size_bytes', 'Size of the store', () => readSlow().storeBytes)
}

const BREAKER_STATES = ['closed', 'half-open', 'open'] as const

interface State {
  connections(): { readonly open: number; readonly busy: number }
  breaker(): string
  /** Build information, as labels of a series that is always 1. */
  readonly build: Readonly<Record<string, string>>
}

/** Exports values that are available in memory. */
export function exportState(exporter: Exporter, { connections, breaker, build }: State): void {
  exporter.labelledGauge(
    { name: 'build_info', help: 'Build information; always 1', labelNames: Object.keys(build) },
    () => [{ labels: build, value: 1 }],
  )
  exporter.labelledGauge(
    {
      name: 'store_connections',
      help: 'Store connections, by state (open or busy)',
      labelNames: ['state'],
    },
    () => Object.entries(connections()).map(([state, value]) => ({ labels: { state }, value })),
  )
  exporter.labelledGauge(
    {
      name: 'model_breaker_state',
      help: 'Model circuit breaker: 1 for the current state',
      labelNames: ['state'],
    },
    () => {
      const now = breaker()
      return BREAKER_STATES.map((state) => ({ labels: { state }, value: state === now ? 1 : 0 }))
    },
  )
}
