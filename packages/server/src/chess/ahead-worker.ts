import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { systemAmbient } from '../platform/core/ambient.ts'
import type { MoveAhead, TableGame } from './ahead.ts'
import { playMove } from './rules.ts'
import { tableMove } from './table.ts'

const port = workerData as MessagePort
const ambient = systemAmbient()
/** No game goes on for longer, whatever its players would like (LONGEST of chess-table.ts is less). */
const PLIES_MAX = 100

/** The next move of a game, told; null when it has none. */
function advance({ white, black, moves, ...at }: TableGame): TableGame | null {
  const turn = { ...at, skill: at.fen.split(' ')[1] === 'w' ? white : black }
  const move = tableMove(ambient, turn)
  const uci = move.kind === 'moves' ? move.uci : null
  const before = JSON.parse(moves) as string[]
  const played = uci === null ? null : playMove(null, before, at.fen, uci)
  port.postMessage({ turn, moves, move, played } satisfies MoveAhead)
  return played === null || played.ended !== null || at.ply >= PLIES_MAX
    ? null
    : { ...at, ply: at.ply + 1, fen: played.fen, moves: JSON.stringify([...before, uci]), white, black }
}

/** A move of each game in turn, so that none is far behind; games that have begun meanwhile join in. */
function playOn(first: TableGame): void {
  let games = [first]
  while (games.length > 0) {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      games.push(next.message as TableGame)
    games = games.map(advance).filter((game) => game !== null)
  }
}

port.on('message', playOn)
