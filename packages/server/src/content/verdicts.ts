import { prepare, type Tx } from '../db/database.ts'
import { insertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'

type VerdictRow = Tables['verdicts']

const insert = insertOf('verdicts', ['world_id', 'id', 'action', 'category', 'reason', 'created_at', 'released_at'])

/** Why a post, reply or message is quarantined; `id` is that of the record. */
export async function addVerdict(tx: Tx, verdict: Omit<VerdictRow, 'released_at'>): Promise<void> {
  await tx.run(insert, { ...verdict, released_at: null })
}

const release = prepare<{ world: string; id: string; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('verdicts')
    .set({ released_at: param('at') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('released_at', 'is', null),
)

/** False for a record without a verdict, and for one that was released before. */
export const releaseVerdict = async (tx: Tx, worldId: string, id: string, at: number): Promise<boolean> =>
  (await tx.run(release, { world: worldId, id, at })) > 0
