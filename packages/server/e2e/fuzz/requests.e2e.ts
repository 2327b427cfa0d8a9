import { errorsOf } from '@agent-network/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_TOKEN, startTestServer, type TestServer } from '../../test/harness.ts'
import { RawClient } from '../../test/raw-http.ts'
import { changeStore } from '../../test/store-access.ts'
import { checkResponse, FIXTURE, type Fixture, SERVED, wishes } from './contract-requests.ts'
import { heapAfterGc, megabytes, SLACK_BYTES } from './memory.ts'
import { FUZZED, READING as REQUESTS } from './shares.ts'

const BATCH = 50

/** Rows of a story that ended, so that one exists. */
const STORY = [
  `insert into stories (world_id, id, kind, state, title, roles, source, digest, started_at, updated_at, ended_at)
   values ('prime', 'story_fuzz', 'happening', 'ended', 'The storm', '{}', 'fuzz', '', 0, 0, 0)`,
  `insert into story_episodes (world_id, story_id, id, at, basis, step, text, open_text, public_text, agents, post_id, reply_id, game_id, place_id)
   values ('prime', 'story_fuzz', 'e1', 0, 'happening', '', 'The storm came.', '', '', '[]', '', '', '', '')`,
]

for (const engine of FUZZED) {
  describe(`bad input on ${engine}`, () => {
    let server: TestServer
    let fixture: Fixture
    let before: number
    beforeAll(async () => {
      server = await startTestServer(engine)
      // A frozen clock keeps the worn-out key worn out, so every route meets its rate limit.
      await server.setClock('2026-03-10T12:00:00.000Z')
      expect((await server.import(FIXTURE)).body.error).toBeUndefined()
      for (const sql of STORY) await changeStore(server, sql)
      const app = (await server.operator('POST', '/_operator/apps', { ownerUid: 'u', name: 'a', status: 'suspended' }))
        .body.data
      const worn = await server.key({ rateLimitPerMinute: 1 })
      await server.get('/v1', worn.key)
      const { id: appId } = (await server.operator('POST', '/_operator/apps', { ownerUid: 'u', name: 'readers' })).body
        .data
      const readers = await Promise.all(Array.from({ length: Math.ceil(REQUESTS / 250) }, () => server.key({ appId })))
      // Every key of an app reads what one of them reported.
      const createdReport = await server.post('/v1/reports', readers[0]!.key, { postId: 'post_fuzz', reason: 'spam' })
      fixture = {
        keys: {
          reader: 'replaced below',
          noScopes: '',
          lowTier: '',
          worn: worn.key,
          disabled: (await server.key({ enabled: false })).key,
          revoked: (await server.key({ revokedAt: '2026-01-01T00:00:00.000Z' })).key,
          appless: (await server.key({ appId: app.id })).key,
        },
        ids: [
          'agt_fuzz',
          'agt_other',
          'post_fuzz',
          'top_fuzz',
          'idea_fuzz',
          'chl_fuzz',
          'rep_fuzz',
          createdReport.body.data.id,
          'story_fuzz',
        ],
      }
      // Each of these has a minute's allowance of 600, so the fuzz test alternates between many.
      const turn = { n: 0 }
      Object.defineProperty(fixture.keys, 'reader', {
        enumerable: true,
        get: () => readers[turn.n++ % readers.length]!.key,
      })
      const bare = await Promise.all(
        Array.from({ length: Math.ceil(REQUESTS / 2_000) }, () => server.key({ scopes: [] })),
      )
      const low = await Promise.all(Array.from({ length: Math.ceil(REQUESTS / 2_000) }, () => server.key({ tier: 1 })))
      const turns = { bare: 0, low: 0 }
      Object.defineProperty(fixture.keys, 'noScopes', {
        enumerable: true,
        get: () => bare[turns.bare++ % bare.length]!.key,
      })
      Object.defineProperty(fixture.keys, 'lowTier', {
        enumerable: true,
        get: () => low[turns.low++ % low.length]!.key,
      })
    })
    afterAll(async () => {
      await server.close()
    })

    const picture = async () => {
      const world = (await server.operator('GET', '/_operator/export?worldId=prime')).body
      const config = (await server.operator('GET', '/_operator/config')).body
      const audit = (await server.operator('GET', '/_operator/audit')).body
      return JSON.stringify({ world, config, audit })
    }

    it(`answers ${REQUESTS} requests made from the contract with its own errors and changes nothing`, async () => {
      const was = await picture()
      const outcomesByRoute = new Map(SERVED.map((route) => [route.name, new Set<string>()]))
      let sent = 0
      let authenticated = 0
      const client = new RawClient(server.baseUrl)
      const send = (requests: number, routes = SERVED) =>
        fc.assert(
          fc.asyncProperty(fc.array(wishes(fixture, routes), { minLength: BATCH, maxLength: BATCH }), async (batch) => {
            for (const plannedRequest of batch) {
              const reply = await client.send(plannedRequest.bytes, plannedRequest.head)
              const outcome = checkResponse(reply, plannedRequest)
              sent += 1
              if (reply!.headers.has('ratelimit-limit')) authenticated += 1
              if (plannedRequest.route !== null) outcomesByRoute.get(plannedRequest.route.name)!.add(outcome)
            }
          }),
          { numRuns: Math.ceil(requests / BATCH), endOnFailure: true },
        )
      const unseen = (route: (typeof SERVED)[number]) =>
        ['ok', ...errorsOf(route).filter((code) => code !== 'INTERNAL_ERROR')].filter(
          (outcome) => !outcomesByRoute.get(route.name)!.has(outcome),
        )
      const lacking = () => SERVED.filter((route) => unseen(route).length > 0)
      // Caches are full and code is compiled; from here on nothing may pile up.
      await send(REQUESTS / 4)
      before = await heapAfterGc()
      await send((REQUESTS * 3) / 4)
      // If rare errors did not occur by chance, only their routes are called; the allowances last for four times the number.
      while (lacking().length > 0 && sent < 4 * REQUESTS) await send(REQUESTS / 10, lacking())
      client.close()
      expect(server.errors()).toEqual([])
      expect(await picture()).toBe(was)
      expect(sent).toBeGreaterThanOrEqual(REQUESTS)
      expect(authenticated).toBeGreaterThan(sent / 3)
      expect(lacking().map((route) => `${route.name}: ${unseen(route)}`)).toEqual([])
    })

    it('takes hostile bodies on the operator listener without a 5xx and without writing', async () => {
      const before = await picture()
      const bodies = [
        '',
        '{',
        '[]',
        'null',
        '"x"',
        '1e999',
        '{"a":1,"a":2}',
        '{"__proto__":{"admin":true}}',
        '{"name":"\\u0000"}',
        '{"name":"\\ud800"}',
        `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
        '{"tier":9007199254740993}',
        '{"posts":[{"agentId":"agt_fuzz","text":1}]}',
        '{"posts":[{"agentId":"agt_nobody","text":"x"}]}',
        '{"worlds":[{"id":"prime","kind":"fork"}]}',
        '{"unknown":[]}',
        '{"now":"never"}',
      ]
      const targets = [
        ['PATCH', '/_operator/config'],
        ['POST', '/_operator/import'],
        ['PATCH', '/_operator/posts/post_fuzz'],
        ['PATCH', '/_operator/agents/agt_fuzz'],
        ['POST', '/_operator/visitors'],
        ['POST', '/_operator/apps'],
        ['PUT', '/_operator/clock'],
        ['PATCH', '/_operator/worlds/nowhere'],
        ['POST', '/_operator/worlds/prime%00/fork'],
        ['PATCH', '/_operator/keys/%ff'],
      ] as const
      const client = new RawClient(server.operatorUrl)
      for (const [method, path] of targets)
        for (const body of [...bodies.map((text) => Buffer.from(text)), Buffer.from([0x7b, 0xff, 0xfe, 0x7d])]) {
          // Empty objects and lists are valid, if pointless, for some of these.
          const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${OPERATOR_TOKEN}\r\nContent-Length: ${body.length}\r\n\r\n`
          const reply = await client.send(Buffer.concat([Buffer.from(head), body]), false)
          if (body.length === 0 && reply!.status === 200) continue
          expect([400, 404], `${method} ${path} ${body.subarray(0, 60)}: ${reply?.body}`).toContain(reply?.status)
          expect(JSON.parse(reply!.body.toString()).error.code).toBeTypeOf('string')
        }
      client.close()
      const after = JSON.parse(await picture())
      const was = JSON.parse(before)
      expect(after.world).toEqual(was.world)
      expect(after.config).toEqual(was.config)
    })

    it('uses no more memory than it did when its caches were full', async () => {
      const after = await heapAfterGc()
      process.stderr.write(
        `  ${engine}: ${megabytes(before)} MB after a quarter of the requests, ${megabytes(after)} MB at the end\n`,
      )
      expect(after).toBeLessThan(before * 1.5 + SLACK_BYTES)
    })

    it('refuses bodies past their limit', async () => {
      const client = new RawClient(server.operatorUrl)
      const head = `PATCH /_operator/config HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${OPERATOR_TOKEN}\r\nContent-Length: 2000000\r\n\r\n`
      const reply = await client.send(Buffer.from(head), false)
      expect([reply!.status, JSON.parse(reply!.body.toString()).error.code]).toEqual([400, 'INVALID_INPUT'])
      const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
      const chunked = `PATCH /_operator/config HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${OPERATOR_TOKEN}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`
      const streamed = await client.send(Buffer.from(chunked), false)
      expect(streamed!.status).toBe(400)
      client.close()
    })
  })
}
