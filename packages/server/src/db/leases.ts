import type { Tx } from './database.ts'

/** A named lock until the transaction ends: writers wait on one row, so that the second sees what the first has done. */
export async function lockName(tx: Tx, name: 'identity-keys' | 'signing-keys' | 'card-keys' | 'redis'): Promise<void> {
  const row = { name, holder: '', expires_at: 0 }
  await tx.sql
    .insertInto('leases')
    .values(row)
    .onConflict((c) => c.column('name').doUpdateSet(row))
    .execute()
}
