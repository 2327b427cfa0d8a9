// Context of one request: the request, the response it gets, and what the steps of the pipeline add.

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { KeyedRoute, ResultOf } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'
import { abortSignalOf } from './body.ts'
import { splitTarget } from './routing.ts'

export class Context {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Tracing replaces them by a copy with a `traceparent` of its own. */
  headers: IncomingHttpHeaders
  readonly method: string
  readonly path: string
  readonly query: string
  /** Request id, as in the response, the log and the key's request log. */
  readonly id: string
  /** Name of the current step, or of the step that ended the request. */
  step = ''
  /** Whether the response is a replay for an idempotency key. */
  replayed = false
  /** Error code of the response, if it is an error. */
  code: string | null = null
  /** Route label in the metrics; null leaves the request out. */
  route: string | null = null

  constructor(request: IncomingMessage, response: ServerResponse, id: string) {
    const { path, query } = splitTarget(request.url ?? '/')
    this.request = request
    this.response = response
    this.headers = request.headers
    this.method = request.method ?? 'GET'
    this.path = path
    this.query = query
    this.id = id
  }

  readonly onReplay = (): void => {
    this.replayed = true
  }

  get socket(): Socket {
    return this.request.socket
  }

  /** Path and query as sent. */
  get target(): string {
    return this.request.url ?? '/'
  }

  header(name: string): string | undefined {
    return this.headers[name] as string | undefined
  }

  /** Aborts when the client disconnects before the response is sent. */
  abortSignal(): AbortSignal {
    return abortSignalOf(this.response)
  }
}

export const isReading = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD'

// ── Types for calling REST routes from other protocols ──

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
