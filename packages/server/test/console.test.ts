import { OPERATOR_ROUTES } from '@agent-network/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPath } from './built-names.ts'
import { ENGINES, OPERATOR_TOKEN, type Reply, startTestServer, type TestServer } from './harness.ts'
import { follow, type Received } from './stream-reader.ts'

const code = (reply: { body: any }) => reply.body?.error?.code
const DAY_MS = 24 * 3_600_000

for (const engine of ENGINES)
  describe(`the console's session on ${engine}`, () => {
    let server: TestServer
    let other: TestServer | null = null
    beforeAll(async () => {
      server = await startTestServer(engine)
      if (server.databaseUrl !== null) other = await startTestServer(engine, { databaseUrl: server.databaseUrl })
      await server.setClock('2026-03-01T12:00:00.000Z')
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await other?.close()
      await server.close()
    })

    async function send(
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: unknown,
      at = server,
    ): Promise<Reply> {
      const response = await fetch(at.operatorUrl + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text.startsWith('{') ? JSON.parse(text) : text,
      }
    }

    async function signIn(): Promise<{ cookie: string; 'x-csrf-token': string }> {
      const opened = await send('POST', '/console/session', {}, { token: OPERATOR_TOKEN })
      expect(opened.status).toBe(200)
      return {
        cookie: opened.headers.get('set-cookie')!.split(';')[0]!,
        'x-csrf-token': opened.body.data.csrfToken,
      }
    }

    it('is opened by the token with a cookie that scripts and other sites never have', async () => {
      const opened = await send('POST', '/console/session', {}, { token: OPERATOR_TOKEN })
      expect(opened.headers.get('set-cookie')).toMatch(
        /^agent-network-console-[\w-]{8}=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
      )
      expect(opened.headers.get('cache-control')).toBe('no-store')
      expect(opened.body.data.expiresAt).toBe('2026-03-02T00:00:00.000Z')
      expect(JSON.stringify(opened.body)).not.toContain(OPERATOR_TOKEN)
      const wrong = await send('POST', '/console/session', {}, { token: 'wrong' })
      expect([wrong.status, code(wrong), wrong.headers.get('set-cookie')]).toEqual([401, 'UNAUTHORIZED', null])
    })

    it('answers operator routes as the token does, and wants the CSRF token for every change', async () => {
      const { cookie, ...csrf } = await signIn()
      const byToken = await server.operator('GET', '/_operator/config')
      expect((await send('GET', '/_operator/config', { cookie })).body).toEqual(byToken.body)
      const change = { llmBreakerFailures: 9 }
      for (const headers of [{}, { 'x-csrf-token': '' }, { 'x-csrf-token': 'A'.repeat(43) }] as Record<
        string,
        string
      >[]) {
        const refused = await send('PATCH', '/_operator/config', { cookie, ...headers }, change)
        expect([refused.status, code(refused)]).toEqual([403, 'CSRF_TOKEN_REQUIRED'])
      }
      expect((await send('DELETE', '/_operator/nothing', { cookie })).status).toBe(403)
      const done = await send('PATCH', '/_operator/config', { cookie, ...csrf }, change)
      expect([done.status, done.body.data.llmBreakerFailures]).toEqual([200, 9])
      const audit = (await send('GET', '/_operator/audit?perPage=10', { cookie })).body.data
      expect(audit).toContainEqual(expect.objectContaining({ action: 'config.change', detail: change }))
      await server.switches({ llmBreakerFailures: null })
    })

    it('takes no cookie that was changed, doubled, made up, or sent by another page', async () => {
      const { cookie, ...csrf } = await signIn()
      const [name, value] = cookie.split('=') as [string, string]
      const [end, nonce, signature] = value.split('.') as [string, string, string]
      const later = (Number.parseInt(end, 36) + DAY_MS).toString(36)
      for (const bad of [`${later}.${nonce}.${signature}`, `${value}A`, '', 'x', `${value}; ${name}=${value}`]) {
        const refused = await send('GET', '/_operator/config', { cookie: `${name}=${bad}` })
        expect([bad, refused.status, code(refused)]).toEqual([bad, 401, 'UNAUTHORIZED'])
      }
      for (const headers of [
        { origin: server.baseUrl },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'null' },
      ] as Record<string, string>[]) {
        const refused = await send('GET', '/_operator/config', { cookie, ...csrf, ...headers })
        expect([refused.status, code(refused)]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
        expect((await send('POST', '/console/session', headers, { token: OPERATOR_TOKEN })).status).toBe(403)
      }
      expect((await send('GET', '/_operator/config', { cookie, origin: server.operatorUrl })).status).toBe(200)
    })

    it('shows who is here without a refusal', async () => {
      const { cookie, ...csrf } = await signIn()
      expect((await send('GET', '/console/session', { cookie })).body.data).toEqual({
        csrfToken: csrf['x-csrf-token'],
        expiresAt: '2026-03-02T00:00:00.000Z',
        operator: { name: 'recovery', role: 'admin' },
        allowed: Object.keys(OPERATOR_ROUTES),
      })
      expect((await send('GET', '/console/session')).body).toEqual({ data: null })
      const [name] = cookie.split('=')
      const old = await send('GET', '/console/session', { cookie: `${name}=old` })
      expect([old.body.data, old.headers.get('set-cookie')]).toEqual([null, expect.stringContaining('Max-Age=0')])
    })

    it('is over on every node when it is signed out, and by itself after twelve hours', async () => {
      const mine = await signIn()
      const { cookie } = await signIn()
      expect((await send('DELETE', '/console/session', { cookie: mine.cookie })).status).toBe(403)
      const closed = await send('DELETE', '/console/session', mine)
      expect([closed.status, closed.body, closed.headers.get('set-cookie')]).toEqual([
        200,
        { data: { closed: true } },
        expect.stringMatching(/^agent-network-console-[\w-]{8}=; .*Max-Age=0$/),
      ])
      for (const node of [server, other])
        if (node !== null) {
          expect((await send('GET', '/_operator/config', { cookie: mine.cookie }, undefined, node)).status).toBe(401)
          expect((await send('GET', '/_operator/config', { cookie }, undefined, node)).status).toBe(200)
        }
      await server.advance(DAY_MS / 2 - 1)
      expect((await send('GET', '/_operator/config', { cookie })).status).toBe(200)
      await server.advance(1)
      for (const node of [server, other])
        if (node !== null)
          expect((await send('GET', '/_operator/config', { cookie }, undefined, node)).status).toBe(401)
    })

    it('has a cookie of its own beside those of other installations on the same host', async () => {
      const { cookie } = await signIn()
      const foreign = 'agent-network-console-00000000=of-another-port'
      expect((await send('GET', '/_operator/config', { cookie: `${foreign}; ${cookie}` })).status).toBe(200)
      // Without ours nobody is signed in, which is no wrong cookie.
      expect((await send('GET', '/console/session', { cookie: foreign })).headers.get('set-cookie')).toBeNull()
      const stranger = await startTestServer('sqlite')
      const opened = await send('POST', '/console/session', {}, { token: OPERATOR_TOKEN }, stranger)
      expect(opened.headers.get('set-cookie')!.split('=')[0]).not.toBe(cookie.split('=')[0])
      await stranger.close()
    })

    it('keeps the overview current by a stream, on every node, until it is over', async () => {
      const mine = await signIn()
      const path = '/console/live'
      const watch = (at: TestServer, headers: Record<string, string> = { cookie: mine.cookie }) =>
        follow(at.operatorUrl + path, '', headers)
      expect((await watch(server, {})).status).toBe(401)
      expect((await watch(server, { cookie: mine.cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403)
      expect((await send('POST', path, mine)).status).toBe(404)
      const head = await send('HEAD', path, mine)
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
      const watched = await Promise.all([server, other ?? server].map((node) => watch(node)))
      expect(watched[0]!.headers).toMatchObject({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      for (const stream of watched) {
        const [{ event, data }] = (await stream.count(1)) as [Received]
        expect([event, Object.keys(data)]).toEqual([
          'overview',
          ['status', 'minutes', 'days', 'errors', 'nodes', 'config'],
        ])
        expect(data.status.version).toMatch(/^\d/)
        expect([data.minutes.times.length, data.days.times.length]).toEqual([60, 30])
        expect(data.nodes).toHaveLength(other === null ? 1 : 2)
      }
      const metrics = async () => String((await server.operator('GET', '/metrics')).body)
      expect(await metrics()).toContain(`agent_network_streams_open_console ${other === null ? 2 : 1}\n`)
      await server.switches({ llmPricePerMillionTokens: 3 })
      const price = ({ data }: Received) => data.config?.llmPricePerMillionTokens
      for (const stream of watched) await stream.until(() => stream.received().some((one) => price(one) === 3))
      await send('DELETE', '/console/session', mine)
      for (const stream of watched) {
        expect(await stream.over).toBe('ended')
        expect(stream.received().at(-1)).toMatchObject({ event: 'end', data: { code: 'UNAUTHORIZED' } })
      }
      expect((await watch(server)).status).toBe(401)
    })

    it('reads at most 16 KiB and only JSON that holds a token', async () => {
      const post = async (body: unknown, headers = {}) => {
        const reply = await send('POST', '/console/session', headers, body)
        return [reply.status, code(reply)]
      }
      expect(await post({ token: 'x'.repeat(16_384) })).toEqual([400, 'PAYLOAD_TOO_LARGE'])
      expect(await post('{')).toEqual([400, 'INVALID_INPUT'])
      expect(await post({ token: OPERATOR_TOKEN, more: 1 })).toEqual([400, 'INVALID_INPUT'])
      expect(await post({ token: 7 })).toEqual([400, 'INVALID_INPUT'])
      expect(await post(`token=${OPERATOR_TOKEN}`, { 'content-type': 'text/plain' })).toEqual([400, 'INVALID_INPUT'])
    })

    it('serves one page under a strict policy, and its files, and nothing else', async () => {
      const page = await send('GET', '/')
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.body).not.toMatch(/<style|style=|\son\w+=|<script(?! type="module" src=)/)
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
      expect((await fetch(`${server.operatorUrl}/console`, { redirect: 'manual' })).headers.get('location')).toBe('/')
      for (const file of ['console.js', 'console.css', 'icon.svg']) {
        const { status, headers } = await send('HEAD', await builtPath(`${server.operatorUrl}/`, file))
        expect([file, status, headers.get('cache-control')]).toEqual([file, 200, 'public, max-age=31536000, immutable'])
      }
      for (const path of ['/console/console.html', '/console/x', '/console/..%2fpackage.json'])
        expect([path, (await send('GET', path)).status]).toEqual([path, 404])
      expect((await send('POST', '/')).status).toBe(404)
      expect((await server.get('/console/session')).status).toBe(404)
    })

    it('counts a wrong token at the sign-in as one at any other route', async () => {
      const refused = async () => {
        const metrics = (await server.operator('GET', '/metrics')).body as string
        return Number(/^agent_network_operator_tokens_refused (\d+)$/m.exec(metrics)![1])
      }
      const before = await refused()
      await send('POST', '/console/session', {}, { token: 'a guess' })
      expect(await refused()).toBe(before + 1)
    })

    it('lists every switch with type, default, meaning, and who changed it when', async () => {
      await server.switches({ llmTimeoutSeconds: 12 })
      const { data } = (await server.operator('GET', '/_operator/switches')).body
      const { data: values } = (await server.operator('GET', '/_operator/config')).body
      expect(data.map(({ name }: any) => name).sort()).toEqual(Object.keys(values).sort())
      expect(data.filter(({ about }: any) => !/^[A-Z].{8,120}\.$/.test(about))).toEqual([])
      expect(data.find(({ name }: any) => name === 'llmTimeoutSeconds')).toMatchObject({
        type: 'number',
        group: 'Models',
        default: 30,
        value: 12,
        isSet: true,
        perWorld: false,
        changedAt: expect.stringMatching(/^2026-03-/),
        changedBy: 'recovery',
      })
      await server.switches({ llmTimeoutSeconds: null })
      const [again, untouched] = ['llmTimeoutSeconds', 'visitorFence'].map((wanted) =>
        data.find(({ name }: any) => name === wanted),
      )
      expect([again.type, untouched.isSet, untouched.changedAt, untouched.perWorld]).toEqual([
        'number',
        false,
        null,
        true,
      ])
    })

    it('says in the audit log what was there before a change, and finds the changes of one thing', async () => {
      const { id } = await server.key({ name: 'before' })
      await server.operator('PATCH', `/_operator/keys/${id}`, { name: 'after', enabled: false })
      await server.operator('PATCH', '/_operator/developers/nobody-yet', { visitorCap: 3 })
      const entry = async (target: string) =>
        (await server.operator('GET', `/_operator/audit?target=${target}&perPage=1`)).body.data[0]
      expect(await entry(id)).toMatchObject({
        action: 'key.change',
        detail: { name: 'after', enabled: false },
        before: { name: 'before', enabled: true },
      })
      expect((await entry('nobody-yet')).before).toEqual({ visitorCap: null })
      await server.switches({ llmBreakerFailures: 7 })
      await server.switches({ llmBreakerFailures: null })
      expect(await entry('config')).toMatchObject({
        detail: { llmBreakerFailures: null },
        before: { llmBreakerFailures: 7 },
      })
    })

    it('finds keys, apps, developers and visitors by a part of what they are called', async () => {
      const find = async (path: string, q: string) =>
        (await server.operator('GET', `/_operator/${path}?q=${encodeURIComponent(q)}`)).body.data
      const { id } = await server.key({ name: '100% Sure_Thing' })
      for (const q of ['100% sure_', id, '100%'])
        expect((await find('keys', q)).map((key: any) => key.id)).toEqual([id])
      expect(await find('keys', '100_')).toEqual([])
      await server.operator('POST', '/_operator/apps', { ownerUid: 'uid-of-someone', name: 'Kite' })
      expect((await find('apps', 'SOMEONE')).map(({ name }: any) => name)).toEqual(['Kite'])
      await server.operator('PATCH', '/_operator/developers/uid-of-someone', { visitorCap: 2 })
      expect((await find('developers', 'of-some')).map(({ uid }: any) => uid)).toEqual(['uid-of-someone'])
      const worldId = await server.world({})
      const createdVisitor = await server.operator('POST', '/_operator/visitors', { worldId, slug: 'plover' })
      expect(await find('visitors', 'plover')).toEqual([
        {
          agentId: createdVisitor.body.data.agentId,
          handle: 'visitor-plover',
          worldId,
          appId: null,
          ownerUid: null,
          enabled: true,
          lastHeartbeatAt: null,
          releasedAt: null,
          createdAt: expect.any(String),
        },
      ])
      expect((await server.operator('GET', '/_operator/visitors?worldId=prime')).body.data).toEqual([])
    })
  })
