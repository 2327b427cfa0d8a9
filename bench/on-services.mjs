// PostgreSQL, Redis and nodes on them, started for one benchmark and gone with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, startServices } from '../scripts/services.mjs'
import { startServer } from './servers.mjs'

/** Nodes of a cluster share a secret. */
const SECRET = 'a secret of a server that lives for a minute'.replaceAll(' ', '-')

/**
 * Hands `work` the services and ways to start servers: `startNode` one of the cluster, `startAlone` one on its own store.
 * Whoever starts a server stops it.
 */
export async function onServices(name, work) {
  const folder = mkdtempSync(join(tmpdir(), `agent-network-${name}-`))
  const postgres = await startPostgres(folder)
  // Started here rather than with the other service, because its process is measured.
  if (postgres !== null) process.env.TEST_DATABASE_URL = postgres.url
  const services = await startServices()
  try {
    if (services.missing.length > 0) throw new Error(`${services.missing.join(' and ')} not found`)
    const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = services.env
    const env = { AGENT_NETWORK_SECRET: SECRET, AGENT_NETWORK_OPERATOR_TOKEN: SECRET }
    const start = async (data, { flags = [], start: starter = startServer, ...options } = {}) => ({
      ...(await starter(join(folder, data), { ...options, flags, env: { ...env, ...options.env } })),
      operatorToken: () => SECRET,
    })
    const cluster = [`--database-url=${databaseUrl}`, `--redis-url=${redisUrl}`]
    await work({
      folder,
      databaseUrl,
      redisUrl,
      postgresPid: () => postgres.pid(),
      redisPid: services.redisPid,
      startAlone: start,
      startNode: (data, { flags = [], ...options } = {}) => start(data, { flags: [...cluster, ...flags], ...options }),
    })
  } catch (error) {
    // Connections that are still open end with the services, and that would be all there is to see.
    process.stderr.write(`${error.stack}\n`)
    throw error
  } finally {
    await services.stop()
    postgres?.stop()
    await postgres?.ended()
    rmSync(folder, { recursive: true, force: true })
  }
}
