import type { Logger } from 'pino'
import { Refusal } from '../../core/refusal.ts'
import { sameText } from '../../core/seals.ts'

/** Wrong tokens of one address within a minute that are answered at once, and the longest wait for the ones after. */
const FREE = 5
const MINUTE_MS = 60_000
const WAIT_MAX_MS = 2_000
/** Wrong tokens of one address that may wait at a time; whoever sends more is not listened to meanwhile. */
const WAITING_MAX = 10
const ADDRESSES_MAX = 10_000

interface Tries {
  since: number
  failures: number
  waiting: number
  loggedAt: number
}

export interface TokenGuard {
  /** Throws unless the token is right. A wrong one is counted, logged, and slower with every further one. */
  check(address: string, sent: string): Promise<void>
  failures(): number
}

interface Parts {
  readonly elapsed: () => number
  readonly log: Logger
  readonly wait?: (ms: number) => Promise<void>
}

/**
 * Guessing is slowed and never locks: the operator's own browser can be made to send wrong tokens from the operator's
 * own address, and a lock would keep the operator out.
 */
export function makeTokenGuard(token: string, { elapsed, log, wait = pause }: Parts): TokenGuard {
  const tries = new Map<string, Tries>()
  let failures = 0

  function of(address: string): Tries {
    const now = elapsed()
    let known = tries.get(address)
    if (known === undefined || (now - known.since > MINUTE_MS && known.waiting === 0)) {
      if (tries.size >= ADDRESSES_MAX) tries.clear()
      known = { since: now, failures: 0, waiting: 0, loggedAt: Number.NEGATIVE_INFINITY }
      tries.set(address, known)
    }
    return known
  }

  async function fail(address: string, own: Tries): Promise<void> {
    failures += 1
    own.failures += 1
    if (elapsed() - own.loggedAt >= 1_000) {
      own.loggedAt = elapsed()
      log.warn({ event: 'operator.token_refused', address, failures: own.failures }, 'a wrong operator token was sent')
    }
    const over = own.failures - FREE
    if (over <= 0) return
    own.waiting += 1
    await wait(Math.min(WAIT_MAX_MS, 100 * 2 ** Math.min(over, 10)))
    own.waiting -= 1
  }

  return {
    async check(address, sent) {
      const own = of(address)
      if (own.waiting >= WAITING_MAX)
        throw new Refusal('RATE_LIMIT_EXCEEDED', {
          message: 'Too many wrong operator tokens from this address; wait for Retry-After, then send the right one',
          retryAfterSeconds: Math.ceil(WAIT_MAX_MS / 1_000),
        })
      if (sameText(sent, token)) return
      await fail(address, own)
      throw new Refusal('UNAUTHORIZED', {
        message:
          'The operator token is missing or wrong; send Authorization: Bearer with what the file operator-token of the data folder holds',
      })
    },
    failures: () => failures,
  }
}

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))
