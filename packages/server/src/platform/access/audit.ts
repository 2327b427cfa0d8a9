import type { AuditEntry } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { offsetOf, type Page, pageOf } from '../core/api-error.ts'
import { iso } from '../core/time.ts'
import { lit, prepare, type Read, type Tx } from '../db/database.ts'

interface Entry {
  readonly at: number
  /** A developer's opaque uid, never an address or a name; the operator where it is left out. */
  readonly actor?: string
  readonly action: string
  readonly target: string
  readonly detail?: unknown
  /** The values before, of what was changed. */
  readonly before?: unknown
}

/** What a record said of the members that a change names, before the change. */
export const valuesBefore = (record: object, change: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(change).map((name) => [name, (record as Record<string, unknown>)[name] ?? null]))

/** Written in the transaction of the change itself: no change without its entry, no entry without its change. */
export async function audit(tx: Tx, ambient: Ambient, entry: Entry): Promise<void> {
  await tx.sql
    .insertInto('audit')
    .values({
      id: ambient.id('audit'),
      at: entry.at,
      actor: entry.actor ?? 'operator',
      action: entry.action,
      target: entry.target,
      detail: JSON.stringify(entry.detail ?? {}),
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
    })
    .execute()
}

/** Newest first; an empty target is any. */
export async function listAudit(
  read: Read,
  { target, ...paging }: { page: number; perPage: number; target: string },
): Promise<Page<AuditEntry>> {
  const rows = await read.sql
    .selectFrom('audit')
    .selectAll()
    .$if(target !== '', (query) => query.where('target', '=', target))
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  const entries = rows.map((row) => ({
    id: row.id,
    at: iso(row.at),
    actor: row.actor,
    action: row.action,
    target: row.target,
    detail: JSON.parse(row.detail) as unknown,
    before: row.before === null ? null : (JSON.parse(row.before) as unknown),
  }))
  return pageOf(entries, paging)
}

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
