import { boundedMap } from '../core/bounded-map.ts'
import type { ControlState } from '../settings/control.ts'
import { type Body, cachedBody, type Forms } from './answer.ts'

const BYTES_MAX = 32 * 1_024 * 1_024
/** Roughly what an entry costs beyond its bytes. */
const ENTRY_BYTES = 200

/** A serialised answer, and what its owner has to know to serve it again. */
export interface CachedAnswer<T> {
  readonly of: T
  readonly body: Body
  readonly tag: string
  readonly forms: Forms
}

/**
 * Serialised answers to hot reads. An entry counts only under the very state and content version it was made from, so
 * freshness is exact: the first commit that could change an answer makes every older one unreachable.
 */
export interface ByteCache<T> {
  get(state: ControlState, key: string): CachedAnswer<T> | undefined
  /** `version` is the content version from before the answer was computed. */
  put(state: ControlState, version: number, key: string, answer: CachedAnswer<T>): void
}

export function makeByteCache<T>(contentVersion: () => number): ByteCache<T> {
  const entries = boundedMap<CachedAnswer<T>>(BYTES_MAX)
  let entriesState: ControlState | null = null
  let entriesVersion = -1

  const sync = (state: ControlState): void => {
    const version = contentVersion()
    if (state === entriesState && version === entriesVersion) return
    entries.clear()
    entriesState = state
    entriesVersion = version
  }

  return {
    get(state, key) {
      sync(state)
      return entries.get(key)
    },
    put(state, version, key, { body, ...answer }) {
      sync(state)
      // Compressed forms come later; both together are smaller than the plain bytes.
      const weight = 2 * body.length + ENTRY_BYTES
      if (version === entriesVersion) entries.set(key, { ...answer, body: cachedBody(body) }, weight)
    },
  }
}
