// Audit log of operator and developer changes, and signed-out console sessions.
import type { AuditEntry } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { offsetOf, type Page, pageOf } from '../core/api-error.ts'
import { iso } from '../core/time.ts'
import { batches } from '../db/bulk.ts'
import { literal, prepare, type Read, type Tx } from '../db/database.ts'

interface AuditDraft {
  readonly at: number
  /** The name of the operator, the developer's opaque uid, or `seed`; never an address or a person's name. */
  readonly actor: string
  readonly action: string
  readonly target: string
  readonly detail?: unknown
  /** Values of the changed fields before the change. */
  readonly before?: unknown
}

/** The previous values of the fields that a change names. */
export const valuesBefore = (record: object, change: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(change).map((name) => [name, (record as Record<string, unknown>)[name] ?? null]))

/** Runs in the transaction of the change, so change and entry are committed together. */
export async function audit(tx: Tx, ambient: Ambient, entry: AuditDraft): Promise<void> {
  await tx.sql
    .insertInto('audit')
    .values({
      id: ambient.id('audit'),
      at: entry.at,
      actor: entry.actor,
      action: entry.action,
      target: entry.target,
      detail: JSON.stringify(entry.detail ?? {}),
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
    })
    .execute()
}

/** Newest first. An empty target matches all. */
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

/** Console sessions signed out before they expired. Other sessions need no row: their cookie is signed. */
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

/** Deletes sign-outs of sessions that have expired since. */
export async function sweepSignOuts(tx: Tx, at: number, limit: number): Promise<number> {
  const ended = tx.sql
    .selectFrom('console_sign_outs')
    .select('digest')
    .where('expires_at', '<=', at)
    .limit(literal(limit))
  const { numDeletedRows } = await tx.sql
    .deleteFrom('console_sign_outs')
    .where('digest', 'in', ended)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Removes details from the entries about erased records, because an operator's change can hold names and texts. Who did
 * what to which id stays.
 */
export async function redactAudit(tx: Tx, targets: readonly string[]): Promise<void> {
  for (const some of batches(targets))
    await tx.sql
      .updateTable('audit')
      .set({ detail: '{}', before: null })
      .where('target', 'in', some)
      .where('action', 'not in', ['developer.erase', 'visitor.erase'])
      .execute()
}

/** Replaces an e-mail address that an operator used to name an account. */
export async function renameAuditTarget(tx: Tx, from: string, to: string): Promise<void> {
  await tx.sql.updateTable('audit').set({ target: to }).where('target', '=', from).execute()
}

/**
 * Deletes entries from before `before`, oldest first. Entries about existing keys stay: they show whether an operator
 * disabled the key.
 */
export async function sweepAudit(tx: Tx, before: number, limit: number): Promise<number> {
  const old = await tx.sql
    .selectFrom('audit')
    .select('id')
    .where('at', '<', before)
    .where((eb) =>
      eb.or([
        eb('action', 'not in', ['key.create', 'key.change']),
        eb('target', 'not in', eb.selectFrom('keys').select('keys.id')),
      ]),
    )
    .orderBy('at')
    .limit(limit)
    .execute()
  for (const some of batches(old.map(({ id }) => id)))
    await tx.sql.deleteFrom('audit').where('id', 'in', some).execute()
  return old.length
}
