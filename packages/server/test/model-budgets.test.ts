// Integration tests of the total model budgets.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ENGINES,
  type EngineName,
  fresh,
  HAS_CLUSTER,
  startTestServer,
  storeFolder,
  type TestServer,
} from './harness.ts'
import { close, DAY, HOUR, openVillage } from './life-site.ts'
import { type ModelStub, reply, says, startModelStub } from './model-stub.ts'

const TEXT = 'The ferry leaves at noon.'
/** Usage of one call of the stub: 20 prompt tokens and 5 completion tokens. */
const CALL_TOKENS = 25
const PRICES = { AGENT_NETWORK_MODEL_PRICE_IN: '1000', AGENT_NETWORK_MODEL_PRICE_OUT: '4000' }
const CALL_COST = (20 * 1_000 + 5 * 4_000) / 1_000_000
const BUDGETS = {
  modelDailyTokenBudget: null,
  modelMonthlyTokenBudget: null,
  modelDailyCostBudget: null,
  modelMonthlyCostBudget: null,
}

for (const engine of ENGINES)
  describe(`model budgets on ${engine}`, () => {
    let server: TestServer
    let stub: ModelStub
    let agentId: string
    let key: string
    let month = 0

    const talk = () => server.post(`/v1/agents/${agentId}/complete`, key, { input: 'When does the ferry leave?' })
    const budgetsOf = async (): Promise<any[]> =>
      (await server.operator('GET', '/_operator/status')).body.data.modelBudgets
    const used = async (name: string) => (await budgetsOf()).find((one) => one.name === name).used
    const spentLines = () => server.lines().filter(({ event }) => event === 'models.budget_spent')

    beforeAll(async () => {
      stub = await startModelStub()
      server = await startTestServer(engine, {
        life: true,
        logLevel: 'info',
        env: { AGENT_NETWORK_MODEL_URL: stub.url, AGENT_NETWORK_MODEL_NAME: 'stub', ...PRICES },
      })
      await server.setClock('2026-01-01T09:00:00.000Z')
      agentId = fresh('agt')
      await server.import({ agents: [{ id: agentId, worldId: 'prime', handle: 'mara', displayName: 'Mara' }] })
      await server.switches({ externalAgentInvokeEnabled: true, lifeDailyTokenBudget: 0 })
      await server.operator('PATCH', '/_operator/worlds/prime', { residentsPaused: true })
      key = (await server.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })).key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await stub.close()
    })
    /** Each test starts in a month of its own, in which nothing is used yet. */
    beforeEach(async () => {
      stub.behave(says(TEXT))
      month += 1
      await server.setClock(`2026-${String(month).padStart(2, '0')}-10T09:00:00.000Z`)
      await server.switches(BUDGETS)
    })

    it('count all calls and are shown without a limit', async () => {
      await talk()
      await talk()
      expect(await budgetsOf()).toEqual([
        {
          ...{ name: 'modelDailyTokenBudget', unit: 'tokens', period: 'day', used: 2 * CALL_TOKENS, limit: null },
          resetsAt: '2026-01-11T00:00:00.000Z',
        },
        {
          ...{ name: 'modelMonthlyTokenBudget', unit: 'tokens', period: 'month', used: 2 * CALL_TOKENS, limit: null },
          resetsAt: '2026-02-01T00:00:00.000Z',
        },
        {
          ...{ name: 'modelDailyCostBudget', unit: 'cost', period: 'day', used: 2 * CALL_COST, limit: null },
          resetsAt: '2026-01-11T00:00:00.000Z',
        },
        {
          ...{ name: 'modelMonthlyCostBudget', unit: 'cost', period: 'month', used: 2 * CALL_COST, limit: null },
          resetsAt: '2026-02-01T00:00:00.000Z',
        },
      ])
    })

    it.each([
      ['modelDailyTokenBudget', 1, '2026-02-11T00:00:00.000Z'],
      ['modelMonthlyTokenBudget', 1, '2026-04-01T00:00:00.000Z'],
      ['modelDailyCostBudget', 0.001, '2026-04-11T00:00:00.000Z'],
      ['modelMonthlyCostBudget', 0.001, '2026-06-01T00:00:00.000Z'],
    ])('%s: completions use the local voice until it resets', async (name, limit, resetsAt) => {
      const callsBefore = stub.requests.length
      const linesBefore = spentLines().length
      await server.switches({ [name]: limit })
      for (let n = 0; n < 3; n++) {
        const { status, body } = await talk()
        expect([status, body.data.finishReason]).toEqual([200, 'stop'])
        expect(body.data.text).not.toBe('')
        expect(body.data.text).not.toBe(TEXT)
      }
      expect(stub.requests.length).toBe(callsBefore)
      expect(await used(name)).toBe(0)
      expect(spentLines().slice(linesBefore)).toEqual([expect.objectContaining({ level: 40, budget: name, resetsAt })])
      // Raised by the operator, it holds for the next call.
      await server.switches({ [name]: 1_000_000 })
      expect((await talk()).body.data.text).toBe(TEXT)
      expect(await used(name)).toBe(name.includes('Token') ? CALL_TOKENS : CALL_COST)
    })

    it('the day resets at midnight UTC, the month goes on', async () => {
      await server.switches({ modelDailyTokenBudget: 10_000 })
      await talk()
      await server.setClock(`2026-06-10T23:59:59.000Z`)
      await talk()
      expect([await used('modelDailyTokenBudget'), await used('modelMonthlyTokenBudget')]).toEqual([50, 50])
      await server.setClock(`2026-06-11T00:00:00.000Z`)
      await talk()
      expect([await used('modelDailyTokenBudget'), await used('modelMonthlyTokenBudget')]).toEqual([25, 75])
    })

    it('concurrent calls reserve their tokens first', async () => {
      const limit = 10_000
      await server.switches({ modelDailyTokenBudget: limit })
      const waiting: (() => void)[] = []
      stub.behave((response) => {
        waiting.push(() => response.end(reply(TEXT, { prompt_tokens: 1_500, completion_tokens: 500 })))
      })
      const callsBefore = stub.requests.length
      const talks = Array.from({ length: 12 }, () => talk())
      const local = await Promise.race(talks)
      expect(local.body.data.text).not.toBe(TEXT)
      await expect.poll(() => waiting.length, { timeout: 60_000 }).toBeGreaterThan(1)
      const reserved = await used('modelDailyTokenBudget')
      expect(reserved).toBeGreaterThan(0)
      expect(reserved).toBeLessThanOrEqual(limit)
      // Calls that were admitted late are answered as well.
      const answering = setInterval(() => {
        for (const answer of waiting.splice(0)) answer()
      }, 20)
      const answers = await Promise.all(talks)
      clearInterval(answering)
      const calls = stub.requests.length - callsBefore
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      expect(calls).toBeLessThan(12)
      expect(await used('modelDailyTokenBudget')).toBe(calls * 2_000)
      expect(calls * 2_000).toBeLessThanOrEqual(limit)
    })

    it('a refused call is free; a call without an answer counts with its reservation', async () => {
      await server.switches({ modelDailyTokenBudget: 100_000 })
      stub.behave((response) => void response.writeHead(500).end())
      expect((await talk()).status).toBe(500)
      expect(await used('modelDailyTokenBudget')).toBe(0)
      stub.behave((response) => void response.destroy())
      expect((await talk()).status).toBe(500)
      expect(await used('modelDailyTokenBudget')).toBeGreaterThan(CALL_TOKENS)
    })

    it('reasoning counts as the provider charges it', async () => {
      const usage = {
        prompt_tokens: 20,
        completion_tokens: 905,
        completion_tokens_details: { reasoning_tokens: 900 },
      }
      stub.behave((response) => void response.end(reply(TEXT, usage)))
      expect((await talk()).body.data.usage.completionTokens).toBe(5)
      expect(await used('modelDailyTokenBudget')).toBe(925)
    })

    it('residents use the local voice, in every world', async () => {
      await server.switches({ modelMonthlyTokenBudget: 0 })
      const callsBefore = stub.requests.length
      const village = await openVillage(server, {
        residents: 3,
        city: false,
        overlay: { lifeDailyTokenBudget: 1_000_000 },
      })
      await server.advance(8 * HOUR)
      const file = (await server.operator('GET', `/_operator/export?worldId=${village.worldId}`)).body
      expect(file.posts.length + file.replies.length).toBeGreaterThan(0)
      expect(stub.requests.length).toBe(callsBefore)
      await close(server, village)
    })

    it('one log line per day says so', async () => {
      await server.switches({ modelMonthlyTokenBudget: 0 })
      const before = spentLines().length
      for (let n = 0; n < 3; n++) {
        await talk()
        await talk()
        await server.advance(DAY)
      }
      expect(spentLines().length - before).toBe(3)
    })

    it('are exported as metrics', async () => {
      await server.switches({ modelDailyTokenBudget: 100_000 })
      await expect
        .poll(async () => (await server.operator('GET', '/metrics')).body, { timeout: 60_000 })
        .toContain('agent_network_model_budget_limit{unit="tokens",period="day"} 100000')
      expect((await server.operator('GET', '/metrics')).body).toContain(
        'agent_network_model_budget_used{unit="cost",period="month"} 0',
      )
    })
  })

