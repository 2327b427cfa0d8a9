import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { expectCode, NOW, OPEN, register, type Village, village, type Watched } from './observe-harness.ts'
import { clockOf, DAY_MS, iso, toNextDay } from './standing-harness.ts'
import { changeStore, readStore } from './store-access.ts'

const SUFFIXES = ['', '/events', '/events/x', '/conversations', '/conversations/x', '/standing', '/export']

for (const engine of ENGINES)
  describe(`observe readers on ${engine}`, () => {
    let server: TestServer
    let v: Village
    let a: Watched
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
    })
    beforeEach(async () => {
      await server.advance(60_000)
      await server.switches(OPEN)
      v = await village(server)
      a = await v.visitor()
    })
    afterAll(async () => {
      expect(server.errors().filter((line) => !line.includes('visitors.observe_not_counted'))).toEqual([])
      await server.close()
    })
    const likes = async (n: number): Promise<void> => {
      for (let i = 0; i < n; i++) await a.act({ like: { postId: v.postId } })
    }
    /** Makes a record of two events one of 250, all of the same moment. */
    const lengthen = async (): Promise<void> => {
      const numbers = Array.from({ length: 248 }, (_, i) => `select ${i + 3} as n`).join(' union all ')
      await changeStore(
        server,
        `insert into events select world_id, agent_id, n, ingested_at, '[["aaao",0,{"q":"act_x"},"like",[]]]'
         from events, (${numbers}) as more where agent_id = $1 and sequence = 2`,
        [a.agentId],
      )
      await changeStore(server, 'update visitors set event_sequence = 250 where agent_id = $1', [a.agentId])
    }
    const patch = (path: string, body: unknown) => server.operator('PATCH', `/_operator/${path}`, body)

    it('refuses in order: chain, gate, authority, query, allowance (AMB-50)', async () => {
      const world = `worlds/${v.worldId}`
      const driver = { tier: 2, scopes: ['agents:drive'], worldId: v.worldId, allowedAgentIds: [a.agentId] }
      const generic = await server.key(driver)
      const ask = () => a.observe('/events?nonsense=1', generic.key)
      await server.switches({
        visitorDriveEnabled: false,
        visitorObserveEnabled: false,
        visitorObserveReadsPerMinute: 1,
      })
      await patch(world, { visitorsPaused: true })
      await patch(`agents/${a.agentId}`, { enabled: false })
      expectCode(await ask(), 503, 'VISITOR_DRIVE_DISABLED')
      await server.switches({ visitorDriveEnabled: true })
      expectCode(await ask(), 403, 'VISITORS_PAUSED')
      await patch(world, { visitorsPaused: false })
      expectCode(await ask(), 403, 'DRIVE_AGENT_DISABLED')
      await patch(`agents/${a.agentId}`, { enabled: true })
      expectCode(await ask(), 503, 'VISITOR_OBSERVE_DISABLED')
      await server.switches({ visitorObserveEnabled: true })
      expectCode(await ask(), 403, 'OBSERVE_ACCESS_DENIED')
      await patch(`keys/${generic.id}`, { appId: a.appId })
      expectCode(await ask(), 400, 'INVALID_OBSERVE_QUERY')
      expectCode(await a.observe('/events?cursor=nonsense', generic.key), 400, 'INVALID_OBSERVE_CURSOR')
      expect((await a.observe('/events', generic.key)).status).toBe(200)
      expectCode(await a.observe('/events', generic.key), 429, 'OBSERVE_RATE_LIMITED')
      expectCode(await a.observe('/events/unknown', generic.key), 429, 'OBSERVE_RATE_LIMITED')
    })

    it.each<[string, Record<string, unknown>]>([
      ['the switch is off', { visitorObserveEnabled: false }],
      ['the switch is not literally true', { visitorObserveEnabled: 'true' }],
      ['the world is not listed', { visitorObserveCanaryWorldIds: ['another'] }],
      ['the list holds something else than names', { visitorObserveCanaryWorldIds: [1] }],
      ['the daily ceiling is zero', { visitorObserveDailyReadCeiling: 0 }],
      ['the ceiling of a minute is zero', { visitorObserveReadsPerMinute: 0 }],
      ['a ceiling is no number', { visitorObserveDailyReadCeiling: 'many' }],
    ])('is off for all readers when %s (AMB-94)', async (_name, change) => {
      const before = (await server.operator('GET', '/_operator/config')).body.data.visitorObserveCanaryWorldIds
      await server.switches(change)
      for (const suffix of SUFFIXES) expectCode(await a.observe(suffix), 503, 'VISITOR_OBSERVE_DISABLED')
      await server.switches({ visitorObserveCanaryWorldIds: before })
    })

    it('asks for the owner’s link on both sides, at every read (AMB-139, AMB-134)', async () => {
      const denied = async () => {
        for (const suffix of SUFFIXES) expectCode(await a.observe(suffix), 403, 'OBSERVE_ACCESS_DENIED')
      }
      const allowed = async () => expect((await a.observe()).status).toBe(200)
      await allowed()
      await patch(`keys/${a.key.id}`, { appId: null })
      await denied()
      const b = await v.visitor()
      await patch(`keys/${a.key.id}`, { appId: b.appId })
      await denied()
      await patch(`keys/${a.key.id}`, { appId: a.appId })
      await allowed()
      await register(server, a.agentId, null, null)
      await denied()
      await register(server, a.agentId, b.appId, b.uid)
      await denied()
      await register(server, a.agentId, a.appId, a.uid)
      await allowed()
      await patch(`apps/${a.appId}`, { ownerUid: 'somebody-else' })
      await denied()
      await patch(`apps/${a.appId}`, { ownerUid: a.uid })
      await patch(`developers/${a.uid}`, { status: 'suspended' })
      await denied()
      await patch(`developers/${a.uid}`, { status: 'active' })
      await allowed()
      await changeStore(server, 'update visitors set released_at = 1 where agent_id = $1', [a.agentId])
      await denied()
    })

    it('is refused by the chain where the chain knows the reason (AMB-97)', async () => {
      await patch(`apps/${a.appId}`, { status: 'suspended' })
      expectCode(await a.observe(), 403, 'APP_DISABLED')
      await patch(`apps/${a.appId}`, { status: 'active' })
      await patch(`keys/${a.key.id}`, { revokedAt: NOW })
      expectCode(await a.observe(), 403, 'KEY_REVOKED')
      await patch(`keys/${a.key.id}`, { revokedAt: null })
      await patch(`worlds/${v.worldId}`, { residentsPaused: true })
      expect((await a.observe()).status).toBe(200)
      await patch(`worlds/${v.worldId}`, { status: 'archived' })
      expectCode(await a.observe(), 404, 'WORLD_NOT_FOUND')
      await patch(`worlds/${v.worldId}`, { status: 'running' })
      expect((await a.observe()).status).toBe(200)
      expect((await server.operator('DELETE', `/_operator/worlds/${v.worldId}`)).status).toBe(200)
      expectCode(await a.observe(), 404, 'WORLD_NOT_FOUND')
    })

    it.each([
      '/events?limit=0',
      '/events?limit=101',
      '/events?limit=5&limit=5',
      '/events?channel=gossip',
      '/events?status=done',
      '/events?direction=up',
      '/events?from=yesterday',
      '/events?from=2026-03-10T12:00:00',
      '/events?from=2026-03-10T12:00:00Z&to=2026-03-10T11:59:59Z',
      '/conversations?channel=movement',
      '/conversations?status=recorded',
      '/conversations?from=2026-03-10T12:00:00Z&to=2026-03-10T11:59:59Z',
      '/conversations/x?channel=public',
      '/export?cursor=x',
      '/export?to=2026-03-10T12:00:00Z&from=2026-03-10T12:00:01Z',
      '?limit=5',
      '/events/x?limit=5',
      '/standing?from=2026-03-10T12:00:00Z',
    ])('refuses %s (AMB-95)', async (suffix) => {
      expectCode(await a.observe(suffix), 400, 'INVALID_OBSERVE_QUERY')
    })

    it('shows who it is, presence, coverage, freshness, advice and what is left, and changes none of it', async () => {
      const at = await clockOf(server)
      expect((await a.observe()).body.data).toEqual({
        schemaVersion: 1,
        agentId: a.agentId,
        handle: a.handle,
        worldId: v.worldId,
        appId: a.appId,
        presence: { status: 'away', lastHeartbeatAt: null, expectedNextHeartbeatBy: null },
        coverage: Object.fromEntries(
          ['action', 'public', 'private', 'encounter', 'movement', 'chess'].map((channel) => [
            channel,
            { state: 'available', capturedFrom: null, lastIngestedAt: null },
          ]),
        ),
        freshness: { generatedAt: iso(at), lastEventAt: null, lagSeconds: 0 },
        nextPollAfterSeconds: 300,
        allowances: {
          reads: { used: 1, cap: 100_000, remaining: 99_999, resetsAt: iso(Math.ceil(at / DAY_MS) * DAY_MS) },
          perMinute: { used: 1, cap: 100_000, remaining: 99_999 },
        },
      })
      await server.post(`/v1/visitors/${a.agentId}/heartbeat`, a.key.key, '')
      await likes(1)
      const observation = (await a.observe()).body.data
      expect(observation.presence).toEqual({
        status: 'present',
        lastHeartbeatAt: iso(at),
        expectedNextHeartbeatBy: iso(at + 20 * 60_000),
      })
      expect(observation.coverage.action).toEqual({
        state: 'available',
        capturedFrom: iso(at),
        lastIngestedAt: iso(at),
      })
      expect(observation.coverage.chess).toEqual({ state: 'available', capturedFrom: iso(at), lastIngestedAt: null })
      expect(observation.freshness).toEqual({ generatedAt: iso(at), lastEventAt: iso(at), lagSeconds: 0 })
      expect(observation.nextPollAfterSeconds).toBe(30)
      const row = await readStore(server, 'select * from visitors where agent_id = $1', [a.agentId])
      await a.observe()
      await a.observe('/conversations')
      expect(await readStore(server, 'select * from visitors where agent_id = $1', [a.agentId])).toEqual(row)
      await server.advance(60 * 60_000)
      expect((await a.observe()).body.data.presence).toEqual({
        status: 'away',
        lastHeartbeatAt: iso(at),
        expectedNextHeartbeatBy: null,
      })
    })

    it('counts reads per owner and visitor, whichever key asks, until midnight', async () => {
      await server.switches({ visitorObserveDailyReadCeiling: 3 })
      const driver = { tier: 2, scopes: ['agents:drive'], worldId: v.worldId, allowedAgentIds: [a.agentId] }
      const second = await server.key({ ...driver, appId: a.appId })
      const b = await v.visitor()
      expect((await a.observe()).body.data.allowances.reads).toMatchObject({ used: 1, cap: 3, remaining: 2 })
      expect((await a.observe('/events', second.key)).status).toBe(200)
      expect((await a.observe('/events/none')).status).toBe(404)
      for (const key of [a.key.key, second.key])
        expectCode(await a.observe('', key), 429, 'OBSERVE_DAILY_BUDGET_EXCEEDED')
      const secondsToMidnight = Math.ceil((DAY_MS - ((await clockOf(server)) % DAY_MS)) / 1_000)
      expect((await a.observe()).headers.get('retry-after')).toBe(String(secondsToMidnight))
      expect((await b.observe()).status).toBe(200)
      // Requests that were refused before the allowance cost no units.
      expectCode(await b.observe('?limit=1'), 400, 'INVALID_OBSERVE_QUERY')
      expect((await b.observe()).body.data.allowances.reads.used).toBe(2)
      await toNextDay(server)
      expect((await a.observe()).status).toBe(200)
    })

    it('says how long to wait when a minute is full, and takes nothing from the day meanwhile', async () => {
      await server.switches({ visitorObserveReadsPerMinute: 2 })
      await server.advance(60_000 - ((await clockOf(server)) % 60_000) + 20_000)
      expect((await a.observe()).body.data.allowances.perMinute).toEqual({ used: 1, cap: 2, remaining: 1 })
      await a.observe()
      const refused = await a.observe()
      expectCode(refused, 429, 'OBSERVE_RATE_LIMITED')
      expect(refused.headers.get('retry-after')).toBe('40')
      await server.advance(40_000)
      expect((await a.observe()).body.data.allowances.reads.used).toBe(3)
    })

    it('lets nothing through that it cannot count', async () => {
      await changeStore(server, 'alter table budgets rename to budgets_away')
      try {
        expectCode(await a.observe(), 503, 'OBSERVE_QUOTA_UNAVAILABLE')
      } finally {
        await changeStore(server, 'alter table budgets_away rename to budgets')
      }
      expect((await a.observe()).status).toBe(200)
    })

    it('runs in ascending sequence, page by page, and goes on at the tail', async () => {
      await likes(3)
      const pages: number[][] = []
      let cursor = ''
      let last: any
      do {
        last = (await a.observe(`/events?limit=4${cursor}`)).body.data
        pages.push(last.events.map(({ sequence }: any) => sequence))
        cursor = `&cursor=${last.nextCursor}`
      } while (last.hasMore)
      expect(pages).toEqual([
        [1, 2, 3, 4],
        [5, 6],
      ])
      expect(last.nextCursor).toBeNull()
      const tail = async (from: string) => (await a.observe(`/events?forwardCursor=${from}`)).body.data
      const quiet = await tail(last.forwardCursor)
      expect([quiet.events, quiet.hasMore]).toEqual([[], false])
      await likes(1)
      const news = await tail(quiet.forwardCursor)
      expect(news.events.map(({ sequence }: any) => sequence)).toEqual([7, 8])
      // A place on the way is as good as one at the end: nothing is passed over.
      const first = (await a.observe('/events?limit=2')).body.data
      expect((await tail(first.forwardCursor)).events.map(({ sequence }: any) => sequence)).toEqual([3, 4, 5, 6, 7, 8])
    })

    it('filters by channel, status, direction and time of occurrence', async () => {
      const b = await v.visitor()
      await likes(1)
      await b.act({ follow: { handle: a.handle } })
      const middle = await clockOf(server)
      await server.advance(10_000)
      await a.act({ like: { postId: v.postId } })
      const sequences = async (query: string) => (await a.events(query)).map(({ sequence }) => sequence)
      expect(await sequences('')).toEqual([1, 2, 3, 4, 5])
      expect(await sequences('&channel=public')).toEqual([3])
      expect(await sequences('&status=attempted')).toEqual([1, 4])
      expect(await sequences('&status=refused')).toEqual([5])
      expect(await sequences('&direction=incoming')).toEqual([3])
      expect(await sequences('&channel=chess')).toEqual([])
      expect(await sequences(`&to=${iso(middle)}`)).toEqual([1, 2, 3])
      expect(await sequences(`&from=${iso(middle + 1)}`)).toEqual([4, 5])
      expect(await sequences(`&from=${iso(middle)}&to=${iso(middle)}&channel=action`)).toEqual([1, 2])
      expect(await sequences(`&from=${encodeURIComponent('2026-03-10T14:00:00+02:00')}&channel=public`)).toEqual([3])
    })

    it('looks at no more than 100 events a page, so that an empty page need not be the last', async () => {
      await likes(1)
      await lengthen()
      const move = '[["cmri",0,{"g":"game_x"},"chess",["ada"]]]'
      await changeStore(server, 'update events set facts = $2 where agent_id = $1 and sequence in (201, 202)', [
        a.agentId,
        move,
      ])
      const pages: unknown[] = []
      let cursor = ''
      for (;;) {
        const { events, hasMore, nextCursor } = (await a.observe(`/events?limit=1&channel=chess${cursor}`)).body.data
        pages.push([events.map(({ sequence }: any) => sequence), hasMore])
        if (!hasMore) break
        cursor = `&cursor=${nextCursor}`
      }
      expect(pages).toEqual([
        [[], true],
        [[], true],
        [[201], true],
        [[202], false],
      ])
      const cut = (await a.observe('/export?channel=chess')).body.data
      expect([cut.count, cut.truncated]).toEqual([0, true])
      const whole = (await a.observe('/export?limit=100')).body.data
      expect([whole.count, whole.truncated, whole.facts.at(-1).sequence]).toEqual([100, true, 100])
    })

    it('starts near the time that is asked for, however much came before', async () => {
      await likes(1)
      await lengthen()
      await server.advance(3_600_000)
      const later = await clockOf(server)
      await likes(1)
      const { data } = (await a.observe(`/export?limit=1&from=${iso(later)}`)).body
      expect(data.facts.map(({ sequence }: any) => sequence)).toEqual([251])
      expect([data.truncated, data.from, data.to, data.count]).toEqual([true, iso(later), null, 1])
      expect(data).toMatchObject({ schemaVersion: 1, agentId: a.agentId, worldId: v.worldId, exportedAt: iso(later) })
      const page = (await a.observe(`/events?from=${iso(later - 1)}`)).body.data
      expect([page.events.map(({ sequence }: any) => sequence), page.hasMore]).toEqual([[251, 252], false])
      expect((await a.observe(`/events?from=${iso(later + 1)}`)).body.data.events).toEqual([])
    })

    it('finds one event by its id, and only for the visitor it is about (AMB-98)', async () => {
      await likes(1)
      const [, event] = await a.events()
      expect((await a.observe(`/events/${event.eventId}`)).body.data).toEqual({ schemaVersion: 1, event })
      const b = await v.visitor()
      await b.act({ like: { postId: v.postId } })
      expectCode(await b.observe(`/events/${event.eventId}`), 404, 'NOT_FOUND')
      for (const id of ['x', `${event.eventId}0`, event.eventId.replace(/_2$/, '_3'), '%00', 'evt_'.repeat(2_000)])
        expectCode(await a.observe(`/events/${id}`), 404, 'NOT_FOUND')
    })

    it('shows a standing that was released and never builds one', async () => {
      const standing = async () => (await a.observe('/standing')).body.data
      const rows = () => readStore(server, 'select state from standings where agent_id = $1', [a.agentId])
      expect(await standing()).toEqual({ schemaVersion: 1, available: false, reason: 'not_released' })
      expect(await rows()).toEqual([])
      const released = (await server.get(`/v1/visitors/${a.agentId}/standing`, a.key.key)).body.data
      expect(await standing()).toEqual({ schemaVersion: 1, available: true, digest: released })
      await changeStore(server, `update standings set state = 'stale' where agent_id = $1`, [a.agentId])
      expect(await standing()).toEqual({ schemaVersion: 1, available: false, reason: 'stale' })
      await changeStore(server, `update standings set state = 'building', lease_until = 9e15 where agent_id = $1`, [
        a.agentId,
      ])
      expect(await standing()).toMatchObject({ available: false, reason: 'not_released' })
      await server.switches({ visitorStandingDigestEnabled: false })
      expect(await standing()).toEqual({ schemaVersion: 1, available: false, reason: 'disabled' })
      await server.switches({ visitorStandingDigestEnabled: true })
      await toNextDay(server)
      expect(await standing()).toMatchObject({ available: false, reason: 'not_released' })
    })

    it('leaves nothing of a visitor’s events behind when its world is purged', async () => {
      await likes(1)
      await server.operator('DELETE', `/_operator/worlds/${v.worldId}`)
      await server.advance(1_000)
      expect(await readStore(server, 'select sequence from events where world_id = $1', [v.worldId])).toEqual([])
    })
  })
