import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@agent-network/contract'
import { limitsOf } from '../../platform/access/authenticate.ts'
import { type Budget, refund, spend, used } from '../../platform/access/budgets.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { makeFairQueue } from '../../platform/core/fair-queue.ts'
import { characters } from '../../platform/core/text.ts'
import { DAY_MS, utcDay } from '../../platform/core/time.ts'
import type { Read, Tx } from '../../platform/db/database.ts'

export const isPassword = (text: string): boolean => {
  const length = characters(text)
  const { min, max } = LIMITS.text.password
  return length >= min && length <= max
}

/** Slow on purpose, so callers take turns: `party` is where a request comes from. */
export interface Passwords {
  /** What is stored: the digest with its salt and parameters, so that these may grow later. */
  hash(password: string, party: string): Promise<string>
  /** Null stands for somebody who is not there, and costs as much as somebody who is. */
  matches(password: string, stored: string | null, party: string): Promise<boolean>
}

interface Cost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** 32 MiB and some 200 ms each on a small machine. */
export const COST: Cost = { logN: 15, r: 8, p: 3 }
/** With `--test-clock` only: tests sign in hundreds of times, and such a server keeps no real passwords. */
export const TEST_COST: Cost = { logN: 10, r: 8, p: 1 }
const SALT_BYTES = 16
const DIGEST_BYTES = 32
const NOBODY_SALT = Buffer.alloc(SALT_BYTES)

const digest = (password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> => {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  return new Promise((resolve, reject) => {
    // Two keyboards may spell one letter differently.
    scrypt(password.normalize('NFKC'), salt, DIGEST_BYTES, options, (error, made) =>
      error === null ? resolve(made) : reject(error),
    )
  })
}

/** Two at a time: the threads that do this also read files and resolve names for everybody else. */
const RUNNING_MAX = 2
const WAITING_MAX = 50

const tooMany = (): ApiError =>
  new ApiError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many people sign in right now; wait for Retry-After',
    retryAfterSeconds: 5,
  })

const SCHEME = 'scrypt'

function read(stored: string): { cost: Cost; salt: Buffer; expected: Buffer } {
  const [scheme, logN, r, p, salt, expected] = stored.split('$')
  if (scheme !== SCHEME || expected === undefined) throw new Error('a stored password cannot be read')
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt!, 'base64url'),
    expected: Buffer.from(expected, 'base64url'),
  }
}

export function makePasswords(secret: (bytes: number) => Buffer, cost: Cost): Passwords {
  const turns = makeFairQueue({ max: RUNNING_MAX, waiting: { max: WAITING_MAX, full: tooMany } })
  return {
    async hash(password, party) {
      const salt = secret(SALT_BYTES)
      const made = await turns.run(party, () => digest(password, salt, cost))
      return [SCHEME, cost.logN, cost.r, cost.p, salt.toString('base64url'), made.toString('base64url')].join('$')
    },
    async matches(password, stored, party) {
      if (stored === null) {
        await turns.run(party, () => digest(password, NOBODY_SALT, cost))
        return false
      }
      const kept = read(stored)
      const made = await turns.run(party, () => digest(password, kept.salt, kept.cost))
      return made.length === kept.expected.length && timingSafeEqual(made, kept.expected)
    },
  }
}

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
      throw new ApiError('RATE_LIMIT_EXCEEDED', {
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

export const spentToday = (at: number): ApiError =>
  new ApiError('RATE_LIMIT_EXCEEDED', {
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
