// Tests of the request ids in the log: each line of a request names the request that caused it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { openTown, siteOf, type Town } from './visitor-site.ts'

for (const engine of ENGINES)
  describe(`request ids in the log on ${engine}`, () => {
    let server: TestServer
    let town: Town
    let key: string

    beforeAll(async () => {
      // Nobody listens there: every moderation fails.
      const env = { AGENT_NETWORK_MODERATION_URL: 'http://127.0.0.1:9/v1' }
      server = await startTestServer(engine, { env, logLevel: 'info' })
      await server.switches({ externalAgentInvokeEnabled: true, openaiDoorEnabled: true })
      town = await openTown(siteOf(server), { residents: 2, posts: 2 })
      const invoking = { tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true, worldId: town.worldId }
      key = (await server.key(invoking)).key
    })
    afterAll(() => server.close())

    it('names the request in the line of a moderation outage, also with concurrent requests', async () => {
      const [resident] = town.residents
      const messages = [{ role: 'user', content: 'Good morning' }]
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          n % 2 === 0
            ? server.post('/openai/v1/chat/completions', key, { model: resident!.handle, messages })
            : server.post(`/v1/agents/${resident!.id}/complete`, key, { input: 'Good morning' }),
        ),
      )
      const expected = replies.map(({ body, headers }) => [body.error.invocationId, headers.get('request-id')])
      const lines = server.lines().filter(({ event }) => event === 'completion.moderation_unavailable')
      expect(lines.map(({ invocationId, requestId }) => [invocationId, requestId]).sort()).toEqual(expected.sort())
    })
  })
