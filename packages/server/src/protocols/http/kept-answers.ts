import type { Caller } from '../../platform/access/authenticate.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { type CachedAnswer, makeByteCache } from './byte-cache.ts'

/**
 * The response cache of one protocol (ADR 7). It works on a node that writes alone: in a cluster the content version is never the
 * same twice, so each read asks the store.
 */
export interface KeptAnswers<T> {
  /** `key` holds everything but content and control state that the answer depends on. */
  find(caller: Caller, key: string): CachedAnswer<T> | null
  /** `version` is the content version from before the answer was made. */
  keep(caller: Caller, key: string, version: number, answer: CachedAnswer<T>): void
  /** One answer was sent from here. */
  hit(): void
}

export function makeKeptAnswers<T>({ contentVersion, meter }: Deps): KeptAnswers<T> {
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
