import { standpoint } from '../../city/journeys.ts'
import type { Destination } from '../../city/map/city-map.ts'
import type { Route } from '../../city/map/route.ts'
import type { Tx } from '../../db/database.ts'
import { liftsOn, NOTHING_CLOSED, wayBetween } from '../../town/closures.ts'
import type { Happening } from '../../town/happenings.ts'
import type { Thing } from '../../town/things.ts'
import type { Mover } from './mover.ts'

/** Something shut lies between somebody and a place. */
export interface Obstacle {
  /** Whether a longer way leads round it, or none. */
  readonly is: 'round' | 'shut'
  /** A clause: `the Heron stands still`. */
  readonly clause: string
  /** The happening that it is part of, as far as there is one. */
  readonly row: Happening | undefined
  /** How much longer the way round is. */
  readonly meters: number
  /** What the way round goes by: `the Bobbin`, `the streets`. Empty where there is none. */
  readonly by: string
}

/** A place inside a sentence. */
export const inside = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ')

/** Lifts that nobody keeps have no name. */
function goesBy({ lifts }: Route, named: readonly Thing[]): string {
  if (named.length > 0) return named.map(({ name }) => name).join(' and ')
  return lifts === 0 ? 'the streets' : lifts === 1 ? 'the other lift' : 'the other lifts'
}

/** What is in the way to a place from where somebody is; null while nothing is. */
export async function obstacleTo(
  tx: Tx,
  { instant, person, body }: Mover,
  place: Destination,
): Promise<Obstacle | null> {
  const { life, map, at } = instant
  const closures = map === null ? NOTHING_CLOSED : await life.town.closures(tx, map, at)
  if (map === null || closures === NOTHING_CLOSED) return null
  const happenings = await life.town.happenings(tx, at)
  if (closures.places.has(place.id)) {
    const row = happenings.find(({ kind, stage }) => kind === 'flood' && stage === 'begun')
    return { is: 'shut', clause: `the water stands at ${inside(place.label)}`, row, meters: 0, by: '' }
  }
  if (closures.lifts.size === 0) return null
  const stands = body === undefined ? undefined : map.destination(body.destination_id)
  const from = stands ?? (await standpoint(tx, { world: life.world, map, agentId: person.agent.id }, at))
  const { way, instead } = wayBetween(map, closures, from.node, place.node)
  if (instead === null) return null
  const things = await life.town.things(tx)
  const lift = things.find(({ id }) => id === closures.lifts.get(instead.node))
  return {
    is: way === null ? 'shut' : 'round',
    clause: `${lift?.name ?? 'the lift'} stands still`,
    row: happenings.find(({ kind, stage, thing_id }) => kind === 'lift' && stage === 'begun' && thing_id === lift?.id),
    meters: way === null ? 0 : way.meters - instead.meters,
    by: way === null ? '' : goesBy(way, liftsOn(map, way, things)),
  }
}
