// Generation on the main thread, or on a worker thread under load.
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { EventLoopBudget } from '../../platform/core/event-loop-budget.ts'
import { type FairQueue, outsideQueue, type TurnLimits } from '../../platform/core/fair-queue.ts'
import { type Dependency, Outage } from '../../platform/core/outage.ts'
import type { ProviderSettings } from '../../platform/llm/provider.ts'
import { type TalkJob, type ThinkingParts, type Thought, think } from './thinking.ts'

/** Generates answers: on the main thread while there are few jobs, else on a worker thread. */
export interface Thinking {
  /** `party` is the fair queue's key. */
  think(job: TalkJob, party: string, abortSignal: AbortSignal): Promise<Thought>
  /** The number of running worker threads. */
  workers(): number
  close(): Promise<void>
}

export interface ThreadInput {
  /** The SQLite file, or the PostgreSQL URL. */
  readonly store: { readonly file: string } | { readonly url: string }
  /** Null: the built-in voice. */
  readonly provider: ProviderSettings | null
  readonly keptMax: number
  readonly turnLimits: Pick<TurnLimits, 'max' | 'perParty'>
}

export interface ThreadJob {
  readonly id: number
  readonly party: string
  readonly job: TalkJob
}

export type TalkRequest =
  | { readonly kind: 'jobs'; readonly version: number; readonly jobs: readonly ThreadJob[] }
  /** The caller has disconnected. */
  | { readonly kind: 'gone'; readonly id: number }
  | { readonly kind: 'leave' }

export type ThreadAnswer = { readonly id: number } & (
  | { readonly thought: Thought }
  /** `outage` is the unavailable dependency, if that is the reason. */
  | { readonly failure: string; readonly outage: Dependency | null }
)

export interface ThinkingOptions {
  readonly here: Omit<ThinkingParts, 'pause'>
  readonly turns: FairQueue
  /** The event loop budget of the main thread. */
  readonly slices: EventLoopBudget
  readonly thread: ThreadInput
  readonly contentVersion: () => number
  readonly log: Logger
}

/** Concurrent jobs, or jobs per second, from which other requests would notice a delay. */
const MANY = 4
const MANY_A_SECOND = 20
/** An idle worker thread is stopped to free its memory. */
const IDLE_MS = 60_000
/** Delay after a failed start. */
const AGAIN_MS = 60_000

/** Errors lose their class between threads. An outage has its own error class. */
const errorFrom = ({ failure, outage }: { failure: string; outage: Dependency | null }): Error =>
  outage === null ? new Error(failure) : new Outage(outage, failure)

interface Waiting {
  readonly resolve: (thought: Thought) => void
  readonly reject: (reason: unknown) => void
}

/** The worker thread holds no state between answers; the leak guard's sums stay on the main thread. */
export function makeThinking(
  { here, turns, slices, thread, contentVersion, log }: ThinkingOptions,
  file = new URL('./worker.js', import.meta.url),
): Thinking {
  const onThisThread = { ...here, pause: slices.next }
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let ready = false
  let underWay = 0
  /** The start of the current second, and the jobs started in it. */
  let second = { since: 0, begun: 0 }
  let ids = 0
  let outgoing: ThreadJob[] = []
  let idle: NodeJS.Timeout | null = null
  let closed = false
  let notBefore = 0

  /** Messages come in batches. Each job is resolved before the next. */
  async function receive(from: Worker, message: 'ready' | readonly ThreadAnswer[]): Promise<void> {
    if (message === 'ready') {
      ready = worker === from
      return
    }
    for (const [n, answer] of message.entries()) {
      if (n > 0) await slices.inLine()
      const entry = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('thought' in answer) entry?.resolve(answer.thought)
      else entry?.reject(errorFrom(answer))
    }
  }

  function lose(lost: Worker, reason: unknown): void {
    if (worker !== lost) return
    log.warn({ event: 'completion.worker_lost', err: reason, talks: waiting.size }, 'completion worker thread ended')
    // A failed start is retried after a delay, because the store may be down.
    if (!ready) notBefore = here.elapsed() + AGAIN_MS
    worker = null
    ready = false
    refuseAll(reason)
  }

  function refuseAll(reason: unknown): void {
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  function start(input: ThreadInput): Worker {
    const started = new Worker(file, { workerData: input })
    started.on('message', (message) => void receive(started, message))
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('completion worker thread exited unexpectedly')))
    // Last, because adding a message listener refs the worker again.
    started.unref()
    return started
  }

  /** The worker closes its store connection before it exits. */
  async function retire(): Promise<void> {
    const leaving = worker
    if (leaving === null) return
    worker = null
    ready = false
    const ended = new Promise((resolve) => leaving.once('exit', resolve))
    leaving.ref()
    leaving.postMessage({ kind: 'leave' } satisfies TalkRequest)
    await ended
  }

  function send(): void {
    const jobs = outgoing
    outgoing = []
    worker?.postMessage({ kind: 'jobs', version: contentVersion(), jobs } satisfies TalkRequest)
  }

  async function thinkThere(job: TalkJob, party: string, abortSignal: AbortSignal): Promise<Thought> {
    ids += 1
    const id = ids
    // Sent after the job, which is posted at the end of this event loop turn.
    const leave = () => setImmediate(() => worker?.postMessage({ kind: 'gone', id } satisfies TalkRequest))
    abortSignal.addEventListener('abort', leave, { once: true })
    try {
      return await new Promise<Thought>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        outgoing.push({ id, party, job })
        // Jobs of one event loop turn are posted together.
        if (outgoing.length === 1) setImmediate(send)
        if (abortSignal.aborted) leave()
      })
    } finally {
      abortSignal.removeEventListener('abort', leave)
    }
  }

  function restIn(ms: number): void {
    idle ??= setTimeout(() => {
      idle = null
      if (waiting.size === 0) void retire()
    }, ms).unref()
  }

  function areMany(): boolean {
    const now = here.elapsed()
    if (now - second.since > 1_000) second = { since: now, begun: 0 }
    second.begun += 1
    return underWay >= MANY || second.begun >= MANY_A_SECOND
  }

  return {
    async think(job, party, abortSignal) {
      underWay += 1
      if (worker === null && !closed && areMany() && here.elapsed() >= notBefore) worker = start(thread)
      if (idle !== null) clearTimeout(idle)
      idle = null
      try {
        return await (ready
          ? outsideQueue(() => thinkThere(job, party, abortSignal))
          : turns.run(party, () => think(onThisThread, job, abortSignal)))
      } finally {
        underWay -= 1
        if (worker !== null && underWay === 0) restIn(IDLE_MS)
      }
    },
    workers: () => (ready ? 1 : 0),
    async close() {
      closed = true
      if (idle !== null) clearTimeout(idle)
      await retire()
      // Only on close: when an idle worker retires, waiting jobs go to the next one.
      refuseAll(new Error('completion worker thread is closed'))
    },
  }
}
