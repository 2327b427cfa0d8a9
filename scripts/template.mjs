// A database with every table in it and nothing else, to be copied: much quicker than to make the tables for each story.
import { createRequire } from 'node:module'

const TEMPLATE = 'migrated'

/** Uses the compiled server, so it can be called only after a build. Returns the template's name. */
export async function makeTemplate(url) {
  const pg = createRequire(new URL('../packages/server/package.json', import.meta.url))('pg')
  const { migrate } = await import('../packages/server/dist/platform/db/migrations/migrate.js')
  const { openPostgres } = await import('../packages/server/dist/platform/db/postgres.js')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const own = new URL(url)
  own.pathname = `/${TEMPLATE}`
  const database = await openPostgres({
    url: own.href,
    listener: { committed() {} },
    signal: { changing: async () => '', settled: async () => {} },
    newEpoch: () => 'template',
    onError: () => {},
    connections: 1,
  })
  await migrate(database)
  await database.close()
  return TEMPLATE
}
