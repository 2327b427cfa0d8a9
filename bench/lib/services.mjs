// A private PostgreSQL and Redis, and server nodes on them, for the time of one benchmark.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, postgresFolders, startPostgres, startServices } from '../../scripts/services.mjs'
import { startServer } from './servers.mjs'

/** Nodes of a cluster share a secret. */
const SECRET = 'a-secret-of-a-server-for-one-benchmark'

export const hasServices =
  findProgram('postgres', postgresFolders()) !== null &&
  (findProgram('redis-server') ?? findProgram('valkey-server')) !== null

/** Calls `work` with a function that starts a server on its own SQLite store. The caller stops every server. */
export async function withFolder(name, work) {
  const folder = mkdtempSync(join(tmpdir(), `agent-network-${name}-`))
  const env = { AGENT_NETWORK_SECRET: SECRET, AGENT_NETWORK_OPERATOR_TOKEN: SECRET }
  const startAlone = async (data, { start = startServer, ...options } = {}) => ({
    ...(await start(join(folder, data), { ...options, env: { ...env, ...options.env } })),
    operatorToken: () => SECRET,
  })
  try {
    return await work({ folder, startAlone })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same with PostgreSQL and Redis; `startNode` starts a node of the cluster on them. */
export const withServices = (name, work) =>
  withFolder(name, async ({ folder, startAlone }) => {
    const postgres = await startPostgres(folder)
    // startServices() uses this PostgreSQL, so that its process id is available.
    if (postgres !== null) process.env.TEST_DATABASE_URL = postgres.url
    const services = await startServices()
    try {
      if (services.missing.length > 0) throw new Error(`${services.missing.join(' and ')} not found`)
      const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = services.env
      const cluster = [`--database-url=${databaseUrl}`, `--redis-url=${redisUrl}`]
      return await work({
        folder,
        databaseUrl,
        redisUrl,
        postgresPid: () => postgres.pid(),
        redisPid: services.redisPid,
        startAlone,
        startNode: (data, { flags = [], ...options } = {}) =>
          startAlone(data, { flags: [...cluster, ...flags], ...options }),
      })
    } catch (error) {
      // Printed here: the end of the services closes open connections, and those errors would hide this one.
      process.stderr.write(`${error.stack}\n`)
      throw error
    } finally {
      await services.stop()
      postgres?.stop()
      await postgres?.ended()
      delete process.env.TEST_DATABASE_URL
    }
  })
