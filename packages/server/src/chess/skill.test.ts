import { describe, expect, it } from 'vitest'
import { systemAmbient } from '../platform/core/ambient.ts'
import { evaluate } from './evaluation.ts'
import { legalMovesOf } from './moves.ts'
import { walk } from './rules.ts'
import { chooseMove } from './search.ts'
import { nodesOf, type Skill, skillOf } from './skill.ts'

const { random } = systemAmbient()
/** In hundredths of a pawn. */
const AHEAD = 200

/** Points of White after a game of at most sixty plies, which is judged by the position where nobody is mated. */
function pointsOfWhite(white: Skill, black: Skill, seed: string): number {
  const moves: string[] = []
  const chance = random('match', seed)
  for (let ply = 0; ply < 60; ply++) {
    const skill = ply % 2 === 0 ? white : black
    const uci = chooseMove(null, moves, { nodes: nodesOf(skill, 12, 360), random: chance, skill })
    if (uci === null) return ply % 2 === 0 ? 0 : 1
    moves.push(uci)
  }
  const board = walk(null, moves, () => {})
  if (board === null || legalMovesOf(board).length === 0) return 0
  // White is to move again, so this is as White sees it.
  const ahead = evaluate(board)
  return ahead > AHEAD ? 1 : ahead < -AHEAD ? 0 : 0.5
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

  it('is spread: most know the moves, a few are good, and whoever lives by it is best', () => {
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
