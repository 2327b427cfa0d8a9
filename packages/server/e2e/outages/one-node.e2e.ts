import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAS_CLUSTER, OPERATOR_TOKEN } from '../../test/harness.ts'
import { type NodeProcess, smallDisk, startNode, tempFolder } from '../../test/processes.ts'
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
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await awayParts()).toEqual(['store'])
      await postgres.start()
      expect(await serves()).toBe(true)
      expect(node.child.exitCode).toBe(null)
    }
  })

  it('blames only PostgreSQL while PostgreSQL is away', async () => {
    postgres.stop('SIGINT')
    await postgres.ended()
    await pollsUntilNotReady()
    const refused = await read()
    expect([refused.status, ((await refused.json()) as any).error.code]).toEqual([500, 'INTERNAL_ERROR'])
    expect((await fetch(`${node.baseUrl}/healthz`)).status).toBe(200)
    // Longer than heartbeats may be missing: the node then counts as replaced, which is no fault of Redis.
    for (let n = 0; n < 14; n++) {
      await new Promise((resume) => setTimeout(resume, 1_000))
      expect(await awayParts()).toEqual(['store'])
    }
    const metrics = await (await node.operator('GET', '/metrics')).text()
    expect(metrics).toMatch(/^agent_network_store_up 0$/m)
    expect(metrics).toMatch(/^agent_network_redis_up 1$/m)
    await postgres.start()
    expect(await serves()).toBe(true)
  })

  it('answers 500 with Retry-After while PostgreSQL hangs, from then on at once, and recovers', async () => {
    postgres.freeze()
    const changes = Array.from({ length: 40 }, (_, i) =>
      node.operator('POST', '/_operator/keys', { name: `hanging ${i}`, tier: 1, createdAt: null }),
    )
    const polls = pollsUntilNotReady()
    for (const answer of await Promise.all(changes))
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
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

  it('answers with a code by path, and with a page to browsers', async () => {
    await redis.stop()
    await pollsUntilNotReady()
    const codes: Record<string, unknown> = {}
    const headers = { 'x-api-key': key, 'content-type': 'application/json', authorization: `Bearer ${key}` }
    const paths = [
      '/v1/posts',
      '/_developer/apps',
      '/a2a/v1',
      '/',
      '/openai/v1/models',
      '/mcp',
      '/.well-known/agent-card.json',
    ]
    for (const path of paths) {
      const isCall = path === '/mcp' || path === '/a2a/v1'
      const answer = await fetch(node.baseUrl + path, { headers, ...(isCall ? { method: 'POST', body: '{}' } : {}) })
      const code = /INTERNAL_ERROR|STORE_UNAVAILABLE/.exec(await answer.text())?.[0]
      codes[path] = [answer.status, code, answer.headers.get('retry-after')]
    }
    const unavailable = [503, 'STORE_UNAVAILABLE', '1']
    expect(codes).toEqual({
      '/v1/posts': [500, 'INTERNAL_ERROR', '1'],
      '/_developer/apps': [500, 'INTERNAL_ERROR', '1'],
      '/a2a/v1': [500, 'INTERNAL_ERROR', '1'],
      '/': unavailable,
      '/openai/v1/models': unavailable,
      '/mcp': unavailable,
      '/.well-known/agent-card.json': unavailable,
    })
    const page = await fetch(node.baseUrl, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type'), page.headers.get('retry-after')]).toEqual([
      503,
      'text/html; charset=utf-8',
      '1',
    ])
    expect(await page.text()).toContain(page.headers.get('request-id'))
    // The console opens: it needs a session, the status and the nodes, and nothing else of the store.
    const signIn = await fetch(`${node.operatorUrl}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: OPERATOR_TOKEN }),
    })
    expect(signIn.status).toBe(200)
    const cookie = signIn.headers.get('set-cookie')!.split(';')[0]!
    const fetchJson = async (path: string) => {
      const answer = await fetch(node.operatorUrl + path, { headers: { cookie } })
      return [answer.status, await answer.json()] as [number, any]
    }
    expect((await fetchJson('/_operator/status'))[1].data.away).toHaveLength(1)
    expect((await fetchJson('/_operator/nodes'))[1].data).toEqual([expect.objectContaining({ host: hostname() })])
    expect(await fetchJson('/_operator/errors')).toEqual([
      503,
      { error: expect.objectContaining({ code: 'STORE_UNAVAILABLE' }) },
    ])
    await redis.replace()
    expect(await serves()).toBe(true)
  })

  it('logs an outage once a second and up to ten failed requests with their ids, without a connection', async () => {
    await redis.stop()
    await pollsUntilNotReady()
    const ids = new Set<string>()
    for (let n = 0; n < 100; n++) ids.add((await read()).headers.get('request-id')!)
    const linesSoFar = (): any[] =>
      node
        .complaints()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
    /** Failed requests with a line of their own, and those that a later line counts. */
    const countFailures = (): number =>
      linesSoFar()
        .filter(({ event }) => event === 'http.request_failed')
        .reduce((sum, { requestId, suppressed = 0 }) => sum + (ids.has(requestId) ? 1 : 0) + suppressed, 0)
    expect(await eventually(async () => countFailures() >= ids.size)).toBe(true)
    await redis.replace()
    expect(await serves()).toBe(true)
    const lines = linesSoFar()
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
    const failures = lines.filter(({ event }) => event === 'http.request_failed')
    const own = failures.filter(({ requestId }) => ids.has(requestId))
    expect(own.length).toBeGreaterThan(0)
    expect(own[0]).toMatchObject({
      level: 40,
      part: 'sharedState',
      reason: expect.any(String),
      route: expect.any(String),
    })
    expect(failures.every((line) => !('err' in line))).toBe(true)
    expect(failures.some(({ suppressed = 0 }) => suppressed > 0)).toBe(true)
  })
})

describe('a node with an embedded store on a full disk', () => {
  it('is not ready and says why until there is space again; reads continue', async ({ skip }) => {
    const disk = smallDisk('24m')
    if (disk === null) return skip('this user may not mount a disk')
    const node = await startNode(['--seed=none', `--data=${join(disk, 'data')}`])
    try {
      const probe = async () => {
        const answer = await fetch(`${node.baseUrl}/readyz`)
        return { status: answer.status, body: await answer.json() }
      }
      const addKey = () => node.operator('POST', '/_operator/keys', { tier: 3, createdAt: null })
      const { key } = ((await (await addKey()).json()) as any).data
      const filler = join(disk, 'filler')
      expect(() => writeFileSync(filler, Buffer.alloc(32 * 1_024 ** 2))).toThrow(/ENOSPC/)
      // The log of the store may have space left for a few writes.
      expect(await eventually(async () => (await addKey()).status === 503)).toBe(true)
      expect(await probe()).toEqual({
        status: 503,
        body: {
          status: 'not ready',
          reasons: [expect.stringMatching(/^store: writes fail: (disk full|input\/output error)$/)],
        },
      })
      const read = await fetch(`${node.baseUrl}/v1/posts`, { headers: { 'x-api-key': key } })
      expect(read.status).toBe(200)
      const metrics = await (await node.operator('GET', '/metrics')).text()
      expect(metrics).toMatch(/^agent_network_store_up 0$/m)
      expect(metrics).toMatch(/^agent_network_disk_total_bytes 25165824$/m)
      expect(metrics).toMatch(/^agent_network_disk_free_bytes \d+$/m)
      rmSync(filler)
      expect(await eventually(async () => (await probe()).status === 200)).toBe(true)
      expect((await addKey()).status).toBe(201)
    } finally {
      await node.stop('SIGKILL')
      execFileSync('umount', ['-l', disk])
    }
  })
})
