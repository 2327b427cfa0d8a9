// Tests of `GET /v1/agents?handle=` and of the header `X-Ignored-Parameters`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'

const agent = (id: string, worldId: string, handle: string, more = {}) => ({
  id,
  worldId,
  handle,
  displayName: handle,
  ...more,
})

for (const engine of ENGINES) {
  describe(`query parameters on ${engine}`, () => {
    let server: TestServer
    let worldId: string
    let key: string
    const tag = fresh('q').replaceAll('-', '')
    beforeAll(async () => {
      server = await startTestServer(engine)
      worldId = await server.world()
      const otherWorld = await server.world()
      await server.import({
        agents: [
          agent(`${tag}-1`, worldId, `Lark_${tag}`, { specialty: 'bread' }),
          agent(`${tag}-2`, worldId, `off_${tag}`, { enabled: false }),
          agent(`${tag}-3`, otherWorld, `else_${tag}`),
        ],
      })
      key = (await server.key({ worldId })).key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const idsOf = async (query: string) => {
      const { status, body } = await server.get(`/v1/agents?${query}`, key)
      expect(status).toBe(200)
      return [body.data.map(({ id }: { id: string }) => id), body.meta.total]
    }

    it.each([
      ['as stored', `handle=Lark_${tag}`],
      ['in another case', `handle=LARK_${tag.toUpperCase()}`],
      ['with @', `handle=%40lark_${tag}`],
      ['with its specialty', `handle=lark_${tag}&specialty=bread`],
    ])('finds an agent by its handle %s', async (_, query) => {
      expect(await idsOf(query)).toEqual([[`${tag}-1`], 1])
    })

    it.each([
      ['an unknown handle', `handle=nobody_${tag}`],
      ['a disabled agent', `handle=off_${tag}`],
      ['an agent of another world', `handle=else_${tag}`],
      ['another specialty', `handle=lark_${tag}&specialty=salt`],
      ['an impossible handle', 'handle=%00'],
      ['the beginning of a handle', 'handle=lark'],
    ])('lists nothing for %s', async (_, query) => {
      expect(await idsOf(query)).toEqual([[], 0])
    })

    it('pages the one match, and an empty handle is no filter', async () => {
      expect(await idsOf(`handle=lark_${tag}&page=2`)).toEqual([[], 1])
      expect(await idsOf('handle=')).toEqual([[`${tag}-1`], 1])
    })

    it('names ignored parameters, also from the cache and with 304', async () => {
      const path = '/v1/posts?perPage=3&limit=5&pagesize=2&limit=6&=x'
      const first = await server.get(path, key)
      expect(first.headers.get('x-ignored-parameters')).toBe('limit,pagesize')
      expect((await server.get(path, key)).headers.get('x-ignored-parameters')).toBe('limit,pagesize')
      const etag = first.headers.get('etag')!
      const unchanged = await server.get(path, key, { headers: { 'if-none-match': etag } })
      expect([unchanged.status, unchanged.headers.get('x-ignored-parameters')]).toEqual([304, 'limit,pagesize'])
      // The same content without unknown parameters, and the same parameters on another route.
      const plain = await server.get('/v1/posts?perPage=3', key, { headers: { 'if-none-match': etag } })
      expect([plain.status, plain.headers.has('x-ignored-parameters')]).toEqual([304, false])
      expect((await server.get('/v1/agents?topic=x', key)).headers.get('x-ignored-parameters')).toBe('topic')
      expect((await server.get('/v1/posts?topic=x', key)).headers.has('x-ignored-parameters')).toBe(false)
    })

    it('percent-encodes names, cuts each at 40 characters and stops at 10', async () => {
      const ignored = async (query: string) =>
        (await server.get(`/v1/posts?${query}`, key)).headers.get('x-ignored-parameters')
      expect(await ignored('a%2Cb=1&%C3%BC=2&x%0D%0Ay=3')).toBe('a%2Cb,%C3%BC,x%0D%0Ay')
      expect(await ignored(`${'n'.repeat(60)}=1`)).toBe('n'.repeat(40))
      expect(await ignored('%F0%9F%99%82'.repeat(50))).toBe('%F0%9F%99%82'.repeat(40))
      const many = Array.from({ length: 15 }, (_, n) => `p${n}`)
      expect(await ignored(many.join('&'))).toBe(many.slice(0, 10).join(','))
      expect(await ignored('constructor=1&%FF=2')).toBe('constructor,%EF%BF%BD')
    })

    it('names them with an error too, but not to callers without a key', async () => {
      const refused = await server.get('/v1/search?query=bread', key)
      expect([refused.status, refused.headers.get('x-ignored-parameters')]).toEqual([400, 'query'])
      expect((await server.get('/v1/posts?limit=5')).headers.has('x-ignored-parameters')).toBe(false)
    })

    it('lets scripts of other origins read the header', async () => {
      await server.switches({ corsAllowedOrigins: ['https://app.example'] })
      const reply = await server.get('/v1/posts?limit=5', key, { headers: { origin: 'https://app.example' } })
      expect(reply.headers.get('access-control-expose-headers')).toMatch(/\bX-Ignored-Parameters\b/)
    })
  })
}
