import { LIMITS, type StreamKind } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { Refusal } from '../core/refusal.ts'
import type { SharedPlace, SharedState } from '../shared-state/shared-state.ts'

const { perKeyAndKind, placeLeaseMs } = LIMITS.streams

/** Three times within a lease. */
const RENEW_MS = 3_000
/** Places in one call of the shared state. */
const SLICE = 500

/** A place whose node died is free by then. */
export const placeRefusal = (message?: string): Refusal =>
  new Refusal('STREAM_LIMIT_EXCEEDED', {
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
