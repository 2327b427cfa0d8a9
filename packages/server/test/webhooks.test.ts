import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from './durations.ts'
import { ENGINES, type Reply, startTestServer, type TestServer } from './harness.ts'
import { NOW, OPEN, type Village, village, type Watched } from './observe-harness.ts'
import { statusAndCode } from './portal-site.ts'
import { readStore } from './store-access.ts'
import { waitUntil } from './wait-until.ts'
import { type Receiver, startReceiver, verifies } from './webhook-receiver.ts'

const KINDS = [
  'reply',
  'like',
  'repost',
  'follow',
  'dm',
  'invite',
  'conversation_turn',
  'conversation_ended',
  'chess_challenge',
  'chess_turn',
  'chess_over',
  'arrived',
]
const RETRY_DELAYS = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY]

interface Created {
  readonly id: string
  readonly secret: string
}

for (const engine of ENGINES)
  describe(`webhooks on ${engine}`, () => {
    let server: TestServer
    let v: Village
    let receiver: Receiver
    let paths = 0

    beforeAll(async () => {
      receiver = await startReceiver()
      server = await startTestServer(engine, { env: { AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' } })
      await server.setClock(NOW)
      await server.switches({ ...OPEN, webhooksEnabled: true })
      v = await village(server)
    })
    beforeEach(() => receiver.respond((response) => response.writeHead(204).end()))
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await receiver.close()
    })

    const send = (w: Watched, method: string, path: string, body?: unknown, key = w.key.key): Promise<Reply> =>
      server.get(`/v1/visitors/${w.agentId}/webhooks${path}`, key, {
        method,
        ...(body === undefined
          ? {}
          : {
              headers: { 'content-type': 'application/json' },
              body: typeof body === 'string' ? body : JSON.stringify(body),
            }),
      })
    const newPath = (): string => {
      paths += 1
      return `/hook-${paths}/`
    }
    const create = async (w: Watched, path: string, more: object = {}): Promise<Created> => {
      const reply = await send(w, 'POST', '', { url: receiver.url + path, ...more })
      expect(statusAndCode(reply)).toBe('201')
      return reply.body.data
    }
    const deliveries = async (w: Watched, id: string, query = ''): Promise<any[]> => {
      const reply = await send(w, 'GET', `/${id}/deliveries${query}`)
      expect(statusAndCode(reply)).toBe('200')
      return reply.body.data.items
    }
    const settled = async (w: Watched, id: string, state: string): Promise<any> => {
      let found: any
      await waitUntil(`a delivery in state ${state}`, async () => {
        ;[found] = await deliveries(w, id)
        return found?.state === state
      })
      return found
    }
    const letter = async (from: Watched, to: Watched, text: string): Promise<any> => {
      const reply = await from.act({ dm: { handle: to.handle, text } })
      expect(reply.body.data?.status, JSON.stringify(reply.body)).toBe('created')
      return reply.body.data
    }
    /** Time for an attempt that must not come: a second webhook of the same event loop gets its delivery meanwhile. */
    const pass = async (): Promise<void> => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      await create(a, path)
      await letter(b, a, 'Time passes')
      await receiver.count(1, path)
    }

    it('creates, lists, reads, changes and deletes webhooks; the secret is shown once', async () => {
      const a = await v.visitor()
      const url = `${receiver.url}${newPath()}`
      const creation = await send(a, 'POST', '', { url })
      expect([creation.status, creation.headers.get('cache-control')]).toEqual([201, 'private, no-store'])
      const { secret, ...webhook } = creation.body.data
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(webhook).toEqual({
        id: expect.stringMatching(/^whk_/),
        url,
        events: KINDS,
        description: '',
        state: 'active',
        createdAt: NOW,
        disabledReason: null,
      })
      const second = await send(a, 'POST', '', { url, events: ['reply', 'dm', 'dm'], description: 'x'.repeat(200) })
      expect(second.body.data).toMatchObject({ events: ['reply', 'dm'], description: 'x'.repeat(200) })
      const { secret: _, ...other } = second.body.data
      expect((await send(a, 'GET', '')).body).toEqual({ data: [webhook, other] })
      expect((await send(a, 'GET', `/${webhook.id}`)).body).toEqual({ data: webhook })
      const change = { description: 'mine', events: ['like'], state: 'paused', url: `${url}more` }
      const changed = { ...webhook, ...change }
      expect((await send(a, 'PATCH', `/${webhook.id}`, change)).body).toEqual({ data: changed })
      expect((await send(a, 'PATCH', `/${webhook.id}`, {})).body).toEqual({ data: changed })
      const removal = await server.get(`/v1/visitors/${a.agentId}/webhooks/${webhook.id}`, a.key.key, {
        method: 'DELETE',
      })
      expect([removal.status, removal.body]).toEqual([204, ''])
      expect((await send(a, 'GET', '')).body).toEqual({ data: [other] })
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/secret'],
        ['POST', '/test'],
        ['GET', '/deliveries'],
        ['POST', '/deliveries/whd_x_1/redeliver'],
      ] as const)
        expect(
          statusAndCode(await send(a, method, `/${webhook.id}${path}`, method === 'PATCH' ? {} : undefined)),
          `${method} ${path}`,
        ).toBe('404 NOT_FOUND')
      // No secret is stored as it is.
      const rows = JSON.stringify(await readStore(server, 'select * from webhooks', []))
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(secret.slice(6, 40))
    })

    it('refuses in this order: drive chain, switch, body, limit', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const url = `${receiver.url}${newPath()}`
      expect(statusAndCode(await send(a, 'POST', '', '{', b.key.key))).toBe('403 DRIVE_AGENT_NOT_ALLOWED')
      await server.switches({ webhooksEnabled: 'yes' })
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', '/x'],
        ['PATCH', '/x'],
        ['DELETE', '/x'],
        ['POST', '/x/secret'],
        ['POST', '/x/test'],
        ['GET', '/x/deliveries?limit=0'],
        ['POST', '/x/deliveries/y/redeliver'],
      ] as const)
        expect(statusAndCode(await send(a, method, path, method === 'GET' ? undefined : '{')), method + path).toBe(
          '503 WEBHOOKS_DISABLED',
        )
      await server.switches({ webhooksEnabled: true })
      for (let n = 0; n < 3; n++) await create(a, newPath())
      const bad = [
        '{',
        '[]',
        {},
        { url: 5 },
        { url, events: [] },
        { url, events: ['wave'] },
        { url, events: 'dm' },
        { url, description: 'x'.repeat(201) },
        { url, description: 7 },
        { url, colour: 'red' },
        { url, description: 'nul\u0000' },
      ]
      for (const body of bad)
        expect(statusAndCode(await send(a, 'POST', '', body)), JSON.stringify(body)).toBe('400 INVALID_INPUT')
      for (const text of ['', 'x', 'ftp://example.org/', '/relative', 'http://', `http://u:p@127.0.0.1/`, 'http://@h/'])
        expect(statusAndCode(await send(a, 'POST', '', { url: text })), text).toBe('400 INVALID_WEBHOOK_URL')
      expect(statusAndCode(await send(a, 'POST', '', { url }))).toBe('409 WEBHOOK_LIMIT_REACHED')
      const [{ id }] = (await send(a, 'GET', '')).body.data
      for (const body of [{ state: 'disabled' }, { state: 1 }, { url: null }, { secret: 'x' }])
        expect(statusAndCode(await send(a, 'PATCH', `/${id}`, body)), JSON.stringify(body)).toBe('400 INVALID_INPUT')
      expect(statusAndCode(await send(a, 'PATCH', `/${id}`, { url: 'x' }))).toBe('400 INVALID_WEBHOOK_URL')
      // Webhooks of another visitor do not exist for this one.
      const { id: foreign } = await create(b, newPath())
      expect(statusAndCode(await send(a, 'GET', `/${foreign}`))).toBe('404 NOT_FOUND')
      for (const query of ['?limit=0', '?limit=101', '?limit=x', '?cursor=', '?cursor=d1.5.x', '?cursor=zzz'])
        expect(statusAndCode(await send(a, 'GET', `/${id}/deliveries${query}`)), query).toBe('400 INVALID_QUERY')
    })

    it('creates no more than three under concurrency', async () => {
      const a = await v.visitor()
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => send(a, 'POST', '', { url: `${receiver.url}${newPath()}` })),
      )
      expect(replies.map(statusAndCode).sort()).toEqual([
        ...Array.from({ length: 3 }, () => '201'),
        ...Array.from({ length: 5 }, () => '409 WEBHOOK_LIMIT_REACHED'),
      ])
    })

    it('posts each inbox item, signed, as the inbox shows it', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const [path, some] = [newPath(), newPath()]
      const { id, secret } = await create(a, path)
      const filtered = await create(a, some, { events: ['like'] })
      const { docId: postId } = (await a.act({ post: { text: 'Announced' } })).body.data
      await b.act({ like: { postId } })
      await b.act({ reply: { postId, text: 'Heard' } })
      await letter(b, a, 'In private')
      const received = await receiver.count(3, path)
      const { items } = (await server.get(`/v1/visitors/${a.agentId}/inbox`, a.key.key)).body.data
      expect(received.map(({ body }) => body.data.kind).sort()).toEqual(['dm', 'like', 'reply'])
      for (const request of received) {
        expect(verifies(secret, request)).toBe(true)
        const item = items.find(({ kind }: any) => kind === request.body.data.kind)
        expect(request.body).toEqual({ type: `inbox.${item.kind}`, timestamp: item.at, data: item })
        expect(request.headers['content-type']).toBe('application/json')
        expect(request.headers['webhook-timestamp']).toMatch(/^\d{10}$/)
      }
      const [only] = await receiver.count(1, some)
      expect(only!.body.type).toBe('inbox.like')
      expect(verifies(filtered.secret, only!)).toBe(true)
      await settled(a, id, 'delivered')
      await waitUntil('all deliveries', async () =>
        (await deliveries(a, id)).every(({ state }) => state === 'delivered'),
      )
      const listed = await deliveries(a, id)
      expect(listed.map(({ type }) => type)).toEqual(['inbox.dm', 'inbox.reply', 'inbox.like'])
      expect(new Set(listed.map(({ id: delivery }) => delivery))).toEqual(new Set(received.map((one) => one.id)))
      expect(listed[0].attempts).toEqual([{ at: NOW, status: 204, error: null, milliseconds: expect.any(Number) }])
      const first = (await send(a, 'GET', `/${id}/deliveries?limit=2`)).body.data
      expect([first.items.length, first.hasMore]).toEqual([2, true])
      const second = (await send(a, 'GET', `/${id}/deliveries?limit=2&cursor=${first.cursor}`)).body.data
      expect([second.items.map(({ type }: any) => type), second.hasMore]).toEqual([['inbox.like'], false])
      expect(statusAndCode(await send(a, 'GET', `/${filtered.id}/deliveries?cursor=${first.cursor}`))).toBe(
        '400 INVALID_QUERY',
      )
      expect(receiver.received(some)).toHaveLength(1)
    })

    it('signs with a replaced secret for 24 hours', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      const { id, secret } = await create(a, path)
      const replaced = await send(a, 'POST', `/${id}/secret`)
      expect(replaced.status).toBe(200)
      const { secret: next } = replaced.body.data
      expect(next).not.toBe(secret)
      await letter(b, a, 'Both')
      const [both] = await receiver.count(1, path)
      expect(both!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
      expect([verifies(secret, both!), verifies(next, both!)]).toEqual([true, true])
      const { secret: third } = (await send(a, 'POST', `/${id}/secret`)).body.data
      await server.advance(23 * HOUR)
      await letter(b, a, 'All three')
      const [, all] = await receiver.count(2, path)
      expect([secret, next, third].map((one) => verifies(one, all!))).toEqual([true, true, true])
      await server.advance(HOUR)
      await letter(b, a, 'The newest')
      const [, , newest] = await receiver.count(3, path)
      expect([secret, next, third].map((one) => verifies(one, newest!))).toEqual([false, false, true])
      const key = Buffer.from(third.slice(6), 'base64')
      const signed = `${newest!.id}.${newest!.headers['webhook-timestamp']}.${newest!.text}`
      expect(newest!.headers['webhook-signature']).toBe(
        `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
      )
    })

    it('sends a test and tells its outcome; tests and redeliveries have one limit', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      const { id, secret } = await create(a, path)
      const reply = await send(a, 'POST', `/${id}/test`)
      expect([reply.status, reply.body.data]).toEqual([
        200,
        { status: 204, error: null, milliseconds: expect.any(Number) },
      ])
      const [request] = receiver.received(path)
      expect(request!.body).toMatchObject({ type: 'webhook.test', data: { webhookId: id } })
      expect(verifies(secret, request!)).toBe(true)
      expect(await deliveries(a, id)).toEqual([])
      receiver.respond((response) => response.writeHead(302, { location: receiver.url + path }).end())
      expect((await send(a, 'POST', `/${id}/test`)).body.data).toMatchObject({ status: 302, error: 'status' })
      receiver.respond((response) => response.destroy())
      expect((await send(a, 'POST', `/${id}/test`)).body.data).toMatchObject({ status: null, error: 'reset' })
      receiver.respond((response) => response.writeHead(200).end('x'.repeat(100_000)))
      expect((await send(a, 'POST', `/${id}/test`)).body.data).toMatchObject({ status: 200, error: null })
      for (const [url, error] of [
        ['http://127.0.0.1:1/', 'refused'],
        ['http://does-not-exist.invalid/', 'dns'],
        [`https://127.0.0.1:${receiver.port}/`, 'tls'],
      ] as const) {
        await send(a, 'PATCH', `/${id}`, { url })
        expect((await send(a, 'POST', `/${id}/test`)).body.data, url).toMatchObject({ status: null, error })
      }
      await send(a, 'PATCH', `/${id}`, { url: receiver.url + path })
      receiver.respond((response) => response.writeHead(204).end())
      const before = receiver.received(path).length
      await letter(b, a, 'Once more')
      await receiver.count(before + 1, path)
      const { id: delivery } = await settled(a, id, 'delivered')
      expect(statusAndCode(await send(a, 'POST', `/${id}/deliveries/${delivery}x/redeliver`))).toBe('404 NOT_FOUND')
      const redelivered = await send(a, 'POST', `/${id}/deliveries/${delivery}/redeliver`)
      expect([redelivered.status, redelivered.body.data]).toMatchObject([202, { id: delivery, state: 'pending' }])
      const [, again] = (await receiver.count(before + 2, path)).slice(before)
      expect([again!.id, again!.body.data.text]).toEqual([delivery, 'Once more'])
      await waitUntil('two attempts', async () => (await deliveries(a, id))[0].attempts.length === 2)
      // Eight of the ten of this minute are used.
      for (const expected of ['200', '202', '429 RATE_LIMIT_EXCEEDED', '429 RATE_LIMIT_EXCEEDED'] as const) {
        const call = expected === '202' ? `/deliveries/${delivery}/redeliver` : '/test'
        expect(statusAndCode(await send(a, 'POST', `/${id}${call}`))).toBe(expected)
      }
      expect((await send(a, 'POST', `/${id}/test`)).headers.get('retry-after')).toMatch(/^\d+$/)
      await server.advance(MINUTE)
      expect(statusAndCode(await send(a, 'POST', `/${id}/test`))).toBe('200')
    })

    it('retries by the schedule, with jitter, then gives up', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      const { id, secret } = await create(a, path)
      receiver.respond((response) => response.writeHead(500).end())
      await letter(b, a, 'Nobody answers')
      await receiver.count(1, path)
      for (const [i, delay] of RETRY_DELAYS.entries()) {
        await waitUntil(`attempt ${i + 1}`, async () => (await deliveries(a, id))[0].attempts.length === i + 1)
        const [row] = await readStore(server, 'select next_at from webhook_deliveries where webhook_id = $1', [id])
        const last = Date.parse((await deliveries(a, id))[0].attempts.at(-1).at)
        expect(Number(row!.next_at) - last).toBeGreaterThanOrEqual(delay)
        expect(Number(row!.next_at) - last).toBeLessThanOrEqual(delay * 1.2)
        await server.advance(delay - 1)
        if (i < 2) {
          await pass()
          expect(receiver.received(path)).toHaveLength(i + 1)
        }
        await server.advance(delay * 0.2 + 1)
        await receiver.count(i + 2, path)
      }
      const failed = await settled(a, id, 'failed')
      expect(failed.attempts).toHaveLength(10)
      expect(failed.attempts.every(({ status, error }: any) => status === 500 && error === 'status')).toBe(true)
      const received = receiver.received(path)
      expect(new Set(received.map((one) => one.id)).size).toBe(1)
      for (const request of received) expect(verifies(secret, request)).toBe(true)
      receiver.respond((response) => response.writeHead(204).end())
      await server.advance(2 * DAY)
      await pass()
      expect(receiver.received(path)).toHaveLength(10)
      // By hand it begins again.
      await send(a, 'POST', `/${id}/deliveries/${failed.id}/redeliver`)
      await settled(a, id, 'delivered')
    })

    it('obeys Retry-After up to 24 hours', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      const { id } = await create(a, path)
      const waits = ['600', '1', '999999999'] as const
      receiver.respond((response) =>
        response.writeHead(503, { 'retry-after': waits[receiver.received(path).length - 1] ?? '1' }).end(),
      )
      await letter(b, a, 'Later')
      const gaps: number[] = []
      for (const n of [1, 2, 3]) {
        await waitUntil(`attempt ${n}`, async () => (await deliveries(a, id))[0].attempts.length === n)
        const [row] = await readStore(server, 'select next_at from webhook_deliveries where webhook_id = $1', [id])
        const last = Date.parse((await deliveries(a, id))[0].attempts.at(-1).at)
        gaps.push(Number(row!.next_at) - last)
        await server.advance(gaps.at(-1)!)
        await receiver.count(n + 1, path)
      }
      expect(gaps[0]).toBe(10 * MINUTE)
      expect(gaps[1]).toBeGreaterThanOrEqual(5 * MINUTE)
      expect(gaps[1]).toBeLessThanOrEqual(6 * MINUTE)
      expect(gaps[2]).toBe(DAY)
    })

    it('reaches a receiver that was down for three days, with at most two deliveries each', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      const { id, secret } = await create(a, path)
      // Down: the request arrives, the answer never does.
      receiver.respond((response) => response.destroy())
      for (let n = 0; n < 6; n++) await letter(b, a, `Letter ${n}`)
      await receiver.count(6, path)
      for (let hours = 0; hours < 72; hours += 6) {
        await server.advance(6 * HOUR)
        await pass()
      }
      const missed = receiver.received(path).length
      receiver.respond((response) => response.writeHead(200).end())
      for (let n = 0; n < 8; n++) {
        await server.advance(6 * HOUR)
        await pass()
      }
      await waitUntil('all deliveries', async () =>
        (await deliveries(a, id)).every(({ state }) => state === 'delivered'),
      )
      const after = receiver.received(path).slice(missed)
      for (const request of after) expect(verifies(secret, request)).toBe(true)
      const counts = new Map<string, number>()
      for (const { body } of after) counts.set(body.data.text, (counts.get(body.data.text) ?? 0) + 1)
      expect([...counts.keys()].sort()).toEqual(Array.from({ length: 6 }, (_, n) => `Letter ${n}`))
      expect(Math.max(...counts.values())).toBeLessThanOrEqual(2)
      expect((await send(a, 'GET', `/${id}`)).body.data.state).toBe('active')
    })

    it('disables on 410 at once, and after five days of failures', async () => {
      const [a, b, c] = [await v.visitor(), await v.visitor(), await v.visitor()]
      const [path, failing] = [newPath(), newPath()]
      const goneHook = await create(a, path)
      const down = await create(c, failing)
      receiver.respond((response) => response.writeHead(410).end())
      await letter(b, a, 'Are you there?')
      await waitUntil('the disabled webhook', async () => {
        const { data } = (await send(a, 'GET', `/${goneHook.id}`)).body
        return data.state === 'disabled' && data.disabledReason === 'gone'
      })
      await letter(b, a, 'Never delivered')
      expect(await deliveries(a, goneHook.id)).toHaveLength(1)
      receiver.respond((response) => response.writeHead(500).end())
      for (let day = 0; day < 6; day++) {
        await letter(b, c, `Day ${day}`)
        await receiver.count(receiver.received(failing).length + 1, failing)
        await server.advance(DAY)
        await pass()
        if (day < 4) expect((await send(c, 'GET', `/${down.id}`)).body.data.state).toBe('active')
        else break
      }
      await waitUntil('the failing webhook', async () => {
        const { data } = (await send(c, 'GET', `/${down.id}`)).body
        return data.state === 'disabled' && data.disabledReason === 'failing'
      })
      receiver.respond((response) => response.writeHead(204).end())
      const back = await send(a, 'PATCH', `/${goneHook.id}`, { state: 'active' })
      expect(back.body.data).toMatchObject({ state: 'active', disabledReason: null })
      await server.advance(DAY)
      expect((await settled(a, goneHook.id, 'delivered')).attempts).toHaveLength(2)
    })

    it('cancels what was hidden or erased before it was sent', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      const { id } = await create(a, path)
      receiver.respond((response) => response.writeHead(500).end())
      const { docId } = await letter(b, a, 'Soon hidden')
      await receiver.count(1, path)
      await waitUntil('the first attempt', async () => (await deliveries(a, id))[0].attempts.length === 1)
      await server.operator('PATCH', `/_operator/messages/${docId}`, { visibility: 'hidden' })
      await server.advance(6_000)
      expect(await settled(a, id, 'cancelled')).toMatchObject({ type: 'inbox.dm', attempts: [{ status: 500 }] })
      expect(receiver.received(path)).toHaveLength(1)
      const stored = JSON.stringify(await readStore(server, 'select * from webhook_deliveries', []))
      expect(stored).not.toContain('Soon hidden')
    })

    /** Each cause: what stops the webhook, and what ends the cause, if it can end. */
    const causes: [
      string,
      (w: Watched, id: string) => Promise<unknown>,
      ((w: Watched, id: string) => Promise<unknown>) | null,
    ][] = [
      [
        'pause',
        (w, id) => send(w, 'PATCH', `/${id}`, { state: 'paused' }),
        (w, id) => send(w, 'PATCH', `/${id}`, { state: 'active' }),
      ],
      ['switch', () => server.switches({ webhooksEnabled: false }), () => server.switches({ webhooksEnabled: true })],
      [
        'drive switch',
        () => server.switches({ visitorDriveEnabled: false }),
        () => server.switches({ visitorDriveEnabled: true }),
      ],
      [
        'disabled key',
        ({ key }) => server.operator('PATCH', `/_operator/keys/${key.id}`, { enabled: false }),
        ({ key }) => server.operator('PATCH', `/_operator/keys/${key.id}`, { enabled: true }),
      ],
      ['revoked key', ({ key }) => server.operator('PATCH', `/_operator/keys/${key.id}`, { revokedAt: NOW }), null],
      [
        'suspended app',
        ({ appId }) => server.operator('PATCH', `/_operator/apps/${appId}`, { status: 'suspended' }),
        ({ appId }) => server.operator('PATCH', `/_operator/apps/${appId}`, { status: 'active' }),
      ],
      [
        'paused world',
        ({ worldId }) => server.operator('PATCH', `/_operator/worlds/${worldId}`, { visitorsPaused: true }),
        ({ worldId }) => server.operator('PATCH', `/_operator/worlds/${worldId}`, { visitorsPaused: false }),
      ],
      [
        'disabled visitor',
        ({ agentId }) => server.operator('PATCH', `/_operator/agents/${agentId}`, { enabled: false }),
        ({ agentId }) => server.operator('PATCH', `/_operator/agents/${agentId}`, { enabled: true }),
      ],
      ['deleted key', ({ key }) => server.operator('DELETE', `/_operator/keys/${key.id}`), null],
      ['release', ({ agentId }) => server.operator('POST', `/_operator/visitors/${agentId}/release`, {}), null],
      [
        'erasure',
        ({ agentId }) => server.operator('POST', `/_operator/visitors/${agentId}/erase`, { posts: 'keep' }),
        null,
      ],
    ]
    for (const [name, stop, resume] of causes)
      it(`begins no attempt during: ${name}`, async () => {
        const own = await village(server)
        const [a, b] = [await own.visitor(), await own.visitor()]
        const path = newPath()
        const { id } = await create(a, path)
        receiver.respond((response, { path: called }) => response.writeHead(called.startsWith(path) ? 500 : 204).end())
        await letter(b, a, 'Before')
        await receiver.count(1, path)
        await waitUntil('the first attempt', async () => (await deliveries(a, id))[0].attempts.length === 1)
        const stopped = (await stop(a, id)) as Reply | undefined
        expect(stopped?.status ?? 200).toBeLessThan(300)
        await server.advance(DAY)
        // An item of meanwhile gets no delivery. With the gates open, another visitor's webhook shows that time passes.
        const isGlobal = name === 'switch' || name === 'drive switch'
        if (!isGlobal) await pass()
        if (name === 'switch' || name === 'pause') await letter(b, a, 'Meanwhile')
        await new Promise((done) => setTimeout(done, 1_200))
        expect(receiver.received(path)).toHaveLength(1)
        if (resume === null) return
        receiver.respond((response) => response.writeHead(204).end())
        await resume(a, id)
        await settled(a, id, 'delivered')
        await letter(b, a, 'After')
        await receiver.count(3, path)
        expect(receiver.received(path).map(({ body }) => body.data.text)).toEqual(['Before', 'Before', 'After'])
      })

    it('continues after a rotation of the key, which still drives the visitor', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      await create(a, path)
      const rotated = await server.operator('POST', `/_operator/keys/${a.key.id}/rotate`, {})
      expect(rotated.status).toBe(200)
      await letter(b, a, 'To the same visitor')
      await receiver.count(1, path)
    })

    it('keeps deliveries for 30 days and removes those of deleted webhooks', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      const { id } = await create(a, path)
      const other = await create(a, newPath())
      await letter(b, a, 'Old')
      await settled(a, id, 'delivered')
      await settled(a, other.id, 'delivered')
      await send(a, 'DELETE', `/${other.id}`)
      await server.advance(30 * DAY + HOUR)
      expect(await deliveries(a, id)).toEqual([])
      await waitUntil('the clean-up', async () => {
        const rows = await readStore(server, 'select 1 from webhook_deliveries where webhook_id in ($1, $2)', [
          id,
          other.id,
        ])
        const webhooks = await readStore(server, 'select id from webhooks where id in ($1, $2)', [id, other.id])
        return rows.length === 0 && webhooks.length === 1
      })
    })

    it('lists all webhooks to operators, without paths, and lets them pause one', async () => {
      const [a, b] = [await v.visitor(), await v.visitor()]
      const path = newPath()
      const { id, secret } = await create(a, path)
      receiver.respond((response) => response.writeHead(500).end())
      await letter(b, a, 'Pending')
      await receiver.count(1, path)
      await waitUntil('the first attempt', async () => (await deliveries(a, id))[0].attempts.length === 1)
      const listed = await server.operator('GET', `/_operator/webhooks?agentId=${a.agentId}`)
      expect(listed.body.data).toEqual([
        expect.objectContaining({ id, url: receiver.url, agentId: a.agentId, keyId: a.key.id, pending: 1 }),
      ])
      expect(JSON.stringify(listed.body)).not.toContain(secret)
      const paused = await server.operator('PATCH', `/_operator/webhooks/${id}`, { state: 'paused' })
      expect(paused.body.data).toMatchObject({ id, state: 'paused' })
      expect((await send(a, 'GET', `/${id}`)).body.data.state).toBe('paused')
      expect(statusAndCode(await server.operator('PATCH', '/_operator/webhooks/whk_none', { state: 'paused' }))).toBe(
        '404 NOT_FOUND',
      )
      const metrics = (await server.operator('GET', '/metrics')).body as string
      expect(metrics).toMatch(/agent_network_webhook_attempts_total\{outcome="delivered"\} \d+/)
    })
  })
