import { Worker } from 'node:worker_threads'
import type { Skill } from './skill.ts'

export interface Question {
  readonly id: number
  readonly startFen: string | null
  readonly moves: readonly string[]
  readonly seed: string
  readonly skill?: Skill | undefined
}

export type ChosenMove = { readonly id: number } & ({ readonly move: string | null } | { readonly failure: string })

/** Residents' chess on a thread of its own, so that a think never holds up a request. */
export interface Thinker {
  /** A move after `moves` from `startFen`, or null when there is none; the same seed and skill give the same move. */
  choose(startFen: string | null, moves: readonly string[], seed: string, skill?: Skill): Promise<string | null>
  close(): Promise<void>
}

interface Waiting {
  readonly question: Question
  readonly resolve: (move: string | null) => void
  readonly reject: (reason: unknown) => void
}

export function makeThinker(file: URL = new URL('./worker.js', import.meta.url)): Thinker {
  /**
   * In the order asked. Only the first is with the thread: an error can overtake an answer on its way here, so with
   * several under way a question that had its answer would be blamed for the death of the thread.
   */
  const waiting: Waiting[] = []
  let worker: Worker | null = null
  let closed = false
  let ids = 0

  function askFirst(): void {
    const [first] = waiting
    if (first === undefined) return
    worker ??= start()
    worker.postMessage(first.question)
  }

  function receive(answer: ChosenMove): void {
    const [first] = waiting
    if (first?.question.id !== answer.id) return
    waiting.shift()
    if ('move' in answer) first.resolve(answer.move)
    else first.reject(new Error(answer.failure))
    askFirst()
  }

  /** Whatever killed the thread is not tried again; the questions behind it go to a new one. */
  function lose(lost: Worker, reason: unknown): void {
    if (worker !== lost) return
    worker = null
    waiting.shift()?.reject(reason)
    askFirst()
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
    choose(startFen, moves, seed, skill) {
      if (closed) return Promise.reject(new Error('the chess thread is closed'))
      ids += 1
      const question = { id: ids, startFen, moves, seed, skill }
      return new Promise((resolve, reject) => {
        waiting.push({ question, resolve, reject })
        if (waiting.length === 1) askFirst()
      })
    },
    async close() {
      closed = true
      const leaving = worker
      worker = null
      for (const { reject } of waiting.splice(0)) reject(new Error('the chess thread is closed'))
      await leaving?.terminate()
    },
  }
}
