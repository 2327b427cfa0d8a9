import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  claimBuild,
  publish,
  readRow,
  releaseLease,
  sweepStandings,
} from '../../src/features/visitors/standing/release.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { systemAmbient } from '../../src/platform/core/ambient.ts'
import { openStore } from '../../src/platform/db/open-store.ts'
import { createDatabase, ENGINES, startTestServer, type TestServer } from '../../test/harness.ts'
import { tempFolder } from '../../test/processes.ts'
import {
  clockOf,
  DAY_MS,
  ENOUGH,
  endStandings,
  iso,
  NO_BANDS,
  NORMAL,
  type Scene,
  scene as sceneOn,
  spread,
  startStandings,
  toNextDay,
} from '../../test/standing-harness.ts'
import { changeStore, readStore } from '../../test/store-access.ts'

for (const engine of ENGINES)
  describe(`building a standing on ${engine}`, () => {
    let server: TestServer
    const scene = (days: readonly number[]) => sceneOn(server, days)
    const nextDay = () => toNextDay(server)

    beforeAll(async () => {
      server = await startStandings(engine)
    })
    beforeEach(() => server.switches(NORMAL))
    afterAll(() => endStandings(server))

    it('builds once for many who ask at the same time', async () => {
      const s = await scene(spread(20, 400))
      const answers = await Promise.all(Array.from({ length: 32 }, () => s.read()))
      const admitted = answers.filter(({ status }) => status === 200).map(({ body }) => body.data)
      expect(admitted).toHaveLength(24)
      expect(answers.filter(({ body }) => body.error?.code === 'STANDING_DAILY_BUDGET_EXCEEDED')).toHaveLength(8)
      const ready = admitted.filter(({ status }) => status === 'ready')
      const pending = admitted.filter(({ status }) => status === 'pending')
      expect(ready.length).toBeGreaterThan(0)
      expect(ready.length + pending.length).toBe(24)
      for (const data of ready) expect(data).toEqual(ready[0])
      for (const data of pending) expect(data).toMatchObject({ ...NO_BANDS, windowEnd: iso(s.midnight) })
      expect(await s.row()).toMatchObject({ state: 'ready', fence: 1 })
      expect(Number((await s.row()).attempts)).toBe(1)
    })

    const plant = async (s: Scene, attempts: number, leaseUntil: number) =>
      changeStore(
        server,
        `insert into standings (world_id, agent_id, day, state, attempts, lease_until, fence, updated_at)
         values ($1, $2, $3, 'building', $4, $5, $4, $6)`,
        [s.worldId, s.visitorId, s.midnight / DAY_MS, attempts, leaseUntil, await clockOf(server)],
      )

    it('takes a build over when its minute has passed (AMB-89)', async () => {
      const s = await scene(ENOUGH)
      await plant(s, 1, (await clockOf(server)) + 60_000)
      const waiting = (await s.read()).body.data
      expect(waiting).toMatchObject({ status: 'pending', ...NO_BANDS, nextUpdateAt: iso(s.midnight + DAY_MS) })
      await server.advance(59_999)
      expect(await s.status()).toBe('pending')
      await server.advance(1)
      expect(await s.status()).toBe('ready')
      expect([Number((await s.row()).attempts), Number((await s.row()).fence)]).toEqual([2, 2])
      expect(await s.used()).toBe(3)
    })

    it('builds no more today once every attempt died', async () => {
      const s = await scene(ENOUGH)
      await plant(s, 3, (await clockOf(server)) + 60_000)
      expect(await s.status()).toBe('pending')
      await server.advance(60_000)
      const refused = await s.read()
      expect([refused.status, refused.body.error.code]).toEqual([503, 'STANDING_BUILD_UNAVAILABLE'])
      await nextDay()
      expect(await s.status()).toBe('ready')
    })

    it('fails three times and then waits for midnight (AMB-89)', async () => {
      const s = await scene(ENOUGH)
      await changeStore(server, 'alter table posts rename to posts_away')
      try {
        for (let i = 0; i < 3; i++) {
          const failed = await s.read()
          expect([failed.status, failed.body.error.code]).toEqual([503, 'STANDING_READ_FAILED'])
          expect(failed.headers.get('cache-control')).toBe('private, no-store')
        }
        expect(await s.status()).toBe('STANDING_BUILD_UNAVAILABLE')
      } finally {
        await changeStore(server, 'alter table posts_away rename to posts')
      }
      expect(await s.status()).toBe('STANDING_BUILD_UNAVAILABLE')
      expect(await s.used()).toBe(5)
      await nextDay()
      expect(await s.status()).toBe('ready')
    })

    it('recovers when a later attempt of the day succeeds', async () => {
      const s = await scene(ENOUGH)
      await server.switches({ standingBuildAttemptsPerDay: 2 })
      await changeStore(server, 'alter table posts rename to posts_away')
      expect(await s.status()).toBe('STANDING_READ_FAILED')
      await changeStore(server, 'alter table posts_away rename to posts')
      expect(await s.status()).toBe('ready')
      expect(Number((await s.row()).attempts)).toBe(2)
    })

    it('fails closed when a release cannot be looked at again, and shows it when it can', async () => {
      const s = await scene(ENOUGH)
      const first = (await s.read()).body
      await changeStore(server, 'alter table posts rename to posts_away')
      try {
        expect(await s.status()).toBe('STANDING_READ_FAILED')
      } finally {
        await changeStore(server, 'alter table posts_away rename to posts')
      }
      expect((await s.read()).body).toEqual(first)
    })

    it.each(['budgets', 'standings', 'visitors'])('fails closed when %s cannot be read (AMB-131)', async (table) => {
      const s = await scene(ENOUGH)
      await changeStore(server, `alter table ${table} rename to ${table}_away`)
      let code: string
      try {
        code = await s.status()
      } finally {
        await changeStore(server, `alter table ${table}_away rename to ${table}`)
      }
      expect(code).toBe('STANDING_READ_FAILED')
      // An admitted read is spent even though it failed; one that was never admitted is not.
      expect(await s.used()).toBe(table === 'standings' ? 1 : 0)
      expect(await s.status()).toBe('ready')
    })

    it('forgets releases after forty days', async () => {
      const s = await scene(ENOUGH)
      const rows = async () =>
        (await readStore(server, 'select day from standings where agent_id = $1', [s.visitorId])).length
      await s.read()
      await server.advance(40 * DAY_MS)
      expect(await rows()).toBe(1)
      await server.advance(DAY_MS)
      expect(await rows()).toBe(0)
    })
  })

