// Nightly progress of a resident's want, and the choice of a new one.
import { type WantKind, wantGoal } from '@agent-network/voice/life'
import { DAY_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readAgent } from '../../../stores/posts/agents.ts'
import { applyExperience } from '../engine/consequences.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import { wellBeing } from '../mind/feelings.ts'
import { remember } from '../mind/people.ts'
import { applyDealing } from '../mind/relationships.ts'
import type { OwnPost } from '../mind/reputation.ts'
import { materialFor } from '../speak/material.ts'
import { outcomeOf, progressOf, putWant, startOf, type WantMeasures, type WantRow } from './wants.ts'

/** Time between two wants. */
const WANT_PAUSE_MS = 2 * DAY_MS

/** A resident promotes an idea of its own only below this number of stances. */
const STANCES_MAX = 5

interface Candidate {
  readonly kind: WantKind
  readonly otherId: string
  readonly idea: { readonly id: string; readonly label: string } | null
  readonly weight: number
}

/** Possible wants, weighted by character and relationships. */
async function candidates(tx: Tx, { instant: { life }, person }: Mover): Promise<Candidate[]> {
  const { habits, edges, grudges } = person
  const found: Candidate[] = [
    { kind: 'make', otherId: '', idea: null, weight: 1.2 },
    { kind: 'heard', otherId: '', idea: null, weight: 0.3 * habits.talks },
  ]
  const sorted = [...edges.values()].sort((a, b) => (a.other_agent_id < b.other_agent_id ? -1 : 1))
  for (const { other_agent_id: otherId, affinity, familiarity, type } of sorted) {
    const add = (kind: WantKind, weight: number) => found.push({ kind, otherId, idea: null, weight })
    if (affinity < -0.15 && familiarity > 0.25) add('reconcile', grudges.has(otherId) ? 0.2 : 0.12)
    if (affinity > 0.08 && affinity < 0.3 && familiarity > 0.1) add('befriend', 0.1)
    if (type === 'mentor') add('learn', 0.4)
    else if (affinity > 0.15 && familiarity > 0.3) add('learn', 0.04)
    if (habits.plays > 0.8 && familiarity > 0.3) add('beat', 0.05 * habits.plays)
  }
  for (const { id, label, stances, originId } of await life.ideas.open(tx))
    if (originId === person.agent.id && stances.get(person.agent.id) === 'support' && stances.size < STANCES_MAX)
      found.push({ kind: 'idea', otherId: id, idea: { id, label }, weight: 0.8 })
  return found
}

async function readMeasures(
  tx: Tx,
  { instant: { life, at }, person, feelings, chance }: Mover,
  { otherId, kind }: { otherId: string; kind: string },
  month: readonly OwnPost[],
): Promise<WantMeasures> {
  const idea = kind === 'idea' ? (await life.ideas.open(tx)).find(({ id }) => id === otherId) : undefined
  return {
    edge: person.edges.get(otherId),
    bearsGrudge: person.grudges.has(otherId),
    // The cached row of a resident has the count of the time when it was read.
    followers: (await readAgent(tx, life.world, person.agent.id))?.followers_count ?? 0,
    carriers: [...(idea?.stances.values() ?? [])].filter((stance) => stance === 'support').length,
    posts: month.filter(({ created_at }) => created_at > at - DAY_MS).length,
    wasPoor: wellBeing(feelings) < wellBeing(person.rest) - 0.06,
    randomShare: chance('luck')(),
  }
}

/** Picks one candidate with a probability proportional to its weight. */
function pickCandidate(all: readonly Candidate[], roll: number): Candidate {
  let remainingWeight = roll * all.reduce((sum, { weight }) => sum + weight, 0)
  for (const candidate of all) {
    remainingWeight -= candidate.weight
    if (remainingWeight < 0) return candidate
  }
  return all[0]!
}

/** Starts a new want. */
async function startWant(tx: Tx, mover: Mover, month: readonly OwnPost[]): Promise<void> {
  const { instant, person, ambient, chance } = mover
  const { life, at } = instant
  const all = await candidates(tx, mover)
  const roll = chance('want')
  const picked = pickCandidate(all, roll())
  const { kind, otherId, idea } = picked
  const other = idea !== null || otherId === '' ? null : await displayNameOf(tx, instant, otherId)
  const goal = wantGoal(await materialFor(tx, mover), { kind, other, idea: idea?.label ?? null }, roll)
  if (goal === null) return
  const row: WantRow = {
    world_id: life.world.id,
    id: ambient.id('want', life.world.tag),
    agent_id: person.agent.id,
    kind,
    goal,
    other_id: otherId,
    target: startOf(kind, await readMeasures(tx, mover, picked, month)),
    progress: 0,
    told: -1,
    status: 'open',
    created_at: at,
    updated_at: at,
  }
  await putWant(tx, row)
  person.want = row
}

/** Effects of a reached or abandoned want. */
async function conclude(tx: Tx, mover: Mover, row: WantRow): Promise<void> {
  const { instant, person, ambient } = mover
  const { life, at } = instant
  const { world } = life
  const isReached = row.status === 'reached'
  const agentId = person.agent.id
  await applyExperience(tx, life, agentId, { happening: isReached ? 'got_there' : 'gave_up', name: `to ${row.goal}` })
  const text = isReached ? `Managed at last to ${row.goal}` : `Gave up trying to ${row.goal}`
  await remember(tx, { ambient, world, agentId, episode: { text, importance: 0.75 } }, at)
  const other = row.other_id === '' || row.kind === 'idea' ? null : await life.people.of(tx, row.other_id, at)
  if (other === null || other.agent.kind !== 'resident') return
  const dealing = isReached ? 'helped' : 'was_ignored'
  await applyDealing(tx, { ambient, world, person, otherId: row.other_id, dealing }, at)
  if (isReached && row.kind !== 'beat')
    await applyDealing(tx, { ambient, world, person: other, otherId: agentId, dealing: 'helped' }, at)
}

/** At the end of a day: updates the progress of the want, or starts a new one. */
export async function strive(tx: Tx, mover: Mover, month: readonly OwnPost[]): Promise<void> {
  const { instant, person } = mover
  const { at } = instant
  const { want } = person
  if (want === null || want.status !== 'open') {
    if (want === null || at - want.updated_at > WANT_PAUSE_MS) await startWant(tx, mover, month)
    return
  }
  const about = { otherId: want.other_id, kind: want.kind }
  const progress = progressOf(want, await readMeasures(tx, mover, about, month))
  const moved = { ...want, progress, updated_at: progress === want.progress ? want.updated_at : at }
  const status = outcomeOf(moved, at)
  if (status === want.status && progress === want.progress) return
  const row = { ...moved, status, updated_at: status === 'open' ? moved.updated_at : at }
  await putWant(tx, row)
  person.want = row
  if (status !== 'open') await conclude(tx, mover, row)
}
