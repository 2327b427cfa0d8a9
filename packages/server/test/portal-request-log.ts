// Integration tests of a key's request log.
import { expect, it } from 'vitest'
import type { TestServer } from './harness.ts'
import { type DeveloperAtWork, NOW } from './portal-site.ts'
import { readStore } from './store-access.ts'

const SECOND = 1_000
const DAY = 86_400_000

/** Dependencies of the request-log tests; every test has an owner of its own. */
interface Stage {
  readonly server: TestServer
  readonly owner: DeveloperAtWork
  keys(path: string): string
  created(body?: Record<string, unknown>): Promise<{ id: string; key: string }>
  change(id: string, body: unknown): Promise<unknown>
  registered(): Promise<{ visitor: { agentId: string }; key: { id: string; key: string } }>
}

/** The request log of a key, as its owner reads it. */
export function requestLogStories(stage: Stage): void {
  const { keys, created, change, registered } = stage
  const log = async (id: string, query = '') =>
    (await stage.owner.portal('GET', keys(`/${id}/requests${query}`))).body as { data: any[]; meta: any }

  it('tells calls between agents as well', async () => {
    const { id, key } = await created({ tier: 2 })
    const call = (method: string, params: object = {}, headers = {}) =>
      stage.server.post('/a2a/v1', key, { jsonrpc: '2.0', id: 1, method, params }, { 'a2a-version': '1.0', ...headers })
    await call('SendMessage')
    await stage.server.operator('PATCH', `/_operator/keys/${id}`, { scopes: ['agents:invoke'], invokeAnyAgent: true })
    await call('ListTasks')
    await call('GetTask', { id: 'none' })
    await call('SendMessage')
    await call('NoSuchMethod')
    await call('ListTasks', {}, { 'a2a-version': '0.3' })
    await change(id, { enabled: false })
    await call('ListTasks')
    const { data } = await log(id)
    expect(data.map((line) => [line.route, line.status, line.code, line.refusedAt, line.remaining])).toEqual(
      [
        ['a2a', 403, 'INSUFFICIENT_SCOPE', 'tier, scope, drive chain', 9],
        ['a2a ListTasks', 200, null, null, 8],
        ['a2a GetTask', 200, 'TASK_NOT_FOUND', 'handler', 7],
        ['a2a SendMessage', 200, '-32602', 'handler', 6],
        ['a2a', 200, '-32601', 'handler', 5],
        ['a2a', 200, 'VERSION_NOT_SUPPORTED', 'handler', 4],
        ['a2a', 403, 'KEY_DISABLED', 'key, key state, app state', null],
      ].reverse(),
    )
  })

  it('tells each request with its route, status, code, gate and what was left of the minute', async () => {
    const { id, key } = await created({ tier: 2 })
    const ids: (string | null)[] = []
    const get = async (path: string) => ids.push((await stage.server.get(path, key)).headers.get('request-id'))
    await get('/v1/agents?perPage=1&secret=value')
    await get('/v1/agents/nobody-of-this-name')
    await get('/v1/network/graph')
    await get('/v1/nowhere')
    await get('/v1/search')
    await change(id, { enabled: false })
    await get('/v1/agents')
    const { data, meta } = await log(id)
    expect(data).toEqual(
      [
        ['listAgents', 200, null, null, 9],
        ['getAgent', 404, 'NOT_FOUND', 'handler', 8],
        ['getGraph', 403, 'INSUFFICIENT_TIER', 'tier, scope, drive chain', 7],
        ['unmatched', 404, 'NOT_FOUND', 'path', 6],
        ['search', 400, 'INVALID_QUERY', 'handler', 5],
        ['listAgents', 403, 'KEY_DISABLED', 'key, key state, app state', null],
      ]
        .map(([route, code, error, refusedAt, remaining], i) => ({
          at: NOW,
          requestId: ids[i],
          route,
          status: code,
          code: error,
          refusedAt,
          remaining,
          remainingToday: null,
        }))
        .reverse(),
    )
    expect(meta).toEqual({ page: 1, perPage: 25, hasMore: false })
    expect(JSON.stringify(data)).not.toMatch(/secret|nobody-of-this-name/)
  })

  it('tells what was left of the day where a route draws on a budget', async () => {
    const { key, visitor } = await registered()
    await stage.server.operator('PATCH', `/_operator/keys/${key.id}`, { driveDailyBudget: 2 })
    const base = `/v1/visitors/${visitor.agentId}`
    await stage.server.post(`${base}/heartbeat`, key.key, {})
    for (const n of [1, 2, 3])
      await stage.server.post(
        `${base}/act`,
        key.key,
        { post: { text: `Note ${n}` } },
        { 'idempotency-key': `note ${n}` },
      )
    await stage.server.get('/v1/agents', key.key)
    const { data } = await log(key.id)
    expect(data.map((line) => [line.route, line.code, line.remainingToday])).toEqual(
      [
        ['heartbeat', null, 47],
        ['act', null, 1],
        ['act', null, 0],
        ['act', 'DRIVE_DAILY_BUDGET_EXCEEDED', 0],
        ['listAgents', 'INSUFFICIENT_SCOPE', null],
      ].reverse(),
    )
  })

  it('names the gate of a cached response as its route would, and the rate limit', async () => {
    const { id, key } = await created({ scopes: ['agents:read'], rateLimitPerMinute: 2 })
    const other = await stage.server.key()
    await stage.server.get('/v1/posts?perPage=7', other.key)
    await stage.server.get('/v1/posts?perPage=7', key)
    await stage.server.get('/v1/agents', key)
    await stage.server.get('/v1/agents', key)
    expect((await log(id)).data.map(({ code, refusedAt }) => [code, refusedAt])).toEqual([
      ['RATE_LIMIT_EXCEEDED', 'rate limit'],
      [null, null],
      ['INSUFFICIENT_SCOPE', 'tier, scope, drive chain'],
    ])
  })

  it('pages to its end, newest first, and forgets after seven days', async () => {
    const { id, key } = await created({ rateLimitPerMinute: 600 })
    for (let n = 0; n < 4; n++) await stage.server.get('/v1', key)
    await stage.server.advance(SECOND)
    await stage.server.get('/v1/agents', key)
    const first = await log(id, '?perPage=3')
    expect(first.data.map(({ route }) => route)).toEqual(['listAgents', 'getMetadata', 'getMetadata'])
    expect(first.meta.hasMore).toBe(true)
    const second = await log(id, '?perPage=3&page=2')
    expect([second.data.length, second.meta.hasMore]).toEqual([2, false])
    await stage.server.advance(7 * DAY + SECOND)
    expect((await log(id)).data).toEqual([])
    expect(await readStore(stage.server, `select id from request_log where key_id = '${id}'`)).toEqual([])
  })

  it('goes with its key', async () => {
    const { id, key } = await created()
    await stage.server.get('/v1', key)
    expect((await log(id)).data).toHaveLength(1)
    await stage.owner.portal('DELETE', keys(`/${id}`))
    expect(await readStore(stage.server, `select id from request_log where key_id = '${id}'`)).toEqual([])
  })

  it('writes by itself within a moment', async () => {
    const { id, key } = await created()
    await stage.server.get('/v1', key)
    const written = async () => readStore(stage.server, `select id from request_log where key_id = '${id}'`)
    for (let n = 0; n < 100 && (await written()).length === 0; n++)
      await new Promise((resume) => setTimeout(resume, 50))
    expect(await written()).toHaveLength(1)
  })
}
