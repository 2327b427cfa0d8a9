// Places as a visitor sees them: offers by distance, and the surroundings at a place.
import { type Here, LIMITS, type OfferedPlace, type Purpose, type ResidentActivity } from '@agent-network/contract'
import type { VisitorLimits } from '../../platform/control/switches.ts'
import { iso } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Value } from '../../platform/db/database.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { FOREVER, handlesOf } from './bodies.ts'
import { conversationsAt, joinSkipReason, readJoiner, readTalkers } from './conversations.ts'
import { type Encounter, takesPart } from './encounters.ts'
import { type GameRow, gamesAtPlace, isPlayer } from './games/games.ts'
import type { Destination } from './map/city-map.ts'
import type { OpenMap } from './maps.ts'

type Counted = { destination_id: string; n: number }
const slots = Array.from({ length: LIMITS.body.places }, (_, i) => `p${i}`)

/** One statement for any number of offered places. Unused slots are bound to ids that no place has. */
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

/** 2.10 places: the nearest by walking distance, without the current place. */
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

interface Present {
  agent_id: string
  handle: string
  activity: string
  purpose: string | null
  arrive_at: number
  leaves_at: number
}
type At = { world: string; destination: string; at: number }

const present = prepare<At, Present>((sql, param) =>
  sql
    .selectFrom('bodies as b')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'b.world_id').onRef('a.id', '=', 'b.agent_id'))
    .select(['b.agent_id', 'a.handle', 'b.activity', 'b.purpose', 'b.arrive_at', 'b.leaves_at'])
    .where('b.world_id', '=', param('world'))
    .where('b.destination_id', '=', param('destination'))
    .where('b.leaves_at', '>', param('at'))
    .where('b.arrive_at', '<=', param('at'))
    .where('b.resident', '=', 1)
    .where('a.enabled', '=', 1)
    .orderBy('b.arrive_at')
    .orderBy('b.agent_id')
    .limit(literal(LIMITS.body.residents)),
)
const presentCount = prepare<At, { n: number }>((sql, param) =>
  sql
    .selectFrom('bodies as b')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'b.world_id').onRef('a.id', '=', 'b.agent_id'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('b.world_id', '=', param('world'))
    .where('b.destination_id', '=', param('destination'))
    .where('b.leaves_at', '>', param('at'))
    .where('b.arrive_at', '<=', param('at'))
    .where('b.resident', '=', 1)
    .where('a.enabled', '=', 1),
)
const arriving = prepare<At, { handle: string; purpose: string | null; arrive_at: number }>((sql, param) =>
  sql
    .selectFrom('bodies as b')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'b.world_id').onRef('a.id', '=', 'b.agent_id'))
    .select(['a.handle', 'b.purpose', 'b.arrive_at'])
    .where('b.world_id', '=', param('world'))
    .where('b.destination_id', '=', param('destination'))
    .where('b.leaves_at', '>', param('at'))
    .where('b.arrive_at', '>', param('at'))
    .where('b.depart_at', '<=', param('at'))
    .where('b.resident', '=', 1)
    .where('a.enabled', '=', 1)
    .orderBy('b.arrive_at')
    .orderBy('b.agent_id')
    .limit(literal(LIMITS.body.arriving)),
)

/** A resident's public activity: that of its stay, or, for a plain visit, whether it plays or talks. */
function activityOf(row: Present, games: readonly GameRow[], talking: ReadonlySet<string>): ResidentActivity {
  if (row.activity !== 'visiting') return row.activity as ResidentActivity
  if (games.some((game) => isPlayer(game, row.agent_id))) return 'playing_chess'
  return talking.has(row.agent_id) ? 'in_conversation' : 'visiting'
}

const others = ({ participants }: Encounter, agentId: string): string[] =>
  participants.filter((row) => row.agent_id !== agentId && takesPart(row)).map(({ agent_id }) => agent_id)

export interface PlaceViewer {
  readonly world: World
  readonly agentId: string
  readonly limits: VisitorLimits
  readonly at: number
}

/** 2.10 here: the agents and activities at a place, as visible to an agent there, without any spoken text. */
export async function readSurroundings(
  read: Read,
  place: Destination,
  { world, agentId, limits, at }: PlaceViewer,
): Promise<Here> {
  const here = { world: world.id, destination: place.id, at }
  const [rows, counted, coming, tables, talks] = await Promise.all([
    read.all(present, here),
    read.first(presentCount, here),
    read.all(arriving, here),
    gamesAtPlace(read, world.id, place.id, at),
    conversationsAt(read, world.id, place.id, at),
  ])
  const joiner = talks.length === 0 ? null : await readJoiner(read, { worldId: world.id, agentId, limits }, at)
  const talking = await readTalkers(read, { worldId: world.id, destinationId: place.id, visibleEncounters: talks }, at)
  const seated = new Set(rows.map(({ agent_id }) => agent_id))
  // A challenge is not a game in progress until it is accepted.
  const games = tables.filter(({ status }) => status === 'active')
  const boards = games
    .filter((game) => seated.has(game.white_agent_id) || seated.has(game.black_agent_id))
    .slice(0, LIMITS.body.boards)
  const handles = await handlesOf(read, world.id, [
    ...boards.flatMap((game) => [game.white_agent_id, game.black_agent_id]),
    ...talks.flatMap((talk) => others(talk, agentId)),
  ])
  const handle = (id: string) => handles.get(id) ?? ''
  return {
    destinationId: place.id,
    label: place.label,
    residents: rows.map((row) => {
      const activity = activityOf(row, games, talking)
      return {
        handle: row.handle,
        activity,
        purpose: row.purpose as Purpose | null,
        arrivedAt: iso(row.arrive_at),
        staysUntil: activity === 'playing_chess' || row.leaves_at === FOREVER ? null : iso(row.leaves_at),
      }
    }),
    residentCount: Number(counted!.n),
    arriving: coming.map((row) => ({
      handle: row.handle,
      purpose: row.purpose as Purpose | null,
      arriveAt: iso(row.arrive_at),
    })),
    conversations: talks.map((talk) => ({
      encounterId: talk.row.id,
      withHandles: others(talk, agentId).map(handle),
      status: talk.status as 'forming' | 'talking',
      joinable: joinSkipReason(talk, joiner!, { location: place.id, limits, at }) === null,
    })),
    boards: boards.map((game) => ({
      whiteHandle: handle(game.white_agent_id),
      blackHandle: handle(game.black_agent_id),
      toMoveHandle: handle(game.to_move),
      ply: game.ply,
      fen: game.fen,
      lastMoveSan: game.last_san,
      updatedAt: iso(game.updated_at),
    })),
  }
}