for (const engine of ENGINES)
  describe(`standing at midnight on ${engine}`, () => {
    it('answers stale when the day ended on the way, and builds the new day afterwards (AMB-88)', async () => {
      const server = await startTestServer(engine)
      try {
        await server.setClock('2090-05-01T23:59:59.999Z')
        await server.switches({ visitorDriveEnabled: true, visitorStandingDigestEnabled: true })
        const s = await sceneOn(server, spread(50, 1_000))
        const cached = await sceneOn(server, spread(50, 1_000))
        expect(await cached.status()).toBe('ready')
        // Ahead of the system's clock, the test clock stands until the system catches up, but requests take time.
        expect((await server.operator('PUT', '/_operator/clock', { mode: 'system' })).status).toBe(200)
        for (const crossing of [s, cached]) {
          const { data } = (await crossing.read()).body
          expect(data).toMatchObject({
            status: 'stale',
            ...NO_BANDS,
            windowEnd: '2090-05-01T00:00:00.000Z',
            nextUpdateAt: '2090-05-02T00:00:00.000Z',
          })
        }
        await server.setClock('2090-05-02T00:00:00.000Z')
        for (const crossing of [s, cached]) {
          const { data } = (await crossing.read()).body
          expect(data).toMatchObject({ status: 'ready', windowEnd: '2090-05-02T00:00:00.000Z' })
        }
      } finally {
        await server.close()
      }
    })
  })

for (const engine of ENGINES)
  describe(`the place of a build on ${engine}`, () => {
    it('belongs to the newest lease token, and a late finisher changes nothing', async () => {
      const flags = [`--data=${tempFolder()}`]
      const own = engine === 'postgres' ? await createDatabase() : null
      if (own !== null) flags.push(`--database-url=${own.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`)
      const config = readConfig(flags, { AGENT_NETWORK_CHECKS: 'on' })
      const { database, close } = await openStore(config, systemAmbient(), pino({ level: 'silent' }), { migrate: true })
      try {
        const slot = { worldId: 'w', agentId: 'v', day: 20_000 }
        const at = slot.day * DAY_MS
        const claim = (later: number) => database.transact((tx) => claimBuild(tx, slot, 3, at + later))
        const limited = { state: 'coverage_limited', bands: null, support: null } as const
        const finish = (leaseToken: number) =>
          database.transact((tx) => publish(tx, { slot, leaseToken, built: limited }, at))
        expect(await claim(0)).toEqual({ kind: 'build', leaseToken: 1 })
        expect(await claim(59_999)).toMatchObject({ kind: 'shown', row: { state: 'building', fence: 1 } })
        const both = await Promise.all([claim(60_000), claim(60_000)])
        expect(both.map(({ kind }) => kind).sort()).toEqual(['build', 'shown'])
        expect(await finish(1)).toBe(false)
        await database.transact((tx) => releaseLease(tx, slot, 1, at))
        expect(await readRow(database.read, slot)).toMatchObject({ state: 'building', fence: 2, attempts: 2 })
        expect(await finish(2)).toBe(true)
        expect(await finish(2)).toBe(false)
        await database.transact((tx) => releaseLease(tx, slot, 2, at))
        expect(await claim(DAY_MS)).toMatchObject({ kind: 'shown', row: { state: 'coverage_limited', fence: 2 } })
        const sweep = (days: number) => database.transact((tx) => sweepStandings(tx, at + days * DAY_MS, 10))
        expect([await sweep(40), await sweep(41), await sweep(41)]).toEqual([0, 1, 0])
      } finally {
        await close()
        await own?.drop()
      }
    })
  })
