import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LIMITS, STREAM_TYPES, type StreamType } from '@agent-network/contract'
import { type Response, textBody } from './response.ts'

/** One thing that is sent, as whoever sends it knows it. */
interface OutgoingEvent {
  readonly cursor: string
  readonly kind: string
  readonly json: string
}

/** How a stream is spelled. */
interface Framing {
  readonly opening: string
  readonly comment: string
  event(event: OutgoingEvent): string
  end(code: string): string
}

const FRAMINGS: Record<StreamType, Framing> = {
  'text/event-stream': {
    opening: `retry: ${LIMITS.streams.retryMs}\n\n`,
    comment: ':\n\n',
    event: ({ cursor, kind, json }) => `id: ${cursor}\nevent: ${kind}\ndata: ${json}\n\n`,
    end: (code) => `event: end\ndata: ${JSON.stringify({ code })}\n\n`,
  },
  'application/x-ndjson': {
    opening: '',
    // A line with nothing on it, which readers of lines pass over.
    comment: '\n',
    event: ({ json }) => `${json}\n`,
    end: (code) => `${JSON.stringify({ kind: 'end', code })}\n`,
  },
}

/** Lines for whoever asks for them and not for events; events for everybody else. */
function streamTypeOf(accept: string | undefined): StreamType {
  const wanted = (accept ?? '').toLowerCase()
  const [events, lines] = STREAM_TYPES
  return wanted.includes(lines) && !wanted.includes(events) ? lines : events
}

/** Proxies must neither keep a stream nor hold it back until it is complete. */
export const STREAM_HEADERS = ['Cache-Control', 'no-store', 'X-Accel-Buffering', 'no'] as const

/** One piece of a body without a length (RFC 9112, 7.1), as a client of HTTP/1.1 takes it. */
const encodeChunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

type EncodedEvents = WeakMap<readonly OutgoingEvent[], Buffer>
/** The same events to a thousand readers are spelled once. */
const ENCODED: Record<StreamType, { readonly plain: EncodedEvents; readonly chunks: EncodedEvents }> = {
  'text/event-stream': { plain: new WeakMap(), chunks: new WeakMap() },
  'application/x-ndjson': { plain: new WeakMap(), chunks: new WeakMap() },
}

function encodeEvents(events: readonly OutgoingEvent[], type: StreamType, isChunked: boolean): Buffer {
  const encodedEvents = ENCODED[type][isChunked ? 'chunks' : 'plain']
  let bytes = encodedEvents.get(events)
  if (bytes === undefined) {
    const text = events.map(FRAMINGS[type].event).join('')
    bytes = Buffer.from(isChunked ? encodeChunk(text) : text)
    encodedEvents.set(events, bytes)
  }
  return bytes
}

/** Frees the header fields of a request whose response is a stream: the stream would hold them in memory until it ends. */
export function freeHeaderFields(request: IncomingMessage): void {
  request.rawHeaders = []
  request.headers = {}
}

/**
 * The end of a stream that a response is: its head is sent. A reader that lets too much pile up is cut without a word; it
 * goes on by its cursor. Its owner is told once that it is over, whoever ends it.
 *
 * What comes after the head goes to the socket, framed here: a response would frame it anew for each reader, and make
 * three writes of it. A class, because a server keeps thousands of them.
 */
export class StreamWriter {
  private readonly response: ServerResponse
  private readonly socket: Socket | null
  private readonly framing: Pick<Framing, 'comment' | 'end'>
  private readonly owner: Pick<OpenedStream, 'closed'>
  private isOpen = true
  /** Bytes that were still waiting when the last comment was sent. */
  private unread = 0

  constructor(
    response: ServerResponse,
    framing: Pick<Framing, 'opening' | 'comment' | 'end'>,
    owner: Pick<OpenedStream, 'closed'>,
  ) {
    this.response = response
    this.socket = response.socket
    this.framing = framing
    this.owner = owner
    const onClose = (): void => this.finish('left')
    response.on('close', onClose)
    response.on('error', onClose)
    if (response.destroyed || this.socket === null) this.finish('left')
    // Without a first byte the head itself would wait for the first comment.
    else if (framing.opening === '') response.flushHeaders()
    else response.write(framing.opening)
  }

  get open(): boolean {
    return this.isOpen
  }

  /** Bytes that nobody has taken yet. */
  get backlog(): number {
    return this.socket?.writableLength ?? 0
  }

  /** A client of HTTP/1.0 knows no chunks, and reads until the connection ends. */
  protected get isChunked(): boolean {
    return this.response.chunkedEncoding
  }

  private finish(reason: 'left' | 'cut'): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.owner.closed(reason)
  }

  protected push(bytes: string | Buffer): void {
    if (!this.isOpen) return
    // Before and not after: one event may be larger than what a reader may let pile up.
    if (this.backlog > LIMITS.streams.backlogBytes) this.cut()
    else this.socket?.write(bytes)
  }

  write(text: string): void {
    this.push(this.isChunked ? encodeChunk(text) : text)
  }

  /** A reader that has no less waiting than at the last comment does not read any more. */
  comment(): void {
    if (this.unread > 0 && this.backlog >= this.unread) this.cut()
    this.write(this.framing.comment)
    this.unread = this.backlog
  }

  end(code: string): void {
    if (!this.isOpen) return
    this.response.end(this.framing.end(code))
    this.finish('left')
  }

  cut(): void {
    this.finish('cut')
    this.response.destroy()
  }
}

export class HttpOutlet extends StreamWriter {
  private readonly type: StreamType

  constructor(response: ServerResponse, type: StreamType, owner: Pick<OpenedStream, 'closed'>) {
    super(response, FRAMINGS[type], owner)
    this.type = type
  }

  send(events: readonly OutgoingEvent[]): void {
    if (events.length > 0) this.push(encodeEvents(events, this.type, this.isChunked))
  }
}

/** A stream that may begin as soon as its head is sent. */
export interface OpenedStream {
  start(outlet: HttpOutlet): void
  /** Called once it is over, for whatever reason. */
  closed(reason?: string): void
}

const NO_BODY = textBody('')

/** The head of a stream, and the rest of it as the answer's own business. */
export function streamResponse(accept: string | undefined, opened: OpenedStream): Response {
  const type = streamTypeOf(accept)
  return {
    status: 200,
    body: NO_BODY,
    type,
    headers: STREAM_HEADERS,
    stream: (response) => opened.start(new HttpOutlet(response, type, opened)),
  }
}
