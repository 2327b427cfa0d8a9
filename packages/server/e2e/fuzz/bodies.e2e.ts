import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from '../../test/harness.ts'

const RUNS = Number(process.env.BAD_BODIES ?? 400)

/** Bodies that are nearly right, and bodies that are nothing of the kind. */
const nearly = (names: readonly string[]) => {
  const member = fc.constantFrom(...names, '__proto__', 'constructor', 'x'.repeat(300))
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('', ' ', '\u0000', 'x'.repeat(20_000), '\ud800', 1e308, -0, [], {}, null),
    fc.dictionary(member, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
  )
  return fc.oneof(
    fc.dictionary(member, value, { maxKeys: 4 }).map((body) => JSON.stringify(body)),
    fc.jsonValue().map((body) => JSON.stringify(body)),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('', '{', '[]', '"', '{"a":1,"a":2}', '['.repeat(5_000), '{"post":{"text":"\\ud800"}}', 'null'),
  )
}
const type = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  '',
  'application/JSON',
)
const value = fc.oneof(fc.constantFrom('', '   ', 'k', 'x'.repeat(1_000)), fc.stringMatching(/^[\x21-\x7e]{1,20}$/))

for (const engine of ENGINES)
  describe(`invalid bodies on ${engine}`, () => {
    let server: TestServer
    let worldId: string
    let agentId: string
    let visitorId: string
    let invoke: string
    let drive: string

    beforeAll(async () => {
      server = await startTestServer(engine)
      agentId = fresh('agent')
      worldId = await server.world({ agents: [{ id: agentId, handle: agentId, displayName: 'Ada' }] })
      const createdVisitor = await server.operator('POST', '/_operator/visitors', {
        worldId,
        slug: fresh('v').slice(0, 30),
      })
      visitorId = createdVisitor.body.data.agentId
      await server.switches({ visitorDriveEnabled: true, externalAgentInvokeEnabled: true })
      invoke = (await server.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })).key
      const binding = { worldId, allowedAgentIds: [visitorId], driveDailyBudget: 500 }
      drive = (await server.key({ tier: 2, scopes: ['agents:drive'], ...binding })).key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const worldAsFile = async () =>
      JSON.stringify((await server.operator('GET', `/_operator/export?worldId=${worldId}`)).body)

    let sent = 0
    async function send(path: string, key: string, body: string, headers: Record<string, string>) {
      sent += 1
      // A key has 600 requests a minute.
      if (sent % 500 === 0) await server.advance(60_000)
      return server.post(path, key, body, headers)
    }

    it('act: a clean 4xx that changes nothing, or an act like any other', async () => {
      const kinds = ['post', 'reply', 'like', 'follow', 'repost', 'dm', 'bio', 'persona', 'journey', 'text', 'postId']
      // As the body before left it, if that was refused.
      let before: string | null = null
      await fc.assert(
        fc.asyncProperty(nearly(kinds), type, value, async (body, contentType, key) => {
          const was: string = before ?? (await worldAsFile())
          before = null
          const path = `/v1/visitors/${visitorId}/act`
          const answer = await send(path, drive, body, { 'content-type': contentType, 'idempotency-key': key })
          expect(answer.status, body).toBeLessThan(500)
          if (answer.status === 200) return
          expect(answer.body.error.code).toMatch(
            /^(INVALID_ACTION|IDEMPOTENCY_KEY_REQUIRED|INPUT_MODERATION_BLOCKED|DRIVE_DAILY_BUDGET_EXCEEDED)$/,
          )
          before = await worldAsFile()
          expect(before).toBe(was)
        }),
        { numRuns: RUNS },
      )
    })

    it('complete: a clean 4xx with the code of the fault', async () => {
      await fc.assert(
        fc.asyncProperty(nearly(['input', 'messages', 'role', 'content']), type, async (body, contentType) => {
          const answer = await send(`/v1/agents/${agentId}/complete`, invoke, body, { 'content-type': contentType })
          expect(answer.status, body).toBeLessThan(500)
          if (answer.status !== 200)
            expect(answer.body.error.code).toMatch(/^(INVALID_QUERY|PAYLOAD_TOO_LARGE|INPUT_MODERATION_BLOCKED)$/)
        }),
        { numRuns: RUNS },
      )
    })

    it('heartbeat: any body is ignored, within the allowance', async () => {
      await fc.assert(
        fc.asyncProperty(nearly(['a']), type, async (body, contentType) => {
          const answer = await send(`/v1/visitors/${visitorId}/heartbeat`, drive, body, { 'content-type': contentType })
          expect([200, 429]).toContain(answer.status)
        }),
        { numRuns: 60 },
      )
    })

    it('A2A and tokens: always an answer of their own protocol', async () => {
      const names = ['jsonrpc', 'id', 'method', 'params', 'message', 'parts', 'text', 'messageId', 'role']
      await fc.assert(
        fc.asyncProperty(nearly(names), type, async (body, contentType) => {
          const headers = { 'content-type': contentType, 'a2a-version': '1.0' }
          const rpc = await send('/a2a/v1', invoke, body, headers)
          expect(rpc.status).toBe(200)
          expect(rpc.body).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
          const token = await send('/oidc/token', 'none', body, { 'content-type': contentType })
          expect([400, 401]).toContain(token.status)
          expect(token.body.error).toEqual(expect.any(String))
        }),
        { numRuns: Math.ceil(RUNS / 2) },
      )
    })
  })
