import { hostname } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'
import { waitUntil } from './wait-until.ts'

describe.runIf(HAS_CLUSTER)('nodes of a cluster', () => {
  it('show host, address, version and formats, and one refuses to start beside a node that does not fit', async () => {
    const server = await startTestServer('postgres')
    const client = new pg.Client({ connectionString: server.databaseUrl! })
    await client.connect()
    try {
      await waitUntil('the address in the list of nodes', async () => {
        const { body } = await server.operator('GET', '/_operator/nodes')
        return body.data[0].address === new URL(server.baseUrl).host
      })
      const { body } = await server.operator('GET', '/_operator/nodes')
      expect(body.data[0]).toMatchObject({
        host: hostname(),
        schema: { min: 20, max: expect.any(Number) },
        lastSeenSeconds: expect.any(Number),
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        state: 'live',
      })
      await client.query(
        `insert into nodes (id, version, epoch, started_at, seen_at, host, address, schema_min, schema_max, log_min, log_max)
         select 'odd', '9.0.0', '', 0, seen_at + 60000, 'elsewhere', '10.0.0.9:80', 900, 900, 1, 1 from nodes limit 1`,
      )
      const second = startTestServer('postgres', { databaseUrl: server.databaseUrl! })
      await expect(second).rejects.toThrow(/cannot run beside the live nodes elsewhere 10\.0\.0\.9:80 \(9\.0\.0\)/)
      // A node of version 0.2.0 publishes no formats.
      await client.query(`update nodes set schema_min = null, schema_max = null where id = 'odd'`)
      await (await startTestServer('postgres', { databaseUrl: server.databaseUrl! })).close()
    } finally {
      await client.end()
      await server.close()
    }
  })
})

describe.runIf(HAS_CLUSTER)('a full disk of the database server', () => {
  let server: TestServer
  let client: pg.Client

  beforeAll(async () => {
    server = await startTestServer('postgres', { logLevel: 'info' })
    client = new pg.Client({ connectionString: server.databaseUrl! })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await server.close()
  })

  it('makes the node not ready, says why, and ends when a test write succeeds', async () => {
    // PostgreSQL reports a full tablespace with this code for the statement that needs space.
    await client.query(`create function no_space() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    for (const table of ['keys', 'meta'])
      await client.query(`create trigger no_space before insert on ${table} for each row execute function no_space()`)

    const refused = await server.operator('POST', '/_operator/keys', { tier: 1, createdAt: null })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    const probe = await server.get('/readyz')
    expect([probe.status, probe.body]).toEqual([
      503,
      { status: 'not ready', reasons: ['store: writes fail: disk full'] },
    ])
    expect((await server.get('/healthz')).status).toBe(200)
    const { body } = await server.operator('GET', '/_operator/status')
    expect(body.data.away).toEqual([expect.objectContaining({ part: 'store', reason: 'writes fail: disk full' })])
    const metrics = String((await server.operator('GET', '/metrics')).body)
    expect(metrics).toMatch(/^agent_network_store_up 0$/m)
    expect(metrics).toMatch(/^agent_network_redis_up 1$/m)

    for (const table of ['keys', 'meta']) await client.query(`drop trigger no_space on ${table}`)
    await waitUntil('/readyz to return 200', async () => (await server.get('/readyz')).status === 200)
    const events = server.lines().map(({ event }) => event)
    expect(events).toContain('store.write_failed')
    expect(events).toContain('store.recovered')
    expect((await client.query(`select 1 from meta where name = 'probe'`)).rows).toEqual([])
  })
})
