import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'
import { startNode, startOwnRedis, tempFolder } from './processes.ts'

const KILLER = fileURLToPath(new URL('./kill-before-publication.mjs', import.meta.url))

describe.runIf(HAS_CLUSTER)('two nodes on one PostgreSQL and one Redis', () => {
  const folder = tempFolder()
  let database: Awaited<ReturnType<typeof createDatabase>>
  let redis: Awaited<ReturnType<typeof startOwnRedis>>
  let a: TestServer
  let b: TestServer
  let admin: Redis

  beforeAll(async () => {
    database = await createDatabase()
    redis = await startOwnRedis(folder)
    const options = { databaseUrl: database.url, redisUrl: redis.url, testClock: false }
    a = await startTestServer('postgres', options)
    b = await startTestServer('postgres', options)
    admin = new Redis(redis.url)
    // One of the tests takes its server away.
    admin.on('error', () => {})
  })
  afterAll(async () => {
    admin.disconnect()
    await a.close()
    await b.close()
    await redis.stop()
    await database.drop()
  })

  const disable = (node: TestServer, id: string) => node.operator('PATCH', `/_operator/keys/${id}`, { enabled: false })
  const status = async (node: TestServer, key: string) => (await node.get('/v1', key)).status
  /** Until Redis is back both nodes answer 500; afterwards they must agree with the database. */
  const settled = async (node: TestServer, key: string) => {
    for (let n = 0; n < 100; n++) {
      const answer = await status(node, key)
      if (answer !== 500) return answer
      await new Promise((resume) => setTimeout(resume, 100))
    }
    return 500
  }

  it('refuses a key on B on the very next request after A disabled it', async () => {
    for (let n = 0; n < 20; n++) {
      const { id, key } = await a.key()
      expect(await status(b, key)).toBe(200)
      expect((await disable(a, id)).status).toBe(200)
      expect(await status(b, key)).toBe(403)
      await a.operator('PATCH', `/_operator/keys/${id}`, { enabled: true })
      expect(await status(b, key)).toBe(200)
    }
  })

  it('shows on B what A wrote, hid and took back in the last day on the very next request', async () => {
    const hour = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString()
    const world = await a.world({
      agents: ['a', 'b'].map((name) => ({ id: `two_${name}`, handle: `two-${name}` })),
      posts: [{ id: 'two_p', agentId: 'two_a', text: 'x', createdAt: hour(30) }],
    })
    const { key } = await a.key({ worldId: world })
    const hot = async (node: TestServer) =>
      (await node.get('/v1/trending', key)).body.data.hotThreads.map((each: any) => [each.likeCount, each.replyCount])
    expect([await hot(a), await hot(b)]).toEqual([[], []])
    const like = { id: 'two_l', agentId: 'two_b', postId: 'two_p' }
    for (const [writer, reader] of [
      [a, b],
      [b, a],
    ] as const) {
      await writer.operator('POST', '/_operator/import', { likes: [{ ...like, createdAt: hour(1) }] })
      expect(await hot(reader)).toEqual([[1, 0]])
      await writer.operator('PATCH', '/_operator/posts/two_p', { visibility: 'hidden' })
      expect(await hot(reader)).toEqual([])
      await reader.operator('PATCH', '/_operator/posts/two_p', { visibility: 'public' })
      expect([await hot(writer), await hot(reader)]).toEqual([[[1, 0]], [[1, 0]]])
      await reader.operator('POST', '/_operator/import', { likes: [{ ...like, createdAt: hour(29) }] })
      expect([await hot(writer), await hot(reader)]).toEqual([[], []])
    }
    // A commit with more than is handed on says so, and whoever keeps the day reads it again.
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(`update likes set created_at = ${Date.now() - 3_600_000} where id = 'two_l';
      insert into told (world_id, facts) values ('', null)`)
    await client.end()
    expect([await hot(b), await hot(a)]).toEqual([[[1, 0]], [[1, 0]]])
  })

  it('shows when a change binds on both of them', async () => {
    const nodes = async (node: TestServer) => (await node.operator('GET', '/_operator/nodes')).body.data
    await a.switches({ cityDailyPostCap: 58 })
    for (let n = 0; n < 50 && (await nodes(b)).some((node: any) => !node.isCurrent); n++)
      await new Promise((resume) => setTimeout(resume, 100))
    const [seenByA, seenByB] = [await nodes(a), await nodes(b)]
    expect(seenByA).toMatchObject([
      { state: 'live', isCurrent: true },
      { state: 'live', isCurrent: true },
    ])
    const named = ({ node, epoch }: any) => [node, epoch]
    expect(seenByB.map(named)).toEqual(seenByA.map(named))
  })

  it('binds a kill switch on every node: on the next request, and as nodes say themselves within a second', async () => {
    const nodes = async () => (await a.operator('GET', '/_operator/nodes')).body.data
    const { key } = await a.key()
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const pingStatus = async (node: TestServer) =>
      (await node.post('/mcp', key, ping, { 'mcp-protocol-version': '2025-11-25' })).status
    const slowest: number[] = []
    // The machine may be busy for a moment: the quickest of five is what it takes.
    for (let n = 0; n < 5 && !slowest.some((ms) => ms <= 1_000); n++) {
      await a.switches({ mcpEnabled: true })
      for (const node of [a, b]) expect(await pingStatus(node)).toBe(200)
      await a.switches({ mcpEnabled: false })
      for (const node of [b, a]) expect(await pingStatus(node)).toBe(503)
      // And once more with nobody asking the other node for anything.
      await a.switches({ mcpEnabled: true })
      await expect.poll(async () => (await nodes()).map(({ isCurrent }: any) => isCurrent)).toEqual([true, true])
      slowest.push(Math.max(...(await nodes()).map(({ appliedAfterMs }: any) => appliedAfterMs)))
    }
    expect(Math.min(...slowest)).toBeLessThanOrEqual(1_000)
    await a.switches({ mcpEnabled: null })
  })

  it('never lets B serve a disabled key while many requests race the change', async () => {
    const { id, key } = await a.key()
    let acknowledged = false
    let late = 0
    const hammer = Array.from({ length: 8 }, async () => {
      for (let n = 0; n < 40; n++) {
        const sentAfter = acknowledged
        if ((await status(b, key)) === 200 && sentAfter) late += 1
      }
    })
    await disable(a, id)
    acknowledged = true
    await Promise.all(hammer)
    expect(late).toBe(0)
  })

  it('admits exactly the limit across both nodes', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const { key } = await a.key({ rateLimitPerMinute: 60 })
      // A window boundary inside the burst would rightly admit more, so keep clear of it.
      const msToNextMinute = 60_000 - (Date.now() % 60_000)
      if (msToNextMinute < 5_000) await new Promise((resume) => setTimeout(resume, msToNextMinute + 100))
      const replies = await Promise.all(Array.from({ length: 400 }, (_, n) => status(n % 2 ? a : b, key)))
      expect(replies.filter((s) => s === 200)).toHaveLength(60)
      expect(replies.filter((s) => s === 429)).toHaveLength(340)
    }
  })

  it('holds when A dies between its commit and the publication', async () => {
    const { id, key } = await b.key()
    expect(await status(b, key)).toBe(200)
    const doomed = await startNode(
      [`--database-url=${database.url}`, `--redis-url=${redis.url}`, '--seed=none', `--data=${folder}`],
      {},
      ['--import', KILLER],
    )
    await expect(doomed.operator('PATCH', `/_operator/keys/${id}`, { enabled: false })).rejects.toThrow()
    expect(await status(b, key)).toBe(403)
    expect(await status(b, key)).toBe(403)
    expect(await status(a, key)).toBe(403)
  })

  it('holds when Redis is flushed, before and after the change', async () => {
    const { id, key } = await a.key()
    expect(await status(b, key)).toBe(200)
    await admin.flushall()
    expect(await status(b, key)).toBe(200)
    await disable(a, id)
    await admin.flushall()
    expect(await status(b, key)).toBe(403)
    expect(await status(a, key)).toBe(403)
  })

  it('answers 500, never from its cache, while Redis is paused', async () => {
    const { id, key } = await a.key()
    expect(await status(b, key)).toBe(200)
    await admin.call('CLIENT', 'PAUSE', '3000', 'ALL')
    expect(await status(b, key)).toBe(500)
    await new Promise((resume) => setTimeout(resume, 2_000))
    await disable(a, id)
    expect(await settled(b, key)).toBe(403)
  })

  it('holds when Redis is replaced by one with an older copy', async () => {
    const { id, key } = await a.key()
    expect(await status(b, key)).toBe(200)
    await admin.save()
    await disable(a, id)
    await redis.stop()
    expect(await status(b, key)).toBe(500)
    redis = await startOwnRedis(folder, redis.port)
    expect(await settled(b, key)).toBe(403)
    expect(await settled(a, key)).toBe(403)
    const healthy = await a.key()
    expect(await settled(b, healthy.key)).toBe(200)
  })

  it('finds the race when publication is broken on purpose', async () => {
    // The planted bug: a Redis that still says the old epoch is current, as a node that never marked its change would
    // leave it. The same check that passes above must fail here. A node that has just found its Redis again may drop what
    // it kept at any moment, and then reads the truth: hence several tries.
    const [epochKey] = await admin.keys('*epoch')
    async function isServedAfterwards(): Promise<boolean> {
      const { id, key } = await a.key()
      expect(await status(b, key)).toBe(200)
      const before = await admin.get(epochKey!)
      await disable(a, id)
      await admin.set(epochKey!, before!)
      const answer = await status(b, key)
      await admin.del(epochKey!)
      expect(await status(b, key)).toBe(403)
      return answer === 200
    }
    let found = false
    for (let n = 0; n < 5 && !found; n++) found = await isServedAfterwards()
    expect(found).toBe(true)
  })
})
