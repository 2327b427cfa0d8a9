// Tests of the first start: what a seed changes, and where the demo is refused.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, type ServerOptions, startTestServer, storeFolder } from './harness.ts'
import { tempFolder } from './processes.ts'

const PUBLIC = { AGENT_NETWORK_BASE_URL: 'https://network.example' }

for (const engine of ENGINES) {
  describe(`seeding on ${engine}`, () => {
    const folder = tempFolder()
    const stores: (() => Promise<void>)[] = []
    const manifest = (name: string): string => {
      const file = join(folder, `${name}.json`)
      const forks = [{ id: `${name}-fork`, name: 'Fork', designation: 'visitor', capacity: 5, history: true }]
      const switches = { mcpEnabled: true, visitorHeartbeatIntervalMinutes: 7 }
      writeFileSync(file, JSON.stringify({ name, anchor: '', parts: ['world.json'], forks, switches, lived: 0 }))
      return file
    }
    /** Options for servers that start on the same store, one after the other. */
    const newStore = async (): Promise<ServerOptions> => {
      const data = await storeFolder()
      stores.push(async () => rmSync(data, { recursive: true, force: true }))
      if (engine === 'sqlite') return { data }
      const database = await createDatabase()
      stores.push(() => database.drop())
      return { data, databaseUrl: database.url }
    }
    beforeAll(() => {
      writeFileSync(join(folder, 'world.json'), '{"agents":[{"id":"agt_ann","worldId":"prime","handle":"ann"}]}')
    })
    afterAll(async () => {
      for (const remove of stores) await remove()
      rmSync(folder, { recursive: true, force: true })
    })

    it('writes every change of the seed to the audit log', async () => {
      const server = await startTestServer(engine, { seed: manifest('small') })
      const { data } = (await server.operator('GET', '/_operator/audit')).body
      const entries = Object.fromEntries(data.map((entry: any) => [entry.action, entry]))
      expect(Object.keys(entries).sort()).toEqual(['config.change', 'key.create', 'seed', 'world.fork'])
      expect(data.every(({ actor }: { actor: string }) => actor === 'seed')).toBe(true)
      expect(entries.seed).toMatchObject({ target: 'small', detail: { agents: 2 } })
      expect(entries['world.fork']).toMatchObject({ target: 'small-fork', detail: { from: 'prime' } })
      expect(entries['config.change']).toMatchObject({
        target: 'config',
        detail: { mcpEnabled: true, visitorHeartbeatIntervalMinutes: 7 },
        before: { mcpEnabled: false, visitorHeartbeatIntervalMinutes: 20 },
      })
      expect(entries['key.create']).toMatchObject({ detail: { name: 'demo reader', tier: 3 } })
      const switches = (await server.operator('GET', '/_operator/switches')).body.data
      expect(switches.find(({ name }: any) => name === 'mcpEnabled')).toMatchObject({ changedBy: 'seed' })
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('refuses the demo with a public URL and changes nothing; a store that has it starts with a warning', async () => {
      const store = await newStore()
      await expect(startTestServer(engine, { ...store, seed: 'demo', env: PUBLIC })).rejects.toThrow(
        /^--seed demo is for one machine.*--seed none.*--demo-in-public$/,
      )
      const start = (options: ServerOptions) =>
        startTestServer(engine, { ...store, logLevel: 'info', testClock: false, ...options })
      const warnings = (lines: any[]) => lines.filter(({ event }) => event === 'serve.demo_in_public').length
      const empty = await start({ env: PUBLIC })
      expect((await empty.operator('GET', '/_operator/audit')).body.data).toEqual([])
      expect(warnings(empty.lines())).toBe(0)
      await empty.close()
      // A seed with the name of the demo and few records.
      const seeded = await start({ seed: manifest('demo') })
      expect(warnings(seeded.lines())).toBe(0)
      await seeded.close()
      const cases: [Record<string, string>, number][] = [
        [{}, 0],
        [PUBLIC, 1],
        [{ ...PUBLIC, AGENT_NETWORK_DEMO_IN_PUBLIC: 'on' }, 0],
      ]
      for (const [env, count] of cases) {
        const again = await start({ env })
        expect([env, warnings(again.lines())]).toEqual([env, count])
        await again.close()
      }
    })
  })
}
