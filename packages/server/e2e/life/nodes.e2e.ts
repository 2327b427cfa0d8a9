import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { queryOf } from '../../test/city-store.ts'
import { createDatabase, HAS_CLUSTER, startTestServer } from '../../test/harness.ts'
import { logged } from '../../test/life-fixture.ts'
import { faultsIn, readRows, USUAL_FENCE } from '../../test/life-invariants.ts'
import { BEGINNING, lifeFile, smallCity } from '../../test/life-world.ts'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { type NodeProcess, tempFolder } from '../../test/processes.ts'
import { type Site, siteOf, siteOfProcess } from '../../test/visitor-site.ts'
import { waitUntil } from '../../test/wait-until.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WORLD = 'commons'

type Query = ReturnType<typeof queryOf>

/** One world, at the moment before anybody wakes up. */
async function furnish(site: Site): Promise<void> {
  await site.operator('PUT', '/_operator/clock', { now: new Date(BEGINNING).toISOString() })
  await site.operator(
    'POST',
    '/_operator/import',
    lifeFile({ worldId: WORLD, residents: 6, posts: 3, city: smallCity(1) }),
  )
}

/** Writes every turn down as it is committed, past the nodes that take it. */
async function watchTurns(query: Query): Promise<void> {
  await query('create table turn_marks (agent_id text, was bigint, turn bigint)')
  await query(`create function mark_turn() returns trigger language plpgsql as
    'begin insert into turn_marks values (new.agent_id, old.turn, new.turn); return new; end'`)
  await query(`create trigger marked after update on lives for each row when (old.turn <> new.turn)
    execute function mark_turn()`)
}

/** Turns that were taken twice or left out, and whatever else is wrong with the world. */
async function faultsAt(query: Query, now: number, caughtUp = true): Promise<string[]> {
  const faults = await faultsIn({ worldId: WORLD, query, now, caughtUp, still: [], fence: USUAL_FENCE })
  const { lives } = await readRows(query, WORLD)
  const marks = await query('select agent_id, was, turn from turn_marks')
  for (const { agent_id, turn } of lives!) {
    const tickNumbers = marks.filter((mark) => mark.agent_id === agent_id).map(({ was }) => Number(was))
    const expected = Array.from({ length: turn }, (_, i) => i)
    if (tickNumbers.sort((a, b) => a - b).join() !== expected.join())
      faults.push(`${agent_id} took the turns ${tickNumbers}`)
  }
  return faults
}

const clockOf = async (site: Site): Promise<number> => Date.parse((await site.operator('GET', '/_operator/clock')).now)
const advance = (site: Site, advanceMs: number) => site.operator('PUT', '/_operator/clock', { advanceMs })

const ALONE = [5 * HOUR + 1, 90 * MINUTE, 11 * HOUR, 3 * MINUTE, 7 * HOUR - 7]
const TOGETHER: readonly (readonly [number, number])[] = [
  [2 * HOUR, 3 * HOUR],
  [10 * MINUTE, 5 * HOUR],
  [4 * HOUR, MINUTE],
]

/** The clock is moved by either node in turn. */
async function takeTurns([a, b]: readonly [Site, Site], query: Query): Promise<string[]> {
  for (const [i, ms] of ALONE.entries()) {
    await advance(i % 2 === 0 ? a : b, ms)
    const faults = await faultsAt(query, await clockOf(a))
    if (faults.length > 0) return faults
  }
  return []
}

/** The clock is moved by both at once. */
async function compete([a, b]: readonly [Site, Site], query: Query): Promise<string[]> {
  for (const [x, y] of TOGETHER) {
    await Promise.all([advance(a, x), advance(b, y)])
    const faults = await faultsAt(query, await clockOf(a))
    if (faults.length > 0) return faults
  }
  return []
}

describe.runIf(HAS_CLUSTER)('residents on two nodes', () => {
  it('take every turn once, whichever node moves the clock', async () => {
    const database = await createDatabase()
    const options = { life: true, databaseUrl: database.url }
    const [a, b] = [await startTestServer('postgres', options), await startTestServer('postgres', options)]
    try {
      const query = queryOf(a)
      await furnish(siteOf(a))
      await watchTurns(query)
      const sites = [siteOf(a), siteOf(b)] as const
      expect(await takeTurns(sites, query)).toEqual([])
      expect(await compete(sites, query)).toEqual([])
      expect([...a.errors(), ...b.errors()]).toEqual([])
      expect((await readRows(query, WORLD)).lives!.every(({ turn }) => turn >= 4)).toBe(true)
    } finally {
      await a.close()
      await b.close()
      await database.drop()
    }
  })
})

