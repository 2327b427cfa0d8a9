import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAS_CLUSTER } from '../../test/harness.ts'
import { type NodeProcess, startNode, tempFolder } from '../../test/processes.ts'
import { type OwnPostgres, startMovableRedis, startOwnPostgres } from '../../test/restartable-services.ts'

const eventually = async (holds: () => Promise<boolean>): Promise<boolean> => {
  for (let n = 0; n < 200; n++) {
    if (await holds().catch(() => false)) return true
    await new Promise((resume) => setTimeout(resume, 50))
  }
  return false
}

describe.runIf(HAS_CLUSTER)('a node whose PostgreSQL or Redis goes away', () => {
  let postgres: OwnPostgres
  let redis: Awaited<ReturnType<typeof startMovableRedis>>
  let node: NodeProcess
  let key: string

  beforeAll(async () => {
    ;[postgres, redis] = await Promise.all([startOwnPostgres(), startMovableRedis()])
    node = await startNode([
      '--seed=none',
      `--data=${tempFolder()}`,
      `--database-url=${postgres.url}`,
      `--redis-url=${redis.url}`,
    ])
    const createdKey = await node.operator('POST', '/_operator/keys', { tier: 3, createdAt: null })
    key = ((await createdKey.json()) as any).data.key
  })
  afterAll(async () => {
    await node.stop('SIGKILL')
    await redis.stop()
    await postgres.remove()
  })

  const read = () => fetch(`${node.baseUrl}/v1/posts`, { headers: { 'x-api-key': key } })
  /** Itself it waits for nothing: a probe that hangs would be no answer. */
  const readyz = async () => (await fetch(`${node.baseUrl}/readyz`, { signal: AbortSignal.timeout(3_000) })).status
  const POLL_MS = 100
  /** How often the probe still says yes: ten polls last a second at least, thirty last three, however slow the machine is. */
  const pollsUntilNotReady = async (): Promise<number> => {
    for (let polls = 0; ; polls += 1) {
      if ((await readyz()) === 503) return polls
      await new Promise((resume) => setTimeout(resume, POLL_MS))
    }
  }
  const serves = () => eventually(async () => (await readyz()) === 200 && (await read()).status === 200)
  const awayParts = async () => {
    const status = (await (await node.operator('GET', '/_operator/status')).json()) as any
    return status.data.away.map(({ part }: { part: string }) => part)
  }
  /** A statement of the node that waits for a lock, so that a connection is at work when its server dies. */
  const blockedChange = async () => {
    const holder = new pg.Client({ connectionString: postgres.url })
    holder.on('error', () => {})
    await holder.connect()
    await holder.query('begin; lock table keys in access exclusive mode')
    const change = node.operator('POST', '/_operator/keys', { tier: 1, createdAt: null })
    await eventually(async () => {
      const { rows } = await holder.query(`select 1 from pg_locks where not granted`)
      return rows.length > 0
    })
    return { change }
  }

  it('survives lost connections, and serves when the database is back', async () => {
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      const { change } = await blockedChange()
      postgres.stop(signal)
      await postgres.ended()
      expect(await pollsUntilNotReady()).toBeLessThanOrEqual(10)
      const refused = await change
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([500, '1'])
      expect(await awayParts()).toEqual(['store'])
      await postgres.start()
      expect(await serves()).toBe(true)
      expect(node.child.exitCode).toBe(null)
    }
  })

  it('answers 500 with Retry-After while PostgreSQL hangs, from then on at once, and recovers', async () => {
    postgres.freeze()
    const changes = Array.from({ length: 40 }, (_, i) =>
      node.operator('POST', '/_operator/keys', { name: `hanging ${i}`, tier: 1, createdAt: null }),
    )
    const polls = pollsUntilNotReady()
    for (const answer of await Promise.all(changes))
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, '1'])
    expect(await polls).toBeLessThanOrEqual(30)
    expect(await readyz()).toBe(503)
    expect(await awayParts()).toEqual(['store'])
    expect((await node.operator('GET', '/metrics')).status).toBe(200)
    postgres.thaw()
    expect(await serves()).toBe(true)
    expect(await awayParts()).toEqual([])
  })

  it('answers 500 with Retry-After without Redis, says so, and recovers', async () => {
    await redis.stop()
    expect(await pollsUntilNotReady()).toBeLessThanOrEqual(10)
    const refused = await read()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([500, '1'])
    expect(await awayParts()).toEqual(['sharedState'])
    await redis.replace()
    expect(await serves()).toBe(true)
    process.kill(redis.pid(), 'SIGSTOP')
    const [hanging, polls] = await Promise.all([read(), pollsUntilNotReady()])
    expect(hanging.status).toBe(500)
    expect(polls).toBeLessThanOrEqual(30)
    process.kill(redis.pid(), 'SIGCONT')
    expect(await serves()).toBe(true)
  })

  it('logs an outage once a second and no request of it, no stack and no connection', async () => {
    const lines = node
      .complaints()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    const connectionLines = lines.filter(
      ({ event }) => event === 'store.connection_lost' || event === 'store.redis_unreachable',
    )
    expect(connectionLines.length).toBeGreaterThan(2)
    const seconds = connectionLines.map(({ event, time }) => `${event} ${Math.floor(time / 900)}`)
    expect(new Set(seconds).size).toBe(seconds.length)
    expect(connectionLines.every((line) => Object.keys(line).every((name) => !['err', 'client'].includes(name)))).toBe(
      true,
    )
    expect(lines.filter(({ event }) => event === 'store.recovered').length).toBeGreaterThanOrEqual(5)
    expect(lines.filter(({ event }) => event === 'http.request_failed')).toEqual([])
  })
})
