// Interface of the state that all nodes share: time, epoch, rate windows, places.

import { LIMITS } from '@agent-network/contract'
import type { OutageStatus } from '../core/outage.ts'
import type { ControlSignal } from '../db/database.ts'
import { nonceKeyOf } from './presence.ts'

/** One request against a key's rate window (section 8). */
export interface WindowRequest {
  readonly keyId: string
  readonly limit: number
  /** Until then the lower of `limit` and `limitInProbation` applies. */
  readonly probationEndsAt: number
  readonly limitInProbation: number
}

export interface WindowState {
  readonly admitted: boolean
  readonly used: number
  readonly limit: number
}

export type Admission =
  /** The caller's control state is outdated; nothing was taken. */
  { readonly current: false } | { readonly current: true; readonly at: number; readonly window: WindowState | null }

export interface Loaded<T> {
  readonly epoch: string
  readonly value: T
  /** False during a change: use it for this request only and do not cache it. */
  readonly cacheable: boolean
}

/** A slot of a named semaphore. */
export interface SemaphoreSlot {
  readonly name: string
  readonly id: string
}

/**
 * State that all nodes must agree on at every request: the time, the epoch of control state, and the rate windows. A
 * single process uses variables, a cluster uses Redis.
 */
export interface SharedState extends ControlSignal {
  readonly kind: 'process' | 'redis'
  /**
   * Returns the time and takes one request from the window, but only if `epoch` is current, because key state is
   * checked before the window. A null epoch is not compared (the caller has just read the database). `now` overrides
   * the clock.
   */
  admit(epoch: string | null, now: number | null, take: WindowRequest | null): Admission | Promise<Admission>
  /** Runs `read` so that its result is not cached past a change that it did not see. */
  load<T>(read: () => Promise<{ epoch: string; value: T }>): Promise<Loaded<T>>
  /** Requests already taken from the window of `at`. */
  used(keyId: string, at: number): Promise<number>
  /**
   * Takes one of `limit` slots under a name, for at most `forMs` of real time, so that slots of dead nodes expire.
   * Returns null if none is free, else the release function.
   */
  occupy(name: string, limit: number, forMs: number): Promise<(() => Promise<void>) | null>
  /** Called when all caches must be dropped, because the shared state was lost. */
  onLost(listener: () => void): void
  /** Takes a slot; false if `max` slots of its name are taken. Unless it is renewed, it expires after ten seconds. */
  takePlace(place: SemaphoreSlot, max: number): Promise<boolean>
  keepPlaces(places: readonly SemaphoreSlot[]): Promise<void>
  leavePlace(place: SemaphoreSlot): Promise<void>
  /** Publishes topics to the other nodes. Delivery is best effort. */
  publish(topics: readonly string[]): void
  /** Called with the topics of other nodes. */
  onPublished(listener: (topics: readonly string[]) => void): void
  /** Null while it responds. */
  away(): OutageStatus | null
  /** How far its time is ahead of its clock after the clock was set back. */
  aheadMs(): number
  close(): Promise<void>
}

// ── Read-only inspection of a Redis server, for `doctor` ──

const TIMEOUT_MS = 3_000

/** State of a Redis server. */
export interface RedisStatus {
  /** The nonce that ties it to a database; null if it has no data of this network. */
  readonly nonce: string | null
  /** Its clock, in milliseconds since 1970. */
  readonly now: number
}

export async function inspectRedis(url: string, namespace: string): Promise<RedisStatus> {
  // Loaded on demand: every server loads this file, and a single node needs no Redis client.
  const { default: ioredis } = await import('ioredis')
  const redis = new ioredis.Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
  })
  let fault: Error | null = null
  redis.on('error', (error: Error) => {
    fault ??= error
  })
  try {
    await redis.connect().catch((error: Error) => {
      throw fault ?? error
    })
    const [seconds, micros] = await redis.time()
    return { nonce: await redis.get(nonceKeyOf(namespace)), now: Number(seconds) * 1_000 + Number(micros) / 1_000 }
  } finally {
    redis.disconnect()
  }
}

interface Window {
  minute: number
  used: number
}

const { windowMs } = LIMITS.rate

/** Windows of past minutes are dropped every minute, so memory depends on the callers of one minute only. */
const PRUNE_EVERY_MS = windowMs

export interface InProcessState extends SharedState {
  /** Called synchronously after a commit that changed control state. */
  setEpoch(epoch: string): void
}

export function inProcessState(now: () => number): InProcessState {
  let epoch = ''
  let prunedAt = 0
  const windows = new Map<string, Window>()
  const places = new Map<string, Set<string>>()

  const prune = (at: number): void => {
    prunedAt = at
    const minute = Math.floor(at / windowMs)
    for (const [keyId, window] of windows) if (window.minute !== minute) windows.delete(keyId)
  }

  /** No await in here: that makes the count exact under concurrency. */
  const take = (wish: WindowRequest, at: number): WindowState => {
    if (at - prunedAt > PRUNE_EVERY_MS) prune(at)
    const limit = at < wish.probationEndsAt ? Math.min(wish.limit, wish.limitInProbation) : wish.limit
    const minute = Math.floor(at / windowMs)
    let window = windows.get(wish.keyId)
    if (window === undefined || window.minute !== minute) {
      window = { minute, used: 0 }
      windows.set(wish.keyId, window)
    }
    const admitted = window.used < limit
    if (admitted) window.used += 1
    return { admitted, used: window.used, limit }
  }

  const occupied = new Map<string, number>()

  return {
    kind: 'process',
    setEpoch: (next) => {
      epoch = next
    },
    changing: async () => '',
    settled: async () => {},
    admit: (knownEpoch, override, wish) => {
      if (knownEpoch !== null && knownEpoch !== epoch) return { current: false }
      const at = override ?? now()
      return { current: true, at, window: wish === null ? null : take(wish, at) }
    },
    load: async (read) => {
      const { epoch: stored, value } = await read()
      epoch = stored
      return { epoch: stored, value, cacheable: true }
    },
    used: async (keyId, at) => {
      const window = windows.get(keyId)
      return window !== undefined && window.minute === Math.floor(at / windowMs) ? window.used : 0
    },
    occupy: async (name, limit) => {
      const occupiedSlots = occupied.get(name) ?? 0
      if (occupiedSlots >= limit) return null
      occupied.set(name, occupiedSlots + 1)
      return async () => {
        const remainingSlots = occupied.get(name)! - 1
        if (remainingSlots === 0) occupied.delete(name)
        else occupied.set(name, remainingSlots)
      }
    },
    // Only this process takes places, so none outlives it.
    takePlace: async ({ name, id }, max) => {
      const placeIds = places.get(name) ?? new Set<string>()
      if (placeIds.size >= max) return false
      places.set(name, placeIds.add(id))
      return true
    },
    keepPlaces: async () => {},
    leavePlace: async ({ name, id }) => {
      const placeIds = places.get(name)
      placeIds?.delete(id)
      if (placeIds?.size === 0) places.delete(name)
    },
    publish: () => {},
    onPublished: () => {},
    onLost: () => {},
    away: () => null,
    aheadMs: () => 0,
    close: async () => {},
  }
}
