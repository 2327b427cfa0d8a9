// The actions `encounter_reply` and `encounter_join`.
import { visitorLimitsOf } from '../../platform/control/switches.ts'
import { joinConversation } from '../../stores/city/conversations.ts'
import { answerInvitation } from '../../stores/city/gathering.ts'
import { publishAbandonedConversations } from '../../stores/city/notices.ts'
import { type Action, skip } from './action.ts'
import { takeActionUnit } from './caps.ts'

export const encounterReply: Action<'encounter_reply'> = {
  kind: 'encounter_reply',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { encounterId, reply }) => ({ kind: 'encounter_reply', encounterId, reply }),
  closed: ({ bodyClosed, pending }) => bodyClosed ?? (pending.invitation ? null : 'no_pending_invite'),
  async perform(tx, actor, input, turn) {
    if (turn.bodyClosed !== null) return skip(turn.bodyClosed)
    const { world, agent } = actor
    const permit = () => takeActionUnit(tx, actor, null, turn)
    const ended = await answerInvitation(tx, { worldId: world.id, agentId: agent.id, ...input, permit }, turn.at)
    if (typeof ended === 'string') return skip(ended)
    if (ended !== null) await publishAbandonedConversations(tx, { world, switches: turn.city }, [ended], turn.at)
    return { status: 'created', docId: input.encounterId, detail: { reply: input.reply } }
  },
}

export const encounterJoin: Action<'encounter_join'> = {
  kind: 'encounter_join',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { encounterId }) => ({ kind: 'encounter_join', encounterId }),
  closed: ({ bodyClosed, pending }) => bodyClosed ?? (pending.conversation ? null : 'no_open_conversation'),
  async perform(tx, actor, { encounterId }, turn) {
    if (turn.bodyClosed !== null) return skip(turn.bodyClosed)
    const { world, agent } = actor
    const permit = () => takeActionUnit(tx, actor, null, turn)
    const limits = visitorLimitsOf(turn.city)
    const joining = { worldId: world.id, agentId: agent.id, encounterId, limits, permit }
    const joined = await joinConversation(tx, joining, turn.at)
    if (typeof joined === 'string') return skip(joined)
    const place = (await turn.maps.of(tx, world))?.destination(joined.destination_id)
    return { status: 'created', docId: encounterId, detail: { placeLabel: place?.label ?? '' } }
  },
}
