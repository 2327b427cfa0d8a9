import { DWELL_MS } from '../../city/bodies.ts'
import type { DraftEdge, MapDraft } from '../../city/map/draft.ts'
import { putMap } from '../../city/maps.ts'
import { batches } from '../../db/batches.ts'
import { upsertRows } from '../../db/statements.ts'
import type { Tables } from '../../db/tables.ts'
import type { World } from '../../worlds/worlds.ts'
import { placeBodies } from './bodies.ts'
import { countIslands } from './city-map.ts'
import { writeEncounters, writeGames } from './gatherings.ts'
import type { Item } from './lists.ts'
import { rowsBy } from './stored.ts'
import { bodyTime, byWorld, keep, keepTime, orNever, placed, type Writer } from './writer.ts'

/** What happened at a place that no longer exists goes with it; a game merely loses its table. */
async function forgetPlaces(writer: Writer, world: World, ids: readonly string[]): Promise<void> {
  const { sql } = writer.tx
  for (const gone of batches(ids)) {
    const encounters = await rowsBy(writer.tx, 'encounters', 'destination_id', world.id, gone)
    const journeys = await rowsBy(writer.tx, 'journeys', 'destination_id', world.id, gone)
    for (const batch of batches(encounters.map((row) => row.id)))
      for (const table of ['encounter_participants', 'encounter_turns'] as const)
        await sql.deleteFrom(table).where('world_id', '=', world.id).where('encounter_id', 'in', batch).execute()
    await sql
      .updateTable('bodies')
      .set({ home_id: null })
      .where('world_id', '=', world.id)
      .where('home_id', 'in', gone)
      .execute()
    for (const table of ['bodies', 'stays', 'journeys', 'encounters'] as const)
      await sql.deleteFrom(table).where('world_id', '=', world.id).where('destination_id', 'in', gone).execute()
    await sql
      .updateTable('games')
      .set({ destination_id: null })
      .where('world_id', '=', world.id)
      .where('destination_id', 'in', gone)
      .execute()
    await sql.deleteFrom('destinations').where('world_id', '=', world.id).where('id', 'in', gone).execute()
    for (const batch of batches([...gone, ...encounters.map((row) => row.id), ...journeys.map((row) => row.id)]))
      await sql.deleteFrom('directory').where('world_id', '=', world.id).where('id', 'in', batch).execute()
  }
}

/** A street is walked both ways, and may be named once for each; of several between two nodes the shortest counts. */
function waysOf(edges: NonNullable<Item<'city'>['edges']>): DraftEdge[] {
  const best = new Map<string, DraftEdge>()
  for (const { from, to, meters, lift = false } of edges) {
    const pair = from < to ? `${from}\0${to}` : `${to}\0${from}`
    const known = best.get(pair)
    const isBetter = known === undefined || meters < known.meters || (meters === known.meters && known.lift && !lift)
    if (isBetter) best.set(pair, { from, to, meters, lift })
  }
  return [...best.values()]
}

/** A city comes whole: its map is replaced, not mended. */
async function writeCity(writer: Writer, world: World, city: Item<'city'>): Promise<string[]> {
  const { tx } = writer
  const { nodes = [] } = city
  const edges = waysOf(city.edges ?? [])
  const destinations = (city.destinations ?? []).map((place): Tables['destinations'] => ({
    world_id: world.id,
    id: place.id ?? writer.ambient.id('destination', world.tag),
    node_id: place.nodeId,
    label: place.label,
    kind: place.kind ?? 'place',
    purposes: JSON.stringify(place.purposes ?? []),
  }))
  const staying = new Set(destinations.map(({ id }) => id))
  const before = await tx.sql.selectFrom('destinations').select('id').where('world_id', '=', world.id).execute()
  await forgetPlaces(
    writer,
    world,
    before.map(({ id }) => id).filter((id) => !staying.has(id)),
  )
  await tx.sql.deleteFrom('city_edges').where('world_id', '=', world.id).execute()
  await tx.sql.deleteFrom('city_nodes').where('world_id', '=', world.id).execute()
  const nodeRows = nodes.map(({ id, x, y, level = 0 }) => ({ world_id: world.id, id, x, y, level }))
  await upsertRows(tx, 'city_nodes', nodeRows)
  const edgeRows = edges.map(({ from, to, meters, lift }) => ({
    world_id: world.id,
    from_id: from,
    to_id: to,
    meters,
    lift: lift ? 1 : 0,
  }))
  await upsertRows(tx, 'city_edges', edgeRows)
  await upsertRows(tx, 'destinations', destinations)
  const draft: MapDraft = {
    nodes: nodeRows,
    edges,
    destinations: destinations.map((row) => ({
      id: row.id,
      nodeId: row.node_id,
      label: row.label,
      kind: row.kind,
      purposes: JSON.parse(row.purposes) as string[],
    })),
  }
  await putMap(tx, world, draft)
  return [...staying]
}

