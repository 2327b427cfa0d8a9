// Direct queries to the store behind a test site.
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { TestServer } from './harness.ts'
import { readStore } from './store-access.ts'
import type { Site } from './visitor-site.ts'

/** Direct access to the store of a site. */
export type Query = (sql: string) => Promise<any[]>

const stores = new WeakMap<Site, Query>()
export const knowStore = (site: Site, query: Query): Site => {
  stores.set(site, query)
  return site
}

export const queryOf =
  (server: Pick<TestServer, 'databaseUrl' | 'data'>): Query =>
  (sql) =>
    readStore(server, sql)

/**
 * Over one connection, for whoever asks thousands of questions: the library keeps the file of a closed one open until it has
 * forgotten every statement of it. Not for stores whose server is killed, which has to find its file as it left it.
 */
export function steadyQueryOf(data: string): Query {
  let db: InstanceType<typeof DatabaseSync> | null = null
  return async (sql) => {
    db ??= new DatabaseSync(join(data, 'agent-network.db'), { readOnly: true })
    return db.prepare(sql).all()
  }
}

const TABLES = {
  sqlite: `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and sql not like '%using fts5%'`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public'`,
}

/** All rows of a world's table, or simply everything there is. */
export async function everyRow(site: Site, table?: string, worldId?: string): Promise<any[]> {
  const query = stores.get(site)!
  if (table !== undefined) return query(`select * from ${table} where world_id = '${worldId}'`)
  const names = await query(TABLES.sqlite).catch(() => query(TABLES.postgres))
  const rows: any[] = []
  for (const { name } of names) rows.push(...(await query(`select * from "${name}"`)))
  return rows
}
