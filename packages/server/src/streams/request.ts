import type { StreamKind } from '@agent-network/contract'
import type { Caller } from '../access/authenticate.ts'
import type { SharedPlace } from '../shared-state/shared-state.ts'

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
