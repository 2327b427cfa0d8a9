import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, ENGINES } from '../../test/harness.ts'
import { type ModelStub, says, startModelStub } from '../../test/model-stub.ts'
import { type NodeProcess, startNode, tempFolder } from '../../test/processes.ts'
import { waitUntil } from '../../test/wait-until.ts'

const NOW = '2026-03-10T12:00:00.000Z'

for (const engine of ENGINES)
  describe(`a completion under way, on ${engine}`, () => {
    let stub: ModelStub
    beforeAll(async () => {
      stub = await startModelStub()
    })
    afterAll(() => stub.close())

    it('works again after the lease when the process is killed in the middle', async () => {
      const data = tempFolder()
      const own = engine === 'postgres' ? await createDatabase() : null
      const flags = [`--data=${data}`, '--seed=none', '--test-clock']
      if (own !== null) flags.push(`--database-url=${own.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`)
      const env = { AGENT_NETWORK_MODEL_URL: stub.url, AGENT_NETWORK_MODEL_NAME: 'stub' }
      const operate = async (node: NodeProcess, method: string, target: string, body: unknown) =>
        ((await (await node.operator(method, target, body)).json()) as any).data
      const post = async (node: NodeProcess, raw: string) => {
        const response = await fetch(`${node.baseUrl}/v1/agents/a/complete`, {
          method: 'POST',
          headers: { 'x-api-key': raw, 'content-type': 'application/json', 'idempotency-key': 'v' },
          body: JSON.stringify({ input: 'hello' }),
        })
        return { status: response.status, body: (await response.json()) as any }
      }

      const first = await startNode(flags, env)
      await operate(first, 'PUT', '/_operator/clock', { now: NOW })
      await operate(first, 'PATCH', '/_operator/config', { externalAgentInvokeEnabled: true })
      await operate(first, 'POST', '/_operator/import', {
        agents: [{ id: 'a', worldId: 'prime', handle: 'a', displayName: 'A' }],
      })
      const { key: raw } = await operate(first, 'POST', '/_operator/keys', {
        tier: 2,
        scopes: ['agents:invoke'],
        invokeAnyAgent: true,
        invokeDailyBudget: 2,
        createdAt: '2020-01-01T00:00:00.000Z',
      })
      stub.behave(() => new Promise(() => {}))
      const lost = post(first, raw).catch(() => null)
      await waitUntil('a request to the model stub', () => stub.requests.length > 0)
      await first.stop('SIGKILL')
      await lost

      stub.behave(says('After the crash.'))
      const second = await startNode(flags, env)
      expect((await post(second, raw)).body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS')
      await operate(second, 'PUT', '/_operator/clock', { advanceMs: 299_999 })
      expect((await post(second, raw)).body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS')
      await operate(second, 'PUT', '/_operator/clock', { advanceMs: 1 })
      const again = await post(second, raw)
      expect(again.body.data?.text).toBe('After the crash.')
      expect((await post(second, raw)).body).toEqual(again.body)
      await second.stop()
      await own?.drop()
    })
  })
