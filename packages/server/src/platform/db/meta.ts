import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Read, Tx } from './database.ts'

/**
 * What an installation knows of itself: its identity, the fingerprint of its secret, its seed, a past it still owes, the
 * nonce of its Redis, its last backup.
 */
type MetaName = 'instance' | 'secret' | 'seed' | 'past' | 'redis' | 'backup'

export async function readMeta(read: Read, name: MetaName): Promise<string | null> {
  const row = await read.sql.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** Of several nodes that write a name for the first time, one gets true. */
export const claimMeta = async (tx: Tx, name: MetaName, value: string): Promise<boolean> =>
  (await tx.sql
    .insertInto('meta')
    .values({ name, value })
    .onConflict((c) => c.doNothing())
    .returning('name')
    .executeTakeFirst()) !== undefined

/** Later epochs are written by the engines, together with the changes that they announce. */
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

/** False where it is not as it was: somebody else has changed it. */
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

/** Of the newest change of control state. */
export async function readEpoch(read: Read): Promise<string> {
  const row = await read.sql.selectFrom('epochs').select('value').where('name', '=', 'control').executeTakeFirst()
  return row?.value ?? ''
}

/** A named lock until the transaction ends: writers wait on one row, so that the second sees what the first has done. */
export async function lockName(tx: Tx, name: 'identity-keys' | 'signing-keys' | 'card-keys' | 'redis'): Promise<void> {
  const row = { name, holder: '', expires_at: 0 }
  await tx.sql
    .insertInto('leases')
    .values(row)
    .onConflict((c) => c.column('name').doUpdateSet(row))
    .execute()
}

/** Key digests and private messages are in whatever is written here. */
const PRIVATE = 0o600

async function flush(path: string, mode: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, mode)
  await handle.sync().finally(() => handle.close())
}

/** The file has its name only once its bytes are on the disk; an earlier file of that name stays until then. */
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
  // Windows has no handle to a folder that could be flushed.
  if (process.platform !== 'win32') await flush(dirname(file), 'r')
}

/** The server of the database may lose what it acknowledged. Apart from its store, which only a cluster loads. */
export class UnsafeSettings extends Error {}

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
