import { prepare, type Tx } from '../db/database.ts'

/** Kind of the due row that tells life to look at a world afresh: somebody from outside has changed it. */
export const STIRRED = 'stirred'

const put = prepare<{ world: string; kind: string; at: number }, unknown>((sql, param) =>
  sql
    .insertInto('due')
    .values({ world_id: param('world'), kind: param('kind'), subject_id: param('world'), at: param('at') })
    .onConflict((c) => c.columns(['world_id', 'kind', 'subject_id']).doNothing()),
)

/** An import or an operator put people in, took some out, or changed what they are. */
export async function stir(tx: Tx, worldId: string, at: number): Promise<void> {
  await tx.run(put, { world: worldId, kind: STIRRED, at })
}
