import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from './durations.ts'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { NOW, OPEN, type Village, village, type Watched } from './observe-harness.ts'
import { follow, type Reading } from './stream-reader.ts'

for (const engine of ENGINES)
  describe(`streams on ${engine}`, () => {
    let server: TestServer
    let v: Village
    const open: Reading[] = []
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
      await server.switches(OPEN)
      v = await village(server)
    })
    afterEach(() => {
      for (const reading of open.splice(0)) reading.close()
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const reading = async (path: string, key: string, headers = {}): Promise<Reading> => {
      const found = await follow(server.baseUrl + path, key, headers)
      open.push(found)
      return found
    }
    const ofVisitor = (w: Watched, query = '', headers = {}) =>
      reading(`/v1/visitors/${w.agentId}/stream${query}`, w.key.key, headers)
    const did = async (w: Watched, body: unknown): Promise<any> => {
      const { data } = (await w.act(body)).body
      expect(data.status).toBe('created')
      return data
    }
    const errorOf = (found: Reading) => JSON.parse(found.raw()).error
    const refused = async (path: string, key: string, headers = {}): Promise<[number, string]> => {
      const found = await reading(path, key, headers)
      await found.over
      return [found.status, errorOf(found).code]
    }

    it('carry the inbox of a visitor as it comes, each item with its cursor and kind', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const { docId: postId } = await did(a, { post: { text: 'Before anybody followed' } })
      await did(b, { like: { postId } })
      const live = await ofVisitor(a)
      expect(live.status).toBe(200)
      expect(live.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      await did(b, { reply: { postId, text: 'Now' } })
      await did(b, { dm: { handle: a.handle, text: 'And in private' } })
      const [reply, letter] = await live.count(2)
      expect(live.raw()).toMatch(/^retry: 2000\n\n/)
      expect([reply!.event, letter!.event]).toEqual(['reply', 'dm'])
      const { items } = (await server.get(`/v1/visitors/${a.agentId}/inbox`, a.key.key)).body.data
      expect(items.slice(1)).toEqual([reply!.data, letter!.data])
      expect([reply!.id, letter!.id]).toEqual(items.slice(1).map(({ cursor }: any) => cursor))
    })

    it('go on after a cursor: first what was missed, then what comes; the header wins', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const { docId: postId } = await did(a, { post: { text: 'Counting' } })
      for (const text of ['One', 'Two', 'Three']) await did(b, { reply: { postId, text } })
      const { items } = (await server.get(`/v1/visitors/${a.agentId}/inbox`, a.key.key)).body.data
      const lines = await ofVisitor(a, `?after=${items[0].cursor}`, { accept: 'application/x-ndjson' })
      expect(lines.headers['content-type']).toBe('application/x-ndjson')
      const events = await ofVisitor(a, `?after=${items[0].cursor}`, { 'last-event-id': items[1].cursor })
      await did(b, { reply: { postId, text: 'Four' } })
      const texts = (found: readonly any[]) => found.map(({ data }) => data.text)
      expect(texts(await lines.count(3))).toEqual(['Two', 'Three', 'Four'])
      expect(texts(await events.count(2))).toEqual(['Three', 'Four'])
    })

    it('take cursors as the inbox does, and say where the oldest is', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const foreign = (await server.get(`/v1/visitors/${b.agentId}/inbox`, b.key.key)).body.data.cursor
      const path = `/v1/visitors/${a.agentId}/stream`
      expect(await refused(`${path}?after=nonsense`, a.key.key)).toEqual([400, 'INVALID_QUERY'])
      expect(await refused(path, a.key.key, { 'last-event-id': foreign })).toEqual([410, 'CURSOR_EXPIRED'])
      const expired = await ofVisitor(a, `?after=${foreign}`)
      await expired.over
      expect((await ofVisitor(a, `?after=${errorOf(expired).oldest}`)).status).toBe(200)
    })

    it('are two for each key and kind; asking for the head takes a request and no place', async () => {
      const a = await v.visitor()
      const path = `/v1/visitors/${a.agentId}/stream`
      const head = () => server.get(path, a.key.key, { method: 'HEAD' })
      const remainingBefore = Number((await head()).headers.get('ratelimit-remaining'))
      const headResponse = await head()
      expect([headResponse.status, headResponse.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
      expect(Number(headResponse.headers.get('ratelimit-remaining'))).toBe(remainingBefore - 1)
      const [first] = [await ofVisitor(a), await ofVisitor(a)]
      const third = await ofVisitor(a)
      await third.over
      expect([third.status, errorOf(third).code]).toEqual([429, 'STREAM_LIMIT_EXCEEDED'])
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
      expect((await reading('/v1/stream', a.key.key)).status).toBe(200)
      first!.close()
      await expect.poll(async () => (await ofVisitor(a)).status).toBe(200)
    })

    it.each<[string, (w: Watched) => Promise<unknown>, (w: Watched) => Promise<unknown>]>([
      [
        'KEY_REVOKED',
        ({ key }) => server.operator('PATCH', `/_operator/keys/${key.id}`, { revokedAt: NOW }),
        async () => {},
      ],
      [
        'DRIVE_AGENT_DISABLED',
        ({ agentId }) => server.operator('PATCH', `/_operator/agents/${agentId}`, { enabled: false }),
        async () => {},
      ],
      [
        'VISITOR_DRIVE_DISABLED',
        () => server.switches({ visitorDriveEnabled: false }),
        () => server.switches({ visitorDriveEnabled: true }),
      ],
      [
        'VISITORS_PAUSED',
        () => server.operator('PATCH', `/_operator/worlds/${v.worldId}`, { visitorsPaused: true }),
        () => server.operator('PATCH', `/_operator/worlds/${v.worldId}`, { visitorsPaused: false }),
      ],
    ])('end with %s when the next request would', async (code, close, reopen) => {
      const a = await v.visitor()
      const [events, lines] = [await ofVisitor(a), await ofVisitor(a, '', { accept: 'application/x-ndjson' })]
      await close(a)
      expect(await events.over).toBe('ended')
      expect(await lines.over).toBe('ended')
      expect(events.received().at(-1)).toEqual({ id: null, event: 'end', data: { code } })
      expect(lines.received().at(-1)!.data).toEqual({ kind: 'end', code })
      await reopen(a)
    })

    it('cut a reader that takes nothing, let it go on by its cursor, and wait for one that is slow', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const start = (await server.get(`/v1/visitors/${a.agentId}/inbox`, a.key.key)).body.data.cursor
      const lazy = await ofVisitor(a)
      lazy.pause()
      const { docId: postId } = await did(a, { post: { text: 'Loud' } })
      const isOpen = async () => !/streams_open_visitor 0\b/.test((await server.operator('GET', '/metrics')).body)
      // The kernels on both sides hold back some megabytes before anything piles up here.
      let postCount = 0
      for (; postCount < 60 && (await isOpen()); postCount++) {
        const text = `${postCount} ${'€'.repeat(90_000)}`
        expect((await server.import({ replies: [{ postId, agentId: b.agentId, text }] })).status).toBe(200)
      }
      await expect.poll(isOpen).toBe(false)
      const again = await ofVisitor(a, `?after=${start}`)
      again.dawdle(5)
      const found = await again.count(postCount)
      expect(found.map(({ data }) => Number(data.text.split(' ')[0]))).toEqual(
        Array.from({ length: postCount }, (_, i) => i),
      )
    })

    it('carry what happens publicly in the world of a key', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const live = await reading('/v1/stream', b.key.key)
      const { docId: postId } = await did(a, { post: { text: 'For everybody' } })
      const { docId: replyId } = await did(b, { reply: { postId, text: 'Heard' } })
      const { docId: repostId } = await did(b, { repost: { postId } })
      // Content that is hidden before a stream has sent it is never sent.
      await live.count(3)
      await server.operator('PATCH', `/_operator/replies/${replyId}`, { visibility: 'hidden' })
      const [post, reply, repost, removed] = await live.count(4)
      expect(post).toEqual({
        id: post!.data.cursor,
        event: 'post',
        data: {
          cursor: expect.any(String),
          kind: 'post',
          at: expect.any(String),
          post: expect.objectContaining({ id: postId, text: 'For everybody', agentHandle: `@${a.handle}` }),
        },
      })
      expect(reply!.data.reply).toMatchObject({ id: replyId, postId, text: 'Heard' })
      expect(repost!.data.repost).toEqual({
        id: repostId,
        postId,
        agentId: b.agentId,
        agentHandle: `@${b.handle}`,
        createdAt: expect.any(String),
      })
      expect(removed!.data).toMatchObject({ kind: 'removed', removed: { id: replyId, of: 'reply' } })
      // Content that was hidden since is not replayed; its removal is.
      const again = await reading('/v1/stream', b.key.key, { 'last-event-id': post!.id })
      expect((await again.count(2)).map(({ event }) => event)).toEqual(['repost', 'removed'])
    })

    it('reach a client of HTTP/1.0, which knows no chunks', async () => {
      const reader = await server.key({ worldId: v.worldId })
      const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1').setEncoding('utf8')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.write(`GET /v1/stream HTTP/1.0\r\nX-API-Key: ${reader.key}\r\n\r\n`)
      await expect.poll(() => text).toContain('retry: 2000\n\n')
      expect(text.toLowerCase()).not.toContain('transfer-encoding')
      await server.import({ posts: [{ agentId: v.resident.id, text: 'Ünframed' }] })
      await expect.poll(() => text).toContain('Ünframed')
      await server.operator('PATCH', `/_operator/keys/${reader.id}`, { enabled: false })
      const closed = new Promise((resolve) => socket.once('close', resolve))
      await closed
      expect(text.split('\r\n\r\n')[1]).toMatch(
        /^retry: 2000\n\nid: \S+\nevent: post\ndata: \{.*\}\n\nevent: end\ndata: \{"code":"KEY_DISABLED"\}\n\n$/,
      )
    })

    it('are filtered by kind, topic and agent, and never of removals', async () => {
      const a = await v.visitor()
      const reader = await server.key({ worldId: v.worldId })
      const topicId = `${v.worldId}-lamps`
      await server.import({ topics: [{ id: topicId, worldId: v.worldId, name: 'Lamps' }] })
      const kinds = await reading('/v1/stream?kinds=idea,challenge,reply', reader.key)
      const agents = await reading(`/v1/stream?agent=${v.resident.id}`, reader.key)
      const topics = await reading(`/v1/stream?topic=${topicId}`, (await server.key({ worldId: v.worldId })).key)
      const { docId: postId } = await did(a, { post: { text: 'Not theirs' } })
      await server.import({
        posts: [
          { id: `${postId}-theirs`, agentId: v.resident.id, text: 'Theirs' },
          { id: `${postId}-lamps`, agentId: a.agentId, topicId, text: 'Of lamps' },
        ],
        ideas: [{ id: `${postId}-idea`, worldId: v.worldId, label: 'Lamps', originAgentId: v.resident.id }],
        challenges: [{ id: `${postId}-challenge`, worldId: v.worldId, title: 'Light the harbour' }],
      })
      await server.operator('DELETE', `/_operator/posts/${postId}`)
      expect((await kinds.count(3)).map(({ event }) => event)).toEqual(['idea', 'challenge', 'removed'])
      expect(kinds.received()[0]!.data.idea).toMatchObject({ id: `${postId}-idea`, label: 'Lamps' })
      expect(kinds.received()[1]!.data.challenge).toMatchObject({
        id: `${postId}-challenge`,
        title: 'Light the harbour',
      })
      expect((await topics.count(2)).map(({ event }) => event)).toEqual(['post', 'removed'])
      expect(topics.received()[0]!.data.post).toMatchObject({ id: `${postId}-lamps`, text: 'Of lamps' })
      expect((await agents.count(3)).map(({ event }) => event)).toEqual(['post', 'idea', 'removed'])
      expect(agents.received()[2]!.data.removed).toEqual({ id: postId, of: 'post' })
    })

    it('keep ideas and challenges for keys of tier 3 that read the network', async () => {
      const low = await server.key({ tier: 2, scopes: ['posts:read'], worldId: v.worldId })
      const narrow = await server.key({ tier: 3, scopes: ['posts:read'], worldId: v.worldId })
      const blind = await server.key({ tier: 3, scopes: ['agents:read'], worldId: v.worldId })
      expect(await refused('/v1/stream?kinds=idea', low.key)).toEqual([403, 'INSUFFICIENT_TIER'])
      expect(await refused('/v1/stream?kinds=post,challenge', narrow.key)).toEqual([403, 'INSUFFICIENT_SCOPE'])
      expect(await refused('/v1/stream?kinds=nonsense', blind.key)).toEqual([403, 'INSUFFICIENT_SCOPE'])
      for (const query of ['kinds=nonsense', 'kinds=', 'topic=', 'agent=', 'after=x'])
        expect([query, ...(await refused(`/v1/stream?${query}`, narrow.key))]).toEqual([query, 400, 'INVALID_QUERY'])
      const live = await reading('/v1/stream', narrow.key)
      await server.import({
        challenges: [{ worldId: v.worldId, title: 'Light the harbour' }],
        posts: [{ agentId: v.resident.id, text: 'After the challenge' }],
      })
      expect((await live.count(1)).map(({ event }) => event)).toEqual(['post'])
    })

    it('miss nothing when something on the way cuts the line', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const { docId: postId } = await did(a, { post: { text: 'Through a proxy' } })
      const before = await ofVisitor(a)
      await did(b, { reply: { postId, text: 'One' } })
      const { id } = (await before.count(1))[0]!
      before.close()
      for (const text of ['Two', 'Three']) await did(b, { reply: { postId, text } })
      const after = await ofVisitor(a, '', { 'last-event-id': id! })
      expect((await after.count(2)).map(({ data }) => data.text)).toEqual(['Two', 'Three'])
    })

    it('replay seven days of their own world and not more', async () => {
      const reader = await server.key({ worldId: v.worldId })
      const elsewhere = await server.key()
      const live = await reading('/v1/stream', reader.key)
      await server.import({ posts: [{ agentId: v.resident.id, text: 'To be remembered' }] })
      const { id } = (await live.count(1))[0]!
      expect(await refused('/v1/stream', elsewhere.key, { 'last-event-id': id })).toEqual([410, 'CURSOR_EXPIRED'])
      await server.advance(8 * DAY)
      const expired = await reading('/v1/stream', reader.key, { 'last-event-id': id })
      await expired.over
      expect([expired.status, errorOf(expired).code]).toEqual([410, 'CURSOR_EXPIRED'])
      expect((await reading(`/v1/stream?after=${errorOf(expired).oldest}`, reader.key)).status).toBe(200)
    })

    it('replay thirty days of an inbox and not more', async () => {
      const a = await v.visitor()
      const { cursor } = (await server.get(`/v1/visitors/${a.agentId}/inbox`, a.key.key)).body.data
      await server.advance(31 * DAY)
      const expired = await ofVisitor(a, '', { 'last-event-id': cursor })
      await expired.over
      expect([expired.status, errorOf(expired).code]).toEqual([410, 'CURSOR_EXPIRED'])
      expect((await ofVisitor(a, `?after=${errorOf(expired).oldest}`)).status).toBe(200)
    })
  })

describe('a server that closes', () => {
  it('ends its streams and says why', async () => {
    const server = await startTestServer('sqlite')
    const { key } = await server.key()
    const live = await follow(`${server.baseUrl}/v1/stream`, key)
    await server.close()
    expect(await live.over).toBe('ended')
    expect(live.received().at(-1)).toMatchObject({ event: 'end', data: { code: 'SERVER_DRAINING' } })
  })
})
