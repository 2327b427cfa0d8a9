import { noteWitnesses } from '../../chronicle/witnesses.ts'
import { parseIso } from '../../core/day.ts'
import type { Tables } from '../../db/tables.ts'
import type { World } from '../../worlds/worlds.ts'
import { replaceChildren } from './children.ts'
import { countIslands } from './city-map.ts'
import type { Item } from './lists.ts'
import { batches, rowsBy, upsertRows } from './stored.ts'
import { byWorld, keep, keepJson, keepTime, placed, type Writer } from './writer.ts'

/** What happened at a place that no longer exists goes with it; a game merely loses its table. */
async function forgetPlaces(writer: Writer, world: World, ids: readonly string[]): Promise<void> {
  const { sql } = writer.tx
  for (const gone of batches(ids)) {
    const encounters = await rowsBy(writer.tx, 'encounters', 'destination_id', world.id, gone)
    const journeys = await rowsBy(writer.tx, 'journeys', 'destination_id', world.id, gone)
    for (const batch of batches(encounters.map((row) => row.id)))
      for (const table of ['encounter_participants', 'encounter_turns'] as const)
        await sql.deleteFrom(table).where('world_id', '=', world.id).where('encounter_id', 'in', batch).execute()
    for (const table of ['stays', 'journeys', 'encounters'] as const)
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

/** A city comes whole: its map is replaced, not mended. */
async function writeCity(writer: Writer, world: World, city: Item<'city'>): Promise<string[]> {
  const { tx } = writer
  const { nodes = [], edges = [] } = city
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
  const edgeRows = edges.map(({ from, to, meters, lift = false }) => ({
    world_id: world.id,
    from_id: from,
    to_id: to,
    meters,
    lift: lift ? 1 : 0,
  }))
  await upsertRows(tx, 'city_edges', edgeRows)
  await upsertRows(tx, 'destinations', destinations)
  return [...staying]
}

/** A time that a body cannot do without: null is as good as nothing. */
const bodyTime = (given: string | null | undefined, stored: number | undefined, otherwise: number): number =>
  keepTime(given ?? undefined, stored, otherwise)

const orNever = (given: string | null | undefined, stored: number | null | undefined): number | null =>
  keep(given === undefined ? undefined : given === null ? null : parseIso(given), stored, null)

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
    return {
      world_id: world.id,
      id,
      agent_id: item.agentId,
      destination_id: item.destinationId,
      purpose: keep(item.purpose, stored?.purpose, null),
      depart_at,
      arrive_at: Number.isFinite(arrives) ? arrives : depart_at,
      created_at,
    }
  })
  await upsertRows(writer.tx, 'journeys', rows)
}

/** How long a conversation lasts when nobody says: as long as an invitation to it (section 2.10). */
const CONVERSATION_MS = 30 * 60_000

async function writeEncounters(writer: Writer): Promise<void> {
  const { tx, at } = writer
  for (const { item, index, world } of placed(writer, 'encounters')) {
    const id = item.id ?? writer.ambient.id('encounter', world.tag)
    const stored = writer.stored.get('encounters', id)
    const created_at = keepTime(item.createdAt, stored?.created_at, at)
    const begun = Math.max(0, created_at)
    const row: Tables['encounters'] = {
      world_id: world.id,
      id,
      destination_id: item.destinationId,
      status: keep(item.status, stored?.status, 'talking'),
      deadline: bodyTime(item.deadline, stored?.deadline, begun + CONVERSATION_MS),
      created_at,
    }
    await upsertRows(tx, 'encounters', [row])
    const participants = item.participants?.map(({ agentId, state = 'engaged', invitedAt }) => ({
      world_id: world.id,
      encounter_id: id,
      agent_id: agentId,
      state,
      invited_at: bodyTime(invitedAt, undefined, begun),
    }))
    if (participants !== undefined) {
      const rows = tx.sql.deleteFrom('encounter_participants').where('world_id', '=', world.id)
      await rows.where('encounter_id', '=', id).execute()
      await upsertRows(tx, 'encounter_participants', participants)
    }
    // Whoever takes part hears a turn, unless the file says who did.
    const present = (participants ?? [])
      .filter(({ state }) => state === 'engaged' || state === 'listener')
      .map(({ agent_id }) => agent_id)
    const turns = item.turns?.map((turn) => ({
      id: turn.id,
      createdAt: turn.createdAt,
      row: {
        encounter_id: id,
        agent_id: turn.agentId,
        text: turn.text,
        witnesses: JSON.stringify(turn.witnesses ?? present.filter((agentId) => agentId !== turn.agentId)),
      },
    }))
    const table = { table: 'encounter_turns', kind: 'turn', parent: 'encounter_id' } as const
    if (turns !== undefined) await replaceChildren(writer, world, table, id, turns)
    const heard = new Set((item.turns ?? []).flatMap(({ witnesses }) => witnesses ?? []))
    for (const { agent_id } of participants ?? []) heard.delete(agent_id)
    await noteWitnesses(tx, world.id, id, [...heard], begun)
    writer.note('encounters', index, id)
  }
}

async function writeGames(writer: Writer): Promise<void> {
  const rows = placed(writer, 'games').map(({ item, index, world }): Tables['games'] => {
    const id = item.id ?? writer.ambient.id('game', world.tag)
    const stored = writer.stored.get('games', id)
    writer.note('games', index, id)
    return {
      world_id: world.id,
      id,
      destination_id: keep(item.destinationId, stored?.destination_id, null),
      white_agent_id: item.whiteAgentId,
      black_agent_id: item.blackAgentId,
      start_fen: keep(item.fen, stored?.start_fen, null),
      moves: keepJson(item.moves, stored?.moves, []),
      due_at: orNever(item.dueAt, stored?.due_at),
      status: keep(item.status, stored?.status, 'active'),
      created_at: keepTime(item.createdAt, stored?.created_at, writer.at),
    }
  })
  await upsertRows(writer.tx, 'games', rows)
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
  await writeEncounters(writer)
  await writeGames(writer)
  return { destinations, islands }
}
