// Opened city maps by version, and the storage of compiled maps.
import { createHash } from 'node:crypto'
import { LIMITS } from '@agent-network/contract'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../platform/core/deps.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { rowsOf } from '../../platform/db/world-rows.ts'
import { setMapVersion, type World } from '../../platform/worlds/worlds.ts'
import { isOffered } from './bodies.ts'
import { type CityMap, type NearbyDestination, nearest, openMap } from './map/city-map.ts'
import { compileMap } from './map/compile.ts'
import type { MapDraft } from './map/graph.ts'

/** A map with a cache of the nearest places of each node. */
export interface OpenMap extends CityMap {
  near(node: number): readonly NearbyDestination[]
}

export interface Maps {
  /** The current map of a world, or null if it has no city. */
  of(read: Read, world: World): Promise<OpenMap | null>
}

const compiledMap = prepare<{ world: string }, { version: string; compiled: string }>((sql, param) =>
  sql.selectFrom('city_maps').select(['version', 'compiled']).where('world_id', '=', param('world')),
)

/** Cache sizes: opened maps, and nodes of one map with cached nearest places. */
const MAPS_CACHED = 16
const NODES_CACHED = 20_000

function withNearestCache(map: CityMap): OpenMap {
  const found = new LRUCache<number, readonly NearbyDestination[]>({ max: NODES_CACHED })
  return {
    ...map,
    near(node) {
      let near = found.get(node)
      if (near === undefined) {
        // One more than is offered: the place where the agent stands is removed afterwards.
        near = nearest(map, node, LIMITS.body.places + 1, isOffered)
        found.set(node, near)
      }
      return near
    },
  }
}

/** Opened maps by version. A world's row contains its map version, so a new map is used at once. */
export function makeMaps(): Maps {
  const opened = new LRUCache<string, OpenMap>({ max: MAPS_CACHED })
  return {
    async of(read, world) {
      if (!world.mapVersion) return null
      const cachedMap = opened.get(world.mapVersion)
      if (cachedMap !== undefined) return cachedMap
      const row = await read.first(compiledMap, { world: world.id })
      if (row === undefined) return null
      const map = withNearestCache(openMap(row.compiled))
      opened.set(row.version, map)
      return map
    },
  }
}

/** The first node of the city's file, which only the compiled map contains; null if there is no map. */
export async function firstNode(read: Read, worldId: string): Promise<string | null> {
  const row = await read.first(compiledMap, { world: worldId })
  if (row === undefined) return null
  const { first, nodeId } = openMap(row.compiled)
  return nodeId(first)
}

/**
 * Compiles and stores a map. Its version is a digest of its content, so importing the same city again changes nothing.
 */
export async function putMap(tx: Tx, world: World, draft: MapDraft): Promise<void> {
  const compiled = draft.nodes.length === 0 ? '' : compileMap(draft)
  const version = compiled === '' ? '' : createHash('sha256').update(compiled).digest('base64url')
  const stored = await tx.first(compiledMap, { world: world.id })
  if ((stored?.version ?? '') !== version) {
    await tx.sql.deleteFrom('city_maps').where('world_id', '=', world.id).execute()
    if (version !== '') await tx.sql.insertInto('city_maps').values({ world_id: world.id, version, compiled }).execute()
  }
  if (world.mapVersion !== version) await setMapVersion(tx, world.id, version)
}

/** A destination as input of the map compiler. */
export const destinationDraft = (row: Tables['destinations']): MapDraft['destinations'][number] => ({
  id: row.id,
  nodeId: row.node_id,
  label: row.label,
  kind: row.kind,
  purposes: JSON.parse(row.purposes) as string[],
})

/** Compiles the map of a city that was imported before maps were compiled. */
export async function compileStored(tx: Tx, world: World): Promise<void> {
  await putMap(tx, world, {
    // The first node of the file is unknown here. Ordered by id, both database engines choose the same one.
    nodes: (await rowsOf(tx, 'city_nodes', world.id)).sort((a, b) => (a.id < b.id ? -1 : 1)),
    edges: (await rowsOf(tx, 'city_edges', world.id)).map((row) => ({
      from: row.from_id,
      to: row.to_id,
      meters: row.meters,
      lift: row.lift === 1,
    })),
    destinations: (await rowsOf(tx, 'destinations', world.id)).map(destinationDraft),
  })
}

/** Dependencies of modules that need maps. */
export interface MapDeps extends Deps {
  readonly maps: Maps
}
