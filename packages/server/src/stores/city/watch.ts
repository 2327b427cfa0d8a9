// Watch links of walks: tokens, lookup and the source of the view.
import type { OwnWalk } from '@agent-network/contract'
import type { Control } from '../../platform/control/control.ts'
import type { Seals } from '../../platform/core/seals.ts'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { type Database, prepare, type Read } from '../../platform/db/database.ts'
import { readVisitor } from '../../platform/worlds/roster.ts'
import { findById, type World } from '../../platform/worlds/worlds.ts'
import { type JourneyRow, readJourney, routeOf } from './journeys.ts'
import { placesWithin, streetsWithin } from './map/city-map.ts'
import type { Maps, OpenMap } from './maps.ts'
import type { WatchEnd, WatchedWalk, WatchSource } from './viewer.ts'

/** How long after the dwell a walk can still be watched. */
const WATCHABLE_MS = 24 * 60 * 60_000
const PURPOSE = 'watch-walk'

/**
 * The URL that opens one walk (2.11). Its token is an HMAC of the walk's id, 256 bits, keyed by the network's secret.
 * It is not stored, so a backup or a cached response cannot leak it.
 */
export const watchUrl = (seals: Seals, viewerUrl: string, journeyId: string): string =>
  `${viewerUrl}/city/?journey=${encodeURIComponent(journeyId)}&t=${seals.sign(PURPOSE, journeyId)}`

const walkerOf = (read: Read, { world_id, agent_id }: JourneyRow) =>
  read.sql
    .selectFrom('agents')
    .select(['handle', 'enabled'])
    .where('world_id', '=', world_id)
    .where('id', '=', agent_id)
    .executeTakeFirst()

interface WatchDeps {
  readonly control: Control
  readonly database: Database
  readonly seals: Seals
  readonly maps: Maps
}

/** A walk cannot be watched if its visitor is released or disabled, or its world is closed. */
async function findWalk(
  deps: WatchDeps,
  journeyId: string,
  token: string,
  at: number,
): Promise<WatchedWalk | WatchEnd> {
  const { read } = deps.database
  if (!deps.seals.verify(PURPOSE, journeyId, token)) return 'unknown'
  const { worlds } = (await deps.control.current()).state
  const journey = await findById(read, worlds, journeyId, (world) => readJourney(read, world.id, journeyId))
  if (journey === null || journey.route === null || journey.dwell_until === null) return 'unknown'
  const world = worlds.byId.get(journey.world_id)!
  const walker = await walkerOf(read, journey)
  const visitor = await readVisitor(read, world.id, journey.agent_id)
  const released = visitor !== undefined && visitor.released_at !== null
  if (walker?.enabled !== 1 || released || world.status !== 'running') return 'over'
  if (at > journey.dwell_until + WATCHABLE_MS) return 'over'
  const map = await deps.maps.of(read, world)
  return {
    world,
    handle: walker.handle,
    departAt: journey.depart_at,
    arriveAt: journey.arrive_at,
    dwellUntil: journey.dwell_until,
    purpose: journey.purpose ?? '',
    meters: journey.meters,
    lifts: journey.lifts,
    fromLabel: journey.from_label,
    toLabel: map?.destination(journey.destination_id)?.label ?? '',
    waypoints: routeOf(journey),
  }
}

const WALKS_LISTED = 20

const latestWalks = prepare<{ world: string; agent: string; limit: number }, JourneyRow>((sql, param) =>
  sql
    .selectFrom('journeys')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('route', 'is not', null)
    .where('dwell_until', 'is not', null)
    .orderBy('depart_at', 'desc')
    .limit(param('limit')),
)

/** For the owner of a visitor: its walks that can still be watched, newest first. */
export async function watchableWalks(
  { database, seals, maps, viewerUrl }: Pick<WatchDeps, 'database' | 'seals' | 'maps'> & { readonly viewerUrl: string },
  { world, agentId }: { readonly world: World; readonly agentId: string },
  at: number,
): Promise<OwnWalk[]> {
  const rows = await database.read.all(latestWalks, { world: world.id, agent: agentId, limit: WALKS_LISTED })
  const map = await maps.of(database.read, world)
  return rows
    .filter(({ dwell_until }) => at <= dwell_until! + WATCHABLE_MS)
    .map(({ id, destination_id, depart_at, arrive_at }) => ({
      journeyId: id,
      destinationLabel: map?.destination(destination_id)?.label ?? '',
      departAt: isoOrEmpty(depart_at),
      arriveAt: isoOrEmpty(arrive_at),
      watchUrl: watchUrl(seals, viewerUrl, id),
    }))
}

/** Maximum number of streets and of places that are read. A page draws fewer, those nearest to the walk. */
const DRAWN_MAX = 10_000

const streetOf = (map: OpenMap) => (street: { from: number; to: number; lift: boolean }) => {
  const [a, b] = [map.position(street.from), map.position(street.to)]
  return { x1: a.x, y1: a.y, level1: a.level, x2: b.x, y2: b.y, level2: b.level, lift: street.lift }
}

export function watchSource(deps: WatchDeps): WatchSource {
  const mapOf = async ({ id }: WatchedWalk['world']) => {
    const world = (await deps.control.current()).state.worlds.byId.get(id)
    return world === undefined ? null : deps.maps.of(deps.database.read, world)
  }
  return {
    findWalk: (journeyId, token, at) => findWalk(deps, journeyId, token, at),
    async streetsWithin(world, box) {
      const map = await mapOf(world)
      return map === null ? [] : streetsWithin(map, box, DRAWN_MAX).map(streetOf(map))
    },
    async placesWithin(world, box) {
      const map = await mapOf(world)
      if (map === null) return []
      return placesWithin(map, box, DRAWN_MAX).map(({ label, kind, node }) => ({ label, kind, ...map.position(node) }))
    },
  }
}
