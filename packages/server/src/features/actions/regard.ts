// The actions `like` and `follow`.
import type { ActionInput } from '@agent-network/contract'
import { isGateOpen } from '../../platform/control/switches.ts'
import type { Read } from '../../platform/db/database.ts'
import { publishFact } from '../../stores/event-log/events.ts'
import { followReceived, likeReceived } from '../../stores/event-log/facts.ts'
import { addressees } from '../../stores/event-log/inbox.ts'
import { addFollow, addNewLike, hasFollow, hasLike } from '../../stores/posts/ties.ts'
import { type Action, type Actor, type LookResult, skip, takeActionUnit } from './action.ts'
import { type Authored, findLikedPost, findPeer, isByVisitor, isSelf, visiblePost, visibleReply } from './targets.ts'

// ── The action `like`, for posts and replies ──

export interface LikeState extends LookResult {
  readonly target: Authored | null
}

/** The post, or the reply under it, and whether the actor likes it already. */
async function findLiked(read: Read, { world, agent }: Actor, { postId, replyId }: ActionInput<'like'>) {
  const like = { agentId: agent.id, postId, replyId }
  if (replyId === undefined) return findLikedPost(read, world, like)
  const [post, isLiked] = await Promise.all([visiblePost(read, world, postId), hasLike(read, world, like)])
  const target = post === null ? null : await visibleReply(read, post, world, replyId)
  return target === null ? null : { target, isLiked }
}

async function look(read: Read, actor: Actor, input: ActionInput<'like'>): Promise<LikeState> {
  const found = await findLiked(read, actor, input)
  if (found === null) return { target: null, declined: 'cross_world_target', addressees: [] }
  const { target, isLiked } = found
  return {
    target,
    declined: isLiked ? 'already_liked' : null,
    addressees: isByVisitor(target) ? [target.agent_id] : [],
  }
}

/** Needs no model call and spends no shared city limit (4.10). */
export const like: Action<'like', ActionInput<'like'>, LikeState> = {
  kind: 'like',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { postId, replyId }) => ({
    kind: 'like',
    postId,
    ...(replyId === undefined ? {} : { replyId }),
  }),
  closed: () => null,
  look,
  async perform(tx, actor, input, turn) {
    const { world, agent } = actor
    const { postId, replyId } = input
    const looked = turn.looked ?? (await look(tx, actor, input))
    const declined = looked.declined ?? (await takeActionUnit(tx, actor, null, turn))
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('like', world.tag)
    addNewLike(tx, world, {
      world_id: world.id,
      id,
      agent_id: agent.id,
      post_id: postId,
      reply_id: replyId ?? '',
      created_at: turn.at,
    })
    const fact = likeReceived({ fromHandle: agent.handle, postId, replyId, occurredAt: turn.at })
    const ref = { postId, ...(replyId === undefined ? {} : { replyId }) }
    const target = looked.target!
    for (const toId of looked.addressees)
      for (const agentId of addressees({ kind: 'deed', byId: agent.id, toId }))
        await publishFact(tx, { world, agentId, switches: turn.city, at: turn.at }, [
          { item: { kind: 'like', fromId: agent.id, ref }, fact },
        ])
    return { status: 'created', docId: id, detail: ref, whom: target.author_handle }
  },
}

// ── The action `follow` ──

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
