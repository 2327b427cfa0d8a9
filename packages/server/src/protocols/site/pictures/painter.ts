// Renders preview pictures in a worker thread, with a queue and a cache.
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../../platform/core/api-error.ts'
import type { Context } from '../../http/context.ts'
import { bytesBody, etagOf, matchesETag, notModified, type Response, tagOf, textBody } from '../../http/response.ts'
import { CACHING } from '../../http/static.ts'
import type { PageRequest } from '../page.ts'
import type { Card, SitePicture } from './cards.ts'

export interface PaintRequest {
  readonly id: number
  readonly card: Card
}

export type PaintResult = { readonly id: number } & (
  | { readonly png: Uint8Array<ArrayBuffer> }
  | { readonly failure: string }
)

/** Part of every tag; raise it with each change of the drawing. */
const REVISION = 1
/** In bytes; a picture has about 60 KB. */
const CACHE_MAX_BYTES = 16 * 1_024 * 1_024
/** A picture takes about 0.1 s, so the last in the queue waits less than 2 s. */
const WAITING_MAX = 16
/** The idle worker is stopped, because it and its font use 30 MB. */
const IDLE_MS = 60_000

/** Renders one picture after the other in a worker thread and caches the latest. */
export interface Painter {
  /** The tag of a picture, computed without drawing it. */
  tagOf(card: Card): string
  /** Null if the queue is full. */
  paint(card: Card): Promise<Buffer> | null
  close(): Promise<void>
}

interface PendingPicture {
  readonly order: PaintRequest
  readonly resolve: (png: Buffer) => void
  readonly reject: (reason: unknown) => void
}

const CLOSED = 'the thread for pictures is closed'

export function makePainter(file: URL = new URL('./worker.js', import.meta.url)): Painter {
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHE_MAX_BYTES, sizeCalculation: (png) => png.length })
  /** Pending pictures by tag: requests for the same picture share one result. */
  const promised = new Map<string, Promise<Buffer>>()
  /** In request order. Only the first is sent to the worker, so that a crash fails that one alone. */
  const waiting: PendingPicture[] = []
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

  function receive(painted: PaintResult): void {
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
    // Last, because a message listener keeps the process alive again.
    started.unref()
    return started
  }

  const nameOf = (card: Card): string => tagOf(`${REVISION} ${JSON.stringify(card)}`)

  return {
    tagOf: nameOf,
    paint(card) {
      const tag = nameOf(card)
      const cachedImage = cache.get(tag)
      if (cachedImage !== undefined) return Promise.resolve(cachedImage)
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
          cache.set(tag, png)
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

/** The page's switches are checked on each request; a matching tag responds 304 without drawing. */
export async function pictureResponse(
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
