import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A request and what it is answered with. Both are streams of the platform, and making them takes longer than all checks of an
 * answer that is kept; so there are exchanges that make them when somebody asks for them.
 */
export interface Exchange {
  readonly method: string
  readonly url: string
  headers: IncomingHttpHeaders
  readonly socket: Socket
  /** Fields that came before, and no body: nothing of it has to be looked at, read or dropped. */
  readonly isRepeat: boolean
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Whether the connection stays open, as far as the caller is concerned. */
  staysOpen(): boolean
  /** Sends head and body in one write. */
  sendWhole(status: number, message: string): void
}

/**
 * Where the platform holds the head until the first byte of the body is sent. It is not documented, so `canSendWhole` tries
 * it before it is relied on.
 */
interface HeadHolder {
  _header: string
}

export function endWhole(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status
  ;(response as unknown as HeadHolder)._header = message
  response.end()
}

/** As the platform has made it. */
export class ParsedExchange implements Exchange {
  readonly isRepeat = false
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly url: string

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.response = response
    this.method = request.method ?? 'GET'
    this.url = request.url ?? '/'
  }

  get socket(): Socket {
    return this.request.socket
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers
  }

  set headers(headers: IncomingHttpHeaders) {
    this.request.headers = headers
  }

  staysOpen(): boolean {
    return this.response.shouldKeepAlive
  }

  sendWhole(status: number, message: string): void {
    endWhole(this.response, status, message)
  }
}
