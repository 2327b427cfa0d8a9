// Carries out a resident's intention through the same actions that visitors use.
import { MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { extendStays } from '../../../stores/city/gathering.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import type { Cause } from '../engine/acts.ts'
import { recordAct } from '../engine/consequences.ts'
import { actBecause, actContextOf, actorOf, type Mover } from '../engine/mover.ts'
import { adoptIdea, enterChallenge, introduceIdea } from '../ideas/thinking.ts'
import { startConversation } from '../meet/gatherings.ts'
import { toTick } from '../mind/habits.ts'
import { play } from '../play/chess-table.ts'
import { post, reply, writeMessage } from '../speak/posts.ts'
import { arrivalOf, startWalk } from '../walk/walking.ts'
import type { Intention } from './view.ts'

type Of<K extends Intention['kind']> = Extract<Intention, { kind: K }>

async function like(tx: Tx, mover: Mover, { postId }: Of<'like'>): Promise<ActionOutcome> {
  const done = await ACTIONS.like.perform(tx, actorOf(mover), { postId }, actContextOf(mover))
  const liked = mover.instant.life.scene.find(postId)
  if (done.status === 'created' && liked !== undefined)
    await recordAct(tx, mover, { act: 'like', otherId: liked.agentId })
  return done
}

async function repost(tx: Tx, mover: Mover, { postId }: Of<'repost'>): Promise<ActionOutcome> {
  const done = await ACTIONS.repost.perform(tx, actorOf(mover), { postId }, actContextOf(mover))
  const passed = mover.instant.life.scene.find(postId)
  if (done.status === 'created' && passed !== undefined)
    await recordAct(tx, mover, { act: 'repost', otherId: passed.agentId })
  return done
}

async function follow(tx: Tx, mover: Mover, { agentId }: Of<'follow'>): Promise<ActionOutcome> {
  const done = await ACTIONS.follow.perform(tx, actorOf(mover), { agentId }, actContextOf(mover))
  if (done.status === 'created') {
    mover.person.followed.add(agentId)
    await recordAct(tx, mover, { act: 'follow', otherId: agentId })
  }
  return done
}

const STAYS_MIN = 40
const STAYS_SPREAD = 100

/** Walks to a destination and stays there for 40 to 140 minutes. */
export async function walk(tx: Tx, mover: Mover, { destinationId, purpose }: Of<'journey'>): Promise<ActionOutcome> {
  const { life } = mover.instant
  const input = { destinationId, ...(purpose === null ? {} : { purpose }) }
  const done = await startWalk(tx, mover, input)
  const arrival = arrivalOf(done)
  const stays = (STAYS_MIN + mover.chance('stays')() * STAYS_SPREAD) * MINUTE_MS
  if (arrival !== null) await extendStays(tx, life.world.id, [mover.person.agent.id], toTick(arrival + stays))
  return done
}

/** The text, idea or challenge that an intention is about; null if it follows from the resident's habits. */
function causeOf(intention: Intention): Cause | null {
  switch (intention.kind) {
    case 'reply':
    case 'like':
    case 'repost':
      return { kind: 'post', id: intention.postId }
    case 'post':
      return intention.ideaId === null ? null : { kind: 'idea', id: intention.ideaId }
    case 'adopt':
      return { kind: 'idea', id: intention.ideaId }
    case 'contribute':
      return { kind: 'challenge', id: intention.challengeId }
    default:
      return null
  }
}

/** Carries out an intention through the same actions that visitors use. Null if it had no effect. */
export function perform(tx: Tx, mover: Mover, intention: Intention): Promise<ActionOutcome | null> {
  const cause = causeOf(intention)
  if (cause !== null) actBecause(mover, cause)
  switch (intention.kind) {
    case 'post':
      return post(tx, mover, intention)
    case 'reply':
      return reply(tx, mover, intention)
    case 'dm':
      return writeMessage(tx, mover, intention)
    case 'like':
      return like(tx, mover, intention)
    case 'repost':
      return repost(tx, mover, intention)
    case 'follow':
      return follow(tx, mover, intention)
    case 'journey':
      return walk(tx, mover, intention)
    case 'meet':
      return startConversation(tx, mover, intention)
    case 'play':
      return play(tx, mover, intention)
    case 'idea':
      return introduceIdea(tx, mover, intention)
    case 'adopt':
      return adoptIdea(tx, mover, intention)
    case 'contribute':
      return enterChallenge(tx, mover, intention)
    case 'rest':
      return Promise.resolve(null)
  }
}
