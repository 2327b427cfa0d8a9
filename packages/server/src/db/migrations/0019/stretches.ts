import type { Tx } from '../../database.ts'

/** The stretch of 64 days that a day lies in; days before 1970 are negative, and a division would round them up. */
const STRETCH = '(day - ((day % 64) + 64) % 64) / 64'

/** Counts of posts by stretches of days, from those by day. */
export async function fillStretches(tx: Tx): Promise<void> {
  await tx.raw(
    `insert into tallies (world_id, scope, day, n)
     select world_id, 'stretch:' || scope, ${STRETCH}, cast(sum(n) as bigint) from tallies
     where scope = 'posts' or scope like 'posts:%' group by world_id, scope, ${STRETCH}`,
    [],
  )
}
