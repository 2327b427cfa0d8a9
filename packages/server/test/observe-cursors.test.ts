import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { expectCode, NOW, OPEN, register, type Village, village, type Watched } from './observe-harness.ts'
import { DAY_MS } from './standing-harness.ts'

for (const engine of ENGINES)
  describe(`a cursor of the observe readers, on ${engine}`, () => {
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
      for (let n = 0; n < 2; n++) await a.act({ like: { postId: v.postId } })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })
    const patch = (path: string, body: unknown) => server.operator('PATCH', `/_operator/${path}`, body)
    const cursors = async (query = '') => (await a.observe(`/events?limit=1${query}`)).body.data

    it('is refused when it was changed, cut or spelled differently', async () => {
      const { nextCursor } = await cursors()
      const plain = Buffer.from(nextCursor, 'base64url').toString()
      const [version, payload, seal] = plain.split('.') as [string, string, string]
      const forged = Buffer.from(
        JSON.stringify([...JSON.parse(Buffer.from(payload, 'base64url').toString()).slice(0, 2), 0]),
      )
      const encode = (...parts: string[]) => Buffer.from(parts.join('.')).toString('base64url')
      for (const wrong of [
        `${nextCursor}=`,
        nextCursor.slice(0, -1),
        encode('2', payload, seal),
        encode(version, forged.toString('base64url'), seal),
        encode(version, payload, `${seal.startsWith('A') ? 'B' : 'A'}${seal.slice(1)}`),
        encode(version, payload),
        'AAAA',
        '%F0%9F%92%A9',
      ])
        expectCode(await a.observe(`/events?cursor=${wrong}`), 400, 'INVALID_OBSERVE_CURSOR')
      expectCode(await a.observe('/events?cursor='), 400, 'INVALID_OBSERVE_CURSOR')
      expect((await a.observe(`/events?cursor=${nextCursor}`)).status).toBe(200)
    })

    it('is bound to owner, app, visitor, world, filters, resource and kind', async () => {
      const { nextCursor, forwardCursor } = await cursors()
      const refused = async (w: Watched, suffix: string) =>
        expectCode(await w.observe(suffix), 400, 'INVALID_OBSERVE_CURSOR')
      await refused(a, `/events?channel=action&cursor=${nextCursor}`)
      await refused(a, `/events?from=2026-03-01T00:00:00Z&cursor=${nextCursor}`)
      await refused(a, `/events?cursor=${forwardCursor}`)
      await refused(a, `/events?forwardCursor=${nextCursor}`)
      await refused(a, `/conversations?cursor=${nextCursor}`)
      await refused(a, `/conversations/pub-${v.postId}?cursor=${nextCursor}`)
      await refused(await v.visitor(), `/events?cursor=${nextCursor}`)
      const filtered = await cursors('&status=attempted')
      await refused(a, `/events?cursor=${filtered.nextCursor}`)
      expect((await a.observe(`/events?status=attempted&limit=7&cursor=${filtered.nextCursor}`)).status).toBe(200)
      expectCode(
        await a.observe(`/events?cursor=${nextCursor}&forwardCursor=${forwardCursor}`),
        400,
        'INVALID_OBSERVE_QUERY',
      )
      // The same visitor under another owner and app is another question.
      const other = await v.visitor()
      await register(server, a.agentId, other.appId, other.uid)
      await patch(`keys/${a.key.id}`, { appId: other.appId })
      await refused(a, `/events?cursor=${nextCursor}`)
    })

    it('lasts a day, and 30 days where it waits for what is new (AMB-96)', async () => {
      const { nextCursor, forwardCursor } = await cursors()
      await server.advance(DAY_MS - 1)
      expect((await a.observe(`/events?cursor=${nextCursor}`)).status).toBe(200)
      await server.advance(1)
      const late = await a.observe(`/events?cursor=${nextCursor}`)
      expectCode(late, 400, 'INVALID_OBSERVE_CURSOR')
      expect(late.body.error.message).toBe('cursor has expired after 24 hours; begin without it')
      await server.advance(29 * DAY_MS - 1)
      expect((await a.observe(`/events?forwardCursor=${forwardCursor}`)).status).toBe(200)
      await server.advance(1)
      expectCode(await a.observe(`/events?forwardCursor=${forwardCursor}`), 400, 'INVALID_OBSERVE_CURSOR')
    })
  })
