import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  attempt,
  clock,
  enter,
  type Guest,
  type Launched,
  launchCity,
  look,
  MINUTE,
  openCity,
  pass,
  put,
  SECOND,
  tryTo,
} from '../../test/city-site.ts'
import { everyRow } from '../../test/city-store.ts'
import { ENGINES } from '../../test/harness.ts'

for (const engine of ENGINES)
  describe(`residents at the board, on ${engine}`, () => {
    let city: Launched
    beforeAll(async () => {
      city = await launchCity(engine, { flags: ['--life=on'] })
    })
    afterAll(() => city.close())

    /** A game of a visitor, as white, against a resident. */
    async function sit(more: object = {}) {
      const { site } = city
      const world = await openCity(site)
      const guest = await enter(site, world)
      const gameId = world.id('game')
      const [whiteAgentId, blackAgentId] = [guest.visitor.agentId, world.residents[0]!.id]
      // Others overlook a queen far more often.
      const player = { ...world.residents[0]!, worldId: world.worldId, specialty: 'chess' }
      await put(site, { agents: [player] })
      await put(site, { games: [{ id: gameId, worldId: world.worldId, whiteAgentId, blackAgentId, ...more }] })
      const moves = async () => {
        const [row] = await everyRow(site, 'games', world.worldId)
        return { uci: JSON.parse(row.moves) as string[], result: row.result, reason: row.end_reason, row }
      }
      return { site, world, guest, gameId, moves, at: await clock(site) }
    }
    const chess = async (guest: Guest) => (await look(city.site, guest)).body.chess[0]
    const move = (gameId: string, uci: string) => ({ chess_move: { gameId, uci } })

    it('answer within two minutes with a legal move, and the turn is the visitor’s again', async () => {
      const { site, guest, gameId, at, moves } = await sit({ status: 'challenge' })
      await pass(site, 10 * MINUTE)
      expect((await chess(guest)).ply).toBe(0)
      await attempt(site, guest, move(gameId, 'e2e4'))
      await pass(site, 20 * SECOND - 1)
      expect((await chess(guest)).ply).toBe(1)
      await pass(site, 101 * SECOND)
      const chessState = await chess(guest)
      expect(chessState).toMatchObject({ ply: 2, yourTurn: true, challenge: false })
      const { uci } = await moves()
      expect(uci[0]).toBe('e2e4')
      // Its answer came in the moment it was due, however far the clock jumped.
      const answered = Date.parse(chessState.dueAt) - 30 * MINUTE
      expect(answered - (at + 10 * MINUTE)).toBeGreaterThanOrEqual(20 * SECOND)
      expect(answered - (at + 10 * MINUTE)).toBeLessThanOrEqual(120 * SECOND)
      // A few moves more: all of them are accepted.
      for (let ply = 2; ply < 6; ply += 2) {
        const { legalMoves } = await chess(guest)
        expect(await tryTo(site, guest, move(gameId, legalMoves[0].uci))).toBe('created')
        await pass(site, 2 * MINUTE)
        expect((await chess(guest))?.ply).toBe(ply + 2)
      }
    })

    it.each([
      [
        'take a queen that hangs',
        'rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3',
        'd1g4',
        'c8g4',
        null,
      ],
      ['mate in one', 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2', 'g2g4', 'd8h4', 'checkmate'],
    ])('%s', async (_name, fen, blunder, answer, reason) => {
      const play = async () => {
        const sitting = await sit({ fen })
        await attempt(sitting.site, sitting.guest, move(sitting.gameId, blunder))
        await pass(sitting.site, 2 * MINUTE)
        return { ...sitting, game: await sitting.moves() }
      }
      let { site, guest, gameId, game } = await play()
      // Players, too, are only human: one game in many they look elsewhere.
      for (let n = 0; n < 2 && game.uci[1] !== answer; n++) ({ site, guest, gameId, game } = await play())
      expect(game.uci).toEqual([blunder, answer])
      expect(game.reason).toBe(reason)
      if (reason === null) return
      expect(game.result).toBe('black_won')
      expect(await chess(guest)).toBeUndefined()
      expect(await tryTo(site, guest, move(gameId, 'a2a3'))).toBe('game_not_active')
    })

    it('move first in a game that was imported with them to move', async () => {
      const { site, moves } = await sit({ moves: ['e2e4'] })
      await pass(site, 2 * MINUTE)
      expect((await moves()).uci).toHaveLength(2)
    })

    it('stand still with their world, and go on with it', async () => {
      const { site, world, guest, gameId, moves } = await sit()
      await attempt(site, guest, move(gameId, 'e2e4'))
      await site.operator('PATCH', `/_operator/worlds/${world.worldId}`, { residentsPaused: true })
      await pass(site, 10 * MINUTE)
      expect((await moves()).uci).toEqual(['e2e4'])
      await site.operator('PATCH', `/_operator/worlds/${world.worldId}`, { residentsPaused: false })
      await pass(site, 1)
      expect((await moves()).uci).toHaveLength(2)
    })

    it('leave alone what is over: a visitor that mates is not answered', async () => {
      const { site, guest, gameId, moves } = await sit({ fen: '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' })
      await attempt(site, guest, move(gameId, 'a1a8'))
      await pass(site, 10 * MINUTE)
      expect(await moves()).toMatchObject({ uci: ['a1a8'], result: 'white_won', reason: 'checkmate' })
    })
  })
