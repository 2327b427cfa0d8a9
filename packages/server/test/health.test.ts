import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'
import { waitUntil } from './wait-until.ts'

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
