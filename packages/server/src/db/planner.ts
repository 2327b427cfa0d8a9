import type { Tx } from './database.ts'

/** Told to SQLite for every table of worlds: so many rows, and so many of them in one world. */
const ROWS = 1_000_000
const ROWS_IN_A_WORLD = 100_000
const ROWS_BELOW = 10

/**
 * Without statistics SQLite takes it that ten rows share a `world_id`, and then reads a whole world by its primary key
 * rather than a few rows by an index. Statistics of a real store would say otherwise, but nobody gathers them while a
 * world is young; so they are written once, together with the tables.
 */
export async function teachPlanner(tx: Tx): Promise<void> {
  if (tx.engine !== 'sqlite') return
  await tx.raw('analyze sqlite_schema', [])
  await tx.raw('delete from sqlite_stat1', [])
  const keys = await tx.raw<{ name: string; columns: number }>(
    `select t.name, count(*) as columns from sqlite_schema t join pragma_table_info(t.name) c on c.pk > 0
     where t.type = 'table' and t.sql like '%without rowid%'
     group by t.name having count(*) > 1 and max(c.pk = 1 and c.name = 'world_id') = 1`,
    [],
  )
  for (const { name, columns } of keys) {
    const between = Array<number>(columns - 2).fill(ROWS_BELOW)
    const stat = [ROWS, ROWS_IN_A_WORLD, ...between, 1].join(' ')
    await tx.raw('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)', [name, name, stat])
  }
  // Read what was just written.
  await tx.raw('analyze sqlite_schema', [])
}
