import { prepare, type Read, type Tx } from '../db/database.ts'
import { insertOf, upsertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'

type VerdictRow = Tables['verdicts']

const insert = insertOf('verdicts', [
  'world_id',
  'id',
  'action',
  'category',
  'reason',
  'rule',
  'created_at',
  'released_at',
])

/** Why a post, reply or message is quarantined; `id` is that of the record. */
export async function addVerdict(tx: Tx, verdict: Omit<VerdictRow, 'released_at'>): Promise<void> {
  await tx.run(insert, { ...verdict, released_at: null })
}

const verdictById = prepare<{ world: string; id: string }, VerdictRow>((sql, param) =>
  sql.selectFrom('verdicts').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
export const readVerdict = (read: Read, worldId: string, id: string): Promise<VerdictRow | undefined> =>
  read.first(verdictById, { world: worldId, id })

const decide = upsertOf(
  'verdicts',
  ['world_id', 'id', 'action', 'category', 'reason', 'rule', 'created_at', 'released_at'],
  { keeps: ['created_at', 'released_at'] },
)

/**
 * An operator's own reason for hiding something takes the place of what moderation said. Whoever it is addressed to was
 * told of it when it was first seen, so that showing it again tells nobody (`releaseVerdict`).
 */
export async function noteDecision(
  tx: Tx,
  { worldId, id, category }: { worldId: string; id: string; category: string },
  at: number,
): Promise<void> {
  const decided = { action: 'operator', category, reason: 'An operator decided.', rule: 'operator' }
  await tx.run(decide, { world_id: worldId, id, ...decided, created_at: at, released_at: at })
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
