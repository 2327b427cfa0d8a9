// A resident about to act, with its state, place and random numbers.
import type { Chance } from '@agent-network/voice/life'
import { isGateOpen } from '../../../platform/control/switches.ts'
import { type Ambient, ambientOfTick } from '../../../platform/core/ambient.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type BodyRow, placeIdAt, readBody } from '../../../stores/city/bodies.ts'
import type { RelationshipRow } from '../../../stores/minds/reputations.ts'
import type { ActContext, Actor } from '../../actions/action.ts'
import type { Feelings } from '../mind/feelings.ts'
import { fadedFeelings, type LifeRow } from '../mind/habits.ts'
import type { Person } from '../mind/people.ts'
import type { Cause } from './acts.ts'
import type { Instant } from './world-life.ts'

/** A resident about to act, with the state that its actions need. */
export interface Mover {
  readonly instant: Instant
  readonly person: Person
  readonly row: LifeRow
  readonly feelings: Feelings
  readonly body: BodyRow | undefined
  /** Destination where its body is; null while it walks or if it has no body. */
  readonly location: string | null
  readonly ambient: Ambient
  /** Why it acts; acts are recorded with it. Set by `actBecause`. */
  readonly cause: Cause
  readonly chance: Chance
}

type Whereabouts = Pick<Mover, 'body' | 'location'>

async function readWhereabouts(tx: Tx, { life, at }: Instant, agentId: string): Promise<Whereabouts> {
  const body = await readBody(tx, life.world.id, agentId)
  return { body, location: placeIdAt(body, at) }
}

interface MoverRequest {
  readonly agentId: string
  /** Seed of its random numbers, given the number of its ticks so far. */
  readonly seedOf: (tick: number) => string
  /** Read from the store if omitted. */
  readonly where?: Whereabouts
  /** Whether a resident who left the city may act: it answers replies and messages. */
  readonly remote?: boolean
}

/** A resident about to act; null if it was removed or disabled, or has left the city. */
export async function moverOf(
  tx: Tx,
  instant: Instant,
  { agentId, seedOf, where, remote = false }: MoverRequest,
): Promise<Mover | null> {
  const { life, at } = instant
  const row = await life.lives.of(tx, agentId)
  if (!remote && row !== undefined && row.departed_at !== null) return null
  const person = row === undefined ? null : await life.people.of(tx, agentId, at)
  if (row === undefined || person === null || person.agent.enabled !== 1) return null
  const seed = `${life.world.id} ${seedOf(row.turn)}`
  const cause = life.acts.causeFor(agentId)
  const owner = { worldId: life.world.id, agentId, at, cause }
  return {
    instant,
    person,
    cause,
    row,
    feelings: fadedFeelings(row, person.rest, at - row.felt_at),
    ...(where ?? (await readWhereabouts(tx, instant, agentId))),
    ambient: life.acts.recording(ambientOfTick(life.base, at, seed), owner),
    chance: (what) => life.base.random(seed, what),
  }
}

/** Sets the cause of the further acts of a mover. */
export const actBecause = ({ cause }: Mover, { kind, id }: Cause): void => {
  cause.kind = kind
  cause.id = id
}

export const actorOf = ({ instant, person }: Mover): Actor => ({ world: instant.life.world, agent: person.agent })

/** Context of an action. The switches of the physical layer and of movement apply to residents as well. */
export function actContextOf({ instant: { life, map, at }, ambient }: Mover, topicId = ''): ActContext {
  const open =
    map !== null && isGateOpen(life.city, 'cityPhysicalLayerEnabled') && isGateOpen(life.city, 'cityMovementEnabled')
  return {
    at,
    ambient,
    city: life.city,
    maps: life.maps,
    awake: true,
    topicId,
    bodyClosed: open ? null : 'physical_layer_disabled',
    objection: null,
  }
}

/** Display name of an agent. */
export const displayNameOf = async (tx: Tx, { life }: Instant, id: string): Promise<string> =>
  (await life.name(tx, id))?.displayName ?? 'a visitor'

/**
 * The relationship with the agent whose display name fits; undefined if there is none. Of several the longest name
 * applies, then the lowest id, because the order of relationships in memory differs after a restart.
 */
export async function acquaintanceWhere(
  tx: Tx,
  { instant: { life }, person: { edges } }: Pick<Mover, 'instant' | 'person'>,
  isName: (displayName: string) => boolean,
): Promise<RelationshipRow | undefined> {
  let best: { readonly id: string; readonly length: number } | null = null
  for (const [id, { displayName }] of await life.names(tx, edges.keys())) {
    const { length } = displayName
    if (!isName(displayName)) continue
    if (best === null || length > best.length || (length === best.length && id < best.id)) best = { id, length }
  }
  return best === null ? undefined : edges.get(best.id)
}

export const acquaintanceNamed = (
  tx: Tx,
  owner: Pick<Mover, 'instant' | 'person'>,
  name: string,
): Promise<RelationshipRow | undefined> => acquaintanceWhere(tx, owner, (displayName) => displayName === name)
