import type { ServerResponse } from 'node:http'
import { LIMITS, STREAM_TYPES, type StreamType } from '@agent-network/contract'
import { type Answer, textBody } from './answer.ts'

/** One thing that is sent, as whoever sends it knows it. */
interface Sent {
  readonly cursor: string
  readonly kind: string
  readonly json: string
}

/** How a stream is spelled. */
interface Framing {
  readonly opening: string
  readonly comment: string
  event(event: Sent): string
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

/** The same events to a thousand readers are spelled once. */
const spelled = new WeakMap<readonly Sent[], Partial<Record<StreamType, Buffer>>>()

function bytesOf(events: readonly Sent[], type: StreamType): Buffer {
  const known = spelled.get(events) ?? {}
  const bytes = known[type] ?? Buffer.from(events.map(FRAMINGS[type].event).join(''))
  known[type] = bytes
  spelled.set(events, known)
  return bytes
}

/**
 * Node keeps the head that it sent as the dozens of pieces it was put together from, for as long as the response lives.
 * Looking for something in it makes V8 keep one string instead, which is more than a kilobyte less for each open stream.
 */
function flatten(response: ServerResponse): void {
  const head: unknown = Reflect.get(response, '_header')
  if (typeof head === 'string') head.lastIndexOf('\0')
}

/**
 * The end of a stream that a response is: its head is sent. A reader that lets too much pile up is cut without a word; it
 * goes on by its cursor. `closed` is called once, whoever ends it.
 */
export function makeLine(
  response: ServerResponse,
  { opening, comment, end }: Pick<Framing, 'opening' | 'comment' | 'end'>,
  closed: () => void,
) {
  let open = true
  /** Bytes that were still waiting when the last comment was sent. */
  let unread = 0
  const finish = (): void => {
    if (!open) return
    open = false
    closed()
  }
  response.once('close', finish)
  response.on('error', finish)
  const write = (bytes: string | Buffer): void => {
    if (!open) return
    // Before and not after: one event may be larger than what a reader may let pile up.
    if (response.writableLength > LIMITS.streams.backlogBytes) cut()
    else response.write(bytes)
  }
  const cut = (): void => {
    finish()
    response.destroy()
  }
  if (response.destroyed) finish()
  // Without a first byte the head itself would wait for the first comment.
  if (opening === '') response.flushHeaders()
  else write(opening)
  flatten(response)
  return {
    get open() {
      return open
    },
    get backlog() {
      return response.writableLength
    },
    write,
    /** A reader that has no less waiting than at the last comment does not read any more. */
    comment(): void {
      if (unread > 0 && response.writableLength >= unread) cut()
      write(comment)
      unread = response.writableLength
    },
    end(code: string): void {
      if (!open) return
      response.end(end(code))
      finish()
    },
    cut,
  }
}

function makeOutlet(response: ServerResponse, type: StreamType, closed: () => void) {
  const line = makeLine(response, FRAMINGS[type], closed)
  return Object.assign(line, {
    send(events: readonly Sent[]): void {
      if (events.length > 0) line.write(bytesOf(events, type))
    },
  })
}

export type HttpOutlet = ReturnType<typeof makeOutlet>

/** A stream that may begin as soon as its head is sent. */
export interface OpenedStream {
  start(outlet: HttpOutlet): void
  /** Called once it is over, for whatever reason. */
  closed(): void
}

const NO_BODY = textBody('')

/** The head of a stream, and the rest of it as the answer's own business. */
export function streamAnswer(accept: string | undefined, opened: OpenedStream): Answer {
  const type = streamTypeOf(accept)
  return {
    status: 200,
    body: NO_BODY,
    type,
    headers: STREAM_HEADERS,
    stream: (response) => opened.start(makeOutlet(response, type, opened.closed)),
  }
}
