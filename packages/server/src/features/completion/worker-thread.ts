import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { EventLoopBudget } from '../../platform/core/event-loop-budget.ts'
import { type FairQueue, outsideQueue, type TurnLimits } from '../../platform/core/fair-queue.ts'
import { type Dependency, Outage } from '../../platform/core/outage.ts'
import type { ProviderSettings } from '../../platform/llm/provider.ts'
import { type TalkJob, type ThinkingParts, type Thought, think } from './thinking.ts'

/** Where answers are thought: on the serving thread while there are few, else on one of their own. */
export interface Thinking {
  /** `party` is whose turn it is where many wait. */
  think(job: TalkJob, party: string, abortSignal: AbortSignal): Promise<Thought>
  /** Worker threads on which answers are thought at the moment. */
  workers(): number
  close(): Promise<void>
}

export interface ThreadInput {
  /** The SQLite file, or where PostgreSQL is. */
  readonly store: { readonly file: string } | { readonly url: string }
  /** Null: the local voice. */
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
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'gone'; readonly id: number }
  | { readonly kind: 'leave' }

export type ThreadAnswer = { readonly id: number } & (
  | { readonly thought: Thought }
  /** `outage` is what does not answer, where that is the reason. */
  | { readonly failure: string; readonly outage: Dependency | null }
)

export interface ThinkingOptions {
  readonly here: Omit<ThinkingParts, 'pause'>
  readonly turns: FairQueue
  /** Of the thread that answers go back to. */
  readonly slices: EventLoopBudget
  readonly thread: ThreadInput
  readonly contentVersion: () => number
  readonly log: Logger
}

/** So many under way at a time, or begun within a second, that whoever reads would notice. */
const MANY = 4
const MANY_A_SECOND = 20
/** A worker thread costs memory, so it goes when nothing has been asked of it for a while. */
const IDLE_MS = 60_000
/** After one could not start. */
const AGAIN_MS = 60_000

/** Errors lose their class between threads, and one of an outage is answered in its own way. */
const errorFrom = ({ failure, outage }: { failure: string; outage: Dependency | null }): Error =>
  outage === null ? new Error(failure) : new Outage(outage, failure)

interface Waiting {
  readonly resolve: (thought: Thought) => void
  readonly reject: (reason: unknown) => void
}

/** The worker thread holds no state that an answer depends on: what is added up over answers is added up by who asked. */
export function makeThinking(
  { here, turns, slices, thread, contentVersion, log }: ThinkingOptions,
  file = new URL('./worker.js', import.meta.url),
): Thinking {
  const onThisThread = { ...here, pause: slices.next }
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let ready = false
  let underWay = 0
  /** Since when, and how many were begun since. */
  let second = { since: 0, begun: 0 }
  let ids = 0
  let outgoing: ThreadJob[] = []
  let idle: NodeJS.Timeout | null = null
  let closed = false
  let notBefore = 0

  /** Many may come together; each has been sent on its way before the next. */
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
    log.warn({ event: 'completion.worker_lost', err: reason, talks: waiting.size }, 'the worker thread of talks ended')
    // One that could not even start would not start at once either; a store that was away comes back.
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
    started.on('exit', () => lose(started, new Error('the worker thread of talks ended by itself')))
    // Last, because listening for messages holds the process again.
    started.unref()
    return started
  }

  /** It closes its connection to the store before it ends. */
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
    // Behind the job, which goes at the end of this turn of the event loop.
    const leave = () => setImmediate(() => worker?.postMessage({ kind: 'gone', id } satisfies TalkRequest))
    abortSignal.addEventListener('abort', leave, { once: true })
    try {
      return await new Promise<Thought>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        outgoing.push({ id, party, job })
        // Those of one turn of the event loop go together.
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
      // Not where one retires by itself: what waits by then waits for its successor.
      refuseAll(new Error('the worker thread of talks is closed'))
    },
  }
}
