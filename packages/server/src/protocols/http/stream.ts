// Event streams: server-sent events and NDJSON.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LIMITS, STREAM_TYPES, type StreamType } from '@agent-network/contract'
import { type Response, textBody } from './response.ts'

/** An event to send. */
interface OutgoingEvent {
  readonly cursor: string
  readonly kind: string
  readonly json: string
}

/** The text format of a stream. */
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
    // An empty line, which NDJSON readers skip.
    comment: '\n',
    event: ({ json }) => `${json}\n`,
    end: (code) => `${JSON.stringify({ kind: 'end', code })}\n`,
  },
}

/** NDJSON if Accept names it and not server-sent events; else server-sent events. */
function streamTypeOf(accept: string | undefined): StreamType {
  const wanted = (accept ?? '').toLowerCase()
  const [events, lines] = STREAM_TYPES
  return wanted.includes(lines) && !wanted.includes(events) ? lines : events
}

/** Proxies must neither cache nor buffer a stream. */
export const STREAM_HEADERS = ['Cache-Control', 'no-store', 'X-Accel-Buffering', 'no'] as const

/** A chunk in HTTP/1.1 chunked coding (RFC 9112, 7.1). */
const encodeChunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

type EncodedEvents = WeakMap<readonly OutgoingEvent[], Buffer>
/** Encoded events, so that the same events for many readers are encoded once. */
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

/** Frees the header fields of a request whose response is a stream: they would stay in memory until it ends. */
export function freeHeaderFields(request: IncomingMessage): void {
  request.rawHeaders = []
  request.headers = {}
}

/**
 * Writes a stream after its headers are sent. A reader with too large a backlog is disconnected and can resume by its
 * cursor. The owner's `closed` is called once.
 *
 * Events go directly to the socket, already chunked: a ServerResponse would chunk them for each reader, in three writes.
 * A class, because a server has thousands of them in memory.
 */
export class StreamWriter {
  private readonly response: ServerResponse
  private readonly socket: Socket | null
  private readonly framing: Pick<Framing, 'comment' | 'end'>
  private readonly owner: Pick<OpenedStream, 'closed'>
  private isOpen = true
  /** Backlog in bytes when the last comment was sent. */
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
    // Without a first byte, Node would delay the headers until the first comment.
    else if (framing.opening === '') response.flushHeaders()
    else response.write(framing.opening)
  }

  get open(): boolean {
    return this.isOpen
  }

  /** Bytes that are not sent yet. */
  get backlog(): number {
    return this.socket?.writableLength ?? 0
  }

  /** False for HTTP/1.0: the client reads until the connection ends. */
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
    // Checked before the write: one event may be larger than the allowed backlog.
    if (this.backlog > LIMITS.streams.backlogBytes) this.cut()
    else this.socket?.write(bytes)
  }

  write(text: string): void {
    this.push(this.isChunked ? encodeChunk(text) : text)
  }

  /** Disconnects a reader whose backlog has not shrunk since the last comment. */
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

/** A stream that starts when its headers are sent. */
export interface OpenedStream {
  start(outlet: HttpOutlet): void
  /** Called once, when the stream has ended. */
  closed(reason?: string): void
}

const NO_BODY = textBody('')

/** A response whose body is the stream. */
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
