import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { queryOf } from '../../test/city-store.ts'
import { createDatabase, ENGINES, startTestServer, type TestServer } from '../../test/harness.ts'
import { DAY, lifeOf, MINUTE, madeSince, openVillage } from '../../test/life-site.ts'
import { tempFolder } from '../../test/processes.ts'
import { waitUntil } from '../../test/wait-until.ts'

/** While nobody serves it: every turn of the store falls to that moment. */
async function moveTurns({ databaseUrl, data }: TestServer, at: number): Promise<void> {
  const statement = `update due set at = ${at} where kind = 'turn'`
  if (databaseUrl === null) {
    const db = new DatabaseSync(join(data, 'agent-network.db'))
    db.exec(statement)
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Time passes by itself here, so one can only look again. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  await waitUntil(`the condition ${holds}`, holds, { everyMs: 100 })
}

for (const engine of ENGINES)
  describe(`life by the clock on the wall, on ${engine}`, () => {
    const cleanups: (() => unknown)[] = []
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    })

    it('begins by itself, leaves out what was missed while nothing ran, and goes on', async () => {
      const database = engine === 'postgres' ? await createDatabase() : null
      const data = tempFolder()
      cleanups.push(() => rmSync(data, { recursive: true, force: true }))
      if (database !== null) cleanups.push(database.drop)
      const options = { life: true, data, ...(database === null ? {} : { databaseUrl: database.url }) }
      const run = async (testCase: (server: TestServer) => Promise<void>): Promise<TestServer> => {
        const server = await startTestServer(engine, options)
        try {
          await testCase(server)
          expect(server.errors()).toEqual([])
        } finally {
          await server.close()
        }
        return server
      }
      const began = new Date().toISOString()
      let worldId = ''
      const turnsOf = (server: TestServer): Promise<{ turn: number; at: number }[]> =>
        queryOf(server)(`select l.turn, d.at from lives l join due d on d.world_id = l.world_id and d.kind = 'turn'
          and d.subject_id = l.agent_id where l.world_id = '${worldId}'`)

      const first = await run(async (server) => {
        const village = await openVillage(server, { residents: 5, city: false })
        worldId = village.worldId
        await until(async () => (await turnsOf(server)).length === village.residents.length)
        expect((await lifeOf(server, worldId)).lastTurnAt).not.toBeNull()
      })

      await moveTurns(first, Date.now() - 3 * DAY)
      const second = await run(async (server) => {
        await until(async () => (await turnsOf(server)).every(({ at }) => Number(at) > Date.now() - MINUTE))
        expect((await turnsOf(server)).map(({ turn }) => Number(turn))).toEqual([0, 0, 0, 0, 0])
        expect(Object.values(await madeSince(server, worldId, began)).flat()).toEqual([])
        expect((await lifeOf(server, worldId)).state).toBe('living')
      })

      await moveTurns(second, Date.now() - MINUTE)
      await run(async (server) => {
        // A second turn may come soon after the first, between two looks.
        await until(async () => (await turnsOf(server)).every(({ turn }) => Number(turn) >= 1))
        const createdItems = Object.values(await madeSince(server, worldId, began)).flat()
        for (const { createdAt } of createdItems)
          expect(createdAt > new Date(Date.now() - 5 * MINUTE).toISOString()).toBe(true)
      })
    })
  })
