import { prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type FactorRow = Tables['identity_factors']

const byAccount = prepare<{ account: string }, FactorRow>((sql, param) =>
  sql.selectFrom('identity_factors').selectAll().where('account_id', '=', param('account')),
)
/** One statement, because two requests with the same code would both read that it is new. */
const takeOne = prepare<{ account: string; step: number }, unknown>((sql, param) =>
  sql
    .updateTable('identity_factors')
    .set({ last_step: param('step') })
    .where('account_id', '=', param('account'))
    .where('last_step', '<', param('step')),
)

export const readFactor = (read: Read, account: string): Promise<FactorRow | undefined> =>
  read.first(byAccount, { account })

/** A new secret takes the place of one that was never confirmed. */
export async function putFactor(tx: Tx, row: FactorRow): Promise<void> {
  await removeFactor(tx, row.account_id)
  await tx.sql.insertInto('identity_factors').values(row).execute()
}

/** Whether the code of this moment had not been used; from here on it has. */
export const takeStep = async (tx: Tx, account: string, step: number): Promise<boolean> =>
  (await tx.run(takeOne, { account, step })) === 1

export async function confirmFactor(tx: Tx, account: string, recovery: readonly string[], at: number): Promise<void> {
  await tx.sql
    .updateTable('identity_factors')
    .set({ confirmed_at: at, recovery: JSON.stringify(recovery) })
    .where('account_id', '=', account)
    .execute()
}

/** Crosses one recovery code off; false where another request was faster. */
export async function takeRecovery(tx: Tx, row: FactorRow, left: readonly string[]): Promise<boolean> {
  const changed = await tx.sql
    .updateTable('identity_factors')
    .set({ recovery: JSON.stringify(left) })
    .where('account_id', '=', row.account_id)
    .where('recovery', '=', row.recovery)
    .returning('account_id')
    .execute()
  return changed.length === 1
}

export async function removeFactor(tx: Tx, account: string): Promise<void> {
  await tx.sql.deleteFrom('identity_factors').where('account_id', '=', account).execute()
}
