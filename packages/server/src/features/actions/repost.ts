// The action `repost`.
import { isGateOpen } from '../../platform/control/switches.ts'
import { publishFact } from '../../stores/event-log/events.ts'
import { repostReceived } from '../../stores/event-log/facts.ts'
import { addressees } from '../../stores/event-log/inbox.ts'
import { logPublicEvent } from '../../stores/event-log/public-log.ts'
import { addRepost, hasRepost } from '../../stores/posts/ties.ts'
import { type Action, skip } from './action.ts'
import { capReached, takeActionUnit } from './caps.ts'
import { authorIds, isByVisitor, visiblePost } from './targets.ts'

export const repost: Action<'repost'> = {
  kind: 'repost',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { postId }) => ({ kind: 'repost', postId }),
  addressees: async (read, { world }, { postId }) => authorIds(await visiblePost(read, world, postId)),
  closed: ({ city }) => (isGateOpen(city, 'repostsEnabled') ? null : 'reposts_disabled'),
  async perform(tx, actor, { postId }, turn) {
    const { world, agent } = actor
    if (!isGateOpen(turn.city, 'repostsEnabled')) return skip('reposts_disabled')
    const target = await visiblePost(tx, world, postId)
    if (target === null) return skip('cross_world_target')
    // The specification has no skip reason of its own for a second repost of the same post.
    if (await hasRepost(tx, world, agent.id, postId)) return skip('duplicate')
    const declined = (await capReached(tx, actor, 'repost', turn)) ?? (await takeActionUnit(tx, actor, 'repost', turn))
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('repost', world.tag)
    await addRepost(tx, { world_id: world.id, id, agent_id: agent.id, post_id: postId, created_at: turn.at })
    const passed = { subjectId: id, agentId: agent.id, topicId: target.topic_id }
    logPublicEvent(tx, world.id, { kind: 'repost', at: turn.at, ...passed })
    const fact = repostReceived({ fromHandle: agent.handle, postId, occurredAt: turn.at })
    if (isByVisitor(target))
      for (const agentId of addressees({ kind: 'deed', byId: agent.id, toId: target.agent_id }))
        await publishFact(tx, { world, agentId, switches: turn.city, at: turn.at }, [
          { item: { kind: 'repost', fromId: agent.id, ref: { postId } }, fact },
        ])
    return { status: 'created', docId: id, detail: { postId }, whom: target.author_handle }
  },
}
