import type { Caller } from '../../access/authenticate.ts'
import type { OnReplay } from '../../access/idempotency.ts'
import type { Leaving } from '../../core/leaving.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { InnerCall } from '../../http/inner-call.ts'
import type { MapDeps } from '../../map-deps.ts'
import type { McpRequest } from './envelope.ts'

/** One request as it was received. */
export interface Received {
  readonly deps: MapDeps
  readonly version: string
  readonly caller: Caller
  readonly request: McpRequest
  readonly traceparent: string | undefined
  /** Aborts when the caller hangs up; made when somebody asks for it. */
  readonly gone: () => Leaving
  readonly onReplay: OnReplay
  /** Told what a tool was refused with, for the request log. */
  refused(refusal: Refusal): void
}

/** One request on its way, with everything that a method may need. */
export interface McpCall extends Received {
  readonly rest: InnerCall
}
