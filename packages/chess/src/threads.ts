// Main-thread side of the chess worker thread: moves on request.
import { Worker } from 'node:worker_threads'
import type { Skill } from './search.ts'

export interface MoveRequest {
  readonly id: number
  readonly startFen: string | null
  readonly moves: readonly string[]
  readonly seed: string
  readonly skill?: Skill | undefined
}

export type MoveResponse = { readonly id: number } & ({ readonly move: string | null } | { readonly failure: string })

/** Runs searches in a worker thread, so that a search does not block requests. */
export interface MoveChooser {
  /** A move after `moves` from `startFen`, or null when there is none. The same seed and skill give the same move. */
  choose(startFen: string | null, moves: readonly string[], seed: string, skill?: Skill): Promise<string | null>
  close(): Promise<void>
}

interface PendingRequest {
  readonly request: MoveRequest
  readonly resolve: (move: string | null) => void
  readonly reject: (reason: unknown) => void
}

/** `file` is a module that calls `runChessWorker`. The thread starts with the first request. */
export function makeMoveChooser(file: URL): MoveChooser {
  /**
   * In order of arrival. Only the first is sent to the thread: an error event can overtake a response. With several
   * requests in flight, an answered request could then be blamed for the crash.
   */
  const queue: PendingRequest[] = []
  let worker: Worker | null = null
  let isClosed = false
  let lastId = 0

  function sendFirst(): void {
    const [first] = queue
    if (first === undefined) return
    worker ??= startWorker()
    worker.postMessage(first.request)
  }

  function receive(response: MoveResponse): void {
    const [first] = queue
    if (first?.request.id !== response.id) return
    queue.shift()
    if ('move' in response) first.resolve(response.move)
    else first.reject(new Error(response.failure))
    sendFirst()
  }

  /** Rejects the request that ended the thread, without a retry. The others go to a new thread. */
  function handleCrash(crashedWorker: Worker, reason: unknown): void {
    if (worker !== crashedWorker) return
    worker = null
    queue.shift()?.reject(reason)
    sendFirst()
  }

  function startWorker(): Worker {
    const newWorker = new Worker(file)
    newWorker.on('message', receive)
    newWorker.on('error', (error) => handleCrash(newWorker, error))
    newWorker.on('exit', () => handleCrash(newWorker, new Error('the chess thread ended without an answer')))
    // Must come last: a message listener refs the worker again.
    newWorker.unref()
    return newWorker
  }

  return {
    choose(startFen, moves, seed, skill) {
      if (isClosed) return Promise.reject(new Error('the chess thread is closed'))
      lastId += 1
      const request = { id: lastId, startFen, moves, seed, skill }
      return new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject })
        if (queue.length === 1) sendFirst()
      })
    },
    async close() {
      isClosed = true
      const lastWorker = worker
      worker = null
      for (const { reject } of queue.splice(0)) reject(new Error('the chess thread is closed'))
      await lastWorker?.terminate()
    },
  }
}
