import { describe, expect, it } from 'vitest'
import { seeded } from '../test/seeded.mjs'
import { evaluate } from './evaluation.ts'
import { legalMovesOf } from './moves.ts'
import { readFen } from './notation.ts'
import { materialBalance, skillOf, tableMove } from './players.ts'
import { OpenGame, playThrough, replay } from './rules.ts'
import { chooseMove, nodesOf, type Skill } from './search.ts'

const random = seeded
/** In centipawns. */
const WINNING_SCORE = 200

/** Points of White after at most sixty plies; without a mate the evaluation decides. */
function pointsOfWhite(white: Skill, black: Skill, seed: string): number {
  const moves: string[] = []
  const chance = random('match', seed)
  for (let ply = 0; ply < 60; ply++) {
    const skill = ply % 2 === 0 ? white : black
    const uci = chooseMove(null, moves, { nodes: nodesOf(skill, 12, 360), random: chance, skill })
    if (uci === null) return ply % 2 === 0 ? 0 : 1
    moves.push(uci)
  }
  const board = playThrough(null, moves, () => {})
  if (board === null || legalMovesOf(board).length === 0) return 0
  // White is to move, so the score is from White's view.
  const score = evaluate(board)
  return score > WINNING_SCORE ? 1 : score < -WINNING_SCORE ? 0 : 0.5
}

const player = (strength: number): Skill => ({ strength, bold: 0 })

describe('skill at chess', () => {
  it.each([
    [0.95, 0.5],
    [0.6, 0.05],
  ])('%f beats %f in a match of eight', (strong, weak) => {
    let points = 0
    for (let game = 0; game < 4; game++) {
      points += pointsOfWhite(player(strong), player(weak), `a ${game}`)
      points += 1 - pointsOfWhite(player(weak), player(strong), `b ${game}`)
    }
    expect(points).toBeGreaterThanOrEqual(5.5)
  })

  it('is low for most residents, good for a few, and highest for chess specialists', () => {
    const plain = { specialty: 'baking', interests: '["bread"]', bio: 'A baker.', persona: 'Kind.' }
    const all = Array.from({ length: 400 }, (_, n) => skillOf(plain, random('player', n)).strength).sort(
      (a, b) => a - b,
    )
    expect(all[200]!).toBeLessThan(0.4)
    expect(all[20]!).toBeLessThan(0.1)
    expect(all[380]!).toBeGreaterThan(0.55)
    const master = { ...plain, specialty: 'chess' }
    expect(skillOf(master, random('player', 1)).strength).toBeGreaterThan(all[395]!)
    expect(skillOf(plain, random('a'))).toEqual(skillOf(plain, random('a')))
  })
})

describe('games between residents', () => {
  /** Material of the first skill after 40 plies, in pawns; 100 for a mate. */
  function leadOf(skills: readonly [Skill, Skill], gameId: string): number {
    const game = OpenGame.from(null, [])!
    for (let ply = 0; ply < 40; ply++) {
      const turn = { worldId: 'w', gameId, game, skill: skills[ply % 2]!, mayResign: false }
      const chosen = tableMove({ random }, turn)
      expect(tableMove({ random }, turn)).toEqual(chosen)
      const move = chosen.kind === 'moves' ? chosen.move : null
      expect(game.legalMoves, `${gameId}, ply ${ply}: every move is legal`).toContain(move)
      game.play(move!)
      expect(game.state()).toEqual(replay(null, game.moves))
      if (game.ended !== null) return game.ended.result === 'draw' ? 0 : ply % 2 === 0 ? 100 : -100
    }
    return materialBalance(game.board)
  }

  it('are legal and repeatable, and the stronger player wins most of them', () => {
    let points = 0
    for (let game = 0; game < 10; game++) {
      points += Math.sign(leadOf([player(0.9), player(0.2)], `a ${game}`))
      points -= Math.sign(leadOf([player(0.2), player(0.9)], `b ${game}`))
    }
    expect(points).toBeGreaterThanOrEqual(12)
  })
})

describe('materialBalance', () => {
  it.each([
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 0],
    ['rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 9],
    ['rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1', -9],
    ['4k3/7q/8/8/8/8/8/R3K3 b - - 3 40', 4],
  ])('%s: %i', (fen, balance) => expect(materialBalance(readFen(fen)!)).toBe(balance))
})
