import type { LifeMaterial, Place, Tie } from '@agent-network/voice/life'
import type { OpenMap } from '../../city/maps.ts'
import type { Tx } from '../../db/database.ts'
import { moodOf } from '../resident/feelings.ts'
import { papersOf, strongest } from '../resident/people.ts'
import type { Mover } from '../world/mover.ts'

/** How many people somebody has in mind when writing. */
const TIES = 8

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
  for (const { other_agent_id, type } of strongest(person, TIES, ({ familiarity }) => familiarity)) {
    const name = life.knownName(other_agent_id) ?? (await life.name(tx, other_agent_id))
    if (name !== null) ties.push({ ...name, type })
  }
  return ties
}

async function gather(tx: Tx, mover: Mover): Promise<LifeMaterial> {
  const { instant, person, row, feelings, location } = mover
  const { life, map, at } = instant
  const { summary: _, ...papers } = await papersOf(tx, life.world, person)
  const { word, emoji, intensity } = moodOf(feelings, person.rest)
  return {
    ...papers,
    mood: { mood: word, emoji, reason: row.cause, intensity },
    episodes: [],
    place: placeOf(map, location),
    places: mentioned(map),
    moment: life.moment(at),
    bygones: await life.town.bygones(tx, at),
    ties: await tiesOf(tx, mover),
  }
}

const MATERIALS = new WeakMap<Mover, LifeMaterial>()

/** What the mover's voice may draw on, put together once; private text is not among it. */
export async function materialFor(tx: Tx, mover: Mover): Promise<LifeMaterial> {
  const known = MATERIALS.get(mover)
  if (known !== undefined) return known
  const material = await gather(tx, mover)
  MATERIALS.set(mover, material)
  return material
}
