import type { CityMap, Destination } from '../city/map/city-map.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import { firstState, isThingKind, type State, type ThingKind } from './states.ts'
import { putThing, readThings, type Thing } from './things.ts'

/** A thing as a seed describes it: place by label, keeper by handle. */
export interface WrittenThing {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly place: string
  readonly keeper?: string
  readonly state?: Record<string, unknown>
}

const placesOf = prepare<{ world: string }, { id: string; label: string }>((sql, param) =>
  sql.selectFrom('destinations').select(['id', 'label']).where('world_id', '=', param('world')),
)
const agentByHandle = prepare<{ world: string; handle: string }, { id: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select('id')
    .where('world_id', '=', param('world'))
    .where('handle_folded', '=', param('handle')),
)
const handleById = prepare<{ world: string; id: string }, { handle_folded: string }>((sql, param) =>
  sql.selectFrom('agents').select('handle_folded').where('world_id', '=', param('world')).where('id', '=', param('id')),
)

async function keeperNamed(read: Read, worldId: string, handle: string): Promise<string> {
  return handle === '' ? '' : ((await read.first(agentByHandle, { world: worldId, handle }))?.id ?? '')
}

/** Puts written things into a world; those whose place it does not have are left out. */
export async function putWrittenThings(
  tx: Tx,
  worldId: string,
  written: readonly WrittenThing[],
  at: number,
): Promise<number> {
  const places = new Map((await tx.all(placesOf, { world: worldId })).map(({ id, label }) => [label, id]))
  let put = 0
  for (const { id, name, kind, place, keeper = '', state } of written) {
    const placeId = places.get(place)
    if (placeId === undefined || !isThingKind(kind)) continue
    const first = { ...firstState(kind, at), ...state } as State
    const keeperId = await keeperNamed(tx, worldId, keeper)
    put += await putThing(tx, worldId, { id, name, kind, placeId, keeperId, state: first, since: at })
  }
  return put
}

/** A fork has the things of its source, in the same state, with its own people and places. */
export async function carryThings(tx: Tx, from: string, to: string): Promise<void> {
  const labels = new Map((await tx.all(placesOf, { world: from })).map(({ id, label }) => [id, label]))
  const places = new Map((await tx.all(placesOf, { world: to })).map(({ id, label }) => [label, id]))
  const there = async (id: string): Promise<string> => {
    const row = id === '' ? undefined : await tx.first(handleById, { world: from, id })
    return row === undefined ? '' : keeperNamed(tx, to, row.handle_folded)
  }
  for (const thing of await readThings(tx, from)) {
    const placeId = places.get(labels.get(thing.placeId) ?? '')
    if (placeId === undefined) continue
    const { state } = thing
    const carried = state.sort === 'lent' ? { ...state, to: await there(state.to) } : state
    await putThing(tx, to, { ...thing, placeId, keeperId: await there(thing.keeperId), state: carried })
  }
}

/** What stands at a place of this kind where nobody has said anything else. */
const USUAL: Readonly<Record<string, readonly [ThingKind, (label: string) => string]>> = {
  square: ['clock', (label) => `the clock at ${label}`],
  market: ['clock', (label) => `the clock at ${label}`],
  route_stop: ['lift', (label) => `the lift at ${label}`],
  bakery: ['bread', (label) => `the bread at ${label}`],
  pier: ['boat', (label) => `the boat at ${label}`],
  library: ['book', (label) => `the chained book of ${label}`],
  archive: ['book', (label) => `the day book of ${label}`],
  belfry: ['bell', (label) => `the bell of ${label}`],
  lookout: ['lamp', (label) => `the lamp at ${label}`],
  observatory: ['vane', (label) => `the weather vane of ${label}`],
  pool: ['cistern', (label) => `the water of ${label}`],
  canteen: ['pump', (label) => `the pump at ${label}`],
  garden: ['tally', (label) => `the toolshed of ${label}`],
}
const USUAL_MAX = 16

const inside = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ')

function usualThing({ id, label, kind }: Destination, at: number): Thing | null {
  const usual = USUAL[kind]
  if (usual === undefined) return null
  const [thing, name] = usual
  const state = firstState(thing, at)
  return { id, name: name(inside(label)), kind: thing, placeId: id, keeperId: '', state, since: at }
}

/** A city whose file says nothing of things has what such places usually have. */
export async function furnish(tx: Tx, worldId: string, map: CityMap, at: number): Promise<void> {
  let put = 0
  for (const place of map.destinations) {
    if (put >= USUAL_MAX) return
    const thing = usualThing(place, at)
    if (thing === null) continue
    await putThing(tx, worldId, thing)
    put += 1
  }
}
