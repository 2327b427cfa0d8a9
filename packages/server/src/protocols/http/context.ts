import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { abortSignalOf } from './body.ts'
import { splitTarget } from './routing.ts'

/** One request on its way through the steps of a door, and all that every protocol needs to know of it. */
export class Context {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** A copy replaces them where tracing adds a header of its own. */
  headers: IncomingHttpHeaders
  readonly method: string
  readonly path: string
  readonly query: string
  /** What the caller, the log and the key's request log know this request by. */
  readonly id: string
  /** The step that the request is at, or the one that answered it. */
  step = ''
  /** Whether the answer is one that was kept for its idempotency value. */
  replayed = false
  /** The code that it was refused with, if so. */
  code: string | null = null
  /** The label of its measurement; null leaves it out of the metrics. */
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

  /** Marks the answer as one that was kept. */
  readonly onReplay = (): void => {
    this.replayed = true
  }

  get socket(): Socket {
    return this.request.socket
  }

  /** The request target as it was sent: path and query. */
  get target(): string {
    return this.request.url ?? '/'
  }

  header(name: string): string | undefined {
    return this.headers[name] as string | undefined
  }

  /** Aborts when the caller hangs up. */
  abortSignal(): AbortSignal {
    return abortSignalOf(this.response)
  }
}

/** Reading changes nothing, and only what is read has a page or a tag. */
export const isReading = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD'
