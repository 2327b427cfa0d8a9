import { LRUCache } from 'lru-cache'
import type { ControlState } from '../settings/control.ts'

const BYTES_MAX = 32 * 1_024 * 1_024

/**
 * Serialised answers to hot reads. An entry counts only under the very state and content version it was made from, so
 * freshness is exact: the first commit that could change an answer makes every older one unreachable.
 */
export interface ByteCache {
  get(state: ControlState, key: string): Buffer | undefined
  put(state: ControlState, version: number, key: string, body: Buffer): void
}

export function makeByteCache(contentVersion: () => number): ByteCache {
  const entries = new LRUCache<string, Buffer>({ maxSize: BYTES_MAX, sizeCalculation: (body) => body.length + 200 })
  let heldState: ControlState | null = null
  let heldVersion = -1

  const sync = (state: ControlState): void => {
    if (state === heldState && contentVersion() === heldVersion) return
    entries.clear()
    heldState = state
    heldVersion = contentVersion()
  }

  return {
    get(state, key) {
      sync(state)
      return entries.get(key)
    },
    put(state, version, key, body) {
      sync(state)
      if (version === heldVersion) entries.set(key, body)
    },
  }
}
