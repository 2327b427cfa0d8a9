import { Worker } from 'node:worker_threads'

export interface Question {
  readonly id: number
  readonly startFen: string | null
  readonly moves: readonly string[]
  readonly seed: string
}

export type Answer = { readonly id: number } & ({ readonly move: string | null } | { readonly failure: string })

/** Residents' chess on a thread of its own, so that a think never holds up a request. */
export interface Thinker {
  /** A move after `moves` from `startFen`, or null when there is none; the same seed gives the same move. */
  choose(startFen: string | null, moves: readonly string[], seed: string): Promise<string | null>
  close(): Promise<void>
}

interface Waiting {
  readonly question: Question
  readonly resolve: (move: string | null) => void
  readonly reject: (reason: unknown) => void
}

export function makeThinker(file: URL = new URL('./worker.js', import.meta.url)): Thinker {
  /** In the order asked, which is the order in which the thread answers: the first is the one being thought about. */
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let closed = false
  let ids = 0

  function receive(answer: Answer): void {
    const entry = waiting.get(answer.id)
    if (entry === undefined) return
    waiting.delete(answer.id)
    if ('move' in answer) entry.resolve(answer.move)
    else entry.reject(new Error(answer.failure))
  }

  /** Whatever killed the thread is not tried again; the questions behind it go to a new one. */
  function lose(lost: Worker, reason: unknown): void {
    if (worker !== lost) return
    worker = null
    for (const [id, entry] of waiting) {
      waiting.delete(id)
      entry.reject(reason)
      break
    }
    if (waiting.size === 0) return
    worker = start()
    for (const { question } of waiting.values()) worker.postMessage(question)
  }

  function start(): Worker {
    const started = new Worker(file)
    started.on('message', receive)
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('the chess thread ended without an answer')))
    // Last, because listening for messages holds the process again.
    started.unref()
    return started
  }

  return {
    choose(startFen, moves, seed) {
      if (closed) return Promise.reject(new Error('the chess thread is closed'))
      worker ??= start()
      ids += 1
      const question = { id: ids, startFen, moves, seed }
      return new Promise((resolve, reject) => {
        worker!.postMessage(question)
        waiting.set(question.id, { question, resolve, reject })
      })
    },
    async close() {
      closed = true
      const leaving = worker
      worker = null
      for (const { reject } of waiting.values()) reject(new Error('the chess thread is closed'))
      waiting.clear()
      await leaving?.terminate()
    },
  }
}
