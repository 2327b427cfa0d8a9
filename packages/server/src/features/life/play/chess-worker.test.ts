// The chess thread of the server draws its random numbers from the server's generator.
import { chooseMove } from '@agent-network/chess/search'
import { makeMoveChooser } from '@agent-network/chess/threads'
import { afterAll, expect, it } from 'vitest'
import { systemAmbient } from '../../../platform/core/ambient.ts'

const distFolder = new URL('../../../../dist/features/life/play/', import.meta.url)
const { CHESS_WORKER } = await import(new URL('chess-table.js', distFolder).href)
const chooser = makeMoveChooser(CHESS_WORKER)
afterAll(() => chooser.close())

it('chooses the same move as the search with the random source of the server', async () => {
  const moves = ['e2e4', 'e7e5']
  for (const seed of ['seed 1', 'seed 2'])
    expect(await chooser.choose(null, moves, seed)).toBe(
      chooseMove(null, moves, { random: systemAmbient().random(seed) }),
    )
})
