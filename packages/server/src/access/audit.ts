import type { AuditEntry } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { iso } from '../core/day.ts'
import { offsetOf, type Page, pageOf } from '../core/paging.ts'
import type { Read, Tx } from '../db/database.ts'

interface Entry {
  readonly at: number
  /** A developer's opaque uid, never an address or a name; the operator where it is left out. */
  readonly actor?: string
  readonly action: string
  readonly target: string
  readonly detail?: unknown
}

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
    })
    .execute()
}

export async function listAudit(read: Read, paging: { page: number; perPage: number }): Promise<Page<AuditEntry>> {
  const rows = await read.sql
    .selectFrom('audit')
    .selectAll()
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
  }))
  return pageOf(entries, paging)
}
