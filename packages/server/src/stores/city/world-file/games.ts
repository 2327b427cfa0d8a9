// Chess games and the city map in world files: import and export.
import { isFen } from '@agent-network/chess'
import type { Purpose } from '@agent-network/contract'
import { invalidInput } from '../../../platform/core/api-error.ts'
import { batches } from '../../../platform/db/bulk.ts'
import { deleteRows, upsertRows } from '../../../platform/db/statements.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { compareText, datedRows, rowsBy, rowsOf } from '../../../platform/db/world-rows.ts'
import { listIds, unlistIds } from '../../../platform/worlds/directory.ts'
import {
  byWorld,
  type FileList,
  type ImportWriter,
  type Item,
  isCurrent,
  type PlacedItem,
  refTo,
} from '../../../platform/worlds/file-list.ts'
import {
  resolveJson,
  resolveRequiredTime,
  resolveTime,
  resolveTimeOrNull,
  resolveValue,
  stamp,
  stampOrNull,
} from '../../../platform/worlds/file-parts.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { type GameRow, positionOf, scheduleReply, TURN_MS } from '../games/games.ts'
import type { DraftEdge } from '../map/graph.ts'
import { destinationDraft, firstNode, putMap } from '../maps.ts'

type Players = Pick<GameRow, 'white_agent_id' | 'black_agent_id'>

/** Whether a visitor plays. Visitors are driven from outside. */
async function findVisitorGames(
  { tx }: ImportWriter,
  world: World,
  entries: readonly PlacedItem<'games'>[],
): Promise<(players: Players) => boolean> {
  const players = new Set(entries.flatMap(({ item }) => [item.whiteAgentId, item.blackAgentId]))
  const agents = await rowsBy(tx, { table: 'agents', column: 'id', worldId: world.id }, players)
  const visitors = new Set(agents.filter(({ kind }) => kind === 'visitor').map(({ id }) => id))
  return ({ white_agent_id, black_agent_id }) => visitors.has(white_agent_id) || visitors.has(black_agent_id)
}

function gameRow(
  { stored: { get }, at, path, ambient }: ImportWriter,
  { item, index, world }: PlacedItem<'games'>,
  hasVisitor: (players: Players) => boolean,
): GameRow {
  const id = item.id ?? ambient.id('game', world.tag)
  const stored = get('games', id)
  const players = {
    white_agent_id: item.whiteAgentId,
    black_agent_id: item.blackAgentId,
    start_fen: resolveValue(item.fen, stored?.start_fen, null),
  }
  const moves = resolveJson(item.moves, stored?.moves, [])
  if (players.start_fen !== null && !isFen(players.start_fen))
    throw invalidInput(`${path('games', index, 'fen')}: is no position that can be played on`)
  const position = positionOf(players, JSON.parse(moves) as string[])
  if (position === null)
    throw invalidInput(`${path('games', index, 'moves')}: are not legal from the starting position`)
  const { ended, ...board } = position
  const requestedStatus = resolveValue<string>(item.status, stored?.status, 'active')
  // The first move accepts the challenge (1.20), even if the file says `challenge`.
  const status = requestedStatus === 'challenge' && moves !== '[]' ? 'active' : requestedStatus
  // A visitor's game always has a deadline for the next move. Games of residents have one only if the file sets it.
  const due = resolveTimeOrNull(item.dueAt, stored === undefined && hasVisitor(players) ? at + TURN_MS : stored?.due_at)
  const created_at = resolveTime(item.createdAt, stored?.created_at, at)
  return {
    world_id: world.id,
    id,
    destination_id: resolveValue(item.destinationId, stored?.destination_id, null),
    ...players,
    moves,
    ...board,
    due_at: ended === null ? due : null,
    status: ended === null ? status : 'finished',
    result: ended?.result ?? resolveValue<string | null>(item.result, stored?.result, null),
    end_reason: ended?.endReason ?? resolveValue<string | null>(item.endReason, stored?.end_reason, null),
    created_at,
    updated_at: resolveRequiredTime(item.updatedAt, stored?.updated_at, Math.max(0, created_at)),
  }
}

