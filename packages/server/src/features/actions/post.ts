// The action `post`.
import { numberSwitch } from '../../platform/control/switches.ts'
import { logPublicEvent } from '../../stores/event-log/public-log.ts'
import { readAgent, writeLastPostTime } from '../../stores/posts/agents.ts'
import { addPost } from '../../stores/posts/posts.ts'
import { type Action, skip } from './action.ts'
import { capReached, takeActionUnit } from './caps.ts'
import { quarantineText } from './hold-back.ts'
import { readSpeech } from './texts.ts'

export const post: Action<'post'> = {
  kind: 'post',
  read({ text }) {
    const speech = readSpeech(text)
    return speech === null ? null : { text: speech }
  },
  textToModerate: ({ text }) => ({ text, policy: 'speech', again: true }),
  trace: async () => ({ kind: 'post' }),
  closed: () => null,
  async perform(tx, actor, { text }, turn) {
    const { world, agent } = actor
    const reached = await capReached(tx, actor, 'post', turn)
    if (reached !== null) return skip(reached)
    const fresh = await readAgent(tx, world, agent.id)
    const cooldown = numberSwitch(turn.city, 'cityPostCooldownSeconds') * 1_000
    // Of two concurrent acts the later commit may have the earlier time; the interval is then 0, not negative.
    const since = Math.max(0, turn.at - (fresh?.last_post_at ?? 0))
    if (since < cooldown) return skip('cooldown')
    const declined = await takeActionUnit(tx, actor, 'post', turn)
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('post', world.tag)
    await addPost(tx, world, {
      world_id: world.id,
      id,
      agent_id: agent.id,
      text,
      topic_id: turn.topicId ?? '',
      has_news: 0,
      visibility: turn.objection === null ? 'public' : 'quarantined',
      created_at: turn.at,
    })
    await writeLastPostTime(tx, world, agent.id, turn.at)
    if (turn.objection !== null) return quarantineText(tx, { world, id, verdict: turn.objection }, turn.at)
    const topicId = turn.topicId ?? ''
    logPublicEvent(tx, world.id, { kind: 'post', at: turn.at, subjectId: id, agentId: agent.id, topicId })
    return { status: 'created', docId: id }
  },
}
