// Body of the chess worker thread: answers move requests, or plays table games to the end in advance.
import { MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { type SeededRandom, tableMove } from './players.ts'
import { playMove } from './rules.ts'
import { chooseMove, DEFAULT_NODES, nodesOf } from './search.ts'
import type { MoveRequest, MoveResponse, PrefetchedMove, TableGame } from './threads.ts'

/** Search budget of a beginner against a visitor. */
const MIN_NODES = 300
/** The server ends a table game earlier than this. */
const MAX_PLIES = 100

function respond(random: SeededRandom, { id, startFen, moves, seed, skill }: MoveRequest): MoveResponse {
  const nodes = skill === undefined ? DEFAULT_NODES : nodesOf(skill, MIN_NODES, DEFAULT_NODES)
  try {
    return { id, move: chooseMove(startFen, moves, { nodes, random: random(seed), skill }) }
  } catch (error) {
    return { id, failure: (error as Error).stack ?? String(error) }
  }
}

/** Plays one move, posts it, and returns the game after it; null when the game is over. */
function advance(port: MessagePort, random: SeededRandom, game: TableGame): TableGame | null {
  const { white, black, moves, ...position } = game
  const turn = { ...position, skill: position.fen.split(' ')[1] === 'w' ? white : black }
  const move = tableMove({ random }, turn)
  const uci = move.kind === 'moves' ? move.uci : null
  const earlierMoves = JSON.parse(moves) as string[]
  const result = uci === null ? null : playMove(null, earlierMoves, position.fen, uci)
  port.postMessage({ turn, moves, move, result } satisfies PrefetchedMove)
  return result === null || result.ended !== null || position.ply >= MAX_PLIES
    ? null
    : {
        ...position,
        ply: position.ply + 1,
        fen: result.fen,
        moves: JSON.stringify([...earlierMoves, uci]),
        white,
        black,
      }
}

/** Plays all games round-robin, one move each. Games that arrive meanwhile join the round. */
function playGames(port: MessagePort, random: SeededRandom, first: TableGame): void {
  let games = [first]
  while (games.length > 0) {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      games.push(next.message as TableGame)
    games = games.map((game) => advance(port, random, game)).filter((game) => game !== null)
  }
}

/**
 * Call it once in the file that a chess thread runs. `makeMovePrefetcher` starts the thread with a port as its data;
 * `makeMoveChooser` starts it without data.
 */
export function runChessWorker(random: SeededRandom): void {
  if (workerData instanceof MessagePort) {
    const port = workerData
    port.on('message', (game: TableGame) => playGames(port, random, game))
  } else parentPort?.on('message', (request: MoveRequest) => parentPort?.postMessage(respond(random, request)))
}
