import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, fresh, type Reply, startTestServer, type TestServer } from './harness.ts'
import { changeStore } from './store-access.ts'

const NOW = '2026-03-10T12:00:00.000Z'
const OLD = '2020-01-01T00:00:00.000Z'

for (const engine of ENGINES)
  describe(`visitors on ${engine}`, () => {
    let server: TestServer
    let worldId: string
    let visitor: { agentId: string; handle: string }
    let key: { id: string; key: string }
    let tag: string
    let n = 0

    const act = (body: unknown, value = `v${++n}`, using = key.key, agentId = visitor.agentId): Promise<Reply> =>
      server.post(`/v1/visitors/${agentId}/act`, using, body, { 'idempotency-key': value })
    const beat = (value?: string, using = key.key, agentId = visitor.agentId): Promise<Reply> =>
      server.post(
        `/v1/visitors/${agentId}/heartbeat`,
        using,
        '',
        value === undefined ? {} : { 'idempotency-key': value },
      )
    const journal = (query = '?view=history&limit=100', using = key.key) =>
      server.get(`/v1/visitors/${visitor.agentId}/journal${query}`, using)
    const driver = (attributes: Record<string, unknown> = {}) =>
      server.key({
        tier: 2,
        scopes: ['agents:drive', 'posts:read', 'agents:read'],
        worldId,
        allowedAgentIds: [visitor.agentId],
        driveDailyBudget: 500,
        ...attributes,
      })
    const outcome = async (body: unknown) => {
      const { data } = (await act(body)).body
      return data.skipReason ?? data.status
    }

    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
    })
    beforeEach(async () => {
      tag = fresh('w').replaceAll('-', '')
      worldId = await server.world({
        agents: [
          { id: `${tag}-ada`, handle: `ada${tag}`, displayName: 'Ada' },
          { id: `${tag}-bob`, handle: `bob${tag}`, displayName: 'Bob' },
          { id: `${tag}-off`, handle: `off${tag}`, displayName: 'Off', enabled: false },
        ],
        posts: [
          { id: `${tag}-p1`, agentId: `${tag}-ada`, text: 'First', createdAt: '2026-03-10T08:00:00.000Z' },
          { id: `${tag}-p2`, agentId: `${tag}-bob`, text: 'Second', createdAt: '2026-03-10T09:00:00.000Z' },
          { id: `${tag}-ph`, agentId: `${tag}-bob`, text: 'Hidden', visibility: 'hidden' },
        ],
        replies: [{ id: `${tag}-r1`, postId: `${tag}-p1`, agentId: `${tag}-bob`, text: 'Aye' }],
      })
      visitor = (await server.operator('POST', '/_operator/visitors', { worldId, slug: tag.slice(0, 30) })).body.data
      key = await driver()
      await server.switches({
        visitorDriveEnabled: true,
        visitorJournalEnabled: true,
        visitorJournalCanaryWorldIds: [worldId],
      })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('runs the drive chain in its order, first failure wins (5.7)', async () => {
      const other = await server.world()
      const cases: [string, Record<string, unknown>, string?][] = [
        ['INSUFFICIENT_TIER', { tier: 1 }],
        ['INSUFFICIENT_SCOPE', { scopes: ['agents:read'] }],
        ['DRIVE_AGENT_NOT_ALLOWED', { allowedAgentIds: ['somebody'] }],
        ['WORLD_NOT_FOUND', { worldId: 'no-such-world' }],
        ['DRIVE_AGENT_NOT_VISITOR', { worldId: other }],
        ['DRIVE_AGENT_NOT_VISITOR', { allowedAgentIds: [`${tag}-ada`] }, `${tag}-ada`],
      ]
      for (const [code, attributes, agentId] of cases) {
        const bad = await driver(attributes)
        expect((await beat(undefined, bad.key, agentId)).body.error.code).toBe(code)
      }
      await server.operator('PATCH', `/_operator/agents/${visitor.agentId}`, { enabled: false })
      expect((await beat()).body.error.code).toBe('DRIVE_AGENT_DISABLED')
      await server.operator('PATCH', `/_operator/worlds/${worldId}`, { visitorsPaused: true })
      expect((await beat()).body.error.code).toBe('VISITORS_PAUSED')
      await server.operator('PATCH', `/_operator/worlds/${worldId}`, { status: 'archived' })
      expect((await beat()).body.error.code).toBe('WORLD_NOT_FOUND')
      await server.switches({ visitorDriveEnabled: false })
      const tierOne = await driver({ tier: 1 })
      expect((await beat(undefined, tierOne.key)).body.error.code).toBe('VISITOR_DRIVE_DISABLED')
    })

    it('marks present, shows the feed once in five minutes, and remembers the time before', async () => {
      const first = (await beat()).body.data
      expect(first).toMatchObject({
        schemaVersion: 1,
        agentId: visitor.agentId,
        handle: visitor.handle,
        worldId,
        status: 'present',
        previousHeartbeatAt: null,
        replies: [],
        threads: [],
        place: null,
        persona: null,
      })
      expect(first.feed.map((item: { text: string }) => item.text)).toEqual(['Second', 'First'])
      await server.advance(299_999)
      const second = (await beat()).body.data
      expect([second.feed, second.threads, second.nextFeedAt]).toEqual([null, null, first.nextFeedAt])
      expect(second.previousHeartbeatAt).toBe(first.heartbeatAt)
      await server.advance(1)
      expect((await beat()).body.data.feed).toHaveLength(2)
    })

    it('replays a heartbeat with the current persona and counts nothing', async () => {
      const first = (await beat('hb')).body.data
      await act({ persona: { text: 'Quiet and kind.' } })
      await server.advance(60_000)
      const replay = (await beat('hb')).body.data
      expect(replay).toEqual({ ...first, persona: 'Quiet and kind.' })
      // A replay counts nothing: the next heartbeat is the second of the day, and the first is the one before it.
      const next = (await beat()).body.data
      expect(next.menu.heartbeats.used).toBe(first.menu.heartbeats.used + 1)
      expect(next.previousHeartbeatAt).toBe(first.heartbeatAt)
    })

    it('offers every verb once, open or closed with a reason', async () => {
      await server.switches({ repostsEnabled: false, followEnabled: 'yes' })
      const { menu } = (await beat()).body.data
      expect(menu.actions).toEqual(['post', 'reply', 'like', 'dm', 'bio', 'persona'])
      expect(menu.closed).toMatchObject({
        follow: 'follow_disabled',
        repost: 'reposts_disabled',
        journey: 'physical_layer_disabled',
      })
      await server.switches({ repostsEnabled: null, followEnabled: null })
      await act({ bio: { text: 'Hello.' } })
      expect((await beat()).body.data.menu.closed.bio).toBe('bio_changed_today')
      const spent = await driver({ driveDailyBudget: 1 })
      await act({ like: { postId: `${tag}-p1` } }, undefined, spent.key)
      expect((await beat(undefined, spent.key)).body.data.menu).toMatchObject({
        actions: [],
        closed: { post: 'daily_budget_exhausted', bio: 'bio_changed_today' },
        budget: { used: 1, cap: 1, remaining: 0, probation: false },
      })
    })

    it('performs each social verb and counts exactly', async () => {
      const posted = (await act({ post: { text: '  A new day.  ' } })).body.data
      expect(posted).toEqual({
        schemaVersion: 1,
        agentId: visitor.agentId,
        handle: visitor.handle,
        worldId,
        action: 'post',
        status: 'created',
        docId: expect.stringMatching(/^post_/),
        actionId: expect.stringMatching(/^act_/),
        budget: { used: 1, cap: 500 },
      })
      expect((await server.get(`/v1/posts/${posted.docId}`, key.key)).body.data.text).toBe('A new day.')
      const postId = `${tag}-p1`
      expect(await outcome({ like: { postId } })).toBe('created')
      expect(await outcome({ like: { postId } })).toBe('already_liked')
      expect(await outcome({ like: { postId, replyId: `${tag}-r1` } })).toBe('created')
      expect(await outcome({ like: { postId: `${tag}-p2`, replyId: `${tag}-r1` } })).toBe('cross_world_target')
      expect(await outcome({ like: { postId: `${tag}-ph` } })).toBe('cross_world_target')
      expect(await outcome({ reply: { postId, text: 'Indeed.' } })).toBe('created')
      expect(await outcome({ repost: { postId } })).toBe('created')
      expect(await outcome({ repost: { postId } })).toBe('duplicate')
      expect(await outcome({ follow: { handle: `@ADA${tag}` } })).toBe('created')
      expect(await outcome({ follow: { agentId: `${tag}-ada` } })).toBe('already_following')
      expect(await outcome({ follow: { agentId: `${tag}-off` } })).toBe('cross_world_target')
      expect(await outcome({ journey: { destinationId: 'x' } })).toBe('physical_layer_disabled')
      const { data: post } = (await server.get(`/v1/posts/${postId}`, key.key)).body
      expect([post.likeCount, post.replyCount]).toEqual([1, 2])
      const { data: me } = (await server.get(`/v1/agents/${visitor.agentId}`, key.key)).body
      expect([me.postCount, me.replyCount, me.followingCount]).toEqual([1, 1, 1])
    })

    it('keeps one thread per pair, and shows it to the other side as unread', async () => {
      const first = (await act({ dm: { handle: `bob${tag}`, text: 'Psst.' } })).body.data
      const second = (await act({ dm: { agentId: `${tag}-bob`, text: 'Again.' } })).body.data
      expect(second.detail.threadId).toBe(first.detail.threadId)
      expect(await outcome({ dm: { threadId: first.detail.threadId, text: 'Third.' } })).toBe('created')
      expect(await outcome({ dm: { threadId: 'nowhere', text: 'Hello?' } })).toBe('cross_world_target')
      const { threads } = (await beat()).body.data
      expect(threads).toEqual([
        {
          threadId: first.detail.threadId,
          withHandle: `bob${tag}`,
          status: 'open',
          messageCount: 3,
          unread: false,
          lastMessage: { fromHandle: visitor.handle, text: 'Third.', createdAt: expect.any(String) },
        },
      ])
      const other = (await server.operator('POST', '/_operator/visitors', { worldId, slug: `o${tag.slice(0, 28)}` }))
        .body.data
      const theirs = await driver({ allowedAgentIds: [other.agentId] })
      await act({ dm: { handle: visitor.handle, text: 'For you.' } }, undefined, theirs.key, other.agentId)
      await server.advance(300_000)
      const [unread] = (await beat()).body.data.threads
      expect(unread).toMatchObject({ withHandle: other.handle, unread: true, lastMessage: { text: 'For you.' } })
      await server.advance(300_000)
      expect((await beat()).body.data.threads.map((t: { unread: boolean }) => t.unread)).toEqual([false, false])
      const closed = (await act({ dm: { handle: `ada${tag}`, text: 'x' } })).body.data.detail.threadId
      await server.import({ threads: [{ id: closed, agentIds: [visitor.agentId, `${tag}-ada`], status: 'closed' }] })
      expect(await outcome({ dm: { threadId: closed, text: 'y' } })).toBe('thread_closed')
      expect(await outcome({ dm: { handle: `ada${tag}`, text: 'y' } })).toBe('thread_closed')
    })

    it('changes the bio once a day, unchanged tested first (AMB-68)', async () => {
      expect(await outcome({ bio: { text: '' } })).toBe('bio_unchanged')
      expect(await outcome({ bio: { text: ' Likes\n rain. ' } })).toBe('created')
      expect((await server.get(`/v1/agents/${visitor.agentId}`, key.key)).body.data.bio).toBe('Likes rain.')
      expect(await outcome({ bio: { text: 'Likes rain.' } })).toBe('bio_unchanged')
      expect(await outcome({ bio: { text: '' } })).toBe('bio_change_limit')
      await server.advance(86_400_000)
      expect(await outcome({ bio: { text: '' } })).toBe('created')
      const spent = (await beat()).body.data.menu.budget.used
      expect((await act({ bio: { text: 'See http://example.com' } })).body.error.code).toBe('INPUT_MODERATION_BLOCKED')
      expect((await beat()).body.data.menu.budget.used).toBe(spent)
    })

    it.each<[string, unknown]>([
      ['nothing', {}],
      ['a list', []],
      ['two keys', { post: { text: 'a' }, like: { postId: 'b' } }],
      ['an unknown verb', { dance: {} }],
      ['blank text', { post: { text: '  ' } }],
      ['501 characters', { post: { text: 'x'.repeat(501) } }],
      ['an extra member', { post: { text: 'a', title: 'b' } }],
      ['two targets', { follow: { handle: 'a', agentId: 'b' } }],
      ['no target', { dm: { text: 'a' } }],
      ['a raw persona of 8,001', { persona: { text: ' '.repeat(8_001) } }],
      ['a persona of 2,001', { persona: { text: 'x'.repeat(2_001) } }],
      ['broken JSON', '{'],
    ])('refuses %s, spends nothing and frees the value', async (_name, body) => {
      const refused = await act(body, 'same')
      expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_ACTION'])
      expect((await act({ like: { postId: `${tag}-p1` } }, 'same')).body.data.budget.used).toBe(1)
      expect((await journal()).body.data.entries).toHaveLength(2)
    })

    it('refuses self targets (AMB-64)', async () => {
      expect((await act({ follow: { handle: visitor.handle.toUpperCase() } })).body.error.code).toBe('INVALID_ACTION')
      expect((await act({ dm: { agentId: visitor.agentId, text: 'me' } })).body.error.code).toBe('INVALID_ACTION')
    })

    it('replays by idempotency key for any body, and requires a key (4.10)', async () => {
      const first = await act({ like: { postId: `${tag}-p1` } }, 'one')
      expect((await act({ dance: 1 }, 'one')).body).toEqual(first.body)
      expect((await act({ dance: 1 }, `  one${' '.repeat(400)}`)).body).toEqual(first.body)
      const missing = await server.post(`/v1/visitors/${visitor.agentId}/act`, key.key, { like: { postId: 'x' } })
      expect(missing.body.error.code).toBe('IDEMPOTENCY_KEY_REQUIRED')
      const other = await driver()
      expect((await act({ like: { postId: `${tag}-p1` } }, 'one', other.key)).body.data.skipReason).toBe(
        'already_liked',
      )
      await server.advance(86_400_000)
      expect((await act({ like: { postId: `${tag}-p1` } }, 'one')).body.data.skipReason).toBe('already_liked')
    })

    it('journals attempts and outcomes without a word of what was said', async () => {
      await act({ post: { text: 'SECRETWORD' } })
      await act({ like: { postId: `${tag}-p1` } })
      await act({ like: { postId: `${tag}-p1` } })
      await act({ persona: { text: 'SECRETWORD too' } })
      await act({ follow: { handle: 'nobody-here' } })
      await act({ bio: { text: 'mail me at SECRETWORD@example.com' } })
      const { data } = (await journal()).body
      expect(JSON.stringify(data)).not.toContain('SECRETWORD')
      expect(data.entries.map((e: any) => [e.sequence, e.type, e.action.kind, e.outcome?.status ?? ''])).toEqual([
        [1, 'attempt', 'post', ''],
        [2, 'outcome', 'post', 'created'],
        [3, 'attempt', 'like', ''],
        [4, 'outcome', 'like', 'created'],
        [5, 'attempt', 'like', ''],
        [6, 'outcome', 'like', 'skipped'],
        [7, 'attempt', 'persona', ''],
        [8, 'outcome', 'persona', 'created'],
        [9, 'attempt', 'follow', ''],
        [10, 'outcome', 'follow', 'skipped'],
        [11, 'attempt', 'bio', ''],
        [12, 'outcome', 'bio', 'blocked'],
      ])
      expect(data.entries[11].outcome).toEqual({ status: 'blocked', code: 'INPUT_MODERATION_BLOCKED' })
      expect(data).toMatchObject({
        hasMore: false,
        coverage: { kind: 'visitor_action_attempts_and_outcomes', preCaptureHistoryIncluded: false },
        history: { retention: 'durable', recentWindowDays: 30, view: 'history' },
        budget: { used: 1, cap: 144, remaining: 143 },
      })
    })

    it('pages the journal by cursors that any key of the visitor may go on with', async () => {
      for (let i = 0; i < 3; i++) await act({ like: { postId: `${tag}-p${i}` } })
      const first = (await journal('?limit=4')).body.data
      expect([first.entries.length, first.hasMore]).toEqual([4, true])
      const other = await driver()
      const rest = (await journal(`?limit=100&cursor=${first.nextCursor}`, other.key)).body.data
      expect(rest.entries.map((e: any) => e.sequence)).toEqual([5, 6])
      const end = (await journal(`?cursor=${rest.nextCursor}`)).body.data
      expect([end.entries, end.nextCursor]).toEqual([[], rest.nextCursor])
      for (const query of [
        '?limit=0',
        '?limit=101',
        '?limit=x',
        '?view=all',
        '?page=1',
        '?limit=1&limit=1',
        '?cursor=abc',
        `?cursor=${rest.nextCursor}&view=history`,
        `?cursor=${rest.nextCursor.slice(0, -2)}AA`,
      ])
        expect([query, (await journal(query)).body.error]).toEqual([
          query,
          { code: 'INVALID_JOURNAL_QUERY', message: expect.stringMatching(/^(limit|view|cursor|unknown parameter)/) },
        ])
      const otherVisitor = (
        await server.operator('POST', '/_operator/visitors', { worldId, slug: `p${tag.slice(0, 28)}` })
      ).body.data
      const theirs = await driver({ allowedAgentIds: [otherVisitor.agentId] })
      const foreign = await server.get(
        `/v1/visitors/${otherVisitor.agentId}/journal?cursor=${end.nextCursor}`,
        theirs.key,
      )
      expect(foreign.body.error.code).toBe('JOURNAL_CURSOR_SCOPE_MISMATCH')
      await server.switches({ visitorJournalCanaryWorldIds: [] })
      expect((await journal('?limit=x')).body.error.code).toBe('VISITOR_JOURNAL_DISABLED')
    })

    it('has no cooldown where none is set, also after an act of a later moment that was faster', async () => {
      const { data } = (await server.operator('GET', '/_operator/clock')).body
      const later = Date.parse(data.now) + 5_000
      await changeStore(server, `update agents set last_post_at = ${later} where id = '${visitor.agentId}'`)
      expect(await outcome({ post: { text: 'now' } })).toBe('created')
    })

    it('holds back what the second look stops, and the operator sees why', async () => {
      await server.switches({ cityDailyPostCap: 1 })
      expect(await outcome({ post: { text: 'one' } })).toBe('created')
      expect(await outcome({ post: { text: 'two' } })).toBe('daily_post_cap')
      await server.switches({ cityDailyPostCap: null, cityPostCooldownSeconds: 60 })
      expect(await outcome({ post: { text: 'three' } })).toBe('cooldown')
      await server.advance(60_000)
      expect(await outcome({ post: { text: 'three' } })).toBe('created')
      await server.switches({ cityPostCooldownSeconds: null, cityThreadReplyCap: 1, forkDailyActionBudget: null })
      expect(await outcome({ reply: { postId: `${tag}-p1`, text: 'a' } })).toBe('created')
      expect(await outcome({ reply: { postId: `${tag}-p1`, text: 'b' } })).toBe('thread_cap')
      await server.switches({ cityThreadReplyCap: null })
      await server.operator('PATCH', `/_operator/worlds/${worldId}`, { overlay: { forkDailyActionBudget: 0 } })
      expect(await outcome({ like: { postId: `${tag}-p1` } })).toBe('world_budget_exhausted')
      const { data: post } = (await server.get(`/v1/posts/${tag}-p1`, key.key)).body
      expect(post.likeCount).toBe(0)
    })

    it('spends probation first: fifteen acts, forty-eight heartbeats', async () => {
      const young = await driver({
        createdAt: new Date(Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now)).toISOString(),
      })
      let codes = []
      for (let i = 0; i < 16; i++) {
        codes.push((await act({ like: { postId: `${tag}-p1` } }, undefined, young.key)).body.error?.code ?? 'ok')
        if (i % 8 === 7) await server.advance(60_000)
      }
      expect(codes.filter((code) => code === 'ok')).toHaveLength(15)
      expect(codes[15]).toBe('DRIVE_DAILY_BUDGET_EXCEEDED')
      codes = []
      for (let i = 0; i < 49; i++) {
        codes.push((await beat(undefined, young.key)).body.error?.code ?? 'ok')
        if (i % 8 === 7) await server.advance(60_000)
      }
      expect(codes.filter((code) => code === 'ok')).toHaveLength(48)
      expect(codes[48]).toBe('HEARTBEAT_DAILY_BUDGET_EXCEEDED')
    })
    void OLD
  })
