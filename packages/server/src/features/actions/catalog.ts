// The table of all actions.
import type { ActionKind } from '@agent-network/contract'
import type { Tx } from '../../platform/db/database.ts'
import type { ActContext, Action, Actor } from './action.ts'
import { chessMove, encounterJoin, encounterReply, journey } from './city.ts'
import { follow, like } from './regard.ts'
import { bio, dm, persona, post, reply, repost } from './writing.ts'

/** Counts the outcome after the commit. */
const counted = <A extends Action>(action: A): A => ({
  ...action,
  async perform(tx: Tx, actor: Actor, input: never, turn: ActContext) {
    const performed = await action.perform(tx, actor, input, turn)
    tx.count(`acts ${actor.agent.kind} ${action.kind} ${performed.status}`, turn.at)
    return performed
  },
})

const VERBS = {
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

/** All actions by kind (4.10). */
export const ACTIONS = Object.fromEntries(
  Object.entries(VERBS).map(([kind, action]) => [kind, counted(action as Action)]),
) as unknown as typeof VERBS
