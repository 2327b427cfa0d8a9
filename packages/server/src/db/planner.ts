import type { Tx } from './database.ts'

/**
 * Told to SQLite for every table of worlds and every index that begins with a world: so many rows in all, so many in one
 * world, and so many that share each further column as well.
 */
const SHARING = [1_000_000, 100_000, 300, 20, 4]
/** The same for an index of what is held back, open or under way: that never is much. */
const SHARING_OF_FEW = [10_000, 1_000, 30, 4]
const FEWEST = 2

/** Nearly all that is due in a world is of one kind, residents' turns. */
const OTHERWISE: Readonly<Record<string, string>> = { due: '1000000 100000 50000 1' }

/** As `sqlite_stat1` has it, for an index of so many columns. */
function statOf({ idx, columns, is_unique, holds_few, of_world }: Keyed): string {
  if (OTHERWISE[idx] !== undefined) return OTHERWISE[idx]
  const [all, ofWorld, ...further] = holds_few === 1 ? SHARING_OF_FEW : SHARING
  const sharing = of_world === 1 ? [all, ofWorld, ...further] : [all, ...further]
  const told = Array.from({ length: columns + 1 }, (_, i) => sharing[i] ?? FEWEST)
  if (is_unique === 1) told[columns] = 1
  return told.join(' ')
}

interface Keyed {
  readonly tbl: string
  readonly idx: string
  readonly columns: number
  readonly is_unique: number
  readonly holds_few: number
  readonly of_world: number
}

/** A clustered table is its own first index, and has its name. */
const CLUSTERED = `select t.name as tbl, t.name as idx, count(*) as columns, 1 as is_unique, 0 as holds_few, 1 as of_world
  from sqlite_schema t join pragma_table_info(t.name) c on c.pk > 0
  where t.type = 'table' and t.sql like '%without rowid%'
  group by t.name having count(*) > 1 and max(c.pk = 1 and c.name = 'world_id') = 1`
const INDEXES = `select t.name as tbl, i.name as idx, count(*) as columns, max(i."unique") as is_unique,
    max(i.partial and s.sql not like '%where visibility = ''public''%') as holds_few,
    max(c.seqno = 0 and c.name = 'world_id') as of_world
  from sqlite_schema t join pragma_index_list(t.name) i on i.origin = 'c' join pragma_index_info(i.name) c
    join sqlite_schema s on s.name = i.name
  where t.type = 'table'
  group by t.name, i.name having of_world = 1 or holds_few = 1`

/**
 * Without statistics SQLite takes it that ten rows share a `world_id`, and then reads a whole world by one index rather
 * than a few rows by another. Statistics of a real store would say otherwise, but nobody gathers them while a world is
 * young; so they are written once, together with the tables.
 */
export async function teachPlanner(tx: Tx): Promise<void> {
  if (tx.engine !== 'sqlite') return
  await tx.raw('analyze sqlite_schema', [])
  await tx.raw('delete from sqlite_stat1', [])
  const keyed = [...(await tx.raw<Keyed>(CLUSTERED, [])), ...(await tx.raw<Keyed>(INDEXES, []))]
  for (const key of keyed)
    await tx.raw('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)', [key.tbl, key.idx, statOf(key)])
  // Read what was just written.
  await tx.raw('analyze sqlite_schema', [])
}
