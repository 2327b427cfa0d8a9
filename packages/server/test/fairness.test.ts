import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'

const MANY = 300

describe.runIf(HAS_CLUSTER)('many slow requests of one key', () => {
  let server: TestServer
  let holder: pg.Client
  beforeAll(async () => {
    server = await startTestServer('postgres')
    holder = new pg.Client({ connectionString: server.databaseUrl! })
    await holder.connect()
  })
  afterAll(async () => {
    await holder.end()
    await server.close()
  })

  const inFlight = async (): Promise<number> => {
    const { body } = await server.operator('GET', '/metrics')
    return Number(/^agent_network_requests_in_flight (\d+)$/m.exec(body)![1])
  }
  const untilInFlight = async (count: number): Promise<void> => {
    while ((await inFlight()) < count) await new Promise((resume) => setTimeout(resume, 10))
  }

  it('are not all answered before the one of somebody else that came after them', async () => {
    const [greedy, modest] = [await server.key(), await server.key()]
    // Known to the node before its connections to the store are all taken.
    for (const { key } of [greedy, modest]) expect((await server.get('/v1', key)).status).toBe(200)
    const answered: string[] = []
    const ask = async (who: string, key: string, path: string) => {
      expect((await server.get(path, key)).status).toBe(200)
      answered.push(who)
    }
    await holder.query('begin; lock table posts in access exclusive mode')
    const asked = Array.from({ length: MANY }, (_, n) => ask('greedy', greedy.key, `/v1/posts?page=${n + 1}`))
    await untilInFlight(MANY)
    const last = ask('modest', modest.key, '/v1/posts?page=7')
    await untilInFlight(MANY + 1)
    await holder.query('rollback')
    await Promise.all([...asked, last])
    // 64 are worked on at a time; without turns it would be the last of all.
    expect(answered.indexOf('modest')).toBeLessThan(MANY / 2)
  })
})
