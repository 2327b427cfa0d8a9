// Body of the chess worker thread: answers move requests.
import { parentPort } from 'node:worker_threads'
import type { SeededRandom } from './players.ts'
import { chooseMove, DEFAULT_NODES, nodesOf } from './search.ts'
import type { MoveRequest, MoveResponse } from './threads.ts'

/** Search budget of a beginner against a visitor. */
const MIN_NODES = 300

function respond(random: SeededRandom, { id, startFen, moves, seed, skill }: MoveRequest): MoveResponse {
  const nodes = skill === undefined ? DEFAULT_NODES : nodesOf(skill, MIN_NODES, DEFAULT_NODES)
  try {
    return { id, move: chooseMove(startFen, moves, { nodes, random: random(seed), skill }) }
  } catch (error) {
    return { id, failure: (error as Error).stack ?? String(error) }
  }
}

/** Call it once in the file that a chess thread runs. */
export function runChessWorker(random: SeededRandom): void {
  parentPort?.on('message', (request: MoveRequest) => parentPort?.postMessage(respond(random, request)))
}
