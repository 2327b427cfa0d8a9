import { boundedMap } from '../core/bounded-map.ts'
import type { ControlState } from '../settings/control.ts'
import { type Body, keptBody } from './answer.ts'
import type { Bound } from './bind.ts'

const BYTES_MAX = 32 * 1_024 * 1_024
/** Roughly what an entry costs beyond its bytes. */
const ENTRY_BYTES = 200

/** A serialised answer and the route whose access rule every reader of it has to pass. */
export interface Kept {
  readonly bound: Bound
  readonly body: Body
}

/**
 * Serialised answers to hot reads. An entry counts only under the very state and content version it was made from, so
 * freshness is exact: the first commit that could change an answer makes every older one unreachable.
 */
export interface ByteCache {
  get(state: ControlState, key: string): Kept | undefined
  put(state: ControlState, version: number, key: string, bound: Bound, body: Body): void
}

export function makeByteCache(contentVersion: () => number): ByteCache {
  const entries = boundedMap<Kept>(BYTES_MAX)
  let heldState: ControlState | null = null
  let heldVersion = -1

  const sync = (state: ControlState): void => {
    const version = contentVersion()
    if (state === heldState && version === heldVersion) return
    entries.clear()
    heldState = state
    heldVersion = version
  }

  return {
    get(state, key) {
      sync(state)
      return entries.get(key)
    },
    put(state, version, key, bound, body) {
      sync(state)
      if (version === heldVersion) entries.set(key, { bound, body: keptBody(body) }, body.length + ENTRY_BYTES)
    },
  }
}
