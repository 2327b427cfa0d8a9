import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { exportWorld } from '@agent-network/server/features/world-files/export-world.js'
import { importWorldFile } from '@agent-network/server/features/world-files/import/import.js'
import { readConfig } from '@agent-network/server/platform/config/config.js'
import { ambientAt, systemAmbient } from '@agent-network/server/platform/core/ambient.js'
import { openStore } from '@agent-network/server/platform/db/open-store.js'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { queryOf } from '../../test/city-store.ts'
import { createDatabase, ENGINES, type EngineName } from '../../test/harness.ts'
import { BEGINNING, lifeFile } from '../../test/life-world.ts'
import { plant } from '../../test/planted.ts'
import { MAIN, tempFolder } from '../../test/processes.ts'

const DAY = 86_400_000

interface House {
  readonly data: string
  readonly worldId: string
  readonly databaseUrl: string | null
  readonly env: Record<string, string>
  remove(): Promise<void>
}

const silent = pino({ level: 'silent' })

async function inStore<T>({ data, env }: House, work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>) {
  const config = readConfig([`--data=${data}`, '--test-clock'], env)
  const store = await openStore(config, systemAmbient(), silent, { migrate: true })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** A store with one world in it that has not begun to live; its clock stands so many days later. */
async function furnish(engine: EngineName, worldId: string, days: number, worldFile: object = {}): Promise<House> {
  const database = engine === 'postgres' ? await createDatabase() : null
  const data = tempFolder()
  const house: House = {
    data,
    worldId,
    databaseUrl: database?.url ?? null,
    env:
      database === null
        ? {}
        : { AGENT_NETWORK_DATABASE_URL: database.url, AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL! },
    async remove() {
      rmSync(data, { recursive: true, force: true })
      await database?.drop()
    },
  }
  const ambient = ambientAt(systemAmbient(), () => BEGINNING)
  await inStore(house, ({ database: { transact } }) =>
    transact(async (tx) => {
      await importWorldFile(tx, ambient, lifeFile({ worldId, residents: 6 }), BEGINNING)
      await importWorldFile(tx, ambient, worldFile, BEGINNING)
      await tx.sql
        .insertInto('clock')
        .values({ id: 1, mode: 'frozen', now: BEGINNING + days * DAY, pinned: 1 })
        .execute()
    }),
  )
  return house
}

const CLI = join(dirname(MAIN), 'cli/main.js')

/** Lives the days of its world by the command, or of all worlds, in a process of its own. */
function begin({ data, worldId, env }: House, days: number, cli = CLI, all = false) {
  const args = [cli, '--data', data, 'history', '--days', String(days), ...(all ? [] : ['--world', worldId])]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  return { child: child as ChildProcess, ended, complaints: () => complaints }
}

async function liveThrough(house: House, days: number, cli?: string, all?: boolean): Promise<void> {
  const { ended, complaints } = begin(house, days, cli, all)
  expect(await ended, complaints()).toEqual({ code: 0, signal: null })
}

/** Ends the process once so many days are lived, wherever it is then. */
async function liveUntilKilled(house: House, days: number, lived: number): Promise<void> {
  const { child, ended, complaints } = begin(house, days)
  const query = queryOf(house)
  const sofar = async () => Number((await query('select lived_to from life_worlds'))[0]?.lived_to ?? 0)
  while (child.exitCode === null && (await sofar()) < BEGINNING + lived * DAY) await setTimeout(20)
  child.kill('SIGKILL')
  expect(await ended, complaints()).toEqual({ code: null, signal: 'SIGKILL' })
  expect(await sofar()).toBeLessThan(BEGINNING + (days - 1) * DAY)
}

/** On PostgreSQL the next process waits until the dead one's lease is over; half a minute need not pass for it. */
async function expireLease(house: House): Promise<void> {
  if (house.databaseUrl === null) return
  const query = queryOf(house)
  const [before] = await query('select lived_to from life_worlds')
  await setTimeout(1_000)
  expect(await query('select lived_to from life_worlds')).toEqual([before])
  await query('update life_worlds set lease_until = 0')
}

const exported = (house: House): Promise<any> =>
  inStore(house, ({ database }) => database.snapshot((read) => exportWorld(read, house.worldId)))

const hash = (file: unknown): string => createHash('sha256').update(JSON.stringify(file)).digest('hex')

/** First difference of two worlds; null when they are identical. */
function difference(a: any, b: any): string | null {
  if (hash(a) === hash(b)) return null
  for (const list of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [ours, theirs] = [a[list], b[list]].map((items) => (Array.isArray(items) ? items : [items]))
    const texts = theirs!.map((item) => JSON.stringify(item))
    const at = ours!.findIndex((item, i) => JSON.stringify(item) !== texts[i])
    if (at >= 0) return `${list} ${at}: ${JSON.stringify(ours![at])} and ${texts[at]}`
    if (ours!.length !== theirs!.length) return `${list}: ${ours!.length} and ${theirs!.length}`
  }
  return 'the order of the lists'
}

/** The simulated history, without the name of its world. */
const unnamed = (file: any, { worldId }: House): any => JSON.parse(JSON.stringify(file).replaceAll(worldId, 'here'))

describe('two simulated weeks', () => {
  it('are the same on every engine, straight through or with a process that was killed in the middle', async () => {
    const straight = await furnish('sqlite', 'dayhouse', 14)
    const broken = await furnish(ENGINES.at(-1)!, 'dayhouse', 14)
    await liveUntilKilled(broken, 14, 5)
    const mending = liveThrough(broken, 14)
    await setTimeout(2_000)
    await expireLease(broken)
    await Promise.all([mending, liveThrough(straight, 14)])
    const [whole, mended] = [await exported(straight), await exported(broken)]
    expect(difference(whole, mended)).toBeNull()
    // Both did live.
    const since = whole.posts.filter(({ createdAt }: any) => Date.parse(createdAt) > BEGINNING)
    expect(since.length).toBeGreaterThan(100)
    expect(whole.encounters.length).toBeGreaterThan(0)
    const days = new Set(since.map(({ createdAt }: any) => Math.floor((Date.parse(createdAt) - BEGINNING) / DAY)))
    expect(days.size).toBeGreaterThanOrEqual(14)
    await straight.remove()
    await broken.remove()
  })

  it('are the same beside another world that is simulated at the same time', async () => {
    const { agents, city } = lifeFile({ worldId: 'dayhouse', residents: 1 })
    const guest = { agentId: agents[0].id, destinationId: city.destinations[0].id }
    const stays = [{ id: 'stay_later', ...guest, arrivedAt: new Date(BEGINNING + 1.5 * DAY).toISOString() }]
    const neighbour = {
      worlds: [{ id: 'aldhouse', kind: 'fork', name: 'aldhouse' }],
      agents: [{ id: 'agt_neighbour', worldId: 'aldhouse', kind: 'resident', handle: 'neighbour', displayName: 'Nan' }],
    }
    const alone = await furnish('sqlite', 'dayhouse', 2, { stays })
    const together = await furnish('sqlite', 'dayhouse', 2, { stays, ...neighbour })
    await Promise.all([liveThrough(alone, 2), liveThrough(together, 2, CLI, true)])
    expect(difference(await exported(alone), await exported(together))).toBeNull()
    const lived = await queryOf(together)('select world_id from life_worlds where lived_to > 0 order by world_id')
    expect(lived.map(({ world_id }: any) => world_id)).toEqual(['aldhouse', 'dayhouse', 'prime'])
    await alone.remove()
    await together.remove()
  })

  it('are others in another world', async () => {
    const [a, b] = [await furnish('sqlite', 'dayhouse', 1), await furnish('sqlite', 'nighthouse', 1)]
    await Promise.all([liveThrough(a, 1), liveThrough(b, 1)])
    const [ours, theirs] = [unnamed(await exported(a), a), unnamed(await exported(b), b)]
    expect(difference(ours.agents, theirs.agents)).toBeNull()
    expect(difference(ours, theirs)).toMatch(/^posts \d+/)
    await a.remove()
    await b.remove()
  })
})

describe('the comparison', () => {
  it('finds a build whose residents throw dice of their own', async () => {
    const dice = plant({
      file: 'mover.js',
      from: 'life.base.random(seed, what)',
      to: 'life.base.random(seed, what, process.pid)',
    })
    const cli = join(dirname(dice.main), 'cli/main.js')
    const [a, b] = [await furnish('sqlite', 'dayhouse', 1), await furnish('sqlite', 'dayhouse', 1)]
    await Promise.all([liveThrough(a, 1, cli), liveThrough(b, 1, cli)])
    expect(difference(await exported(a), await exported(b))).toMatch(/^\w+ \d+/)
    dice.remove()
    await a.remove()
    await b.remove()
  })
})
