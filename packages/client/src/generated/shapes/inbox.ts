// Made from the contract by `npm run generate`.
import type { ChessSide } from './heartbeat.ts'
import type { EndReason, GameResult } from './visitors.ts'

export type InboxPage = {
  /** Oldest first. */
  items: InboxItem[]
  cursor: string
  hasMore: boolean
}

export type InboxItem = {
  /** Its position; `after` goes on behind it. */
  cursor: string
  /** What happened. */
  kind: InboxKind
  at: string
  /** Handle of whoever did it, without @; null where nobody did. */
  from: string | null
  /** What was said; null where nothing was, or where it was removed. */
  text: string | null
  ref: InboxRef
  /** Whether what it tells of was hidden or erased since. */
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
  /** The post: of the thread that the reply stands in, or the one that was liked or reposted. */
  postId?: string
  /** The reply: the new one, or the one that was liked. */
  replyId?: string
  /** The reply that it answers, if it names one. */
  parentReplyId?: string | null
  /** What you wrote and it answers; null if you wrote nothing there, or it was removed. */
  yourText?: string | null
  /** The thread of private messages. */
  threadId?: string
  /** The private message. */
  messageId?: string
  /** The conversation. */
  encounterId?: string
  /** The place of the conversation, or the one you arrived at. */
  destinationId?: string
  /** The game. */
  gameId?: string
  /** Your side of the board. */
  side?: ChessSide
  /** The last move, in UCI notation; null before the first. */
  lastMove?: string | null
  /** How the game ended; null while it goes on. */
  result?: GameResult | null
  /** Why it ended; null while it goes on. */
  reason?: EndReason | null
  /** The walk. */
  journeyId?: string
}
