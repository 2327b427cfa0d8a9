import type { Ambient } from '../core/ambient.ts'
import type { Tx } from '../db/database.ts'

/** Into the operator's audit log, under the developer's opaque uid: who did what, and nothing about who that is. */
export async function trail(
  tx: Tx,
  ambient: Ambient,
  entry: { at: number; uid: string; action: string; target: string; detail?: unknown },
): Promise<void> {
  await tx.sql
    .insertInto('audit')
    .values({
      id: ambient.id('audit'),
      at: entry.at,
      actor: entry.uid,
      action: entry.action,
      target: entry.target,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}
