import { expect, it } from 'vitest'
import { board, match, move, TIMEOUTS, timeouts } from './city-boards.ts'
import {
  attempt,
  type City,
  clock,
  describeCity,
  enter,
  type Guest,
  HOUR,
  iso,
  look,
  MINUTE,
  openCity,
  pass,
  tryTo,
} from './city-site.ts'
import { everyRow } from './city-store.ts'
import { followJournal, type Site } from './visitor-site.ts'

/** Plays the moves in turn, and returns what the last one answered. */
async function play(site: Site, sides: readonly [Guest, Guest], game: string, moves: readonly string[], first = 0) {
  let last: any = null
  for (const [i, uci] of moves.entries()) {
    last = await attempt(site, sides[(i + first) % 2]!, move(game, uci))
    if (last.status !== 'created') throw new Error(`${uci} was declined: ${last.skipReason}`)
  }
  return last
}

const gameOf = async (site: Site, guest: Guest, id: string) =>
  (await look(site, guest)).body.chess.find((one: any) => one.gameId === id)

const stored = async (site: Site, city: City, id: string) => {
  const [{ status, result, end_reason, ply, moves, fen, updated_at }] = (
    await everyRow(site, 'games', city.worldId)
  ).filter((row) => row.id === id)
  return {
    status,
    result,
    endReason: end_reason,
    ply: Number(ply),
    moves: JSON.parse(moves),
    fen,
    at: Number(updated_at),
  }
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4']
/** Morphy against two who sat in an opera box. */
const OPERA =
  'e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8'.split(
    ' ',
  )
/** The shortest known way to leave the other side without a move. */
const STALEMATE =
  'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6'.split(' ')
const KNIGHTS = ['g1f3', 'g8f6', 'f3g1', 'f6g8']

describeCity('chess in a heartbeat', (site) => {
  it('shows a challenge to white with all its moves and times, and to black neither', async () => {
    const { city, white, black, game, at } = await match(site(), { status: 'challenge' })
    const gameView = await gameOf(site(), white, game)
    expect(gameView).toEqual({
      gameId: game,
      opponentHandle: black.visitor.handle,
      side: 'white',
      ply: 0,
      fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      yourTurn: true,
      challenge: true,
      legalMoves: expect.arrayContaining([
        { uci: 'e2e4', san: 'e4' },
        { uci: 'g1f3', san: 'Nf3' },
      ]),
      dueAt: iso(at + 30 * MINUTE),
      respondBy: iso(at + 150 * MINUTE),
    })
    expect(gameView.legalMoves).toHaveLength(20)
    expect(await gameOf(site(), black, game)).toMatchObject({
      side: 'black',
      yourTurn: false,
      challenge: false,
      legalMoves: [],
      dueAt: null,
      respondBy: null,
    })
    await pass(site(), MINUTE)
    const done = await attempt(site(), white, move(game, 'e2e4'))
    expect(done).toMatchObject({
      status: 'created',
      docId: game,
      detail: { uci: 'e2e4', san: 'e4', ply: 1, gameStatus: 'active' },
    })
    expect((await stored(site(), city, game)).status).toBe('active')
    expect(await gameOf(site(), white, game)).toMatchObject({ yourTurn: false, challenge: false, legalMoves: [] })
    expect(await gameOf(site(), black, game)).toMatchObject({
      yourTurn: true,
      ply: 1,
      dueAt: iso(at + 31 * MINUTE),
      respondBy: iso(at + 151 * MINUTE),
    })
  })

  it('shows as a challenge what has its opening move to come, wherever it begins, in the words it was given', async () => {
    const ENDING = '8/P6k/8/8/8/8/8/K7 w - - 0 40'
    const EN_PASSANT = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
    for (const [more, challenge, uci] of [
      [{ fen: ENDING, status: 'challenge' }, true, 'a7a8q'],
      [{ fen: ENDING }, false, 'a7a8r'],
      [{ fen: EN_PASSANT }, false, 'g1f3'],
      [{ fen: START, status: 'challenge' }, true, 'e2e4'],
      [{ fen: START }, true, 'e2e4'],
      // Somebody has accepted it, whatever it is called.
      [{ moves: ['e2e4', 'e7e5'], status: 'challenge' }, false, 'g1f3'],
    ] as const) {
      const { white, game } = await match(site(), more)
      expect(await gameOf(site(), white, game)).toMatchObject({
        challenge,
        ...('fen' in more ? { fen: more.fen } : {}),
      })
      expect(await tryTo(site(), white, move(game, uci))).toBe('created')
      expect(await gameOf(site(), white, game)).toMatchObject({ challenge: false, yourTurn: false })
    }
  })

  it('shows five games, those that wait for a move first, and the soonest of them', async () => {
    const city = await openCity(site(), { residents: 8 })
    const guest = await enter(site(), city)
    const at = await clock(site())
    const self = guest.visitor.agentId
    const ids: string[] = []
    for (const [i, { id }] of city.residents.entries())
      ids.push(
        await board(site(), city, i < 3 ? [id, self] : [self, id], {
          dueAt: iso(at + (8 - i) * MINUTE),
          ...(i === 7 ? { moves: FOOLS_MATE } : {}),
        }),
      )
    const { chess } = (await look(site(), guest)).body
    expect(chess.map((one: any) => one.gameId)).toEqual([6, 5, 4, 3, 2].map((i) => ids[i]))
    expect(chess.map((one: any) => one.yourTurn)).toEqual([true, true, true, true, false])
  })
})

describeCity('chess moves', (site) => {
  it('are declined for reasons in the order of AMB-77, also when several hold', async () => {
    const { city, white, black, game } = await match(site())
    const [r0, r1] = city.residents.map(({ id }) => id) as [string, string]
    const other = await openCity(site())
    const there = await enter(site(), other)
    const foreign = await board(site(), other, [there.visitor.agentId, other.residents[0]!.id])
    await look(site(), white)
    await look(site(), black)
    const strangers = await board(site(), city, [r0, r1])
    const over = await board(site(), city, [r0, r1], { moves: FOOLS_MATE })
    const lost = await board(site(), city, [r0, black.visitor.agentId], { moves: FOOLS_MATE })
    const answers: [string, Guest, string, string][] = [
      [city.id('none'), white, 'zz', 'game_not_found'],
      [foreign, white, 'zz', 'game_not_found'],
      [strangers, white, 'zz', 'not_a_visitor_game'],
      [over, white, 'zz', 'not_a_visitor_game'],
      [lost, black, 'zz', 'game_not_active'],
      [game, black, 'zz', 'not_your_turn'],
      [game, black, 'e7e5', 'not_your_turn'],
      [game, white, 'zz', 'illegal_move'],
      [game, white, 'e2e5', 'illegal_move'],
      [game, white, 'E2E4', 'illegal_move'],
      [game, white, 'e2e4q', 'illegal_move'],
    ]
    for (const [id, guest, uci, reason] of answers)
      expect([uci, await tryTo(site(), guest, move(id, uci))]).toEqual([uci, reason])
    await site().operator('PATCH', `/_operator/worlds/${city.worldId}`, { overlay: { forkDailyActionBudget: 0 } })
    expect(await tryTo(site(), white, move(game, 'e2e4'))).toBe('world_budget_exhausted')
    expect(await stored(site(), city, game)).toMatchObject({ ply: 0, moves: [] })
  })

  it('leave their entries in the journal and spend their unit', async () => {
    const { white, game } = await match(site())
    await attempt(site(), white, move(game, 'e2e4'))
    const declined = await attempt(site(), white, move(game, 'd2d4'))
    expect([declined.skipReason, declined.budget.used, declined.docId]).toEqual(['not_your_turn', 2, null])
    const { entries } = await followJournal(site(), white.visitor, white.key, null)
    expect(entries.map(({ action, outcome }) => [action.uci, outcome])).toEqual([
      ['e2e4', undefined],
      ['e2e4', { status: 'created', docId: game }],
      ['d2d4', undefined],
      ['d2d4', { status: 'skipped', skipReason: 'not_your_turn' }],
    ])
  })

  it.each([
    ['the fool’s mate', null, FOOLS_MATE, 'Qh4#', 4, 'black_won', 'checkmate'],
    ['the opera game, castling and all', null, OPERA, 'Rd8#', 33, 'white_won', 'checkmate'],
    ['a stalemate', null, STALEMATE, 'Qe6', 19, 'draw', 'stalemate'],
    ['a position that stands for the third time', null, [...KNIGHTS, ...KNIGHTS], 'Ng8', 8, 'draw', 'draw_rule'],
    ['a promotion that mates', '7k/P5pp/8/8/8/8/8/K7 w - - 0 1', ['a7a8q'], 'a8=Q#', 1, 'white_won', 'checkmate'],
    ['the last man off the board', '7k/8/8/8/8/8/1p6/K7 w - - 0 1', ['a1b2'], 'Kxb2', 1, 'draw', 'draw_rule'],
  ] as const)('play a whole game: %s', async (_name, fen, moves, san, ply, result, endReason) => {
    const { city, white, black, game } = await match(site(), fen === null ? {} : { fen })
    const last = await play(site(), [white, black], game, moves)
    expect(last.detail).toEqual({ uci: moves.at(-1), san, ply, gameStatus: 'finished' })
    expect(await stored(site(), city, game)).toMatchObject({ status: 'finished', result, endReason, moves: [...moves] })
    for (const guest of [white, black]) {
      expect(await gameOf(site(), guest, game)).toBeUndefined()
      expect(await tryTo(site(), guest, move(game, 'a2a3'))).toBe('game_not_active')
    }
  })

  it.each([
    ['castling short', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'e1g1', 'O-O', 'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1'],
    ['castling long', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'e1c1', 'O-O-O', 'r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1'],
    ['en passant', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5d6', 'exd6', '4k3/8/3P4/8/8/8/8/4K3 b - - 0 2'],
    ['a lesser promotion', '8/P6k/8/8/8/8/7p/K7 w - - 0 1', 'a7a8n', 'a8=N', 'N7/7k/8/8/8/8/7p/K7 b - - 0 1'],
  ])('know %s', async (_name, fen, uci, san, after) => {
    const { white, black, game } = await match(site(), { fen })
    expect((await gameOf(site(), white, game)).legalMoves).toContainEqual({ uci, san })
    expect((await attempt(site(), white, move(game, uci))).detail.san).toBe(san)
    expect((await gameOf(site(), black, game)).fen).toBe(after)
  })

  it('a game sent home is lost as of that moment, and it is over (3.1)', async () => {
    const { city, white, black, game, at } = await match(site())
    await pass(site(), 40 * MINUTE)
    await look(site(), black)
    await pass(site(), 20 * MINUTE - 1)
    expect((await stored(site(), city, game)).status).toBe('active')
    await pass(site(), 1)
    expect(await stored(site(), city, game)).toMatchObject({
      status: 'finished',
      result: 'black_won',
      endReason: 'timeout',
      at: at + HOUR,
    })
    expect(await tryTo(site(), white, move(game, 'e2e4'))).toBe('visitor_away')
    await look(site(), white)
    expect(await tryTo(site(), white, move(game, 'e2e4'))).toBe('game_not_active')
  })
})

describeCity('time-outs at the board', (site) => {
  it('fall a millisecond after respondBy, with everything swept in time', async () => {
    expect(await timeouts(site())).toEqual(TIMEOUTS)
  })

  it('end the game against the player to move, resident or visitor, as of respondBy', async () => {
    const city = await openCity(site())
    const guest = await enter(site(), city)
    const at = await clock(site())
    const [r0] = city.residents.map(({ id }) => id) as [string]
    const theirs = await board(site(), city, [r0, guest.visitor.agentId], { dueAt: iso(at - 119 * MINUTE) })
    const ours = await board(site(), city, [guest.visitor.agentId, r0], { dueAt: iso(at - 119 * MINUTE) })
    await pass(site(), 10 * MINUTE)
    const end = { status: 'finished', endReason: 'timeout', at: at + MINUTE }
    expect(await stored(site(), city, theirs)).toMatchObject({ ...end, result: 'black_won' })
    expect(await stored(site(), city, ours)).toMatchObject({ ...end, result: 'black_won' })
  })
})
