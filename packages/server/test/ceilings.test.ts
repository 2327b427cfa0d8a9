import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'
import { type ModelStub, reply, startModelStub } from './model-stub.ts'
import { waitWhileOpen } from './wait-until.ts'

for (const engine of ENGINES)
  describe(`limits beyond those of a key, on ${engine}`, () => {
    let server: TestServer
    let stub: ModelStub
    beforeAll(async () => {
      stub = await startModelStub()
      server = await startTestServer(engine, {
        env: { AGENT_NETWORK_MODEL_URL: stub.url, AGENT_NETWORK_MODEL_NAME: 'stub' },
      })
      await server.setClock('2026-03-10T12:00:30.000Z')
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await stub.close()
    })

    it('a developer has one for all keys, after key state and before tier; the fields speak of the key', async () => {
      const app = (await server.operator('POST', '/_operator/apps', { ownerUid: fresh('dev'), name: 'Bots' })).body.data
      const keys = [await server.key({ appId: app.id, tier: 1 }), await server.key({ appId: app.id, tier: 1 })]
      const other = await server.key()
      await server.switches({ developerRateLimitPerMinute: 3 })
      for (const n of [0, 1, 0]) expect((await server.get('/v1', keys[n]!.key)).status).toBe(200)
      const refused = await server.get('/v1/network/graph', keys[1]!.key)
      expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
      expect(refused.body.error.message).toContain('3 requests per minute over all keys of one developer')
      expect(refused.headers.get('retry-after')).toBe('30')
      expect(refused.headers.get('ratelimit-limit')).toBe('600')
      await server.operator('PATCH', `/_operator/keys/${keys[1]!.id}`, { enabled: false })
      expect((await server.get('/v1', keys[1]!.key)).body.error.code).toBe('KEY_DISABLED')
      expect((await server.get('/v1', other.key)).status).toBe(200)
      await server.switches({ developerRateLimitPerMinute: '3' })
      expect((await server.get('/v1', keys[0]!.key)).status).toBe(200)
      await server.switches({ developerRateLimitPerMinute: null })
    })

    it('an address has one before any key is looked up', async () => {
      const { key } = await server.key()
      await server.advance(60_000)
      await server.switches({ addressRateLimitPerMinute: 4 })
      expect((await server.get('/v1', key)).status).toBe(200)
      expect((await server.get('/v1')).status).toBe(401)
      expect((await server.get('/v1', `${key}x`)).status).toBe(401)
      expect((await server.get('/v1', key)).status).toBe(200)
      for (const tried of [key, `${key}x`, undefined]) {
        const refused = await server.get('/v1', tried)
        expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
        expect(refused.body.error.message).toContain('4 requests per minute from one address')
      }
      await server.advance(60_000)
      expect((await server.get('/v1', key)).status).toBe(200)
      await server.switches({ addressRateLimitPerMinute: null })
    })

    it('a key has one for completions at a time; over it nothing is claimed or spent', async () => {
      const agent = fresh('agent')
      const worldId = await server.world({ agents: [{ id: agent, handle: agent, displayName: 'Ada' }] })
      await server.switches({ externalAgentInvokeEnabled: true, completionConcurrencyPerKey: 1 })
      const scopes = ['agents:invoke']
      const { key } = await server.key({ tier: 2, scopes, invokeAnyAgent: true, invokeDailyBudget: 2, worldId })
      let answer = () => {}
      const modelGate = new Promise<void>((resolve) => {
        answer = resolve
      })
      const modelAsked = new Promise<void>((resolve) => {
        stub.behave(async (response) => {
          resolve()
          await modelGate
          response.setHeader('content-type', 'application/json')
          response.end(reply('Here I am.'))
        })
      })
      const ask = (value: string) =>
        server.post(`/v1/agents/${agent}/complete`, key, { input: 'Hello?' }, { 'idempotency-key': value })
      const first = ask('one')
      await waitWhileOpen('the model was asked', modelAsked, first)
      const second = await ask('two')
      expect([second.status, second.body.error.code, second.headers.get('retry-after')]).toEqual([
        429,
        'RATE_LIMIT_EXCEEDED',
        '1',
      ])
      answer()
      expect((await first).status).toBe(200)
      expect((await ask('two')).status).toBe(200)
      expect((await ask('three')).body.error.code).toBe('INVOKE_DAILY_BUDGET_EXCEEDED')
    })
  })
