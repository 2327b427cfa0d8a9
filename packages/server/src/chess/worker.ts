import { parentPort } from 'node:worker_threads'
import { systemAmbient } from '../platform/core/ambient.ts'
import { chooseMove, DEFAULT_NODES } from './search.ts'
import { nodesOf } from './skill.ts'
import type { ChosenMove, Question } from './thinker.ts'

const { random } = systemAmbient()

/** What a beginner looks at before a move against a visitor. */
const FEWEST = 300

function answer({ id, startFen, moves, seed, skill }: Question): ChosenMove {
  const nodes = skill === undefined ? DEFAULT_NODES : nodesOf(skill, FEWEST, DEFAULT_NODES)
  try {
    return { id, move: chooseMove(startFen, moves, { nodes, random: random(seed), skill }) }
  } catch (error) {
    return { id, failure: (error as Error).stack ?? String(error) }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
