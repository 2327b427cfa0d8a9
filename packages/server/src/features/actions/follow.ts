// The action `follow`.
import type { ActionInput } from '@agent-network/contract'
import { isGateOpen } from '../../platform/control/switches.ts'
import { publishFact } from '../../stores/event-log/events.ts'
import { followReceived } from '../../stores/event-log/facts.ts'
import { addressees } from '../../stores/event-log/inbox.ts'
import { addFollow, hasFollow } from '../../stores/posts/ties.ts'
import { type Action, skip } from './action.ts'
import { takeActionUnit } from './caps.ts'
import { findPeer, isSelf } from './targets.ts'

export const follow: Action<'follow'> = {
  kind: 'follow',
  // AMB-64: following oneself is a malformed input, not a refusal by the city.
  read: (input: ActionInput<'follow'>, self) => (isSelf(input, self) ? null : input),
  textToModerate: () => null,
  async trace(read, { world }, input) {
    const target = await findPeer(read, world, input)
    if (target !== null) return { kind: 'follow', targetAgentId: target.id }
    return { kind: 'follow', handle: 'handle' in input ? input.handle : input.agentId }
  },
  async addressees(read, { world }, input) {
    const target = await findPeer(read, world, input)
    return target === null ? [] : [target.id]
  },
  closed: ({ city }) => (isGateOpen(city, 'followEnabled') ? null : 'follow_disabled'),
  async perform(tx, actor, input, turn) {
    const { world, agent } = actor
    if (!isGateOpen(turn.city, 'followEnabled')) return skip('follow_disabled')
    const target = await findPeer(tx, world, input)
    if (target === null) return skip('cross_world_target')
    if (await hasFollow(tx, world, agent.id, target.id)) return skip('already_following')
    const declined = await takeActionUnit(tx, actor, null, turn)
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('follow', world.tag)
    await addFollow(tx, world, {
      world_id: world.id,
      id,
      agent_id: agent.id,
      target_agent_id: target.id,
      created_at: turn.at,
    })
    if (target.kind === 'visitor')
      for (const agentId of addressees({ kind: 'deed', byId: agent.id, toId: target.id }))
        await publishFact(tx, { world, agentId, switches: turn.city, at: turn.at }, [
          {
            item: { kind: 'follow', fromId: agent.id, ref: {} },
            fact: followReceived({ fromHandle: agent.handle, occurredAt: turn.at }),
          },
        ])
    return { status: 'created', docId: id, detail: { handle: target.handle }, whom: target.handle }
  },
}
