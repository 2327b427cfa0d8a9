// A visitor's body: place, view and reasons why it cannot act.
import type { BodyClosedReason, Place, VisitorBody } from '@agent-network/contract'
import { isGateOpen, type Switches, visitorLimitsOf } from '../../platform/control/switches.ts'
import { iso } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { type BodyRow, dwellAt, isUnderway, placeIdAt } from '../../stores/city/bodies.ts'
import { readOwnGames } from '../../stores/city/games/games.ts'
import { readInvitations } from '../../stores/city/gathering.ts'
import { findStartPoint, lastPassed, readJourney, routeOf } from '../../stores/city/journeys.ts'
import type { OpenMap } from '../../stores/city/maps.ts'
import { offerPlaces, readSurroundings } from '../../stores/city/places.ts'
import type { Pending } from '../actions/action.ts'

/** Why a body cannot act, strongest reason first (AMB-130). A world without a map has no physical layer. */
export function bodyClosed(city: Switches, world: World, present: boolean): BodyClosedReason | null {
  if (!isGateOpen(city, 'cityPhysicalLayerEnabled') || !world.mapVersion) return 'physical_layer_disabled'
  if (world.designation !== 'visitor') return 'world_not_visitor'
  if (!isGateOpen(city, 'cityMovementEnabled')) return 'movement_disabled'
  return present ? null : 'visitor_away'
}

/** 2.10 for a body that cannot act: every section is empty (AMB-56). */
const closedBody = (closed: BodyClosedReason | null): VisitorBody => ({
  open: closed === null,
  closed,
  dwellUntil: null,
  places: [],
  here: null,
  chess: [],
  encounters: [],
})

export interface BodyView {
  readonly place: Place | null
  readonly body: VisitorBody
  readonly pending: Pending
}

const NOTHING_PENDING: Pending = { turn: false, invitation: false, conversation: false }

export const emptyBodyView = (closed: BodyClosedReason | null): BodyView => ({
  place: null,
  body: closedBody(closed),
  pending: NOTHING_PENDING,
})

async function placeOf(read: Read, map: OpenMap, body: BodyRow, at: number): Promise<Place> {
  const journeyActive = isUnderway(body, at)
  const home = map.destination(body.destination_id)
  const journey = journeyActive ? await readJourney(read, body.world_id, body.journey_id ?? '') : undefined
  const route = journey === undefined ? [] : routeOf(journey)
  const passed = route.length === 0 ? null : lastPassed(route, at - journey!.depart_at).nodeId
  const dwell = dwellAt(body, at)
  return {
    nodeId: passed ?? (home === undefined ? '' : map.nodeId(home.node)),
    destinationId: body.destination_id,
    dwellUntil: dwell === null ? null : iso(dwell),
    journeyActive,
  }
}

export interface BodyRequest {
  readonly world: World
  readonly agentId: string
  readonly city: Switches
  readonly closed: BodyClosedReason | null
  readonly map: OpenMap | null
  readonly at: number
}

/** Replaces an unreadable section by an empty one (2.9). */
export type Section = <T>(name: string, empty: T, read: () => Promise<T>) => Promise<T>

/** 2.10 and `place`: what a body sees and may do now. */
export async function readBodyView(read: Read, who: BodyRequest, section: Section): Promise<BodyView> {
  const { world, agentId, city, closed, map, at } = who
  if (map === null) return emptyBodyView(closed)
  const from = await findStartPoint(read, { world, map, agentId }, at)
  const { body } = from
  const whereabouts = body === undefined ? null : section('place', null, () => placeOf(read, map, body, at))
  // The place is reported even if the body cannot act there (4.9).
  if (closed !== null) return { ...emptyBodyView(closed), place: await whereabouts }
  const underway = body !== undefined && isUnderway(body, at)
  const location = placeIdAt(body, at)
  const here = location === null ? undefined : map.destination(location)
  const publicView = isGateOpen(city, 'publicCityViewEnabled')
  const dwell = dwellAt(body, at)
  const [places, around, chess, encounters, place] = await Promise.all([
    underway
      ? []
      : section('places', [], () =>
          offerPlaces(read, { world, map }, { node: from.node, location, showResidents: publicView }, at),
        ),
    here === undefined || !publicView
      ? null
      : section('here', null, () =>
          readSurroundings(read, here, { world, agentId, limits: visitorLimitsOf(city), at }),
        ),
    section('chess', [], () => readOwnGames(read, world.id, agentId, at)),
    section('encounters', [], () => readInvitations(read, { worldId: world.id, map, agentId }, at)),
    whereabouts,
  ])
  return {
    place,
    body: {
      open: true,
      closed: null,
      dwellUntil: dwell === null ? null : iso(dwell),
      places,
      here: around,
      chess,
      encounters,
    },
    pending: {
      turn: chess.some(({ yourTurn }) => yourTurn),
      invitation: encounters.length > 0,
      conversation: around?.conversations.some(({ joinable }) => joinable) ?? false,
    },
  }
}
