import { likenessOf, marksOf } from '@agent-network/voice/life'
import { prepare, type Read, type Tx } from '../../db/database.ts'
import { insertOf } from '../../db/statements.ts'

const heard = prepare<{ world: string; one: number; other: number }, { mark: number }>((sql, param) =>
  sql
    .selectFrom('said_marks')
    .select('mark')
    .where('world_id', '=', param('world'))
    .where('mark', '=', param('one'))
    .unionAll(
      sql
        .selectFrom('said_marks')
        .select('mark')
        .where('world_id', '=', param('world'))
        .where('mark', '=', param('other')),
    ),
)
const alike = prepare<{ world: string; one: number; two: number; three: number }, { mark: number }>((sql, param) => {
  const marked = (mark: 'one' | 'two' | 'three') =>
    sql.selectFrom('said_marks').select('mark').where('world_id', '=', param('world')).where('mark', '=', param(mark))
  return marked('one').unionAll(marked('two')).unionAll(marked('three'))
})
const keep = insertOf('said_marks', ['world_id', 'mark'], { orNothing: true })

/** Whether a world has heard this before, whoever and however many it was about. */
export async function wasSaid(read: Read, worldId: string, text: string): Promise<boolean> {
  const [one, other] = marksOf(text)
  return (await read.first(heard, { world: worldId, one, other })) !== undefined
}

/** Whether it has heard something nearly the same. */
export async function wasNearlySaid(read: Read, worldId: string, text: string): Promise<boolean> {
  const [one, two, three] = likenessOf(text)
  if (one === undefined || two === undefined || three === undefined) return false
  return (await read.first(alike, { world: worldId, one, two, three })) !== undefined
}

export async function markAsSaid(tx: Tx, worldId: string, text: string): Promise<void> {
  // One by one: SQLite keeps a copy of what it changes for a statement that adds several rows, and takes longer for it.
  for (const mark of new Set([...marksOf(text), ...likenessOf(text)])) await tx.run(keep, { world_id: worldId, mark })
}
