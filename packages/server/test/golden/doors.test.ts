import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPath } from '../built-names.ts'
import { ENGINES, OPERATOR_TOKEN } from '../harness.ts'
import { PASSWORD } from '../identity-harness.ts'
import { file, get, JSON_BODY, NO_KEY, REQUEST_MAX } from './cases.ts'
import { exchange } from './exchange.ts'
import { HARDLY_HTTP } from './hardly-http.ts'
import { a2aCases, mcpCases, openaiCases, tokenCases } from './machine-cases.ts'
import { askedOf, OWN_ORIGIN } from './probes.ts'
import { type Case, expectExchanges, expectGolden } from './record.ts'
import { type GoldenSite, startGoldenSite } from './site.ts'

// The stored exchanges hold for every engine: responses do not depend on the store.
for (const engine of ENGINES)
  describe(`golden HTTP exchanges on ${engine}`, () => {
    let site: GoldenSite
    beforeAll(async () => {
      site = await startGoldenSite(engine)
    })
    afterAll(() => site.close())

    it('at the REST routes', async () => {
      const { url, reader, invoker, driver, visitorId, startHour } = site
      await startHour(1)
      const visitor = `/v1/visitors/${visitorId}`
      await expectExchanges({ engine, url }, 'rest.txt', [
        ...askedOf({ method: 'GET', path: '/v1/posts?limit=1', credentials: reader, wrong: NO_KEY }),
        ...askedOf({
          method: 'POST',
          path: '/v1/agents/agent-ada/complete',
          credentials: invoker,
          wrong: NO_KEY,
          headers: { ...JSON_BODY, 'idempotency-key': 'one' },
          body: '{"input":"How are the tides?"}',
          bodyMax: REQUEST_MAX,
        }),
        ...askedOf({
          method: 'POST',
          path: `${visitor}/act`,
          credentials: driver,
          wrong: NO_KEY,
          headers: { ...JSON_BODY, 'idempotency-key': 'two' },
          body: '{"like":{"postId":"post-three"}}',
          bodyMax: REQUEST_MAX,
        }),
        {
          title: 'an act without an idempotency key',
          method: 'POST',
          path: `${visitor}/act`,
          headers: { ...JSON_BODY, ...driver },
          body: '{"like":{"postId":"post-three"}}',
        },
        ...askedOf({
          method: 'POST',
          path: `${visitor}/heartbeat`,
          credentials: driver,
          wrong: NO_KEY,
          headers: JSON_BODY,
          body: '{}',
        }),
        ...askedOf({ method: 'GET', path: `${visitor}/observe`, credentials: driver, wrong: NO_KEY }),
        ...['/v1', '/v1/', '/v1?x=1', '/v1/nothing', '/v1/posts/', '/v1/agents/%zz', '/v1/agents/nobody'].map((path) =>
          get(path, reader),
        ),
        get('/v1/posts?limit=x', reader),
        get('/v1/posts', invoker, 'GET /v1/posts without the scope'),
        get('/v1/nothing', {}, 'GET /v1/nothing without a key'),
        {
          title: 'POST /v1/posts',
          method: 'POST',
          path: '/v1/posts',
          headers: { ...reader, ...JSON_BODY },
          body: '{}',
        },
      ])
    })

    it('at the portal', async () => {
      const { url, startHour, idToken, signIn } = site
      await startHour(2)
      const person = { authorization: `Bearer ${await idToken()}` }
      const wrong = { authorization: 'Bearer nobody' }
      const { data, cookie } = await signIn()
      const signUp = { method: 'POST', path: '/_developer/signup', headers: { ...JSON_BODY, ...person }, body: '{}' }
      const app = { method: 'POST', path: '/_developer/apps', body: '{"name":"Tidings"}' }
      await expectExchanges({ engine, url }, 'portal.txt', [
        { ...get('/_developer/account', person), title: 'an account is required' },
        { ...signUp, title: 'signed up' },
        { ...signUp, title: 'signed up again' },
        ...askedOf({ method: 'GET', path: '/_developer/signup' }),
        ...askedOf({ method: 'GET', path: '/_developer/apps', credentials: person, wrong }),
        ...askedOf({
          method: 'POST',
          path: '/_developer/apps',
          credentials: person,
          wrong,
          headers: JSON_BODY,
          body: app.body,
          bodyMax: REQUEST_MAX,
        }),
        { ...app, title: 'a session', headers: { ...JSON_BODY, cookie, 'x-csrf-token': data.csrfToken } },
        { ...app, title: 'a session without its CSRF token', headers: { ...JSON_BODY, cookie } },
        { ...get('/_developer/account', { cookie }), title: 'a session that only reads' },
        { ...get('/_developer/account', { cookie, origin: OWN_ORIGIN }), title: 'a session from another page' },
        ...['/_developer', '/_developer/', '/_developer/nothing', '/_developer/apps/app_nobody'].map((path) =>
          get(path, person),
        ),
        get('/_developer/nothing'),
      ])
    })

    it('at the built-in sign-in', async () => {
      const { url, startHour, nextMinute, email } = site
      await startHour(3)
      const at = (name: string) => `/_developer/identity/${name}`
      const post = (name: string, body: object): Case => ({
        title: `POST ${at(name)}: ${Object.keys(body)}`,
        method: 'POST',
        path: at(name),
        headers: JSON_BODY,
        body: JSON.stringify(body),
      })
      await expectExchanges({ engine, url }, 'identity.txt', [
        ...askedOf({
          method: 'POST',
          path: at('sign-in'),
          headers: JSON_BODY,
          body: JSON.stringify({ email, password: PASSWORD }),
          bodyMax: 65_536,
          before: nextMinute,
        }),
        { ...post('sign-in', { email, password: 'wrong password' }), title: 'a wrong password', before: nextMinute },
        post('sign-in', { email }),
        post('sign-up', { email: 'new@people.example', password: PASSWORD }),
        post('sign-up', { email: 'new@people.example', password: 'short' }),
        post('verify', { token: 'nothing', password: PASSWORD }),
        post('forgot', { email: 'nobody@people.example' }),
        post('reset', { token: 'nothing', password: PASSWORD }),
        ...askedOf({ method: 'GET', path: at('jwks') }),
        ...askedOf({ method: 'GET', path: at('.well-known/openid-configuration') }),
        ...['', 'nothing'].map((name) => get(at(name))),
      ])
    })

    it('at the sessions of pages', async () => {
      const { url, startHour, nextMinute, email, signIn } = site
      await startHour(4)
      const path = '/_developer/session'
      const { data, cookie } = await signIn()
      const portal = 'https://portal.example'
      const close = (headers: Record<string, string>, title: string): Case => ({
        title,
        method: 'DELETE',
        path,
        headers: { cookie, ...headers },
      })
      const open = { method: 'POST', path, headers: JSON_BODY, body: JSON.stringify({ email, password: PASSWORD }) }
      await expectExchanges({ engine, url }, 'sessions.txt', [
        ...askedOf({ ...open, bodyMax: 65_536, before: nextMinute }),
        { ...open, title: 'from the portal itself', headers: { ...JSON_BODY, origin: portal }, before: nextMinute },
        { ...open, title: 'a wrong password', body: JSON.stringify({ email, password: 'wrong password' }) },
        { ...open, title: 'an ID token that is none', body: '{"idToken":"nobody"}' },
        ...askedOf({
          method: 'GET',
          path,
          credentials: { cookie },
          wrong: { cookie: `__Host-agent-network=${'x'.repeat(43)}` },
        }),
        close({}, 'closed without a CSRF token'),
        close({ 'x-csrf-token': data.csrfToken, origin: OWN_ORIGIN }, 'closed from another page'),
        close({ 'x-csrf-token': data.csrfToken, origin: portal }, 'closed'),
        get(`${path}/`),
      ])
    })

    it('at the agent-to-agent interface and the cards', async () => {
      await site.startHour(5)
      await expectExchanges({ engine, url: site.url }, 'a2a.txt', a2aCases(site))
    })

    it('at the issuer of machine tokens', async () => {
      await site.startHour(6)
      await expectExchanges({ engine, url: site.url }, 'tokens.txt', tokenCases(site))
    })

    it('at the viewer of walks', async () => {
      const { url, startHour, walk } = site
      await startHour(7)
      const { searchParams, search } = await walk()
      const link = { journey: searchParams.get('journey'), t: searchParams.get('t') }
      const page = { ...file(`/city/${search}`), title: 'GET /city/ with a link' }
      const script = await builtPath(`${url}/city/${search}`, 'viewer.js')
      await expectExchanges({ engine, url }, 'viewer.txt', [
        ...askedOf({
          method: 'POST',
          path: '/city/watch',
          headers: JSON_BODY,
          body: JSON.stringify(link),
          bodyMax: 4_096,
        }),
        {
          title: 'under a name that nobody configured',
          method: 'POST',
          path: '/city/watch',
          headers: { ...JSON_BODY, host: 'attic.local:8080', origin: 'http://attic.local:8080' },
          body: JSON.stringify(link),
        },
        {
          title: 'a link that nobody made',
          method: 'POST',
          path: '/city/watch',
          headers: JSON_BODY,
          body: JSON.stringify({ journey: 'nothing', t: 'nothing' }),
        },
        page,
        { ...page, title: 'HEAD /city/ with a link', method: 'HEAD' },
        { ...page, title: 'POST /city/', method: 'POST' },
        { ...file('/city/'), title: 'GET /city/ without a link' },
        file(script),
        file(script, {}, 'HEAD'),
        file(script, { origin: 'https://stranger.example' }),
        ...['/city', '/city/nothing', '/city/walk.html', '/city/watch'].map((path) => get(path)),
      ])
    })

    it('at the pages and probes', async () => {
      const { url, startHour, signIn } = site
      await startHour(8)
      const { cookie } = await signIn()
      await expectExchanges({ engine, url }, 'pages.txt', [
        get('/'),
        ...askedOf({ method: 'GET', path: '/healthz' }),
        get('/readyz'),
        file('/openapi.json'),
        file('/openapi.json', {}, 'HEAD'),
        file('/openapi.json', { origin: 'https://stranger.example' }),
        file('/asyncapi.json'),
        get('/docs'),
        { ...get('/docs'), title: 'HEAD /docs', method: 'HEAD' },
        { ...get('/docs'), title: 'POST /docs', method: 'POST' },
        get('/docs/start.js'),
        file('/docs/reference/content'),
        file('/docs/search?q=heartbeat'),
        get('/developer'),
        file('/developer/'),
        file('/developer/', {}, 'HEAD'),
        file('/developer/', { origin: 'https://stranger.example' }),
        { ...get('/developer/'), title: 'POST /developer/', method: 'POST' },
        file('/developer/verify'),
        file(await builtPath(`${url}/developer/`, 'portal.css')),
        file(await builtPath(`${url}/developer/`, 'portal.js')),
        get('/developer/start.json'),
        get(
          '/developer/start.json',
          { cookie: cookie.slice('__Host-'.length) },
          'GET /developer/start.json, cookie renamed',
        ),
        get('/developer/start.json', { cookie }, 'GET /developer/start.json, signed in'),
        get('/developer/portal.html'),
        file('/docs/'),
        ...['/developer/nothing', '/nothing', '/metrics', '/_operator/config', '/%zz'].map((path) => get(path)),
      ])
    })

    it('at the operator listener', async () => {
      const { operatorUrl, startHour } = site
      await startHour(9)
      const host = 'localhost'
      const credentials = { host, authorization: `Bearer ${OPERATOR_TOKEN}` }
      const wrong = { host, authorization: 'Bearer nobody' }
      await expectExchanges({ engine, url: operatorUrl }, 'operator.txt', [
        ...askedOf({ method: 'GET', path: '/_operator/clock', credentials, wrong }),
        ...askedOf({
          method: 'PATCH',
          path: '/_operator/config',
          credentials,
          wrong,
          headers: JSON_BODY,
          body: '{"visitorDriveEnabled":true}',
          bodyMax: REQUEST_MAX,
        }),
        ...['/_operator/keys/nobody', '/_operator/nothing', '/_operator', '/console/nothing', '/v1', '/healthz'].map(
          (path) => get(path, credentials),
        ),
        get('/healthz', { host }, 'GET /healthz without the token'),
        get('/healthz', { ...credentials, host: 'evil.example' }, 'GET /healthz under another name'),
        file('/metrics', credentials),
      ])
    })

    it('of invalid HTTP requests', async () => {
      const { url, operatorUrl, startHour } = site
      await startHour(10)
      await expectExchanges({ engine, url }, 'broken.txt', HARDLY_HTTP)
      await expectExchanges({ engine, url: operatorUrl }, 'broken-operator.txt', HARDLY_HTTP)
    })

    it('when the portal is closed', async () => {
      const { url, startHour, server } = site
      await startHour(11)
      await server.switches({ developerPortalEnabled: false })
      await expectExchanges({ engine, url }, 'portal-closed.txt', [
        ...['/_developer/account', '/_developer/nothing', '/_developer/session', '/_developer/identity/jwks'].map(
          (path) => get(path),
        ),
        get('/_developer/account', { origin: OWN_ORIGIN }, 'from its own origin'),
        get('/developer/start.json'),
      ])
      await server.switches({ developerPortalEnabled: true })
    })

    it('at the residents as models', async () => {
      await site.startHour(12)
      await site.server.switches({ openaiDoorEnabled: true })
      await expectExchanges({ engine, url: site.url }, 'openai.txt', openaiCases(site))
    })

    it('at the Model Context Protocol and the files for machines', async () => {
      await site.startHour(13)
      await site.server.switches({ mcpEnabled: true })
      await expectExchanges({ engine, url: site.url }, 'mcp.txt', mcpCases(site))
    })

    it.each(['openapi.json', 'asyncapi.json'])('as %s, to the byte', async (name) => {
      const { body } = await exchange(site.url, { method: 'GET', path: `/${name}` })
      const text = body.toString('utf8')
      const document = JSON.parse(text)
      // Laid out to be compared by eye: nothing of the bytes is lost by that.
      expect(JSON.stringify(document)).toBe(text)
      expectGolden(name, `${JSON.stringify(document, null, 1)}\n`)
    })
  })
