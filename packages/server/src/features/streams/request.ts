import { LIMITS, type StreamKind } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { SharedPlace, SharedState } from '../../platform/redis/shared-state.ts'

/** Whoever asks for a stream, and where it is to go on; the header wins over the parameter. */
export interface StreamRequest {
  readonly caller: Caller
  /** The key as it was sent: whether it still opens the stream is asked again and again. */
  readonly raw: string
  readonly lastEventId: string | undefined
  readonly after: string | null
  /** Only whether it would be opened is asked; no place is taken. */
  readonly head: boolean
  /** The stream of another kind that carries this one among others, and has taken a place; without it, this takes its own. */
  readonly within?: { readonly kind: StreamKind; readonly place: SharedPlace }
  /** What else has to hold for the caller, at every look. */
  also?(caller: Caller): void
}

/** Where it is to go on, and by which name the caller knows that. */
export const resumeOf = ({ lastEventId, after }: StreamRequest): { name: string; cursor: string } | null => {
  if (lastEventId !== undefined && lastEventId !== '') return { name: 'Last-Event-ID', cursor: lastEventId }
  return after === null ? null : { name: 'after', cursor: after }
}

/** What a stream keeps of the request that opened it; neither the request nor the control state of its time. */
export interface Kept {
  readonly kind: StreamKind
  readonly raw: string
  also(caller: Caller): void
  readonly from: number
  readonly place: SharedPlace
}

const nothingElse = (): void => {}
export const keptOf = ({ raw, within, also }: StreamRequest, own: StreamKind): Pick<Kept, 'kind' | 'raw' | 'also'> => ({
  kind: within?.kind ?? own,
  raw,
  also: also ?? nothingElse,
})

const { perKeyAndKind, placeLeaseMs } = LIMITS.streams

/** Three times within a lease. */
const RENEW_MS = 3_000
/** Places in one call of the shared state. */
const SLICE = 500

/** A place whose node died is free by then. */
export const placeRefusal = (message?: string): ApiError =>
  new ApiError('STREAM_LIMIT_EXCEEDED', {
    ...(message === undefined ? {} : { message }),
    retryAfterSeconds: placeLeaseMs / 1_000,
  })

/** Takes one of the places that a key has for streams of this kind, over all nodes. */
export async function takePlace(
  shared: SharedState,
  ambient: Pick<Ambient, 'secret'>,
  keyId: string,
  kind: StreamKind,
): Promise<SharedPlace> {
  const place = { name: `${kind}:${keyId}`, id: ambient.secret(9).toString('base64url') }
  if (await shared.takePlace(place, perKeyAndKind)) return place
  throw placeRefusal()
}

type Renew = (open: Iterable<{ readonly place: SharedPlace }>, elapsed: number) => Promise<void>

/** Renews the places of open streams when three seconds have passed since the last time. */
export function makeRenewal(shared: Pick<SharedState, 'keepPlaces'>): Renew {
  let renewedAt = 0
  return async (open, elapsed) => {
    if (elapsed - renewedAt < RENEW_MS) return
    renewedAt = elapsed
    const places = [...open].map(({ place }) => place)
    try {
      for (let start = 0; start < places.length; start += SLICE)
        await shared.keepPlaces(places.slice(start, start + SLICE))
    } catch {
      // They last until the next time.
    }
  }
}
