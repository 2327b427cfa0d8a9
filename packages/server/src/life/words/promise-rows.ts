import { lit, prepare, type Read, type Tx } from '../../db/database.ts'
import { insertOf, upsertOf } from '../../db/statements.ts'
import type { Tables } from '../../db/tables.ts'

export type PromiseRow = Tables['promises']

const COLUMNS = [
  'world_id',
  'id',
  'maker_id',
  'other_id',
  'place_id',
  'at',
  'kind',
  'root_id',
  'status',
  'created_at',
] as const
const insert = insertOf('promises', COLUMNS)
const upsert = upsertOf('promises', COLUMNS)

const one = prepare<{ world: string; id: string }, PromiseRow>((sql, param) =>
  sql.selectFrom('promises').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)

type Span = { world: string; agent: string; from: number; to: number }
const within = (role: 'maker_id' | 'other_id') =>
  prepare<Span, PromiseRow>((sql, param) =>
    sql
      .selectFrom('promises')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where(role, '=', param('agent'))
      .where('at', '>', param('from'))
      .where('at', '<', param('to'))
      .orderBy('at')
      .orderBy('id')
      .limit(lit(8)),
  )
const made = within('maker_id')
const taken = within('other_id')

export const putPromise = (tx: Tx, row: PromiseRow): Promise<number> => tx.run(insert, row)
export const settlePromise = (tx: Tx, row: PromiseRow): Promise<number> => tx.run(upsert, row)

export const promiseOf = (read: Read, worldId: string, id: string): Promise<PromiseRow | undefined> =>
  read.first(one, { world: worldId, id })

/** What somebody has promised for a span of time, as either side. */
export async function promisesOf(
  read: Read,
  { worldId, agentId }: { worldId: string; agentId: string },
  from: number,
  to: number,
): Promise<PromiseRow[]> {
  const span = { world: worldId, agent: agentId, from, to }
  return [...(await read.all(made, span)), ...(await read.all(taken, span))]
}
