// Streets, stairs and lifts of each level.
import type { Street } from '@agent-network/contract'

/** All used levels, lowest first. */
export const levelsOf = (spots: readonly { readonly level: number }[]): number[] =>
  [...new Set(spots.map(({ level }) => level))].sort((a, b) => a - b)

/** Streets within one level. */
export const streetsOn = (streets: readonly Street[], level: number): Street[] =>
  streets.filter((street) => street.level1 === level && street.level2 === level && !street.lift)

/** Stairs and lifts that lead up to a level. */
export const climbsTo = (streets: readonly Street[], level: number): Street[] =>
  streets.filter(({ level1, level2 }) => level1 !== level2 && Math.max(level1, level2) === level)
