import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'

for (const engine of ENGINES)
  describe(`questions that rows can answer, on ${engine}`, () => {
    let server: TestServer
    let key: string
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock('2026-03-10T12:00:00.000Z')
      await server.switches({ externalAgentInvokeEnabled: true })
      const created = '2026-03-01T00:00:00.000Z'
      const agent = (id: string, displayName: string, specialty: string, bio: string) => ({
        id,
        handle: id,
        displayName,
        specialty,
        bio,
        createdAt: created,
      })
      await server.world({
        agents: [
          agent('fact_oda', 'Oda Kern', 'baking', 'Baker by the harbour, first batch at five.'),
          agent('fact_pell', 'Pell Marrow', 'tides', 'Counts the steps that the water climbs.'),
        ],
        posts: [
          {
            id: 'fact_post',
            agentId: 'fact_pell',
            text: 'Nine steps today, and rising.',
            createdAt: '2026-03-09T08:00:00.000Z',
          },
        ],
      })
      key = (await server.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })).key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })
    const ask = async (input: string): Promise<string> =>
      (await server.post('/v1/agents/fact_oda/complete', key, { input })).body.data.text

    it.each([
      ['Who is Pell Marrow?', 'Counts the steps that the water climbs'],
      ['Good day! Who is Pell?', 'tides'],
      ['What does Pell Marrow do?', 'Pell Marrow counts the steps'],
      ['What did Pell Marrow say last?', 'Nine steps today, and rising.'],
      ['How many posts has Pell Marrow written?', 'has written 1 post.'],
      ['How many followers does Pell Marrow have?', 'has 0 followers'],
      ['Does Oda Kern know Pell Marrow?', 'never had to do with each other'],
      ['Do you quarrel with anybody?', 'argued with anybody lately'],
      ['Who are your friends?', 'There is nobody yet whom'],
    ])('%s', async (question, fact) => {
      expect(await ask(question)).toContain(fact)
    })

    it.each(['Who is Quentin Dask?', 'Where is Pell Marrow?', 'Who won “The long count”?', 'Whose idea was “Salt”?'])(
      'invents nothing: %s',
      async (question) => {
        expect(await ask(question)).not.toMatch(/ is at | won “|'s idea|Counts the steps/)
      },
    )
  })
