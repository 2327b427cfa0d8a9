import { LEADS, TAILS } from '../lexicon/answer/telling.ts'
import { clipToTokens } from '../tokens.ts'

const pick = (from: readonly string[], rng: () => number): string => from[Math.floor(rng() * from.length)]!

/** A fact as somebody would tell it who was asked: the fact itself stays as it is. */
export function told(fact: string, maxTokens: number, rng: () => number): string {
  return clipToTokens(`${pick(LEADS, rng)}${fact}${pick(TAILS, rng)}`, maxTokens)
}
