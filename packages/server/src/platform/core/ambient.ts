// Sources of time, ids and random numbers.
import { hash, randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'

/** The prefix names the kind of record; the specification treats ids as opaque. */
export const ID_KINDS = {
  agent: 'agt',
  post: 'post',
  reply: 'rep',
  like: 'like',
  follow: 'fol',
  repost: 'rpt',
  thread: 'thr',
  message: 'msg',
  topic: 'top',
  episode: 'epi',
  relationship: 'rel',
  signal: 'sig',
  thought: 'tht',
  idea: 'idea',
  affair: 'affair',
  promise: 'prm',
  want: 'want',
  fact: 'fact',
  happening: 'hap',
  story: 'story',
  ideaEvent: 'iev',
  challenge: 'chl',
  contribution: 'con',
  stay: 'stay',
  journey: 'jny',
  encounter: 'enc',
  turn: 'turn',
  game: 'game',
  destination: 'dst',
  node: 'node',
  key: 'key',
  app: 'app',
  world: 'wld',
  audit: 'aud',
  request: 'req',
  invocation: 'inv',
  action: 'act',
  identity: 'idn',
  developer: 'dev',
  acceptance: 'acc',
  block: 'blk',
  report: 'rpo',
  review: 'rvw',
  invite: 'ivc',
  webhook: 'whk',
  delivery: 'whd',
  oauthClient: 'ocl',
  connection: 'cnn',
} as const
export type IdKind = keyof typeof ID_KINDS

/** Time, ids and randomness. No other module may read the clock or a random source. */
export interface Ambient {
  /** Wall time in milliseconds; never goes back within a process. */
  now(): number
  /** How far `now` is ahead of the system clock after the clock was set back; 0 otherwise. */
  aheadMs(): number
  /** Monotonic milliseconds, for time-outs and measurements. */
  elapsed(): number
  /** A new id, sortable by time; ids inside a world carry the world's tag. */
  id(kind: IdKind, tag?: string): string
  /** Cryptographically random bytes. */
  secret(bytes: number): Buffer
  /** A deterministic source of random numbers in [0, 1) for the given seed. */
  random(...seed: readonly (string | number)[]): () => number
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Two digits at a time: an id is made for every request, and half as many parts take half the time. */
const PAIRS = Array.from({ length: 1_024 }, (_, n) => ALPHABET[n >>> 5]! + ALPHABET[n & 31]!)

/** The last `length` digits of a whole number, in the alphabet of all ids. */
export const encode32 = (value: number, length: number): string => {
  let rest = value
  let out = ''
  let remainingDigits = length
  for (; remainingDigits >= 2; remainingDigits -= 2) {
    out = PAIRS[rest % 1_024] + out
    rest = Math.floor(rest / 1_024)
  }
  return remainingDigits === 0 ? out : ALPHABET[rest % 32] + out
}

/** The reverse of `encode32`; NaN for other text. */
export const decode32 = (text: string): number =>
  [...text].reduce((value, digit) => {
    const n = ALPHABET.indexOf(digit)
    return n < 0 ? Number.NaN : value * 32 + n
  }, 0)

const TIME_CHARS = 10
const RANDOM_CHARS = 13
const TAIL_CHARS = 6

const POOL_BYTES = 4_096

/** Random bytes from a larger pool: a system call per id costs more than the id. */
const pooledBytes = () => {
  let pool = randomBytes(0)
  let used = 0
  return (size: number): Buffer => {
    if (used + size > pool.length) {
      pool = randomBytes(POOL_BYTES)
      used = 0
    }
    used += size
    return pool.subarray(used - size, used)
  }
}

/** Longer secrets are rare and drawn directly. */
const SHORT_SECRET = 16

/** Each byte is used once, and the result is a copy that does not retain the pool. */
const makeSecrets = () => {
  const draw = pooledBytes()
  return (size: number): Buffer => (size > SHORT_SECRET ? randomBytes(size) : Buffer.from(draw(size)))
}

/** Ids of one millisecond count up from a random start, so they sort by creation order. */
const makeIds = (now: () => number) => {
  const draw = pooledBytes()
  let lastAt = -1
  /** Time and random part, shared by all ids of a millisecond. */
  let start = ''
  let tail = 0
  return (kind: IdKind, tag?: string): string => {
    const at = now()
    if (at === lastAt) {
      tail += 1
    } else {
      lastAt = at
      const bytes = draw(8)
      const head = bytes.readUInt32BE(0) * 4 + (bytes[4]! & 3)
      start = encode32(at, TIME_CHARS) + encode32(head, RANDOM_CHARS - TAIL_CHARS)
      // 29 random bits that leave room to count upward within the millisecond.
      tail = bytes.readUInt32BE(4) >>> 3
    }
    const body = start + encode32(tail, TAIL_CHARS)
    return tag === undefined ? `${ID_KINDS[kind]}_${body}` : `${ID_KINDS[kind]}_${tag}_${body}`
  }
}

/** Draws to discard, until every bit of the seed has reached every bit of the state. */
const DISCARDED_DRAWS = 15

/**
 * sfc32 seeded with three hashes: small, fast, and identical on every machine. It needs no cryptographic digest, which
 * would cost more than all draws.
 */
export const seededRandom = (...seed: readonly (string | number)[]): (() => number) => {
  const text = JSON.stringify(seed)
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13)
    c = Math.imul(c ^ code, 0xc2b2ae35) ^ (c >>> 16)
  }
  const draw = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < DISCARDED_DRAWS; i++) draw()
  return draw
}

