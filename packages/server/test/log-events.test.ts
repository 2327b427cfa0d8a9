import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'
import { HOUR, openVillage, type Village } from './life-site.ts'
import { type ModelStub, says, startModelStub } from './model-stub.ts'

/** Events are named by the same code on every engine; on PostgreSQL there are two nodes to see them on. */
const engine = ENGINES.at(-1)!

describe(`the log on ${engine}`, () => {
  let server: TestServer
  let other: TestServer | null = null
  let model: ModelStub
  let village: Village
  const linesOf = (event: string, by = server) => by.lines().filter((line) => line.event === event)
  const fails = () =>
    model.behave((response) => {
      response.statusCode = 500
      response.end('{}')
    })

  beforeAll(async () => {
    model = await startModelStub()
    const env = { AGENT_NETWORK_MODEL_URL: model.url, AGENT_NETWORK_MODEL_NAME: 'a-model' }
    const options = { life: true, logLevel: 'info', env } as const
    server = await startTestServer(engine, options)
    if (server.databaseUrl !== null)
      other = await startTestServer(engine, { ...options, databaseUrl: server.databaseUrl })
    await server.setClock('2026-03-10T09:00:00.000Z')
  })
  afterAll(async () => {
    expect(server.errors()).toEqual([])
    await other?.close()
    await server.close()
    await model.close()
  })

  it('names the switches that were changed, and not their values', async () => {
    await server.switches({ externalAgentInvokeEnabled: true, bannedTerms: ['grumbleweed'] })
    const [line, ...more] = linesOf('settings.switches_changed')
    expect(more).toEqual([])
    expect(line).toMatchObject({ level: 30, names: ['externalAgentInvokeEnabled', 'bannedTerms'] })
    expect(JSON.stringify(line)).not.toContain('grumbleweed')
  })

  it('tells each change of the breaker, and failures of talks', async () => {
    const agentId = fresh('agt')
    await server.import({ agents: [{ id: agentId, worldId: 'prime', handle: 'mara', displayName: 'Mara' }] })
    const { key } = await server.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })
    const talk = () => server.post(`/v1/agents/${agentId}/complete`, key, { input: 'When does the ferry leave?' })
    await server.switches({ llmBreakerFailures: 2, llmBreakerOpenSeconds: 60 })
    fails()
    for (let n = 0; n < 3; n++) await talk()
    expect(linesOf('completion.model_failed')).toHaveLength(2)
    model.behave(says('The ferry leaves at noon.'))
    await server.advance(60_000)
    expect((await talk()).status).toBe(200)
    expect(linesOf('models.breaker_changed').map(({ level, state }) => [level, state])).toEqual([
      [40, 'open'],
      [30, 'half-open'],
      [30, 'closed'],
    ])
    await server.switches({ llmBreakerFailures: null, llmBreakerOpenSeconds: null })
  })

  it('tells once a minute that the model fails residents', async () => {
    fails()
    village = await openVillage(server, { residents: 3, city: false })
    await server.advance(3 * HOUR)
    const lines = linesOf('life.model_failed')
    expect(lines).toEqual([expect.objectContaining({ level: 40, failures: 1 })])
  })

  it.runIf(HAS_CLUSTER)('logs that a node takes over a world whose lease another node did not release', async () => {
    await other!.advance(2 * HOUR)
    const lines = linesOf('life.world_taken_over', other!).filter(({ worldId }) => worldId === village.worldId)
    expect(lines).toEqual([expect.objectContaining({ level: 30, leaseToken: 2 })])
  })
})
