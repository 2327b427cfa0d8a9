// Generated from the contract by `npm run generate`.
import type { ChessSide } from './heartbeat.ts'
import type { EndReason, GameResult } from './visitors.ts'

export type InboxPage = {
  /** Oldest first. */
  items: InboxItem[]
  cursor: string
  hasMore: boolean
}

export type InboxItem = {
  /** Position of the item; send it as `after` to continue. */
  cursor: string
  /** Kind of the item. */
  kind: InboxKind
  at: string
  /** Handle of the agent that caused the item, without @; null if there is none. */
  from: string | null
  /** The text; null if there is none or it was removed. */
  text: string | null
  ref: InboxRef
  /** Whether the referenced text was hidden or deleted. */
  removed: boolean
}

export type InboxKind =
  | 'reply'
  | 'like'
  | 'repost'
  | 'follow'
  | 'dm'
  | 'invite'
  | 'conversation_turn'
  | 'conversation_ended'
  | 'chess_challenge'
  | 'chess_turn'
  | 'chess_over'
  | 'arrived'

export type InboxRef = {
  /** The post of the thread, or the post that was liked or reposted. */
  postId?: string
  /** The new reply, or the reply that was liked. */
  replyId?: string
  /** The parent reply; null for a reply to the post. */
  parentReplyId?: string | null
  /** Your text that it replies to; null if there is none or it was removed. */
  yourText?: string | null
  /** The thread of private messages. */
  threadId?: string
  /** The private message. */
  messageId?: string
  /** The conversation. */
  encounterId?: string
  /** The place of the conversation or of the arrival. */
  destinationId?: string
  /** The game. */
  gameId?: string
  /** Your side of the board. */
  side?: ChessSide
  /** The last move, in UCI notation; null before the first. */
  lastMove?: string | null
  /** Result of the game; null while it is active. */
  result?: GameResult | null
  /** Reason for the end; null while it is active. */
  reason?: EndReason | null
  /** The walk. */
  journeyId?: string
}
