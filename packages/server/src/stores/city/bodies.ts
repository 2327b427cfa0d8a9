// Bodies in the city: one row per agent, from which its position at any time follows.
import type { SkipReason } from '@agent-network/contract'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { upsertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { Destination } from './map/city-map.ts'

export type BodyRow = Tables['bodies']

/** `leaves_at` of a body that stays until it walks on, in ms: later than any ISO timestamp of four-digit years. */
export const FOREVER = 9_000_000_000_000_000

/** A dwell is twenty minutes (1.22). */
export const DWELL_MS = 20 * 60_000

const bodyOfAgent = prepare<{ world: string; agent: string }, BodyRow>((sql, param) =>
  sql.selectFrom('bodies').selectAll().where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

export const readBody = (read: Read, worldId: string, agentId: string): Promise<BodyRow | undefined> =>
  read.first(bodyOfAgent, { world: worldId, agent: agentId })

const putRow = upsertOf(
  'bodies',
  [
    'world_id',
    'agent_id',
    'resident',
    'destination_id',
    'journey_id',
    'depart_at',
    'arrive_at',
    'dwell_until',
    'leaves_at',
    'activity',
    'purpose',
    'home_id',
  ],
  { keeps: ['resident'] },
)

export const putBody = (tx: Tx, row: BodyRow): Promise<number> => tx.run(putRow, { ...row })

export async function removeBody(tx: Tx, worldId: string, agentId: string): Promise<void> {
  await tx.sql.deleteFrom('bodies').where('world_id', '=', worldId).where('agent_id', '=', agentId).execute()
}

/** Positions are computed from the row and the time, so a row is valid at any later time. */
export const isUnderway = (body: BodyRow, at: number): boolean =>
  body.depart_at !== null && body.depart_at <= at && at < body.arrive_at

/** Whether its walk or stay has begun. An imported body may have its first one in the future. */
export const hasBegun = (body: BodyRow, at: number): boolean => (body.depart_at ?? body.arrive_at) <= at

/** The id of the place it is at, or null while it walks, before it arrives and after it has left. */
export const placeIdAt = (body: BodyRow | undefined, at: number): string | null =>
  body !== undefined && body.arrive_at <= at && at < body.leaves_at ? body.destination_id : null

/** The end of its current dwell in ms, or null outside a dwell. */
export const dwellAt = (body: BodyRow | undefined, at: number): number | null =>
  body?.dwell_until != null && body.arrive_at <= at && at < body.dwell_until ? body.dwell_until : null

/** Apartments: a visitor's first walk reserves one. */
export const HOME = 'home'

const unreservedHomes = (limit: number) =>
  prepare<{ world: string }, { id: string }>((sql, param) =>
    sql
      .selectFrom('destinations as d')
      .select('d.id')
      .where('d.world_id', '=', param('world'))
      .where('d.kind', '=', literal(HOME))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('bodies as b')
              .select('b.home_id')
              .whereRef('b.world_id', '=', 'd.world_id')
              .whereRef('b.home_id', '=', 'd.id'),
          ),
        ),
      )
      .orderBy('d.id')
      .limit(literal(limit)),
  )
const lowestFree = unreservedHomes(1)
/** More than a city has apartments for its visitors. */
const allFree = unreservedHomes(1_000)

/** The home that the next first walk reserves (1.22), or null if all are reserved. */
export const freeHome = async (read: Read, worldId: string): Promise<string | null> =>
  (await read.first(lowestFree, { world: worldId }))?.id ?? null

const touchMap = prepare<{ world: string }, unknown>((sql, param) =>
  sql
    .updateTable('city_maps')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('world_id', '=', param('world')),
)

/** Locks the row of the world's map, so that first walks are serialized and no two reserve the same home. */
export async function lockHomes(tx: Tx, worldId: string): Promise<void> {
  if (tx.engine === 'postgres') await tx.run(touchMap, { world: worldId })
}

const storeHome = prepare<{ world: string; agent: string; home: string }, unknown>((sql, param) =>
  sql
    .updateTable('bodies')
    .set({ home_id: param('home') })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** The body of a resident that has not walked yet. */
const bodyAtHome = (
  { worldId, agentId }: { worldId: string; agentId: string },
  homeId: string,
  at: number,
): BodyRow => ({
  world_id: worldId,
  agent_id: agentId,
  resident: 1,
  destination_id: homeId,
  journey_id: null,
  depart_at: null,
  arrive_at: at,
  dwell_until: null,
  leaves_at: at,
  activity: 'visiting',
  purpose: null,
  home_id: homeId,
})

/** Share of the homes that residents leave to visitors. */
const VISITORS_SHARE = 0.5

/** Moves a resident to the first of these homes that is free. Returns its id, or null if too few are left. */
export async function moveIn(
  tx: Tx,
  { worldId, agentId }: { worldId: string; agentId: string },
  homeIds: readonly string[],
  at: number,
): Promise<string | null> {
  await lockHomes(tx, worldId)
  const free = new Set((await tx.all(allFree, { world: worldId })).map(({ id }) => id))
  const home = homeIds.find((id) => free.has(id))
  if (home === undefined || free.size <= homeIds.length * VISITORS_SHARE) return null
  if ((await tx.run(storeHome, { world: worldId, agent: agentId, home })) === 0)
    await putBody(tx, bodyAtHome({ worldId, agentId }, home, at))
  return home
}

/** 2.10: homes, the Rain Forum and route stops are never offered. */
const NEVER_OFFERED: ReadonlySet<string> = new Set([HOME, 'rain_forum', 'route_stop'])

export const isOffered = ({ kind }: Destination): boolean => !NEVER_OFFERED.has(kind)

/** Handles of several agents by id. The city refers to agents by handle only (2.9). */
export async function handlesOf(read: Read, worldId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await read.sql
    .selectFrom('agents')
    .select(['id', 'handle'])
    .where('world_id', '=', worldId)
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}

/** Takes a unit of the world's budget for an act. It is called after all other checks and before any write. */
export type Permit = () => Promise<SkipReason | null>
