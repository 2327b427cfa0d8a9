import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/services.mjs'
import { ENGINES, fresh, startTestServer, type TestServer } from '../../test/harness.ts'
import { type ModelStub, reply, says, startModelStub } from '../../test/model-stub.ts'
import { untilTalksHaveWorker } from '../../test/talk-worker.ts'
import { waitUntil } from '../../test/wait-until.ts'

const NOW = '2026-03-10T12:00:00.000Z'
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await waitUntil(`the condition ${holds}`, holds)
}

/** A promise somebody else resolves. */
function latch(): { opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

for (const engine of ENGINES)
  describe(`completion when things go wrong, on ${engine}`, () => {
    let server: TestServer
    let stub: ModelStub
    let agent: string
    let key: { id: string; key: string }
    const path = () => `/v1/agents/${agent}/complete`
    const ask = (value?: string, using = key.key) =>
      server.post(path(), using, { input: 'hello' }, value === undefined ? {} : { 'idempotency-key': value })
    const invoker = (attributes = {}) =>
      server.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true, ...attributes })
    const breaker = async () => (await server.operator('GET', '/_operator/status')).body.data.model.breaker

    beforeAll(async () => {
      stub = await startModelStub()
      server = await startTestServer(engine, {
        env: { AGENT_NETWORK_MODEL_URL: stub.url, AGENT_NETWORK_MODEL_NAME: 'stub' },
      })
      await server.setClock(NOW)
      await server.switches({ externalAgentInvokeEnabled: true, llmTimeoutSeconds: 5 })
      agent = fresh('agent')
      await server.world({ agents: [{ id: agent, handle: agent, displayName: 'Ada' }] })
      key = await invoker()
      await untilTalksHaveWorker(server, () => ask())
    })
    beforeEach(async () => {
      stub.behave(says('Good morning.'))
      agent = fresh('agent')
      await server.world({ agents: [{ id: agent, handle: agent, displayName: 'Ada' }] })
      key = await invoker()
      // A success closes the breaker that an earlier test may have opened.
      await server.advance(120_000)
      expect((await ask()).status).toBe(200)
      stub.requests.length = 0
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await stub.close()
    })

    const FAULTS: [string, Parameters<ModelStub['behave']>[0]][] = [
      ['500', (response) => void response.writeHead(500).end('{}')],
      ['429', (response) => void response.writeHead(429, { 'retry-after': '1' }).end('{}')],
      ['401', (response) => void response.writeHead(401).end('{}')],
      ['a redirect', (response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
      ['malformed JSON', (response) => void response.end('{"choices":[')],
      ['no object', (response) => void response.end('null')],
      ['no choices', (response) => void response.end('{}')],
      ['an empty choice', (response) => void response.end('{"choices":[]}')],
      ['an empty text', (response) => void response.end(reply(''))],
      ['a text of spaces', (response) => void response.end(reply('  \n'))],
      ['a text that is none', (response) => void response.end(reply({ oops: 1 }))],
      [
        'half an answer',
        (response) => {
          response.writeHead(200, { 'content-length': '1000' })
          response.write('{"choices":')
          setTimeout(() => response.destroy(), 20)
        },
      ],
      ['a cut connection', (response) => void response.destroy()],
      ['10 MB', (response) => void response.end(reply('x'.repeat(10_000_000)))],
      ['nothing in time', () => sleep(1_500).then(() => {})],
      ['a thought without an end', says('<think>The caller says hello. I should')],
      ['JSON', says('{"text":"Good morning."}')],
      ['a line of the caller', says('Good morning.\nUser: and then?')],
    ]

    it.each(FAULTS)('%s: LLM_REQUEST_FAILED, the claim is free, the unit is spent', async (name, behaviour) => {
      if (name === 'nothing in time') await server.switches({ llmTimeoutSeconds: 0.2 })
      const limited = await invoker({ invokeDailyBudget: 2 })
      stub.behave(behaviour)
      const failed = await ask('v', limited.key)
      await server.switches({ llmTimeoutSeconds: 5 })
      expect(failed.status).toBe(500)
      expect(failed.body.error).toEqual({
        code: 'LLM_REQUEST_FAILED',
        message: expect.any(String),
        invocationId: expect.stringMatching(/^inv_/),
      })
      // Asked once: whatever came back, the provider may have charged for it.
      expect(stub.requests).toHaveLength(1)
      stub.behave(says('Better now.'))
      expect((await ask('v', limited.key)).body.data.text).toBe('Better now.')
      expect((await ask('w', limited.key)).body.error.code).toBe('INVOKE_DAILY_BUDGET_EXCEEDED')
    })

    it('our rules: blocked like any output that gives a prompt away (AMB-132)', async () => {
      const limited = await invoker({ invokeDailyBudget: 2 })
      stub.behave(says('You speak as one resident of a city of agents, in the first person.'))
      const { status, body } = await ask('v', limited.key)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ text: '', finishReason: 'content_filter', blocked: true })
      expect(stub.requests).toHaveLength(1)
    })

    it.each([
      ['<think>Greets. Greet back.</think>\n\nGood morning.', 'Good morning.'],
      ['Assistant: Good morning.', 'Good morning.'],
      ['Ada: Good morning.', 'Good morning.'],
      ['Sure! Here is a reply:\n\nGood morning.', 'Good morning.'],
      [' Good morning: fine.\n', ' Good morning: fine.\n'],
    ])('takes machinery off an answer and leaves an ordinary one byte for byte: %j', async (sent, text) => {
      stub.behave(says(sent))
      expect((await ask()).body.data.text).toBe(text)
    })

    it('learns from a refusal how the provider spells the limit', async () => {
      const other = await startModelStub()
      const second = await startTestServer('sqlite', {
        env: { AGENT_NETWORK_MODEL_URL: other.url, AGENT_NETWORK_MODEL_NAME: 'reasoner' },
      })
      await second.switches({ externalAgentInvokeEnabled: true })
      const name = fresh('agent')
      await second.world({ agents: [{ id: name, handle: name, displayName: 'Ada' }] })
      const { key: own } = await second.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })
      other.behave((response, { body }) => {
        if (body.max_tokens === undefined) response.end(reply('Good morning.'))
        else response.writeHead(400).end('{"error":{"message":"Use max_completion_tokens instead of max_tokens."}}')
      })
      for (let n = 0; n < 2; n++)
        expect((await second.post(`/v1/agents/${name}/complete`, own, { input: 'hello' })).body.data.text).toBe(
          'Good morning.',
        )
      expect(other.requests.map(({ body }) => Object.keys(body).at(-1))).toEqual([
        'max_tokens',
        'max_completion_tokens',
        'max_completion_tokens',
      ])
      await second.close()
      await other.close()
    })

    it('opens the breaker after five failures in a row, rests, and tries again', async () => {
      stub.behave((response) => void response.writeHead(500).end())
      for (let n = 0; n < 5; n++) expect((await ask()).body.error.code).toBe('LLM_REQUEST_FAILED')
      expect(await breaker()).toMatchObject({ state: 'open', failures: 5 })
      const resting = await ask('v')
      expect(resting.status).toBe(503)
      expect(resting.body.error).toMatchObject({
        code: 'LLM_TEMPORARILY_UNAVAILABLE',
        invocationId: expect.stringMatching(/^inv_/),
      })
      expect(stub.requests).toHaveLength(5)
      await server.advance(59_999)
      expect((await ask('v')).status).toBe(503)
      await server.advance(1)
      expect(await breaker()).toMatchObject({ state: 'half-open' })
      expect((await ask('v')).body.error.code).toBe('LLM_REQUEST_FAILED')
      expect((await ask('v')).status).toBe(503)
      await server.advance(60_000)
      stub.behave(says('Back again.'))
      expect((await ask('v')).body.data.text).toBe('Back again.')
      expect(await breaker()).toEqual({ state: 'closed', failures: 0, openedAt: null })
    })

    it('runs the model once for 500 requests with one value', async () => {
      const { opened, open } = latch()
      stub.behave(async (response, modelRequest) => {
        await opened
        await says('Only once.')(response, modelRequest)
      })
      const many = Array.from({ length: 500 }, () => ask('one'))
      await until(() => stub.requests.length > 0)
      setTimeout(open, 300)
      const answers = await Promise.all(many)
      expect(stub.requests).toHaveLength(1)
      const good = answers.filter(({ status }) => status === 200)
      expect(new Set(good.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      for (const { status, body } of answers)
        if (status !== 200) expect([status, body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
      expect((await ask('one')).body).toEqual(good[0]!.body)
    })

    it('keeps values of keys apart, binds neither agent nor body, and forgets after 24 hours', async () => {
      const first = (await ask('same')).body
      const other = await invoker()
      expect((await ask('same', other.key)).body).not.toEqual(first)
      const elsewhere = fresh('agent')
      await server.world({ agents: [{ id: elsewhere, handle: elsewhere, displayName: 'Eve' }] })
      const replay = (value: string) =>
        server.post(
          `/v1/agents/${elsewhere}/complete`,
          key.key,
          { input: 'another thing' },
          { 'idempotency-key': value },
        )
      expect((await replay('same')).body).toEqual(first)
      expect((await replay(`  same${' '.repeat(300)}`)).body).toEqual(first)
      const long = 'k'.repeat(256)
      const cachedBody = (await ask(`${long}tail`)).body
      expect((await ask(`${long}other`)).body).toEqual(cachedBody)
      await server.advance(86_400_000 - 1)
      expect((await ask('same')).body).toEqual(first)
      await server.advance(1)
      expect((await ask('same')).body).not.toEqual(first)
    })

    it('replays only to callers who could ask today, and spends nothing on it', async () => {
      const limited = await invoker({ invokeDailyBudget: 1 })
      const first = await ask('v', limited.key)
      expect((await ask('v', limited.key)).body).toEqual(first.body)
      expect((await server.post(path(), limited.key, { input: '' }, { 'idempotency-key': 'v' })).status).toBe(400)
      await server.switches({ externalAgentInvokeEnabled: false })
      expect((await ask('v', limited.key)).body.error.code).toBe('AGENT_INVOKE_DISABLED')
      await server.switches({ externalAgentInvokeEnabled: true })
      await server.operator('PATCH', `/_operator/keys/${limited.id}`, { invokeAnyAgent: false })
      expect((await ask('v', limited.key)).body.error.code).toBe('INVOKE_AGENT_NOT_CONFIGURED')
      expect(stub.requests).toHaveLength(1)
    })

    /** Sends a request and hangs up once the provider has been asked. */
    async function hangUp(value?: string, to = path(), body: object = { input: 'hello' }): Promise<void> {
      const before = stub.requests.length
      const sent = request(server.baseUrl + to, {
        method: 'POST',
        headers: {
          'x-api-key': key.key,
          'content-type': 'application/json',
          'mcp-protocol-version': '2025-11-25',
          ...(value === undefined ? {} : { 'idempotency-key': value }),
        },
      })
      sent.on('error', () => {})
      sent.end(JSON.stringify(body))
      await until(() => stub.requests.length > before)
      sent.destroy()
    }

    it('finishes for the retry when a caller with a value hangs up', async () => {
      const { opened, open } = latch()
      stub.behave(async (response, slowRequest) => {
        await opened
        await says('Kept for you.')(response, slowRequest)
      })
      await hangUp('v')
      await sleep(50)
      open()
      await until(async () => (await ask('v')).status === 200)
      expect((await ask('v')).body.data.text).toBe('Kept for you.')
      expect(stub.requests).toHaveLength(1)
    })

    it('aborts the work when a caller without an idempotency key hangs up, and counts no failure', async () => {
      const abandoned = stub.abandoned()
      stub.behave(() => new Promise(() => {}))
      await hangUp()
      await until(() => stub.abandoned() > abandoned)
      expect(await breaker()).toMatchObject({ failures: 0 })
    })

    it('gives the work up when the caller of a tool hangs up, which is how a call over MCP is cancelled', async () => {
      const abandoned = stub.abandoned()
      await server.switches({ mcpEnabled: true })
      stub.behave(() => new Promise(() => {}))
      const params = { name: 'ask_agent', arguments: { agent, message: 'hello' } }
      await hangUp(undefined, '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      await until(() => stub.abandoned() > abandoned)
    })

    it('says so when a provider is configured that cannot be asked (AMB-132)', async () => {
      for (const env of [
        { AGENT_NETWORK_MODEL_URL: 'not a url', AGENT_NETWORK_MODEL_NAME: 'm' },
        { AGENT_NETWORK_MODEL_URL: 'http://127.0.0.1:1' },
      ] as Record<string, string>[]) {
        const broken = await startTestServer(engine, { env })
        await broken.switches({ externalAgentInvokeEnabled: true })
        await broken.import({ agents: [{ id: 'a', worldId: 'prime', handle: 'a', displayName: 'A' }] })
        const { key: raw } = await broken.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })
        const answer = await broken.post('/v1/agents/a/complete', raw, { input: 'hello' })
        expect(answer.body.error).toMatchObject({ code: 'INTERNAL_ERROR', invocationId: expect.any(String) })
        expect((await broken.operator('GET', '/_operator/status')).body.data.model.fault).toEqual(expect.any(String))
        await broken.close()
      }
    })

    it('tries a provider that refuses connections twice, because nothing was spent', async () => {
      const port = await freePort()
      const away = await startTestServer(engine, {
        env: { AGENT_NETWORK_MODEL_URL: `http://127.0.0.1:${port}`, AGENT_NETWORK_MODEL_NAME: 'm' },
      })
      await away.switches({ externalAgentInvokeEnabled: true })
      await away.import({ agents: [{ id: 'a', worldId: 'prime', handle: 'a', displayName: 'A' }] })
      const { key: raw } = await away.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })
      const answer = await away.post('/v1/agents/a/complete', raw, { input: 'hello' })
      expect(answer.body.error.code).toBe('LLM_REQUEST_FAILED')
      await away.close()
    })

    describe('with a moderation endpoint', () => {
      it('blocks by its verdict, and fails closed without one (AMB-33)', async () => {
        const moderation = await startModelStub()
        const moderatedServer = await startTestServer(engine, {
          env: {
            AGENT_NETWORK_MODEL_URL: stub.url,
            AGENT_NETWORK_MODEL_NAME: 'stub',
            AGENT_NETWORK_MODERATION_URL: moderation.url,
            AGENT_NETWORK_MODERATION_NAME: 'judge',
          },
        })
        await moderatedServer.switches({ externalAgentInvokeEnabled: true })
        await moderatedServer.import({ agents: [{ id: 'a', worldId: 'prime', handle: 'a', displayName: 'A' }] })
        const { key: raw } = await moderatedServer.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })
        const one = (input: string) => moderatedServer.post('/v1/agents/a/complete', raw, { input })
        const verdict = (flagged: boolean) =>
          JSON.stringify({
            results: [
              { flagged, categories: { violence: flagged }, category_scores: { violence: flagged ? 0.9 : 0.01 } },
            ],
          })
        moderation.behave((response, { body }) => void response.end(verdict(/grim/.test(String(body.input)))))
        expect((await one('something grim')).body.error.code).toBe('INPUT_MODERATION_BLOCKED')
        expect((await one('something nice')).body.data.text).toBe('Good morning.')
        stub.behave(says('How grim.'))
        expect((await one('something nice')).body.data).toMatchObject({
          blocked: true,
          moderation: { action: 'block', category: 'violence' },
        })
        stub.requests.length = 0
        moderation.behave((response) => void response.writeHead(500).end())
        const outage = await one('something nice')
        expect([outage.status, outage.body.error.code]).toEqual([500, 'INTERNAL_ERROR'])
        expect(outage.body.error.invocationId).toMatch(/^inv_/)
        expect(stub.requests).toEqual([])
        await moderatedServer.close()
        await moderation.close()
      })
    })
  })
