// The action `reply`.
import { numberSwitch } from '../../platform/control/switches.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PostRow } from '../../platform/db/tables/tables.ts'
import { publishFact } from '../../stores/event-log/events.ts'
import { replyReceived } from '../../stores/event-log/facts.ts'
import { addressees, findAnsweredText } from '../../stores/event-log/inbox.ts'
import { logPublicEvent } from '../../stores/event-log/public-log.ts'
import { addReply, countOwnReplies } from '../../stores/posts/replies.ts'
import { readReplyFact } from '../../stores/posts/threads.ts'
import { type ActContext, type Action, type Actor, skip } from './action.ts'
import { ANSWER, scheduleAnswer } from './attention.ts'
import { capReached, takeActionUnit } from './caps.ts'
import { quarantineText } from './hold-back.ts'
import { type Authored, isByVisitor, visiblePost } from './targets.ts'
import { readSpeech } from './texts.ts'

/** Caps one agent's replies under one post, so that two agents do not answer each other without end. */
async function isThreadCapReached(
  tx: Tx,
  { world, agent }: Actor,
  postId: string,
  { city }: ActContext,
): Promise<boolean> {
  return (await countOwnReplies(tx, world, postId, agent.id)) >= numberSwitch(city, 'cityThreadReplyCap')
}

interface ReplyText {
  readonly id: string
  readonly post: PostRow & Authored
  readonly parentReplyId: string | null
  readonly text: string
}

/** Writes the reply to the inbox of every addressed visitor and returns the inbox positions by agent. */
async function deliverReply(
  tx: Tx,
  { world, agent }: Actor,
  draft: ReplyText,
  { city, at }: ActContext,
): Promise<Map<string, number>> {
  const { id, post, parentReplyId, text } = draft
  const happening = await readReplyFact(tx, world, { byId: agent.id, post, parentReplyId, text })
  const fact = replyReceived({ fromHandle: agent.handle, postId: post.id, replyId: id, occurredAt: at })
  const places = new Map<string, number>()
  for (const agentId of addressees(happening)) {
    if (agentId === post.agent_id && !isByVisitor(post)) continue
    const yours = findAnsweredText(happening, agentId)
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
  textToModerate: ({ text }) => ({ text, policy: 'speech', again: true }),
  trace: async (_read, _actor, { postId }) => ({ kind: 'reply', postId }),
  async addressees(read, { world, agent }, { postId, text }) {
    const post = await visiblePost(read, world, postId)
    if (post === null) return []
    return addressees(await readReplyFact(read, world, { byId: agent.id, post, parentReplyId: null, text }))
  },
  closed: () => null,
  async perform(tx, actor, { postId, text }, turn) {
    const { world, agent } = actor
    const target = await visiblePost(tx, world, postId)
    if (target === null) return skip('cross_world_target')
    const reached = await capReached(tx, actor, 'reply', turn)
    if (reached !== null) return skip(reached)
    if (await isThreadCapReached(tx, actor, postId, turn)) return skip('thread_cap')
    const declined = await takeActionUnit(tx, actor, 'reply', turn)
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('reply', world.tag)
    const visibility = turn.objection === null ? 'public' : 'quarantined'
    const parentReplyId = turn.parentReplyId ?? null
    const inboxPositions =
      turn.objection === null ? await deliverReply(tx, actor, { id, post: target, parentReplyId, text }, turn) : null
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
    await addReply(tx, world, { post: target, draft, inbox: inboxPositions?.get(target.agent_id) ?? null })
    if (turn.objection !== null) return quarantineText(tx, { world, id, verdict: turn.objection }, turn.at)
    const subject = { subjectId: id, agentId: agent.id, topicId: target.topic_id }
    logPublicEvent(tx, world.id, { kind: 'reply', at: turn.at, ...subject })
    if (target.agent_id !== agent.id)
      await scheduleAnswer(tx, actor, { kind: ANSWER, addresseeId: target.agent_id, subjectId: id }, turn)
    return { status: 'created', docId: id, detail: { postId }, whom: target.author_handle }
  },
}
