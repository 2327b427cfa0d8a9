import type { CommitCount } from '../db/database.ts'
import { type Exporter, METERED, type Meter, type Metered, type Values } from './meter.ts'

export type { Exporter }

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

function labelled(metered: Metered, values: string, value: number): Values[number] {
  const parts = values.split(' ')
  return { labels: Object.fromEntries(METERED[metered].map((label, i) => [label, parts[i] ?? ''])), value }
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
    exporter.counter({ name, help, labelNames: METERED[metered] }, () =>
      [...meter.of(metered)].map(([values, { n }]) => labelled(metered, values, n)),
    )
  for (const histogram of meter.histograms) exporter.histogram(histogram)
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
  const gaugeOfWorlds = (name: string, help: string, value: (pulse: WorldPulse) => number | null) =>
    exporter.labelledGauge({ name, help, labelNames: ['world'] }, ofWorlds(value))
  gaugeOfWorlds(
    'life_last_turn_age_seconds',
    'Time since a resident last had a turn, by world',
    ({ lastTurnAge }) => lastTurnAge,
  )
  gaugeOfWorlds(
    'life_due_rows_late',
    'Rows of life that are due for more than a minute, by world, at most 1000',
    ({ lateRows }) => lateRows,
  )
  gaugeOfWorlds(
    'life_tokens_today',
    'Tokens that residents used on this UTC day, by world',
    ({ tokensToday }) => tokensToday,
  )
  exporter.gauge(
    'backup_age_seconds',
    'Age of the last good backup that is known; NaN where none is',
    () => held().backupAge,
  )
  exporter.gauge('store_size_bytes', 'Size of the store', () => held().storeBytes)
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
  exporter.labelledGauge(
    { name: 'build_info', help: 'What runs here; always 1', labelNames: Object.keys(build) },
    () => [{ labels: build, value: 1 }],
  )
  exporter.labelledGauge(
    {
      name: 'store_connections',
      help: 'Connections to the store, by whether they are open or busy',
      labelNames: ['state'],
    },
    () => Object.entries(connections()).map(([state, value]) => ({ labels: { state }, value })),
  )
  exporter.labelledGauge(
    {
      name: 'model_breaker_state',
      help: 'Where the breaker of the model stands: 1 for that state',
      labelNames: ['state'],
    },
    () => {
      const now = breaker()
      return BREAKER_STATES.map((state) => ({ labels: { state }, value: state === now ? 1 : 0 }))
    },
  )
}
