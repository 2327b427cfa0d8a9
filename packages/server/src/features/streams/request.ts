// Stream requests and the slots that they take.
import { LIMITS, type StreamKind } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { SemaphoreSlot, SharedState } from '../../platform/redis/shared-state.ts'

/** A request for a stream, with the position to resume at. The header takes precedence over the parameter. */
export interface StreamRequest {
  readonly caller: Caller
  /** The raw key; it is checked again while the stream is open. */
  readonly raw: string
  readonly lastEventId: string | undefined
  readonly after: string | null
  /** A HEAD request: checks admission without taking a slot. */
  readonly head: boolean
  /** The enclosing stream of another kind, which has a slot; without it, this stream takes its own. */
  readonly within?: { readonly kind: StreamKind; readonly place: SemaphoreSlot }
  /** An additional check of the caller, at every tick. */
  also?(caller: Caller): void
}

/** The position to resume at, and the name of its parameter or header. */
export const resumeOf = ({ lastEventId, after }: StreamRequest): { name: string; cursor: string } | null => {
  if (lastEventId !== undefined && lastEventId !== '') return { name: 'Last-Event-ID', cursor: lastEventId }
  return after === null ? null : { name: 'after', cursor: after }
}

/** The part of the request that a stream retains; neither the request itself nor its control state. */
export interface StreamContext {
  readonly kind: StreamKind
  readonly raw: string
  also(caller: Caller): void
  readonly from: number
  readonly place: SemaphoreSlot
}

const nothingElse = (): void => {}
export const streamContextOf = (
  { raw, within, also }: StreamRequest,
  own: StreamKind,
): Pick<StreamContext, 'kind' | 'raw' | 'also'> => ({
  kind: within?.kind ?? own,
  raw,
  also: also ?? nothingElse,
})

const { perKeyAndKind, placeLeaseMs } = LIMITS.streams

/** A third of the lease. */
const RENEW_MS = 3_000
/** Slots per call of the shared state. */
const SLICE = 500

/** By the time of the retry, slots of a crashed node are free. */
export const slotLimitError = (message?: string): ApiError =>
  new ApiError('STREAM_LIMIT_EXCEEDED', {
    ...(message === undefined ? {} : { message }),
    retryAfterSeconds: placeLeaseMs / 1_000,
  })

/** Takes one of a key's slots for streams of this kind, over all nodes. */
export async function takeStreamSlot(
  shared: SharedState,
  ambient: Pick<Ambient, 'secret'>,
  keyId: string,
  kind: StreamKind,
): Promise<SemaphoreSlot> {
  const place = { name: `${kind}:${keyId}`, id: ambient.secret(9).toString('base64url') }
  if (await shared.takePlace(place, perKeyAndKind)) return place
  throw slotLimitError()
}

type Renew = (open: Iterable<{ readonly place: SemaphoreSlot }>, elapsed: number) => Promise<void>

/** Renews the slots of open streams every three seconds. */
export function makeSlotRenewal(shared: Pick<SharedState, 'keepPlaces'>): Renew {
  let renewedAt = 0
  return async (open, elapsed) => {
    if (elapsed - renewedAt < RENEW_MS) return
    renewedAt = elapsed
    const places = [...open].map(({ place }) => place)
    try {
      for (let start = 0; start < places.length; start += SLICE)
        await shared.keepPlaces(places.slice(start, start + SLICE))
    } catch {
      // The slots last until the next renewal.
    }
  }
}