const gameView = (row: GameRow): Item<'games'> => ({
  id: row.id,
  worldId: row.world_id,
  destinationId: row.destination_id,
  whiteAgentId: row.white_agent_id,
  blackAgentId: row.black_agent_id,
  moves: JSON.parse(row.moves) as string[],
  fen: row.start_fen,
  dueAt: stampOrNull(row.due_at),
  status: row.status as NonNullable<Item<'games'>['status']>,
  result: row.result as NonNullable<Item<'games'>['result']> | null,
  endReason: row.end_reason as NonNullable<Item<'games'>['endReason']> | null,
  createdAt: stamp(row.created_at),
  updatedAt: stamp(row.updated_at),
})

export const games: FileList<'games'> = {
  list: 'games',
  references: (item) => [
    ...refTo('agents', item.whiteAgentId, 'whiteAgentId'),
    ...refTo('agents', item.blackAgentId, 'blackAgentId'),
    ...refTo('destinations', item.destinationId, 'destinationId'),
  ],
  async write(writer, entries) {
    for (const [world, here] of byWorld(entries)) {
      const isDriven = await findVisitorGames(writer, world, here)
      const rows = here.map((entry) => {
        const row = gameRow(writer, entry, isDriven)
        writer.note('games', entry.index, row.id)
        return row
      })
      await upsertRows(writer.tx, 'games', rows)
      for (const [i, row] of rows.entries())
        if (writer.stored.get('games', row.id) === undefined && isCurrent(here[i]!.item.createdAt, writer.at))
          writer.fresh.push({ kind: 'game', row })
      // Schedules the reply of a resident who is to move against a visitor, also if the move before was imported.
      for (const row of rows.filter(isDriven)) await scheduleReply(writer.tx, writer, row, writer.at)
    }
  },
  read: async (read, worldId) => (await datedRows(read, 'games', worldId)).map(gameView),
}

type City = Item<'city'>
type DestinationRow = Tables['destinations']

/** Deletes the data of places that no longer exist; games only lose their table. */
async function deletePlaces({ tx }: ImportWriter, world: World, ids: readonly string[]): Promise<void> {
  const { sql } = tx
  const worldId = world.id
  for (const placeIds of batches(ids)) {
    const idsAt = async (table: 'encounters' | 'journeys') =>
      (await rowsBy(tx, { table, column: 'destination_id', worldId }, placeIds)).map(({ id }) => id)
    const encounters = await idsAt('encounters')
    const journeys = await idsAt('journeys')
    await deleteRows(tx, 'encounter_participants', { worldId, column: 'encounter_id' }, encounters)
    await deleteRows(tx, 'encounter_turns', { worldId, column: 'encounter_id' }, encounters)
    const homeless = sql.updateTable('bodies').set({ home_id: null }).where('world_id', '=', worldId)
    await homeless.where('home_id', 'in', placeIds).execute()
    await deleteRows(tx, 'bodies', { worldId, column: 'destination_id' }, placeIds)
    await deleteRows(tx, 'stays', { worldId, column: 'destination_id' }, placeIds)
    await deleteRows(tx, 'journeys', { worldId, column: 'destination_id' }, placeIds)
    await deleteRows(tx, 'encounters', { worldId, column: 'destination_id' }, placeIds)
    const tableless = sql.updateTable('games').set({ destination_id: null }).where('world_id', '=', worldId)
    await tableless.where('destination_id', 'in', placeIds).execute()
    await deleteRows(tx, 'destinations', { worldId, column: 'id' }, placeIds)
    await unlistIds(tx, world, [...placeIds, ...encounters, ...journeys])
  }
}

/**
 * Streets go both ways and may be listed in both directions. Of several streets between two nodes the shortest is used.
 */
function shortestEdges(edges: NonNullable<City['edges']>): DraftEdge[] {
  const best = new Map<string, DraftEdge>()
  for (const { from, to, meters, lift = false } of edges) {
    const pair = from < to ? `${from}\0${to}` : `${to}\0${from}`
    const bestEdge = best.get(pair)
    const isBetter =
      bestEdge === undefined || meters < bestEdge.meters || (meters === bestEdge.meters && bestEdge.lift && !lift)
    if (isBetter) best.set(pair, { from, to, meters, lift })
  }
  return [...best.values()]
}

/** A city is imported as a whole and replaces the old map. Returns the ids of its places. */
async function writeCity(writer: ImportWriter, world: World, item: City): Promise<string[]> {
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
  const removedIds = stored.map(({ id }) => id).filter((id) => !staying.has(id))
  await deletePlaces(writer, world, removedIds)
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
  /** A world without a map has no city instead of an empty one. */
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
