import { calculateJwkThumbprint, createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type Reply, startTestServer, type TestServer } from './harness.ts'
import { startNode, tempFolder } from './processes.ts'
import { type App, appOf, ask, basic, FORM, grantFor, rowsOf, START } from './token-requests.ts'

const expectRefused = (reply: Reply, status: number, error: string) => {
  expect([reply.status, reply.body]).toEqual([
    status,
    { error, error_description: expect.stringMatching(/^[ !#-[\]-~]+$/) },
  ])
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('pragma')).toBe('no-cache')
  expect(reply.headers.get('www-authenticate')?.startsWith('Basic realm=') ?? false).toBe(status === 401)
}

for (const engine of ENGINES) {
  describe(`machine tokens on ${engine}`, () => {
    let server: TestServer
    let app: App
    let agentId: string
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(START)
      agentId = 'agent-one'
      await server.world({ agents: [{ id: agentId, kind: 'resident', handle: 'one', displayName: 'One' }] })
      app = await appOf(server, { services: ['billing', 'with space'], agentIds: [agentId, 'agent-gone'] })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const discover = (client: App) =>
      oidc.discovery(new URL(server.baseUrl), client.id, undefined, oidc.ClientSecretBasic(client.secret), {
        execute: [oidc.allowInsecureRequests],
      })
    const now = { currentDate: new Date(START) }

    it('are found, fetched and verified by standard clients', async () => {
      const config = await discover(app)
      for (const [type, id] of [
        ['agent', agentId],
        ['service', 'with space'],
      ] as const) {
        const answer = await oidc.clientCredentialsGrant(config, { [`${type}_id`]: id })
        expect({ ...answer, access_token: '' }).toEqual({
          access_token: '',
          token_type: 'bearer',
          expires_in: 900,
          scope: 'openid agents.read',
        })
        const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri!))
        const { payload, protectedHeader } = await jwtVerify(answer.access_token, keys, {
          issuer: server.baseUrl,
          audience: app.id,
          typ: 'at+jwt',
          algorithms: ['RS256'],
          ...now,
        })
        expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) })
        expect(payload).toEqual({
          iss: server.baseUrl,
          aud: app.id,
          sub: `${type}:${id}`,
          subject_type: type,
          [`${type}_id`]: id,
          iat: Date.parse(START) / 1_000,
          exp: Date.parse(START) / 1_000 + 900,
          jti: expect.stringMatching(/^[\w-]{22}$/),
          client_id: app.id,
          scope: 'openid agents.read',
        })
      }
    })

    it('are answered in the form of RFC 6749, never to be stored, each with an id of its own', async () => {
      const [one, two] = await Promise.all([
        ask(server, app, grantFor('service_id', 'billing')),
        ask(server, app, grantFor('service_id', 'billing')),
      ])
      expect(one.status).toBe(200)
      expect(Object.keys(one.body)).toEqual(['access_token', 'token_type', 'expires_in', 'scope'])
      expect(one.body.token_type).toBe('Bearer')
      expect(one.headers.get('cache-control')).toBe('no-store')
      expect(one.headers.get('pragma')).toBe('no-cache')
      expect(one.headers.get('content-type')).toContain('application/json')
      expect(decodeJwt(one.body.access_token).jti).not.toBe(decodeJwt(two.body.access_token).jti)
    })

    it('are described by discovery without an authorization endpoint', async () => {
      const { body, headers } = await server.get('/.well-known/openid-configuration')
      expect(body).toEqual({
        issuer: server.baseUrl,
        token_endpoint: `${server.baseUrl}/oidc/token`,
        jwks_uri: `${server.baseUrl}/oidc/jwks`,
        scopes_supported: ['openid', 'agents.read', 'admin.read', 'admin.write'],
        grant_types_supported: ['client_credentials'],
        response_types_supported: ['none'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        claims_supported: expect.arrayContaining(['iss', 'aud', 'sub', 'subject_type', 'agent_id', 'service_id']),
      })
      expect(headers.get('cache-control')).toBe('public, max-age=300')
    })

    it('have keys that show their public members only', async () => {
      const { body, headers } = await server.get('/oidc/jwks')
      expect(headers.get('cache-control')).toBe('public, max-age=300')
      expect(Object.keys(body)).toEqual(['keys'])
      for (const key of body.keys) {
        expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
        expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: await calculateJwkThumbprint(key) })
        expect(Buffer.from(key.n, 'base64url')).toHaveLength(256)
      }
    })

    it('answer HEAD for the two documents, 405 for other methods, 404 for other paths', async () => {
      for (const path of ['/oidc/jwks', '/.well-known/openid-configuration']) {
        const head = await server.get(path, undefined, { method: 'HEAD' })
        expect([head.status, head.body, head.headers.get('cache-control')]).toEqual([200, '', 'public, max-age=300'])
        const post = await server.get(path, undefined, { method: 'POST' })
        expectRefused(post, 405, 'invalid_request')
        expect(post.headers.get('allow')).toBe('GET, HEAD')
      }
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const reply = await server.get('/oidc/token', undefined, { method })
        expectRefused(reply, 405, 'invalid_request')
        expect(reply.headers.get('allow')).toBe('POST')
      }
      for (const path of ['/oidc/token/', '/oidc', '/oidc/jwks/', '/oidc/authorize'])
        expect([path, (await server.get(path)).status]).toEqual([path, 404])
    })

    it('are refused in a fixed order: of many mistakes the first one speaks', async () => {
      const asleep = await appOf(server, { services: ['billing'] }, 'suspended')
      // Everything is wrong at first; each line mends one thing and leaves the rest.
      const request = {
        method: 'PUT',
        type: 'application/json',
        authorization: '',
        once: false,
        grant: '',
        subject: 'agent_id=x&service_id=y',
        scope: 'everything',
      }
      const send = () =>
        server.get('/oidc/token', undefined, {
          method: request.method,
          headers: {
            'content-type': request.type,
            ...(request.authorization === '' ? {} : { authorization: request.authorization }),
          },
          body: [
            request.grant,
            request.subject,
            `scope=${encodeURIComponent(request.scope)}`,
            ...(request.once ? [] : ['x=1', 'x=2']),
          ].join('&'),
        })
      const MENDING: readonly [Partial<typeof request>, number, string, RegExp][] = [
        [{}, 405, 'invalid_request', /POST/],
        [{ method: 'POST' }, 400, 'invalid_request', /content type/],
        [{ type: FORM }, 401, 'invalid_client', /Basic/],
        [{ authorization: basic(asleep.id, 'wrong') }, 401, 'invalid_client', /failed/],
        [{ authorization: basic(asleep.id, asleep.secret) }, 401, 'invalid_client', /not active/],
        [{ authorization: basic(app.id, app.secret) }, 400, 'invalid_request', /more than once/],
        [{ once: true }, 400, 'invalid_request', /missing/],
        [{ grant: 'grant_type=password' }, 400, 'unsupported_grant_type', /client_credentials/],
        [{ grant: 'grant_type=client_credentials' }, 400, 'invalid_request', /Exactly one/],
        [{ subject: 'service_id=payroll' }, 400, 'invalid_scope', /unknown/],
        [{ scope: 'agents.read admin.read' }, 400, 'invalid_scope', /openid/],
        [{ scope: 'openid admin.read' }, 400, 'invalid_scope', /admin/],
        [{ scope: 'openid' }, 400, 'unauthorized_client', /not approved/],
      ]
      for (const [mended, status, error, description] of MENDING) {
        Object.assign(request, mended)
        const reply = await send()
        expectRefused(reply, status, error)
        expect(reply.body.error_description).toMatch(description)
      }
      request.subject = 'service_id=billing'
      expect((await send()).status).toBe(200)
    })

    it('need an agent that exists and is linked to the app', async () => {
      await server.world({ agents: [{ id: 'agent-other', kind: 'resident', handle: 'other', displayName: 'Other' }] })
      for (const id of ['agent-other', 'agent-gone', 'nobody', 'x'.repeat(8_000), '%'])
        expectRefused(await ask(server, app, grantFor('agent_id', id)), 400, 'unauthorized_client')
      expect((await ask(server, app, grantFor('agent_id', agentId))).status).toBe(200)
    })

    it('carry admin scopes for apps set up for them', async () => {
      const admin = await appOf(server, { services: ['ops'], admin: true })
      const { body } = await ask(server, admin, `${grantFor('service_id', 'ops')}&scope=openid%20admin.write`)
      expect(body.scope).toBe('openid admin.write')
      expect(decodeJwt(body.access_token).scope).toBe('openid admin.write')
    })

    it('take Basic credentials encoded or raw, and nothing in the body', async () => {
      const body = grantFor('service_id', 'billing')
      const raw = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`
      expect((await ask(server, app, body, { authorization: raw })).status).toBe(200)
      const post = `${body}&client_id=${app.id}&client_secret=${app.secret}`
      expectRefused(await ask(server, app, post), 401, 'invalid_client')
      for (const authorization of [
        'Basic',
        'Basic !!!!',
        `Basic ${Buffer.from('no-colon').toString('base64')}`,
        `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`,
        `Bearer ${app.secret}`,
        basic('', ''),
        basic('nobody', app.secret),
        basic('\0', app.secret),
        basic('x'.repeat(8_000), app.secret),
        basic(app.id, ''),
      ])
        expectRefused(await ask(server, app, body, { authorization }), 401, 'invalid_client')
      const unset = await server.operator('POST', '/_operator/apps', { ownerUid: 'dev', name: 'No secret' })
      expectRefused(await ask(server, { id: unset.body.data.id, secret: '' }, body), 401, 'invalid_client')
    })

    it('are refused cleanly for bodies that are no form', async () => {
      const good = grantFor('service_id', 'billing')
      for (const body of [
        `${good}&x=%`,
        `${good}&x=%ff`,
        `${good}&x=%00`,
        Buffer.concat([Buffer.from(`${good}&x=`), Buffer.from([0xc3, 0x28])]),
        `${good}&${Array.from({ length: 10_000 }, (_, n) => `p${n}=`).join('&')}`.slice(0, 65_536),
        `${good}&x=${'y'.repeat(70_000)}`,
        '',
        '{"grant_type":"client_credentials"}',
      ])
        expectRefused(await ask(server, app, body), 400, 'invalid_request')
      expect((await ask(server, app, good, { 'content-type': `${FORM}; charset=UTF-8` })).status).toBe(200)
      expect((await ask(server, app, `${good}&scope=&agent_id=`)).status).toBe(200)
    })

    it('stop for an app the moment it is suspended, and for a secret the moment it is replaced', async () => {
      const client = await appOf(server, { services: ['billing'] })
      const body = grantFor('service_id', 'billing')
      expect((await ask(server, client, body)).status).toBe(200)
      for (const status of ['suspended', 'revoked', 'inactive']) {
        await server.operator('PATCH', `/_operator/apps/${client.id}`, { status })
        expectRefused(await ask(server, client, body), 401, 'invalid_client')
      }
      await server.operator('PATCH', `/_operator/apps/${client.id}`, { status: 'active' })
      expect((await ask(server, client, body)).status).toBe(200)
      await server.operator('POST', `/_operator/apps/${client.id}/client-secret`)
      expectRefused(await ask(server, client, body), 401, 'invalid_client')
    })

    it('do not open the Public API', async () => {
      const token = (await ask(server, app, grantFor('service_id', 'billing'))).body.access_token
      const asKey = await server.get('/v1/agents', token)
      expect([asKey.status, asKey.body.error.code]).toEqual([401, 'INVALID_API_KEY'])
      const asBearer = await server.get('/v1/agents', undefined, { headers: { authorization: `Bearer ${token}` } })
      expect([asBearer.status, asBearer.body.error.code]).toEqual([401, 'MISSING_API_KEY'])
    })

    it('go to browsers of allowed origins only', async () => {
      const foreign = { origin: 'https://elsewhere.example' }
      for (const path of ['/oidc/token', '/oidc/jwks', '/.well-known/openid-configuration']) {
        const refused = await server.get(path, undefined, { method: 'GET', headers: foreign })
        expect([refused.status, refused.body.error.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
        expect(refused.headers.get('cache-control')).toBe('no-store')
        expect(refused.headers.has('access-control-allow-origin')).toBe(false)
      }
      const own = { origin: server.baseUrl }
      const allowed = await ask(server, app, grantFor('service_id', 'billing'), own)
      expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, server.baseUrl])
      const preflight = await server.get('/oidc/token', undefined, {
        method: 'OPTIONS',
        headers: { ...own, 'access-control-request-method': 'POST' },
      })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, server.baseUrl])
      expect((await server.get('/oidc/jwks')).headers.get('vary')).toBe('Origin')
    })

    it('leave no secret readable in the store', async () => {
      await ask(server, app, grantFor('service_id', 'billing'))
      const apps = await rowsOf(server, 'apps')
      expect(apps.find((row) => row.id === app.id)!.client_secret_digest).toMatch(/^[\w-]{43}$/)
      expect(JSON.stringify(apps)).not.toContain(app.secret)
      const keys = await rowsOf(server, 'signing_keys')
      expect(keys.length).toBeGreaterThan(0)
      for (const { public_jwk, sealed } of keys) {
        expect(Object.keys(JSON.parse(String(public_jwk)))).not.toContain('d')
        expect(String(sealed)).toMatch(/^[\w-]{1000,}$/)
        expect(Buffer.from(String(sealed), 'base64url').includes('PRIVATE')).toBe(false)
      }
    })
  })
}

describe('the issuer', () => {
  it('is the configured address without a trailing slash', async () => {
    const node = await startNode(['--seed=none', `--data=${tempFolder()}`], {
      AGENT_NETWORK_AUTH_URL: 'https://auth.example/',
    })
    try {
      const discovery = (await (await fetch(`${node.baseUrl}/.well-known/openid-configuration`)).json()) as any
      expect([discovery.issuer, discovery.jwks_uri]).toEqual(['https://auth.example', 'https://auth.example/oidc/jwks'])
    } finally {
      await node.stop()
    }
  })
})
