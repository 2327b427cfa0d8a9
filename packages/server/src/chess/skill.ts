/** How well somebody plays. Without one a search plays as well as it can. */
export interface Skill {
  /** 0 for a beginner, 1 for a strong club player. */
  readonly strength: number
  /** -1 for a quiet style, 1 for one that takes whatever can be taken. */
  readonly bold: number
}

/** In hundredths of a pawn: how far somebody may misjudge a move. */
export const errorOf = ({ strength }: Skill): number => 6 + 260 * (1 - strength) ** 1.6

/** How often somebody does not look at all and moves what is at hand. */
export const slipOf = ({ strength }: Skill): number => 0.2 * (1 - strength) ** 2

/** Positions somebody looks at, between two bounds: the better, the more, by orders and not by steps. */
export const nodesOf = ({ strength }: Skill, fewest: number, most: number): number =>
  Math.round(fewest * (most / fewest) ** strength)

const PLAYS = /\b(?:chess|gambit|endgame|checkmate)\b/i
const CAREFUL = /\b(?:exact|patien|measure|count|calculat|precise|clock|punctual|careful|scrupulous|number)/gi
const HASTY = /\b(?:quick|distract|hurr|forget|impatien|wander|dream|loud|burst|rush)/gi

interface Character {
  readonly specialty: string | null
  readonly interests: string
  readonly bio: string
  readonly persona: string
}

const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x))

/**
 * Skill by character: most people know the moves and little more, a few are good, and whoever has made it their trade is the
 * best for miles; who is careful loses fewer men than who is quick.
 */
export function skillOf({ specialty, interests, bio, persona }: Character, random: () => number): Skill {
  const talent = random() ** 1.7 * 0.75
  const text = `${bio} ${persona}`
  const careful = (text.match(CAREFUL)?.length ?? 0) - (text.match(HASTY)?.length ?? 0)
  const trade = PLAYS.test(specialty ?? '') ? 0.85 : PLAYS.test(interests) ? 0.4 : 0
  return {
    strength: clamp(Math.max(talent, trade + talent * 0.2) + clamp(careful * 0.03, -0.1, 0.1), 0.02, 1),
    bold: clamp(random() * 1.6 - 0.8 - careful * 0.1, -1, 1),
  }
}
