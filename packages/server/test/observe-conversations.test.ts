import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { expectCode, NOW, OPEN, type Village, village, type Watched } from './observe-harness.ts'
import { clockOf, iso } from './standing-harness.ts'

for (const engine of ENGINES)
  describe(`observed conversations on ${engine}`, () => {
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
      expect(server.errors()).toEqual([])
      await server.close()
    })
    const bring = async (file: Record<string, unknown>) => {
      const reply = await server.import(file)
      if (reply.status >= 300) throw new Error(JSON.stringify(reply.body))
    }
    const list = async (query = '', w = a) => (await w.observe(`/conversations${query}`)).body.data
    const tell = async (id: string, query = '', w = a) => (await w.observe(`/conversations/${id}${query}`)).body.data
    const show = (kind: string, id: string, visibility: string) =>
      server.operator('PATCH', `/_operator/${kind}/${id}`, { visibility })
    const textsOrReasons = (messages: any[]) => messages.map(({ text, reason }) => text ?? reason)

    it('lists public threads it began or spoke in, private ones, and encounters it heard, each once, newest first', async () => {
      const b = await v.visitor()
      const own = (await a.act({ post: { text: 'Mine' } })).body.data.docId
      await server.advance(1_000)
      await a.act({ reply: { postId: v.postId, text: 'First' } })
      await a.act({ reply: { postId: v.postId, text: 'Second' } })
      await server.advance(1_000)
      const thread = (await b.act({ dm: { handle: a.handle, text: 'Psst' } })).body.data.detail.threadId
      await b.act({ post: { text: 'Not about a at all' } })
      await b.act({ like: { postId: own } })
      const data = await list()
      expect(data.conversations.map(({ conversationId }: any) => conversationId)).toEqual([
        `prv-${thread}`,
        `pub-${v.postId}`,
        `pub-${own}`,
      ])
      const at = await clockOf(server)
      expect(data.conversations).toEqual([
        {
          conversationId: `prv-${thread}`,
          channel: 'private',
          withHandles: [b.handle],
          messageCount: 1,
          lastMessageAt: iso(at),
          state: 'open',
        },
        {
          conversationId: `pub-${v.postId}`,
          channel: 'public',
          withHandles: [v.resident.handle],
          messageCount: 3,
          lastMessageAt: iso(at - 1_000),
          state: 'open',
        },
        {
          conversationId: `pub-${own}`,
          channel: 'public',
          withHandles: [],
          messageCount: 1,
          lastMessageAt: iso(at - 2_000),
          state: 'open',
        },
      ])
      expect([data.hasMore, data.nextCursor, data.coverage.private.state]).toEqual([false, null, 'available'])
      const ids = async (query: string) => (await list(query)).conversations.map(({ channel }: any) => channel)
      expect(await ids('?channel=private')).toEqual(['private'])
      expect(await ids('?channel=encounter')).toEqual([])
      expect(await ids(`?from=${iso(at - 1_000)}&to=${iso(at - 1_000)}`)).toEqual(['public'])
      expect(await ids(`?to=${iso(at - 3_000)}`)).toEqual([])
    })

    it('pages through all of them without a gap or a repetition, also those of one moment', async () => {
      const at = iso(await clockOf(server))
      const posts = Array.from({ length: 60 }, (_, i) => ({
        id: `${v.postId}-${i}`,
        agentId: i % 2 === 0 ? a.agentId : v.resident.id,
        text: 'Again',
        createdAt: at,
        visibility: i % 10 === 0 ? 'hidden' : 'public',
      }))
      const replies = posts.flatMap(({ id }, i) =>
        i % 3 === 0
          ? [0, 1].map((n) => ({ id: `${id}-${n}`, postId: id, agentId: a.agentId, text: 'x', createdAt: at }))
          : [],
      )
      await bring({ posts, replies })
      const linked = posts.filter((_, i) => i % 2 === 0 || i % 3 === 0).map(({ id }) => `pub-${id}`)
      for (const [limit, from] of [
        [7, ''],
        [25, ''],
        [100, ''],
        [3, '&from=2026-01-01T00:00:00Z'],
      ] as const) {
        const found: string[] = []
        let cursor = ''
        for (let n = 0; n < 50; n++) {
          const page = await list(`?limit=${limit}${from}${cursor}`)
          expect(page.conversations.length).toBeLessThanOrEqual(limit)
          found.push(...page.conversations.map(({ conversationId }: any) => conversationId))
          if (!page.hasMore) break
          cursor = `&cursor=${page.nextCursor}`
        }
        expect(found.sort()).toEqual([...linked].sort())
      }
    })

    it('binds its cursors to the question and to the conversation', async () => {
      for (let n = 0; n < 3; n++) await a.act({ post: { text: `Post ${n}` } })
      const { nextCursor } = await list('?limit=1')
      expect((await a.observe(`/conversations?limit=2&cursor=${nextCursor}`)).status).toBe(200)
      expectCode(await a.observe(`/conversations?channel=public&cursor=${nextCursor}`), 400, 'INVALID_OBSERVE_CURSOR')
      expectCode(await a.observe(`/events?cursor=${nextCursor}`), 400, 'INVALID_OBSERVE_CURSOR')
      const [first, second] = (await list()).conversations.map(({ conversationId }: any) => conversationId)
      const replies = [0, 1].map((n) => ({
        id: `${first}-${n}`,
        postId: first.slice(4),
        agentId: v.resident.id,
        text: 'x',
      }))
      await bring({ replies })
      const page = await tell(first, '?limit=1')
      expect((await a.observe(`/conversations/${second}?cursor=${page.nextCursor}`)).body.error.code).toBe(
        'INVALID_OBSERVE_CURSOR',
      )
      await server.advance(86_400_000)
      expectCode(await a.observe(`/conversations/${first}?cursor=${page.nextCursor}`), 400, 'INVALID_OBSERVE_CURSOR')
    })

    it('tells a public thread from its post on, in the order it was held, page by page', async () => {
      const b = await v.visitor()
      const postId = (await a.act({ post: { text: 'Root' } })).body.data.docId
      for (const [w, text] of [
        [b, 'One'],
        [a, 'Two'],
        [b, 'Three'],
      ] as const) {
        await server.advance(1_000)
        await w.act({ reply: { postId, text } })
      }
      const whole = await tell(`pub-${postId}`)
      expect(whole).toMatchObject({
        schemaVersion: 1,
        conversationId: `pub-${postId}`,
        channel: 'public',
        withHandles: [b.handle],
        messageCount: 4,
        state: 'open',
        nextCursor: null,
        hasMore: false,
        coverage: { state: 'available' },
      })
      expect(whole.messages.map(({ fromHandle, direction, text }: any) => [fromHandle, direction, text])).toEqual([
        [a.handle, 'outgoing', 'Root'],
        [b.handle, 'incoming', 'One'],
        [a.handle, 'outgoing', 'Two'],
        [b.handle, 'incoming', 'Three'],
      ])
      expect(whole.messages[0]).toEqual({
        messageId: postId,
        fromHandle: a.handle,
        direction: 'outgoing',
        text: 'Root',
        shortened: false,
        unavailable: false,
        reason: null,
        createdAt: expect.any(String),
      })
      for (const limit of [1, 2, 3]) {
        const found: any[] = []
        for (let cursor = ''; ; ) {
          const page = await tell(`pub-${postId}`, `?limit=${limit}${cursor}`)
          found.push(...page.messages)
          if (!page.hasMore) break
          cursor = `&cursor=${page.nextCursor}`
        }
        expect(found).toEqual(whole.messages)
      }
    })

    it('puts a placeholder where something was hidden, held or removed, and keeps its place', async () => {
      const ids = ['r0', 'r1', 'r2', 'r3'].map((name) => `${v.postId}-${name}`)
      const postId = (await a.act({ post: { text: 'Root' } })).body.data.docId
      await bring({
        replies: ids.map((id, i) => ({
          id,
          postId,
          agentId: i === 3 ? a.agentId : v.resident.id,
          text: `Reply ${i}`,
          createdAt: `2026-03-10T11:0${i}:00.000Z`,
        })),
      })
      await show('replies', ids[0]!, 'hidden')
      await show('replies', ids[1]!, 'removed')
      const some = await tell(`pub-${postId}`)
      expect(textsOrReasons(some.messages)).toEqual(['Root', 'moderated', 'deleted', 'Reply 2', 'Reply 3'])
      expect(some.messages[1]).toMatchObject({ text: null, unavailable: true, reason: 'moderated', shortened: false })
      expect(JSON.stringify(some)).not.toContain('Reply 0')
      expect(some.messageCount).toBe(3)
      await show('replies', ids[0]!, 'quarantined')
      await show('posts', postId, 'hidden')
      const hidden = await tell(`pub-${postId}`)
      // Only the author can still read content that is no longer public.
      expect(textsOrReasons(hidden.messages)).toEqual(['moderated', 'moderated', 'deleted', 'inaccessible', 'Reply 3'])
      expect(hidden.state).toBe('closed')
      expect((await list()).conversations.map(({ conversationId }: any) => conversationId)).toContain(`pub-${postId}`)
      await server.operator('DELETE', `/_operator/replies/${ids[2]}`)
      const erased = await tell(`pub-${postId}`)
      expect(textsOrReasons(erased.messages)).toEqual(['moderated', 'moderated', 'deleted', 'deleted', 'Reply 3'])
      expect(erased.messages[3]).toEqual({
        messageId: ids[2],
        fromHandle: v.resident.handle,
        direction: 'incoming',
        text: null,
        shortened: false,
        unavailable: true,
        reason: 'deleted',
        createdAt: '2026-03-10T11:02:00.000Z',
      })
      const { nextCursor } = await tell(`pub-${postId}`, '?limit=3')
      expect((await tell(`pub-${postId}`, `?limit=3&cursor=${nextCursor}`)).messages).toEqual(erased.messages.slice(3))
      await bring({ replies: [{ id: ids[2], postId, agentId: a.agentId, text: 'Anew' }] })
      expect(textsOrReasons((await tell(`pub-${postId}`)).messages)).toContain('Anew')
      expect((await tell(`pub-${postId}`)).messages).toHaveLength(5)
      await server.operator('DELETE', `/_operator/posts/${postId}`)
      expectCode(await a.observe(`/conversations/pub-${postId}`), 404, 'NOT_FOUND')
    })

    it('tells private threads to those who are in them, and marks none of it read', async () => {
      const b = await v.visitor()
      const c = await v.visitor()
      const { threadId } = (await a.act({ dm: { handle: b.handle, text: 'Hello b' } })).body.data.detail
      const { docId } = (await b.act({ dm: { threadId, text: 'Hello a' } })).body.data
      const beforehand = (await server.post(`/v1/visitors/${a.agentId}/heartbeat`, a.key.key, '')).body.data.threads
      expect(textsOrReasons((await tell(`prv-${threadId}`)).messages)).toEqual(['Hello b', 'Hello a'])
      expect((await tell(`prv-${threadId}`, '', b)).messages.map(({ direction }: any) => direction)).toEqual([
        'incoming',
        'outgoing',
      ])
      expect(beforehand[0].unread).toBe(true)
      expectCode(await c.observe(`/conversations/prv-${threadId}`), 404, 'NOT_FOUND')
      expect((await list('', c)).conversations).toEqual([])
      await show('messages', docId, 'removed')
      expect(textsOrReasons((await tell(`prv-${threadId}`)).messages)).toEqual(['Hello b', 'deleted'])
      expect((await list()).conversations[0].messageCount).toBe(1)
    })

    it('tells of an encounter only what names the visitor as a witness, or what it said itself', async () => {
      const b = await v.visitor()
      const c = await v.visitor()
      const id = `${v.postId}-e`
      const { id: r } = v.resident
      await bring({
        city: {
          worldId: v.worldId,
          nodes: [{ id: `${id}-n`, x: 0, y: 0 }],
          destinations: [{ id: `${id}-d`, nodeId: `${id}-n`, label: 'Square', kind: 'square', purposes: ['walk'] }],
        },
        encounters: [
          {
            id,
            worldId: v.worldId,
            destinationId: `${id}-d`,
            status: 'talking',
            deadline: iso((await clockOf(server)) + 60_000),
            participants: [
              { agentId: r, state: 'engaged' },
              { agentId: a.agentId, state: 'listener' },
              { agentId: c.agentId, state: 'invited' },
            ],
            turns: [
              { id: `${id}-0`, agentId: r, text: 'Before you came', witnesses: [], createdAt: '2026-03-10T11:00:00Z' },
              { id: `${id}-1`, agentId: r, text: 'Welcome', witnesses: [a.agentId], createdAt: '2026-03-10T11:01:00Z' },
              {
                id: `${id}-2`,
                agentId: a.agentId,
                text: 'Thanks',
                witnesses: [r, b.agentId],
                createdAt: '2026-03-10T11:02:00Z',
              },
            ],
          },
        ],
      })
      const encounterView = await tell(`enc-${id}`)
      expect(textsOrReasons(encounterView.messages)).toEqual(['Welcome', 'Thanks'])
      expect(encounterView).toMatchObject({
        channel: 'encounter',
        withHandles: [v.resident.handle],
        messageCount: 2,
        lastMessageAt: '2026-03-10T11:02:00.000Z',
        state: 'talking',
      })
      expect(JSON.stringify(encounterView)).not.toContain('Before')
      // Somebody may hear without being in it, and be in it without having heard.
      expect(textsOrReasons((await tell(`enc-${id}`, '', b)).messages)).toEqual(['Thanks'])
      expect((await list('', b)).conversations.map(({ conversationId }: any) => conversationId)).toEqual([`enc-${id}`])
      expectCode(await c.observe(`/conversations/enc-${id}`), 404, 'NOT_FOUND')
      expect((await list('', c)).conversations).toEqual([])
      await server.advance(60_000)
      expect((await list('?channel=encounter')).conversations[0]).toMatchObject({ state: 'closed', messageCount: 2 })
    })

    it('shortens what is longer than 4,000 characters, counted as characters, and says so', async () => {
      const id = `${v.postId}-long`
      const long = '\u{1f333}'.repeat(4_001)
      await bring({
        posts: [{ id, agentId: a.agentId, text: long }],
        replies: [{ id: `${id}-r`, postId: id, agentId: v.resident.id, text: '\u{1f333}'.repeat(4_000) }],
      })
      const { messages, coverage } = await tell(`pub-${id}`)
      expect(messages.map(({ text, shortened }: any) => [[...text].length, shortened])).toEqual([
        [4_000, true],
        [4_000, false],
      ])
      expect(coverage).toEqual({ state: 'coverage_limited' })
    })

    it('knows no others, nor private journal entries (AMB-98)', async () => {
      await bring({ posts: [{ id: `${v.postId}-d`, agentId: a.agentId, text: 'I dreamt', visibility: 'dream' }] })
      expect((await list()).conversations).toEqual([])
      for (const id of [
        `pub-${v.postId}`,
        `pub-${v.postId}-d`,
        `prv-${v.postId}`,
        'enc-x',
        'pub-',
        'x',
        '%00',
        `pub-${'x'.repeat(300)}`,
      ])
        expectCode(await a.observe(`/conversations/${id}`), 404, 'NOT_FOUND')
    })
  })
