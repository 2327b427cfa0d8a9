// Context of one request: the request, the response it gets, and what the steps of the pipeline add.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
