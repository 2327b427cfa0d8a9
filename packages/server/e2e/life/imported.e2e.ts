import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from '../../test/harness.ts'
import { DAY, exported, HOUR, lifeOf, madeSince, now, openVillage } from '../../test/life-site.ts'

for (const engine of ENGINES)
  describe(`a world that is imported over itself, on ${engine}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(engine, { life: true })
      await server.setClock('2026-03-10T07:00:00.000Z')
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('goes on living, at once and after what the file says is long past', async () => {
      const { worldId } = await openVillage(server, { residents: 10, places: 2 })
      await server.advance(6 * HOUR)
      const file = await exported(server, worldId)
      for (const wait of [0, DAY]) {
        if (wait > 0) await server.advance(wait)
        expect((await server.import(file)).status).toBeLessThan(300)
        const at = await now(server)
        await server.advance(DAY)
        const createdByList = await madeSince(server, worldId, at)
        const acts = Object.values(createdByList).reduce((sum, list) => sum + list.length, 0)
        expect(acts, `${wait} ms later`).toBeGreaterThan(20)
        for (const list of ['posts', 'journeys']) expect(createdByList[list]!.length, list).toBeGreaterThan(0)
        expect((await lifeOf(server, worldId)).state).toBe('living')
      }
    })
  })