describe('model budgets of several processes', () => {
  let stub: ModelStub
  beforeAll(async () => {
    stub = await startModelStub()
  })
  afterAll(() => stub.close())

  const start = (engine: EngineName, store: { data?: string; databaseUrl?: string }) =>
    startTestServer(engine, {
      ...store,
      env: { AGENT_NETWORK_MODEL_URL: stub.url, AGENT_NETWORK_MODEL_NAME: 'stub', ...PRICES },
    })
  const usedTokens = async (server: TestServer) =>
    (await server.operator('GET', '/_operator/status')).body.data.modelBudgets[0].used
  /** Opens completions and returns one of them. */
  async function openTalk(server: TestServer) {
    const agentId = fresh('agt')
    await server.import({ agents: [{ id: agentId, worldId: 'prime', handle: 'mara', displayName: 'Mara' }] })
    await server.switches({ externalAgentInvokeEnabled: true })
    const { key } = await server.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })
    return async (to = server) => {
      const { body } = await to.post(`/v1/agents/${agentId}/complete`, key, { input: 'When does the ferry leave?' })
      return body.data.text
    }
  }

  it('keep their counts over a restart', async () => {
    const data = await storeFolder()
    const server = await start('sqlite', { data })
    await server.setClock('2026-03-10T09:00:00.000Z')
    const talk = await openTalk(server)
    await talk()
    await server.close()
    const next = await start('sqlite', { data })
    expect(await usedTokens(next)).toBe(CALL_TOKENS)
    await next.close()
    rmSync(data, { recursive: true })
  })

  it.skipIf(!HAS_CLUSTER)('are shared by nodes', async () => {
    const server = await start('postgres', {})
    const other = await start('postgres', { databaseUrl: server.databaseUrl! })
    await server.setClock('2026-03-10T09:00:00.000Z')
    const talk = await openTalk(server)
    await server.switches({ modelDailyTokenBudget: 100_000 })
    expect([await talk(), await talk(other)]).toEqual([TEXT, TEXT])
    expect([await usedTokens(server), await usedTokens(other)]).toEqual([2 * CALL_TOKENS, 2 * CALL_TOKENS])
    await server.switches({ modelDailyTokenBudget: 2 * CALL_TOKENS })
    expect(await talk(other)).not.toBe(TEXT)
    await other.close()
    await server.close()
  })
})
