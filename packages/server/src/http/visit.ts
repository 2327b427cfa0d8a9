import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Leaving } from '../core/leaving.ts'
import { goneSignal } from './body.ts'
import type { Exchange } from './exchange.ts'
import { splitTarget } from './target.ts'

/** One request on its way through the steps of a door, and all that every protocol needs to know of it. */
export class Visit {
  readonly exchange: Exchange
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

  constructor(exchange: Exchange, id: string) {
    const { path, query } = splitTarget(exchange.url)
    this.exchange = exchange
    this.method = exchange.method
    this.path = path
    this.query = query
    this.id = id
  }

  /** Marks the answer as one that was kept. */
  readonly onReplay = (): void => {
    this.replayed = true
  }

  get headers(): IncomingHttpHeaders {
    return this.exchange.headers
  }

  get socket(): Socket {
    return this.exchange.socket
  }

  /** For its body: an exchange may have to make it. */
  get request(): IncomingMessage {
    return this.exchange.request
  }

  /** The same for what waits for its end or writes to it. */
  get response(): ServerResponse {
    return this.exchange.response
  }

  header(name: string): string | undefined {
    return this.exchange.headers[name] as string | undefined
  }

  /** Aborts when the caller hangs up. */
  gone(): Leaving {
    return goneSignal(this.response)
  }
}

/** Reading changes nothing, and only what is read has a page or a tag. */
export const isReading = ({ method }: Visit): boolean => method === 'GET' || method === 'HEAD'
