import type { Caller } from '../../platform/access/authenticate.ts'
import { boundedMap } from '../../platform/cache/content-cache.ts'
import type { ControlState } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso } from '../../platform/core/time.ts'
import { type Body, type CompressedForms, cachedBody } from './response.ts'

const BYTES_MAX = 32 * 1_024 * 1_024
/** Roughly what an entry costs beyond its bytes. */
const ENTRY_BYTES = 200

/** A serialised answer, and what its owner has to know to serve it again. */
export interface CachedResponse<T> {
  readonly of: T
  readonly body: Body
  /** Left out where the answer depends on the time as well. */
  readonly tag?: string
  readonly forms?: CompressedForms
  /** From when to when, the end excluded, the answer stays the same if nobody writes; left out: always. */
  readonly holds?: { readonly from: number; readonly until: number }
  /** Where in the text the time stands at which the answer is given; left out where it says none. */
  readonly stampAt?: number
}

/**
 * Serialised answers to hot reads. An entry counts only under the very state and content version it was made from, so
 * freshness is exact: the first commit that could change an answer makes every older one unreachable.
 */
export interface ByteCache<T> {
  /** `at` is the time of the request. */
  get(state: ControlState, key: string, at: number): CachedResponse<T> | undefined
  /** `version` is the content version from before the answer was computed. */
  put(state: ControlState, version: number, key: string, answer: CachedResponse<T>): void
}

/** The same answer given now: a time has always the same length. */
function stamped({ data, encoding, length }: Body, place: number, at: number): Body {
  const text = data as string
  const time = iso(at)
  return { data: text.slice(0, place) + time + text.slice(place + time.length), encoding, length }
}

/** Compressed forms come later; both together are smaller than the plain bytes. */
const weightOf = ({ length }: Body): number => 2 * length + ENTRY_BYTES

/** The answer as of `at`, if it still holds then. */
function asOf<T>(found: CachedResponse<T> | undefined, at: number): CachedResponse<T> | undefined {
  if (found?.holds === undefined) return found
  if (at < found.holds.from || at >= found.holds.until) return undefined
  return found.stampAt === undefined ? found : { ...found, body: stamped(found.body, found.stampAt, at) }
}

export function makeByteCache<T>(contentVersion: () => number): ByteCache<T> {
  const entries = boundedMap<CachedResponse<T>>(BYTES_MAX)
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
    get(state, key, at) {
      sync(state)
      return asOf(entries.get(key), at)
    },
    put(state, version, key, answer) {
      sync(state)
      const { body } = answer
      if (version === entriesVersion) entries.set(key, { ...answer, body: cachedBody(body) }, weightOf(body))
    },
  }
}

/**
 * The response cache of one protocol (ADR 7). It works on a node that writes alone: in a cluster the content version is never the
 * same twice, so each read asks the store.
 */
export interface ResponseCache<T> {
  /** `key` holds everything but content and control state that the answer depends on. */
  find(caller: Caller, key: string): CachedResponse<T> | null
  /** `version` is the content version from before the answer was made. */
  keep(caller: Caller, key: string, version: number, answer: CachedResponse<T>): void
  /** One answer was sent from here. */
  hit(): void
}

export function makeResponseCache<T>({ contentVersion, meter }: Deps): ResponseCache<T> {
  const cache = makeByteCache<T>(contentVersion)
  const hits = meter.count('cache_reads', 'answers hit')
  const misses = meter.count('cache_reads', 'answers miss')
  return {
    find: ({ state, at }, key) => cache.get(state, key, at) ?? null,
    keep({ state }, key, version, answer) {
      misses.n += 1
      cache.put(state, version, key, answer)
    },
    hit() {
      hits.n += 1
    },
  }
}