async function writeStays(writer: Writer): Promise<void> {
  for (const [world, entries] of byWorld(placed(writer, 'stays'))) {
    const given = entries.flatMap(({ item }) => item.id ?? [])
    const found = await rowsBy(writer.tx, 'stays', 'id', world.id, given)
    const stored = new Map(found.map((row) => [row.id, row]))
    const rows = entries.map(({ item, index }): Tables['stays'] => {
      const id = item.id ?? writer.ambient.id('stay', world.tag)
      const before = stored.get(id)
      const created_at = keepTime(item.createdAt, before?.created_at, writer.at)
      writer.note('stays', index, id)
      return {
        world_id: world.id,
        id,
        agent_id: item.agentId,
        destination_id: item.destinationId,
        arrived_at: bodyTime(item.arrivedAt, before?.arrived_at, Math.max(0, created_at)),
        stays_until: orNever(item.staysUntil, before?.stays_until),
        activity: keep(item.activity, before?.activity, 'visiting'),
        purpose: keep(item.purpose, before?.purpose, null),
        created_at,
      }
    })
    await upsertRows(writer.tx, 'stays', rows)
  }
}

async function writeJourneys(writer: Writer): Promise<void> {
  const rows = placed(writer, 'journeys').map(({ item, index, world }): Tables['journeys'] => {
    const id = item.id ?? writer.ambient.id('journey', world.tag)
    const stored = writer.stored.get('journeys', id)
    const created_at = keepTime(item.createdAt, stored?.created_at, writer.at)
    const arrives = bodyTime(item.arriveAt, stored?.arrive_at, Number.POSITIVE_INFINITY)
    // With one end of the way missing it takes no time at all.
    const depart_at = bodyTime(item.departAt, stored?.depart_at, Math.min(arrives, Math.max(0, created_at)))
    writer.note('journeys', index, id)
    const arrive_at = Number.isFinite(arrives) ? arrives : depart_at
    return {
      world_id: world.id,
      id,
      agent_id: item.agentId,
      destination_id: item.destinationId,
      purpose: keep(item.purpose, stored?.purpose, null),
      depart_at,
      arrive_at,
      created_at,
      // What only a walk made here has stays with it.
      meters: stored?.meters ?? 0,
      lifts: stored?.lifts ?? 0,
      from_label: stored?.from_label ?? null,
      route: stored?.route ?? null,
      dwell_until: arrive_at + DWELL_MS,
      // Waits in the outbox for its time; what is over or under way is history and makes no events (AMB-143).
      next_at: depart_at > writer.at ? depart_at : (stored?.next_at ?? null),
    }
  })
  await upsertRows(writer.tx, 'journeys', rows)
}

export interface CityReport {
  /** Ids of all places, city by city. */
  readonly destinations: { readonly world: World; readonly ids: readonly string[] }[]
  readonly islands: number
}

export async function writeCities(writer: Writer): Promise<CityReport> {
  const destinations: CityReport['destinations'] = []
  let islands = 0
  for (const { item, index, world } of placed(writer, 'city')) {
    destinations.push({ world, ids: await writeCity(writer, world, item) })
    islands += countIslands(item)
    writer.note('city', index, world.id)
  }
  await writeStays(writer)
  await writeJourneys(writer)
  await placeBodies(writer)
  await writeEncounters(writer)
  await writeGames(writer)
  return { destinations, islands }
}
