import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from '../../test/harness.ts'
import { type ModelStub, says, startModelStub } from '../../test/model-stub.ts'
import { waitUntil } from '../../test/wait-until.ts'

for (const engine of ENGINES)
  describe(`agent to agent when the model does not play along, on ${engine}`, () => {
    let server: TestServer
    let stub: ModelStub
    let agent: string
    let key: string

    const send = (messageId = fresh('m')) =>
      server.post(
        `/a2a/v1/agents/${agent}`,
        key,
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'SendMessage',
          params: { message: { messageId, role: 'ROLE_USER', parts: [{ text: 'hello' }, { text: 'again' }] } },
        },
        { 'a2a-version': '1.0' },
      )

    beforeAll(async () => {
      stub = await startModelStub()
      server = await startTestServer(engine, {
        env: { AGENT_NETWORK_MODEL_URL: stub.url, AGENT_NETWORK_MODEL_NAME: 'stub' },
      })
      await server.setClock('2026-03-10T12:00:00.000Z')
      await server.switches({ externalAgentInvokeEnabled: true, bannedTerms: ['quibblewort'], llmBreakerFailures: 2 })
      agent = fresh('agent')
      await server.import({ agents: [{ id: agent, worldId: 'prime', handle: agent, displayName: 'Ada' }] })
      key = (await server.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })).key
    })
    beforeEach(async () => {
      stub.behave(says('The ferry leaves at noon.'))
      await server.advance(120_000)
      expect((await send()).body.result.message.parts).toEqual([
        { text: 'The ferry leaves at noon.', mediaType: 'text/plain' },
      ])
      stub.requests.length = 0
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await stub.close()
    })

    it('the parts of a message reach the model as lines of one turn', async () => {
      await send()
      expect(JSON.stringify(stub.requests[0]!.body.messages)).toContain('hello\\nagain')
    })

    it('a blocked answer is a refusal without its text, and replays as the same refusal (AMB-112)', async () => {
      stub.behave(says('Have a quibblewort.'))
      const messageId = fresh('m')
      const { status, body } = await send(messageId)
      expect([status, body.error.code, body.result]).toEqual([200, -32000, undefined])
      expect(body.error.data).toEqual([
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'OUTPUT_MODERATION_BLOCKED',
          domain: 'agent-network',
          metadata: { invocationId: expect.stringMatching(/^inv_/), category: expect.any(String) },
        },
      ])
      expect(JSON.stringify(body)).not.toContain('quibblewort')
      stub.behave(says('The ferry leaves at noon.'))
      expect((await send(messageId)).body).toEqual(body)
      expect(stub.requests).toHaveLength(1)
    })

    it('a failing provider and an open breaker are failures, not refusals (AMB-111)', async () => {
      stub.behave((response) => {
        response.statusCode = 500
        response.end()
      })
      const messageId = fresh('m')
      const failed = await send(messageId)
      expect([failed.status, failed.body.error.code, failed.body.error.data[0]]).toEqual([
        200,
        -32603,
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'LLM_REQUEST_FAILED',
          domain: 'agent-network',
          metadata: { invocationId: expect.stringMatching(/^inv_/) },
        },
      ])
      await send()
      const resting = await send()
      expect([resting.status, resting.body.error.code, resting.body.error.data[0].reason]).toEqual([
        200,
        -32603,
        'LLM_TEMPORARILY_UNAVAILABLE',
      ])
      stub.behave(says('Back again.'))
      await server.advance(120_000)
      expect((await send(messageId)).body.result.message.parts[0].text).toBe('Back again.')
    })

    it('a message that is still being answered is not answered twice', async () => {
      let open = () => {}
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      stub.behave(async (response, modelRequest) => {
        await opened
        return says('At last.')(response, modelRequest)
      })
      const messageId = fresh('m')
      const first = send(messageId)
      await waitUntil('a request to the model stub', () => stub.requests.length > 0)
      const twin = await send(messageId)
      expect([twin.status, twin.body.error.code, twin.body.error.data[0].reason]).toEqual([
        200,
        -32000,
        'IDEMPOTENCY_IN_PROGRESS',
      ])
      open()
      expect((await first).body.result.message.parts[0].text).toBe('At last.')
      expect((await send(messageId)).body).toEqual((await first).body)
      expect(stub.requests).toHaveLength(1)
    })
  })
