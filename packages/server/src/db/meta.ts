import type { Read, Tx } from './database.ts'

/**
 * What an installation knows of itself: its identity, the fingerprint of its secret, its seed, a past it still owes, the
 * nonce of its Redis, its last backup.
 */
type MetaName = 'instance' | 'secret' | 'seed' | 'past' | 'redis' | 'backup'

export async function readMeta(read: Read, name: MetaName): Promise<string | null> {
  const row = await read.sql.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** Of several nodes that write a name for the first time, one gets true. */
export const claimMeta = async (tx: Tx, name: MetaName, value: string): Promise<boolean> =>
  (await tx.sql
    .insertInto('meta')
    .values({ name, value })
    .onConflict((c) => c.doNothing())
    .returning('name')
    .executeTakeFirst()) !== undefined

/** Later epochs are written by the engines, together with the changes that they announce. */
export async function startEpoch(tx: Tx, value: string): Promise<void> {
  await tx.sql
    .insertInto('epochs')
    .values({ name: 'control', value, changed_at: 0 })
    .onConflict((c) => c.doNothing())
    .execute()
}

export async function writeMeta(tx: Tx, name: MetaName, value: string): Promise<void> {
  await tx.sql
    .insertInto('meta')
    .values({ name, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute()
}

/** False where it is not as it was: somebody else has changed it. */
export async function replaceMeta(
  tx: Tx,
  name: MetaName,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const done = await tx.sql
    .updateTable('meta')
    .set({ value: to })
    .where('name', '=', name)
    .where('value', '=', from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function deleteMeta(tx: Tx, name: MetaName): Promise<void> {
  await tx.sql.deleteFrom('meta').where('name', '=', name).execute()
}

/** Of the newest change of control state. */
export async function readEpoch(read: Read): Promise<string> {
  const row = await read.sql.selectFrom('epochs').select('value').where('name', '=', 'control').executeTakeFirst()
  return row?.value ?? ''
}
