import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, type Reply, startTestServer, type TestServer } from './harness.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  NOW,
  newSlug,
  OPEN_GATES,
  portalAs,
  startIssuer,
  statusAndCode,
  TERMS,
} from './portal-site.ts'
import { type Flagging, reportable, startFlagging } from './reports-site.ts'
import { readStore } from './store-access.ts'

const DAY = 24 * 3_600_000
/** A term of the operator's list, and a word of the text that holds it. */
const BANNED = 'grumbleweed'
const BLOCKED = `What a ${BANNED} this lighthouse is`

interface Guest {
  readonly owner: DeveloperAtWork
  readonly agentId: string
  readonly key: string
}

for (const engine of ENGINES)
  describe(`reports on ${engine}`, () => {
    let server: TestServer
    let other: TestServer | null = null
    let issuer: Issuer
    let moderation: Flagging
    let worldId: string
    /** Verdicts of the moderation endpoint for the next requests, in order. */
    const flagged: boolean[] = []

    const operate = async (method: string, path: string, body?: unknown) => {
      const reply = await server.operator(method, `/_operator${path}`, body)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply.body.data
    }
    const $ = (name: string) => `${worldId}-${name}`
    const reporter = (attributes = {}) => server.key({ worldId, ...attributes })
    const report = (key: string, body: unknown, headers = {}) => server.post('/v1/reports', key, body, headers)
    const ofPost = (more = {}) => ({ postId: $('post'), reason: 'spam', ...more })
    const guest = async (owner?: DeveloperAtWork): Promise<Guest> => {
      const who = owner ?? (await developer(issuer, server.baseUrl))
      const body = { slug: newSlug(), worldId, ...TERMS }
      const reply = await who.portal('POST', `/apps/${who.appId}/visitors`, body)
      expect(statusAndCode(reply)).toBe('201')
      return { owner: who, agentId: reply.body.data.visitor.agentId, key: reply.body.data.key.key }
    }
    const act = ({ agentId, key }: Guest, body: unknown): Promise<Reply> =>
      server.post(`/v1/visitors/${agentId}/act`, key, body, { 'idempotency-key': fresh('v') })
    const reviews = ({ owner, agentId }: Guest) => `/apps/${owner.appId}/visitors/${agentId}/reviews`
    const hiddenOf = async (who: Guest) => (await who.owner.portal('GET', reviews(who))).body.data
    const blocksOf = async (agentId: string, query = 'verdict=blocked') =>
      (await operate('GET', `/moderation?perPage=100&${query}`)).filter((one: any) => one.agentId === agentId)
    const rowsIn = async (table: string, where: string): Promise<number> =>
      Number((await readStore(server, `select count(*) as n from ${table} where ${where}`))[0].n)

    beforeAll(async () => {
      issuer = await startIssuer()
      moderation = await startFlagging(flagged)
      const env = { ...issuer.env, AGENT_NETWORK_MODERATION_URL: moderation.url }
      server = await startTestServer(engine, { env })
      if (engine === 'postgres') other = await startTestServer(engine, { env, databaseUrl: server.databaseUrl! })
      await server.setClock(NOW)
      await server.switches({
        ...OPEN_GATES,
        developerPortalEnabled: true,
        externalAgentInvokeEnabled: true,
        privateMessagingEnabled: true,
        cityPostCooldownSeconds: 0,
        bannedTerms: [BANNED],
      })
      worldId = (await operate('POST', '/worlds', { designation: 'visitor' })).id
      await server.import(reportable(worldId, $))
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await other?.close()
      await server.close()
      await moderation.close()
      await issuer.close()
    })

    it('takes a post, a reply or an agent, and tells the key and its app what came of it', async () => {
      const { id: appId } = await operate('POST', '/apps', { ownerUid: fresh('uid'), name: 'Watch' })
      const [mine, ours, theirs] = [await reporter({ appId }), await reporter({ appId }), await reporter()]
      const createdReport = await report(mine.key, ofPost({ text: ' Sells rope everywhere ' }))
      expect([createdReport.status, createdReport.body]).toEqual([
        201,
        { data: { id: expect.any(String), state: 'open' } },
      ])
      const { id } = createdReport.body.data
      for (const target of [{ replyId: $('reply') }, { agentId: $('ada') }])
        expect(statusAndCode(await report(mine.key, { ...target, reason: 'other' }))).toBe('201')
      const read = (key: string) => server.get(`/v1/reports/${id}`, key)
      expect((await read(ours.key)).body).toEqual({ data: { id, state: 'open', note: null } })
      expect(statusAndCode(await read(theirs.key))).toBe('404 NOT_FOUND')
      expect(statusAndCode(await server.get('/v1/reports/rpo_nothing', mine.key))).toBe('404 NOT_FOUND')

      const listed = (await operate('GET', '/reports?state=open&kind=report')).find((one: any) => one.id === id)
      expect(listed).toMatchObject({
        kind: 'report',
        reason: 'spam',
        text: 'Sells rope everywhere',
        of: 'post',
        subjectId: $('post'),
        subjectText: 'Fine b u m b l e rope for sale',
        visibility: 'public',
        agentId: $('ada'),
        keyId: mine.id,
        appId,
        settledAt: null,
      })
      const decided = await operate('PATCH', `/reports/${id}`, { state: 'upheld', note: 'Hidden. Thank you.' })
      expect(decided).toMatchObject({ state: 'upheld', settledAt: NOW })
      expect((await read(mine.key)).body.data).toEqual({ id, state: 'upheld', note: 'Hidden. Thank you.' })
      expect((await operate('GET', `/audit?target=${id}`))[0]).toMatchObject({
        action: 'report.change',
        target: id,
        detail: { changed: ['state', 'note'], state: 'upheld' },
        before: { state: 'open' },
      })
      expect((await operate('GET', '/reports?state=open')).map((one: any) => one.id)).not.toContain(id)
      for (const bad of [{ state: 'maybe' }, { note: 'n'.repeat(501) }, { colour: 1 }])
        expect(statusAndCode(await server.operator('PATCH', `/_operator/reports/${id}`, bad))).toBe('400 INVALID_INPUT')
      expect(statusAndCode(await server.operator('PATCH', '/_operator/reports/rpo_none', {}))).toBe('404 NOT_FOUND')
      expect(statusAndCode(await server.operator('GET', '/_operator/reports?state=maybe'))).toBe('400 INVALID_INPUT')
    })

    it('refuses in the order of every keyed route, then the body, then the target, and takes nothing for it', async () => {
      const nonsense = '{'
      const narrow = await reporter({ scopes: ['agents:read'] })
      const revoked = await reporter({ revokedAt: NOW })
      const { id, key } = await reporter()
      const order: [string, unknown, string][] = [
        ['', nonsense, '401 MISSING_API_KEY'],
        [revoked.key, nonsense, '403 KEY_REVOKED'],
        [narrow.key, nonsense, '403 INSUFFICIENT_SCOPE'],
        [key, nonsense, '400 INVALID_QUERY'],
        [key, { reason: 'spam' }, '400 INVALID_QUERY'],
        [key, ofPost({ replyId: $('reply') }), '400 INVALID_QUERY'],
        [key, { postId: $('post') }, '400 INVALID_QUERY'],
        [key, ofPost({ reason: 'dull' }), '400 INVALID_QUERY'],
        [key, ofPost({ text: 'x'.repeat(501) }), '400 INVALID_QUERY'],
        [key, ofPost({ text: 'a\0b' }), '400 INVALID_QUERY'],
        [key, ofPost({ text: 'x'.repeat(16 * 1_024) }), '400 PAYLOAD_TOO_LARGE'],
        [key, ofPost({ postId: $('hidden') }), '404 NOT_FOUND'],
        [key, { replyId: $('under'), reason: 'spam' }, '404 NOT_FOUND'],
        [key, { agentId: $('post'), reason: 'spam' }, '404 NOT_FOUND'],
      ]
      for (const [using, body, expected] of order)
        expect([body, statusAndCode(await report(using, body))]).toEqual([body, expected])
      expect(statusAndCode(await report(key, ofPost(), { 'content-type': 'text/plain' }))).toBe('400 INVALID_QUERY')
      const elsewhere = await server.key({ worldId: await server.world() })
      expect(statusAndCode(await report(elsewhere.key, ofPost()))).toBe('404 NOT_FOUND')
      expect(statusAndCode(await report((await server.key()).key, ofPost()))).toBe('404 NOT_FOUND')
      expect(await rowsIn('budgets', `subject = '${id}' and counter = 'reports'`)).toBe(0)
      // Characters are code points: an emoji of two units is one.
      expect(statusAndCode(await report(key, ofPost({ text: '🪢'.repeat(500) })))).toBe('201')
    })

    it('gives a key ten a UTC day, however many come at once and to whichever node', async () => {
      const { key } = await reporter()
      const nodes = [server, other ?? server]
      const replies = await Promise.all(
        Array.from({ length: 16 }, (_, i) => nodes[i % 2]!.post('/v1/reports', key, ofPost())),
      )
      const over = replies.filter(({ status }) => status !== 201)
      expect(over.map(statusAndCode)).toEqual(Array(6).fill('429 REPORT_DAILY_LIMIT_EXCEEDED'))
      expect(over[0]!.headers.get('retry-after')).toBe(String(12 * 3_600))
      expect(statusAndCode(await report((await reporter()).key, ofPost()))).toBe('201')
      await server.advance(12 * 3_600_000)
      const twice = { 'idempotency-key': 'the same' }
      const first = await report(key, ofPost(), twice)
      expect(statusAndCode(first)).toBe('201')
      const again = await Promise.all(
        nodes.map((node) => node.post('/v1/reports', key, ofPost({ reason: 'abuse' }), twice)),
      )
      for (const reply of again) {
        expect([reply.status, reply.body]).toEqual([201, first.body])
        expect(reply.headers.get('idempotent-replayed')).toBe('true')
      }
      const remainingReports = await Promise.all(Array.from({ length: 10 }, () => report(key, ofPost())))
      expect(remainingReports.filter(({ status }) => status === 201).length).toBe(9)
      // A spent limit does not refuse repeated requests.
      expect((await report(key, ofPost(), twice)).body).toEqual(first.body)
    })

    it('takes reports with a sign-in, ten an account, and lists those of the app', async () => {
      const who = await guest()
      const { portal, appId } = who.owner
      const path = `/apps/${appId}/reports`
      expect(statusAndCode(await portal('POST', path, { reason: 'spam' }))).toBe('400 INVALID_INPUT')
      expect(statusAndCode(await portal('POST', path, ofPost({ postId: $('hidden') })))).toBe('404 NOT_FOUND')
      expect(statusAndCode(await portalAs(server.baseUrl)('POST', path, ofPost()))).toBe('401 UNAUTHORIZED')
      const privateReport = await portal('POST', path, ofPost({ reason: 'private' }))
      expect([privateReport.status, privateReport.body.data.state]).toEqual([201, 'open'])
      const { id } = privateReport.body.data
      const expectedReport = { id, state: 'open', note: null, of: 'post', subjectId: $('post'), reason: 'private' }
      expect((await portal('GET', path)).body.data).toEqual([{ ...expectedReport, createdAt: expect.any(String) }])
      expect((await portal('GET', `${path}/${id}`)).body.data).toMatchObject(expectedReport)
      const stranger = await developer(issuer, server.baseUrl)
      expect(statusAndCode(await stranger.portal('GET', `${path}/${id}`))).toBe('404 APP_NOT_FOUND')
      expect(statusAndCode(await stranger.portal('GET', `/apps/${stranger.appId}/reports/${id}`))).toBe('404 NOT_FOUND')
      // Without a visitor there, that world is none to report from.
      expect(statusAndCode(await stranger.portal('POST', `/apps/${stranger.appId}/reports`, ofPost()))).toBe(
        '404 NOT_FOUND',
      )
      const more = await Promise.all(Array.from({ length: 11 }, () => portal('POST', path, ofPost())))
      expect(more.filter(({ status }) => status === 201).length).toBe(9)
      expect(statusAndCode(more.find(({ status }) => status !== 201)!)).toBe('429 REPORT_DAILY_LIMIT_EXCEEDED')

      expect(statusAndCode(await portal('DELETE', '/account'))).toBe('200')
      expect(await rowsIn('reports', `app_id = '${appId}'`)).toBe(0)
    })

    it('takes no report of a key whose account is being deleted, or deletes it as well', async () => {
      const { portal, appId } = (await guest()).owner
      const { id: keyId, key } = await reporter({ appId })
      expect((await report(key, ofPost())).status).toBe(201)
      if (engine === 'sqlite') {
        const [missing, ...late] = await Promise.all([
          portal('DELETE', '/account'),
          ...Array.from({ length: 5 }, () => report(key, ofPost())),
        ])
        expect(statusAndCode(missing)).toBe('200')
        for (const one of late) expect(['201', '401 INVALID_API_KEY']).toContain(statusAndCode(one))
      } else {
        // Somebody holds the row from which the report takes its unit, so that it waits in the middle.
        const holder = new pg.Client({ connectionString: server.databaseUrl! })
        await holder.connect()
        await holder.query('begin')
        await holder.query(`select used from budgets where subject = '${keyId}' and counter = 'reports' for update`)
        const waiting = async (n: number) =>
          expect
            .poll(async () => {
              const sql = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
              return Number((await readStore(server, sql))[0].n)
            })
            .toBeGreaterThanOrEqual(n)
        const late = report(key, ofPost())
        await waiting(1)
        let isGone = false
        const accountDeletion = portal('DELETE', '/account').finally(() => {
          isGone = true
        })
        await Promise.race([waiting(2), accountDeletion])
        expect(isGone).toBe(false)
        await holder.query('commit')
        await holder.end()
        expect([statusAndCode(await late), statusAndCode(await accountDeletion)]).toEqual(['201', '200'])
      }
      expect(await rowsIn('reports', `app_id = '${appId}'`)).toBe(0)
    })

    it('keeps the text of blocked posts, replies and bios with its rule, and of what is private only its length', async () => {
      const who = await guest()
      const acts = [
        { post: { text: BLOCKED } },
        { reply: { postId: $('post'), text: BLOCKED } },
        { bio: { text: BLOCKED } },
        { dm: { agentId: $('ada'), text: BLOCKED } },
        { persona: { text: BLOCKED } },
      ]
      for (const one of acts) {
        const reply = await act(who, one)
        expect(statusAndCode(reply)).toBe('400 INPUT_MODERATION_BLOCKED')
        expect(JSON.stringify(reply.body)).not.toMatch(new RegExp(`${BANNED}|banned|bannedTerms`, 'i'))
      }
      const blocks = await blocksOf(who.agentId)
      expect(blocks.map(({ kind, text }: any) => [kind, text])).toEqual([
        ['persona', null],
        ['dm', null],
        ['bio', BLOCKED],
        ['reply', BLOCKED],
        ['post', BLOCKED],
      ])
      for (const one of blocks)
        expect(one).toMatchObject({
          verdict: 'blocked',
          worldId,
          category: 'banned_term',
          rule: `bannedTerms: ${BANNED}`,
          length: BLOCKED.length,
        })
      const invoker = await reporter({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })
      const blockedCompletion = await server.post(`/v1/agents/${$('bob')}/complete`, invoker.key, { input: BLOCKED })
      expect(statusAndCode(blockedCompletion)).toBe('400 INPUT_MODERATION_BLOCKED')
      expect(await blocksOf($('bob'))).toEqual([
        expect.objectContaining({ kind: 'completion', text: null, length: BLOCKED.length, category: 'banned_term' }),
      ])

      const reviewList = await who.owner.portal('GET', reviews(who))
      expect(reviewList.body.data.map(({ kind, category }: any) => [kind, category])).toContainEqual([
        'dm',
        'banned_term',
      ])
      expect(JSON.stringify(reviewList.body)).not.toMatch(new RegExp(`${BANNED}|bannedTerms`))

      const [first] = blocks
      expect(await operate('DELETE', `/moderation/${first.id}`)).toEqual({ id: first.id, deleted: true })
      expect(statusAndCode(await server.operator('DELETE', `/_operator/moderation/${first.id}`))).toBe('404 NOT_FOUND')
      expect((await blocksOf(who.agentId)).length).toBe(4)
      await who.owner.portal('DELETE', `/apps/${who.owner.appId}/visitors/${who.agentId}`)
      expect(await rowsIn('blocks', `agent_id = '${who.agentId}'`)).toBe(0)
    })

    it('forgets what was blocked after 30 days', async () => {
      const who = await guest()
      await act(who, { post: { text: BLOCKED } })
      await server.advance(30 * DAY - 60_000)
      expect((await blocksOf(who.agentId)).length).toBe(1)
      await server.advance(60_000)
      expect(await blocksOf(who.agentId)).toEqual([])
      expect(await rowsIn('blocks', `agent_id = '${who.agentId}'`)).toBe(0)
    })

    it('tells an owner for which category something was hidden, and takes one request for another look at it', async () => {
      const who = await guest()
      const { portal } = who.owner
      const written = async (text: string) => (await act(who, { post: { text } })).body.data.docId as string
      const plain = await written('The lamp was lit at six')
      const visiblePost = await written('The lamp was lit at seven')
      // The first check passes and the second does not: the text is stored and quarantined.
      flagged.push(false, true)
      expect((await act(who, { post: { text: 'The lamp was lit at eight' } })).body.data.skipReason).toBe(
        'held_for_review',
      )
      await operate('PATCH', `/posts/${plain}`, { visibility: 'hidden', category: 'abuse' })
      const [heldText, hidden] = await hiddenOf(who)
      expect(heldText).toMatchObject({ kind: 'post', verdict: 'held', category: 'harassment', review: null })
      expect(hidden).toMatchObject({ id: plain, verdict: 'hidden', category: 'abuse', review: null })
      expect((await blocksOf(who.agentId, 'verdict=held'))[0]).toMatchObject({
        rule: 'endpoint',
        category: 'harassment',
      })
      expect(await blocksOf(who.agentId, '')).toHaveLength(2)

      const ask = (body: unknown, by = portal) => by('POST', reviews(who), body)
      expect(statusAndCode(await ask({ postId: visiblePost }))).toBe('404 NOT_FOUND')
      expect(statusAndCode(await ask({ replyId: plain }))).toBe('404 NOT_FOUND')
      expect(statusAndCode(await ask({ postId: $('hidden') }))).toBe('404 NOT_FOUND')
      expect(statusAndCode(await ask({ postId: plain, replyId: plain }))).toBe('400 INVALID_INPUT')
      const reviewRequests = await Promise.all([1, 2, 3].map(() => ask({ postId: plain })))
      expect(reviewRequests.map(statusAndCode).sort()).toEqual([
        '201',
        '409 VISITOR_LIMIT_REACHED',
        '409 VISITOR_LIMIT_REACHED',
      ])
      const { id } = reviewRequests.find(({ status }) => status === 201)!.body.data
      const [review] = await operate('GET', '/reports?kind=review')
      expect(review).toMatchObject({ id, kind: 'review', reason: 'abuse', subjectId: plain, visibility: 'hidden' })
      await operate('PATCH', `/posts/${plain}`, { visibility: 'public' })
      await operate('PATCH', `/reports/${id}`, { state: 'upheld', note: 'Shown again.' })
      expect((await hiddenOf(who)).map((one: any) => one.id)).toEqual([heldText.id])
      await operate('PATCH', `/posts/${plain}`, { visibility: 'hidden' })
      expect((await hiddenOf(who))[1].review).toEqual({ id, state: 'upheld', note: 'Shown again.' })
      expect(statusAndCode(await ask({ postId: plain }))).toBe('409 VISITOR_LIMIT_REACHED')
      // A review is nobody's report.
      const key = await reporter({ appId: who.owner.appId })
      expect(statusAndCode(await server.get(`/v1/reports/${id}`, key.key))).toBe('404 NOT_FOUND')

      const stranger = await guest()
      expect(statusAndCode(await ask({ postId: heldText.id }, stranger.owner.portal))).toBe('404 APP_NOT_FOUND')
      await portal('DELETE', `/apps/${who.owner.appId}/visitors/${who.agentId}`)
      expect(statusAndCode(await portal('GET', reviews(who)))).toBe('404 VISITOR_NOT_FOUND')
      expect(await rowsIn('reports', `agent_id = '${who.agentId}'`)).toBe(0)
    })

    it('shows what else a term would catch before it is banned', async () => {
      const preview = (body: unknown) => server.operator('POST', '/_operator/moderation/preview', body)
      const { body } = await preview({ term: 'bumble', worldId })
      expect(body.data).toMatchObject({ matches: 2, scanned: expect.any(Number) })
      expect(body.data.items.map(({ kind, id }: any) => [kind, id]).sort()).toEqual([
        ['post', $('post')],
        ['reply', $('reply')],
      ])
      expect((await preview({ term: 'bumble' })).body.data.matches).toBe(2)
      expect(statusAndCode(await preview({ term: ' ' }))).toBe('400 INVALID_INPUT')
      expect(statusAndCode(await preview({}))).toBe('400 INVALID_INPUT')
      expect(statusAndCode(await preview({ term: 'bumble', worldId: 'nowhere' }))).toBe('404 WORLD_NOT_FOUND')
    })

    it('lets all of it go with its world', async () => {
      const who = await guest()
      const { key } = await reporter()
      await act(who, { post: { text: BLOCKED } })
      const { id } = (await report(key, ofPost())).body.data
      await operate('DELETE', `/worlds/${worldId}`)
      expect(await blocksOf(who.agentId)).toEqual([])
      expect((await operate('GET', '/reports')).filter((one: any) => one.worldId === worldId)).toEqual([])
      expect(statusAndCode(await server.get(`/v1/reports/${id}`, key))).toBe('404 NOT_FOUND')
      await server.advance(60_000)
      for (const table of ['blocks', 'reports', 'verdicts'])
        expect([table, await rowsIn(table, `world_id = '${worldId}'`)]).toEqual([table, 0])
    })
  })