/** A clock that was set back is caught up with at half speed, so that windows still end and worlds still run. */
const CATCH_UP_RATE = 0.5

/** Monotonic wall time: it never goes back and never stops, even if the system clock is set back. */
export function monotonicTime(clock: () => number, elapsed: () => number): Pick<Ambient, 'now' | 'aheadMs'> {
  let at = 0
  /** When `at` was correct, on the monotonic clock. */
  let since = 0
  const now = (): number => {
    const clockTime = clock()
    if (clockTime >= at) {
      at = clockTime
      since = elapsed()
      return at
    }
    const step = Math.floor((elapsed() - since) * CATCH_UP_RATE)
    at += step
    since += step / CATCH_UP_RATE
    return at
  }
  return { now, aheadMs: () => Math.max(0, now() - clock()) }
}

export function systemAmbient(): Ambient {
  const elapsed = () => performance.now()
  const time = monotonicTime(() => Date.now(), elapsed)
  return { ...time, elapsed, id: makeIds(time.now), secret: makeSecrets(), random: seededRandom }
}

/** The random seed of a world that names none, and of stores from before there was a choice. */
export const STANDARD_RANDOM_SEED = 'ondry'

/** The same ambient with all its random numbers derived from this seed as well. */
export const ambientOfSeed = (base: Ambient, randomSeed: string): Ambient =>
  randomSeed === STANDARD_RANDOM_SEED ? base : { ...base, random: (...seed) => base.random(randomSeed, ...seed) }

/** The same ambient with another source of wall time, which also sets the time in ids. */
export function ambientAt(base: Ambient, now: () => number): Ambient {
  return { ...base, now, id: makeIds(now) }
}

const OUTSIDE_WORLDS: ReadonlySet<IdKind> = new Set(['audit', 'key'])

const tickId = (seed: string, at: number) => {
  let n = 0
  return (kind: IdKind, tag?: string): string => {
    n += 1
    // One character per byte: a buffer takes twice as long.
    const digest = hash('sha256', `${seed}\0${kind}\0${n}`, 'binary')
    let body = encode32(at, TIME_CHARS)
    for (let i = 0; i < RANDOM_CHARS; i++) body += ALPHABET[digest.charCodeAt(i) % 32]
    return tag === undefined ? `${ID_KINDS[kind]}_${body}` : `${ID_KINDS[kind]}_${tag}_${body}`
  }
}

/** For work that must be reproducible: time is fixed, and ids derive from the seed. */
export const ambientOfTick = (base: Ambient, at: number, seed: string): Ambient => ({
  ...base,
  now: () => at,
  id: tickId(seed, at),
})

/** For a seed and its forks: ids are numbered, not random. Ids outside of worlds stay random. */
export function ambientOfImport(base: Ambient, at: number, scope: string): Ambient {
  const numbered = tickId(scope, at)
  return {
    ...base,
    now: () => at,
    id: (kind, tag) => (OUTSIDE_WORLDS.has(kind) ? base.id(kind, tag) : numbered(kind, tag)),
  }
}
