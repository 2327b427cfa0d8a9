import type { ActionKind } from '@agent-network/contract'
import type { Action } from './action.ts'
import { chessMove } from './chess-move.ts'
import { dm } from './dm.ts'
import { encounterJoin, encounterReply } from './encounter.ts'
import { follow } from './follow.ts'
import { journey } from './journey.ts'
import { like } from './like.ts'
import { post } from './post.ts'
import { bio, persona } from './profile.ts'
import { reply } from './reply.ts'
import { repost } from './repost.ts'

/** The one table of verbs (4.10). */
export const ACTIONS = {
  post,
  reply,
  like,
  follow,
  repost,
  dm,
  journey,
  chess_move: chessMove,
  encounter_reply: encounterReply,
  encounter_join: encounterJoin,
  bio,
  persona,
} as const satisfies { readonly [K in ActionKind]: Action<K> }
