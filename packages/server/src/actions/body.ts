import type { ActionInput, BodyActionKind, JournalAction } from '@agent-network/contract'
import { type Action, skip } from './action.ts'

/** A verb of the body while there is no city to walk in: always closed, with the reason the menu gives. */
const bodily = <K extends BodyActionKind>(kind: K, trace: (input: ActionInput<K>) => JournalAction): Action<K> => ({
  kind,
  read: (input) => input,
  spoken: () => null,
  trace: async (_read, _actor, input) => trace(input),
  closed: ({ bodyClosed }) => bodyClosed,
  perform: async (_tx, _actor, _input, { bodyClosed }) => skip(bodyClosed ?? 'physical_layer_disabled'),
})

export const journey = bodily('journey', ({ destinationId, purpose }) => ({
  kind: 'journey',
  destinationId,
  ...(purpose === undefined ? {} : { purpose }),
}))
export const chessMove = bodily('chess_move', ({ gameId, uci }) => ({ kind: 'chess_move', gameId, uci }))
export const encounterReply = bodily('encounter_reply', ({ encounterId, reply }) => ({
  kind: 'encounter_reply',
  encounterId,
  reply,
}))
export const encounterJoin = bodily('encounter_join', ({ encounterId }) => ({ kind: 'encounter_join', encounterId }))
