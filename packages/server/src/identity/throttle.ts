import { limitsOf } from '../access/authenticate.ts'
import { type Budget, refund, spend, used } from '../access/budgets.ts'
import { makeWindowNames } from '../access/caller-address.ts'
import { DAY_MS, utcDay } from '../core/day.ts'
import { Refusal } from '../core/refusal.ts'
import type { Read, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Admitted } from '../settings/control.ts'

/**
 * Guessing is counted for who guesses, and for who guesses at whom. Nothing that a stranger does counts against the
 * owner of an account: a count for the person alone would let anybody lock them out.
 */
export const PER_MINUTE = { address: 30, pair: 10 } as const
/** Letters are few, because somebody has to receive them. */
export const PER_DAY = {
  'sign-in': { address: 1_000, pair: 100 },
  letter: { address: 100, pair: 10 },
} as const
type Counted = keyof typeof PER_DAY

/**
 * HMACs of where somebody asks from and of whom they ask about. Counters outlive accounts, so they do not name people;
 * without the server's secret nobody can find out whose counter it is by trying addresses.
 */
export interface AttemptKeys {
  readonly address: string
  readonly pair: string
  readonly email: string
}

export interface Throttle {
  /** One request out of a minute. The windows are those that keys have, so all nodes count together. */
  takeAddress(address: string): Promise<Admitted>
  takePair(address: string, email: string): Promise<Admitted>
  /** Whom the counters of a day count. */
  whoIs(address: string, email: string): AttemptKeys
}

export function makeThrottle({ control, seals }: Pick<Deps, 'control' | 'seals'>): Throttle {
  const nameOf = (text: string): string => seals.sign('sign-in counter', text)
  const names = { address: makeWindowNames(), pair: makeWindowNames() }

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
        message: `Too many attempts: ${limit} per minute; wait for Retry-After`,
        retryAfterSeconds: limitsOf(admitted)!.resetSeconds,
      })
    return admitted
  }

  return {
    takeAddress: (address) => take('address', nameOf(address)),
    takePair: (address, email) => take('pair', nameOf(`${address} ${email}`)),
    whoIs: (address, email) => ({
      address: nameOf(address),
      pair: nameOf(`${address} ${email}`),
      email: nameOf(email),
    }),
  }
}

type Pair = Pick<AttemptKeys, 'address' | 'pair'>
const budgetsOf = (counter: Counted, { address, pair }: Pair): readonly (readonly [Budget, number])[] => [
  [{ worldId: '', subject: `address ${address}`, counter }, PER_DAY[counter].address],
  [{ worldId: '', subject: `pair ${pair}`, counter }, PER_DAY[counter].pair],
]

/** One of today's; false when either has none left. The caller commits what was spent before it refuses. */
export async function spendToday(tx: Tx, counter: Counted, who: Pair, at: number): Promise<boolean> {
  for (const [budget, cap] of budgetsOf(counter, who)) if (!(await spend(tx, budget, cap, at))) return false
  return true
}

/** Signing in rightly is no attempt at guessing. */
export async function refundToday(tx: Tx, counter: Counted, who: Pair, at: number): Promise<void> {
  for (const [budget] of budgetsOf(counter, who)) await refund(tx, budget, utcDay(at))
}

export const spentToday = (at: number): Refusal =>
  new Refusal('RATE_LIMIT_EXCEEDED', {
    message: 'Too many attempts today; go on tomorrow',
    retryAfterSeconds: Math.max(1, Math.ceil(((utcDay(at) + 1) * DAY_MS - at) / 1_000)),
  })

const wrongOf = ({ email }: AttemptKeys): Budget => ({
  worldId: '',
  subject: `email ${email}`,
  counter: 'wrong-password',
})

/** Wrong passwords for one account in a day, from wherever, that cost nobody any time. */
const FREE_WRONG = 20
const SLOWEST_MS = 8_000

export const noteWrong = (tx: Tx, who: AttemptKeys, at: number): Promise<boolean> =>
  spend(tx, wrongOf(who), Number.MAX_SAFE_INTEGER, at)

/** How long an answer for this account waits, a right one too: many guessers are slowed, and the owner still gets in. */
export async function slowdown(read: Read, who: AttemptKeys, at: number): Promise<number> {
  const over = (await used(read, wrongOf(who), at)) - FREE_WRONG
  return over <= 0 ? 0 : Math.min(SLOWEST_MS, 250 * 2 ** Math.min(over, 10))
}

const LETTERS_FREE = 10
const SLOT_MS = 10 * 60_000

/**
 * Whether a mailbox gets another letter: ten a day, and then one in ten minutes. Whichever comes has a link that works, so
 * somebody who has letters sent to a stranger does not keep the stranger out.
 */
export async function mayGetLetter(tx: Tx, { email }: AttemptKeys, at: number): Promise<boolean> {
  const subject = `email ${email}`
  if (await spend(tx, { worldId: '', subject, counter: 'letters' }, LETTERS_FREE, at)) return true
  return spend(tx, { worldId: '', subject: `${subject} ${Math.floor(at / SLOT_MS)}`, counter: 'letters' }, 1, at)
}
