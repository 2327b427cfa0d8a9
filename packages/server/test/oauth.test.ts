// OAuth for MCP on each engine: metadata, codes, tokens, scopes and revocation.
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { META, VERSION } from './mcp-site.ts'
import {
  allow,
  beginFlow,
  callMcp,
  callTool,
  connect,
  discover,
  exchange,
  faultOf,
  INSECURE,
  OAUTH_GATES,
  postForm,
  REDIRECT_URI,
  refresh,
  refusalOf,
  registerClient,
  registerVisitor,
  toolNames,
  type VisitorAtWork,
} from './oauth-site.ts'
import { type DeveloperAtWork, developer, type Issuer, NOW, startIssuer, statusAndCode } from './portal-site.ts'
import { readStore } from './store-access.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DRIVERS = [
  'look',
  'post',
  'reply',
  'react',
  'write_letter',
  'go',
  'talk',
  'chess_move',
  'describe_self',
  'history',
]
const READERS = ['read_feed', 'search', 'read_thread', 'read_agent', 'read_network']

for (const engine of ENGINES)
  describe(`OAuth for MCP, on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let who: DeveloperAtWork
    let visitor: VisitorAtWork

    beforeAll(async () => {
      issuer = await startIssuer()
      server = await startTestServer(engine, { env: issuer.env })
      await server.setClock(NOW)
      await server.switches(OAUTH_GATES)
      await server.operator('POST', '/_operator/worlds', { id: 'harbour', designation: 'visitor' })
    })
    beforeEach(async () => {
      await server.advance(2 * HOUR)
      who = await developer(issuer, server.baseUrl)
      visitor = await registerVisitor(who)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
    })

    const tokenFields = (fields: Record<string, string>) => ({ resource: `${server.baseUrl}/mcp`, ...fields })
    const authorize = (query: URLSearchParams, headers: Record<string, string> = {}) =>
      fetch(`${server.baseUrl}/oauth/authorize?${query}`, { redirect: 'manual', headers })

    it('describes the resource and the server, for every origin', async () => {
      const { baseUrl } = server
      for (const path of ['', '/mcp']) {
        const reply = await server.get(`/.well-known/oauth-protected-resource${path}`)
        expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
        expect(reply.body).toMatchObject({
          resource: `${baseUrl}/mcp`,
          authorization_servers: [baseUrl],
          scopes_supported: ['read', 'drive'],
        })
      }
      const resource = new URL(`${baseUrl}/mcp`)
      const response = await oauth.resourceDiscoveryRequest(resource, INSECURE)
      expect((await oauth.processResourceDiscoveryResponse(resource, response)).resource).toBe(resource.href)
      expect(await discover(server)).toMatchObject({
        issuer: baseUrl,
        authorization_endpoint: `${baseUrl}/oauth/authorize`,
        token_endpoint: `${baseUrl}/oauth/token`,
        revocation_endpoint: `${baseUrl}/oauth/revoke`,
        registration_endpoint: `${baseUrl}/oauth/register`,
        code_challenge_methods_supported: ['S256'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: ['none'],
      })
      const openid = await server.get('/.well-known/openid-configuration')
      expect(openid.body).not.toHaveProperty('authorization_endpoint')
      for (const path of [
        '/oauth/token',
        '/oauth/register',
        '/oauth/revoke',
        '/.well-known/oauth-authorization-server',
      ]) {
        const preflight = await fetch(baseUrl + path, {
          method: 'OPTIONS',
          headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
        })
        expect([path, preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([path, 204, '*'])
      }
      const wrong = await fetch(`${baseUrl}/oauth/token`)
      expect([wrong.status, wrong.headers.get('allow'), ((await wrong.json()) as { error: string }).error]).toEqual([
        405,
        'POST',
        'invalid_request',
      ])
    })

    it('points from a 401 at /mcp to the metadata', async () => {
      const challenge = `Bearer resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource/mcp", scope="read drive"`
      const without = await callMcp(server, null, 'tools/list')
      expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, challenge])
      for (const token of ['nonsense', `anet_access_${'A'.repeat(43)}`]) {
        const wrong = await callMcp(server, token, 'tools/list')
        expect([wrong.status, refusalOf(wrong)]).toEqual([401, 'INVALID_API_KEY'])
        expect(wrong.headers.get('www-authenticate')).toBe(`${challenge}, error="invalid_token"`)
      }
    })

    it('connects a program by registration, code and token, refreshes and revokes', async () => {
      const as = await discover(server)
      const registration = await oauth.dynamicClientRegistrationRequest(
        as,
        { client_name: 'Desk', redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' },
        INSECURE,
      )
      const client = await oauth.processDynamicClientRegistrationResponse(registration)
      const { flow, location, accessToken, refreshToken, scope } = await connect(server, who, visitor.agentId, {
        client: client as oauth.Client,
      })
      expect(location.searchParams.get('iss')).toBe(server.baseUrl)
      expect(scope).toBe('read drive')
      expect(await toolNames(server, accessToken)).toEqual([...READERS, ...DRIVERS])
      const look = await callTool(server, accessToken, 'look')
      expect([refusalOf(look), look.body.result.structuredContent.agentId]).toEqual([null, visitor.agentId])
      const { data } = (await who.portal('GET', '/connections')).body
      expect(data).toEqual([
        {
          id: expect.stringMatching(/^cnn_/),
          clientName: 'Desk',
          clientId: client.client_id,
          agentId: visitor.agentId,
          scopes: ['read', 'drive'],
          createdAt: expect.any(String),
          lastUsedAt: expect.any(String),
        },
      ])
      const renewed = await oauth.processRefreshTokenResponse(
        as,
        flow.client,
        await refresh(server, flow, refreshToken),
      )
      expect(renewed).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read drive' })
      expect(refusalOf(await callTool(server, renewed.access_token, 'read_feed'))).toBeNull()
      const revoked = await oauth.revocationRequest(as, flow.client, oauth.None(), renewed.refresh_token!, INSECURE)
      await oauth.processRevocationResponse(revoked)
      for (const token of [accessToken, renewed.access_token])
        expect((await callMcp(server, token, 'tools/list')).status).toBe(401)
      expect(await faultOf(refresh(server, flow, renewed.refresh_token!))).toBe('400 invalid_grant')
      expect((await who.portal('GET', '/connections')).body.data).toEqual([])
      expect((await callTool(server, visitor.key, 'history')).status).toBe(200)
    })

    it('grants what the scope says, and no more', async () => {
      const { agentId, key } = visitor
      const read = (await connect(server, who, agentId, { change: { scope: 'read' } })).accessToken
      expect(await toolNames(server, read)).toEqual(READERS)
      expect(refusalOf(await callTool(server, read, 'post', { text: 'Hello.' }))).toBe('INSUFFICIENT_SCOPE')
      expect(refusalOf(await callTool(server, read, 'ask_agent', { agent: agentId, message: 'Hi' }))).toBe(
        'INSUFFICIENT_SCOPE',
      )
      expect(refusalOf(await callTool(server, read, 'read_agent', { agent: agentId }))).toBeNull()
      const drive = (await connect(server, who, agentId, { change: { scope: 'drive' } })).accessToken
      expect(await toolNames(server, drive)).toEqual(DRIVERS)
      expect(refusalOf(await callTool(server, drive, 'read_feed'))).toBe('INSUFFICIENT_SCOPE')
      const posted = await callTool(server, drive, 'post', { text: 'The tide is in.' })
      expect(refusalOf(posted)).toBeNull()
      const me = (await server.get('/v1/me', key)).body.data
      expect(me.budgets.acts.used).toBe(1)
    })

    it('uses the budgets and the rate window of the visitor’s key', async () => {
      const { accessToken } = await connect(server, who, visitor.agentId)
      await server.advance(MINUTE)
      const first = await callTool(server, accessToken, 'history')
      const second = await callTool(server, visitor.key, 'history')
      const remaining = [first, second].map(({ headers }) => Number(headers.get('ratelimit-remaining')))
      expect(remaining[0]! - remaining[1]!).toBe(1)
      for (let n = 0; n < remaining[1]!; n++) await server.get('/v1/me', visitor.key)
      expect(refusalOf(await callTool(server, accessToken, 'history'))).toBe('RATE_LIMIT_EXCEEDED')
    })

    it('stores the position of look for each connection', async () => {
      const [one, two] = [await connect(server, who, visitor.agentId), await connect(server, who, visitor.agentId)]
      const items = async (token: string): Promise<unknown[]> =>
        (await callTool(server, token, 'look')).body.result.structuredContent.inbox.items
      for (const token of [one.accessToken, two.accessToken, visitor.key]) await items(token)
      const stored = await readStore(
        server,
        `select credential_id from look_positions where agent_id = '${visitor.agentId}'`,
      )
      expect(new Set(stored.map(({ credential_id }) => credential_id)).size).toBe(3)
      const [{ id }] = (await who.portal('GET', '/connections')).body.data
      await who.portal('DELETE', `/connections/${id}`)
      expect(
        await readStore(server, `select * from look_positions where agent_id = '${visitor.agentId}'`),
      ).toHaveLength(2)
    })

    it('accepts tokens at /mcp as Bearer only', async () => {
      const { accessToken, refreshToken } = await connect(server, who, visitor.agentId)
      for (const token of [accessToken, refreshToken]) {
        const bearer = { authorization: `Bearer ${token}` }
        for (const [path, init] of [
          ['/v1/me', { headers: { 'x-api-key': token } }],
          ['/v1/me', { headers: bearer }],
          ['/v1/posts', { headers: { 'x-api-key': token, ...bearer } }],
          ['/openai/v1/models', { headers: bearer }],
          ['/_developer/connections', { headers: bearer }],
          [`/v1/visitors/${visitor.agentId}/inbox/stream`, { headers: { 'x-api-key': token } }],
          ['/a2a', { method: 'POST', headers: { 'x-api-key': token, 'content-type': 'application/json' }, body: '{}' }],
        ] as const) {
          const { status } = await server.get(path, undefined, init)
          expect([path, [401, 404].includes(status)]).toEqual([path, true])
        }
      }
      expect((await callMcp(server, refreshToken, 'tools/list')).status).toBe(401)
      const inHeader = await server.get('/mcp', accessToken, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/list' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } }),
      })
      expect(inHeader.status).toBe(401)
      // The entry of a cached token cannot be named by a header of another protocol.
      for (const prefix of ['', ' ', '\\0', '%00'])
        expect((await server.get('/v1/me', prefix + accessToken)).status).toBe(401)
    })

    it('shows a consent page that no frame holds and no cache stores', async () => {
      const client = await registerClient(server, { client_name: '"><img src=x onerror=alert(1)>' })
      const { query } = await beginFlow(server, client)
      const page = await authorize(query, { accept: 'text/html' })
      const text = await page.text()
      expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(page.headers.get('access-control-allow-origin')).toBeNull()
      expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?! type="module" src=)/)
      const hostile = await beginFlow(server, client, { scope: '"><script>alert(1)</script>' })
      const fault = await (await authorize(hostile.query, { accept: 'text/html' })).text()
      expect(fault).not.toContain('<script>')
    })

    it('asks a signed-in person with an active account, for a visitor of theirs', async () => {
      const client = await registerClient(server)
      const { query } = await beginFlow(server, client)
      const other = await developer(issuer, server.baseUrl)
      const theirs = await registerVisitor(other)
      const decide = (by: DeveloperAtWork, agentId?: string) =>
        by.portal('POST', '/authorization', { request: String(query), decision: 'allow', agentId })
      expect(statusAndCode(await server.post('/_developer/authorization', '', {}))).toBe('401 UNAUTHORIZED')
      for (const agentId of [theirs.agentId, 'agt_nobody', undefined])
        expect(statusAndCode(await decide(who, agentId))).toBe('404 VISITOR_NOT_FOUND')
      await server.operator('PATCH', `/_operator/apps/${who.appId}`, { status: 'suspended' })
      expect(statusAndCode(await decide(who, visitor.agentId))).toBe('403 APP_SUSPENDED')
      await server.operator('PATCH', `/_operator/apps/${who.appId}`, { status: 'active' })
      const denied = await who.portal('POST', '/authorization', { request: String(query), decision: 'deny' })
      expect(new URL(denied.body.data.redirectTo).searchParams.get('error')).toBe('access_denied')
      expect((await decide(who, visitor.agentId)).status).toBe(200)
      expect((await who.portal('GET', '/connections')).body.data).toEqual([])
    })

    it('exchanges a code once, with the right verifier, client and address', async () => {
      const { agentId } = visitor
      const client = await registerClient(server)
      const flow = await beginFlow(server, client, { redirect_uri: 'http://127.0.0.1:5000/callback' })
      const location = await allow(who, flow, agentId)
      const code = location.searchParams.get('code')!
      const fields = tokenFields({
        grant_type: 'authorization_code',
        code,
        client_id: client.client_id,
        redirect_uri: flow.redirectUri,
        code_verifier: flow.verifier,
      })
      const other = await registerClient(server)
      const without = (name: string) => Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
      for (const [changed, expected] of [
        [{ ...fields, code_verifier: oauth.generateRandomCodeVerifier() }, '400 invalid_grant'],
        [without('code_verifier'), '400 invalid_grant'],
        [{ ...fields, code_verifier: 'short' }, '400 invalid_grant'],
        [{ ...fields, redirect_uri: 'http://127.0.0.1:5001/callback' }, '400 invalid_grant'],
        [without('redirect_uri'), '400 invalid_grant'],
        [{ ...fields, client_id: other.client_id }, '400 invalid_grant'],
        [{ ...fields, client_id: 'ocl_unknown' }, '401 invalid_client'],
        [without('client_id'), '401 invalid_client'],
        [{ ...fields, client_secret: 'x' }, '401 invalid_client'],
        [without('resource'), '400 invalid_target'],
        [{ ...fields, resource: 'https://evil.example/mcp' }, '400 invalid_target'],
        [without('code'), '400 invalid_request'],
        [without('grant_type'), '400 invalid_request'],
        [{ ...fields, grant_type: 'password' }, '400 unsupported_grant_type'],
        [{ ...fields, code: 'unknown' }, '400 invalid_grant'],
      ] as const)
        expect([changed, await faultOf(postForm(server, '/oauth/token', changed as Record<string, string>))]).toEqual([
          changed,
          expected,
        ])
      expect(
        await faultOf(fetch(`${server.baseUrl}/oauth/token`, { method: 'POST', body: JSON.stringify(fields) })),
      ).toBe('400 invalid_request')
      const first = await exchange(server, flow, location)
      expect([
        first.status,
        first.headers.get('cache-control'),
        first.headers.get('access-control-allow-origin'),
      ]).toEqual([200, 'no-store', '*'])
      const tokens = (await first.json()) as { access_token: string; refresh_token: string }
      expect((await callMcp(server, tokens.access_token, 'tools/list')).status).toBe(200)
      expect(await faultOf(exchange(server, flow, location))).toBe('400 invalid_grant')
      expect((await callMcp(server, tokens.access_token, 'tools/list')).status).toBe(401)
      expect(await faultOf(refresh(server, flow, tokens.refresh_token))).toBe('400 invalid_grant')
      const late = await beginFlow(server, client)
      const lateLocation = await allow(who, late, agentId)
      await server.advance(60_000)
      expect(await faultOf(exchange(server, late, lateLocation))).toBe('400 invalid_grant')
    })

    it('gives tokens once under concurrency, and then none', async () => {
      const client = await registerClient(server)
      const flow = await beginFlow(server, client)
      const location = await allow(who, flow, visitor.agentId)
      const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(server, flow, location)))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect((await who.portal('GET', '/connections')).body.data).toEqual([])
      const { flow: second, refreshToken } = await connect(server, who, visitor.agentId, { client })
      const refreshed = await Promise.all(Array.from({ length: 6 }, () => refresh(server, second, refreshToken)))
      expect(refreshed.filter(({ status }) => status === 200)).toHaveLength(1)
      expect((await who.portal('GET', '/connections')).body.data).toEqual([])
    })

    it('rotates refresh tokens, and revokes the connection of a reused one', async () => {
      const { flow, accessToken, refreshToken } = await connect(server, who, visitor.agentId)
      const fields = tokenFields({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: flow.client.client_id,
      })
      const other = await registerClient(server)
      for (const [changed, expected] of [
        [{ ...fields, client_id: other.client_id }, '400 invalid_grant'],
        [{ ...fields, resource: 'https://evil.example' }, '400 invalid_target'],
        [{ ...fields, refresh_token: accessToken }, '400 invalid_grant'],
        [{ ...fields, scope: 'read admin' }, '400 invalid_scope'],
      ] as const)
        expect(await faultOf(postForm(server, '/oauth/token', changed))).toBe(expected)
      const narrow = await connect(server, who, visitor.agentId, { change: { scope: 'read' } })
      const wider = { ...fields, client_id: narrow.flow.client.client_id, refresh_token: narrow.refreshToken }
      expect(await faultOf(postForm(server, '/oauth/token', { ...wider, scope: 'read drive' }))).toBe(
        '400 invalid_scope',
      )
      expect((await postForm(server, '/oauth/token', wider)).status).toBe(200)
      const renewed: any = await (await refresh(server, flow, refreshToken)).json()
      expect(renewed.refresh_token).not.toBe(refreshToken)
      expect((await callMcp(server, accessToken, 'tools/list')).status).toBe(200)
      expect(await faultOf(refresh(server, flow, refreshToken))).toBe('400 invalid_grant')
      for (const token of [accessToken, renewed.access_token])
        expect((await callMcp(server, token, 'tools/list')).status).toBe(401)
      expect(await faultOf(refresh(server, flow, renewed.refresh_token))).toBe('400 invalid_grant')
    })

    it('ends access tokens after an hour and refresh tokens after 30 days, and deletes both', async () => {
      const { flow, accessToken, refreshToken } = await connect(server, who, visitor.agentId)
      await server.advance(HOUR - 1_000)
      expect((await callMcp(server, accessToken, 'tools/list')).status).toBe(200)
      await server.advance(1_000)
      expect((await callMcp(server, accessToken, 'tools/list')).status).toBe(401)
      await server.advance(30 * DAY - HOUR - 1_000)
      const renewed: any = await (await refresh(server, flow, refreshToken)).json()
      expect((await callMcp(server, renewed.access_token, 'tools/list')).status).toBe(200)
      await server.advance(30 * DAY)
      expect(await faultOf(refresh(server, flow, renewed.refresh_token))).toBe('400 invalid_grant')
      expect((await who.portal('GET', '/connections')).body.data).toEqual([])
      for (const table of ['oauth_codes', 'oauth_tokens', 'oauth_grants'])
        await expect.poll(() => readStore(server, `select * from ${table}`), { timeout: 60_000 }).toEqual([])
    })

    it('is off unless exactly true: metadata is gone, tokens are refused, keys work', async () => {
      const { flow, accessToken, refreshToken } = await connect(server, who, visitor.agentId)
      for (const value of [false, 'true', 1, null]) {
        await server.switches({ mcpOAuthEnabled: value })
        for (const path of [
          '/.well-known/oauth-protected-resource',
          '/.well-known/oauth-protected-resource/mcp',
          '/.well-known/oauth-authorization-server',
        ])
          expect([path, (await server.get(path)).status]).toEqual([path, 404])
        expect((await authorize(flow.query)).status).toBe(404)
        expect((await refresh(server, flow, refreshToken)).status).toBe(404)
        expect((await fetch(`${server.baseUrl}/oauth/register`, { method: 'POST' })).status).toBe(404)
        const refused = await callMcp(server, accessToken, 'tools/list')
        expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, null])
        expect((await callMcp(server, visitor.key, 'tools/list')).status).toBe(200)
      }
      await server.switches({ mcpOAuthEnabled: true })
      expect((await callMcp(server, accessToken, 'tools/list')).status).toBe(200)
      expect((await refresh(server, flow, refreshToken)).status).toBe(200)
    })

    it('stores digests only, and logs neither codes nor tokens', async () => {
      const { location, accessToken, refreshToken } = await connect(server, who, visitor.agentId)
      const secrets = [location.searchParams.get('code')!, accessToken, refreshToken]
      for (const table of ['oauth_codes', 'oauth_grants', 'oauth_tokens', 'audit', 'request_log']) {
        const stored = JSON.stringify(await readStore(server, `select * from ${table}`))
        for (const secret of secrets) expect(stored).not.toContain(secret)
      }
      expect(JSON.stringify(server.lines())).not.toContain(accessToken)
    })

    it('ends an open subscription with its connection', async () => {
      const { accessToken } = await connect(server, who, visitor.agentId)
      const response = await fetch(`${server.baseUrl}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'mcp-protocol-version': VERSION,
          'mcp-method': 'subscriptions/listen',
          authorization: `Bearer ${accessToken}`,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'subscriptions/listen',
          params: { _meta: META, notifications: { resourceSubscriptions: ['agentnet://feed'] } },
        }),
      })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
      const [{ id }] = (await who.portal('GET', '/connections')).body.data
      expect(statusAndCode(await who.portal('DELETE', `/connections/${id}`))).toBe('200')
      expect(await response.text()).toContain('INVALID_API_KEY')
    })

    it('takes connections with the account, and exports them', async () => {
      const { flow, accessToken, refreshToken } = await connect(server, who, visitor.agentId)
      const exported = await server.operator('GET', `/_operator/developers/${who.uid}/export`)
      expect(exported.body.connections).toEqual((await who.portal('GET', '/connections')).body.data)
      expect(statusAndCode(await who.portal('DELETE', '/account'))).toBe('200')
      expect((await callMcp(server, accessToken, 'tools/list')).status).toBe(401)
      expect(await faultOf(refresh(server, flow, refreshToken))).toBe('400 invalid_grant')
      expect(await readStore(server, `select * from oauth_grants where owner_uid = '${who.uid}'`)).toEqual([])
    })

    it('lists the connections of all developers for operators, who revoke them', async () => {
      const { flow, accessToken, refreshToken } = await connect(server, who, visitor.agentId)
      const [own] = (await who.portal('GET', '/connections')).body.data
      const other = await developer(issuer, server.baseUrl)
      await connect(server, other, (await registerVisitor(other)).agentId)
      const list = async (query: string) => {
        const { status, body } = await server.operator('GET', `/_operator/connections?${query}`)
        expect(status).toBe(200)
        return body
      }
      const expected = {
        ...own,
        ownerUid: who.uid,
        worldId: 'harbour',
        keyId: visitor.keyId,
        expiresAt: new Date(Date.parse(own.createdAt) + 30 * 24 * HOUR).toISOString(),
      }
      for (const query of [`ownerUid=${who.uid}`, `agentId=${visitor.agentId}`, 'worldId=harbour&page=2&perPage=1'])
        expect([query, (await list(query)).data]).toEqual([query, [expected]])
      expect((await list('perPage=1')).meta).toMatchObject({ page: 1, hasMore: true })
      expect((await list('perPage=1')).data).toMatchObject([{ ownerUid: other.uid }])
      expect((await list('worldId=elsewhere')).data).toEqual([])
      expect(JSON.stringify(await list(''))).not.toContain(accessToken)

      const roles = await Promise.all(
        ['viewer', 'moderator'].map(async (role) => {
          const { body } = await server.operator('POST', '/_operator/operators', { name: `oauth-${role}`, role })
          return (method: string, path: string) =>
            fetch(server.operatorUrl + path, { method, headers: { authorization: `Bearer ${body.data.token}` } })
        }),
      )
      const [viewer, moderator] = roles as [(typeof roles)[0], (typeof roles)[0]]
      expect((await viewer('GET', '/_operator/connections')).status).toBe(200)
      expect((await viewer('DELETE', `/_operator/connections/${own.id}`)).status).toBe(403)
      expect((await callMcp(server, accessToken, 'tools/list')).status).toBe(200)
      const revoked = await moderator('DELETE', `/_operator/connections/${own.id}`)
      expect([revoked.status, await revoked.text()]).toEqual([204, ''])
      expect((await callMcp(server, accessToken, 'tools/list')).status).toBe(401)
      expect(await faultOf(refresh(server, flow, refreshToken))).toBe('400 invalid_grant')
      for (const id of [own.id, 'cnn_none', '%00'])
        expect(statusAndCode(await server.operator('DELETE', `/_operator/connections/${id}`))).toBe('404 NOT_FOUND')
      const { data } = (await server.operator('GET', `/_operator/audit?target=${visitor.agentId}`)).body
      expect(data.filter(({ action }: { action: string }) => action === 'connection.revoke')).toMatchObject([
        {
          actor: 'oauth-moderator',
          target: visitor.agentId,
          detail: { connectionId: own.id, clientId: own.clientId, reason: 'operator' },
        },
      ])
    })
  })
