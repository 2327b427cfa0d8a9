// Password hashing and the limits on sign-in attempts.
import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@agent-network/contract'
import { rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import { type Budget, readUsed, refund, spend } from '../../platform/access/budgets.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { makeFairQueue } from '../../platform/core/fair-queue.ts'
import { countCharacters } from '../../platform/core/text.ts'
import { DAY_MS, utcDay } from '../../platform/core/time.ts'
import type { Read, Tx } from '../../platform/db/database.ts'

export const isPassword = (text: string): boolean => {
  const length = countCharacters(text)
  const { min, max } = LIMITS.text.password
  return length >= min && length <= max
}

/**
 * Hashing is slow on purpose and runs in a fair queue; `party` is the client's address. A signal that aborts gives the
 * place in the queue back.
 */
export interface Passwords {
  /** The stored form: digest, salt and parameters, so that the cost can be raised later. */
  hash(password: string, party: string, signal?: AbortSignal): Promise<string>
  /** Null stands for an unknown account and takes the same time. */
  matches(password: string, stored: string | null, party: string, signal?: AbortSignal): Promise<boolean>
}

interface Cost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** 32 MiB and about 200 ms each on a small machine. */
export const COST: Cost = { logN: 15, r: 8, p: 3 }
/** With `--test-clock` only: tests sign in hundreds of times, and such a server stores no real passwords. */
export const TEST_COST: Cost = { logN: 10, r: 8, p: 1 }
const SALT_BYTES = 16
const DIGEST_BYTES = 32
const UNKNOWN_ACCOUNT_SALT = Buffer.alloc(SALT_BYTES)

const digest = (password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> => {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  return new Promise((resolve, reject) => {
    // Keyboards may produce different code points for one letter.
    scrypt(password.normalize('NFKC'), salt, DIGEST_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** Two at a time: the same thread pool also reads files and resolves host names. */
const RUNNING_MAX = 2
/** Any address may take 50 of the places. The others are for addresses that have signed in before. */
const WAITING_MAX = 60
const RESERVED_PLACES = 10

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

/** Addresses from which somebody signed in, the newest ones. In memory only: after a restart none is preferred. */
export interface SignedInAddresses {
  has(address: string): boolean
  add(address: string): void
}

const ADDRESSES_MAX = 10_000

export function makeSignedInAddresses(max: number = ADDRESSES_MAX): SignedInAddresses {
  const addresses = new Set<string>()
  return {
    has: (address) => addresses.has(address),
    add(address) {
      addresses.delete(address)
      addresses.add(address)
      if (addresses.size > max) addresses.delete(addresses.values().next().value!)
    },
  }
}

export function makePasswords(
  secret: (bytes: number) => Buffer,
  cost: Cost,
  signedIn: Pick<SignedInAddresses, 'has'> = makeSignedInAddresses(),
): Passwords {
  const turns = makeFairQueue({
    max: RUNNING_MAX,
    waiting: { max: WAITING_MAX, full: tooMany },
    reserved: { waiting: RESERVED_PLACES, isPreferred: signedIn.has },
  })
  return {
    async hash(password, party, signal) {
      const salt = secret(SALT_BYTES)
      const hashed = await turns.run(party, () => digest(password, salt, cost), signal)
      return [SCHEME, cost.logN, cost.r, cost.p, salt.toString('base64url'), hashed.toString('base64url')].join('$')
    },
    async matches(password, stored, party, signal) {
      if (stored === null) {
        await turns.run(party, () => digest(password, UNKNOWN_ACCOUNT_SALT, cost), signal)
        return false
      }
      const storedHash = read(stored)
      const hashed = await turns.run(party, () => digest(password, storedHash.salt, storedHash.cost), signal)
      return hashed.length === storedHash.expected.length && timingSafeEqual(hashed, storedHash.expected)
    },
  }
}

/**
 * Attempts are counted by client address, and by client address and account. There is no count by account alone,
 * because it would let a stranger lock the owner out.
 */
export const PER_MINUTE = { address: 30, pair: 10 } as const
/** E-mails have a low limit, because they may go to a stranger. */
export const PER_DAY = {
  'sign-in': { address: 1_000, pair: 100 },
  letter: { address: 100, pair: 10 },
} as const
type Counted = keyof typeof PER_DAY

/**
 * HMACs of the client's address and of the account. Counters outlive accounts, so they must not identify people. The
 * server's secret prevents guessing by trying addresses.
 */
export interface AttemptKeys {
  readonly address: string
  readonly pair: string
  readonly email: string
}

export interface Throttle {
  /** Takes one request from the minute's limit. It uses the rate limit windows of keys, which all nodes share. */
  takeAddress(address: string): Promise<Admitted>
  takePair(address: string, email: string): Promise<Admitted>
  /** The keys of the daily counters. */
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
        retryAfterSeconds: rateLimitStatusOf(admitted)!.resetSeconds,
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

/** Takes one unit of both daily counters; false if one is used up. The caller commits before it refuses. */
export async function spendToday(tx: Tx, counter: Counted, who: Pair, at: number): Promise<boolean> {
  for (const [budget, cap] of budgetsOf(counter, who)) if (!(await spend(tx, budget, cap, at))) return false
  return true
}

/** A successful sign-in does not count as an attempt. */
export async function refundToday(tx: Tx, counter: Counted, who: Pair, at: number): Promise<void> {
  for (const [budget] of budgetsOf(counter, who)) await refund(tx, budget, utcDay(at))
}

export const dailyLimitError = (at: number): ApiError =>
  new ApiError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many attempts today; go on tomorrow',
    retryAfterSeconds: Math.max(1, Math.ceil(((utcDay(at) + 1) * DAY_MS - at) / 1_000)),
  })

const wrongOf = ({ email }: AttemptKeys): Budget => ({
  worldId: '',
  subject: `email ${email}`,
  counter: 'wrong-password',
})

/** Wrong passwords per account and day, from all addresses, before responses are delayed. */
const UNDELAYED_WRONG_MAX = 20
const SLOWEST_MS = 8_000

export const countWrongPassword = (tx: Tx, who: AttemptKeys, at: number): Promise<boolean> =>
  spend(tx, wrongOf(who), Number.MAX_SAFE_INTEGER, at)

/**
 * The delay of responses for this account, correct passwords included: guessing becomes slow, and the owner can still
 * sign in.
 */
export async function readSignInDelay(read: Read, who: AttemptKeys, at: number): Promise<number> {
  const over = (await readUsed(read, wrongOf(who), at)) - UNDELAYED_WRONG_MAX
  return over <= 0 ? 0 : Math.min(SLOWEST_MS, 250 * 2 ** Math.min(over, 10))
}

const LETTERS_FREE = 10
const SLOT_MS = 10 * 60_000

/**
 * Whether another e-mail may be sent to a mailbox: ten a day, then one every ten minutes. Each has a working link, so a
 * third party cannot lock the owner out by requesting many.
 */
export async function maySendEmail(tx: Tx, { email }: AttemptKeys, at: number): Promise<boolean> {
  const subject = `email ${email}`
  if (await spend(tx, { worldId: '', subject, counter: 'letters' }, LETTERS_FREE, at)) return true
  return spend(tx, { worldId: '', subject: `${subject} ${Math.floor(at / SLOT_MS)}`, counter: 'letters' }, 1, at)
}
