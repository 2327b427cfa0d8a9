// Residents as chess players: skill from a profile, and moves in games between two residents.
import { BLACK, type Board, positionKey, WHITE } from './board.ts'
import type { OpenGame } from './rules.ts'
import { chooseAmong, nodesOf, type Skill } from './search.ts'

export type { Skill } from './search.ts'

/** Returns a repeatable generator of numbers in [0, 1) for a seed. */
export type SeededRandom = (...seed: readonly (string | number)[]) => () => number

const CHESS_WORDS = /\b(?:chess|gambit|endgame|checkmate)\b/i
const CAREFUL_WORDS = /\b(?:exact|patien|measure|count|calculat|precise|clock|punctual|careful|scrupulous|number)/gi
const HASTY_WORDS = /\b(?:quick|distract|hurr|forget|impatien|wander|dream|loud|burst|rush)/gi

interface Profile {
  readonly specialty: string | null
  readonly interests: string
  readonly bio: string
  readonly persona: string
}

const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x))

/**
 * Derives skill from a profile. Most residents are weak and a few are good. Chess as an interest or specialty raises
 * strength; careful words in the profile raise it a little, hasty words lower it.
 */
export function skillOf({ specialty, interests, bio, persona }: Profile, random: () => number): Skill {
  const talent = random() ** 1.7 * 0.75
  const text = `${bio} ${persona}`
  const care = (text.match(CAREFUL_WORDS)?.length ?? 0) - (text.match(HASTY_WORDS)?.length ?? 0)
  const training = CHESS_WORDS.test(specialty ?? '') ? 0.85 : CHESS_WORDS.test(interests) ? 0.4 : 0
  return {
    strength: clamp(Math.max(talent, training + talent * 0.2) + clamp(care * 0.03, -0.1, 0.1), 0.02, 1),
    bold: clamp(random() * 1.6 - 0.8 - care * 0.1, -1, 1),
  }
}

/**
 * Search between residents: positions visited, and moves considered, for the weakest and the strongest. It is far smaller
 * than against visitors, whose games use a worker thread, because a simulated month has over a thousand games.
 */
const MIN_NODES = 8
const MAX_NODES = 40
const MIN_CANDIDATES = 4
const MAX_CANDIDATES = 10
/** Material balance in pawns at which a player may resign: a queen behind. */
const RESIGN_BALANCE = -9
const RESIGN_PROBABILITY = 0.4
/** Pawns by piece type. */
const PAWN_VALUES = [0, 1, 3, 3, 5, 9, 0] as const

/** Material of the side to move minus material of its opponent, in pawns. */
export function materialBalance({ squares, turn }: Board): number {
  let white = 0
  for (const piece of squares) white += piece < BLACK ? PAWN_VALUES[piece]! : -PAWN_VALUES[piece - BLACK]!
  return turn === WHITE ? white : -white
}

/** All inputs of one move in a game between residents. */
export interface TableTurn {
  readonly worldId: string
  readonly gameId: string
  readonly game: OpenGame
  readonly skill: Skill
  readonly mayResign: boolean
}

export type TableMove =
  | { readonly kind: 'resigns' }
  /** `move` is null when there is no legal move. `chance`, 0 to 1, sets how soon the opponent moves. */
  | { readonly kind: 'moves'; readonly move: number | null; readonly chance: number }

/** Chooses a move from the position alone, without the moves before it. The same turn always gives the same move. */
export function tableMove({ random }: { readonly random: SeededRandom }, turn: TableTurn): TableMove {
  const { worldId, gameId, game, skill, mayResign } = turn
  const { board } = game
  const chance = random(worldId, gameId, game.ply)
  if (mayResign && materialBalance(board) <= RESIGN_BALANCE && chance() < RESIGN_PROBABILITY) return { kind: 'resigns' }
  const candidates = Math.round(MIN_CANDIDATES + (MAX_CANDIDATES - MIN_CANDIDATES) * skill.strength)
  const nodes = nodesOf(skill, MIN_NODES, MAX_NODES)
  const move = chooseAmong(board, [positionKey(board)], game.legalMoves, { nodes, random: chance, skill, candidates })
  return { kind: 'moves', move, chance: chance() }
}
