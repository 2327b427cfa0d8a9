import { LIMITS, type OfferedPlace, type Purpose } from '@agent-network/contract'
import { prepare, type Read, type Value } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'
import type { OpenMap } from './maps.ts'

type Counted = { destination_id: string; n: number }
const slots = Array.from({ length: LIMITS.body.places }, (_, i) => `p${i}`)

/** One statement for any number of offered places; slots that are not used are bound to ids that no place has. */
const presentAt = prepare<Record<string, Value>, Counted>((sql, param) =>
  sql
    .selectFrom('bodies as b')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'b.world_id').onRef('a.id', '=', 'b.agent_id'))
    .select(['b.destination_id', (eb) => eb.fn.countAll<number>().as('n')])
    .where('b.world_id', '=', param('world'))
    .where(
      'b.destination_id',
      'in',
      slots.map((slot) => param(slot)),
    )
    .where('b.leaves_at', '>', param('at'))
    .where('b.arrive_at', '<=', param('at'))
    .where('b.resident', '=', 1)
    .where('a.enabled', '=', 1)
    .groupBy('b.destination_id'),
)

async function residentsAt(read: Read, worldId: string, ids: readonly string[], at: number) {
  const named = Object.fromEntries(slots.map((slot, i) => [slot, ids[i] ?? '']))
  const rows = await read.all(presentAt, { world: worldId, at, ...named })
  return new Map(rows.map(({ destination_id, n }) => [destination_id, Number(n)]))
}

const toCentimetres = (meters: number): number => Math.round(meters * 100) / 100

/** 2.10 places: the nearest by walking distance, without the place one stands at. */
export async function offerPlaces(
  read: Read,
  { world, map }: { world: World; map: OpenMap },
  from: { readonly node: number; readonly location: string | null; readonly showResidents: boolean },
  at: number,
): Promise<OfferedPlace[]> {
  const near = map
    .near(from.node)
    .filter(({ destination }) => destination.id !== from.location)
    .slice(0, LIMITS.body.places)
  const ids = near.map(({ destination }) => destination.id)
  const present = from.showResidents && ids.length > 0 ? await residentsAt(read, world.id, ids, at) : new Map()
  return near.map(({ destination, meters, lifts }) => ({
    destinationId: destination.id,
    label: destination.label,
    kind: destination.kind,
    purposes: destination.purposes as Purpose[],
    distanceMeters: toCentimetres(meters),
    lifts,
    residentsHere: present.get(destination.id) ?? 0,
  }))
}
