import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, OPERATOR_TOKEN, startTestServer, type TestServer } from './harness.ts'
import { startSignIn } from './identity-harness.ts'
import { request, sendMcp } from './mcp-site.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  NOW,
  newSlug,
  OPEN_GATES,
  portalAs,
  startIssuer,
  TERMS,
} from './portal-site.ts'
import { send } from './send.ts'
import { changeStore, dumpTables, readStore, tablesWith } from './store-access.ts'
import { follow } from './stream-reader.ts'

const WORD = 'quokkaplover'

interface Planted {
  readonly who: DeveloperAtWork
  readonly worldId: string
  readonly agentId: string
  readonly handle: string
  readonly key: { id: string; key: string }
  readonly word: string
  readonly postId: string
  readonly replyId: string
  readonly residentPostId: string
  readonly residentId: string
}

for (const engine of ENGINES)
  describe(`personal data, on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer

    const operate = async (method: string, path: string, body?: unknown) => {
      const reply = await server.operator(method, path, body)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply.body.data
    }

    /** A developer whose visitor has one text of every kind, each with the same unique word. */
    async function plant(): Promise<Planted> {
      const word = `${WORD}${fresh('').replaceAll(/[^a-z0-9]/g, '')}`
      const tag = fresh('w').replaceAll('-', '')
      for (const { id, designation } of await operate('GET', '/_operator/worlds'))
        if (designation !== null) await operate('PATCH', `/_operator/worlds/${id}`, { designation: null })
      const { id: worldId } = await operate('POST', '/_operator/worlds', {
        id: tag,
        designation: 'visitor',
        capacity: 9,
      })
      const residentId = `${tag}-r`
      const residentPostId = `${tag}-p`
      await operate('POST', '/_operator/import', {
        agents: [{ id: residentId, worldId, handle: `res${tag}`, displayName: 'Ann' }],
        posts: [
          { id: residentPostId, agentId: residentId, text: 'The tide is late.', createdAt: '2026-03-09T08:00:00.000Z' },
        ],
      })
      await server.switches({
        ...OPEN_GATES,
        mcpEnabled: true,
        visitorJournalEnabled: true,
        visitorJournalCanaryWorldIds: [worldId],
        visitorObserveEnabled: true,
        visitorObserveCanaryWorldIds: [worldId],
        visitorObserveDailyCaptureCeiling: 1_000,
        publicSiteEnabled: true,
        publicSiteWorldIds: [worldId],
      })
      const who = await developer(issuer, server.baseUrl)
      const registered = await who.portal('POST', `/apps/${who.appId}/visitors`, { slug: newSlug(), ...TERMS })
      expect(registered.status).toBe(201)
      const { visitor, key } = registered.body.data
      const { agentId, handle } = visitor
      await server.operator('PATCH', `/_operator/keys/${key.id}`, {
        createdAt: '2020-01-01T00:00:00.000Z',
        scopes: ['agents:drive', 'posts:read'],
      })
      await server.post(`/v1/visitors/${agentId}/heartbeat`, key.key, {})
      const act = async (body: Record<string, unknown>) => {
        const reply = await server.post(`/v1/visitors/${agentId}/act`, key.key, body, {
          'idempotency-key': fresh('act'),
        })
        expect(reply.body.data?.status, JSON.stringify(reply.body)).toBe('created')
        return reply.body.data.docId as string
      }
      const postId = await act({ post: { text: `My ${word} sings.` } })
      const replyId = await act({ reply: { postId: residentPostId, text: `Like a ${word}?` } })
      await act({ dm: { handle: `res${tag}`, text: `Dear Ann, the ${word} sleeps.` } })
      await act({ bio: { text: `Keeper of a ${word}.` } })
      await act({ persona: { text: `Speaks as a ${word} would.` } })
      const report = await server.post('/v1/reports', key.key, {
        postId: residentPostId,
        reason: 'spam',
        text: `It mocks my ${word}.`,
      })
      expect(report.status, JSON.stringify(report.body)).toBe(201)
      await operate('PATCH', `/_operator/agents/${agentId}`, { interests: [word] })
      await operate('POST', '/_operator/import', {
        replies: [
          { id: `${tag}-a`, postId, agentId: residentId, text: 'I hear it.', createdAt: '2026-03-10T12:00:01.000Z' },
        ],
        city: {
          worldId,
          nodes: [{ id: `${tag}-n`, x: 0, y: 0, level: 0 }],
          edges: [],
          destinations: [{ id: `${tag}-d`, nodeId: `${tag}-n`, label: 'Quay', kind: 'place', purposes: [] }],
        },
        encounters: [
          {
            id: `${tag}-e`,
            worldId,
            destinationId: `${tag}-d`,
            status: 'closed',
            deadline: '2026-03-10T10:00:00.000Z',
            participants: [
              { agentId, state: 'engaged', invitedAt: '2026-03-10T09:00:00.000Z' },
              { agentId: residentId, state: 'engaged', invitedAt: '2026-03-10T09:00:00.000Z' },
            ],
            turns: [
              {
                id: `${tag}-t`,
                agentId,
                text: `The ${word} is here.`,
                witnesses: [],
                createdAt: '2026-03-10T09:01:00.000Z',
              },
            ],
          },
        ],
        thoughts: [
          {
            id: `${tag}-th`,
            agentId: residentId,
            kind: 'impression',
            text: `That ${word} again.`,
            aboutAgentId: agentId,
            publishable: true,
          },
        ],
      })
      await server.advance(60_000)
      return { who, worldId, agentId, handle, key, word, postId, replyId, residentPostId, residentId }
    }

    /** A visitor of somebody else that got a reply, a letter and a repost from the planted one. */
    async function plantNeighbour({ worldId, agentId, key, word, residentPostId }: Planted) {
      const owner = await developer(issuer, server.baseUrl)
      const registered = await owner.portal('POST', `/apps/${owner.appId}/visitors`, { slug: newSlug(), ...TERMS })
      const neighbour = registered.body.data
      for (const one of [neighbour.key, key])
        await operate('PATCH', `/_operator/keys/${one.id}`, {
          createdAt: '2020-01-01T00:00:00.000Z',
          scopes: ['agents:drive', 'posts:read', 'search:read', 'agents:read'],
        })
      await server.post(`/v1/visitors/${neighbour.visitor.agentId}/heartbeat`, neighbour.key.key, {})
      const act = async (who: { agentId: string; key: string }, body: Record<string, unknown>) => {
        const reply = await server.post(`/v1/visitors/${who.agentId}/act`, who.key, body, {
          'idempotency-key': fresh('act'),
        })
        expect(reply.body.data?.status, JSON.stringify(reply.body)).toBe('created')
        return reply.body.data.docId as string
      }
      const { key: reader } = await server.key({ worldId })
      const live = await follow(`${server.baseUrl}/v1/stream`, reader)
      const other = { agentId: neighbour.visitor.agentId as string, key: neighbour.key.key as string }
      const planted = { agentId, key: key.key }
      const inboxPath = `/v1/visitors/${other.agentId}/inbox`
      const inboxCursor = (await server.get(inboxPath, other.key)).body.data.cursor as string
      const ownPost = await act(other, { post: { text: 'A quiet day at the quay.' } })
      const [{ id: cursor }] = (await live.count(1)) as unknown as [{ id: string }]
      const replyId = await act(planted, { reply: { postId: ownPost, text: `Quiet as my ${word}.` } })
      await act(planted, { dm: { handle: neighbour.visitor.handle, text: `Come and see the ${word}.` } })
      await act(planted, {
        reply: { postId: residentPostId, text: `@${neighbour.visitor.handle} do you know the ${word}?` },
      })
      const postId = await act(planted, { post: { text: `Another ${word} came.` } })
      await act(other, { repost: { postId } })
      await live.until(() => live.received().some(({ data }) => data.post?.id === postId))
      return { ...other, live, cursor, inboxCursor, ownPost, replyId, postId }
    }

    /** What the neighbour can read: tools, streams from before the texts, and its inbox. */
    async function neighbourTexts(
      { agentId, key, cursor, inboxCursor, ownPost }: Awaited<ReturnType<typeof plantNeighbour>>,
      { word, agentId: plantedId, residentPostId }: Planted,
    ): Promise<string> {
      const answers: string[] = []
      const tools: [string, object][] = [
        ['read_feed', {}],
        ['search', { q: word.slice(0, 8) }],
        ['read_thread', { postId: ownPost }],
        ['read_thread', { postId: residentPostId }],
        ['read_agent', { agent: plantedId }],
        ['look', {}],
        ['history', {}],
      ]
      for (const [name, args] of tools) {
        const { status, body } = await sendMcp(server, key, request('tools/call', { name, arguments: args }))
        expect([name, status]).toEqual([name, 200])
        answers.push(JSON.stringify(body.result))
      }
      const resource = { uri: `agentnet://visitors/${agentId}/inbox` }
      answers.push(JSON.stringify((await sendMcp(server, key, request('resources/read', resource))).body.result))
      const inbox = await server.get(`/v1/visitors/${agentId}/inbox?after=${inboxCursor}`, key)
      expect(inbox.status).toBe(200)
      answers.push(JSON.stringify(inbox.body))
      const beat = await server.post(`/v1/visitors/${agentId}/heartbeat`, key, {})
      answers.push(JSON.stringify(beat.body))
      for (const accept of ['text/event-stream', 'application/x-ndjson']) {
        // The last event of each replay is one that comes after all that was missed.
        const world = await follow(`${server.baseUrl}/v1/stream`, key, { 'last-event-id': cursor, accept })
        const own = await follow(`${server.baseUrl}/v1/visitors/${agentId}/stream?after=${inboxCursor}`, key, {
          accept,
        })
        const { body } = await server.post(
          `/v1/visitors/${agentId}/act`,
          key,
          { post: { text: `Mark ${fresh('m')}.` } },
          { 'idempotency-key': fresh('act') },
        )
        await world.until(() => world.received().some(({ data }) => data.post?.id === body.data.docId))
        await own.count(inbox.body.data.items.length)
        answers.push(world.raw(), own.raw())
        world.close()
        own.close()
        await Promise.all([world.over, own.over])
      }
      return answers.join('\n')
    }

    /** Everything that another caller can read about the planted texts. */
    async function publicTexts({
      worldId,
      word,
      residentPostId,
      postId,
      agentId,
      residentId,
    }: Planted): Promise<string> {
      const { key } = await server.key({ worldId })
      const paths = [
        '/v1/posts?perPage=100',
        `/v1/posts/${residentPostId}`,
        `/v1/posts/${residentPostId}/replies`,
        `/v1/posts/${postId}`,
        `/v1/agents/${agentId}`,
        `/v1/agents/${residentId}/thoughts`,
        `/v1/search?q=${word}`,
        `/v1/search?q=${word.slice(0, 8)}`,
        '/v1/trending',
      ]
      const answers: string[] = []
      for (const path of paths) {
        const reply = await server.get(path, key)
        // The search repeats its query.
        answers.push(JSON.stringify(reply.body?.data ?? reply.body))
      }
      for (const path of ['/', `/posts/${residentPostId}`, `/posts/${postId}`, `/search?q=${word.slice(0, 8)}`])
        answers.push((await send(server.baseUrl + path)).text)
      return answers.join('\n')
    }

    beforeAll(async () => {
      issuer = await startIssuer()
      server = await startTestServer(engine, { env: issuer.env })
      await server.setClock(NOW)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
    })

    const exported = async (uid: string) => {
      const { status, text } = await send(`${server.operatorUrl}/_operator/developers/${uid}/export`, {
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      })
      expect(status, text).toBe(200)
      return { text, file: JSON.parse(text) }
    }

    it('is exported as one file with everything the developer wrote and no secret', async () => {
      const planted = await plant()
      const { text, file } = await exported(planted.who.uid)
      expect(file).toMatchObject({ format: 'agent-network-developer', version: 1, account: { uid: planted.who.uid } })
      expect(file.apps.map(({ id }: any) => id)).toEqual([planted.who.appId])
      expect(file.keys.map(({ id }: any) => id)).toEqual([planted.key.id])
      expect(file.visitors).toMatchObject([{ agentId: planted.agentId, handle: planted.handle }])
      for (const list of ['visitors', 'posts', 'replies', 'turns', 'letters', 'reports'])
        expect(JSON.stringify(file[list]), list).toContain(planted.word)
      expect(file.acceptances.length).toBeGreaterThan(0)
      expect(text).not.toContain(planted.key.key)
      const [entry] = await operate('GET', `/_operator/audit?target=${planted.who.uid}`)
      expect(entry.action).toBe('developer.export')
    })

    it('is exported with every row when there are many pages', async () => {
      const { who, agentId, postId } = await plant()
      const posts = Array.from({ length: 450 }, (_, i) => ({
        id: `${postId}-${i}`,
        agentId,
        text: `Post ${i}`,
        visibility: i % 3 === 0 ? 'hidden' : 'public',
        createdAt: `2026-03-0${1 + (i % 5)}T08:00:00.000Z`,
      }))
      await operate('POST', '/_operator/import', { posts })
      const { file } = await exported(who.uid)
      expect(new Set(file.posts.map(({ id }: any) => id)).size).toBe(451)
    })

    it('is counted by a dry run, which changes nothing', async () => {
      const planted = await plant()
      const before = await dumpTables(server)
      const data = await operate('POST', `/_operator/developers/${planted.who.uid}/erase`, {
        posts: 'delete',
        dryRun: true,
      })
      expect(data).toMatchObject({ uid: planted.who.uid, posts: 'delete', dryRun: true, agentIds: [planted.agentId] })
      expect(data.counts).toMatchObject({ apps: 1, keys: 1, posts: 1, replies: 1, turns: 1, letters: 1, reports: 1 })
      expect(data.counts.events).toBeGreaterThan(5)
      const after = await dumpTables(server)
      for (const table of ['posts', 'agents', 'messages', 'visitors', 'developers', 'audit', 'erasures'])
        expect(after.get(table), table).toBe(before.get(table))
    })

    it('is in no table and on no public surface after an erasure with posts deleted', async () => {
      const planted = await plant()
      const { word, who } = planted
      const neighbour = await plantNeighbour(planted)
      expect(await publicTexts(planted)).toContain(word)
      const before = await neighbourTexts(neighbour, planted)
      for (const text of ['Quiet as my', 'Come and see', 'do you know', 'Another'])
        expect([text, before.includes(text), before.includes(word)]).toEqual([text, true, true])
      expect((await tablesWith(server, word)).length).toBeGreaterThan(6)
      const data = await operate('POST', `/_operator/developers/${who.uid}/erase`, { posts: 'delete' })
      expect(data.counts).toMatchObject({ posts: 2, replies: 3, letters: 2 })
      expect(await tablesWith(server, word)).toEqual([])
      expect(await publicTexts(planted)).not.toContain(word)
      const after = await neighbourTexts(neighbour, planted)
      expect([after.includes(word), after.includes(planted.handle)]).toEqual([false, false])
      const removed = () =>
        neighbour.live.received().flatMap(({ event, data }) => (event === 'removed' ? [data.removed.id] : []))
      await neighbour.live.until(() => removed().includes(neighbour.postId) && removed().includes(neighbour.replyId))
      neighbour.live.close()
      expect(await tablesWith(server, planted.handle)).toEqual([])
      // The evidence of accepted terms, the revoked app and the audit log know the account by its uid alone.
      expect((await tablesWith(server, who.uid)).sort()).toEqual(['acceptances', 'apps', 'audit'])
      expect((await who.portal('GET', '/account')).status).toBe(403)
      const [entry] = await operate('GET', `/_operator/audit?target=${who.uid}`)
      expect(entry).toMatchObject({
        action: 'developer.erase',
        detail: { posts: 'delete', agentIds: [planted.agentId] },
      })
      // A repeated call finds nothing more.
      const again = await operate('POST', `/_operator/developers/${who.uid}/erase`, { posts: 'delete' })
      expect(again.counts).toMatchObject({ posts: 0, replies: 0, letters: 0, keys: 0 })
    })

    it('leaves posts under their handle with `keep`, and without a name with `anonymise`', async () => {
      for (const posts of ['keep', 'anonymise'] as const) {
        const planted = await plant()
        const { word, agentId, handle, worldId, postId } = planted
        await operate('POST', `/_operator/visitors/${agentId}/erase`, { posts })
        const { key } = await server.key({ worldId })
        const post = (await server.get(`/v1/posts/${postId}`, key)).body.data
        expect(post.text).toContain(word)
        expect(post.agentHandle === `@${handle}`).toBe(posts === 'keep')
        const agent = (await server.get(`/v1/agents/${agentId}`, key)).body.data
        expect(JSON.stringify(agent)).not.toContain(word)
        expect((await readStore(server, 'select * from messages where world_id = $1', [worldId])).length).toBe(0)
        expect(await readStore(server, 'select * from journal where agent_id = $1', [agentId])).toEqual([])
        expect(await tablesWith(server, handle)).toEqual(posts === 'keep' ? ['agents'] : [])
      }
    })

    it('keeps counters right: those of the topic, the author and the post', async () => {
      const { who, residentPostId, residentId, worldId } = await plant()
      await operate('POST', `/_operator/developers/${who.uid}/erase`, { posts: 'delete' })
      const { key } = await server.key({ worldId })
      expect((await server.get(`/v1/posts/${residentPostId}`, key)).body.data.replyCount).toBe(0)
      expect((await server.get('/v1/posts', key)).body.meta.total ?? 1).toBe(1)
      const [agent] = await readStore(server, 'select reply_count, post_count from agents where id = $1', [residentId])
      expect(agent).toMatchObject({ post_count: 1, reply_count: 0 })
    })

    it('is erased to the end by a periodic job when the process stopped in between', async () => {
      const { word, agentId, worldId } = await plant()
      await operate('POST', `/_operator/visitors/${agentId}/release`)
      // As if the process had stopped right after its first commit.
      await changeStore(
        server,
        'insert into erasures (world_id, agent_id, posts, requested_at) values ($1, $2, $3, $4)',
        [worldId, agentId, 'delete', 0],
      )
      await server.advance(120_000)
      const rows = (await tablesWith(server, word)).filter((name) => name !== 'reports')
      expect(rows).toEqual([])
      expect(await readStore(server, 'select * from erasures')).toEqual([])
    })

    it('is chosen by the developer in the portal; without a choice everything published stays', async () => {
      const silent = await plant()
      expect((await silent.who.portal('DELETE', '/account')).body.data).toEqual({
        uid: silent.who.uid,
        deleted: true,
        releasedVisitors: [silent.agentId],
      })
      expect(await publicTexts(silent)).toContain(silent.word)
      expect(await tablesWith(server, silent.word)).toContain('messages')

      const chosen = await plant()
      expect((await chosen.who.portal('DELETE', '/account?posts=some')).status).toBe(400)
      const deleted = await chosen.who.portal('DELETE', '/account?posts=delete')
      expect(deleted.body.data).toEqual({ uid: chosen.who.uid, deleted: true, releasedVisitors: [chosen.agentId] })
      expect(await tablesWith(server, chosen.word)).toEqual([])

      const released = await plant()
      const { who, agentId, key, worldId, word } = released
      const reply = await who.portal('DELETE', `/apps/${who.appId}/visitors/${agentId}?posts=delete`)
      expect(reply.body.data).toEqual({ agentId, worldId, keyId: key.id, released: true })
      expect(await tablesWith(server, word)).toEqual([])
      expect((await who.portal('DELETE', `/apps/${who.appId}/visitors/${agentId}?posts=delete`)).status).toBe(404)
    })

    it('is released by an operator once', async () => {
      const { agentId, worldId } = await plant()
      expect(await operate('POST', `/_operator/visitors/${agentId}/release`)).toEqual({
        agentId,
        worldId,
        released: true,
      })
      const again = await server.operator('POST', `/_operator/visitors/${agentId}/release`)
      expect([again.status, again.body.error.code]).toEqual([404, 'VISITOR_NOT_FOUND'])
    })

    it('is deleted by age where a retention is set, and stays where none is', async () => {
      const { worldId, residentId, postId, word, key } = await plant()
      const { id: reportId } = (await readStore(server, 'select id from reports where key_id = $1', [key.id]))[0]
      await operate('PATCH', `/_operator/reports/${reportId}`, { state: 'dismissed' })
      const count = async (table: string, column = 'world_id', value = worldId) =>
        Number((await readStore(server, `select count(*) as n from ${table} where ${column} = $1`, [value]))[0].n)
      await operate('POST', '/_operator/import', {
        posts: Array.from({ length: 3 }, (_, i) => ({
          id: `${postId}-old${i}`,
          agentId: residentId,
          text: `Old ${word}`,
          visibility: i === 0 ? 'hidden' : 'public',
          createdAt: '2025-01-01T00:00:00.000Z',
        })),
        replies: Array.from({ length: 60 }, (_, i) => ({
          id: `${postId}-or${i}`,
          postId: `${postId}-old1`,
          agentId: residentId,
          text: `Old reply ${i}`,
          createdAt: '2025-01-01T00:00:00.000Z',
        })),
      })
      await server.advance(1_000)
      expect(await count('posts')).toBe(5)
      await server.switches({ postRetentionDays: 0 })
      await server.advance(1_000)
      expect(await count('posts')).toBe(5)
      await server.switches({ postRetentionDays: 100 })
      await server.advance(1_000)
      expect(await count('posts')).toBe(2)
      expect(await count('replies')).toBe(2)
      expect(await count('reports')).toBe(1)
      const audited = await count('audit', 'action', 'world.create')
      const keys = await count('audit', 'action', 'key.create')
      expect(audited * keys).toBeGreaterThan(0)
      await server.switches({ postRetentionDays: null, reportRetentionDays: 1, auditRetentionDays: 1 })
      await server.advance(2 * 86_400_000)
      expect(await count('reports')).toBe(0)
      expect(await count('audit', 'action', 'world.create')).toBe(0)
      // They show whether an operator disabled a key.
      expect(await count('audit', 'action', 'key.create')).toBe(keys)
      // A read writes the buffered lines.
      await operate('GET', '/_operator/requests')
      expect(await count('request_log', 'key_id', key.id)).toBeGreaterThan(0)
      await server.switches({ reportRetentionDays: null, auditRetentionDays: null, requestLogRetentionDays: 1 })
      await server.advance(1_000)
      expect(await count('request_log', 'key_id', key.id)).toBe(0)
      await server.switches({ requestLogRetentionDays: null })
    })

    it('refuses unknown developers, visitors and treatments', async () => {
      const status = async (method: string, path: string, body?: unknown) =>
        (await server.operator(method, path, body)).status
      expect(await status('GET', '/_operator/developers/nobody@example.org')).toBe(404)
      expect(await status('GET', '/_operator/developers/nobody/export')).toBe(404)
      expect(await status('POST', '/_operator/developers/nobody/erase', { posts: 'keep' })).toBe(404)
      expect(await status('POST', '/_operator/visitors/nobody/erase', { posts: 'keep' })).toBe(404)
      expect(await status('POST', '/_operator/visitors/nobody/erase', { posts: 'burn' })).toBe(400)
      expect(await status('POST', '/_operator/visitors/nobody/erase', {})).toBe(400)
    })
  })

for (const engine of ENGINES)
  describe(`a developer with a password, on ${engine}`, () => {
    it('is found, exported and erased by e-mail address', async () => {
      const site = await startSignIn(engine)
      try {
        const { server } = site
        await server.switches(OPEN_GATES)
        const email = await site.newAccount()
        const { idToken } = (await site.signIn(email)).body.data
        const portal = portalAs(server.baseUrl, idToken)
        const { uid } = (await portal('POST', '/signup')).body.data
        const named = encodeURIComponent(email.toUpperCase())
        expect((await server.operator('GET', `/_operator/developers/${named}`)).body.data).toMatchObject({ uid })
        const { text } = await send(`${server.operatorUrl}/_operator/developers/${named}/export`, {
          headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
        })
        expect(JSON.parse(text).account).toMatchObject({ uid, email })
        const erased = await server.operator('POST', `/_operator/developers/${named}/erase`, { posts: 'keep' })
        expect(erased.body.data).toMatchObject({ uid, dryRun: false })
        expect(await tablesWith(server, email)).toEqual([])
        expect((await site.signIn(email)).status).toBe(401)
        expect((await server.operator('GET', `/_operator/developers/${named}`)).status).toBe(404)
      } finally {
        await site.close()
      }
    })
  })
