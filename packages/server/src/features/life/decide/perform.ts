// Carries out a resident's intention through the same actions that visitors use.
import { MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { holdBodies } from '../../../stores/city/gathering.ts'
import type { Performed } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { leaveTrace } from '../engine/consequences.ts'
import { actorOf, type Mover, turnOf } from '../engine/mover.ts'
import { adopt, contribute, haveIdea } from '../ideas/thinking.ts'
import { meet } from '../meet/gatherings.ts'
import { toTick } from '../mind/habits.ts'
import { play } from '../play/chess-table.ts'
import { post, reply, write } from '../speak/posts.ts'
import { arrivalOf, setForth } from '../walk/walking.ts'
import type { Intention } from './view.ts'

type Of<K extends Intention['kind']> = Extract<Intention, { kind: K }>

async function like(tx: Tx, mover: Mover, { postId }: Of<'like'>): Promise<Performed> {
  const done = await ACTIONS.like.perform(tx, actorOf(mover), { postId }, turnOf(mover))
  const liked = mover.instant.life.scene.find(postId)
  if (done.status === 'created' && liked !== undefined)
    await leaveTrace(tx, mover, { act: 'like', otherId: liked.agentId })
  return done
}

async function repost(tx: Tx, mover: Mover, { postId }: Of<'repost'>): Promise<Performed> {
  const done = await ACTIONS.repost.perform(tx, actorOf(mover), { postId }, turnOf(mover))
  const passed = mover.instant.life.scene.find(postId)
  if (done.status === 'created' && passed !== undefined)
    await leaveTrace(tx, mover, { act: 'repost', otherId: passed.agentId })
  return done
}

async function follow(tx: Tx, mover: Mover, { agentId }: Of<'follow'>): Promise<Performed> {
  const done = await ACTIONS.follow.perform(tx, actorOf(mover), { agentId }, turnOf(mover))
  if (done.status === 'created') {
    mover.person.followed.add(agentId)
    await leaveTrace(tx, mover, { act: 'follow', otherId: agentId })
  }
  return done
}

const STAYS_MIN = 40
const STAYS_SPREAD = 100

/** Walks to a destination and stays there for 40 to 140 minutes. */
export async function walk(tx: Tx, mover: Mover, { destinationId, purpose }: Of<'journey'>): Promise<Performed> {
  const { life } = mover.instant
  const input = { destinationId, ...(purpose === null ? {} : { purpose }) }
  const done = await setForth(tx, mover, input)
  const arrival = arrivalOf(done)
  const stays = (STAYS_MIN + mover.chance('stays')() * STAYS_SPREAD) * MINUTE_MS
  if (arrival !== null) await holdBodies(tx, life.world.id, [mover.person.agent.id], toTick(arrival + stays))
  return done
}

/** Carries out an intention through the same actions that visitors use. Null if it had no effect. */
export function perform(tx: Tx, mover: Mover, intention: Intention): Promise<Performed | null> {
  switch (intention.kind) {
    case 'post':
      return post(tx, mover, intention)
    case 'reply':
      return reply(tx, mover, intention)
    case 'dm':
      return write(tx, mover, intention)
    case 'like':
      return like(tx, mover, intention)
    case 'repost':
      return repost(tx, mover, intention)
    case 'follow':
      return follow(tx, mover, intention)
    case 'journey':
      return walk(tx, mover, intention)
    case 'meet':
      return meet(tx, mover, intention)
    case 'play':
      return play(tx, mover, intention)
    case 'idea':
      return haveIdea(tx, mover, intention)
    case 'adopt':
      return adopt(tx, mover, intention)
    case 'contribute':
      return contribute(tx, mover, intention)
    case 'rest':
      return Promise.resolve(null)
  }
}
