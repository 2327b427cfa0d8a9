import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@agent-network/contract'
import type { Config } from '../config.ts'
import { Refusal } from '../core/refusal.ts'
import type { Database } from '../db/database.ts'

/** Long work on its own thread and connection, so that requests go on being answered meanwhile. */
export type Job =
  | { readonly kind: 'import'; readonly bytes: Uint8Array; readonly at: number }
  | { readonly kind: 'export'; readonly worldId: string }
  | {
      readonly kind: 'fork'
      readonly source: string
      readonly fork: { id: string; name: string; designation: 'visitor' | null; capacity: number | null }
      readonly history: boolean
      readonly at: number
    }
  | { readonly kind: 'seed'; readonly manifest: string; readonly at: number; readonly demoKeyFile: string }
  | { readonly kind: 'history'; readonly days: number; readonly until: number }

export interface JobRequest {
  readonly id: number
  readonly job: Job
}

export type JobMessage = { readonly id: number } & (
  | { readonly progress: { done: number; total: number; label: string } }
  | { readonly result: unknown }
  | { readonly refusal: { code: ErrorCode; message: string } }
  | { readonly failure: string }
)

type JobOf<K extends Job['kind']> = Omit<Extract<Job, { kind: K }>, 'kind'>
type Report = Record<string, unknown>
type OnProgress = (done: number, total: number, label: string) => void

export interface Offload {
  import(job: JobOf<'import'>): Promise<Report>
  export(job: JobOf<'export'>): Promise<Buffer>
  fork(job: JobOf<'fork'>): Promise<Report>
  seed(job: JobOf<'seed'>, onProgress: OnProgress): Promise<Report | null>
  history(job: JobOf<'history'>, onProgress: OnProgress): Promise<void>
  close(): Promise<void>
}

export interface WorkerInput {
  readonly config: Config
  readonly secrets: readonly string[]
}

/** A thread costs memory, so it goes when nothing has been asked of it for a while. */
const IDLE_MS = 30_000

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

  function receive(message: JobMessage): void {
    const entry = waiting.get(message.id)
    if (entry === undefined) return
    if ('progress' in message) {
      entry.onProgress?.(message.progress.done, message.progress.total, message.progress.label)
      return
    }
    waiting.delete(message.id)
    if ('result' in message) entry.resolve(message.result)
    else if ('refusal' in message) entry.reject(new Refusal(message.refusal.code, { message: message.refusal.message }))
    else entry.reject(new Error(message.failure))
    if (waiting.size > 0) return
    // A thread without work does not keep the process alive; one that seeds must.
    worker?.unref()
    idle = setTimeout(() => void retire(), IDLE_MS).unref()
  }

  async function retire(): Promise<void> {
    const leaving = worker
    worker = null
    await leaving?.terminate()
  }

  function start(): Worker {
    const started = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { config, secrets } satisfies WorkerInput,
    })
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
      worker!.postMessage({ id, job } satisfies JobRequest)
    })
  }

  return {
    import: (job) => database.yieldWriter(() => run({ kind: 'import', ...job })) as Promise<Report>,
    export: async (job) => Buffer.from((await run({ kind: 'export', ...job })) as Uint8Array),
    fork: (job) => database.yieldWriter(() => run({ kind: 'fork', ...job })) as Promise<Report>,
    seed: (job, onProgress) =>
      database.yieldWriter(() => run({ kind: 'seed', ...job }, onProgress)) as Promise<Report | null>,
    async history(job, onProgress) {
      await database.yieldWriter(() => run({ kind: 'history', ...job }, onProgress))
    },
    async close() {
      clearTimeout(idle)
      await retire()
    },
  }
}
