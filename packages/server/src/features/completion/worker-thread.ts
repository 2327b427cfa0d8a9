// Generation on the main thread, or on a worker thread under load and for interviews.
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { EventLoopBudget } from '../../platform/core/event-loop-budget.ts'
import { type FairQueue, type FairQueueLimits, outsideQueue } from '../../platform/core/fair-queue.ts'
import { type Dependency, Outage } from '../../platform/core/outage.ts'
import type { ProviderSettings } from '../../platform/llm/provider.ts'
import { type GenerationJob, type GenerationOutcome, type GenerationParts, generateAnswer } from './thinking.ts'

/** Generates answers: on the main thread while there are few jobs, else on a worker thread. */
export interface AnswerGenerator {
  /** `party` is the fair queue's key. */
  think(job: GenerationJob, party: string, abortSignal: AbortSignal): Promise<GenerationOutcome>
  /** Starts the worker thread first. The main thread generates only if the worker cannot start. */
  thinkOnWorker(job: GenerationJob, party: string, abortSignal: AbortSignal): Promise<GenerationOutcome>
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
  readonly turnLimits: Pick<FairQueueLimits, 'max' | 'perParty'>
}

export interface ThreadJob {
  readonly id: number
  readonly party: string
  readonly job: GenerationJob
}

export type GenerationRequest =
  | { readonly kind: 'jobs'; readonly version: number; readonly jobs: readonly ThreadJob[] }
  /** The caller has disconnected. */
  | { readonly kind: 'gone'; readonly id: number }
  | { readonly kind: 'leave' }

export type GenerationResult = { readonly id: number } & (
  | { readonly thought: GenerationOutcome }
  /** `outage` is the unavailable dependency, if that is the reason. */
  | { readonly failure: string; readonly outage: Dependency | null }
)

export interface GeneratorOptions {
  readonly here: Omit<GenerationParts, 'pause'>
  readonly turns: FairQueue
  /** The event loop budget of the main thread. */
  readonly slices: EventLoopBudget
  readonly thread: ThreadInput
  readonly contentVersion: () => number
  readonly log: Logger
}

/** Concurrent jobs, or jobs per second, from which other requests would notice a delay. */
const BUSY_JOBS = 4
const BUSY_JOBS_PER_SECOND = 20
/** An idle worker thread is stopped to free its memory. */
const IDLE_MS = 60_000
/** Delay after a failed start. */
const RESTART_DELAY_MS = 60_000

/** Errors lose their class between threads. An outage has its own error class. */
const errorFrom = ({ failure, outage }: { failure: string; outage: Dependency | null }): Error =>
  outage === null ? new Error(failure) : new Outage(outage, failure)

interface Waiting {
  readonly resolve: (thought: GenerationOutcome) => void
  readonly reject: (reason: unknown) => void
}

/** The worker thread holds no state between answers; the leak guard's sums stay on the main thread. */
export function makeAnswerGenerator(
  { here, turns, slices, thread, contentVersion, log }: GeneratorOptions,
  file = new URL('./worker.js', import.meta.url),
): AnswerGenerator {
  const onThisThread = { ...here, pause: slices.next }
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let ready = false
  /** Resolves when the latest worker is ready or has ended. */
  let startup: Promise<void> = Promise.resolve()
  let runningJobs = 0
  /** The start of the current second, and the jobs started in it. */
  let second = { since: 0, startedCalls: 0 }
  let ids = 0
  let outgoing: ThreadJob[] = []
  let idle: NodeJS.Timeout | null = null
  let closed = false
  let notBefore = 0

  /** Messages come in batches. Each job is resolved before the next. */
  async function receive(from: Worker, message: 'ready' | readonly GenerationResult[]): Promise<void> {
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
    if (!ready) notBefore = here.elapsed() + RESTART_DELAY_MS
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
    startup = new Promise((resolve) => {
      for (const event of ['message', 'exit']) started.once(event, () => resolve())
    })
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
    leaving.postMessage({ kind: 'leave' } satisfies GenerationRequest)
    await ended
  }

  function send(): void {
    const jobs = outgoing
    outgoing = []
    worker?.postMessage({ kind: 'jobs', version: contentVersion(), jobs } satisfies GenerationRequest)
  }

  async function generateOnWorker(
    job: GenerationJob,
    party: string,
    abortSignal: AbortSignal,
  ): Promise<GenerationOutcome> {
    ids += 1
    const id = ids
    // Sent after the job, which is posted at the end of this event loop turn.
    const leave = () => setImmediate(() => worker?.postMessage({ kind: 'gone', id } satisfies GenerationRequest))
    abortSignal.addEventListener('abort', leave, { once: true })
    try {
      return await new Promise<GenerationOutcome>((resolve, reject) => {
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

  function isBusy(): boolean {
    const now = here.elapsed()
    if (now - second.since > 1_000) second = { since: now, startedCalls: 0 }
    second.startedCalls += 1
    return runningJobs >= BUSY_JOBS || second.startedCalls >= BUSY_JOBS_PER_SECOND
  }

  /** An idle worker does not retire while a job runs or waits for its start. */
  async function runJob(needsWorker: boolean, run: () => Promise<GenerationOutcome>): Promise<GenerationOutcome> {
    runningJobs += 1
    const mayStart = worker === null && !closed
    if (mayStart && (isBusy() || needsWorker) && here.elapsed() >= notBefore) worker = start(thread)
    if (idle !== null) clearTimeout(idle)
    idle = null
    try {
      if (needsWorker && worker !== null && !ready) await startup
      return await run()
    } finally {
      runningJobs -= 1
      if (worker !== null && runningJobs === 0) restIn(IDLE_MS)
    }
  }

  const generate = (job: GenerationJob, party: string, abortSignal: AbortSignal): Promise<GenerationOutcome> =>
    ready
      ? outsideQueue(() => generateOnWorker(job, party, abortSignal))
      : turns.run(party, () => generateAnswer(onThisThread, job, abortSignal))

  return {
    think: (job, party, abortSignal) => runJob(false, () => generate(job, party, abortSignal)),
    thinkOnWorker: (job, party, abortSignal) => runJob(true, () => generate(job, party, abortSignal)),
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
