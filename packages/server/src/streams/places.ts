import { LIMITS, type StreamKind } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { Refusal } from '../core/refusal.ts'
import type { SharedPlace, SharedState } from '../shared-state/shared-state.ts'

const { perKeyAndKind, placeLeaseMs } = LIMITS.streams

/** Takes one of the places that a key has for streams of this kind, over all nodes. */
export async function takePlace(
  shared: SharedState,
  ambient: Pick<Ambient, 'secret'>,
  keyId: string,
  kind: StreamKind,
): Promise<SharedPlace> {
  const place = { name: `${kind}:${keyId}`, id: ambient.secret(9).toString('base64url') }
  if (await shared.takePlace(place, perKeyAndKind)) return place
  // A place whose node died is free by then.
  throw new Refusal('STREAM_LIMIT_EXCEEDED', { retryAfterSeconds: placeLeaseMs / 1_000 })
}
