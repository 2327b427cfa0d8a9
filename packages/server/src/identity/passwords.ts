import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@agent-network/contract'
import { makeFairTurns } from '../core/fair-turns.ts'
import { Refusal } from '../core/refusal.ts'
import { characters } from '../core/text.ts'

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

const tooMany = (): Refusal =>
  new Refusal('RATE_LIMIT_EXCEEDED', {
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
  const turns = makeFairTurns({ max: RUNNING_MAX, waiting: { max: WAITING_MAX, full: tooMany } })
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
