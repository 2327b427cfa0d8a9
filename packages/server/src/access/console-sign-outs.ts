import { lit, prepare, type Read, type Tx } from '../db/database.ts'

/** Sessions of the console that were signed out before they ended. The rest need no row: their cookie is signed. */
interface SignOut {
  readonly digest: string
  readonly expires_at: number
}

const byDigest = prepare<{ digest: string }, { digest: string }>((sql, param) =>
  sql.selectFrom('console_sign_outs').select('digest').where('digest', '=', param('digest')),
)

export const isSignedOut = async (read: Read, digest: string): Promise<boolean> =>
  (await read.first(byDigest, { digest })) !== undefined

export async function signOut(tx: Tx, row: SignOut): Promise<void> {
  await tx.sql
    .insertInto('console_sign_outs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A session that has ended by itself needs nobody to remember that it was signed out. */
export async function sweepSignOuts(tx: Tx, at: number, limit: number): Promise<number> {
  const ended = tx.sql.selectFrom('console_sign_outs').select('digest').where('expires_at', '<=', at).limit(lit(limit))
  const { numDeletedRows } = await tx.sql
    .deleteFrom('console_sign_outs')
    .where('digest', 'in', ended)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
