import type { Side, SpeechAct } from '@agent-network/voice/life'

/** What was said to somebody in an argument, and how they stand to it. */
export interface SaidBefore {
  readonly move: SpeechAct
  readonly side: Side
}

export interface Standing {
  readonly side: Side
  /** 0 to 1: how hard it is to talk them round. */
  readonly stubborn: number
  /** How often they have spoken in this talk. */
  readonly rounds: number
  /** -1 to 1: how they like whoever spoke. */
  readonly affinity: number
}

/** How likely somebody who was spoken to comes back, by how often they have spoken: the will falls, and then it is enough. */
export const WILLING = [0.85, 0.7, 0.5, 0.3] as const
/** No talk is longer than this, whoever would go on. */
export const TALK_CAP = 14

/** What a passer-by makes of a post that claims or asks something. */
export function joinsWith({ move, side }: SaidBefore, own: Side, roll: number): SpeechAct {
  if (move === 'ask') return side === own ? 'support' : 'answer'
  if (side === own) return roll < 0.88 ? 'support' : 'distinguish'
  return roll < 0.62 ? 'counter' : roll < 0.8 ? 'doubt' : roll < 0.9 ? 'test' : 'distinguish'
}

/**
 * The answering table: what can be said to what was said. Null for nothing. Whoever is talked at for long yields, agrees to
 * differ, or asks for a trial; the stubborn differ, the others yield.
 */
export function rejoinderTo(said: SaidBefore, own: Standing, roll: number): SpeechAct | null {
  switch (said.move) {
    case 'support':
      return null
    // Whoever has come round in the meantime has nothing to prove.
    case 'doubt':
      return said.side === own.side ? null : roll < 0.75 ? 'answer' : 'test'
    case 'distinguish':
      return said.side === own.side || roll < 0.75 - own.stubborn * 0.4 ? 'settle' : 'counter'
    case 'test':
      return said.side === own.side ? null : 'promise'
    case 'report':
      return said.side === own.side ? null : roll < 0.85 - own.stubborn * 0.5 ? 'concede' : 'differ'
    case 'counter':
    case 'answer':
    case 'assert': {
      if (said.side === own.side) return null
      const yields = (0.08 + own.rounds * 0.12) * (1.3 - own.stubborn) + Math.max(0, own.affinity) * 0.1
      if (roll < yields) return 'concede'
      const rest = (roll - yields) / (1 - yields)
      if (rest < 0.1 + own.rounds * 0.14) return 'differ'
      if (rest < 0.28 + own.rounds * 0.16) return own.rounds === 0 ? 'counter' : rest < 0.4 ? 'test' : 'distinguish'
      return 'counter'
    }
    default:
      return null
  }
}

/** Where somebody stands after their own word. */
export const standsAfter = (move: SpeechAct, own: Side, other: Side): Side => (move === 'concede' ? other : own)
