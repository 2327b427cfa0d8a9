// The action `reply`.
import { number } from '../../platform/control/switches.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PostRow } from '../../platform/db/tables/tables.ts'
import { publishFact } from '../../stores/event-log/events.ts'
import { replyReceived } from '../../stores/event-log/facts.ts'
import { addressees, answeredOf } from '../../stores/event-log/inbox.ts'
import { logPublic } from '../../stores/event-log/public-log.ts'
import { addReply, countOwnReplies } from '../../stores/posts/replies.ts'
import { replyHappening } from '../../stores/posts/threads.ts'
import { type ActContext, type Action, type Actor, skip } from './action.ts'
import { ANSWER, callAttention } from './attention.ts'
import { capReached, takeShare } from './caps.ts'
import { holdBack } from './hold-back.ts'
import { type Authored, isVisitors, visiblePost } from './targets.ts'
import { readSpeech } from './texts.ts'

/** Caps one agent's replies under one post, so that two agents do not answer each other without end. */
async function isTalkedOut(tx: Tx, { world, agent }: Actor, postId: string, { city }: ActContext): Promise<boolean> {
  return (await countOwnReplies(tx, world, postId, agent.id)) >= number(city, 'cityThreadReplyCap')
}

interface Said {
  readonly id: string
  readonly post: PostRow & Authored
  readonly parentReplyId: string | null
  readonly text: string
}

/** Writes the reply to the inbox of every addressed visitor and returns the inbox positions by agent. */
async function tellOfReply(
  tx: Tx,
  { world, agent }: Actor,
  said: Said,
  { city, at }: ActContext,
): Promise<Map<string, number>> {
  const { id, post, parentReplyId, text } = said
  const happening = await replyHappening(tx, world, { byId: agent.id, post, parentReplyId, text })
  const fact = replyReceived({ fromHandle: agent.handle, postId: post.id, replyId: id, occurredAt: at })
  const places = new Map<string, number>()
  for (const agentId of addressees(happening)) {
    if (agentId === post.agent_id && !isVisitors(post)) continue
    const yours = answeredOf(happening, agentId)
    const ref = { postId: post.id, replyId: id, parentReplyId, ...(yours === null ? {} : { yours }) }
    const item = { kind: 'reply', fromId: agent.id, ref } as const
    const place = await publishFact(tx, { world, agentId, switches: city, at }, [{ item, fact }])
    if (place !== null) places.set(agentId, place)
  }
  return places
}

export const reply: Action<'reply'> = {
  kind: 'reply',
  read({ postId, text }) {
    const speech = readSpeech(text)
    return speech === null ? null : { postId, text: speech }
  },
  spoken: ({ text }) => ({ text, policy: 'speech', again: true }),
  trace: async (_read, _actor, { postId }) => ({ kind: 'reply', postId }),
  async addressees(read, { world, agent }, { postId, text }) {
    const post = await visiblePost(read, world, postId)
    if (post === null) return []
    return addressees(await replyHappening(read, world, { byId: agent.id, post, parentReplyId: null, text }))
  },
  closed: () => null,
  async perform(tx, actor, { postId, text }, turn) {
    const { world, agent } = actor
    const target = await visiblePost(tx, world, postId)
    if (target === null) return skip('cross_world_target')
    const reached = await capReached(tx, actor, 'reply', turn)
    if (reached !== null) return skip(reached)
    if (await isTalkedOut(tx, actor, postId, turn)) return skip('thread_cap')
    const declined = await takeShare(tx, actor, 'reply', turn)
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('reply', world.tag)
    const visibility = turn.objection === null ? 'public' : 'quarantined'
    const parentReplyId = turn.parentReplyId ?? null
    const told =
      turn.objection === null ? await tellOfReply(tx, actor, { id, post: target, parentReplyId, text }, turn) : null
    const draft = {
      world_id: world.id,
      id,
      post_id: postId,
      parent_reply_id: parentReplyId,
      agent_id: agent.id,
      text,
      visibility,
      created_at: turn.at,
    }
    await addReply(tx, world, { post: target, draft, inbox: told?.get(target.agent_id) ?? null })
    if (turn.objection !== null) return holdBack(tx, { world, id, verdict: turn.objection }, turn.at)
    const shown = { subjectId: id, agentId: agent.id, topicId: target.topic_id }
    logPublic(tx, world.id, { kind: 'reply', at: turn.at, ...shown })
    if (target.agent_id !== agent.id)
      await callAttention(tx, actor, { kind: ANSWER, addresseeId: target.agent_id, subjectId: id }, turn)
    return { status: 'created', docId: id, detail: { postId }, whom: target.author_handle }
  },
}
