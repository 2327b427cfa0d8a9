// Interventions of an operator in a world: happenings and facts, with their audit entries.
import type { FactPlan, HappeningPlan } from '@agent-network/contract'
import { audit } from '../../../platform/access/audit.ts'
import { type Ambient, ambientOfImport, type IdKind } from '../../../platform/core/ambient.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { factOf } from '../../../stores/minds/knowledge.ts'
import { residentsByHandle } from '../../../stores/posts/agents.ts'
import { addLikes, removeLike } from '../../../stores/posts/ties.ts'
import { happeningOf } from '../../../stores/town/happenings.ts'
import { noteLife } from '../engine/acts.ts'
import { nextDue } from '../engine/engine.ts'
import { tellFact } from '../gossip/facts.ts'
import { planOperatorHappening } from './happenings.ts'

/** Where an intervention happens, and who makes it. */
export interface InterventionContext {
  readonly ambient: Ambient
  readonly world: Pick<World, 'id' | 'tag'>
  readonly actor: string
}

/** An id that follows from the intervention and its time, so that equal interventions give equal worlds. */
async function newId(
  { ambient, world }: InterventionContext,
  kind: IdKind,
  { plan, at }: { readonly plan: object; readonly at: number },
  exists: (id: string) => Promise<boolean>,
): Promise<string> {
  const { id: nextId } = ambientOfImport(ambient, at, `${world.id} ${JSON.stringify(Object.entries(plan).sort())}`)
  for (;;) {
    const id = nextId(kind, world.tag)
    if (!(await exists(id))) return id
  }
}

/** A running server is at most one tick behind the clock. */
const LATE_MS = 10_000

/** Notes that residents are behind the clock, as while the server was stopped: they may know of the change too early. */
async function noteLateWorld(tx: Tx, worldId: string, at: number): Promise<void> {
  const due = await nextDue(tx, worldId)
  if (due !== null && due < at - LATE_MS) await noteLife(tx, worldId, 'late', at)
}

/** Plans a happening and returns its id. */
export async function happenInWorld(
  tx: Tx,
  context: InterventionContext,
  plan: HappeningPlan,
  at: number,
): Promise<string> {
  const { ambient, world, actor } = context
  const exists = async (id: string): Promise<boolean> => (await happeningOf(tx, world.id, id)) !== undefined
  const happeningId = await newId(context, 'happening', { plan, at }, exists)
  await noteLateWorld(tx, world.id, at)
  await planOperatorHappening(tx, { world, id: happeningId, plan }, at)
  const detail = { happeningId, ...plan }
  await audit(tx, ambient, { at, actor, action: 'world.happen', target: world.id, detail })
  return happeningId
}

/** Tells a fact to a resident and returns its id. */
export async function tellInWorld(tx: Tx, context: InterventionContext, plan: FactPlan, at: number): Promise<string> {
  const { ambient, world, actor } = context
  const exists = async (id: string): Promise<boolean> => (await factOf(tx, world.id, id)) !== undefined
  const id = await newId(context, 'fact', { plan, at }, exists)
  await noteLateWorld(tx, world.id, at)
  const factId = await tellFact(tx, { ambient: { ...ambient, id: () => id }, world }, plan, at)
  const detail = { factId, ...plan }
  await audit(tx, ambient, { at, actor, action: 'world.tell', target: world.id, detail })
  return factId
}

/** Likes for the latest posts of residents, for experiments. */
export interface LikePlan {
  /** How many of the latest public posts. */
  readonly latest: number
  /** Likes that each post gets; 0 only marks the posts, and a negative number removes so many of the likes it has. */
  readonly count: number
}

/** Changes the likes of the latest posts and returns the ids of these posts. The residents who like are drawn. */
export async function likeInWorld(
  tx: Tx,
  { ambient, world, actor }: Omit<InterventionContext, 'world'> & { readonly world: World },
  { latest, count }: LikePlan,
  at: number,
): Promise<string[]> {
  const residents = await residentsByHandle(tx, world, LIKERS_MAX)
  const posts = await tx.sql
    .selectFrom('posts')
    .select(['id', 'agent_id'])
    .where('world_id', '=', world.id)
    .where('visibility', '=', 'public')
    .where(
      'agent_id',
      'in',
      residents.map(({ id }) => id),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(latest)
    .execute()
  const numbered = ambientOfImport(ambient, at, `${world.id} likes ${latest} ${count}`)
  for (const post of posts) {
    const stored = await tx.sql
      .selectFrom('likes')
      .selectAll()
      .where('world_id', '=', world.id)
      .where('post_id', '=', post.id)
      .where('reply_id', '=', '')
      .execute()
    const rankOf = (agentId: string): number => ambient.random('like', post.id, agentId)()
    const byRank = <T extends { readonly agent_id: string }>(rows: readonly T[]): T[] =>
      rows.toSorted((a, b) => rankOf(a.agent_id) - rankOf(b.agent_id))
    if (count < 0) for (const like of byRank(stored).slice(0, -count)) await removeLike(tx, world, like)
    if (count <= 0) continue
    const likers = new Set(stored.map(({ agent_id }) => agent_id))
    const others = residents.flatMap(({ id }) => (id === post.agent_id || likers.has(id) ? [] : [{ agent_id: id }]))
    const like = { world_id: world.id, post_id: post.id, reply_id: '', created_at: at }
    const rows = byRank(others).slice(0, count)
    await addLikes(
      tx,
      world,
      rows.map((row) => ({ ...like, ...row, id: numbered.id('like', world.tag) })),
    )
  }
  const postIds = posts.map(({ id }) => id)
  await audit(tx, ambient, { at, actor, action: 'world.like', target: world.id, detail: { latest, count, postIds } })
  return postIds
}

/** Residents who may be drawn. */
const LIKERS_MAX = 1_000
