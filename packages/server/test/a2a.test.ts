import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'

const NOW = '2026-03-10T12:00:10.000Z'
const INFO = 'type.googleapis.com/google.rpc.ErrorInfo'
const GATEWAY = '/a2a/v1'

const message = (members: object = {}) => ({
  messageId: fresh('m'),
  role: 'ROLE_USER',
  parts: [{ text: 'How are the tides?' }],
  ...members,
})

for (const engine of ENGINES)
  describe(`agent to agent on ${engine}`, () => {
    let server: TestServer
    let ada: string
    let bob: string
    let key: { id: string; key: string }

    const invoker = (attributes = {}) =>
      server.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true, ...attributes })
    const post = (path: string, body: unknown, headers = {}, using = key.key) =>
      server.post(path, using, body, { 'a2a-version': '1.0', ...headers })
    const call = (method: string, params?: unknown, path = `${GATEWAY}/agents/${ada}`, using = key.key) =>
      post(path, { jsonrpc: '2.0', id: 1, method, params }, {}, using)
    const send = (members: object = {}, path?: string, using?: string) =>
      call('SendMessage', { message: message(members) }, path, using)
    const reasonOf = ({ status, body }: Awaited<ReturnType<typeof post>>) => [
      status,
      body.error?.code,
      body.error?.data?.[0]?.reason,
    ]
    const textOf = ({ body }: Awaited<ReturnType<typeof post>>) => body.result.message.parts[0].text

    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
      await server.switches({ externalAgentInvokeEnabled: true })
    })
    beforeEach(async () => {
      ada = fresh('ada')
      bob = fresh('bob')
      await server.import({
        agents: [
          { id: ada, worldId: 'prime', handle: `H${ada}`, displayName: 'Ada', interests: ['tides'] },
          { id: bob, worldId: 'prime', handle: `H${bob}`, displayName: 'Bob' },
        ],
      })
      await server.switches({ externalAgentInvokeEnabled: true })
      key = await invoker()
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    describe('a reply', () => {
      it('has exactly the members of the protocol, and mints what the client left out', async () => {
        const { status, body, headers } = await send()
        expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
        expect(body).toEqual({
          jsonrpc: '2.0',
          id: 1,
          result: {
            message: {
              messageId: expect.stringMatching(/^msg_/),
              contextId: expect.stringMatching(/\S/),
              role: 'ROLE_AGENT',
              parts: [{ text: expect.stringMatching(/\S/), mediaType: 'text/plain' }],
            },
          },
        })
      })

      it('comes at both endpoints, with and without a slash at the end, to ids and handles', async () => {
        const params = { message: message(), metadata: { agentId: ada } }
        for (const path of [GATEWAY, `${GATEWAY}/`])
          for (const agentId of [ada, `H${ada}`, `@h${ada}`]) {
            const sendParams = { ...params, message: message(), metadata: { agentId } }
            expect(textOf(await call('SendMessage', sendParams, path))).toMatch(/\S/)
          }
        for (const name of [ada, `${ada}/`, `@H${ada}`, `%40h${ada}/`])
          expect(textOf(await send({}, `${GATEWAY}/agents/${name}`))).toMatch(/\S/)
      })

      it('tells what is left of the minute, as the REST interface does', async () => {
        const { headers } = await send()
        expect(headers.get('ratelimit-limit')).toBe('600')
        expect(headers.get('ratelimit-remaining')).toBe('599')
        expect(headers.get('ratelimit-reset')).toBe('50')
      })

      it.each([1, 0, -3, '', 'a-b', 9_007_199_254_740_991])('carries the id %j', async (id) => {
        const { body } = await post(`${GATEWAY}/agents/${ada}`, { jsonrpc: '2.0', id, method: 'ListTasks' })
        expect(body).toMatchObject({ id, result: { totalSize: 0 } })
      })
    })

    describe('a message id', () => {
      const budget = { invokeDailyBudget: 1 }

      it('replays the same reply, ids included, and spends nothing (AMB-112)', async () => {
        const { key: thrifty } = await invoker(budget)
        const messageId = fresh('m')
        const first = await send({ messageId, contextId: 'one' }, undefined, thrifty)
        expect(first.body.result.message.contextId).toBe('one')
        const again = await send({ messageId: ` ${messageId} `, contextId: 'two' }, undefined, thrifty)
        expect(again.body).toEqual(first.body)
        const other = await send({ messageId, parts: [{ text: 'Something else?' }] }, undefined, thrifty)
        expect(other.body).toEqual(first.body)
        const gateway = { message: message({ messageId }), metadata: { agentId: `@H${ada}` } }
        expect((await call('SendMessage', gateway, GATEWAY, thrifty)).body).toEqual(first.body)
        expect(reasonOf(await send({}, undefined, thrifty))).toEqual([200, -32000, 'INVOKE_DAILY_BUDGET_EXCEEDED'])
      })

      it('is bound to the key, the agent and this interface', async () => {
        const messageId = fresh('m')
        const ids = new Set([(await send({ messageId })).body.result.message.messageId])
        ids.add((await send({ messageId }, `${GATEWAY}/agents/${bob}`)).body.result.message.messageId)
        ids.add((await send({ messageId }, undefined, (await invoker()).key)).body.result.message.messageId)
        expect(ids.size).toBe(3)
        const rest = await server.post(
          `/v1/agents/${ada}/complete`,
          key.key,
          { input: 'hello' },
          { 'idempotency-key': messageId },
        )
        expect(rest.body.data.text).toMatch(/\S/)
      })

      it('still needs a valid message, permission and an open switch to replay', async () => {
        const messageId = fresh('m')
        await send({ messageId })
        expect((await send({ messageId, parts: [] })).body.error.code).toBe(-32602)
        await server.operator('PATCH', `/_operator/keys/${key.id}`, { invokeAnyAgent: false, allowedAgentIds: [bob] })
        expect(reasonOf(await send({ messageId }))).toEqual([200, -32000, 'AGENT_NOT_ALLOWED'])
        await server.operator('PATCH', `/_operator/keys/${key.id}`, { invokeAnyAgent: true })
        await server.switches({ externalAgentInvokeEnabled: false })
        expect(reasonOf(await send({ messageId }))).toEqual([200, -32000, 'AGENT_INVOKE_DISABLED'])
      })

      it('is forgotten after 24 hours', async () => {
        const messageId = fresh('m')
        const first = (await send({ messageId })).body.result.message.messageId
        await server.advance(86_400_000 - 1)
        expect((await send({ messageId })).body.result.message.messageId).toBe(first)
        await server.advance(1)
        expect((await send({ messageId })).body.result.message.messageId).not.toBe(first)
        await server.advance(10_000 - (Date.parse(NOW) % 60_000) + 60_000)
      })
    })

    describe('before a method is called', () => {
      const rpc = { jsonrpc: '2.0', id: 'q', method: 'ListTasks' }

      it.each([
        [{}, 401, 'MISSING_API_KEY'],
        [{ 'x-api-key': 'anet_nobody' }, 401, 'INVALID_API_KEY'],
      ])('headers %j are refused with HTTP %i %s', async (headers, status, reason) => {
        const reply = await server.get(GATEWAY, undefined, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(rpc),
        })
        expect(reply.status).toBe(status)
        expect(reply.body).toEqual({
          jsonrpc: '2.0',
          id: 'q',
          error: {
            code: -32000,
            message: expect.any(String),
            data: [{ '@type': INFO, reason, domain: 'agent-network' }],
          },
        })
      })

      it.each<[string, object, string]>([
        ['revoked', { revokedAt: NOW }, 'KEY_REVOKED'],
        ['disabled', { enabled: false }, 'KEY_DISABLED'],
        ['of no app', { appId: 'nowhere' }, 'APP_DISABLED'],
        ['of tier 1', { tier: 1 }, 'INSUFFICIENT_TIER'],
        ['without the scope', { scopes: ['intelligence:read'] }, 'INSUFFICIENT_SCOPE'],
      ])('a key that is %s gets HTTP 403 whatever else is wrong', async (_, attributes, reason) => {
        const { key: refused } = await invoker(attributes)
        const reply = await post(GATEWAY, rpc, { 'a2a-version': '0.3' }, refused)
        expect(reasonOf(reply)).toEqual([403, -32000, reason])
        expect(reply.body.id).toBe('q')
        const broken = await post(GATEWAY, '{', {}, refused)
        expect([...reasonOf(broken), broken.body.id]).toEqual([403, -32000, reason, null])
      })

      it('a spent minute gets HTTP 429 and the time to wait', async () => {
        const { key: slow } = await invoker({ rateLimitPerMinute: 1 })
        expect((await post(GATEWAY, rpc, {}, slow)).status).toBe(200)
        const refused = await post(GATEWAY, rpc, {}, slow)
        expect(reasonOf(refused)).toEqual([429, -32000, 'RATE_LIMIT_EXCEEDED'])
        expect(refused.headers.get('retry-after')).toBe('50')
        expect(refused.headers.get('ratelimit-remaining')).toBe('0')
      })

      it('a foreign origin is refused before the key; an allowed one may ask and read', async () => {
        const origin = 'https://reader.example'
        const foreign = await post(GATEWAY, rpc, { origin }, 'anet_nobody')
        expect([...reasonOf(foreign), foreign.body.id]).toEqual([403, -32000, 'ORIGIN_NOT_ALLOWED', 'q'])
        expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
        await server.switches({ corsAllowedOrigins: [origin] })
        const asking = { origin, 'access-control-request-method': 'POST' }
        const preflight = await server.get(GATEWAY, undefined, { method: 'OPTIONS', headers: asking })
        expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
        expect(preflight.headers.get('access-control-allow-headers')).toContain('A2A-Version')
        const read = await post(GATEWAY, rpc, { origin })
        expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, origin])
        const refused = await post(GATEWAY, rpc, { origin }, 'anet_nobody')
        expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin])
        await server.switches({ corsAllowedOrigins: null })
      })

      it.each<[string | null, number | undefined]>([
        [null, -32009],
        ['', -32009],
        ['0.3', -32009],
        ['2.0', -32009],
        ['1.0', undefined],
        ['1.0.3', undefined],
      ])('version %j gives %j, before the body is looked into', async (version, code) => {
        const headers = version === null ? {} : { 'a2a-version': version }
        const reply = await server.post(GATEWAY, key.key, { ...rpc, method: 'ListTasks' }, headers)
        expect([reply.status, reply.body.id, reply.body.error?.code]).toEqual([200, 'q', code])
        if (code === undefined) return
        expect(reply.body.error.data).toEqual([
          { '@type': INFO, reason: 'VERSION_NOT_SUPPORTED', domain: 'a2a-protocol.org', metadata: {} },
        ])
        expect((await server.post(GATEWAY, key.key, '{', headers)).body.error.code).toBe(code)
      })

      it.each<[string, unknown, number, unknown]>([
        ['no JSON', '{"jsonrpc":', -32700, null],
        ['nothing', '', -32700, null],
        ['a batch', [rpc], -32600, null],
        ['an empty batch', [], -32600, null],
        ['a notification', { ...rpc, id: undefined }, -32600, null],
        ['a null id', { ...rpc, id: null }, -32600, null],
        ['a fraction as id', { ...rpc, id: 1.5 }, -32600, null],
        ['an object as id', { ...rpc, id: { a: 1 } }, -32600, null],
        ['another JSON-RPC', { ...rpc, jsonrpc: '1.0' }, -32600, 'q'],
        ['no method', { ...rpc, method: undefined }, -32600, 'q'],
        ['an unknown method', { ...rpc, method: 'message/send' }, -32601, 'q'],
      ])('%s is answered in HTTP 200 with %s', async (_, body, code, id) => {
        const reply = await post(GATEWAY, body)
        expect([reply.status, reply.body.jsonrpc, reply.body.id, reply.body.error.code]).toEqual([200, '2.0', id, code])
      })

      it('takes 256 KiB and not a byte more', async () => {
        const bare = JSON.stringify({ ...rpc, params: { pad: '' } }).length
        const sized = (bytes: number) => ({ ...rpc, params: { pad: 'x'.repeat(bytes - bare) } })
        expect((await post(GATEWAY, sized(262_144))).body.result).toMatchObject({ totalSize: 0 })
        const { status, body } = await post(GATEWAY, sized(262_145))
        expect([status, body.id, body.error.code]).toEqual([200, null, -32600])
      })

      it('takes nothing but JSON', async () => {
        const { status, body } = await post(GATEWAY, rpc, { 'content-type': 'text/plain' })
        expect([status, body.id, body.error.code]).toEqual([200, 'q', -32005])
      })

      it.each([
        ['GET', GATEWAY],
        ['HEAD', GATEWAY],
        ['PUT', GATEWAY],
        ['OPTIONS', GATEWAY],
        ['POST', '/a2a'],
        ['POST', '/a2a/'],
        ['POST', `${GATEWAY}//`],
        ['POST', `${GATEWAY}/agents`],
        ['POST', `${GATEWAY}/agents/`],
        ['POST', `${GATEWAY}/agents/a/b`],
        ['POST', `${GATEWAY}/agents/%ff`],
        ['POST', '/a2a/agents/a/agent-card.json'],
        ['POST', '/.well-known/agent-card.json'],
      ])('%s %s is no endpoint', async (method, path) => {
        const reply = await server.get(path, key.key, { method })
        expect(reply.status).toBe(404)
        if (method !== 'HEAD')
          expect(reply.body).toEqual({ error: { code: 'NOT_FOUND', message: 'API endpoint not found' } })
      })
    })

    describe('SendMessage', () => {
      it('invokes no agent for parts that are no plain text (AMB-114)', async () => {
        const { key: thrifty } = await invoker({ invokeDailyBudget: 1 })
        for (const part of [
          { raw: 'aGk=' },
          { url: 'https://x.example/a' },
          { data: 1 },
          { text: 'a', mediaType: 'text/html' },
        ]) {
          const { status, body } = await send({ parts: [{ text: 'hi' }, part] }, undefined, thrifty)
          expect([status, body.error.code, body.error.data[0].reason]).toEqual([
            200,
            -32005,
            'CONTENT_TYPE_NOT_SUPPORTED',
          ])
        }
        expect(
          (await send({ parts: [{ text: 'hi', mediaType: 'text/plain' }] }, undefined, thrifty)).body.error,
        ).toBeUndefined()
      })

      it('takes 20 parts and 16,000 characters, not units', async () => {
        const many = (n: number) => Array.from({ length: n }, () => ({ text: 'tide' }))
        expect((await send({ parts: many(20) })).body.error).toBeUndefined()
        expect((await send({ parts: [{ text: '🌊'.repeat(16_000) }] })).body.error).toBeUndefined()
        for (const parts of [[], many(21), [{ text: '🌊'.repeat(16_001) }]])
          expect((await send({ parts })).body.error).toMatchObject({
            code: -32602,
            data: [
              {
                '@type': 'type.googleapis.com/google.rpc.BadRequest',
                fieldViolations: [{ field: 'message.parts', description: expect.any(String) }],
              },
            ],
          })
      })

      it('finds the agent at the gateway by its metadata alone (AMB-115)', async () => {
        const at = (metadata: unknown) => call('SendMessage', { message: message(), metadata }, GATEWAY)
        for (const metadata of [undefined, {}, { agentId: 7 }, { agentId: '' }, { agentId: null }, 'x'])
          expect((await at(metadata)).body.error).toMatchObject({
            code: -32602,
            data: [{ fieldViolations: [{ field: 'metadata.agentId' }] }],
          })
        expect(reasonOf(await at({ agentId: 'nobody' }))).toEqual([200, -32000, 'NOT_FOUND'])
        expect(reasonOf(await at({ agentId: 'x'.repeat(8_192) }))).toEqual([200, -32000, 'NOT_FOUND'])
      })

      it('may be told its agent again at an endpoint of that agent, but no other', async () => {
        const at = (agentId: unknown) => call('SendMessage', { message: message(), metadata: { agentId } })
        for (const agentId of [ada, `@H${ada}`, null]) expect((await at(agentId)).body.error).toBeUndefined()
        for (const agentId of [bob, 'nobody', 7]) expect((await at(agentId)).body.error.code).toBe(-32602)
      })

      it('refuses after dispatch with HTTP 200', async () => {
        const { key: unset } = await invoker({ invokeAnyAgent: false })
        expect(reasonOf(await send({}, undefined, unset))).toEqual([200, -32000, 'INVOKE_AGENT_NOT_CONFIGURED'])
        const { key: other } = await invoker({ invokeAnyAgent: false, allowedAgentIds: [bob] })
        expect(reasonOf(await send({}, undefined, other))).toEqual([200, -32000, 'AGENT_NOT_ALLOWED'])
        expect(reasonOf(await send({}, `${GATEWAY}/agents/nobody`))).toEqual([200, -32000, 'NOT_FOUND'])
        await server.switches({ externalAgentInvokeEnabled: 'true' })
        expect(reasonOf(await send())).toEqual([200, -32000, 'AGENT_INVOKE_DISABLED'])
      })

      it('has its input moderated, and says which invocation that was', async () => {
        await server.switches({ bannedTerms: ['quibblewort'] })
        const { status, body } = await send({ parts: [{ text: 'What is a quibblewort?' }] })
        await server.switches({ bannedTerms: null })
        expect([status, body.error.code]).toEqual([200, -32000])
        expect(body.error.data).toEqual([
          {
            '@type': INFO,
            reason: 'INPUT_MODERATION_BLOCKED',
            domain: 'agent-network',
            metadata: { invocationId: expect.stringMatching(/^inv_/) },
          },
        ])
        expect(JSON.stringify(body)).not.toContain('quibblewort')
      })

      it('leaves nothing in the world', async () => {
        const reader = await server.key()
        const readState = async () =>
          JSON.stringify(
            await Promise.all(['/v1/posts', '/v1/network/ideas'].map((path) => server.get(path, reader.key))),
          )
        const before = await readState()
        await send()
        expect(await readState()).toBe(before)
      })
    })
  })
