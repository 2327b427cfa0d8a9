import type { JournalAction, JournalOutcome } from '@agent-network/contract'
import type { Actor, Created, Performed } from '../actions/action.ts'
import {
  actSettled,
  chessEnded,
  chessMove,
  encounterJoined,
  type Fact,
  journeyStarted,
  messageSent,
} from '../chronicle/facts.ts'

export interface Done {
  readonly requestId: string
  readonly action: JournalAction
  readonly performed: Performed
  readonly outcome: JournalOutcome
  readonly at: number
}

/**
 * How an act ended, and for a private message also that it was said (1.16). Only what it brought about names somebody:
 * a refusal must not tell who is there.
 */
export function outcomeFacts({ agent }: Actor, { requestId, action, performed, outcome, at }: Done): Fact[] {
  const { detail = {}, whom } = performed.status === 'created' ? performed : {}
  // Nobody is their own counterpart: likes and replies may well be on one's own post.
  const handles = whom === undefined || whom === agent.handle ? [] : [whom]
  const { threadId } = detail as { readonly threadId?: string }
  const settled = actSettled({ requestId, action, occurredAt: at }, { outcome, threadId, handles })
  if (performed.status === 'skipped') return [settled]
  return [settled, ...broughtAbout(action, { ...performed, threadId }, at)]
}

/** What an act also is in a channel of its own: a message, a walk, a move, a place in a conversation. */
function broughtAbout(
  action: JournalAction,
  { docId, endReason, whom, threadId }: Created & { readonly threadId: string | undefined },
  at: number,
): Fact[] {
  switch (action.kind) {
    case 'dm':
      return threadId === undefined || whom === undefined
        ? []
        : [messageSent({ threadId, withHandle: whom, occurredAt: at })]
    case 'journey':
      return [journeyStarted({ journeyId: docId, occurredAt: at })]
    case 'chess_move': {
      const move = { gameId: docId, opponentHandle: whom ?? '', occurredAt: at }
      const moved = chessMove({ ...move, direction: 'outgoing' })
      return endReason === undefined ? [moved] : [moved, chessEnded({ ...move, reason: endReason })]
    }
    case 'encounter_reply':
      if (action.reply === 'decline') return []
      return [encounterJoined({ encounterId: docId, withHandles: [], occurredAt: at, direction: 'self' })]
    case 'encounter_join':
      return [encounterJoined({ encounterId: docId, withHandles: [], occurredAt: at, direction: 'self' })]
    default:
      return []
  }
}
