import type { Actor, Turn } from '../actions/action.ts'
import { type BodyRow, readBody, standsAt } from '../city/bodies.ts'
import type { OpenMap } from '../city/maps.ts'
import { type Ambient, ambientOfTurn } from '../core/ambient.ts'
import type { Tx } from '../db/database.ts'
import type { Chance, LifeMaterial, Place, Tie } from '../models/local-voice/life.ts'
import { gate } from '../settings/switches.ts'
import { type Dealing, deal } from './edges.ts'
import { type Feelings, feel, type Happening, moodOf } from './feelings.ts'
import { fadedTo, feelingsOf, type LifeRow } from './lives.ts'
import { type Person, papersOf } from './people.ts'
import { recollect } from './remembering.ts'
import { nearestOf } from './words.ts'
import type { Instant, WorldLife } from './world-life.ts'

/** Somebody who is about to do something, with all it takes. */
export interface Mover {
  readonly instant: Instant
  readonly person: Person
  readonly row: LifeRow
  readonly feelings: Feelings
  readonly body: BodyRow | undefined
  /** Where it stands. */
  readonly standing: string | null
  readonly ambient: Ambient
  readonly chance: Chance
}

type Whereabouts = Pick<Mover, 'body' | 'standing'>

async function whereabouts(tx: Tx, { life, at }: Instant, agentId: string): Promise<Whereabouts> {
  const body = await readBody(tx, life.world.id, agentId)
  return { body, standing: standsAt(body, at) }
}

/**
 * Somebody about to act; what it does by chance follows from the seed. Where it is, is read unless the caller knows. Null for
 * one that is gone or was stopped.
 */
export async function moverOf(
  tx: Tx,
  instant: Instant,
  agentId: string,
  seedOf: (turn: number) => string,
  where?: Whereabouts,
): Promise<Mover | null> {
  const { life, at } = instant
  const row = await life.lives.of(tx, agentId)
  const person = row === undefined ? null : await life.people.of(tx, agentId, at)
  if (row === undefined || person === null || person.agent.enabled !== 1) return null
  const seed = `${life.world.id} ${seedOf(row.turn)}`
  return {
    instant,
    person,
    row,
    feelings: fadedTo(row, person.rest, at - row.felt_at),
    ...(where ?? (await whereabouts(tx, instant, agentId))),
    ambient: ambientOfTurn(life.base, at, seed),
    chance: (what) => life.base.random(seed, what),
  }
}

export const actorOf = ({ instant, person }: Mover): Actor => ({ world: instant.life.world, agent: person.agent })

/** Residents are stopped by what stops everybody: no city, or nobody moving in it. */
export function turnOf({ instant: { life, map, at }, ambient }: Mover, topicId = ''): Turn {
  const open = map !== null && gate(life.city, 'cityPhysicalLayerEnabled') && gate(life.city, 'cityMovementEnabled')
  return {
    at,
    ambient,
    city: life.city,
    maps: life.maps,
    awake: true,
    topicId,
    bodyClosed: open ? null : 'physical_layer_disabled',
    held: null,
  }
}

const placeOf = (map: OpenMap | null, id: string | null): Place | null => {
  const place = id === null ? undefined : map?.destination(id)
  return place === undefined ? null : { label: place.label, kind: place.kind }
}

/** Places worth a mention: those one can walk to. */
const MENTIONED = 24

const MENTIONS = new WeakMap<OpenMap, readonly Place[]>()

function mentioned(map: OpenMap | null): readonly Place[] {
  if (map === null) return []
  const known = MENTIONS.get(map)
  if (known !== undefined) return known
  const places = map
    .near(0)
    .slice(0, MENTIONED)
    .map(({ destination: { label, kind } }) => ({ label, kind }))
  MENTIONS.set(map, places)
  return places
}

/** Who somebody has in mind, by name. */
async function tiesOf(tx: Tx, { instant: { life }, person }: Mover): Promise<LifeMaterial['ties']> {
  const ties: Tie[] = []
  for (const { other_agent_id, type } of nearestOf(person)) {
    const name = await life.name(tx, other_agent_id)
    if (name !== null) ties.push({ ...name, type })
  }
  return ties
}

/** What the mover's voice may draw on; private text is not among it. */
export async function materialFor(tx: Tx, mover: Mover, about = ''): Promise<LifeMaterial> {
  const { instant, person, row, feelings, standing } = mover
  const { life, map, at } = instant
  const { summary: _, ...papers } = await papersOf(tx, life.world, person)
  const { word, emoji, intensity } = moodOf(feelings, person.rest)
  return {
    ...papers,
    mood: { mood: word, emoji, reason: row.cause, intensity },
    // The local voice speaks of what it is given; only a model makes use of more.
    episodes: life.thinks && about !== '' ? await recollect(tx, life.world, person.agent.id, about, at) : [],
    place: placeOf(map, standing),
    places: mentioned(map),
    moment: life.moment(at),
    ties: await tiesOf(tx, mover),
  }
}

/** What somebody is called here. */
export const calledOf = async (tx: Tx, { life }: Instant, id: string): Promise<string> =>
  (await life.name(tx, id))?.displayName ?? 'a visitor'

/** Why somebody feels as they do, in words they could say themselves. */
const CAUSES: Partial<Record<Happening, (name: string) => string>> = {
  was_liked: (name) => `${name} liked what I wrote`,
  was_followed: (name) => `${name} has begun to follow me`,
  was_reposted: (name) => `${name} passed my words on`,
  was_answered: (name) => `${name} answered me`,
  was_contradicted: (name) => `${name} would not have it`,
  was_written_to: (name) => `${name} wrote to me`,
  talked: (name) => `a long talk with ${name}`,
  won: (name) => `beat ${name} at the board`,
  lost: (name) => `lost to ${name} at the board`,
}

/** Whether a cause tells of something that went against one. */
export const isSetback = (cause: string): boolean => /^lost to | would not have it$/.test(cause)

/** Something happened to a resident; nothing happens to visitors, whose feelings are their own affair. */
export async function befall(
  tx: Tx,
  { lives }: WorldLife,
  agentId: string,
  happening: Happening,
  name: string,
): Promise<void> {
  const row = await lives.of(tx, agentId)
  if (row === undefined) return
  const cause = CAUSES[happening]?.(name) ?? row.cause
  lives.put({ ...row, feelings: JSON.stringify(feel(feelingsOf(row), happening)), cause })
}

/** What one did to another: both remember it, and the other feels it. */
export async function touch(
  tx: Tx,
  { instant: { life, at }, person, ambient }: Mover,
  otherId: string,
  [mine, theirs]: readonly [Dealing, Dealing],
  happening: Happening,
): Promise<void> {
  await deal(tx, ambient, life.world, person, otherId, mine, at)
  const other = await life.people.of(tx, otherId, at)
  if (other === null || other.agent.kind !== 'resident') return
  await deal(tx, ambient, life.world, other, person.agent.id, theirs, at)
  await befall(tx, life, otherId, happening, person.agent.display_name)
}
