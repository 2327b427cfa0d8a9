import type { Caller } from '../../platform/access/authenticate.ts'
import type { ControlState } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { type CachedAnswer, makeByteCache, makePicturedCache } from './byte-cache.ts'

/** What was found for a request, and what has to be known to keep the answer that is made otherwise. */
export interface FoundAnswer<T> {
  readonly cached: CachedAnswer<T> | null
  /** What the store showed before anything was read from it for this request, where that was asked. */
  readonly picture?: string
}

/** The serialised answers of one door (ADR 7): exact on one node, and where other nodes write as well. */
export interface KeptAnswers<T> {
  /** `key` holds everything but content and control state that the answer depends on. */
  find(caller: Caller, key: string): FoundAnswer<T> | Promise<FoundAnswer<T>>
  /** `version` is the content version from before the answer was made. */
  keep(
    caller: Caller,
    key: string,
    made: { readonly version: number; readonly picture?: string | undefined },
    answer: CachedAnswer<T>,
  ): void
  /** One answer was sent from here. */
  hit(): void
}

const NOTHING: FoundAnswer<never> = Object.freeze({ cached: null })

export function makeKeptAnswers<T>({ contentVersion, database, meter }: Deps): KeptAnswers<T> {
  const cache = makeByteCache<T>(contentVersion)
  const pictured = makePicturedCache<T>()
  const { picture: takePicture } = database
  const hits = meter.count('cache_reads', 'answers hit')
  const misses = meter.count('cache_reads', 'answers miss')

  /** Where other nodes write, the store is asked whether anything has been committed since. */
  async function findPictured(
    state: ControlState,
    key: string,
    at: number,
    take: () => Promise<string>,
  ): Promise<FoundAnswer<T>> {
    const picture = await take()
    return { cached: pictured.get(state, key, { picture, at }) ?? null, picture }
  }

  return {
    find({ state, at }, key) {
      if (takePicture !== null)
        return pictured.isAsked(state, key) ? findPictured(state, key, at, takePicture) : NOTHING
      const cached = cache.get(state, key, at)
      return cached === undefined ? NOTHING : { cached }
    },
    keep({ state }, key, { version, picture }, answer) {
      misses.n += 1
      if (takePicture === null) cache.put(state, version, key, answer)
      else pictured.put(state, key, picture ?? null, answer)
    },
    hit() {
      hits.n += 1
    },
  }
}
