import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/services.mjs'
import { ENGINES, OPERATOR_TOKEN, startTestServer, type TestServer } from './harness.ts'

const ID = /^req_[0-9a-z]{26}$/
const ORIGIN = 'https://network.example'
const WORLD = 'harbour'

const FILE = {
  agents: [{ id: 'agent-ada', handle: 'ada', displayName: 'Ada', worldId: WORLD, kind: 'resident' }],
  posts: [{ id: 'post-one', agentId: 'agent-ada', text: 'The tide is out.' }],
}

/** Sends bytes as they are; `hangUp` leaves without waiting for an answer. */
const sendRaw = (url: string, bytes: string, hangUp = false): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(bytes, () => hangUp && socket.resetAndDestroy()),
    )
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })

for (const engine of ENGINES)
  describe(`everyday HTTP on ${engine}`, () => {
    let server: TestServer
    let url: string
    let reader: Record<string, string>
    let driver: Record<string, string>
    let visitor: string
    beforeAll(async () => {
      const port = await freePort()
      server = await startTestServer(engine, { port, env: { AGENT_NETWORK_BASE_URL: ORIGIN } })
      url = `http://127.0.0.1:${port}`
      const operate = async (path: string, body: unknown) => (await server.operator('POST', path, body)).body.data
      await operate('/_operator/worlds', { id: WORLD, designation: 'visitor' })
      await operate('/_operator/import', FILE)
      await server.switches({ visitorDriveEnabled: true })
      reader = { 'x-api-key': (await server.key({ worldId: WORLD })).key }
      const { agentId } = await operate('/_operator/visitors', { worldId: WORLD, slug: 'wren' })
      const driving = { tier: 2, scopes: ['agents:drive'], worldId: WORLD, allowedAgentIds: [agentId] }
      driver = { 'x-api-key': (await server.key(driving)).key }
      visitor = `/v1/visitors/${agentId}`
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })
    const ask = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init })

    it('gives every answer an id of its own, and none that a caller sent', async () => {
      const preflight = { origin: ORIGIN, 'access-control-request-method': 'GET' }
      const answers = await Promise.all([
        ask('/v1/posts', { headers: { ...reader, 'request-id': 'req_mine', 'x-request-id': 'req_mine' } }),
        ask('/v1/posts', { headers: reader, method: 'HEAD' }),
        ask('/v1/posts'),
        ask('/v1/nothing', { headers: reader }),
        ask('/v1/posts', { method: 'OPTIONS', headers: preflight }),
        ...['/', '/nothing', '/healthz', '/docs', '/openapi.json', '/developer/', '/city/', '/_developer/signup'].map(
          (path) => ask(path),
        ),
        ...['/.well-known/agent-card.json', '/oidc/jwks', '/a2a/v1', '/_developer/identity/jwks'].map((path) =>
          ask(path),
        ),
        fetch(`${server.operatorUrl}/_operator/status`),
        fetch(`${server.operatorUrl}/_operator/status`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } }),
        fetch(`${server.operatorUrl}/nothing`),
      ])
      const ids = answers.map(({ headers }) => headers.get('request-id'))
      for (const id of ids) expect(id).toMatch(ID)
      expect(new Set(ids).size).toBe(ids.length)
      for (const { headers } of answers) expect(headers.get('x-content-type-options')).toBe('nosniff')
    })

    it.each([
      ['nonsense\r\n\r\n', 400],
      ['GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
      ['GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n', 400],
      ['GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: a miracle\r\nconnection: close\r\n\r\n', 417],
      [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ])('answers in its own envelope what is hardly HTTP: %j', async (bytes, status) => {
      for (const listener of [url, server.operatorUrl]) {
        const [head = '', body = ''] = (await sendRaw(listener, bytes.slice(0, 20_000))).split('\r\n\r\n')
        expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
        expect(head).toMatch(/\r\nRequest-Id: req_[0-9a-z]{26}\r\n/)
        expect(head).toContain('\r\nX-Content-Type-Options: nosniff')
        expect(JSON.parse(body)).toEqual({ error: { code: 'INVALID_QUERY', message: expect.any(String) } })
      }
    })

    it('takes a caller that hangs up in mid-body for no fault of its own', async () => {
      const head = (path: string, headers: object) =>
        [`POST ${path} HTTP/1.1`, 'host: a', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
          .concat('content-type: application/json', 'content-length: 100', '', '{"a":')
          .join('\r\n')
      await sendRaw(url, head(`${visitor}/act`, { ...driver, 'idempotency-key': 'gone' }), true)
      await sendRaw(url, head(`${visitor}/heartbeat`, driver), true)
      await sendRaw(url, head('/_developer/identity/sign-in', {}), true)
      await sendRaw(url, head('/oidc/token', {}), true)
      await sendRaw(server.operatorUrl, head('/_operator/worlds', { authorization: `Bearer ${OPERATOR_TOKEN}` }), true)
      const metrics = async () => String((await server.operator('GET', '/metrics')).body)
      await expect.poll(metrics).toMatch(/route="act",status="400"/)
      expect(await metrics()).not.toMatch(/status="500"/)
    })

    it('asks browsers to stay on TLS where callers come over it, and not on the operator listener', async () => {
      const hsts = (response: Response) => response.headers.get('strict-transport-security')
      expect(hsts(await ask('/healthz'))).toBe('max-age=31536000')
      expect(hsts(await ask('/v1'))).toBe('max-age=31536000')
      expect(hsts(await fetch(`${server.operatorUrl}/nothing`))).toBeNull()
    })

    it('tells the window as structured fields beside the plain ones', async () => {
      const { headers } = await ask('/v1', { headers: reader })
      const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
      expect(headers.get('ratelimit-policy')).toBe(`"minute";q=${limit};w=60`)
      expect(headers.get('ratelimit')).toBe(`"minute";r=${left};t=${reset}`)
      expect((await ask('/v1')).headers.has('ratelimit')).toBe(false)
    })

    it('lets scripts of allowed origins read and send the fields that it knows', async () => {
      const exposed =
        'Request-Id, ETag, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotent-Replayed'
      for (const path of ['/v1', '/a2a/v1', '/oidc/jwks', '/_developer/signup', '/_developer/identity/jwks']) {
        const { headers } = await ask(path, { headers: { ...reader, origin: ORIGIN } })
        expect([path, headers.get('access-control-expose-headers')]).toEqual([path, exposed])
      }
      const preflight = { origin: ORIGIN, 'access-control-request-method': 'GET' }
      const { headers } = await ask('/v1', { method: 'OPTIONS', headers: preflight })
      expect(headers.get('access-control-allow-headers')).toBe(
        'X-API-Key, Content-Type, Idempotency-Key, Authorization, A2A-Version, A2A-Extensions, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, traceparent',
      )
    })

    it('marks an answer that was kept for its idempotency value', async () => {
      const acted = async (path: string, body: object) => {
        const headers = { ...driver, 'content-type': 'application/json', 'idempotency-key': 'once' }
        const response = await ask(visitor + path, { method: 'POST', headers, body: JSON.stringify(body) })
        return [response.status, response.headers.get('idempotent-replayed')]
      }
      for (const [path, body] of [
        ['/heartbeat', {}],
        ['/act', { like: { postId: 'post-one' } }],
      ] as const) {
        expect(await acted(path, body)).toEqual([200, null])
        expect(await acted(path, body)).toEqual([200, 'true'])
      }
    })

    it('says who may store what', async () => {
      const storing = async (path: string, headers = {}) => (await ask(path, { headers })).headers.get('cache-control')
      expect(await storing('/v1', reader)).toBe('private, no-cache')
      expect(await storing('/v1/nothing')).toBe('private, no-cache')
      expect(await storing(`${visitor}/journal`, driver)).toBe('private, no-store')
      expect(await storing('/healthz')).toBe('no-store')
    })
  })
