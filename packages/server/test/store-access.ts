// Direct reads and changes of a test server's store.
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import type { TestServer } from './harness.ts'

type Stored = Pick<TestServer, 'databaseUrl' | 'data'>

function askSqlite(file: InstanceType<typeof DatabaseSync>, sql: string, values: readonly unknown[]): any[] {
  const statement = file.prepare(sql.replace(/\$(\d+)/g, '?$1'))
  if (statement.columns().length > 0) return statement.all(...(values as never[]))
  statement.run(...(values as never[]))
  return []
}

const PATIENCE_MS = 30_000

/** A server of this process that is in the middle of writing goes on only while nobody else has the thread. */
export async function unlocked<T>(ask: () => T): Promise<T> {
  for (const since = Date.now(); ; ) {
    try {
      return ask()
    } catch (error) {
      if (!/database is locked/.test((error as Error).message) || Date.now() - since > PATIENCE_MS) throw error
    }
    await new Promise((resume) => setTimeout(resume, 1))
  }
}

/** One connection a database, for as long as questions come; to make one takes longer than most of them. */
const pools = new Map<string, pg.Pool>()
function poolOf(url: string): pg.Pool {
  let pool = pools.get(url)
  if (pool === undefined) {
    pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 2_000, allowExitOnIdle: true })
    // A database that is dropped, or whose server is killed, takes an idle connection with it.
    pool.on('error', () => {})
    pools.set(url, pool)
  }
  return pool
}

const askPostgres = async (url: string, sql: string, values: readonly unknown[]): Promise<any[]> =>
  (await poolOf(url).query(sql, [...values])).rows

const asking =
  (readOnly: boolean) =>
  async ({ databaseUrl, data }: Stored, sql: string, values: readonly unknown[] = []): Promise<any[]> => {
    if (databaseUrl !== null) return askPostgres(databaseUrl, sql, values)
    const file = new DatabaseSync(join(data, 'agent-network.db'), { readOnly })
    try {
      return await unlocked(() => askSqlite(file, sql, values))
    } finally {
      file.close()
    }
  }

/** Rows of the store, read past the server; `$1` and so on stand for the values on either engine. */
export const readStore = asking(true)

/** Changes rows behind the server's back, for moments that only a race brings about. */
export const changeStore = asking(false)

/** Every column of every table of the store, as one text per table. FTS5 blobs are internal to the search index. */
export async function dumpTables(server: Stored): Promise<Map<string, string>> {
  const names: { name: string }[] =
    server.databaseUrl === null
      ? await readStore(server, "select name from sqlite_master where type = 'table' and name not like '%_search_%'")
      : await readStore(server, 'select tablename as name from pg_tables where schemaname = current_schema()')
  const dump = new Map<string, string>()
  for (const { name } of names) dump.set(name, JSON.stringify(await readStore(server, `select * from ${name}`)))
  return dump
}

/** The names of the tables in which the text occurs. */
export const tablesWith = async (server: Stored, text: string): Promise<string[]> =>
  [...(await dumpTables(server))].filter(([, rows]) => rows.includes(text)).map(([name]) => name)
