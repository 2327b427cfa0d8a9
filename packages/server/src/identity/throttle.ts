import { limitsOf } from '../access/authenticate.ts'
import { type Budget, refund, spend } from '../access/budgets.ts'
import { makeWindowNames } from '../access/caller-address.ts'
import { DAY_MS, utcDay } from '../core/day.ts'
import { Refusal } from '../core/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Admitted } from '../settings/control.ts'

/** Guessing is counted for the guesser and for whom they guess at: either alone could be spread out. */
export const PER_MINUTE = { address: 30, email: 10 } as const
/** Letters are few, because somebody has to receive them. */
export const PER_DAY = {
  'sign-in': { address: 1_000, email: 100 },
  letter: { address: 100, email: 10 },
} as const
export type Counted = keyof typeof PER_DAY

export interface Who {
  readonly address: string
  /**
   * An HMAC of the e-mail address. Counters outlive accounts, so they do not name people; without the server's secret
   * nobody can find out whose counter it is by trying addresses.
   */
  readonly email: string
}

export interface Throttle {
  /** One request out of a minute. The windows are those that keys have, so all nodes count together. */
  takeAddress(address: string): Promise<Admitted>
  takeEmail(email: string): Promise<Admitted>
  /** Whom the counters of a day count. */
  whoIs(address: string, email: string): Who
}

export function makeThrottle({ control, seals }: Pick<Deps, 'control' | 'seals'>): Throttle {
  const nameOf = (email: string): string => seals.sign('sign-in counter', email)
  const names = { address: makeWindowNames(), email: makeWindowNames() }

  async function take(kind: keyof typeof PER_MINUTE, who: string): Promise<Admitted> {
    const limit = PER_MINUTE[kind]
    const keyId = `sign-in ${kind} ${names[kind].nameOf(who)}`
    const admitted = await control.admit(() => ({
      found: null,
      take: { keyId, limit, probationEndsAt: 0, limitInProbation: limit },
    }))
    names[kind].seenAt(admitted.at)
    if (admitted.window?.admitted === false)
      throw new Refusal('RATE_LIMIT_EXCEEDED', {
        message: `Too many attempts: ${limit} per minute`,
        retryAfterSeconds: limitsOf(admitted)!.resetSeconds,
      })
    return admitted
  }

  return {
    takeAddress: (address) => take('address', address),
    takeEmail: (email) => take('email', nameOf(email)),
    whoIs: (address, email) => ({ address, email: nameOf(email) }),
  }
}

const budgetsOf = (counter: Counted, { address, email }: Who): readonly (readonly [Budget, number])[] => [
  [{ worldId: '', subject: `address ${address}`, counter }, PER_DAY[counter].address],
  [{ worldId: '', subject: `email ${email}`, counter }, PER_DAY[counter].email],
]

/** One of today's; false when either has none left. The caller commits what was spent before it refuses. */
export async function spendToday(tx: Tx, counter: Counted, who: Who, at: number): Promise<boolean> {
  for (const [budget, cap] of budgetsOf(counter, who)) if (!(await spend(tx, budget, cap, at))) return false
  return true
}

/** Signing in rightly is no attempt at guessing. */
export async function refundToday(tx: Tx, counter: Counted, who: Who, at: number): Promise<void> {
  for (const [budget] of budgetsOf(counter, who)) await refund(tx, budget, utcDay(at))
}

export const spentToday = (at: number): Refusal =>
  new Refusal('RATE_LIMIT_EXCEEDED', {
    message: 'Too many attempts today',
    retryAfterSeconds: Math.max(1, Math.ceil(((utcDay(at) + 1) * DAY_MS - at) / 1_000)),
  })
