import { Redis } from 'ioredis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryOf } from '../../test/city-store.ts'
import { ENGINES, startTestServer, type TestServer } from '../../test/harness.ts'
import { DAY, HOUR, lifeOf, MINUTE, openVillage } from '../../test/life-site.ts'
import { startOwnRedis, tempFolder } from '../../test/processes.ts'
import { waitUntil } from '../../test/wait-until.ts'

/** A clock that a test moves: the machine's for one process, that of Redis for many. */
interface MovableClock {
  readonly redisUrl?: string
  /** Forward and back again, with at least one request that sees the later time. */
  jumpAndComeBack(ms: number, checkDuringJump: () => Promise<unknown>): Promise<void>
  /** So long passes, on the clock as well. */
  pass(ms: number): Promise<void>
  stop(): Promise<void>
}

function ofThisProcess(): MovableClock {
  const [now, elapsed] = [Date.now, performance.now.bind(performance)]
  let jumped = 0
  let passed = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + jumped + passed)
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + passed)
  return {
    async jumpAndComeBack(ms, checkDuringJump) {
      jumped = ms
      await checkDuringJump()
      jumped = 0
    },
    async pass(ms) {
      passed += ms
    },
    async stop() {
      vi.restoreAllMocks()
    },
  }
}

/** Sets the times that the script of every request has stored, as if Redis' clock had jumped. */
async function ofRedis(): Promise<MovableClock> {
  const { url, stop } = await startOwnRedis(tempFolder())
  const redis = new Redis(url)
  const shift = async (field: string, ms: number) => {
    const [key = ''] = await redis.keys('*:time')
    await redis.hincrby(key, field, ms)
  }
  return {
    redisUrl: url,
    async jumpAndComeBack(ms, checkDuringJump) {
      await shift('at', ms)
      await checkDuringJump()
    },
    pass: (ms) => shift('raw', -ms),
    async stop() {
      redis.disconnect()
      await stop()
    },
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  await waitUntil(`the condition ${holds}`, holds, { everyMs: 100 })
}

for (const engine of ENGINES)
  describe(`a clock that jumped forward and came back, on ${engine}`, () => {
    const ends: (() => Promise<unknown>)[] = []
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end()
    })

    it('is logged, and rate windows and the simulation go on while the clock is slowed', async () => {
      const clock = engine === 'sqlite' ? ofThisProcess() : await ofRedis()
      ends.push(clock.stop)
      const { redisUrl } = clock
      const options = { life: true, logLevel: 'info' as const }
      const server: TestServer = await startTestServer(engine, { ...options, ...(redisUrl && { redisUrl }) })
      ends.push(() => server.close())
      const { worldId, residents } = await openVillage(server, { residents: 5, city: false })
      const query = queryOf(server)
      const turns = (): Promise<{ turn: number; at: number }[]> =>
        query(`select l.turn, d.at from lives l join due d on d.world_id = l.world_id and d.kind = 'turn'
          and d.subject_id = l.agent_id where l.world_id = '${worldId}'`)
      const countTicks = async () => (await turns()).reduce((sum, { turn }) => sum + Number(turn), 0)
      const nextAt = async () => Math.min(...(await turns()).map(({ at }) => Number(at)))
      await until(async () => (await turns()).length === residents.length)
      const status = async () => (await server.operator('GET', '/_operator/status')).body.data
      const { key } = await server.key({ rateLimitPerMinute: 1 })
      const timeOf = async () => Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now)

      // To a noon days later, when everybody is up. What was due meanwhile is left out, as after a pause.
      const before = await timeOf()
      const jump = 10 * DAY + 12 * HOUR - (before % DAY)
      const later = before + jump
      await clock.jumpAndComeBack(jump, () => until(async () => (await nextAt()) > later))
      const { aheadMs } = (await status()).clock
      expect(aheadMs).toBeGreaterThan(jump - HOUR)
      expect(await timeOf()).toBeGreaterThanOrEqual(later)
      const metrics = (await server.operator('GET', '/metrics')).body as string
      expect(Number(/^agent_network_clock_ahead_seconds (\S+)$/m.exec(metrics)![1])).toBeGreaterThan(
        (jump - HOUR) / 1_000,
      )
      const setBackLines = () => server.lines().filter(({ event }) => event === 'clock.set_back')
      await until(async () => setBackLines().length > 0)

      // A window ends after a minute of this time, which lasts two.
      const readStatus = async () => (await server.get('/v1', key)).status
      await until(async () => (await readStatus()) === 429)
      await clock.pass(2 * MINUTE)
      expect(await readStatus()).toBe(200)

      for (let n = 0; n < 3; n += 1) {
        const turnsBefore = await countTicks()
        const wait = (await nextAt()) - (await timeOf())
        await clock.pass(2 * Math.max(wait, 0) + 2_000)
        await until(async () => (await countTicks()) > turnsBefore)
      }
      const life = await lifeOf(server, worldId)
      expect(life.state).toBe('living')
      expect(Date.parse(life.lastTurnAt)).toBeGreaterThan(later)
      expect(server.errors()).toEqual([])
    })
  })
