// Requests to receivers, sent from a worker thread.
import { Worker } from 'node:worker_threads'
import { type AttemptError, LIMITS } from '@agent-network/contract'
import type { Deps } from '../../platform/core/deps.ts'
import { fetchPublic, PublicFetchError } from '../../platform/network/public-fetch.ts'

export interface ReceiverRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly allowPrivate: boolean
}

/** What a receiver answered, or why there is no answer. */
export type ReceiverResponse =
  | { readonly status: number; readonly retryAfter: string | null }
  | { readonly fault: AttemptError }

/** Without a request, it is an abort of the one with this id. */
export type RequestMessage = { readonly id: number; readonly request: ReceiverRequest | null }

/** `failure` is an error of this program. */
export type ThreadResult = { readonly id: number } & (
  | { readonly response: ReceiverResponse }
  | { readonly failure: string }
)

export async function sendToReceiver(
  { url, ...request }: ReceiverRequest,
  signal: AbortSignal | undefined,
): Promise<ReceiverResponse> {
  const { timeoutMs, responseBytes: maxBytes } = LIMITS.webhooks
  try {
    const { status, headers } = await fetchPublic(url, { ...request, method: 'POST', timeoutMs, maxBytes, signal })
    const retryAfter = headers['retry-after']
    return { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
  } catch (error) {
    if (error instanceof PublicFetchError) return { fault: error.fault }
    throw error
  }
}

export interface RequestThread {
  send(request: ReceiverRequest, signal: AbortSignal | undefined): Promise<ReceiverResponse>
  close(): Promise<void>
}

/** An idle worker thread is stopped to free its memory. */
const IDLE_MS = 60_000
/** Time after the loss of a worker in which the main thread sends. */
const RESTART_DELAY_MS = 60_000

interface Waiting {
  readonly resolve: (response: ReceiverResponse) => void
  readonly reject: (reason: unknown) => void
}

/**
 * A request takes as long as all other work of a delivery, and more with TLS. The worker reads no store and holds no
 * state: if it ends, its requests fail and their deliveries stay pending.
 */
export function makeRequestThread(
  { ambient, log }: Pick<Deps, 'ambient' | 'log'>,
  file = new URL('./worker.js', import.meta.url),
): RequestThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let outgoing: RequestMessage[] = []
  let ids = 0
  let notBefore = Number.NEGATIVE_INFINITY
  let idle: NodeJS.Timeout | undefined

  function lose(lost: Worker, reason: unknown): void {
    if (worker !== lost) return
    log.warn({ event: 'webhooks.worker_lost', err: reason, requests: waiting.size }, 'webhook worker thread ended')
    worker = null
    outgoing = []
    notBefore = ambient.elapsed() + RESTART_DELAY_MS
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  async function retire(): Promise<void> {
    clearTimeout(idle)
    const leaving = worker
    worker = null
    await leaving?.terminate()
  }

  function receive(results: readonly ThreadResult[]): void {
    for (const result of results) {
      const entry = waiting.get(result.id)
      waiting.delete(result.id)
      if ('response' in result) entry?.resolve(result.response)
      else entry?.reject(new Error(result.failure))
    }
    if (waiting.size > 0) return
    worker?.unref()
    idle = setTimeout(() => void retire(), IDLE_MS).unref()
  }

  function start(): Worker {
    const started = new Worker(file)
    started.on('message', receive)
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('webhook worker thread exited unexpectedly')))
    return started
  }

  /** Requests of one event loop turn are posted together, in order. */
  function post(request: RequestMessage): void {
    outgoing.push(request)
    if (outgoing.length > 1) return
    setImmediate(() => {
      worker?.postMessage(outgoing)
      outgoing = []
    })
  }

  async function sendOnWorker(request: ReceiverRequest, signal: AbortSignal | undefined): Promise<ReceiverResponse> {
    clearTimeout(idle)
    worker ??= start()
    worker.ref()
    ids += 1
    const id = ids
    const abort = (): void => post({ id, request: null })
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        post({ id, request })
        if (signal?.aborted) abort()
      })
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    send: (request, signal) =>
      worker === null && ambient.elapsed() < notBefore
        ? sendToReceiver(request, signal)
        : sendOnWorker(request, signal),
    async close() {
      await retire()
      for (const { reject } of waiting.values()) reject(new Error('webhook worker thread is closed'))
      waiting.clear()
    },
  }
}
