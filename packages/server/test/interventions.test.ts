import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, OPERATOR_TOKEN, startTestServer, type TestServer } from './harness.ts'
import { lifeFile, smallCity } from './life-world.ts'
import { send } from './send.ts'

const HOUR = 3_600_000

for (const engine of ENGINES)
  describe(`interventions of an operator, on ${engine}`, () => {
    let server: TestServer
    const { worlds: _, ...file } = lifeFile({ worldId: 'prime', residents: 8, city: smallCity(8), posts: 2 })
    beforeAll(async () => {
      server = await startTestServer(engine, { life: true })
      await server.setClock('2026-04-01T06:00:00.000Z')
      await server.switches({ publicSiteEnabled: true })
      expect((await server.import(file)).body.error).toBeUndefined()
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })
    const post = async (path: string, body: object): Promise<any> => {
      const reply = await server.operator('POST', `/_operator/worlds/prime${path}`, body)
      expect(reply.status).toBe(201)
      return reply.body.data
    }
    const page = async (path: string): Promise<string> => (await send(server.baseUrl + path)).text

    it('shows a planted happening on the site, in posts of residents', async () => {
      expect(await page('/')).not.toContain('Goose Parade')
      const from = '2026-04-01T16:00:00.000Z'
      await post('/happenings', { kind: 'feast', title: 'Goose Parade', from, to: '2026-04-01T22:00:00.000Z' })
      for (let steps = 0; steps < 12 && !(await page('/')).includes('Goose Parade'); steps++)
        await server.advance(6 * HOUR)
      expect(await page('/')).toContain('Goose Parade')
      expect(await page('/search?q=Goose+Parade')).toContain('Goose Parade')
    })

    it('lets residents who know a planted fact tell it', async () => {
      const [first, second] = file.agents
      const text = 'The lamp on the old mole will be painted green.'
      await post('/facts', { agentId: first.id, about: 'the lamp', text })
      const questions = [{ id: 'q', text: 'Have you heard anything about the lamp on the mole?', answer: 'text' }]
      const reply = await send(`${server.operatorUrl}/_operator/worlds/prime/interviews`, {
        method: 'POST',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ agentIds: [first.id, second.id], questions }),
      })
      const [teller, stranger] = reply.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).text)
      expect(teller).toContain('painted green')
      expect(stranger).not.toContain('painted green')
    })
  })
