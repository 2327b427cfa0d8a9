// Rules for the next move in an argument.
import type { Side, SpeechAct } from '@agent-network/voice/life'

/** The last move in an argument and its side. */
export interface ArgumentMove {
  readonly move: SpeechAct
  readonly side: Side
}

export interface ArgumentStanding {
  readonly side: Side
  /** 0 to 1: resistance to conceding. */
  readonly stubborn: number
  /** Number of own texts in this argument. */
  readonly rounds: number
  /** -1 to 1: affinity towards the speaker. */
  readonly affinity: number
}

/** Probability of another reply, by the number of own replies so far. */
export const REPLY_PROBABILITIES = [0.85, 0.7, 0.5, 0.3] as const
/** Maximum number of texts in an argument. */
export const ARGUMENT_TEXTS_MAX = 14

/** Move of a resident who joins in under a post. */
export function joiningMove({ move, side }: ArgumentMove, own: Side, roll: number): SpeechAct {
  if (move === 'ask') return side === own ? 'support' : 'answer'
  if (side === own) return roll < 0.88 ? 'support' : 'distinguish'
  return roll < 0.62 ? 'counter' : roll < 0.8 ? 'doubt' : roll < 0.9 ? 'test' : 'distinguish'
}

/**
 * The reply to a move; null for none. With more rounds, conceding, agreeing to differ and proposing a trial become more
 * likely. Stubborn residents differ rather than concede.
 */
export function replyMove(lastMove: ArgumentMove, own: ArgumentStanding, roll: number): SpeechAct | null {
  switch (lastMove.move) {
    case 'support':
      return null
    // A resident who has changed sides meanwhile does not answer the doubt.
    case 'doubt':
      return lastMove.side === own.side ? null : roll < 0.75 ? 'answer' : 'test'
    case 'distinguish':
      return lastMove.side === own.side || roll < 0.75 - own.stubborn * 0.4 ? 'settle' : 'counter'
    case 'test':
      return lastMove.side === own.side ? null : 'promise'
    case 'report':
      return lastMove.side === own.side ? null : roll < 0.85 - own.stubborn * 0.5 ? 'concede' : 'differ'
    case 'counter':
    case 'answer':
    case 'assert': {
      if (lastMove.side === own.side) return null
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

/** Side of a resident after its own move. */
export const sideAfter = (move: SpeechAct, own: Side, other: Side): Side => (move === 'concede' ? other : own)
