import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

type LeaseRow = Tables['life_worlds']

/** How long a world stays with whoever lived it last. */
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
/** One statement: of several nodes one gets it, and a new holder has a new fence. */
const take = prepare<{ world: string; holder: string; now: number; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('life_worlds')
    .set((eb) => ({ holder: param('holder'), fence: eb('fence', '+', lit(1)), lease_until: param('until') }))
    .where('world_id', '=', param('world'))
    .where('lease_until', '<', param('now')),
)
const keep = prepare<{ world: string; fence: number; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('life_worlds')
    .set({ lease_until: param('until') })
    .where('world_id', '=', param('world'))
    .where('fence', '=', param('fence')),
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
  /** Takes a world from whoever has it; the other's next commit fails on its fence. */
  readonly force: boolean
  /** Up to where a world counts as lived that nobody has lived yet: now, unless its past is still to come. */
  readonly from?: number
}

/** The fence under which the world may be lived from now on, or null while somebody else has it. */
export async function claimWorld(
  tx: Tx,
  worldId: string,
  { holder, now, force, from = now }: Claim,
): Promise<number | null> {
  await tx.run(begin, { world: worldId, at: from })
  const free = force ? Number.MAX_SAFE_INTEGER : now
  if ((await tx.run(take, { world: worldId, holder, now: free, until: now + LEASE_MS })) === 0) return null
  return (await tx.first(leaseOf, { world: worldId }))!.fence
}

/** To be asked first in every transaction of life: whether the world is still ours. Holds it until the commit. */
export const stillOurs = async (tx: Tx, worldId: string, fence: number, now: number): Promise<boolean> =>
  (await tx.run(keep, { world: worldId, fence, until: now + LEASE_MS })) === 1

/** Whoever goes in an orderly way need not be waited for. */
export const letGo = (tx: Tx, worldId: string, fence: number): Promise<number> =>
  tx.run(keep, { world: worldId, fence, until: 0 })

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
