import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestServer } from './harness.ts'
import {
  clockOf,
  DAY_MS,
  ENOUGH,
  type Extra,
  endStandings,
  iso,
  NO_BANDS,
  NORMAL,
  type Scene,
  scene as sceneOn,
  spread,
  startStandings,
  toNextDay,
} from './standing-harness.ts'
import { changeStore, readStore } from './store-access.ts'

/** Four residents and plenty of days: a fifth resident decides. */
const FOUR = [3, 3, 3, 3]

for (const engine of ENGINES)
  describe(`standing on ${engine}`, () => {
    let server: TestServer
    const scene = (days: readonly number[], extra?: (s: Scene) => Extra) => sceneOn(server, days, extra)
    const visibility = (kind: 'posts' | 'replies', id: unknown, to: string) =>
      server.operator('PATCH', `/_operator/${kind}/${id}`, { visibility: to })
    const nextDay = () => toNextDay(server)

    beforeAll(async () => {
      server = await startStandings(engine)
    })
    beforeEach(() => server.switches(NORMAL))
    afterAll(() => endStandings(server))

    it('answers with the digest of the previous 30 whole days and nothing else (2.13)', async () => {
      const s = await scene(ENOUGH)
      const { status, headers, body } = await s.read()
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(body).toEqual({
        data: {
          schemaVersion: 1,
          policyVersion: 'v1',
          coverage: 'public_reply_engagement_v1',
          status: 'ready',
          windowStart: iso(s.midnight - 30 * DAY_MS),
          windowEnd: iso(s.midnight),
          updatedAt: iso(await clockOf(server)),
          nextUpdateAt: iso(s.midnight + DAY_MS),
          residentCountBand: '5_9',
          residentDayBand: '10_19',
          repeatResidentCountBand: '5_9',
        },
      })
      expect(await s.used()).toBe(1)
    })

    it.each([
      [4, null],
      [5, '5_9'],
      [9, '5_9'],
      [10, '10_19'],
      [19, '10_19'],
      [20, '20_49'],
      [49, '20_49'],
      [50, '50_plus'],
    ])('puts %i residents into %s', async (residents, band) => {
      const { data } = (await (await scene(spread(residents, residents * 3))).read()).body
      expect([data.status, data.residentCountBand]).toEqual([band === null ? 'insufficient_evidence' : 'ready', band])
    })

    it.each([
      [9, null],
      [10, '10_19'],
      [19, '10_19'],
      [20, '20_49'],
      [49, '20_49'],
      [50, '50_99'],
      [99, '50_99'],
      [100, '100_plus'],
    ])('puts %i resident-days into %s', async (residentDays, band) => {
      const { data } = (await (await scene(spread(5, residentDays))).read()).body
      expect([data.status, data.residentDayBand]).toEqual([band === null ? 'insufficient_evidence' : 'ready', band])
    })

    it.each([
      ['fewer than five repeat', [2, 2, 2, 2, 1, 1, 1, 1, 1, 1], null],
      ['one does not', [2, 2, 2, 2, 2, 1], null],
      ['four do not', [2, 2, 2, 2, 2, 1, 1, 1, 1], null],
      ['five do not', [2, 2, 2, 2, 2, 1, 1, 1, 1, 1], '5_9'],
      ['all do', [2, 2, 2, 2, 2, 2, 2, 2, 2, 2], '10_19'],
    ])('gives the repeat band where it points at no small group: %s', async (_name, days, band) => {
      const { data } = (await (await scene(days)).read()).body
      expect([data.status, data.repeatResidentCountBand]).toEqual(['ready', band])
    })

    it('counts a resident once per UTC day', async () => {
      const s = await scene([2, 2, 2, 2, 1], ({ reply, tag, midnight }) => ({
        replies: [reply(4, 1, { id: `${tag}-again`, createdAt: iso(midnight - 1) })],
      }))
      expect(await s.status()).toBe('insufficient_evidence')
    })

    type Fifth = (s: Scene) => Extra
    /** Somebody else's public post, and what the visitor said under it. */
    const elsewhere = (s: Scene, more: object = {}, own: object = {}, post: object = {}): Extra => ({
      agents: [{ id: s.resident(4) }],
      posts: [{ id: `${s.tag}-e`, agentId: s.resident(0), text: 'Elsewhere.', ...post }],
      replies: [
        { id: `${s.tag}-own`, postId: `${s.tag}-e`, agentId: s.visitorId, text: 'Aye.', ...own },
        s.reply(4, 1, { postId: `${s.tag}-e`, parentReplyId: `${s.tag}-own`, ...more }),
      ],
    })
    it.each<[string, Fifth]>([
      ['a resident under its post', (s) => ({ agents: [{ id: s.resident(4) }], replies: [s.reply(4, 1)] })],
      ['a resident under its reply elsewhere', (s) => elsewhere(s)],
    ])('counts %s', async (_name, fifth) => {
      expect(await (await scene(FOUR, fifth)).status()).toBe('ready')
    })
    it.each<[string, Fifth]>([
      ['the visitor itself', (s) => ({ replies: [s.reply(4, 1, { agentId: s.visitorId })] })],
      ['another visitor', (s) => ({ agents: [{ id: s.resident(4), kind: 'visitor' }], replies: [s.reply(4, 1)] })],
      ['a human', (s) => ({ agents: [{ id: s.resident(4), kind: 'human' }], replies: [s.reply(4, 1)] })],
      ['a disabled resident', (s) => ({ agents: [{ id: s.resident(4), enabled: false }], replies: [s.reply(4, 1)] })],
      [
        'a hidden reply',
        (s) => ({ agents: [{ id: s.resident(4) }], replies: [s.reply(4, 1, { visibility: 'hidden' })] }),
      ],
      [
        'a reply held for review',
        (s) => ({ agents: [{ id: s.resident(4) }], replies: [s.reply(4, 1, { visibility: 'quarantined' })] }),
      ],
      [
        'a reply under a hidden post',
        (s) => ({
          agents: [{ id: s.resident(4) }],
          posts: [{ id: `${s.tag}-h`, agentId: s.visitorId, text: 'Gone.', visibility: 'hidden' }],
          replies: [s.reply(4, 1, { postId: `${s.tag}-h` })],
        }),
      ],
      ['a reply to nobody under a post of another', (s) => elsewhere(s, { parentReplyId: null })],
      ['a reply to a hidden reply', (s) => elsewhere(s, {}, { visibility: 'hidden' })],
      ['a reply to its reply under a hidden post', (s) => elsewhere(s, {}, {}, { visibility: 'hidden' })],
      ['a reply to a reply of another', (s) => elsewhere(s, {}, { agentId: s.resident(1) })],
    ])('does not count %s', async (_name, fifth) => {
      expect(await (await scene(FOUR, fifth)).status()).toBe('insufficient_evidence')
    })

    it('does not count what stands in another world', async () => {
      const s = await scene(FOUR, ({ resident }) => ({ agents: [{ id: resident(4) }] }))
      const other = await server.world()
      // The same ids over there, so that nothing but the world tells them apart.
      const twin = async (table: 'agents' | 'posts', id: string) => {
        const [row] = await readStore(server, `select * from ${table} where world_id = $1 and id = $2`, [s.worldId, id])
        const columns = Object.keys(row)
        await changeStore(
          server,
          `insert into ${table} (${columns}) values (${columns.map((_, i) => `$${i + 1}`)})`,
          Object.values({ ...row, world_id: other }),
        )
      }
      await twin('agents', s.resident(4))
      await twin('posts', s.postId)
      await changeStore(
        server,
        `insert into replies (world_id, id, post_id, parent_reply_id, agent_id, text, visibility, like_count, created_at)
         values ($1, $2, $3, null, $4, 'Hm.', 'public', 0, $5)`,
        [other, `${s.tag}-x`, s.postId, s.resident(4), s.midnight - DAY_MS],
      )
      expect(await s.status()).toBe('insufficient_evidence')
    })

    it.each<[string, (midnight: number) => number, string]>([
      ['the first millisecond', (midnight) => midnight - 30 * DAY_MS, 'ready'],
      ['the millisecond before', (midnight) => midnight - 30 * DAY_MS - 1, 'insufficient_evidence'],
      ['the last millisecond', (midnight) => midnight - 1, 'ready'],
      ['the first millisecond of today', (midnight) => midnight, 'insufficient_evidence'],
    ])('ends the window to the millisecond: %s', async (_name, at, status) => {
      const s = await scene(FOUR, ({ resident, reply, midnight }) => ({
        agents: [{ id: resident(4) }],
        replies: [reply(4, 1, { createdAt: iso(at(midnight)) })],
      }))
      expect(await s.status()).toBe(status)
    })

    it('shares one allowance among all keys, of which a new key may use the first eight (AMB-87)', async () => {
      const s = await scene(ENOUGH)
      const young = await s.driver({ createdAt: iso((await clockOf(server)) - DAY_MS + 1) })
      for (let i = 0; i < 8; i++) expect(await s.status(young.key)).toBe('ready')
      expect(await s.status(young.key)).toBe('STANDING_DAILY_BUDGET_EXCEEDED')
      const grown = await s.driver({ createdAt: iso((await clockOf(server)) - DAY_MS) })
      for (let i = 8; i < 24; i++) expect(await s.status(i % 2 ? grown.key : s.key.key)).toBe('ready')
      expect(await s.status()).toBe('STANDING_DAILY_BUDGET_EXCEEDED')
      expect(await s.status(young.key)).toBe('STANDING_DAILY_BUDGET_EXCEEDED')
      expect(await s.used()).toBe(24)
      expect(await (await scene(ENOUGH)).status()).toBe('ready')
      await nextDay()
      expect(await s.status()).toBe('ready')
    })

    it('refuses in the order chain, gate, authority, query, allowance, and keeps every answer private (AMB-50)', async () => {
      const s = await scene(ENOUGH)
      for (let i = 0; i < 24; i++) await s.read()
      const app = (await server.operator('POST', '/_operator/apps', { ownerUid: `u${s.tag}`, name: 'App' })).body.data
      await changeStore(server, 'update visitors set app_id = $1, owner_uid = $2 where agent_id = $3', [
        app.id,
        `u${s.tag}`,
        s.visitorId,
      ])
      await server.operator('PATCH', `/_operator/apps/${app.id}`, { status: 'suspended' })
      await server.switches({ visitorDriveEnabled: false, visitorStandingDigestEnabled: 'true' })
      const stranger = await s.driver({ allowedAgentIds: ['somebody'] })
      const expected = async (code: string, query: string, using?: string) => {
        const { body, headers } = await s.read(query, using)
        expect([body.error?.code, headers.get('cache-control')]).toEqual([code, 'private, no-store'])
      }
      await expected('MISSING_API_KEY', '?page=1', '')
      await expected('VISITOR_DRIVE_DISABLED', '?page=1', stranger.key)
      await server.switches({ visitorDriveEnabled: true })
      await expected('DRIVE_AGENT_NOT_ALLOWED', '?page=1', stranger.key)
      await expected('VISITOR_STANDING_DISABLED', '?page=1')
      await server.switches({ visitorStandingDigestEnabled: true })
      await expected('STANDING_ACCESS_DENIED', '?page=1')
      await server.operator('PATCH', `/_operator/apps/${app.id}`, { status: 'active' })
      for (const query of ['?page=1', '?x', '?x=', '?&a=1&a=2', '?%ff=1'])
        await expected('INVALID_STANDING_QUERY', query)
      await expected('STANDING_DAILY_BUDGET_EXCEEDED', '')
      await expected('STANDING_DAILY_BUDGET_EXCEEDED', '?')
      expect(await s.used()).toBe(24)
    })

    it('asks whether the owner still stands behind the visitor, whichever key reads (AMB-134)', async () => {
      const s = await scene(ENOUGH)
      const uid = `u${s.tag}`
      const app = (await server.operator('POST', '/_operator/apps', { ownerUid: uid, name: 'App' })).body.data
      const link = (appId: string | null, ownerUid: string | null, releasedAt: number | null = null) =>
        changeStore(server, 'update visitors set app_id = $1, owner_uid = $2, released_at = $3 where agent_id = $4', [
          appId,
          ownerUid,
          releasedAt,
          s.visitorId,
        ])
      const both = async () => [await s.status(), await s.status((await s.driver()).key)]
      const fine = ['ready', 'ready']
      const denied = ['STANDING_ACCESS_DENIED', 'STANDING_ACCESS_DENIED']
      await link(app.id, uid)
      // An operator made the app; its owner never signed up.
      expect(await both()).toEqual(fine)
      for (const status of ['suspended', 'revoked']) {
        await server.operator('PATCH', `/_operator/apps/${app.id}`, { status })
        expect(await both()).toEqual(denied)
      }
      await server.operator('PATCH', `/_operator/apps/${app.id}`, { status: 'active' })
      await changeStore(server, `insert into developers (uid, status, created_at) values ($1, 'active', 1)`, [uid])
      expect(await both()).toEqual(fine)
      await changeStore(server, `update developers set status = 'suspended' where uid = $1`, [uid])
      expect(await both()).toEqual(denied)
      await link(app.id, null)
      expect(await both()).toEqual(denied)
      await link('no-such-app', null)
      expect(await both()).toEqual(denied)
      await link(null, null)
      expect(await both()).toEqual(fine)
      await link(null, null, s.midnight)
      expect(await both()).toEqual(denied)
    })

    it('keeps one release for the day, independent of later acts and of the key (4.12, AMB-93)', async () => {
      const few = await scene(FOUR)
      const many = await scene(ENOUGH)
      const first = [(await few.read()).body, (await many.read()).body]
      for (const s of [few, many])
        await server.import({
          agents: Array.from({ length: 10 }, (_, i) => ({
            id: s.resident(10 + i),
            worldId: s.worldId,
            handle: `l${s.tag}${i}`,
          })),
          replies: Array.from({ length: 10 }, (_, i) => s.reply(10 + i, 1)),
        })
      await server.advance(3_600_000)
      const rotated = (await server.operator('POST', `/_operator/keys/${many.key.id}/rotate`, {})).body.data.key
      expect([(await few.read()).body, (await many.read('', rotated)).body]).toEqual(first)
      expect((await many.read('', (await many.driver()).key)).body).toEqual(first[1])
      expect([await few.row(), await many.row()]).toMatchObject([
        { state: 'insufficient_evidence', fence: 1 },
        { state: 'ready', fence: 1 },
      ])
      await nextDay()
      expect((await few.read()).body.data).toMatchObject({ status: 'ready', residentCountBand: '10_19' })
      expect((await many.read('', rotated)).body.data).toMatchObject({ status: 'ready', residentCountBand: '10_19' })
    })

    it('never tells more than bands', async () => {
      const s = await scene(spread(7, 23))
      const text = JSON.stringify((await s.read()).body)
      expect(text).not.toContain(s.tag)
      expect(JSON.parse((await s.row()).support)).toHaveLength(23)
    })

    it('says coverage_limited when there is more to look at than the bound, and keeps to it (AMB-92)', async () => {
      await server.switches({ standingScanLimit: 10 })
      const exact = await scene(ENOUGH)
      const over = await scene([...ENOUGH, 1])
      const own = (s: Scene, n: number) => Array.from({ length: n }, (_, i) => ({ id: `${s.tag}-o${i}`, text: 'x' }))
      const posts = await scene(ENOUGH, (s) => ({ posts: own(s, 10).map((o) => ({ ...o, agentId: s.visitorId })) }))
      const replies = await scene(ENOUGH, (s) => ({
        posts: [{ id: `${s.tag}-q`, agentId: s.resident(0), text: 'q' }],
        replies: own(s, 11).map((o) => ({ ...o, postId: `${s.tag}-q`, agentId: s.visitorId })),
      }))
      expect(await exact.status()).toBe('ready')
      for (const s of [over, posts, replies]) {
        const { data } = (await s.read()).body
        expect(data).toMatchObject({ status: 'coverage_limited', ...NO_BANDS })
      }
      await server.switches({ standingScanLimit: null })
      for (const s of [over, posts, replies]) expect(await s.status()).toBe('coverage_limited')
      await nextDay()
      for (const s of [over, posts, replies]) expect(await s.status()).toBe('ready')
    })

    const removals: [string, (s: Scene) => Promise<unknown>, (s: Scene) => Promise<unknown>][] = [
      [
        'a reply is hidden',
        (s) => visibility('replies', s.reply(0, 1).id, 'hidden'),
        (s) => visibility('replies', s.reply(0, 1).id, 'public'),
      ],
      [
        'a reply is erased',
        (s) => server.operator('DELETE', `/_operator/replies/${s.reply(4, 2).id}`),
        (s) => server.import({ replies: [s.reply(4, 2)] }),
      ],
      [
        'the post is hidden',
        (s) => visibility('posts', s.postId, 'hidden'),
        (s) => visibility('posts', s.postId, 'public'),
      ],
      [
        'a resident is disabled',
        (s) => server.operator('PATCH', `/_operator/agents/${s.resident(2)}`, { enabled: false }),
        (s) => server.operator('PATCH', `/_operator/agents/${s.resident(2)}`, { enabled: true }),
      ],
      [
        'a reply turns out to be of another day',
        (s) => server.import({ replies: [s.reply(0, 1, { createdAt: iso(s.midnight - 40 * DAY_MS) })] }),
        (s) => server.import({ replies: [s.reply(0, 1)] }),
      ],
      [
        'a reply turns out to be by somebody else',
        (s) => server.import({ replies: [s.reply(0, 1, { agentId: s.resident(1) })] }),
        (s) => server.import({ replies: [s.reply(0, 1)] }),
      ],
    ]
    it.each(removals)(
      'is stale for the rest of the day once %s, also when it comes back (AMB-88)',
      async (_name, take, back) => {
        const s = await scene(ENOUGH)
        expect(await s.status()).toBe('ready')
        await server.advance(60_000)
        await take(s)
        const stale = (await s.read()).body.data
        expect(stale).toMatchObject({ status: 'stale', ...NO_BANDS })
        expect(stale.updatedAt).toBe(iso(await clockOf(server)))
        await back(s)
        await server.advance(60_000)
        expect((await s.read()).body.data).toEqual(stale)
        expect(await s.row()).toMatchObject({ state: 'stale', digest: null, support: null })
        await nextDay()
        expect(await s.status()).toBe('ready')
      },
    )

    it('is stale once the reply of its own that was answered is hidden', async () => {
      const s = await scene(FOUR, (s) => elsewhere(s))
      expect(await s.status()).toBe('ready')
      await visibility('replies', `${s.tag}-own`, 'hidden')
      expect(await s.status()).toBe('stale')
    })

    it('stays ready when what goes was not counted', async () => {
      const s = await scene(ENOUGH, ({ reply, tag, midnight }) => ({
        replies: [reply(0, 1, { id: `${tag}-second`, createdAt: iso(midnight - 1) })],
      }))
      expect(await s.status()).toBe('ready')
      await visibility('replies', `${s.tag}-second`, 'hidden')
      expect(await s.status()).toBe('ready')
    })
  })
