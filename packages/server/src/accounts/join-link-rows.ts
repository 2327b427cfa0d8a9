import { lit, prepare, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type JoinLinkRow = Tables['join_links']
type Visitor = Pick<JoinLinkRow, 'world_id' | 'agent_id'>

const SWEPT = 20

const takeByDigest = prepare<{ digest: string; at: number }, JoinLinkRow>((sql, param) =>
  sql
    .deleteFrom('join_links')
    .where('digest', '=', param('digest'))
    .where('expires_at', '>', param('at'))
    .returningAll(),
)
const removeOf = prepare<{ world: string; agent: string }, unknown>((sql, param) =>
  sql.deleteFrom('join_links').where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

/** The link, and nobody gets it a second time: one statement reads and removes it. */
export const takeJoinLink = (tx: Tx, digest: string, at: number): Promise<JoinLinkRow | undefined> =>
  tx.first(takeByDigest, { digest, at })

export async function endJoinLink(tx: Tx, { world_id, agent_id }: Visitor): Promise<void> {
  await tx.run(removeOf, { world: world_id, agent: agent_id })
}

/** Each new link takes a few ended ones with it, so that the table follows those in use. */
export async function addJoinLink(tx: Tx, row: JoinLinkRow, at: number): Promise<void> {
  await endJoinLink(tx, row)
  const ended = tx.sql.selectFrom('join_links').select('digest').where('expires_at', '<=', at).limit(lit(SWEPT))
  await tx.sql.deleteFrom('join_links').where('digest', 'in', ended).execute()
  await tx.sql.insertInto('join_links').values(row).execute()
}
