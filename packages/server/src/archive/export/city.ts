import type { Purpose, WorldFile, WorldFileItem, WorldFileList } from '@agent-network/contract'
import { firstNode } from '../../city/maps.ts'
import type { Read } from '../../db/database.ts'
import { compare, datedRows, partsBy, rowsOf, stamp } from './rows.ts'

type Items<L extends WorldFileList> = WorldFileItem<L>[]

const byId = <R extends { id: string }>(rows: R[]): R[] => rows.sort((a, b) => compare(a.id, b.id))

/** A world without a map has no city, rather than an empty one. */
export async function exportCity(read: Read, worldId: string): Promise<Pick<WorldFile, 'city'>> {
  const rows = byId(await rowsOf(read, 'city_nodes', worldId)).map(({ id, x, y, level }) => ({ id, x, y, level }))
  if (rows.length === 0) return {}
  const first = await firstNode(read, worldId)
  const nodes = [...rows.filter(({ id }) => id === first), ...rows.filter(({ id }) => id !== first)]
  const edges = (await rowsOf(read, 'city_edges', worldId))
    .sort((a, b) => compare(a.from_id, b.from_id) || compare(a.to_id, b.to_id))
    .map((row) => ({ from: row.from_id, to: row.to_id, meters: row.meters, lift: row.lift === 1 }))
  const destinations = byId(await rowsOf(read, 'destinations', worldId)).map((row) => ({
    id: row.id,
    nodeId: row.node_id,
    label: row.label,
    kind: row.kind,
    purposes: JSON.parse(row.purposes) as Purpose[],
  }))
  return { city: { worldId, nodes, edges, destinations } }
}

async function exportMovement(read: Read, worldId: string): Promise<Pick<WorldFile, 'stays' | 'journeys'>> {
  const stays = (await datedRows(read, 'stays', worldId)).map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    destinationId: row.destination_id,
    arrivedAt: stamp(row.arrived_at),
    staysUntil: row.stays_until === null ? null : stamp(row.stays_until),
    activity: row.activity,
    purpose: row.purpose,
    createdAt: stamp(row.created_at),
  }))
  const journeys = (await datedRows(read, 'journeys', worldId)).map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    destinationId: row.destination_id,
    purpose: row.purpose,
    departAt: stamp(row.depart_at),
    arriveAt: stamp(row.arrive_at),
    createdAt: stamp(row.created_at),
  }))
  return { stays: stays as Items<'stays'>, journeys: journeys as Items<'journeys'> }
}

async function exportEncounters(read: Read, worldId: string): Promise<Pick<WorldFile, 'encounters'>> {
  const present = (await rowsOf(read, 'encounter_participants', worldId)).sort(
    (a, b) => a.invited_at - b.invited_at || compare(a.agent_id, b.agent_id),
  )
  const participants = partsBy(
    present,
    (row) => row.encounter_id,
    (row) => ({
      agentId: row.agent_id,
      state: row.state,
      invitedAt: stamp(row.invited_at),
      // Left out where a reader would take them for granted.
      ...(row.joined_at === null || row.joined_at === row.invited_at ? {} : { joinedAt: stamp(row.joined_at) }),
      ...(row.left_at === null ? {} : { leftAt: stamp(row.left_at) }),
    }),
  )
  const turns = partsBy(
    await datedRows(read, 'encounter_turns', worldId),
    (row) => row.encounter_id,
    (row) => ({
      id: row.id,
      agentId: row.agent_id,
      text: row.text,
      witnesses: JSON.parse(row.witnesses) as string[],
      createdAt: stamp(row.created_at),
    }),
  )
  const encounters = (await datedRows(read, 'encounters', worldId)).map((row) => ({
    id: row.id,
    worldId,
    destinationId: row.destination_id,
    status: row.status,
    deadline: stamp(row.deadline),
    ...(row.ended_at === null || row.ended_at === row.deadline ? {} : { endedAt: stamp(row.ended_at) }),
    createdAt: stamp(row.created_at),
    participants: participants.get(row.id) ?? [],
    turns: turns.get(row.id) ?? [],
  }))
  return { encounters: encounters as Items<'encounters'> }
}

export async function exportBodies(read: Read, worldId: string): Promise<WorldFile> {
  const games = (await datedRows(read, 'games', worldId)).map((row) => ({
    id: row.id,
    worldId,
    destinationId: row.destination_id,
    whiteAgentId: row.white_agent_id,
    blackAgentId: row.black_agent_id,
    moves: JSON.parse(row.moves) as string[],
    fen: row.start_fen,
    dueAt: row.due_at === null ? null : stamp(row.due_at),
    status: row.status,
    result: row.result,
    endReason: row.end_reason,
    createdAt: stamp(row.created_at),
    updatedAt: stamp(row.updated_at),
  }))
  return {
    ...(await exportMovement(read, worldId)),
    ...(await exportEncounters(read, worldId)),
    games: games as Items<'games'>,
  }
}
