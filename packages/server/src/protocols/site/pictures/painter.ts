import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../../platform/core/api-error.ts'
import type { Context } from '../../http/context.ts'
import { bytesBody, etagOf, matchesETag, notModified, type Response, tagOf, textBody } from '../../http/response.ts'
import { CACHING } from '../../http/static.ts'
import type { PageRequest } from '../page.ts'
import type { Card, SitePicture } from './cards.ts'

export interface Order {
  readonly id: number
  readonly card: Card
}

export type Painted = { readonly id: number } & (
  | { readonly png: Uint8Array<ArrayBuffer> }
  | { readonly failure: string }
)

/** Part of every tag: to be raised with any change to how a card is drawn. */
const REVISION = 1
/** In bytes; a picture has some 60 KB. */
const KEPT_MAX = 16 * 1_024 * 1_024
/** A picture takes about a tenth of a second, so the last in the queue waits for less than two. */
const WAITING_MAX = 16
/** The thread and its font take 30 MB, which a server that nobody links to need not spend. */
const IDLE_MS = 60_000

/** Draws on a thread of its own, one picture after the other, and keeps the latest. */
export interface Painter {
  /** Names the picture without drawing it. */
  tagOf(card: Card): string
  /** Null where too many are waiting. */
  paint(card: Card): Promise<Buffer> | null
  close(): Promise<void>
}

interface Waiting {
  readonly order: Order
  readonly resolve: (png: Buffer) => void
  readonly reject: (reason: unknown) => void
}

const CLOSED = 'the thread for pictures is closed'

export function makePainter(file: URL = new URL('./worker.js', import.meta.url)): Painter {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_MAX, sizeCalculation: (png) => png.length })
  /** By tag: whoever asks for a picture that is being drawn waits for the same one. */
  const promised = new Map<string, Promise<Buffer>>()
  /** In the order asked; only the first is with the thread, so that its death is blamed on that one alone. */
  const waiting: Waiting[] = []
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | null = null
  let closed = false
  let ids = 0

  function orderFirst(): void {
    const [first] = waiting
    if (first === undefined) {
      rest()
      return
    }
    if (idle !== null) clearTimeout(idle)
    idle = null
    worker ??= start()
    worker.postMessage(first.order)
  }

  function rest(): void {
    if (closed || worker === null) return
    idle = setTimeout(() => {
      const leaving = worker
      worker = null
      void leaving?.terminate()
    }, IDLE_MS).unref()
  }

  function receive(painted: Painted): void {
    const [first] = waiting
    if (first?.order.id !== painted.id) return
    waiting.shift()
    if ('png' in painted) first.resolve(Buffer.from(painted.png.buffer))
    else first.reject(new Error(painted.failure))
    orderFirst()
  }

  function lose(lost: Worker, reason: unknown): void {
    if (worker !== lost) return
    worker = null
    waiting.shift()?.reject(reason)
    orderFirst()
  }

  function start(): Worker {
    const started = new Worker(file)
    started.on('message', receive)
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('the thread for pictures ended without an answer')))
    // Last, because listening for messages holds the process again.
    started.unref()
    return started
  }

  const nameOf = (card: Card): string => tagOf(`${REVISION} ${JSON.stringify(card)}`)

  return {
    tagOf: nameOf,
    paint(card) {
      const tag = nameOf(card)
      const known = kept.get(tag)
      if (known !== undefined) return Promise.resolve(known)
      const underWay = promised.get(tag)
      if (underWay !== undefined) return underWay
      if (closed) return Promise.reject(new Error(CLOSED))
      if (waiting.length >= WAITING_MAX) return null
      ids += 1
      const order = { id: ids, card }
      const drawn = new Promise<Buffer>((resolve, reject) => {
        waiting.push({ order, resolve, reject })
        if (waiting.length === 1) orderFirst()
      })
        .then((png) => {
          kept.set(tag, png)
          return png
        })
        .finally(() => promised.delete(tag))
      promised.set(tag, drawn)
      return drawn
    },
    async close() {
      closed = true
      if (idle !== null) clearTimeout(idle)
      const leaving = worker
      worker = null
      for (const { reject } of waiting.splice(0)) reject(new Error(CLOSED))
      await leaving?.terminate()
    },
  }
}

const RETRY_SECONDS = 5

const BUSY: Response = {
  status: 503,
  body: textBody('Too many pictures are being drawn\n'),
  type: 'text/plain; charset=utf-8',
  headers: ['Retry-After', String(RETRY_SECONDS), ...CACHING.never],
}

/** Asked about each time, so that a switch binds; whoever has the picture is told so without drawing it. */
export async function pictureAnswer(
  painter: Painter,
  of: SitePicture,
  request: PageRequest,
  context: Context,
): Promise<Response> {
  const card = await of.card(request)
  if (card === null) throw new ApiError('NOT_FOUND')
  const tag = painter.tagOf(card)
  const answer = { status: 200, type: 'image/png', tag, headers: CACHING.revalidate }
  if (matchesETag(context.header('if-none-match'), etagOf(tag, null)))
    return notModified({ ...answer, body: textBody('') })
  const png = await painter.paint(card)
  return png === null ? BUSY : { ...answer, body: bytesBody(png) }
}
