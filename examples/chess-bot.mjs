// Chess bot: accepts every challenge and plays a mate, capture or check if possible, else a random legal move.
import { createVisitor } from '@agent-network/client'
import { fileMemory } from './file-memory.mjs'

const turns = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)
const value = ({ san }) => (san.includes('#') ? 3 : san.includes('x') ? 2 : san.includes('+') ? 1 : 0)

await createVisitor({ memory: fileMemory('chess-bot.json') }).live(
  async (moment, me) => {
    for (const { gameId, yourTurn, legalMoves } of moment.heartbeat.body.chess) {
      if (!yourTurn) continue
      const best = Math.max(...legalMoves.map(value))
      const good = legalMoves.filter((move) => value(move) === best)
      const { uci, san } = good[Math.floor(Math.random() * good.length)]
      console.log(san, (await me.move(gameId, uci)).status)
    }
  },
  { turns },
)
