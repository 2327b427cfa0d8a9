import { addLike, likes } from '../content/ties.ts'
import { type Action, skip } from './action.ts'
import { takeShare } from './caps.ts'
import { visiblePost, visibleReply } from './targets.ts'

/** Makes no model call and draws on no shared limit of the city (4.10). */
export const like: Action<'like'> = {
  kind: 'like',
  read: (input) => input,
  spoken: () => null,
  trace: async (_read, _actor, { postId, replyId }) => ({
    kind: 'like',
    postId,
    ...(replyId === undefined ? {} : { replyId }),
  }),
  closed: () => null,
  async perform(tx, actor, { postId, replyId }, turn) {
    const { world, agent } = actor
    const post = await visiblePost(tx, world, postId)
    if (post === null) return skip('cross_world_target')
    if (replyId !== undefined && (await visibleReply(tx, post, world, replyId)) === null)
      return skip('cross_world_target')
    if (await likes(tx, world, agent.id, postId, replyId)) return skip('already_liked')
    const declined = await takeShare(tx, actor, null, turn)
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('like', world.tag)
    await addLike(tx, world, {
      world_id: world.id,
      id,
      agent_id: agent.id,
      post_id: postId,
      reply_id: replyId ?? '',
      created_at: turn.at,
    })
    return { status: 'created', docId: id, detail: { postId, ...(replyId === undefined ? {} : { replyId }) } }
  },
}
