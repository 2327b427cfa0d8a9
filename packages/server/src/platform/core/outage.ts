// Outages of store and shared state: errors, log throttling, draining.
import type { Logger } from 'pino'
import type { ApiErrorDetails } from './api-error.ts'

/** Dependencies that a node can lose while it runs. */
export const DEPENDENCIES = ['store', 'sharedState'] as const
export type Dependency = (typeof DEPENDENCIES)[number]

/** A dependency does not respond. Nothing was decided, so the caller may retry. */
export class Outage extends Error {
  readonly part: Dependency

  constructor(part: Dependency, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Outage'
    this.part = part
  }
}

/** Why a dependency is unavailable, and since when on the monotonic clock. */
export interface OutageStatus {
  readonly reason: string
  readonly since: number
}

const DEPTH = 5

/** The outage behind an error, if it is one or was caused by one. */
export function findOutage(error: unknown): Outage | null {
  for (let n = 0, cause = error; n < DEPTH && cause instanceof Error; n++, cause = cause.cause)
    if (cause instanceof Outage) return cause
  return null
}

/** A recovered dependency is used again within two seconds, so one second of waiting is enough. */
const RETRY_SECONDS = 1

/** Error details with a retry hint if an outage is the cause. */
export const retryHint = (error: unknown): ApiErrorDetails =>
  findOutage(error) === null ? {} : { retryAfterSeconds: RETRY_SECONDS }

const OUTAGE_MESSAGES: Record<Dependency, readonly [event: string, message: string]> = {
  store: ['store.connection_lost', 'PostgreSQL does not respond'],
  sharedState: ['store.redis_unreachable', 'Redis does not respond'],
}
const EVERY_MS = 1_000

/**
 * The same log with one line per second and outage, however many requests, jobs and ticks fail. The line has the reason
 * and a count, never the error object, because a driver attaches its connection to it.
 */
export function throttleOutageLogs(log: Logger, elapsed: () => number): Logger {
  const lastReports: Record<Dependency, { at: number; failures: number }> = {
    store: { at: Number.NEGATIVE_INFINITY, failures: 0 },
    sharedState: { at: Number.NEGATIVE_INFINITY, failures: 0 },
  }
  const logOutage = ({ part, message }: Outage): void => {
    const last = lastReports[part]
    last.failures += 1
    const now = elapsed()
    if (now - last.at < EVERY_MS) return
    const [event, text] = OUTAGE_MESSAGES[part]
    log.warn({ event, part, reason: message, failures: last.failures }, text)
    lastReports[part] = { at: now, failures: 0 }
  }
  const level =
    (name: 'warn' | 'error') =>
    (...args: [object, string]): void => {
      const outage = findOutage((args[0] as { err?: unknown }).err)
      if (outage === null) log[name](...args)
      else logOutage(outage)
    }
  return Object.create(log, { warn: { value: level('warn') }, error: { value: level('error') } }) as Logger
}

/** Whether shutdown has started. The server still serves for a while, so that load balancers can redirect first. */
export interface Draining {
  has(): boolean
  begin(): void
  /** Called once when the notice period starts, to end streams that would never end by themselves. */
  onBegin(end: () => void): void
}

export function makeDraining(): Draining {
  let isStarted = false
  const listeners: (() => void)[] = []
  return {
    has: () => isStarted,
    begin() {
      if (isStarted) return
      isStarted = true
      for (const end of listeners) end()
    },
    onBegin: (end) => {
      listeners.push(end)
    },
  }
}
