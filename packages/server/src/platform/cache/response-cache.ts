// Response cache: serialised responses of hot reads, exact to the content version they were made from (ADR 7).
import type { Caller } from '../access/authenticate.ts'
import type { ControlState } from '../control/control.ts'
import type { Deps } from '../core/deps.ts'
import { iso } from '../core/time.ts'
import { boundedMap } from './content-cache.ts'

/** The bytes of a response body, or its text. */
export interface Body {
  readonly data: string | Buffer
  readonly encoding: 'utf8' | 'latin1'
  /** In bytes. */
  readonly length: number
}

/** A body as cached: bytes, or one byte per character (latin1), so that sending it again encodes nothing. */
export const cachedBody = ({ data, length }: Body): Body => ({
  // As many bytes as characters means plain ASCII, which is equal in both encodings.
  data: data.length === length ? data : Buffer.from(data as string).toString('latin1'),
  encoding: 'latin1',
  length,
})

/** Content codings, the preferred one first. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** Compressed forms of a cached body. A promise stands for a form that is being made, so that it is made once. */
export type CompressedForms = { [C in Coding]?: Body | Promise<Body> }

/** A serialised response, and what its route needs to serve it again. */
export interface CachedResponse<T> {
  /** The route or page that made it. */
  readonly of: T
  readonly body: Body
  /** Hash of the body; absent if the response depends on the time. */
  readonly tag?: string
  readonly forms?: CompressedForms
  /** Time range in which the response is valid while the content is unchanged, end excluded; absent: no limit. */
  readonly validity?: { readonly from: number; readonly until: number }
  /** Position of the response's own timestamp in the text; absent if it has none. */
  readonly timestampAt?: number
}

const BYTES_MAX = 32 * 1_024 * 1_024
/** Measured memory of an entry without the characters of its key and its body. */
const ENTRY_BYTES = 500

/**
 * Memory of an entry in bytes. Compressed forms come later; both together are smaller than the plain bytes. The caller
 * chooses the length of the key, which may have two bytes per character.
 */
const weightOf = (key: string, { length }: Body): number => 2 * key.length + 2 * length + ENTRY_BYTES

/** The same body with the current time at `position`. A timestamp always has the same length. */
function withTimestamp({ data, encoding, length }: Body, position: number, at: number): Body {
  const text = data as string
  const time = iso(at)
  return { data: text.slice(0, position) + time + text.slice(position + time.length), encoding, length }
}

/** The entry as of `at`; undefined if it is not valid then. */
function entryAt<T>(entry: CachedResponse<T> | undefined, at: number): CachedResponse<T> | undefined {
  if (entry?.validity === undefined) return entry
  if (at < entry.validity.from || at >= entry.validity.until) return undefined
  const { timestampAt } = entry
  return timestampAt === undefined ? entry : { ...entry, body: withTimestamp(entry.body, timestampAt, at) }
}

/**
 * Entries of one content version. An entry counts only under the control state and content version it was made from:
 * the first commit that could change a response makes every older entry unreachable.
 */
export interface VersionedCache<T> {
  /** `at` is the time of the request. */
  get(state: ControlState, key: string, at: number): CachedResponse<T> | undefined
  /** `version` is the content version from before the response was made. */
  put(state: ControlState, version: number, key: string, response: CachedResponse<T>): void
}

export function makeVersionedCache<T>(contentVersion: () => number): VersionedCache<T> {
  const entries = boundedMap<CachedResponse<T>>(BYTES_MAX)
  let entriesState: ControlState | null = null
  let entriesVersion = -1

  const dropOutdated = (state: ControlState): void => {
    const version = contentVersion()
    if (state === entriesState && version === entriesVersion) return
    entries.clear()
    entriesState = state
    entriesVersion = version
  }

  return {
    get(state, key, at) {
      dropOutdated(state)
      return entryAt(entries.get(key), at)
    },
    put(state, version, key, response) {
      dropOutdated(state)
      const { body } = response
      if (version === entriesVersion) entries.set(key, { ...response, body: cachedBody(body) }, weightOf(key, body))
    },
  }
}

/**
 * The response cache of one protocol, with its hit rate. It works on a node that is the only writer: in a cluster the
 * content version is never the same twice, so that each read asks the store.
 */
export interface ResponseCache<T> {
  /** `key` holds everything but content and control state that the response depends on. */
  get(caller: Caller, key: string): CachedResponse<T> | null
  /** `version` is the content version from before the response was made. */
  put(caller: Caller, key: string, version: number, response: CachedResponse<T>): void
  /** Counts a response that was sent from the cache. */
  countHit(): void
}

export function makeResponseCache<T>({ contentVersion, meter }: Deps): ResponseCache<T> {
  const cache = makeVersionedCache<T>(contentVersion)
  const hits = meter.count('cache_reads', 'answers hit')
  const misses = meter.count('cache_reads', 'answers miss')
  return {
    get: ({ state, at }, key) => cache.get(state, key, at) ?? null,
    put({ state }, key, version, response) {
      misses.n += 1
      cache.put(state, version, key, response)
    },
    countHit() {
      hits.n += 1
    },
  }
}