interface Pair {
  readonly nodes: readonly [NodeProcess, NodeProcess]
  readonly query: Query
  complaints(): string[]
  close(): Promise<void>
}

/** Two nodes in processes of their own, from a build of one's choice. */
async function openPair(...faults: readonly Fault[]): Promise<Pair> {
  const database = await createDatabase()
  const planted = faults.length === 0 ? null : plant(...faults)
  const folders = [tempFolder(), tempFolder()]
  const stored = [`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`]
  const start = (folder: string) =>
    launch({
      main: planted?.main,
      env: { AGENT_NETWORK_LOG_LEVEL: 'error' },
      flags: [`--data=${folder}`, '--test-clock', '--life=on', ...stored],
    })
  const nodes = [await start(folders[0]!), await start(folders[1]!)] as const
  const query = queryOf({ databaseUrl: database.url, data: '' })
  await furnish(siteOfProcess(nodes[0]))
  await watchTurns(query)
  return {
    nodes,
    query,
    complaints: () => nodes.flatMap((node) => logged(node.complaints())),
    async close() {
      for (const node of nodes) await node.stop()
      planted?.remove()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      await database.drop()
    },
  }
}

/** When the last turn was, as an operator sees it. */
const lastTurnAt = async (site: Site): Promise<number> => {
  const { life } = await site.operator('GET', '/_operator/status')
  return Date.parse(life.worlds.find(({ worldId }: { worldId: string }) => worldId === WORLD).lastTurnAt)
}

const OF_RESIDENTS = ['posts', 'replies', 'likes', 'messages', 'journeys', 'encounter_turns', 'thoughts']

describe.runIf(HAS_CLUSTER)('a node that is killed while it moves the clock', () => {
  it('loses no committed tick, and the other node goes on', async () => {
    const pair = await openPair()
    try {
      const { query, nodes } = pair
      const [dying, staying] = nodes.map((node) => siteOfProcess(node)) as [Site, Site]
      await advance(dying, 6 * HOUR)
      const moving = advance(dying, 3 * DAY).catch(() => 'killed')
      const lived = async () => Number((await query('select lived_to from life_worlds'))[0].lived_to)
      await waitUntil('20 simulated hours', async () => (await lived()) >= BEGINNING + 20 * HOUR)
      await nodes[0].stop('SIGKILL')
      expect(await moving).toBe('killed')
      const before = await readRows(query, WORLD)
      const lastTickBefore = await lastTurnAt(staying)
      expect(await faultsAt(query, await clockOf(staying), false)).toEqual([])
      await advance(staying, 8 * HOUR)
      await advance(staying, 8 * HOUR)
      expect(await faultsAt(query, await clockOf(staying))).toEqual([])
      expect(await lastTurnAt(staying)).toBeGreaterThan(lastTickBefore)
      const after = await readRows(query, WORLD)
      for (const table of OF_RESIDENTS) {
        const ids = new Set(after[table]!.map(({ id }) => id))
        expect(
          before[table]!.filter(({ id }) => !ids.has(id)),
          table,
        ).toEqual([])
      }
      for (const { agent_id, turn } of after.lives!)
        expect(turn, agent_id).toBeGreaterThan(before.lives!.find((life) => life.agent_id === agent_id)!.turn)
      expect(pair.complaints()).toEqual([])
    } finally {
      await pair.close()
    }
  })
})

const ANYBODY: readonly Fault[] = [
  {
    file: 'leases.js',
    from: /export const renewLease = async[^;]*;/,
    to: 'export const renewLease = async () => true;',
  },
  {
    file: 'leases.js',
    from: /if \(\(await tx\.run\(take,[\s\S]*?return null;/,
    to: '',
  },
]

describe.runIf(HAS_CLUSTER)('the integration tests of two nodes', () => {
  it('fail when every node may live every world at any time', async () => {
    const pair = await openPair(...ANYBODY)
    try {
      const sites = pair.nodes.map((node) => siteOfProcess(node)) as [Site, Site]
      // Two nodes meet at the same moment by chance; it is given more than one.
      let faults: string[] = []
      for (let n = 0; n < 4 && faults.length + pair.complaints().length === 0; n++)
        faults = await compete(sites, pair.query).catch((error) => [String(error)])
      expect([...faults, ...pair.complaints()]).not.toEqual([])
    } finally {
      await pair.close()
    }
  })
})
