// Outages of store and shared state: errors, readiness, draining.
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
  /** A text for callers without rights; left out if the dependency does not respond. */
  readonly summary?: string
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

/** Why this node takes no traffic, for probes: no addresses and no messages of drivers. */
export function obstaclesOf(parts: {
  readonly draining: Pick<Draining, 'has'>
  readonly database: { away(): OutageStatus | null }
  readonly sharedState: { away(): OutageStatus | null }
}): string[] {
  const summaryOf = (name: string, status: OutageStatus | null): string[] =>
    status === null ? [] : [`${name}: ${status.summary ?? 'no response'}`]
  return [
    ...(parts.draining.has() ? ['draining'] : []),
    ...summaryOf('store', parts.database.away()),
    ...summaryOf('redis', parts.sharedState.away()),
  ]
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
