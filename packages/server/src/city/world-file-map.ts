import type { Purpose } from '@agent-network/contract'
import { batches } from '../db/batches.ts'
import { deleteRows, upsertRows } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'
import { compareText, rowsBy, rowsOf } from '../db/world-rows.ts'
import { listIds, unlistIds } from '../worlds/directory.ts'
import type { FileList, Item, Writer } from '../worlds/file-list.ts'
import type { World } from '../worlds/worlds.ts'
import type { DraftEdge } from './map/draft.ts'
import { destinationDraft, firstNode, putMap } from './maps.ts'

type City = Item<'city'>
type DestinationRow = Tables['destinations']

/** What happened at a place that no longer exists goes with it; a game merely loses its table. */
async function forgetPlaces({ tx }: Writer, world: World, ids: readonly string[]): Promise<void> {
  const { sql } = tx
  const worldId = world.id
  for (const gone of batches(ids)) {
    const idsAt = async (table: 'encounters' | 'journeys') =>
      (await rowsBy(tx, { table, column: 'destination_id', worldId }, gone)).map(({ id }) => id)
    const encounters = await idsAt('encounters')
    const journeys = await idsAt('journeys')
    await deleteRows(tx, 'encounter_participants', { worldId, column: 'encounter_id' }, encounters)
    await deleteRows(tx, 'encounter_turns', { worldId, column: 'encounter_id' }, encounters)
    const homeless = sql.updateTable('bodies').set({ home_id: null }).where('world_id', '=', worldId)
    await homeless.where('home_id', 'in', gone).execute()
    await deleteRows(tx, 'bodies', { worldId, column: 'destination_id' }, gone)
    await deleteRows(tx, 'stays', { worldId, column: 'destination_id' }, gone)
    await deleteRows(tx, 'journeys', { worldId, column: 'destination_id' }, gone)
    await deleteRows(tx, 'encounters', { worldId, column: 'destination_id' }, gone)
    const tableless = sql.updateTable('games').set({ destination_id: null }).where('world_id', '=', worldId)
    await tableless.where('destination_id', 'in', gone).execute()
    await deleteRows(tx, 'destinations', { worldId, column: 'id' }, gone)
    await unlistIds(tx, world, [...gone, ...encounters, ...journeys])
  }
}

/** A street is walked both ways, and may be named once for each; of several between two nodes the shortest counts. */
function shortestEdges(edges: NonNullable<City['edges']>): DraftEdge[] {
  const best = new Map<string, DraftEdge>()
  for (const { from, to, meters, lift = false } of edges) {
    const pair = from < to ? `${from}\0${to}` : `${to}\0${from}`
    const known = best.get(pair)
    const isBetter = known === undefined || meters < known.meters || (meters === known.meters && known.lift && !lift)
    if (isBetter) best.set(pair, { from, to, meters, lift })
  }
  return [...best.values()]
}

/** A city comes whole: its map is replaced, not mended. Returns the ids of its places. */
async function writeCity(writer: Writer, world: World, item: City): Promise<string[]> {
  const { tx } = writer
  const key = { world_id: world.id }
  const edges = shortestEdges(item.edges ?? [])
  const nodes = (item.nodes ?? []).map(({ id, x, y, level = 0 }) => ({ ...key, id, x, y, level }))
  const destinations = (item.destinations ?? []).map(
    (place): DestinationRow => ({
      ...key,
      id: place.id ?? writer.ambient.id('destination', world.tag),
      node_id: place.nodeId,
      label: place.label,
      kind: place.kind ?? 'place',
      purposes: JSON.stringify(place.purposes ?? []),
    }),
  )
  const staying = new Set(destinations.map(({ id }) => id))
  const stored = await tx.sql.selectFrom('destinations').select('id').where('world_id', '=', world.id).execute()
  const gone = stored.map(({ id }) => id).filter((id) => !staying.has(id))
  await forgetPlaces(writer, world, gone)
  await tx.sql.deleteFrom('city_edges').where('world_id', '=', world.id).execute()
  await tx.sql.deleteFrom('city_nodes').where('world_id', '=', world.id).execute()
  await upsertRows(tx, 'city_nodes', nodes)
  const edgeRows = edges.map(({ from, to, meters, lift }) => ({
    ...key,
    from_id: from,
    to_id: to,
    meters,
    lift: lift ? 1 : 0,
  }))
  await upsertRows(tx, 'city_edges', edgeRows)
  await upsertRows(tx, 'destinations', destinations)
  await putMap(tx, world, { nodes, edges, destinations: destinations.map(destinationDraft) })
  return [...staying]
}

const byId = <R extends { id: string }>(rows: R[]): R[] => rows.sort((a, b) => compareText(a.id, b.id))

const destinationView = (row: DestinationRow): NonNullable<City['destinations']>[number] => ({
  id: row.id,
  nodeId: row.node_id,
  label: row.label,
  kind: row.kind,
  purposes: JSON.parse(row.purposes) as Purpose[],
})

export const city: FileList<'city'> = {
  list: 'city',
  references: () => [],
  async write(writer, entries) {
    for (const { item, index, world } of entries) {
      const ids = await writeCity(writer, world, item)
      await listIds(writer.tx, world, ids)
      writer.note('city', index, world.id)
      writer.notePlaces(ids)
    }
  },
  /** A world without a map has no city, rather than an empty one. */
  async read(read, worldId) {
    const rows = byId(await rowsOf(read, 'city_nodes', worldId)).map(({ id, x, y, level }) => ({ id, x, y, level }))
    if (rows.length === 0) return []
    const first = await firstNode(read, worldId)
    const nodes = [...rows.filter(({ id }) => id === first), ...rows.filter(({ id }) => id !== first)]
    const edges = (await rowsOf(read, 'city_edges', worldId))
      .sort((a, b) => compareText(a.from_id, b.from_id) || compareText(a.to_id, b.to_id))
      .map((row) => ({ from: row.from_id, to: row.to_id, meters: row.meters, lift: row.lift === 1 }))
    const destinations = byId(await rowsOf(read, 'destinations', worldId)).map(destinationView)
    return [{ worldId, nodes, edges, destinations }]
  },
}
