import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from './durations.ts'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { NOW, OPEN, type Village, village, type Watched } from './observe-harness.ts'
import { readStore } from './store-access.ts'

for (const engine of ENGINES)
  describe(`the inbox on ${engine}`, () => {
    let server: TestServer
    let v: Village
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
      await server.switches(OPEN)
      v = await village(server)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const inbox = (w: Watched, query = '', key = w.key.key) =>
      server.get(`/v1/visitors/${w.agentId}/inbox${query}`, key)
    const items = async (w: Watched, query = ''): Promise<any[]> => {
      const reply = await inbox(w, query)
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
      return reply.body.data.items
    }
    const did = async (w: Watched, body: unknown): Promise<any> => {
      const { data } = (await w.act(body)).body
      expect(data.status).toBe('created')
      return data
    }

    it('holds what others did to what a visitor wrote, oldest first, with who did it and what it answers', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const { docId: postId } = await did(a, { post: { text: 'The lamps are lit' } })
      const { docId: replyId } = await did(b, { reply: { postId, text: 'Since when?' } })
      await did(b, { like: { postId } })
      await did(b, { repost: { postId } })
      await did(b, { follow: { handle: a.handle } })
      const { docId: messageId, detail } = await did(b, { dm: { handle: a.handle, text: 'A word in private' } })
      const found = await items(a)
      expect(found).toEqual([
        {
          cursor: expect.any(String),
          kind: 'reply',
          at: expect.any(String),
          from: b.handle,
          text: 'Since when?',
          ref: { postId, replyId, parentReplyId: null, yourText: 'The lamps are lit' },
          removed: false,
        },
        expect.objectContaining({ kind: 'like', from: b.handle, text: null, ref: { postId }, removed: false }),
        expect.objectContaining({ kind: 'repost', ref: { postId } }),
        expect.objectContaining({ kind: 'follow', ref: {} }),
        expect.objectContaining({
          kind: 'dm',
          text: 'A word in private',
          ref: { threadId: detail.threadId, messageId },
        }),
      ])
      expect(new Set(found.map(({ cursor }) => cursor)).size).toBe(5)
      expect(await items(b)).toEqual([])
    })

    it('has an item for a reply that addresses the visitor: by handle where it wrote, with an @ anywhere', async () => {
      const [a, b, c] = [await v.visitor(), await v.visitor(), await v.visitor()]
      await did(a, { reply: { postId: v.postId, text: 'Who keeps them lit?' } })
      // Others in the same thread, to nobody in particular, and to somebody whose name is only part of a word.
      await did(b, { reply: { postId: v.postId, text: `Nobody does, ${a.handle}s say` } })
      expect(await items(a)).toEqual([])
      const { docId } = await did(b, { reply: { postId: v.postId, text: `Listen, ${a.handle.toUpperCase()}: nobody` } })
      expect(await items(a)).toEqual([
        expect.objectContaining({
          kind: 'reply',
          from: b.handle,
          ref: { postId: v.postId, replyId: docId, parentReplyId: null, yourText: 'Who keeps them lit?' },
        }),
      ])
      await did(b, { reply: { postId: v.postId, text: `${c.handle} is not here` } })
      expect(await items(c)).toEqual([])
      await did(b, { reply: { postId: v.postId, text: `Ask @${c.handle}.` } })
      const [letter] = await items(c)
      expect(letter).toMatchObject({ kind: 'reply', text: `Ask @${c.handle}.`, ref: { yourText: null } })
      // Visitors get no items about their own acts.
      await did(c, { reply: { postId: v.postId, text: `I am ${c.handle}, @${c.handle}` } })
      expect(await items(c)).toHaveLength(1)
    })

    it('is an observed event too when somebody answers a visitor’s reply', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      await did(a, { reply: { postId: v.postId, text: 'A thought' } })
      const { docId } = await did(b, { reply: { postId: v.postId, text: `A second one, @${a.handle}` } })
      const received = (await a.events()).filter(({ type }) => type === 'reply_received')
      expect(received).toEqual([
        expect.objectContaining({
          direction: 'incoming',
          counterpartHandles: [b.handle],
          refs: { postId: v.postId, replyId: docId },
        }),
      ])
    })

    it('begins 24 hours ago, goes on from a cursor, and says when there is more', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const { docId: postId } = await did(a, { post: { text: 'Counting' } })
      await did(b, { like: { postId } })
      await server.advance(25 * HOUR)
      await did(b, { repost: { postId } })
      await did(b, { reply: { postId, text: 'One' } })
      await did(b, { reply: { postId, text: 'Two' } })
      const first = (await inbox(a, '?limit=2')).body.data
      expect(first.items.map(({ kind }: any) => kind)).toEqual(['repost', 'reply'])
      expect([first.hasMore, first.cursor]).toEqual([true, first.items[1].cursor])
      const second = (await inbox(a, `?limit=2&after=${first.cursor}`)).body.data
      expect(second.items.map(({ text }: any) => text)).toEqual(['Two'])
      expect(second.hasMore).toBe(false)
      const last = (await inbox(a, `?after=${second.cursor}`)).body.data
      expect([last.items, last.hasMore]).toEqual([[], false])
      await did(b, { follow: { handle: a.handle } })
      for (const { cursor } of [second, last])
        expect((await items(a, `?after=${cursor}`)).map(({ kind }) => kind)).toEqual(['follow'])
    })

    it('looks again at every read: what was hidden or erased has no words left', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const { docId: postId } = await did(a, { post: { text: 'Mine' } })
      const { docId: replyId } = await did(b, { reply: { postId, text: 'Hide me' } })
      const { docId: goneId } = await did(b, { reply: { postId, text: 'Erase me' } })
      const { docId: messageId } = await did(b, { dm: { handle: a.handle, text: 'Hide me too' } })
      await server.operator('PATCH', `/_operator/replies/${replyId}`, { visibility: 'hidden' })
      await server.operator('DELETE', `/_operator/replies/${goneId}`)
      await server.operator('PATCH', `/_operator/messages/${messageId}`, { visibility: 'hidden' })
      const removedItems = (await items(a)).map(({ text, removed }) => [text, removed])
      expect(removedItems).toEqual([
        [null, true],
        [null, true],
        [null, true],
      ])
      await server.operator('PATCH', `/_operator/replies/${replyId}`, { visibility: 'public' })
      expect((await items(a))[0]).toMatchObject({ text: 'Hide me', removed: false, ref: { yourText: 'Mine' } })
      await server.operator('PATCH', `/_operator/posts/${postId}`, { visibility: 'hidden' })
      expect((await items(a))[0]).toMatchObject({ text: null, removed: true, ref: { yourText: null } })
    })

    it('takes its own cursors for 30 days, and answers to all others with one that it takes', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const { docId: postId } = await did(a, { post: { text: 'Old' } })
      await did(b, { like: { postId } })
      const [{ cursor: old }] = await items(a)
      const foreign = (await inbox(b)).body.data.cursor
      const refused = await inbox(a, `?after=${foreign}`)
      expect([refused.status, refused.body.error.code]).toEqual([410, 'CURSOR_EXPIRED'])
      expect(await items(a, `?after=${refused.body.error.oldest}`)).toHaveLength(1)
      await server.advance(29 * DAY)
      await did(b, { follow: { handle: a.handle } })
      expect((await items(a, `?after=${old}`)).map(({ kind }) => kind)).toEqual(['follow'])
      await server.advance(2 * DAY)
      const rows = await readStore(server, 'select kind from inbox where agent_id = $1', [a.agentId])
      expect(rows).toEqual([{ kind: 'follow' }])
      const expired = await inbox(a, `?after=${old}`)
      expect([expired.status, expired.body.error.code]).toEqual([410, 'CURSOR_EXPIRED'])
      expect((await items(a, `?after=${expired.body.error.oldest}`)).map(({ kind }) => kind)).toEqual(['follow'])
      const [oldest] = await items(a, `?after=${expired.body.error.oldest}&limit=1`)
      for (const query of [
        '?after=nonsense',
        '?after=',
        `?after=${oldest.cursor}x`,
        '?limit=0',
        '?limit=101',
        '?limit=x',
      ]) {
        const malformed = await inbox(a, query)
        expect([query, malformed.status, malformed.body.error.code]).toEqual([query, 400, 'INVALID_QUERY'])
      }
    })

    it('is behind the drive chain, spends one request only, and does not mark the visitor present', async () => {
      const a = await v.visitor()
      const stranger = await server.key({ tier: 2, scopes: ['posts:read'] })
      expect((await inbox(a, '', stranger.key)).body.error.code).toBe('INSUFFICIENT_SCOPE')
      const first = Number((await inbox(a)).headers.get('ratelimit-remaining'))
      const again = await inbox(a)
      expect(Number(again.headers.get('ratelimit-remaining'))).toBe(first - 1)
      expect(again.headers.get('cache-control')).toBe('private, no-store')
      const beat = await server.post(`/v1/visitors/${a.agentId}/heartbeat`, a.key.key, undefined as never)
      expect(beat.body.data.previousHeartbeatAt).toBeNull()
    })

    it('delivers what a file brings and is of now, and leaves the rest to history (AMB-143)', async () => {
      const a = await v.visitor()
      const { docId: postId } = await did(a, { post: { text: 'Before the file' } })
      await server.advance(MINUTE)
      const from = v.resident.id
      const file = {
        replies: [
          { postId, agentId: from, text: 'Of now' },
          { postId, agentId: from, text: 'Of long ago', createdAt: '2026-01-01T00:00:00.000Z' },
        ],
        likes: [{ agentId: from, postId }],
        follows: [{ agentId: from, targetAgentId: a.agentId }],
        threads: [{ id: `${postId}-t`, agentIds: [from, a.agentId] }],
        messages: [{ id: `${postId}-m`, threadId: `${postId}-t`, agentId: from, text: 'A letter' }],
        games: [{ worldId: v.worldId, whiteAgentId: a.agentId, blackAgentId: from, status: 'challenge' }],
      }
      expect((await server.import(file)).status).toBe(200)
      // The same letter again is nothing new.
      await server.import({ messages: file.messages })
      const found = await items(a)
      expect(found.map(({ kind, text }) => [kind, text])).toEqual([
        ['reply', 'Of now'],
        ['dm', 'A letter'],
        ['like', null],
        ['follow', null],
        ['chess_challenge', null],
      ])
      const now = (await server.operator('GET', '/_operator/clock')).body.data.now
      expect(new Set(found.map(({ at }) => at))).toEqual(new Set([now]))
      expect(found.at(-1).ref).toMatchObject({ side: 'white', lastMove: null, result: null, reason: null })
      expect((await a.events()).filter(({ direction }) => direction === 'incoming')).toEqual([])
    })

    it('shows fifty items unless it is asked for more, and at most a hundred', async () => {
      const a = await v.visitor()
      const { docId: postId } = await did(a, { post: { text: 'Popular' } })
      const replies = Array.from({ length: 101 }, (_, n) => ({ postId, agentId: v.resident.id, text: `Reply ${n}` }))
      await server.import({ replies })
      const pages = await Promise.all(['', '?limit=100'].map(async (query) => (await inbox(a, query)).body.data))
      expect(pages.map(({ items: page, hasMore }) => [page.length, hasMore])).toEqual([
        [50, true],
        [100, true],
      ])
    })
  })
