import type { Performed } from '../actions/action.ts'
import { ACTIONS } from '../actions/index.ts'
import type { Tx } from '../db/database.ts'
import { messageDrafts, postDrafts, replyDrafts } from '../models/local-voice/life.ts'
import { mayAnswer, mayWrite } from './fence.ts'
import { actorOf, calledOf, type Mover, materialFor, touch, turnOf } from './moment.ts'
import { latelyOf, remember } from './remembering.ts'
import type { Intention } from './view.ts'
import { phrase } from './voice.ts'

type Post = Extract<Intention, { kind: 'post' }>
type Reply = Extract<Intention, { kind: 'reply' }>
type Letter = Extract<Intention, { kind: 'dm' }>

/** How often somebody who has something to tell tells it. */
const TELLS = 0.15

/** Null when nothing comes to mind that this world has not heard. */
export async function post(tx: Tx, mover: Mover, { topicId }: Pick<Post, 'topicId'>): Promise<Performed | null> {
  const { life, at } = mover.instant
  const topic = topicId === null ? null : (life.scene.topics.get(topicId) ?? null)
  const lately =
    mover.chance('tells')() < TELLS ? await latelyOf(tx, life.world, mover.person.agent.id, topic, at) : null
  const material = {
    ...(await materialFor(tx, mover, topic?.name ?? '')),
    topic,
    ...(lately === null ? {} : { prompt: lately }),
  }
  const text = await phrase(tx, mover, { kind: 'post', material, drafts: postDrafts })
  if (text === null) return null
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, turnOf(mover, topic === null ? '' : topicId!))
  // What was just said must not be said by the next in the same words.
  if (done.status === 'created') await life.scene.refresh(tx, at)
  return done
}

export async function reply(tx: Tx, mover: Mover, { postId, stance }: Reply): Promise<Performed | null> {
  const { life, at } = mover.instant
  const target = life.scene.find(postId)
  if (target === undefined || (target.visitor && !(await mayAnswer(tx, mover.instant, target.agentId)))) return null
  const to = { name: await calledOf(tx, mover.instant, target.agentId), text: target.text }
  const material = { ...(await materialFor(tx, mover, target.text)), to, earlier: [], stance }
  const text = await phrase(tx, mover, { kind: 'reply', material, drafts: replyDrafts })
  if (text === null) return null
  const done = await ACTIONS.reply.perform(tx, actorOf(mover), { postId, text }, turnOf(mover))
  if (done.status !== 'created') return done
  if (stance === 'disagree') {
    await touch(tx, mover, target.agentId, ['contradicted', 'was_contradicted'], 'was_contradicted')
    const episode = {
      text: `Would not agree with ${to.name} about ${subjectOf(life, target.topicId)}`,
      importance: 0.3,
    }
    await remember(tx, mover.ambient, life.world, mover.person.agent.id, episode, at)
  } else await touch(tx, mover, target.agentId, ['answered', 'was_answered'], 'was_answered')
  return done
}

const subjectOf = ({ scene }: Mover['instant']['life'], topicId: string): string =>
  scene.topics.get(topicId)?.name.toLowerCase() ?? 'a post'

export async function write(tx: Tx, mover: Mover, { agentId }: Letter): Promise<Performed | null> {
  const { instant, person } = mover
  const name = await instant.life.name(tx, agentId)
  if (name === null) return null
  const to = { displayName: name.displayName, type: person.edges.get(agentId)?.type ?? null }
  const material = { ...(await materialFor(tx, mover, name.displayName)), to, earlier: [] }
  const text = await phrase(tx, mover, { kind: 'message', material, drafts: messageDrafts })
  if (text === null) return null
  const other = await instant.life.people.of(tx, agentId, instant.at)
  if (other?.agent.kind === 'visitor' && !(await mayWrite(tx, instant, agentId))) return null
  const done = await ACTIONS.dm.perform(tx, actorOf(mover), { agentId, text }, turnOf(mover))
  if (done.status === 'created') await touch(tx, mover, agentId, ['wrote', 'was_written_to'], 'was_written_to')
  return done
}
