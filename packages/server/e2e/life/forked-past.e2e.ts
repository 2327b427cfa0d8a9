import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exportWorld } from '@agent-network/server/features/world-files/export-world.js'
import {
  readPendingHistory,
  seedWorlds,
  simulatePendingHistory,
} from '@agent-network/server/features/world-files/past.js'
import { readConfig } from '@agent-network/server/platform/config/config.js'
import { ambientAt, systemAmbient } from '@agent-network/server/platform/core/ambient.js'
import { makeSeals } from '@agent-network/server/platform/core/seals.js'
import { openStore } from '@agent-network/server/platform/db/open-store.js'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { countingIds } from '../../test/golden/lived.ts'
import { createDatabase, HAS_CLUSTER, TEST_SECRET } from '../../test/harness.ts'
import { tempFolder } from '../../test/processes.ts'

const PRESENT = Date.parse('2026-05-12T00:00:00.000Z')
const DAY = 86_400_000
const FORK = 'ondry-visitors'
const SEED = fileURLToPath(new URL('../../../demo-city/seed/seed.json', import.meta.url))

/** The demo's seed with a past of two days, of which its fork lives the second by itself. */
function seedIn(folder: string): string {
  const seed = JSON.parse(readFileSync(SEED, 'utf8'))
  const file = join(folder, 'seed.json')
  const fromHere = (name: string): string => relative(folder, join(dirname(SEED), name))
  const [parts, worlds, things] = [seed.parts.map(fromHere), seed.worlds.map(fromHere), fromHere(seed.things)]
  writeFileSync(file, JSON.stringify({ ...seed, parts, worlds, things, forks: [{ ...seed.forks[0], apart: 1 }] }))
  return file
}

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

async function storeIn(data: string, databaseUrl?: string) {
  const env =
    databaseUrl === undefined
      ? {}
      : { AGENT_NETWORK_DATABASE_URL: databaseUrl, AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL! }
  const config = readConfig([`--data=${data}`, '--history-days=2'], env)
  const ambient = countingIds(ambientAt(systemAmbient(), () => PRESENT))
  const store = await openStore(config, ambient, pino({ level: 'silent' }), { migrate: true })
  closing.push(() => store.close())
  const { database } = store
  return { database, ambient, config }
}

async function seeded(databaseUrl?: string) {
  const data = tempFolder()
  closing.push(() => rmSync(data, { recursive: true, force: true }))
  const store = await storeIn(data, databaseUrl)
  const job = { manifest: seedIn(data), at: PRESENT, demoKeyFile: join(data, 'demo-key') }
  await seedWorlds({ ...store, seals: makeSeals([TEST_SECRET]) }, job, () => {})
  return { ...store, data }
}

type Store = Awaited<ReturnType<typeof storeIn>>
const worldOf = ({ database }: Store, id: string): Promise<any> => database.snapshot((read) => exportWorld(read, id))
const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const before = (list: readonly { createdAt: string }[], at: number) =>
  list.filter(({ createdAt }) => Date.parse(createdAt) < at)
const written = ({ posts }: any, until: number) =>
  before(posts, until).map(({ text, createdAt }: any) => [text, createdAt])

describe('a past that a fork shares', () => {
  it('is the prime world’s up to where the fork begins, and its own from there; broken off, it is taken up', async () => {
    const whole = await seeded()
    const hours: number[] = []
    await simulatePendingHistory(whole, (done, total) => {
      expect(total).toBe(48)
      hours.push(done)
    })
    expect(hours).toEqual([...hours].sort((a, b) => a - b))
    expect(hours.at(-1)).toBe(48)
    expect(await readPendingHistory(whole.database.read)).toBeNull()
    const [prime, fork] = [await worldOf(whole, 'prime'), await worldOf(whole, FORK)]
    const shared = written(prime, PRESENT - DAY)
    expect(shared.length).toBeGreaterThan(10)
    expect(written(fork, PRESENT - DAY).sort()).toEqual(shared.sort())
    const own = (world: any) => world.posts.length - written(world, PRESENT - DAY).length
    expect(own(prime)).toBeGreaterThan(5)
    expect(own(fork)).toBeGreaterThan(5)
    expect(written(fork, PRESENT)).not.toEqual(written(prime, PRESENT))

    const broken = await seeded()
    // After every commit of six hours, because a cache that decides about an act shows only in some of them.
    for (let commits = 1; commits <= 7; commits++)
      await expect(
        simulatePendingHistory(broken, () => {
          throw new Error('broken off')
        }),
      ).rejects.toThrow('broken off')
    await simulatePendingHistory(broken, () => {})
    expect(hash(await worldOf(broken, 'prime'))).toBe(hash(prime))
    expect(hash(await worldOf(broken, FORK))).toBe(hash(fork))
  })

  it.runIf(HAS_CLUSTER)('is forked once by nodes that start together', async () => {
    const { url, drop } = await createDatabase()
    closing.push(drop)
    const one = await seeded(url)
    const other = await storeIn(one.data, url)
    await Promise.all([simulatePendingHistory(one, () => {}), simulatePendingHistory(other, () => {})])
    const [prime, fork] = [await worldOf(one, 'prime'), await worldOf(one, FORK)]
    expect(written(fork, PRESENT - DAY).sort()).toEqual(written(prime, PRESENT - DAY).sort())
    expect(await readPendingHistory(one.database.read)).toBeNull()
  })
})
