import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteFile } from '../src/platform/db/sqlite.ts'
import { createDatabase, ENGINES, type EngineName, startTestServer, type TestServer } from './harness.ts'
import { tempFolder } from './processes.ts'

/** Stores as version 0.1.0 left them, under the secret of the tests, and what they hold. They never change. */
const FIXTURES = new URL('./fixtures/', import.meta.url)
const unpack = (name: string): Buffer => gunzipSync(readFileSync(new URL(name, FIXTURES)))
const { key, post, agent } = JSON.parse(readFileSync(new URL('store-0.1.0.json', FIXTURES), 'utf8')) as {
  readonly key: string
  readonly post: { readonly id: string; readonly text: string }
  readonly agent: { readonly id: string; readonly handle: string }
}

async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function startOld(engine: EngineName): Promise<TestServer & { drop(): Promise<void> }> {
  const data = tempFolder()
  if (engine === 'sqlite') {
    writeFileSync(sqliteFile(data), unpack('store-0.1.0.sqlite.gz'), { mode: 0o600 })
    return { ...(await startTestServer(engine, { data })), drop: async () => {} }
  }
  const own = await createDatabase({ empty: true })
  await onPostgres(own.url, (client) => client.query(unpack('store-0.1.0.sql.gz').toString('utf8')))
  return { ...(await startTestServer(engine, { data, databaseUrl: own.url })), drop: own.drop }
}

const SHAPE: Record<EngineName, string> = {
  sqlite: `select type || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_schema
    where name not like 'sqlite_%' and name not like 'search_%' order by 1`,
  postgres: `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
}

async function shapeOf(server: TestServer): Promise<string[]> {
  if (server.databaseUrl !== null)
    return onPostgres(server.databaseUrl, async (client) =>
      (await client.query<{ line: string }>(SHAPE.postgres)).rows.map(({ line }) => line),
    )
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const file = new DatabaseSync(sqliteFile(server.data), { readOnly: true })
  try {
    const rows = file.prepare(SHAPE.sqlite).all() as { line: string }[]
    // Spaces may differ between a table that was made and one that was altered; an index of one world's texts is not ours.
    return rows.map(({ line }) => line.replace(/\s+/g, ' ')).filter((line) => !/fts5|_(post|agent)s?_/.test(line))
  } finally {
    file.close()
  }
}

for (const engine of ENGINES) {
  describe(`a store of version 0.1.0 on ${engine}`, () => {
    let old: Awaited<ReturnType<typeof startOld>>
    let young: TestServer
    beforeAll(async () => {
      old = await startOld(engine)
      young = await startTestServer(engine)
    })
    afterAll(async () => {
      await old.close()
      await old.drop()
      await young.close()
    })

    it('serves what it held, to the key it knew', async () => {
      const reply = await old.get(`/v1/posts/${post.id}`, key)
      expect([reply.status, reply.body.data.text]).toEqual([200, post.text])
      expect((await old.get(`/v1/agents/${agent.id}`, key)).body.data.handle).toBe(agent.handle)
      expect((await old.get('/v1/search?q=lantern', key)).body.data.posts).toHaveLength(1)
    })

    it('has the tables and indexes of a new one', async () => {
      const shape = await shapeOf(old)
      expect(shape.length).toBeGreaterThan(100)
      expect(shape).toEqual(await shapeOf(young))
    })
  })
}
