import type { DraftEdge } from './draft.ts'

/**
 * How metres and lifts become one whole number, so that "shorter, then fewer lifts" is a plain comparison and sums are
 * exact in whatever order they are made: weight = length in units x liftBase + lifts.
 */
export interface Scale {
  readonly unitsPerMeter: number
  /** More than any path without a circle has lifts. */
  readonly liftBase: number
}

const FINEST = 1_000_000
/** Two bits below what a double counts exactly: a search adds up to four paths before it drops one. */
const MOST = 2 ** 51

/** Micrometres, or the finest power of ten in which the whole city can still be summed exactly. */
export function chooseScale(nodeCount: number, edges: readonly DraftEdge[]): Scale {
  let meters = 0
  let lifts = 0
  for (const edge of edges) {
    meters += edge.meters
    if (edge.lift) lifts += 1
  }
  const liftBase = Math.min(lifts, Math.max(0, nodeCount - 1)) + 1
  let unitsPerMeter = FINEST
  while ((meters * unitsPerMeter + edges.length) * liftBase > MOST) unitsPerMeter /= 10
  return { unitsPerMeter, liftBase }
}

export const weightOf = ({ unitsPerMeter, liftBase }: Scale, { meters, lift }: DraftEdge): number =>
  Math.round(meters * unitsPerMeter) * liftBase + (lift ? 1 : 0)

export const liftsOf = ({ liftBase }: Scale, weight: number): number => weight % liftBase

/** A length in units: what two ways share exactly when they are equally long. */
export const unitsOf = ({ liftBase }: Scale, weight: number): number => Math.floor(weight / liftBase)

export const metersOf = (scale: Scale, weight: number): number => unitsOf(scale, weight) / scale.unitsPerMeter
