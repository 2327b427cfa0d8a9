// Shared state of a single process, in memory.
import { LIMITS } from '@agent-network/contract'
import type { SharedState, WindowRequest, WindowState } from './shared-state.ts'

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
