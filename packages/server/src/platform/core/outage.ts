import type { Logger } from 'pino'
import type { ApiErrorDetails } from './api-error.ts'

/** What a node depends on and can lose while it runs. */
export const DEPENDENCIES = ['store', 'sharedState'] as const
export type Dependency = (typeof DEPENDENCIES)[number]

/** A part does not answer, so nothing was decided by it: whoever asked may ask again. */
export class Outage extends Error {
  readonly part: Dependency

  constructor(part: Dependency, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Outage'
    this.part = part
  }
}

/** Why a part cannot be used at the moment, and since when on the clock that only runs forward. */
export interface Away {
  readonly reason: string
  readonly since: number
}

const DEPTH = 5

/** The outage behind an error, if it is one or was caused by one. */
export function outageIn(error: unknown): Outage | null {
  for (let n = 0, cause = error; n < DEPTH && cause instanceof Error; n++, cause = cause.cause)
    if (cause instanceof Outage) return cause
  return null
}

/** A part that comes back is used again within two seconds, so a caller need not wait longer than one. */
const RETRY_SECONDS = 1

/** What a refusal says beyond its code where an outage is the reason for it. */
export const retryHint = (error: unknown): ApiErrorDetails =>
  outageIn(error) === null ? {} : { retryAfterSeconds: RETRY_SECONDS }

const LINES: Record<Dependency, readonly [event: string, message: string]> = {
  store: ['store.connection_lost', 'PostgreSQL does not answer'],
  sharedState: ['store.redis_unreachable', 'Redis does not answer'],
}
const EVERY_MS = 1_000

/**
 * The same log, in which an outage has one line per second however many requests, sweeps and turns it fails. The line
 * has the reason and a count, never the error object: a driver hangs its connection on it.
 */
export function quietInOutages(log: Logger, elapsed: () => number): Logger {
  const said: Record<Dependency, { at: number; failures: number }> = {
    store: { at: Number.NEGATIVE_INFINITY, failures: 0 },
    sharedState: { at: Number.NEGATIVE_INFINITY, failures: 0 },
  }
  const say = ({ part, message }: Outage): void => {
    const last = said[part]
    last.failures += 1
    const now = elapsed()
    if (now - last.at < EVERY_MS) return
    const [event, text] = LINES[part]
    log.warn({ event, part, reason: message, failures: last.failures }, text)
    said[part] = { at: now, failures: 0 }
  }
  const level =
    (name: 'warn' | 'error') =>
    (...args: [object, string]): void => {
      const outage = outageIn((args[0] as { err?: unknown }).err)
      if (outage === null) log[name](...args)
      else say(outage)
    }
  return Object.create(log, { warn: { value: level('warn') }, error: { value: level('error') } }) as Logger
}

/** Whether the server has been told to end. It serves on for a while, so that balancers can look elsewhere first. */
export interface Draining {
  has(): boolean
  begin(): void
  /** Called once, as soon as the notice begins: for what is open and would never end by itself. */
  onBegin(end: () => void): void
}

export function makeDraining(): Draining {
  let begun = false
  const ends: (() => void)[] = []
  return {
    has: () => begun,
    begin() {
      if (begun) return
      begun = true
      for (const end of ends) end()
    },
    onBegin: (end) => {
      ends.push(end)
    },
  }
}
