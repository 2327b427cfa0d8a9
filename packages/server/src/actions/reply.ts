import { capture } from '../chronicle/events.ts'
import { replyReceived } from '../chronicle/facts.ts'
import { addReply } from '../content/replies.ts'
import { prepare, type Tx } from '../db/database.ts'
import { number } from '../settings/switches.ts'
import { nextInboxPlace } from '../worlds/roster.ts'
import { type Action, type Actor, skip, type Turn } from './action.ts'
import { ANSWER, callAttention } from './attention.ts'
import { capReached, takeShare } from './caps.ts'
import { hold } from './held.ts'
import { isToldOf, visiblePost } from './targets.ts'
import { readSpeech } from './texts.ts'

const ownReplies = prepare<{ world: string; post: string; agent: string }, { n: number }>((sql, param) =>
  sql
    .selectFrom('replies')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('world_id', '=', param('world'))
    .where('post_id', '=', param('post'))
    .where('agent_id', '=', param('agent')),
)

/** So that two who answer each other come to an end: one agent's replies under one post are counted. */
async function isTalkedOut(tx: Tx, { world, agent }: Actor, postId: string, { city }: Turn): Promise<boolean> {
  const row = await tx.first(ownReplies, { world: world.id, post: postId, agent: agent.id })
  return Number(row!.n) >= number(city, 'cityThreadReplyCap')
}

export const reply: Action<'reply'> = {
  kind: 'reply',
  read({ postId, text }) {
    const speech = readSpeech(text)
    return speech === null ? null : { postId, text: speech }
  },
  spoken: ({ text }) => ({ text, policy: 'speech', again: true }),
  trace: async (_read, _actor, { postId }) => ({ kind: 'reply', postId }),
  addressee: async (read, { world }, { postId }) => (await visiblePost(read, world, postId))?.agent_id ?? null,
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
    const visibility = turn.held === null ? 'public' : 'quarantined'
    const inbox = target.agent_id === agent.id ? null : await nextInboxPlace(tx, world.id, target.agent_id)
    await addReply(
      tx,
      world,
      target,
      {
        world_id: world.id,
        id,
        post_id: postId,
        parent_reply_id: null,
        agent_id: agent.id,
        text,
        visibility,
        created_at: turn.at,
      },
      inbox,
    )
    if (turn.held !== null) return hold(tx, world, id, turn)
    if (isToldOf(target, agent)) {
      const author = { world, agentId: target.agent_id, switches: turn.city, at: turn.at }
      await capture(tx, author, [replyReceived({ fromHandle: agent.handle, postId, replyId: id, occurredAt: turn.at })])
    }
    if (target.agent_id !== agent.id)
      await callAttention(tx, actor, ANSWER, { addresseeId: target.agent_id, subjectId: id }, turn)
    return { status: 'created', docId: id, detail: { postId }, whom: target.author_handle }
  },
}
