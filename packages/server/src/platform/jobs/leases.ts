import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables/tables.ts'

type LeaseRow = Tables['life_worlds']

/** A world stays for 30 s with the node that lived it last. */
export const LEASE_MS = 30_000

const leaseOf = prepare<{ world: string }, LeaseRow>((sql, param) =>
  sql.selectFrom('life_worlds').selectAll().where('world_id', '=', param('world')),
)
const begin = prepare<{ world: string; at: number }, unknown>((sql, param) =>
  sql
    .insertInto('life_worlds')
    .values({
      world_id: param('world'),
      holder: lit(''),
      fence: lit(0),
      lease_until: lit(0),
      lived_to: param('at'),
      last_turn_at: null,
      turns: lit(0),
    })
    .onConflict((c) => c.doNothing()),
)
/** One statement: of several nodes one gets the lease, and a new holder has a new token. */
const take = prepare<{ world: string; holder: string; now: number; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('life_worlds')
    .set((eb) => ({ holder: param('holder'), fence: eb('fence', '+', lit(1)), lease_until: param('until') }))
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

export interface Claim {
  readonly holder: string
  readonly now: number
  /** Takes a world from whoever has it; the other's next commit fails on its token. */
  readonly force: boolean
  /** Up to where a world counts as lived that nobody has lived yet: now, unless its past is still to come. */
  readonly from?: number
}

/**
 * The lease under which the world may be lived from now on, or null while another node holds it. It is taken over where
 * the node that had it did not give it back.
 */
export async function claimWorld(
  tx: Tx,
  worldId: string,
  { holder, now, force, from = now }: Claim,
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

/** To be asked first in every transaction of life: extends the lease and locks its row until the commit. False: it is lost. */
export const stillOurs = async (tx: Tx, { worldId, leaseToken }: Lease, now: number): Promise<boolean> =>
  (await tx.run(keep, { world: worldId, token: leaseToken, until: now + LEASE_MS })) === 1

/** Ends a lease at once, so that no node has to wait for it to run out. */
export const letGo = (tx: Tx, { worldId, leaseToken }: Lease): Promise<number> =>
  tx.run(keep, { world: worldId, token: leaseToken, until: 0 })

export const recordLived = (tx: Tx, worldId: string, at: number, turns: number): Promise<number> =>
  tx.run(record, { world: worldId, at, turns })

export async function livedTo(read: Read, worldId: string): Promise<number | null> {
  const lease = await read.first(leaseOf, { world: worldId })
  return lease === undefined ? null : lease.lived_to
}

export const lastTurns = async (read: Read): Promise<ReadonlyMap<string, number | null>> =>
  new Map(
    (await read.sql.selectFrom('life_worlds').select(['world_id', 'last_turn_at']).execute()).map((row) => [
      row.world_id,
      row.last_turn_at,
    ]),
  )
