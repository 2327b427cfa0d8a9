import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/services.mjs'
import { ENGINES, OPERATOR_TOKEN, startTestServer, type TestServer } from './harness.ts'

const ID = /^req_[0-9a-z]{26}$/
const ORIGIN = 'https://network.example'
const WORLD = 'harbour'

const FILE = {
  agents: [{ id: 'agent-ada', handle: 'ada', displayName: 'Ada', worldId: WORLD, kind: 'resident' }],
  posts: Array.from({ length: 20 }, (_, n) => ({
    id: n === 0 ? 'post-one' : `post-${n}`,
    agentId: 'agent-ada',
    text: `The tide is out for the ${n}th time.`,
  })),
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

/** One exchange with the bytes as they came: `fetch` would take every coding off. */
const rawGet = (url: string, headers: Record<string, string>, method = 'GET', body = '') =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    ask(url, { headers, method }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end(body)
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
    const get = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init })

    it('gives every answer an id of its own, and none that a caller sent', async () => {
      const preflight = { origin: ORIGIN, 'access-control-request-method': 'GET' }
      const answers = await Promise.all([
        get('/v1/posts', { headers: { ...reader, 'request-id': 'req_mine', 'x-request-id': 'req_mine' } }),
        get('/v1/posts', { headers: reader, method: 'HEAD' }),
        get('/v1/posts'),
        get('/v1/nothing', { headers: reader }),
        get('/v1/posts', { method: 'OPTIONS', headers: preflight }),
        ...['/', '/nothing', '/healthz', '/docs', '/openapi.json', '/developer/', '/city/', '/_developer/signup'].map(
          (path) => get(path),
        ),
        ...['/.well-known/agent-card.json', '/oidc/jwks', '/a2a/v1', '/_developer/identity/jwks'].map((path) =>
          get(path),
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
      expect(hsts(await get('/healthz'))).toBe('max-age=31536000')
      expect(hsts(await get('/v1'))).toBe('max-age=31536000')
      expect(hsts(await fetch(`${server.operatorUrl}/nothing`))).toBeNull()
    })

    it('tells the window as structured fields beside the plain ones', async () => {
      const { headers } = await get('/v1', { headers: reader })
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
      expect(headers.get('ratelimit-policy')).toBe(`"minute";q=${limit};w=60`)
      expect(headers.get('ratelimit')).toBe(`"minute";r=${remaining};t=${reset}`)
      expect((await get('/v1')).headers.has('ratelimit')).toBe(false)
    })

    it('lets scripts of allowed origins read and send the fields that it knows', async () => {
      const exposed =
        'Request-Id, ETag, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotent-Replayed, X-Ignored-Parameters'
      for (const path of ['/v1', '/a2a/v1', '/oidc/jwks', '/_developer/signup', '/_developer/identity/jwks']) {
        const { headers } = await get(path, { headers: { ...reader, origin: ORIGIN } })
        expect([path, headers.get('access-control-expose-headers')]).toEqual([path, exposed])
      }
      const preflight = { origin: ORIGIN, 'access-control-request-method': 'GET' }
      const { headers } = await get('/v1', { method: 'OPTIONS', headers: preflight })
      expect(headers.get('access-control-allow-headers')).toBe(
        'X-API-Key, Content-Type, Idempotency-Key, Authorization, A2A-Version, A2A-Extensions, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, traceparent',
      )
    })

    it('marks a response that was cached for its idempotency key', async () => {
      const acted = async (path: string, body: object) => {
        const headers = { ...driver, 'content-type': 'application/json', 'idempotency-key': 'once' }
        const response = await get(visitor + path, { method: 'POST', headers, body: JSON.stringify(body) })
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

    const LIST = '/v1/posts?perPage=50'
    const read = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const { status, headers: got, body } = await rawGet(url + path, { ...reader, ...headers }, method)
      return { status, etag: got.etag ?? null, coding: got['content-encoding'] ?? null, got, body }
    }

    it('tags what depends on content alone, one tag for each coding, and does not send again what is known', async () => {
      const [plain, br, gzip] = await Promise.all([
        read(LIST),
        read(LIST, { 'accept-encoding': 'gzip, br' }),
        read(LIST, { 'accept-encoding': 'gzip' }),
      ])
      expect([plain.coding, br.coding, gzip.coding]).toEqual([null, 'br', 'gzip'])
      expect(brotliDecompressSync(br.body)).toEqual(plain.body)
      expect(gunzipSync(gzip.body)).toEqual(plain.body)
      expect(new Set([plain.etag, br.etag, gzip.etag]).size).toBe(3)
      for (const { etag, got } of [plain, br, gzip]) {
        expect(etag).toMatch(/^"[\w-]+"$/)
        expect(got.vary).toBe('Accept-Encoding, Origin')
      }
      const again = await read(LIST, { 'accept-encoding': 'br', 'if-none-match': `"x", W/${br.etag}` })
      expect([again.status, again.etag, again.body.length, again.coding]).toEqual([304, br.etag, 0, null])
      expect(again.got['cache-control']).toBe('private, no-cache')
      expect((await read(LIST, { 'if-none-match': br.etag! })).status).toBe(200)
      expect((await read(LIST, { 'if-none-match': '*' })).status).toBe(304)
      expect((await read(LIST, { 'if-none-match': plain.etag! }, 'HEAD')).status).toBe(304)
      const head = await read(LIST, { 'accept-encoding': 'br' }, 'HEAD')
      expect([head.etag, head.got['content-length'], head.body.length]).toEqual([br.etag, String(br.body.length), 0])
    })

    it('counts a 304, and looks for it after key, window, tier and scope', async () => {
      const { key } = await server.key({ worldId: WORLD, tier: 1, scopes: ['posts:read'], rateLimitPerMinute: 3 })
      const conditionalHeaders = { 'if-none-match': '*', 'x-api-key': key }
      const remaining = async () => Number((await read(LIST, conditionalHeaders)).got['ratelimit-remaining'])
      expect([await remaining(), await remaining()]).toEqual([2, 1])
      expect((await read('/v1/agents', conditionalHeaders)).status).toBe(403)
      expect((await read(LIST, conditionalHeaders)).status).toBe(429)
      expect((await read(LIST, { ...conditionalHeaders, 'x-api-key': 'anet_test_nobody' })).status).toBe(401)
    })

    it('has another tag after a change, and none where the time decides or nothing may be stored', async () => {
      const { etag } = await read('/v1/posts/post-one')
      expect((await read('/v1/posts/post-one')).etag).toBe(etag)
      await server.import({ posts: [{ id: 'post-one', agentId: 'agent-ada', text: 'The tide is in.' }] })
      const changed = await read('/v1/posts/post-one', { 'if-none-match': etag! })
      expect([changed.status, changed.etag === etag]).toEqual([200, false])
      for (const path of ['/v1', '/v1/agents', '/v1/search?q=tide', '/v1/network/graph', '/v1/network/ideas'])
        expect([path, (await read(path)).etag]).toEqual([path, expect.any(String)])
      for (const path of ['/v1/trending', '/v1/topics', '/v1/network/challenges', '/v1/agents/nobody'])
        expect([path, (await read(path)).etag]).toEqual([path, null])
      expect((await read(`${visitor}/journal`, driver)).etag).toBeNull()
    })

    it('sends documents and pages once, and small by request', async () => {
      for (const path of [
        '/openapi.json',
        '/asyncapi.json',
        '/docs/reference/content',
        '/developer/',
        '/docs/',
        '/.well-known/agent-card.json',
      ]) {
        const { etag, got, status } = await read(path, { 'accept-encoding': 'br' })
        expect([path, status, etag]).toEqual([path, 200, expect.stringMatching(/^"[\w-]+"$/)])
        if (!path.startsWith('/.')) expect([path, got['cache-control']]).toEqual([path, 'no-cache'])
        const again = await read(path, { 'accept-encoding': 'br', 'if-none-match': etag! })
        expect([path, again.status]).toEqual([path, 304])
      }
      const [plain, small] = [await read('/openapi.json'), await read('/openapi.json', { 'accept-encoding': 'br' })]
      expect(small.body.length * 5).toBeLessThan(plain.body.length)
      // Not by `toEqual`, which looks at a megabyte byte by byte while the server waits.
      expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true)
      expect((await read('/healthz', { 'accept-encoding': 'br' })).coding).toBeNull()
    })

    it('never compresses what mixes a secret with what was sent', async () => {
      const name = 'a name '.repeat(20)
      const authorization = `Bearer ${OPERATOR_TOKEN}`
      const sent = { authorization, 'accept-encoding': 'br', 'content-type': 'application/json' }
      const body = JSON.stringify({
        tier: 3,
        name,
        allowedAgentIds: Array.from({ length: 60 }, (_, n) => `agent-number-${n}`),
      })
      const createdKey = await rawGet(`${server.operatorUrl}/_operator/keys`, sent, 'POST', body)
      expect([createdKey.status, createdKey.body.length > 1_024]).toEqual([201, true])
      expect(createdKey.headers['content-encoding']).toBeUndefined()
      const listed = await rawGet(`${server.operatorUrl}/_operator/keys`, sent)
      expect(listed.headers['content-encoding']).toBe('br')
    })

    it('says who may store what', async () => {
      const storing = async (path: string, headers = {}) => (await get(path, { headers })).headers.get('cache-control')
      expect(await storing('/v1', reader)).toBe('private, no-cache')
      expect(await storing('/v1/nothing')).toBe('private, no-cache')
      expect(await storing(`${visitor}/journal`, driver)).toBe('private, no-store')
      expect(await storing('/healthz')).toBe('no-store')
    })
  })
