// Main-thread side of the chess worker threads: single moves on request, and prefetched moves of table games.
import { availableParallelism } from 'node:os'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { LruMap } from './lru-map.ts'
import type { TableMove, TableTurn } from './players.ts'
import type { MoveResult } from './rules.ts'
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

/** A game between two residents. Its start determines all its moves. */
export interface TableGame extends Omit<TableTurn, 'skill'> {
  /** Moves from the standard position up to here, as the server stores them (a JSON array of UCI). */
  readonly moves: string
  readonly white: Skill
  readonly black: Skill
}

/** A move with its inputs and its result; `result` is null when no move was played. */
export interface PrefetchedMove {
  readonly turn: TableTurn
  readonly moves: string
  readonly move: TableMove
  readonly result: MoveResult | null
}

/** Plays table games to the end in a worker thread while the server simulates a seed history. */
export interface MovePrefetcher {
  /** Queues a game; a second call for the same game has no effect. */
  begin(game: TableGame): void
  /** Null when the move is not ready or has other inputs; the caller then computes it. */
  moveFor(turn: TableTurn): PrefetchedMove | null
  close(): Promise<void>
}

/** About two hundred games. */
const MAX_PREFETCHED_MOVES = 20_000

const turnKey = ({ worldId, gameId, ply }: TableTurn): string => `${worldId} ${gameId} ${ply}`

const hasSameInputs = (a: TableTurn, b: TableTurn): boolean =>
  a.fen === b.fen && a.skill.strength === b.skill.strength && a.skill.bold === b.skill.bold

/** `file` is a module that calls `runChessWorker`. Returns null on a machine with one core, where it saves no time. */
export function makeMovePrefetcher(file: URL): MovePrefetcher | null {
  if (availableParallelism() < 2) return null
  const { port1: port, port2 } = new MessageChannel()
  const worker = new Worker(file, { workerData: port2, transferList: [port2] })
  // After a crash the callers compute all moves.
  worker.on('error', () => {})
  worker.unref()
  const prefetchedMoves = new LruMap<PrefetchedMove>(MAX_PREFETCHED_MOVES)
  const queuedGames = new LruMap<true>(MAX_PREFETCHED_MOVES)

  /** Polls the port, because a history simulation blocks the event loop for long periods. */
  function receiveMoves(): void {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      const prefetchedMove = next.message as PrefetchedMove
      prefetchedMoves.set(turnKey(prefetchedMove.turn), prefetchedMove)
    }
  }

  return {
    begin(game) {
      const key = `${game.worldId} ${game.gameId}`
      if (queuedGames.get(key) !== undefined) return
      queuedGames.set(key, true)
      port.postMessage(game)
    },
    moveFor(turn) {
      receiveMoves()
      const prefetchedMove = prefetchedMoves.get(turnKey(turn))
      return prefetchedMove !== undefined && hasSameInputs(prefetchedMove.turn, turn) ? prefetchedMove : null
    },
    async close() {
      port.close()
      await worker.terminate()
    },
  }
}
