// Types for calling REST routes from other protocols.
import type { KeyedRoute, ResultOf } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'

/** Input of a route call without an HTTP request of its own. */
export interface InternalRequest {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  /** Null if the caller sent none. */
  readonly idempotencyKey?: string | null
  /** Aborts when the client disconnects; created on first use. */
  readonly abortSignal: () => AbortSignal
  /** Trace context of the call, as in its header. */
  readonly traceparent?: string | undefined
  /** Called if the response is a replay. */
  readonly onReplay?: OnReplay
}

/**
 * Calls a REST route on behalf of another protocol. Every check after the rate limit runs as for an HTTP request,
 * including access.
 */
export type InternalCall = <R extends KeyedRoute>(
  contract: R,
  caller: Caller,
  request: InternalRequest,
) => Promise<ResultOf<R>>

/** The REST routes for other protocols. */
export interface InternalRoutes {
  readonly call: InternalCall
  /** Whether a response depends on stored content, the caller's world and the control state alone. */
  isCacheable(contract: KeyedRoute): boolean
}
