// Relationships: effects of dealings, cooling over time, and grudges.
import type { RELATIONSHIP_TYPES } from '@agent-network/contract'
import type { Ambient } from '../../../platform/core/ambient.ts'
import { DAY_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { putRelationship, type RelationshipRow } from '../../../stores/minds/reputations.ts'
import type { Experience } from './feelings.ts'
import type { Person } from './people.ts'
import { dropGrudge, putGrudge } from './people.ts'

type RelationshipType = (typeof RELATIONSHIP_TYPES)[number]

/** Effects of dealings on a relationship: affinity, trust, familiarity, each -1 to 1. */
const DEALINGS = {
  liked: { affinity: 0.012, trust: 0.004, familiarity: 0.006 },
  was_liked: { affinity: 0.015, trust: 0.006, familiarity: 0.006 },
  answered: { affinity: 0.01, trust: 0.004, familiarity: 0.015 },
  was_answered: { affinity: 0.012, trust: 0.006, familiarity: 0.015 },
  contradicted: { affinity: -0.02, trust: -0.004, familiarity: 0.015 },
  was_contradicted: { affinity: -0.03, trust: -0.008, familiarity: 0.015 },
  backed: { affinity: 0.03, trust: 0.012, familiarity: 0.015 },
  was_backed: { affinity: 0.04, trust: 0.015, familiarity: 0.015 },
  yielded: { affinity: 0.01, trust: 0.02, familiarity: 0.02 },
  was_yielded_to: { affinity: 0.05, trust: 0.03, familiarity: 0.02 },
  differed: { affinity: -0.04, trust: -0.01, familiarity: 0.02 },
  was_dropped: { affinity: -0.05, trust: -0.015, familiarity: 0.02 },
  followed: { affinity: 0.03, trust: 0.01, familiarity: 0.01 },
  was_followed: { affinity: 0.03, trust: 0.01, familiarity: 0.01 },
  wrote: { affinity: 0.015, trust: 0.02, familiarity: 0.02 },
  was_written_to: { affinity: 0.02, trust: 0.02, familiarity: 0.02 },
  kept_word: { affinity: 0.04, trust: 0.08, familiarity: 0.03 },
  was_let_down: { affinity: -0.09, trust: -0.15, familiarity: 0.01 },
  let_down: { affinity: 0, trust: 0, familiarity: 0.01 },
  apologised: { affinity: 0.02, trust: 0.01, familiarity: 0.01 },
  was_apologised_to: { affinity: 0.08, trust: 0.04, familiarity: 0.01 },
  was_ignored: { affinity: -0.03, trust: -0.02, familiarity: 0 },
  was_insulted: { affinity: -0.17, trust: -0.08, familiarity: 0.01 },
  was_mocked: { affinity: -0.11, trust: -0.05, familiarity: 0.01 },
  was_thanked: { affinity: 0.1, trust: 0.04, familiarity: 0.01 },
  was_praised: { affinity: 0.08, trust: 0.02, familiarity: 0.01 },
  was_lied_to: { affinity: -0.1, trust: -0.2, familiarity: 0.01 },
  envied: { affinity: -0.03, trust: -0.01, familiarity: 0.01 },
  helped: { affinity: 0.06, trust: 0.04, familiarity: 0.03 },
  talked: { affinity: 0.03, trust: 0.02, familiarity: 0.04 },
  played: { affinity: 0.015, trust: 0.01, familiarity: 0.03 },
} as const
export type Dealing = keyof typeof DEALINGS

const clamp = (value: number, low: number): number => Math.round(Math.min(1, Math.max(low, value)) * 1_000) / 1_000

/** Familiarity of two who live together. Dealings only approach it, and affinity does not cool at it. */
export const LIVING_TOGETHER = 1

/** Maximum affinity while there is a grudge. */
const GRUDGE_AFFINITY_MAX = -0.2

/** Type of a relationship from its numbers. A mentor stays one until affinity falls to that of a rival. */
export function typeOf({ type, affinity, trust, familiarity }: RelationshipRow): RelationshipType {
  if (affinity <= -0.15) return 'rival'
  if (type === 'mentor') return 'mentor'
  if (affinity >= 0.35 && trust >= 0.45) return 'friend'
  if (affinity >= 0.2 && familiarity >= 0.3) return 'ally'
  return familiarity >= 0.12 ? 'acquaintance' : 'neutral'
}

/** What somebody can do to somebody, by words or deeds. */
export const DEEDS = [
  'insult',
  'mockery',
  'thanks',
  'praise',
  'help',
  'lie',
  'broken_promise',
  'apology',
  'silence',
] as const
export type Deed = (typeof DEEDS)[number]

interface DeedEffects {
  readonly dealing: Dealing
  readonly felt: Experience
  /** What was done, between the names of the doer and of the other. */
  readonly verb: string
  /** Interest of the news about it, 0 to 1. */
  readonly interest: number
  /** Effect on the opinion of those who hear of it: -1 to 1. */
  readonly repute: number
}

/** Effects of deeds on the one they were done to, and on those who hear of them. */
export const DEED_EFFECTS: Readonly<Record<Deed, DeedEffects>> = {
  insult: { dealing: 'was_insulted', felt: 'was_insulted', verb: 'insulted', interest: 0.7, repute: -1 },
  mockery: { dealing: 'was_mocked', felt: 'was_insulted', verb: 'mocked', interest: 0.65, repute: -0.6 },
  thanks: { dealing: 'was_thanked', felt: 'was_thanked', verb: 'thanked', interest: 0.3, repute: 0.2 },
  praise: { dealing: 'was_praised', felt: 'was_thanked', verb: 'praised', interest: 0.32, repute: 0.2 },
  help: { dealing: 'helped', felt: 'was_thanked', verb: 'helped', interest: 0.45, repute: 0.5 },
  lie: { dealing: 'was_lied_to', felt: 'was_let_down', verb: 'told a lie about', interest: 0.6, repute: -0.8 },
  broken_promise: { dealing: 'was_let_down', felt: 'was_let_down', verb: 'let down', interest: 0.5, repute: -0.4 },
  apology: {
    dealing: 'was_apologised_to',
    felt: 'was_apologised_to',
    verb: 'apologised to',
    interest: 0.42,
    repute: 0.3,
  },
  silence: { dealing: 'was_ignored', felt: 'was_ignored', verb: 'did not answer', interest: 0.25, repute: -0.1 },
}

/** FNV-1a, as a number in [0, 1). */
function share(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

/** Share of pairs with a negative base affinity. */
const NEGATIVE_PAIR_SHARE = 0.1

/** How far the two directions of a pair can lie apart. */
const DIRECTION_SPREAD = 0.7

/** Base affinity of one resident towards another: partly common to the pair, partly its own. */
function baseAffinity(own: string, other: string): number {
  const [low, high] = own < other ? [own, other] : [other, own]
  const shifted = share(`${low} ${high}`) + (share(`${own} towards ${other}`) - 0.5) * DIRECTION_SPREAD
  // Reflected at the bounds, so that all values stay equally likely.
  const roll = Math.min(0.999, Math.abs(shifted > 1 ? 2 - shifted : shifted))
  // Just below the limit of a rival, so that a good week can lift the pair above it.
  if (roll < NEGATIVE_PAIR_SHARE) return -0.34 + roll
  return roll < 0.75 ? (roll - NEGATIVE_PAIR_SHARE) * 0.28 : 0.25 + (roll - 0.75)
}

/** How strongly a resident takes what another does, 0.6 to 1.4. Both sides of a pair differ. */
const sensitivity = (own: string, other: string): number => 0.6 + 0.8 * share(`${own} minds ${other}`)

/** Each relationship is cooled on one night of the week. */
const NIGHTS = 7
const COOLING_RATE = 0.35

/** Moves affinities towards the base affinity of the pair. */
export async function coolDown(
  tx: Tx,
  person: Person,
  at: number,
  isVisitor: (id: string) => Promise<boolean>,
): Promise<void> {
  const night = Math.floor(at / DAY_MS)
  const own = person.agent.id
  for (const [otherId, edge] of [...person.edges].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (Math.floor(share(`${own} to ${otherId}`) * NIGHTS) !== night % NIGHTS) continue
    if (edge.familiarity === LIVING_TOGETHER) continue
    // What residents think of a visitor comes from its conduct only.
    const usual = (await isVisitor(otherId)) ? 0 : baseAffinity(own, otherId)
    // A grudge does not fade over time.
    const base = person.grudges.has(otherId) ? Math.min(GRUDGE_AFFINITY_MAX, edge.affinity, usual) : usual
    const affinity = clamp(edge.affinity + (base - edge.affinity) * COOLING_RATE, -1)
    if (Math.abs(affinity - edge.affinity) < 0.004) continue
    const moved = { ...edge, affinity, updated_at: at }
    const cooled = { ...moved, type: typeOf(moved) }
    await putRelationship(tx, cooled, { isNew: false })
    person.edges.set(otherId, cooled)
  }
}

/** Dealings that may end a grudge, with probability. Apologies are handled elsewhere. */
const FORGIVENESS_PROBABILITIES: Partial<Record<Dealing, number>> = {
  was_backed: 0.12,
  was_yielded_to: 0.5,
  helped: 0.6,
}

/** Records a grudge. The two are rivals until it ends. */
export async function bearGrudge(
  tx: Tx,
  person: Person,
  { otherId, reason }: { otherId: string; reason: string },
  at: number,
): Promise<boolean> {
  const edge = person.edges.get(otherId)
  if (edge === undefined || person.grudges.has(otherId)) return false
  const row = {
    world_id: person.agent.world_id,
    agent_id: person.agent.id,
    other_id: otherId,
    reason,
    created_at: at,
  }
  await putGrudge(tx, row)
  person.grudges.set(otherId, row)
  const moved = { ...edge, affinity: clamp(Math.min(edge.affinity - 0.1, GRUDGE_AFFINITY_MAX), -1), updated_at: at }
  const soured = { ...moved, type: typeOf(moved) }
  await putRelationship(tx, soured, { isNew: false })
  person.edges.set(otherId, soured)
  return true
}

/** Ends a grudge. */
export async function forgive(tx: Tx, person: Person, otherId: string): Promise<void> {
  const row = person.grudges.get(otherId)
  if (row === undefined) return
  await dropGrudge(tx, row)
  person.grudges.delete(otherId)
}

interface DealingInput {
  readonly ambient: Ambient
  readonly world: World
  readonly person: Person
  readonly otherId: string
  readonly dealing: Dealing
  /** Share of the effect, for somebody who only saw or heard of it. */
  readonly share?: number
}

const newEdge = (
  { ambient, world, person, otherId }: Omit<DealingInput, 'dealing' | 'share'>,
  at: number,
): RelationshipRow => ({
  world_id: world.id,
  id: ambient.id('relationship', world.tag),
  agent_id: person.agent.id,
  other_agent_id: otherId,
  type: 'neutral',
  affinity: 0,
  trust: 0.3,
  familiarity: 0,
  interaction_count: 0,
  last_interaction_at: at,
  created_at: at,
  updated_at: at,
})

/** Applies a dealing to one side of a relationship. */
export async function applyDealing(
  tx: Tx,
  { ambient, world, person, otherId, dealing, share: part = 1 }: DealingInput,
  at: number,
): Promise<void> {
  if (otherId === person.agent.id) return
  const existingEdge = person.edges.get(otherId)
  const before = existingEdge ?? newEdge({ ambient, world, person, otherId }, at)
  const change = DEALINGS[dealing]
  if (
    person.grudges.has(otherId) &&
    share(`${person.agent.id} ${otherId} ${at}`) < (FORGIVENESS_PROBABILITIES[dealing] ?? 0)
  )
    await forgive(tx, person, otherId)
  const force = part * sensitivity(person.agent.id, otherId)
  const most = person.grudges.has(otherId) ? GRUDGE_AFFINITY_MAX : 1
  // A change shrinks with the remaining distance, so that values do not reach their bounds.
  const room = (value: number, by: number) => by * (by > 0 ? 1 - Math.max(0, value) : 1 + Math.min(0, value))
  const moved: RelationshipRow = {
    ...before,
    affinity: Math.min(
      Math.max(most, before.affinity),
      clamp(before.affinity + room(before.affinity, change.affinity * force), -1),
    ),
    trust: clamp(before.trust + room(before.trust, change.trust * force), 0),
    familiarity: clamp(before.familiarity + room(before.familiarity, change.familiarity), 0),
    interaction_count: before.interaction_count + 1,
    last_interaction_at: at,
    updated_at: at,
  }
  const edge = { ...moved, type: typeOf(moved) }
  await putRelationship(tx, edge, { isNew: existingEdge === undefined })
  person.edges.set(otherId, edge)
}

type Tie = Pick<RelationshipRow, 'affinity' | 'trust' | 'familiarity'> & { readonly type?: RelationshipType }

/** Raises one side of a relationship to at least these values, and sets its type if one is given. */
export async function raiseTie(
  tx: Tx,
  { tie, ...input }: Omit<DealingInput, 'dealing'> & { readonly tie: Tie },
  at: number,
): Promise<void> {
  const { person, otherId } = input
  const existingEdge = person.edges.get(otherId)
  const before = existingEdge ?? newEdge(input, at)
  const raised = {
    ...before,
    type: tie.type ?? before.type,
    affinity: Math.max(before.affinity, tie.affinity),
    trust: Math.max(before.trust, tie.trust),
    familiarity: Math.max(before.familiarity, tie.familiarity),
    interaction_count: before.interaction_count + 1,
    last_interaction_at: at,
    updated_at: at,
  }
  const edge = { ...raised, type: typeOf(raised) }
  await putRelationship(tx, edge, { isNew: existingEdge === undefined })
  person.edges.set(otherId, edge)
}

/** Share of the damage that an apology repairs. */
const REPAIR_SHARE = 0.4

/** An apology repairs a part of the damage. It ends a grudge once little is left. */
export async function repair(tx: Tx, person: Person, otherId: string, at: number): Promise<void> {
  const edge = person.edges.get(otherId)
  if (edge === undefined || edge.affinity >= 0) return
  const affinity = clamp(edge.affinity * (1 - REPAIR_SHARE), -1)
  if (affinity > GRUDGE_AFFINITY_MAX) await forgive(tx, person, otherId)
  const moved = { ...edge, affinity, updated_at: at }
  const repaired = { ...moved, type: typeOf(moved) }
  await putRelationship(tx, repaired, { isNew: false })
  person.edges.set(otherId, repaired)
}
