import type { KeyedRoute, ResultOf } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'

/** What a route is asked for without an HTTP request of its own. */
export interface InternalRequest {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  /** Null where none was given. */
  readonly idempotencyKey?: string | null
  /** Aborts when the caller hangs up; made when somebody asks for it. */
  readonly abortSignal: () => AbortSignal
  /** The trace that the call belongs to, as its header names it. */
  readonly traceparent?: string | undefined
  /** Told that the answer is one that was kept. */
  readonly onReplay?: OnReplay
}

/**
 * A route of the REST interface as a function, for doors that answer the same questions in another protocol: everything
 * that comes after the rate window happens as it does there, access included.
 */
export type InternalCall = <R extends KeyedRoute>(
  contract: R,
  caller: Caller,
  request: InternalRequest,
) => Promise<ResultOf<R>>

/** The routes of the REST interface for other doors. */
export interface InternalRoutes {
  readonly call: InternalCall
  /** Whether an answer follows from stored content, the caller's world and the control state alone. */
  isCacheable(contract: KeyedRoute): boolean
}
