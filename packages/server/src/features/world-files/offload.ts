// Long jobs (import, export, seed) on a worker thread with its own store connection.
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@agent-network/contract'
import type { Config } from '../../platform/config/config.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { CommitNotes, Database } from '../../platform/db/database.ts'
import type { ImportReport } from './import/import.ts'
import type { SeedReport } from './past.ts'

/** Long jobs that run on a worker thread, so that requests are served meanwhile. */
export type Job =
  | { readonly kind: 'import'; readonly bytes: Uint8Array; readonly at: number; readonly actor: string }
  | { readonly kind: 'export'; readonly worldId: string }
  | {
      readonly kind: 'fork'
      readonly source: string
      readonly fork: { id: string; name: string; designation: 'visitor' | null; capacity: number | null }
      readonly history: boolean
      readonly at: number
      readonly actor: string
    }
  | { readonly kind: 'seed'; readonly manifest: string; readonly at: number; readonly demoKeyFile: string }
  | { readonly kind: 'history' }

/** Messages to the thread: its store, a job, or the end of its work. */
export type ThreadRequest =
  | { readonly kind: 'serve'; readonly input: WorkerInput }
  | { readonly kind: 'job'; readonly id: number; readonly job: Job }
  | { readonly kind: 'leave' }

/**
 * Messages from the thread: progress and end of a job. On SQLite also the announcements and facts of its commits, which
 * only the thread sees.
 */
export type ThreadMessage =
  | JobMessage
  | { readonly announced: readonly string[] }
  | { readonly facts: readonly object[] | null }

type JobMessage = { readonly id: number } & (
  | { readonly progress: { done: number; total: number; label: string } }
  | { readonly result: unknown }
  | { readonly refusal: { code: ErrorCode; message: string } }
  | { readonly failure: string }
)

type JobOf<K extends Job['kind']> = Omit<Extract<Job, { kind: K }>, 'kind'>
type OnProgress = (done: number, total: number, label: string) => void

export interface Offload {
  import(job: JobOf<'import'>): Promise<ImportReport>
  export(job: JobOf<'export'>): Promise<Buffer>
  fork(job: JobOf<'fork'>): Promise<Pick<ImportReport, 'counts'>>
  seed(job: JobOf<'seed'>, onProgress: OnProgress): Promise<SeedReport | null>
  history(onProgress: OnProgress): Promise<void>
  close(): Promise<void>
}

export interface WorkerInput {
  readonly config: Config
  readonly secrets: readonly string[]
}

/** An idle thread is stopped to free its memory. */
const IDLE_MS = 30_000

/** An idle thread with its code loaded. A closed server leaves it to the next server of this process. */
interface SpareThread {
  readonly thread: Worker
  readonly idle: NodeJS.Timeout
}
let spare: SpareThread | null = null

/** Removes only our listeners; others belong to the thread itself. */
const ignore = (thread: Worker): Worker =>
  thread.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit')

function takeSpare(): Worker | null {
  if (spare === null) return null
  const { thread, idle } = spare
  spare = null
  clearTimeout(idle)
  return ignore(thread)
}

const onEnd = (thread: Worker, then: () => void): void => {
  thread.once('error', then).once('exit', then)
}

/** Makes an idle thread close its store. It then waits for another server for a while. */
async function releaseThread(thread: Worker): Promise<void> {
  const hasReleased = await new Promise<boolean>((resolve) => {
    ignore(thread).once('message', () => resolve(true))
    onEnd(thread, () => resolve(false))
    thread.ref()
    thread.postMessage({ kind: 'leave' } satisfies ThreadRequest)
  })
  if (!hasReleased || spare !== null) {
    await thread.terminate()
    return
  }
  const idle = setTimeout(() => void takeSpare()?.terminate(), IDLE_MS).unref()
  spare = { thread, idle }
  ignore(thread).unref()
  onEnd(thread, () => void takeSpare())
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
  readonly onProgress: OnProgress | undefined
}

export function makeOffload(config: Config, secrets: readonly string[], database: Database): Offload {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let ids = 0

  const announced = new Set<string>()
  let committedFacts: readonly object[] | null = null
  const takeChanges = (): CommitNotes => {
    const changes = { announced: [...announced], facts: committedFacts }
    announced.clear()
    committedFacts = null
    return changes
  }

  function receive(message: ThreadMessage): void {
    if ('announced' in message) {
      for (const topic of message.announced) announced.add(topic)
      return
    }
    if ('facts' in message) {
      committedFacts = message.facts
      return
    }
    const entry = waiting.get(message.id)
    if (entry === undefined) return
    if ('progress' in message) {
      entry.onProgress?.(message.progress.done, message.progress.total, message.progress.label)
      return
    }
    waiting.delete(message.id)
    if ('result' in message) entry.resolve(message.result)
    else if ('refusal' in message)
      entry.reject(new ApiError(message.refusal.code, { message: message.refusal.message }))
    else entry.reject(new Error(message.failure))
    if (waiting.size > 0) return
    // An idle thread does not keep the process alive; a seeding thread must.
    worker?.unref()
    idle = setTimeout(() => void retire(), IDLE_MS).unref()
  }

  async function retire(): Promise<void> {
    const leaving = worker
    worker = null
    await leaving?.terminate()
  }

  /** Running jobs are abandoned when the server closes. */
  async function close(): Promise<void> {
    clearTimeout(idle)
    if (worker === null || waiting.size > 0) return retire()
    const leaving = worker
    worker = null
    await releaseThread(leaving)
  }

  function start(): Worker {
    const started = takeSpare() ?? new Worker(new URL('./worker.js', import.meta.url))
    started.postMessage({ kind: 'serve', input: { config, secrets } } satisfies ThreadRequest)
    started.on('message', receive)
    const lost = (error: unknown): void => {
      if (worker !== started) return
      worker = null
      for (const entry of waiting.values()) entry.reject(error)
      waiting.clear()
    }
    started.on('error', lost)
    started.on('exit', () => lost(new Error('the worker thread ended without an answer')))
    return started
  }

  function run(job: Job, onProgress?: OnProgress): Promise<unknown> {
    clearTimeout(idle)
    worker ??= start()
    worker.ref()
    ids += 1
    const id = ids
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, onProgress })
      worker!.postMessage({ kind: 'job', id, job } satisfies ThreadRequest)
    })
  }

  const writing = (job: Job, onProgress?: OnProgress): Promise<unknown> =>
    database.yieldWriter(() => run(job, onProgress), takeChanges)

  return {
    import: (job) => writing({ kind: 'import', ...job }) as ReturnType<Offload['import']>,
    async export(job) {
      const { buffer, byteOffset, byteLength } = (await run({ kind: 'export', ...job })) as Uint8Array
      return Buffer.from(buffer, byteOffset, byteLength)
    },
    fork: (job) => writing({ kind: 'fork', ...job }) as ReturnType<Offload['fork']>,
    seed: (job, onProgress) => writing({ kind: 'seed', ...job }, onProgress) as ReturnType<Offload['seed']>,
    async history(onProgress) {
      await writing({ kind: 'history' }, onProgress)
    },
    close,
  }
}
