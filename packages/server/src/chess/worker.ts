import { parentPort } from 'node:worker_threads'
import { systemAmbient } from '../core/ambient.ts'
import { chooseMove } from './search.ts'
import type { ChosenMove, Question } from './thinker.ts'

const { random } = systemAmbient()

function answer({ id, startFen, moves, seed }: Question): ChosenMove {
  try {
    return { id, move: chooseMove(startFen, moves, { random: random(seed) }) }
  } catch (error) {
    return { id, failure: (error as Error).stack ?? String(error) }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
