import { breath } from '../core/breath.ts'
import type { Read, Tx, Value } from './database.ts'
import { type BACKUP_TABLES, primaryKey, WORLD_TABLES } from './table-lists.ts'

/** Values of one IN list, far below what either engine binds in one statement. */
const BATCH = 500

export function* batches<T>(items: Iterable<T>, size = BATCH): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

const place = (read: Read, n: number): string => (read.engine === 'sqlite' ? '?' : `$${n}`)

/** Deletes up to `limit` rows of a world; returns how many went. */
export async function deleteBatch(
  tx: Tx,
  table: (typeof WORLD_TABLES)[number],
  worldId: string,
  limit: number,
): Promise<number> {
  const key = primaryKey(table).join(', ')
  const gone = await tx.raw(
    `delete from ${table} where (${key}) in (select ${key} from ${table} where world_id = ${place(tx, 1)} limit ${place(tx, 2)}) returning 1`,
    [worldId, limit],
  )
  return gone.length
}

/** All rows of a world, table by table, so that other work comes in between. */
export async function countOfWorld(read: Read, worldId: string): Promise<number> {
  let rows = 0
  for (const table of WORLD_TABLES) {
    const [counted] = await read.raw<{ n: number }>(
      `select count(*) as n from ${table} where world_id = ${place(read, 1)}`,
      [worldId],
    )
    rows += counted!.n
    await breath()
  }
  return rows
}

type Row = Record<string, Value>

/** Reads a whole table in batches of bounded size, in the order of its key. */
export async function* readBatches(
  read: Read,
  table: (typeof BACKUP_TABLES)[number],
  size: number,
): AsyncGenerator<Row[]> {
  const key = primaryKey(table)
  let last: Value[] | null = null
  for (;;) {
    const after =
      last === null ? '' : `where (${key.join(', ')}) > (${key.map((_, i) => place(read, i + 1)).join(', ')})`
    const limit = `limit ${place(read, (last?.length ?? 0) + 1)}`
    const rows: Row[] = await read.raw<Row>(`select * from ${table} ${after} order by ${key.join(', ')} ${limit}`, [
      ...(last ?? []),
      size,
    ])
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = key.map((column) => rows.at(-1)![column]!)
  }
}
