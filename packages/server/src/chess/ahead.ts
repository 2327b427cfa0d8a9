import { availableParallelism } from 'node:os'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { boundedMap } from '../platform/cache/content-cache.ts'
import type { PlayedMove } from './rules.ts'
import type { Skill } from './skill.ts'
import type { TableMove, TableTurn } from './table.ts'

/** A game at a table as it stands when two sit down; each move of it follows from the one before. */
export interface TableGame extends Omit<TableTurn, 'skill'> {
  /** From the usual position up to here, as they are stored. */
  readonly moves: string
  readonly white: Skill
  readonly black: Skill
}

/** What one move was worked out from, the move, and what comes of it after just those moves; null for none. */
export interface MoveAhead {
  readonly turn: TableTurn
  readonly moves: string
  readonly move: TableMove
  readonly played: PlayedMove | null
}

/** Moves at tables, worked out on a worker thread while a past is lived: its games can be played to the end at once. */
export interface Ahead {
  /** Once for every game; what comes later is known already. */
  begin(game: TableGame): void
  /** Null where it is not worked out yet, or was from something else: then whoever asks works it out. */
  moveFor(turn: TableTurn): MoveAhead | null
  close(): Promise<void>
}

/** Some two hundred games. */
const HELD_MAX = 20_000

const name = ({ worldId, gameId, ply }: TableTurn): string => `${worldId} ${gameId} ${ply}`

const isSame = (a: TableTurn, b: TableTurn): boolean =>
  a.fen === b.fen && a.skill.strength === b.skill.strength && a.skill.bold === b.skill.bold

/** Null on a machine with one core, where nothing is gained. */
export function makeAhead(file = new URL('./ahead-worker.js', import.meta.url)): Ahead | null {
  if (availableParallelism() < 2) return null
  const { port1: port, port2 } = new MessageChannel()
  const worker = new Worker(file, { workerData: port2, transferList: [port2] })
  // Without it everything is worked out by who asks.
  worker.on('error', () => {})
  worker.unref()
  const held = boundedMap<MoveAhead>(HELD_MAX)
  const begun = boundedMap<true>(HELD_MAX)

  /** Read on demand: who lives a past gives the event loop no turn for hours of it. */
  function receive(): void {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      const foreseen = next.message as MoveAhead
      held.set(name(foreseen.turn), foreseen)
    }
  }

  return {
    begin(game) {
      const id = `${game.worldId} ${game.gameId}`
      if (begun.get(id) !== undefined) return
      begun.set(id, true)
      port.postMessage(game)
    },
    moveFor(turn) {
      receive()
      const foreseen = held.get(name(turn))
      return foreseen !== undefined && isSame(foreseen.turn, turn) ? foreseen : null
    },
    async close() {
      port.close()
      await worker.terminate()
    },
  }
}
