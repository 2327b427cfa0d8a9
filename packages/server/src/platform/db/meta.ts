// Metadata of the installation, named locks, durable files, planner statistics.
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Read, Tx } from './database.ts'

/**
 * Metadata of an installation: origin of its worlds, identity, fingerprint of the secret, seed, simulated history still to run, nonce of its
 * Redis, last backup, test write.
 */
type MetaName = 'origin' | 'instance' | 'secret' | 'seed' | 'past' | 'redis' | 'backup' | 'probe'

export async function readMeta(read: Read, name: MetaName): Promise<string | null> {
  const row = await read.sql.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** If several nodes write a name for the first time, exactly one gets true. */
export const claimMeta = async (tx: Tx, name: MetaName, value: string): Promise<boolean> =>
  (await tx.sql
    .insertInto('meta')
    .values({ name, value })
    .onConflict((c) => c.doNothing())
    .returning('name')
    .executeTakeFirst()) !== undefined

/** Later epochs are written by the engines, together with the changes. */
export async function startEpoch(tx: Tx, value: string): Promise<void> {
  await tx.sql
    .insertInto('epochs')
    .values({ name: 'control', value, changed_at: 0 })
    .onConflict((c) => c.doNothing())
    .execute()
}

export async function writeMeta(tx: Tx, name: MetaName, value: string): Promise<void> {
  await tx.sql
    .insertInto('meta')
    .values({ name, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute()
}

/** Compare and set: false if the value has changed meanwhile. */
export async function replaceMeta(
  tx: Tx,
  name: MetaName,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const done = await tx.sql
    .updateTable('meta')
    .set({ value: to })
    .where('name', '=', name)
    .where('value', '=', from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function deleteMeta(tx: Tx, name: MetaName): Promise<void> {
  await tx.sql.deleteFrom('meta').where('name', '=', name).execute()
}

/** The epoch of the newest change of control state. */
export async function readEpoch(read: Read): Promise<string> {
  const row = await read.sql.selectFrom('epochs').select('value').where('name', '=', 'control').executeTakeFirst()
  return row?.value ?? ''
}

/** A named lock until the transaction ends: writers lock one row, so that the second sees the first one's changes. */
export async function lockName(tx: Tx, name: 'identity-keys' | 'signing-keys' | 'card-keys' | 'redis'): Promise<void> {
  const row = { name, holder: '', expires_at: 0 }
  await tx.sql
    .insertInto('leases')
    .values(row)
    .onConflict((c) => c.column('name').doUpdateSet(row))
    .execute()
}

/** The files contain key digests and private messages. */
const PRIVATE = 0o600

async function flush(path: string, mode: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, mode)
  await handle.sync().finally(() => handle.close())
}

/** The file gets its name only when its bytes are on disk; an existing file stays until then. */
export async function writeDurably(file: string, write: (to: NodeJS.WritableStream) => Promise<void>): Promise<void> {
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  try {
    await write(createWriteStream(partial, { flags: 'wx', mode: PRIVATE }))
    await flush(partial, 'r+')
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  // Windows has no folder handles to flush.
  if (process.platform !== 'win32') await flush(dirname(file), 'r')
}

/**
 * The database server could lose acknowledged commits. Defined here, because only a cluster loads the PostgreSQL store.
 */
export class UnsafeServerSettings extends Error {}

/**
 * Synthetic SQLite statistics for tables and indexes that start with a world: rows in total, rows per world, and rows
 * that share each further column.
 */
const ROWS_PER_PREFIX = [1_000_000, 100_000, 300, 20, 4]
/** The same for indexes of hidden, open or running items, which are always few. */
const ROWS_PER_PREFIX_SMALL = [10_000, 1_000, 30, 4]
const ROWS_PER_PREFIX_MIN = 2

/** Nearly all due rows of a world are of one kind, the residents' ticks. */
const STAT_OVERRIDES: Readonly<Record<string, string>> = { due: '1000000 100000 50000 1' }

/** In the format of `sqlite_stat1`, for an index with that many columns. */
function statOf({ idx, columns, is_unique, holds_few, of_world }: IndexInfo): string {
  if (STAT_OVERRIDES[idx] !== undefined) return STAT_OVERRIDES[idx]
  const [all, ofWorld, ...further] = holds_few === 1 ? ROWS_PER_PREFIX_SMALL : ROWS_PER_PREFIX
  const sharing = of_world === 1 ? [all, ofWorld, ...further] : [all, ...further]
  const rowCounts = Array.from({ length: columns + 1 }, (_, i) => sharing[i] ?? ROWS_PER_PREFIX_MIN)
  if (is_unique === 1) rowCounts[columns] = 1
  return rowCounts.join(' ')
}

interface IndexInfo {
  readonly tbl: string
  readonly idx: string
  readonly columns: number
  readonly is_unique: number
  readonly holds_few: number
  readonly of_world: number
}

/** A clustered table is its own first index, with the same name. */
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
 * Without statistics SQLite assumes that ten rows share a `world_id` and scans a whole world by one index. Real
 * statistics would be missing while a world is young, so synthetic ones are written with the tables.
 */
export async function writePlannerStatistics(tx: Tx): Promise<void> {
  if (tx.engine !== 'sqlite') return
  await tx.raw('analyze sqlite_schema', [])
  await tx.raw('delete from sqlite_stat1', [])
  const keyed = [...(await tx.raw<IndexInfo>(CLUSTERED, [])), ...(await tx.raw<IndexInfo>(INDEXES, []))]
  for (const key of keyed)
    await tx.raw('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)', [key.tbl, key.idx, statOf(key)])
  // Loads the statistics that were just written.
  await tx.raw('analyze sqlite_schema', [])
}
