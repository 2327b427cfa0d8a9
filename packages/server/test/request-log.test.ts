import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import type { RequestNote } from '../src/platform/access/request-log.ts'
import { makeRequestLog, sweepRequestLog } from '../src/platform/access/request-log.ts'
import { searchRequests } from '../src/platform/access/request-search.ts'
import type { Database } from '../src/platform/db/database.ts'
import { AT, ambient, cleanUp, openFresh, openFreshPostgres } from './backup-fixtures.ts'
import { ENGINES } from './harness.ts'

const DAY = 86_400_000
const note = (n: number, at = AT + n): RequestNote => ({
  at,
  requestId: `req_${n}`,
  route: `route${n}`,
  status: 200,
  code: null,
  refusedAt: null,
  remaining: 7,
  remainingToday: null,
})
const silent = pino({ level: 'silent' })

for (const engine of ENGINES)
  describe(`the log of requests on ${engine}`, () => {
    afterEach(cleanUp)
    const open = () => (engine === 'sqlite' ? openFresh() : openFreshPostgres())
    const stored = async (database: Database, key: string): Promise<number> => {
      const rows = await database.read.sql.selectFrom('request_log').select('n').where('key_id', '=', key).execute()
      return rows.reduce((sum, { n }) => sum + n, 0)
    }

    it('shows the last thousand of a key, and holds not many more', async () => {
      const database = await open()
      const log = makeRequestLog(database, ambient, silent)
      for (let n = 0; n < 4_500; n++) {
        log.note('busy', note(n))
        if (n % 90 === 0) await log.flush()
      }
      log.note('calm', note(1))
      const recentEntries = await log.recent(database.read, 'busy', AT + 5_000)
      expect(recentEntries.map(({ route }) => route)).toEqual(
        Array.from({ length: 1_000 }, (_, n) => `route${4_499 - n}`),
      )
      expect(await stored(database, 'busy')).toBeLessThanOrEqual(2_200)
      expect(await log.recent(database.read, 'calm', AT + 5_000)).toHaveLength(1)
    })

    it('finds the newest match on the first page, and every match once over all pages', async () => {
      const database = await open()
      const log = makeRequestLog(database, ambient, silent)
      const failed = (n: number, at: number): RequestNote => ({ ...note(n, at), status: 503, code: 'X' })
      // Old failures of a key whose newest line is a success, then a newer failure of another key.
      for (let n = 0; n < 60; n++) log.note('busy', failed(n, AT + n))
      log.note('busy', note(60, AT + 10_000))
      await log.flush()
      log.note('calm', failed(61, AT + 9_000))
      await log.flush()
      // More lines of failing keys than one call usually reads, without a match.
      for (let key = 0; key < 30; key++) {
        for (let n = 0; n < 900; n++) log.note(`other${key}`, note(100 + n, AT + 20_000 + n))
        log.note(`other${key}`, { ...note(1, AT + 30_000), status: 500 })
        await log.flush()
      }
      const filter = { key: '', route: '', status: 503, code: '', requestId: '', from: null, to: null, perPage: 7 }
      const found: string[] = []
      let cursor: string | null = null
      do {
        const page = await searchRequests(database.read, { ...filter, cursor }, AT + 40_000, false)
        found.push(...page.items.map(({ requestId }) => requestId!))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(found).toEqual(['req_61', ...Array.from({ length: 60 }, (_, n) => `req_${59 - n}`)])
    })

    it('cuts what earlier processes left, and takes a flood in one second', async () => {
      const database = await open()
      for (let run = 0; run < 3; run++) {
        const log = makeRequestLog(database, ambient, silent)
        for (let n = 0; n < 900; n++) log.note('key', note(run * 900 + n))
        await log.flush()
      }
      expect(await stored(database, 'key')).toBe(1_800)
      const log = makeRequestLog(database, ambient, silent)
      for (let n = 0; n < 25_000; n++) log.note('key', note(n, AT + 10_000))
      await log.flush()
      expect(await stored(database, 'key')).toBe(1_000)
      expect((await log.recent(database.read, 'key', AT + 10_000))[0]!.route).toBe('route24999')
    })

    it('writes the lines of many keys together, and counts each key by its days', async () => {
      const database = await open()
      const log = makeRequestLog(database, ambient, silent)
      const keys = Array.from({ length: 45 }, (_, n) => `key${n}`)
      for (const [n, key] of keys.entries()) {
        log.note(key, note(n))
        log.note(key, { ...note(n, AT + DAY), status: 429, code: 'RATE_LIMIT_EXCEEDED' })
        if (n % 2 === 0) await log.flush()
      }
      await log.flush()
      for (const key of keys) expect(await log.recent(database.read, key, AT + DAY)).toHaveLength(2)
      const counts = await database.read.sql
        .selectFrom('budgets')
        .select(['subject', 'counter', 'used'])
        .where('subject', 'like', 'key%')
        .execute()
      expect(counts.filter(({ counter, used }) => counter === 'requests' && used === 1)).toHaveLength(90)
      expect(counts.filter(({ counter, used }) => counter === 'refused' && used === 1)).toHaveLength(45)
    })

    it('merges what several nodes wrote, by time', async () => {
      const database = await open()
      const nodes = [makeRequestLog(database, ambient, silent), makeRequestLog(database, ambient, silent)]
      for (let n = 0; n < 10; n++) nodes[n % 2]!.note('key', note(n))
      await Promise.all(nodes.map((node) => node.flush()))
      const recentAcrossNodes = await nodes[0]!.recent(database.read, 'key', AT + 10)
      expect(recentAcrossNodes.map(({ route }) => route)).toEqual(Array.from({ length: 10 }, (_, n) => `route${9 - n}`))
    })

    it('forgets after seven days, also in the store', async () => {
      const database = await open()
      const log = makeRequestLog(database, ambient, silent)
      log.note('key', note(0, AT))
      await log.flush()
      log.note('key', note(1, AT + 7 * DAY))
      await log.flush()
      const at = AT + 7 * DAY + 1
      expect((await log.recent(database.read, 'key', at)).map(({ route }) => route)).toEqual(['route1'])
      expect(await database.transact((tx) => sweepRequestLog(tx, at, 500))).toBe(1)
      expect(await stored(database, 'key')).toBe(1)
    })

    it('loses lines rather than requests when the store is down', async () => {
      const database = await open()
      const broken = { ...database, transact: () => Promise.reject(new Error('down')) } as unknown as Database
      const log = makeRequestLog(broken, ambient, silent)
      log.note('key', note(0))
      await log.flush()
      expect(await stored(database, 'key')).toBe(0)
    })
  })
