import type { CommitCount } from '../db/database.ts'
import { METERED, type Meter, type Metered, type Timed } from './meter.ts'

type Values = { labels: Record<string, string | number>; value: number; metricName?: string }[]

/** Where series are handed in; how they are written is another room's matter. */
export interface Exporter {
  series(name: string, help: string, type: 'counter' | 'gauge' | 'histogram', values: () => Values): void
}

const COUNTED: Readonly<Record<Metered, readonly [name: string, help: string]>> = {
  acts: ['acts_total', 'Acts of visitors and residents that were committed, by verb and outcome'],
  budgets: ['budget_units_total', 'Units taken from daily budgets, by budget'],
  cache_reads: ['cache_reads_total', 'Looks into a cache, by cache and outcome'],
  completions: ['completions_total', 'Talks with residents, by outcome'],
  model_calls: ['model_calls_total', 'Calls of the language model, by outcome'],
  model_tokens: ['model_tokens_total', 'Tokens of the language model, by direction'],
  moderation_verdicts: ['moderation_verdicts_total', 'Verdicts of moderation, by what they say'],
  streams_ended: ['streams_ended_total', 'Streams that ended, by kind and reason'],
}

const TIMINGS: Readonly<Record<Timed, readonly [name: string, help: string]>> = {
  model: ['model_seconds', 'Time of a call of the language model'],
  store_wait: ['store_wait_seconds', 'Time that a writer waits for the store'],
  store_commit: ['store_commit_seconds', 'Time of a durable commit'],
  redis: ['redis_seconds', 'Time of a round trip to Redis'],
  inbox_lag: ['inbox_lag_seconds', 'Time from an event to its stream, for streams that were open at the time'],
}

function labelled(metered: Metered, values: string, value: number): Values[number] {
  const parts = values.split(' ')
  return { labels: Object.fromEntries(METERED[metered].map((label, i) => [label, parts[i] ?? ''])), value }
}

function timingValues(meter: Meter, timed: Timed, name: string): Values {
  const { bounds, buckets, seconds } = meter.timing(timed)
  let below = 0
  const steps: Values = bounds.map((le, i) => {
    below += buckets[i]!
    return { labels: { le }, value: below, metricName: `${name}_bucket` }
  })
  const all = below + buckets[bounds.length]!
  return [
    ...steps,
    { labels: { le: '+Inf' }, value: all, metricName: `${name}_bucket` },
    { labels: {}, value: seconds(), metricName: `${name}_sum` },
    { labels: {}, value: all, metricName: `${name}_count` },
  ]
}

/** What commits count begins with the name of its series. */
export const countInto =
  (meter: Meter) =>
  (counted: readonly CommitCount[]): void => {
    for (const { what } of counted) {
      const end = what.indexOf(' ')
      meter.add(what.slice(0, end) as Metered, what.slice(end + 1))
    }
  }

/** Everything that the meter counts and times. */
export function exportMeter(exporter: Exporter, meter: Meter): void {
  for (const [metered, [name, help]] of Object.entries(COUNTED) as [Metered, readonly [string, string]][])
    exporter.series(name, help, 'counter', () =>
      [...meter.of(metered)].map(([values, { n }]) => labelled(metered, values, n)),
    )
  for (const [timed, [name, help]] of Object.entries(TIMINGS) as [Timed, readonly [string, string]][])
    exporter.series(name, help, 'histogram', () => timingValues(meter, timed, `agent_network_${name}`))
}

/** How the life of one world goes. */
interface WorldPulse {
  readonly worldId: string
  readonly lastTurnAge: number | null
  readonly lateRows: number
  readonly tokensToday: number
}

/** What is read from the store, and not at every scrape. */
export interface Slow {
  readonly worlds: readonly WorldPulse[]
  readonly storeBytes: number
  /** In seconds; NaN where no backup is known. */
  readonly backupAge: number
}

export interface SlowParts {
  readonly elapsed: () => number
  /** When somebody last asked for metrics. */
  readonly askedAt: () => number
  worlds(): Promise<readonly WorldPulse[]>
  storeBytes(): Promise<number>
  backupAge(): Promise<number>
}

const EVERY_MS = 5_000
const SIZE_EVERY_MS = 60_000
/** Nobody has asked for so long: nothing is read. */
const IDLE_MS = 120_000

/** Reads in the background what a scrape must not wait for. While the store is away the last values stay. */
export function makeSlowReader({ elapsed, askedAt, worlds, storeBytes, backupAge }: SlowParts) {
  let held: Slow = { worlds: [], storeBytes: 0, backupAge: Number.NaN }
  let sizedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const isOld = elapsed() - sizedAt >= SIZE_EVERY_MS
    held = {
      worlds: await worlds(),
      storeBytes: isOld ? await storeBytes() : held.storeBytes,
      backupAge: await backupAge(),
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
    held: () => held,
    look,
    async stop() {
      clearInterval(timer)
      await reading
    },
  }
}

export function exportSlow(exporter: Exporter, held: () => Slow): void {
  const ofWorlds = (value: (pulse: WorldPulse) => number | null) => () =>
    held().worlds.flatMap((pulse) => {
      const n = value(pulse)
      return n === null ? [] : [{ labels: { world: pulse.worldId }, value: n }]
    })
  exporter.series(
    'life_last_turn_age_seconds',
    'Time since a resident last had a turn, by world',
    'gauge',
    ofWorlds(({ lastTurnAge }) => lastTurnAge),
  )
  exporter.series(
    'life_due_rows_late',
    'Rows of life that are due for more than a minute, by world, at most 1000',
    'gauge',
    ofWorlds(({ lateRows }) => lateRows),
  )
  exporter.series(
    'life_tokens_today',
    'Tokens that residents used on this UTC day, by world',
    'gauge',
    ofWorlds(({ tokensToday }) => tokensToday),
  )
  exporter.series('backup_age_seconds', 'Age of the last good backup that is known; NaN where none is', 'gauge', () => [
    { labels: {}, value: held().backupAge },
  ])
  exporter.series('store_size_bytes', 'Size of the store', 'gauge', () => [{ labels: {}, value: held().storeBytes }])
}

const BREAKER_STATES = ['closed', 'half-open', 'open'] as const

interface State {
  connections(): { readonly open: number; readonly busy: number }
  breaker(): string
  /** What runs here, as labels of a series that is always 1. */
  readonly build: Readonly<Record<string, string>>
}

/** What can be said without asking anybody. */
export function exportState(exporter: Exporter, { connections, breaker, build }: State): void {
  exporter.series('build_info', 'What runs here; always 1', 'gauge', () => [{ labels: build, value: 1 }])
  exporter.series('store_connections', 'Connections to the store, by whether they are open or busy', 'gauge', () =>
    Object.entries(connections()).map(([state, value]) => ({ labels: { state }, value })),
  )
  exporter.series('model_breaker_state', 'Where the breaker of the model stands: 1 for that state', 'gauge', () => {
    const now = breaker()
    return BREAKER_STATES.map((state) => ({ labels: { state }, value: state === now ? 1 : 0 }))
  })
}
