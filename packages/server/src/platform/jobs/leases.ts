// Leases of worlds: one node at a time runs a world.
import { literal, prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables/tables.ts'

type LeaseRow = Tables['life_worlds']

/** The node that runs a world keeps its lease for 30 s. */
export const LEASE_MS = 30_000

const leaseOf = prepare<{ world: string }, LeaseRow>((sql, param) =>
  sql.selectFrom('life_worlds').selectAll().where('world_id', '=', param('world')),
)
const begin = prepare<{ world: string; at: number }, unknown>((sql, param) =>
  sql
    .insertInto('life_worlds')
    .values({
      world_id: param('world'),
      holder: literal(''),
      fence: literal(0),
      lease_until: literal(0),
      lived_to: param('at'),
      last_turn_at: null,
      turns: literal(0),
    })
    .onConflict((c) => c.doNothing()),
)
/** One statement: exactly one of several nodes gets the lease, and a new holder gets a new token. */
const take = prepare<{ world: string; holder: string; now: number; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('life_worlds')
    .set((eb) => ({ holder: param('holder'), fence: eb('fence', '+', literal(1)), lease_until: param('until') }))
    .where('world_id', '=', param('world'))
    .where('lease_until', '<', param('now')),
)
const keep = prepare<{ world: string; token: number; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('life_worlds')
    .set({ lease_until: param('until') })
    .where('world_id', '=', param('world'))
    .where('fence', '=', param('token')),
)
const record = prepare<{ world: string; at: number; turns: number }, unknown>((sql, param) =>
  sql
    .updateTable('life_worlds')
    .set((eb) => ({ lived_to: param('at'), last_turn_at: param('at'), turns: eb('turns', '+', param('turns')) }))
    .where('world_id', '=', param('world')),
)

export interface LeaseClaim {
  readonly holder: string
  readonly now: number
  /** Takes the world from its holder, whose next commit then fails on its token. */
  readonly force: boolean
  /** Start of simulation for a world that has never run: now, unless it has a simulated history. */
  readonly from?: number
}

/** The lease to run the world, or null while another node holds it. An expired lease is taken over. */
export async function claimWorld(
  tx: Tx,
  worldId: string,
  { holder, now, force, from = now }: LeaseClaim,
): Promise<(Lease & { readonly isTakenOver: boolean }) | null> {
  await tx.run(begin, { world: worldId, at: from })
  const before = (await tx.first(leaseOf, { world: worldId }))!
  const free = force ? Number.MAX_SAFE_INTEGER : now
  if ((await tx.run(take, { world: worldId, holder, now: free, until: now + LEASE_MS })) === 0) return null
  const { fence } = (await tx.first(leaseOf, { world: worldId }))!
  return { worldId, leaseToken: fence, isTakenOver: before.lease_until > 0 && before.holder !== holder }
}

/** A lease as its holder knows it. */
export interface Lease {
  readonly worldId: string
  readonly leaseToken: number
}

/**
 * Must be called first in every transaction of a world tick: extends the lease and locks its row until the commit.
 * Returns false if the lease is lost.
 */
export const renewLease = async (tx: Tx, { worldId, leaseToken }: Lease, now: number): Promise<boolean> =>
  (await tx.run(keep, { world: worldId, token: leaseToken, until: now + LEASE_MS })) === 1

/** Ends a lease, so that no node has to wait for its expiry. */
export const releaseLease = (tx: Tx, { worldId, leaseToken }: Lease): Promise<number> =>
  tx.run(keep, { world: worldId, token: leaseToken, until: 0 })

export const recordSimulatedTo = (tx: Tx, worldId: string, at: number, turns: number): Promise<number> =>
  tx.run(record, { world: worldId, at, turns })

export async function simulatedTo(read: Read, worldId: string): Promise<number | null> {
  const lease = await read.first(leaseOf, { world: worldId })
  return lease === undefined ? null : lease.lived_to
}

export const lastTicks = async (read: Read): Promise<ReadonlyMap<string, number | null>> =>
  new Map(
    (await read.sql.selectFrom('life_worlds').select(['world_id', 'last_turn_at']).execute()).map((row) => [
      row.world_id,
      row.last_turn_at,
    ]),
  )
