import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER } from '../../test/harness.ts'
import { isRunning, type NodeProcess, spawnNode, startNode, tempFolder } from '../../test/processes.ts'
import { startMovableRedis } from '../../test/restartable-services.ts'

const eventually = async (holds: () => Promise<boolean>): Promise<boolean> => {
  for (let n = 0; n < 200; n++) {
    if (await holds().catch(() => false)) return true
    await new Promise((resume) => setTimeout(resume, 50))
  }
  return false
}

describe.runIf(HAS_CLUSTER)('a nonce in the database and in Redis', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  let foreign: Awaited<ReturnType<typeof createDatabase>>
  let redis: Awaited<ReturnType<typeof startMovableRedis>>
  let other: Awaited<ReturnType<typeof startMovableRedis>>
  let node: NodeProcess
  let id: string
  let key: string

  const flags = (databaseUrl: string, redisUrl: string) => [
    '--seed=none',
    `--data=${tempFolder()}`,
    `--database-url=${databaseUrl}`,
    `--redis-url=${redisUrl}`,
    '--drain-notice-seconds=0',
  ]
  const status = async () => (await fetch(`${node.baseUrl}/v1`, { headers: { 'x-api-key': key } })).status
  const readyz = async () => (await fetch(`${node.baseUrl}/readyz`)).status

  beforeAll(async () => {
    ;[database, foreign, redis, other] = await Promise.all([
      createDatabase(),
      createDatabase(),
      startMovableRedis(),
      startMovableRedis(),
    ])
    node = await startNode(flags(database.url, redis.url))
    const createdKey = (await (
      await node.operator('POST', '/_operator/keys', { tier: 3, createdAt: null })
    ).json()) as any
    ;({ id, key } = createdKey.data)
  })
  afterAll(async () => {
    await node.stop('SIGKILL')
    await Promise.all([redis.stop(), other.stop()])
    await Promise.all([database.drop(), foreign.drop()])
  })

  it('keeps a node from starting on another Redis while others are there, and says which one they use', async () => {
    for (const url of [other.url, `${redis.url}/3`]) {
      const refused = await spawnNode(flags(database.url, url))
      if (isRunning(refused)) await refused.stop('SIGKILL')
      expect(isRunning(refused)).toBe(false)
      const { code, stderr } = refused as { code: number; stderr: string }
      expect([code, stderr.trim().split('\n').length]).toEqual([1, 1])
      expect(stderr).toContain(`127.0.0.1:${redis.port}/0`)
    }
    expect(await status()).toBe(200)
  })

  it('is written back by a running node when Redis was emptied, and what was cached is read anew', async () => {
    const admin = new Redis(redis.url)
    await admin.flushall()
    expect(await status()).toBe(200)
    expect(await eventually(async () => (await admin.keys('*nonce')).length === 1)).toBe(true)
    await node.operator('PATCH', `/_operator/keys/${id}`, { enabled: false })
    await admin.flushall()
    expect(await status()).toBe(403)
    await node.operator('PATCH', `/_operator/keys/${id}`, { enabled: true })
    admin.disconnect()
    await redis.replace()
    expect(await eventually(async () => (await status()) === 200)).toBe(true)
  })

  it('stops a node whose Redis was replaced by one of another network, until its own is back', async () => {
    const theirs = await startNode(flags(foreign.url, other.url))
    const [mine, strange] = [new Redis(redis.url), new Redis(other.url)]
    await mine.save()
    await strange.save()
    const folder = redis.folder()
    for (const admin of [mine, strange]) admin.disconnect()
    await theirs.stop()
    await redis.replace(other.folder())
    expect(await eventually(async () => (await readyz()) === 503)).toBe(true)
    for (let n = 0; n < 20; n++) {
      expect(await status()).toBe(500)
      await new Promise((resume) => setTimeout(resume, 50))
    }
    expect(await readyz()).toBe(503)
    await redis.replace(folder)
    expect(await eventually(async () => (await readyz()) === 200 && (await status()) === 200)).toBe(true)
  })

  it('stops a node that slept while another one took over with another Redis', async () => {
    process.kill(node.child.pid!, 'SIGSTOP')
    // The same effect as fifteen seconds without a heartbeat.
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(`update leases set expires_at = 0 where name like 'node %'`)
    await client.end()
    await other.replace()
    const successor = await startNode(flags(database.url, other.url))
    process.kill(node.child.pid!, 'SIGCONT')
    expect(await eventually(async () => (await readyz()) === 503)).toBe(true)
    expect(await status()).toBe(500)
    await successor.stop()
  })
})
