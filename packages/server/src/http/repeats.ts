import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { boundedMap } from '../core/bounded-map.ts'
import type { Connections, MaybeSent } from './connections.ts'
import { endWhole } from './exchange.ts'
import { httpFault } from './well-formed.ts'

/** The fields of a head, as the platform read them from these very bytes. */
interface Fields {
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: string[]
}

/** A request that was not parsed: the platform does not know of it unless its response is taken on. */
export class UnparsedExchange implements MaybeSent {
  readonly isRepeat = true
  readonly method = 'GET'
  readonly url: string
  readonly socket: Socket
  headers: IncomingMessage['headers']
  readonly #rawHeaders: string[]
  readonly #keepAliveMs: number
  #request: IncomingMessage | null = null
  #response: ServerResponse | null = null
  /** The whole answer was handed to the connection in one write. */
  #isSentWhole = false

  constructor(socket: Socket, url: string, { headers, rawHeaders }: Fields, keepAliveMs: number) {
    this.socket = socket
    this.url = url
    this.headers = headers
    this.#rawHeaders = rawHeaders
    this.#keepAliveMs = keepAliveMs
  }

  get request(): IncomingMessage {
    this.#request ??= this.#makeRequest()
    return this.#request
  }

  get response(): ServerResponse {
    this.#response ??= this.#makeResponse()
    return this.#response
  }

  #makeRequest(): IncomingMessage {
    const request = new IncomingMessage(this.socket)
    request.method = this.method
    request.url = this.url
    request.httpVersion = '1.1'
    request.httpVersionMajor = 1
    request.httpVersionMinor = 1
    request.headers = this.headers
    request.rawHeaders = this.#rawHeaders
    request.complete = true
    return request
  }

  #makeResponse(): ServerResponse {
    const response = new ServerResponse(this.request)
    // Where the platform puts it for requests of its own, so that callers are told how long a connection is kept.
    Reflect.set(response, '_keepAliveTimeout', this.#keepAliveMs)
    return response
  }

  staysOpen(): boolean {
    return this.#response?.shouldKeepAlive ?? true
  }

  sendWhole(status: number, message: string): void {
    if (this.#response !== null && this.#response.socket !== null) {
      endWhole(this.#response, status, message)
      return
    }
    this.#isSentWhole = true
    this.socket.write(message, 'latin1')
  }

  get isSentWhole(): boolean {
    return this.#isSentWhole
  }

  isSent(): boolean {
    return this.#isSentWhole && this.socket.writableLength === 0
  }
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void

export interface RepeatsParts extends Pick<Connections, 'serve' | 'serveIdle' | 'isIdle'> {
  readonly keepAliveMs: number
}

/**
 * Requests that repeat fields which came before, byte for byte, are not parsed again. A client sends the same fields with each
 * of its requests, and reading them is half of what the platform does for a small answer.
 */
export interface Repeats {
  /** From here on this reads what the connection sends, and gives the platform what is no repeat. */
  follow(socket: Socket): void
  /** For each request that the platform has parsed. */
  readonly parsed: Serve
}

/** What the parser is given at a time: ten thousand chunks of one byte in one packet would hold everybody else. */
const PIECE_BYTES = 4_096
/** Characters of all fields that are remembered. */
const HELD_MAX = 16 * 1_024 * 1_024

const START = 'GET /'
const VERSION = ' HTTP/1.1\r\n'
/** What the parser takes for a target, where it begins with a slash. */
const TARGET = /^[\x21-\x7e]+$/
/** Ends of lines that parsers have been of two minds about. */
const ODD_END = /[^\r]\n|\r[^\n]/
const KEPT_OPEN = new Set<string | undefined>([undefined, 'keep-alive', 'Keep-Alive'])
/** With these a message does not end with its head, or is not answered like others. */
const NOT_PLAIN = ['content-length', 'transfer-encoding', 'upgrade', 'expect', 'trailer'] as const

/** Where the fields of a request begin that has no body; null for any other. */
function fieldsAt(text: string): number | null {
  const at = text.startsWith(START) ? text.indexOf(VERSION, START.length) : -1
  return at < 0 ? null : at + VERSION.length
}

/** A request as the platform has parsed it. What it said is taken before it is answered, because a stream lets go of it. */
interface Parsed extends Fields {
  readonly request: IncomingMessage
  readonly isRemembered: boolean
}

function parsedOf(request: IncomingMessage): Parsed {
  const { headers, rawHeaders, httpVersion } = request
  const isPlain = KEPT_OPEN.has(headers.connection) && NOT_PLAIN.every((name) => headers[name] === undefined)
  return { request, headers, rawHeaders, isRemembered: isPlain && httpVersion === '1.1' && httpFault(request) === null }
}

/** Whether the bytes are this one request and nothing else, whoever reads them. */
function isWhole(text: string, { request, headers }: Parsed): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  const end = text.indexOf('\r\n\r\n') + 4
  if (!request.complete || coding !== undefined || end < 4) return false
  return end + Number(length ?? 0) === text.length && !ODD_END.test(text.slice(0, end))
}

class Known {
  readonly #fields = boundedMap<Fields>(HELD_MAX)

  remember(text: string, { headers, rawHeaders, isRemembered }: Parsed): void {
    const at = fieldsAt(text)
    if (isRemembered && at !== null) this.#fields.set(text.slice(at), { headers, rawHeaders }, text.length)
  }

