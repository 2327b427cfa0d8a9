// Clients and authorization requests of OAuth for MCP, on each engine: metadata documents, registration, redirects.
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import {
  beginFlow,
  connect,
  type DocumentHost,
  faultOf,
  OAUTH_GATES,
  REDIRECT_URI,
  registerClient,
  registerVisitor,
  startDocumentHost,
  toolNames,
  type VisitorAtWork,
} from './oauth-site.ts'
import { type DeveloperAtWork, developer, type Issuer, NOW, startIssuer, statusAndCode } from './portal-site.ts'
import { readStore } from './store-access.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

for (const engine of ENGINES)
  describe(`clients of OAuth for MCP, on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let who: DeveloperAtWork
    let visitor: VisitorAtWork
    let documents: DocumentHost
    let addresses = 0

    beforeAll(async () => {
      issuer = await startIssuer()
      documents = await startDocumentHost()
      const env = { ...issuer.env, AGENT_NETWORK_TRUST_PROXY: 'on', AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' }
      server = await startTestServer(engine, { env })
      await server.setClock(NOW)
      await server.switches(OAUTH_GATES)
      await server.operator('POST', '/_operator/worlds', { id: 'harbour', designation: 'visitor' })
    })
    beforeEach(async () => {
      await server.advance(2 * HOUR)
      documents.respond({})
      who = await developer(issuer, server.baseUrl)
      visitor = await registerVisitor(who)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await documents.close()
      await issuer.close()
    })

    const authorize = (query: URLSearchParams, headers: Record<string, string> = {}) =>
      fetch(`${server.baseUrl}/oauth/authorize?${query}`, { redirect: 'manual', headers })

    it('connects a program with a client metadata document, cached for an hour', async () => {
      const before = documents.count()
      const client = { client_id: documents.url }
      const { accessToken } = await connect(server, who, visitor.agentId, { client })
      expect(await toolNames(server, accessToken)).toContain('look')
      expect(documents.count()).toBe(before + 1)
      const view = (query: URLSearchParams) =>
        server.get(`/_developer/authorization?request=${encodeURIComponent(String(query))}`)
      const { query } = await beginFlow(server, client)
      expect((await view(query)).body.data).toEqual({
        clientName: 'Documented',
        clientId: documents.url,
        clientHost: new URL(documents.url).host,
        redirectHost: '127.0.0.1',
        isLocal: true,
        scopes: ['read', 'drive'],
      })
      documents.respond({ status: 500 })
      expect((await view(query)).status).toBe(200)
      await server.advance(HOUR + MINUTE)
      for (const [answer, expected] of [
        [{ status: 500 }, 'status 500'],
        [{ status: 302, headers: { location: documents.url } }, 'status 302'],
        [{ body: 'not json' }, 'not valid JSON'],
        [{ body: [] }, 'not an object'],
        [{ body: { client_id: `${documents.url}x`, redirect_uris: [REDIRECT_URI] } }, 'differs from its address'],
        [{ body: { client_id: documents.url, redirect_uris: ['javascript://x'] } }, 'redirect_uris must list'],
        [
          {
            body: {
              client_id: documents.url,
              redirect_uris: [REDIRECT_URI],
              token_endpoint_auth_method: 'private_key_jwt',
            },
          },
          'must name a public client',
        ],
        [
          { body: { client_id: documents.url, redirect_uris: [REDIRECT_URI], x: 'x'.repeat(70_000) } },
          'over 65536 bytes',
        ],
      ] as const) {
        documents.respond(answer)
        const reply = await view(query)
        expect([statusAndCode(reply), reply.body.error.message]).toEqual([
          '400 INVALID_INPUT',
          expect.stringContaining(expected),
        ])
        expect((await authorize(query)).headers.get('location')).toBeNull()
      }
      documents.respond({})
      expect((await view(query)).status).toBe(200)
    })

    it('registers ten clients of an address an hour, and deletes unused ones after a day', async () => {
      addresses += 1
      const from = `198.51.100.${addresses}`
      const post = (body: unknown, address = from) =>
        fetch(`${server.baseUrl}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        })
      for (const [body, expected] of [
        ['{', 'invalid_client_metadata'],
        [[], 'invalid_client_metadata'],
        [{ redirect_uris: [REDIRECT_URI], client_name: 7 }, 'invalid_client_metadata'],
        [{}, 'invalid_redirect_uri'],
        [{ redirect_uris: [] }, 'invalid_redirect_uri'],
        [{ redirect_uris: 'https://client.example/' }, 'invalid_redirect_uri'],
        [{ redirect_uris: Array(11).fill(REDIRECT_URI) }, 'invalid_redirect_uri'],
        ...[
          'http://client.example/back',
          'javascript:alert(1)',
          'javascript://client.example/%0aalert(1)',
          'data:text/html,x',
          'file:///etc/passwd',
          'https://user:password@client.example/',
          'https://client.example/#fragment',
          'https://client.example/\\..',
          'https://client.example/ space',
          'mailto:someone@client.example',
          '/relative',
          `https://client.example/${'x'.repeat(2_000)}`,
        ].map((uri) => [{ redirect_uris: [uri] }, 'invalid_redirect_uri'] as const),
      ] as const)
        expect([body, await faultOf(post(body))]).toEqual([body, `400 ${expected}`])
      const usual = { redirect_uris: ['cursor://anysphere/callback', 'https://client.example/', 'http://[::1]:1/x'] }
      const replies = await Promise.all(Array.from({ length: 14 }, () => post(usual)))
      expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(4).fill(429)])
      const refused = replies.find(({ status }) => status === 429)!
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
      expect(((await refused.json()) as { error: string }).error).toBe('slow_down')
      expect((await post(usual, '203.0.113.77')).status).toBe(201)
      const count = async () =>
        Number((await readStore(server, `select count(*) as n from oauth_clients where origin = '${from}'`))[0]!.n)
      expect(await count()).toBe(10)
      await server.advance(HOUR)
      expect((await post(usual)).status).toBe(201)
      const { flow } = await connect(server, who, visitor.agentId)
      await server.advance(DAY)
      await expect.poll(count, { timeout: 60_000 }).toBe(0)
      expect((await beginFlow(server, flow.client)).client).toBe(flow.client)
      const still = await authorize((await beginFlow(server, flow.client)).query, { accept: 'text/html' })
      expect(still.status).toBe(200)
    })

    it('checks an authorization request, and never leads to an address of nobody', async () => {
      const client = await registerClient(server, { redirect_uris: [REDIRECT_URI, 'https://client.example/back?x=1'] })
      for (const [change, expected] of [
        [{ client_id: null }, '400 invalid_request'],
        [{ client_id: 'ocl_unknown' }, '401 invalid_client'],
        [{ client_id: 'https://client.example/' }, '400 invalid_client'],
        [{ redirect_uri: null }, '400 invalid_request'],
        [{ redirect_uri: 'https://evil.example/back' }, '400 invalid_request'],
        [{ redirect_uri: 'https://client.example/back' }, '400 invalid_request'],
        [{ redirect_uri: 'https://client.example/back?x=1&y=2' }, '400 invalid_request'],
        [{ redirect_uri: 'https://client.example/back?x=1#f' }, '400 invalid_request'],
        [{ redirect_uri: 'https://client.example:8443/back?x=1' }, '400 invalid_request'],
        [{ redirect_uri: 'http://127.0.0.1@evil.example/callback' }, '400 invalid_request'],
        [{ redirect_uri: 'http://127.0.0.1:80@evil.example/callback' }, '400 invalid_request'],
        [{ redirect_uri: 'http://127.0.0.1.evil.example/callback' }, '400 invalid_request'],
        [{ redirect_uri: 'http://localhost/callback' }, '400 invalid_request'],
        [{ redirect_uri: 'http://127.0.0.1:9/callback/x' }, '400 invalid_request'],
        [{ redirect_uri: 'https://127.0.0.1/callback' }, '400 invalid_request'],
      ] as const) {
        const { query } = await beginFlow(server, client, change)
        const response = await authorize(query)
        expect([change, response.headers.get('location'), await faultOf(response)]).toEqual([change, null, expected])
      }
      for (const [change, error] of [
        [{ response_type: 'token' }, 'unsupported_response_type'],
        [{ response_type: null }, 'invalid_request'],
        [{ code_challenge: null }, 'invalid_request'],
        [{ code_challenge: 'short' }, 'invalid_request'],
        [{ code_challenge_method: 'plain' }, 'invalid_request'],
        [{ code_challenge_method: null }, 'invalid_request'],
        [{ resource: null }, 'invalid_target'],
        [{ resource: `${server.baseUrl}/v1` }, 'invalid_target'],
        [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
        [{ scope: 'read openid' }, 'invalid_scope'],
      ] as const) {
        const flow = await beginFlow(server, client, { redirect_uri: 'http://127.0.0.1:4711/callback', ...change })
        const response = await authorize(flow.query)
        const location = new URL(response.headers.get('location')!)
        expect([response.status, location.origin + location.pathname]).toEqual([303, 'http://127.0.0.1:4711/callback'])
        expect(() => oauth.validateAuthResponse(flow.as, client, location, flow.state)).toThrow()
        const { searchParams } = location
        expect([change, searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')]).toEqual([
          change,
          error,
          flow.state,
          server.baseUrl,
        ])
        // In a browser nothing happens without the person.
        const page = await authorize(flow.query, { accept: 'text/html' })
        expect([page.status, page.headers.get('location'), await page.text()]).toEqual([
          400,
          null,
          expect.stringContaining(`<code>${error}</code>`),
        ])
        const consent = { request: String(flow.query), decision: 'allow', agentId: visitor.agentId }
        expect(statusAndCode(await who.portal('POST', '/authorization', consent))).toBe('400 INVALID_INPUT')
      }
      const twice = await beginFlow(server, client)
      twice.query.append('resource', `${server.baseUrl}/mcp`)
      expect(await faultOf(authorize(twice.query))).toBe('400 invalid_request')
    })
  })
