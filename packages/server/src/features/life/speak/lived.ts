// Posts of residents about their own day, from their public memories.
import {
  type Chance,
  dayWords,
  issueSubject,
  issues,
  type LifeMaterial,
  type LifeTurn,
  type Lived,
  type LivedEvent,
  type LivedMaterial,
  lifeDrafts,
  livedDrafts,
  livedOf,
  type Side,
  usualClaim,
} from '@agent-network/voice/life'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { publicEpisodesSince } from '../../../stores/minds/episodes.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { acquaintanceNamed, actContextOf, actorOf, type Mover } from '../engine/mover.ts'
import { phrase } from './phrase.ts'
import { lastPlanOn, latestPlansWithMove, plainPlan, planOf, putPlan } from './plans.ts'

/** Move of the plan of such a post; its root is the memory. */
export const RECOUNT = 'recount'

/** Age up to which a memory is told, and the time in which the same memory is told once. */
const TOLD_FOR_MS = 40 * HOUR_MS
const REPEAT_MS = 10 * DAY_MS

/** Subjects of talks that say nothing to others. */
const EMPTY_SUBJECT = /^(?:news|what people say|our |my |the way|meeting|an appointment|a plan|waiting)/u

const issueBySubject = (subject: string): string | undefined =>
  [...issues().keys()].find((issue) => issueSubject(issue) === subject)

/** The side that an agent took last on a subject; null for none. */
async function sideOn(tx: Tx, { instant }: Mover, agentId: string, issue: string): Promise<Side | null> {
  const plan = await lastPlanOn(tx, { worldId: instant.life.world.id, agentId, issue })
  return plan === undefined || plan.side === '' ? null : (plan.side as Side)
}

/** Claims of the mover and the other on a subject, as clauses; the same clause if they are on one side. */
async function claimsOn(
  tx: Tx,
  mover: Mover,
  subject: string,
  otherId: string | undefined,
): Promise<Pick<LivedMaterial, 'claim' | 'theirClaim'>> {
  const issue = issueBySubject(subject)
  if (issue === undefined) return { claim: null, theirClaim: null }
  const { id } = mover.person.agent
  const side = await sideOn(tx, mover, id, issue)
  const theirs = otherId === undefined ? null : await sideOn(tx, mover, otherId, issue)
  const claim = side === null ? null : usualClaim(id, issue, side)
  if (theirs === null) return { claim, theirClaim: null }
  return { claim, theirClaim: theirs === side ? claim : usualClaim(otherId!, issue, theirs) }
}

async function materialOf(tx: Tx, mover: Mover, lived: Lived, at: number): Promise<LivedMaterial | null> {
  const { instant } = mover
  const destination = instant.map?.destinations.find(({ label }) => label.toLowerCase() === lived.place?.toLowerCase())
  if (lived.place !== null && destination === undefined) return null
  const other =
    lived.names.length === 1 ? (await acquaintanceNamed(tx, mover, lived.names[0]!))?.other_agent_id : undefined
  const { subject } = lived
  const claims = subject === null ? { claim: null, theirClaim: null } : await claimsOn(tx, mover, subject, other)
  return {
    ...lived,
    there: destination === undefined ? null : { label: destination.label, kind: destination.kind },
    day: dayWords(at, instant.at),
    ...claims,
  }
}

/** Kinds of experiences as events of talk, and their moods. */
const EVENT_KINDS: Partial<Record<Lived['kind'], readonly [kind: string, mood: LivedEvent['mood']]>> = {
  met: ['promise.met', 'good'],
  waited: ['promise.waited', 'bad'],
  late: ['promise.missed', 'bad'],
  won: ['game.won', 'good'],
  lost: ['game.lost', 'bad'],
  drew: ['game.drew', 'plain'],
  argued: ['argued.argued', 'bad'],
}

export type LivedReaction = (material: LifeMaterial, chance: Chance) => Iterable<string>

/** Drafts of a reply to a post about its author's day; null for other posts, and for those about the mover itself. */
export async function livedReaction(
  tx: Tx,
  mover: Mover,
  { postId, name }: { readonly postId: string; readonly name: string },
): Promise<LivedReaction | null> {
  const { instant, person } = mover
  const plan = await planOf(tx, instant.life.world.id, postId)
  const lived = plan?.move === RECOUNT ? livedOf(plan.reason) : null
  const [kind, mood] = (lived === null ? undefined : EVENT_KINDS[lived.kind]) ?? []
  if (plan === undefined || lived === null || kind === undefined || mood === undefined) return null
  if (lived.names.length !== 1 || lived.names[0] === person.agent.display_name) return null
  const material = await materialOf(tx, mover, lived, plan.created_at)
  const turn: LifeTurn = {
    move: 'react',
    event: {
      kind,
      mood,
      at: plan.created_at,
      owner: name,
      other: lived.names[0],
      place: material?.there ?? undefined,
      facts: { subject: lived.subject ?? undefined },
    },
    to: name,
    affinity: person.edges.get(plan.agent_id)?.affinity ?? 0,
    isFirst: false,
    now: instant.at,
  }
  return (own, chance) => lifeDrafts(own, turn, chance)
}

/** Posts about the latest experience that was not posted yet; null if there is none. */
export async function postLived(tx: Tx, mover: Mover): Promise<ActionOutcome | null> {
  const { instant, person } = mover
  const { life, at } = instant
  const owner = { world: life.world, agentId: person.agent.id }
  const about = { worldId: life.world.id, agentId: person.agent.id, move: RECOUNT }
  const recounted = await latestPlansWithMove(tx, about, at - REPEAT_MS)
  const isRecounted = (text: string): boolean => recounted.some(({ reason }) => reason === text)
  for (const memory of await publicEpisodesSince(tx, owner, at - TOLD_FOR_MS)) {
    const lived = livedOf(memory.text)
    if (lived === null || isRecounted(memory.text)) continue
    if (lived.kind === 'talked' && EMPTY_SUBJECT.test(lived.subject ?? '')) continue
    const material = await materialOf(tx, mover, lived, memory.created_at)
    if (material === null) continue
    const text = await phrase(tx, mover, 'post', {
      cue: '',
      material: { topic: null, intent: `tell what happened: ${memory.text}` },
      drafts: (own, chance) => livedDrafts(own, material, chance),
      isOptional: true,
    })
    if (text === null) continue
    const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, actContextOf(mover))
    if (done.status !== 'created') return done
    const by = { worldId: life.world.id, agentId: person.agent.id, at }
    const plan = plainPlan(by, { id: done.docId!, rootId: memory.id, move: RECOUNT })
    await putPlan(tx, { ...plan, reason: memory.text })
    await life.scene.refresh(tx, at)
    return done
  }
  return null
}
