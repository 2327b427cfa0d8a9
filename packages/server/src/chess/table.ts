import type { Ambient } from '../platform/core/ambient.ts'
import { chooseMove } from './search.ts'
import { nodesOf, type Skill } from './skill.ts'

/** Across the table nobody thinks as long as against a visitor, whose game is looked at in a worker thread of its own. */
const FEWEST_NODES = 12
const MOST_NODES = 360
/** In pawns: a queen and a rook behind, and few play on for long. */
const HOPELESS = -13
const GIVES_UP = 0.3
const WORTH: Readonly<Record<string, number>> = { p: 1, n: 3, b: 3, r: 5, q: 9 }

/** How many pawns' worth of men the side to move has more than the other. */
export function menAhead(fen: string): number {
  const [men, side] = fen.split(' ') as [string, string]
  let white = 0
  for (const sign of men) {
    const worth = WORTH[sign.toLowerCase()] ?? 0
    white += sign === sign.toLowerCase() ? -worth : worth
  }
  return side === 'w' ? white : -white
}

/** Everything that a move of a resident at a table follows from. */
export interface TableTurn {
  readonly worldId: string
  readonly gameId: string
  readonly ply: number
  readonly fen: string
  readonly skill: Skill
}

export type TableMove =
  | { readonly kind: 'resigns' }
  /** Null without a move to make. `chance`, 0 to 1, decides how soon the other one moves. */
  | { readonly kind: 'moves'; readonly uci: string | null; readonly chance: number }

/**
 * From the position alone: what stood on the board before is for the rules to remember, not for a quick look. The same turn
 * always has the same move.
 */
export function tableMove({ random }: Pick<Ambient, 'random'>, turn: TableTurn): TableMove {
  const { worldId, gameId, ply, fen, skill } = turn
  const chance = random(worldId, gameId, ply)
  if (menAhead(fen) <= HOPELESS && chance() < GIVES_UP) return { kind: 'resigns' }
  const uci = chooseMove(fen, [], { nodes: nodesOf(skill, FEWEST_NODES, MOST_NODES), random: chance, skill })
  return { kind: 'moves', uci, chance: chance() }
}