  /** The request that these bytes are, if its fields are known. */
  find(text: string): { readonly url: string; readonly fields: Fields } | null {
    const at = fieldsAt(text)
    const fields = at === null ? undefined : this.#fields.get(text.slice(at))
    if (at === null || fields === undefined) return null
    const url = text.slice(START.length - 1, at - VERSION.length)
    return TARGET.test(url) ? { url, fields } : null
  }
}

/** What is shared by the connections of a listener. */
interface Shared extends RepeatsParts {
  readonly known: Known
  /** What the platform has made of the bytes that it was given last. */
  readonly made: Parsed[]
}

/** One connection. A class, since thousands of them may be open: its functions are there once. */
class Line {
  readonly #socket: Socket
  /** The platform's own reader. */
  readonly #parse: (chunk: Buffer) => void
  readonly #shared: Shared
  /** Whether what was read so far ends with the end of a request. */
  #isBetween = true
  /** The platform cuts connections that have not sent it a request. */
  #hasParsed = false
  /** What came while a response that the platform took on was under way, or a large piece; null while neither is. */
  #held: Buffer[] | null = null
  /** Whether reading was stopped here, and not by the platform. */
  #hasPaused = false

  constructor(socket: Socket, parse: (chunk: Buffer) => void, shared: Shared) {
    this.#socket = socket
    this.#parse = parse
    this.#shared = shared
  }

  take(chunk: Buffer): void {
    if (this.#held !== null) {
      this.#held.push(chunk)
      this.#pause()
      return
    }
    if (chunk.length > PIECE_BYTES) {
      this.#held = []
      this.#giveFrom(chunk, 0)
      return
    }
    const text = this.#isBetween && chunk.length <= PIECE_BYTES ? chunk.toString('latin1') : null
    const repeated = text === null ? null : this.#repeated(text)
    if (repeated === null) this.#give(chunk, text)
    else this.#answer(repeated)
  }

  #repeated(text: string): UnparsedExchange | null {
    const { known, isIdle, keepAliveMs } = this.#shared
    const found = this.#hasParsed && isIdle(this.#socket) ? known.find(text) : null
    return found === null ? null : new UnparsedExchange(this.#socket, found.url, found.fields, keepAliveMs)
  }

  #give(chunk: Buffer, text: string | null): void {
    const { known, made } = this.#shared
    made.length = 0
    this.#parse.call(this.#socket, chunk)
    const [only] = made
    this.#hasParsed ||= only !== undefined
    if (text !== null && only !== undefined && made.length === 1 && isWhole(text, only)) known.remember(text, only)
    else this.#isBetween = false
    made.length = 0
  }

  #answer(exchange: UnparsedExchange): void {
    const { serveIdle, keepAliveMs } = this.#shared
    const socket = this.#socket
    serveIdle(exchange)
    if (!exchange.isSentWhole) this.#takeOn(exchange.response)
    else if (socket.writableLength > 0)
      socket.write('', () => {
        socket.setTimeout(keepAliveMs)
        exchange.response.emit('close')
      })
  }

  /** An answer that is not at hand, or not one text, goes the documented way. */
  #takeOn(response: ServerResponse): void {
    const socket = this.#socket
    this.#held = []
    // As for every request that is under way: nobody is cut off for being silent.
    socket.setTimeout(0)
    response.on('finish', () => {
      response.detachSocket(socket)
      if (response.shouldKeepAlive) socket.setTimeout(this.#shared.keepAliveMs)
      else socket.destroySoon()
      process.nextTick(() => {
        response.emit('close')
        this.#goOn()
      })
    })
    response.assignSocket(socket)
  }

  /** A piece in each turn of the loop. What the platform says about reading on holds; nothing is read meanwhile. */
  #giveFrom(chunk: Buffer, from: number): void {
    if (this.#socket.destroyed) return
    this.#unpause()
    const next = from + PIECE_BYTES
    this.#give(chunk.subarray(from, next), null)
    if (next >= chunk.length) {
      this.#goOn()
      return
    }
    this.#pause()
    setImmediate(() => this.#giveFrom(chunk, next))
  }

  #pause(): void {
    if (this.#socket.isPaused()) return
    this.#hasPaused = true
    this.#socket.pause()
  }

  #unpause(): void {
    if (!this.#hasPaused) return
    this.#hasPaused = false
    this.#socket.resume()
  }

  #goOn(): void {
    const chunks = this.#held ?? []
    this.#held = null
    this.#unpause()
    for (const chunk of chunks) this.take(chunk)
  }
}

export function makeRepeats(parts: RepeatsParts): Repeats {
  const made: Parsed[] = []
  const shared: Shared = { ...parts, known: new Known(), made }
  return {
    follow(socket) {
      const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[]
      // A platform that reads in a way we do not know is left alone.
      if (parse === undefined || socket.listenerCount('data') > 1) return
      const line = new Line(socket, parse, shared)
      socket.off('data', parse).on('data', (chunk: Buffer) => line.take(chunk))
    },
    parsed(request, response) {
      // More than one is as good as many.
      if (made.length < 2) made.push(parsedOf(request))
      parts.serve(request, response)
    },
  }
}
