import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { developer, type Issuer, NOW, OPEN_GATES, person, portalAs, startIssuer, statusAndCode } from './portal-site.ts'
import { readStore } from './store-access.ts'

const DAY = 86_400_000

for (const engine of ENGINES)
  describe(`the developer portal on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    const someone = (claims: Record<string, unknown> = {}) => person(issuer, server.baseUrl, claims)
    const newDeveloper = () => developer(issuer, server.baseUrl)
    const operate = async (method: string, path: string, body?: unknown) => {
      const reply = await server.operator(method, path, body)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply.body.data
    }

    beforeAll(async () => {
      issuer = await startIssuer()
      server = await startTestServer(engine, { env: issuer.env })
      await server.setClock(NOW)
    })
    beforeEach(() => server.switches({ developerPortalEnabled: true, ...OPEN_GATES }))
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
    })

    describe('signup', () => {
      it('shows whether it is open and both kinds of terms to anybody (AMB-136)', async () => {
        const { status, body, headers } = await portalAs(server.baseUrl)('GET', '/signup')
        expect(status).toBe(200)
        expect(body).toEqual({
          data: {
            open: true,
            termsVersion: '2026-01',
            termsText: expect.stringContaining('visitor'),
            developerTermsVersion: '2026-01',
            developerTermsText: expect.stringContaining('key'),
          },
        })
        expect(headers.get('cache-control')).toBe('no-store')
      })

      it.each([
        ['developerPortalEnabled', null],
        ['developerSignupsEnabled', false],
        ['visitorSelfServeEnabled', false],
        ['visitorDriveEnabled', false],
      ])('is open only with %s on', async (name, open) => {
        await server.switches({ [name]: false })
        const reply = await portalAs(server.baseUrl)('GET', '/signup')
        if (open === null) expect(statusAndCode(reply)).toBe('503 DEVELOPER_PORTAL_DISABLED')
        else expect(reply.body.data.open).toBe(open)
      })

      it('makes an account once: 201, then 200, and nothing of it changes (4.14)', async () => {
        const { portal } = await someone()
        const first = await portal('POST', '/signup')
        expect(first.status).toBe(201)
        expect(first.body).toEqual({
          data: {
            uid: expect.stringMatching(/^dev_/),
            status: 'active',
            created: true,
            probationEndsAt: new Date(Date.parse(NOW) + DAY).toISOString(),
            visitorTermsVersion: null,
            visitorTermsText: expect.any(String),
            currentVisitorTermsVersion: '2026-01',
          },
        })
        const again = await portal('POST', '/signup', { acceptedVisitorTermsVersion: '2026-01' })
        expect([again.status, again.body.data]).toEqual([200, { ...first.body.data, created: false }])
      })

      it('stamps the terms that the first call accepts, and tells nothing about the person', async () => {
        const { portal, subject } = await someone()
        const { body } = await portal('POST', '/signup', { acceptedVisitorTermsVersion: '2026-01' })
        expect(body.data.visitorTermsVersion).toBe('2026-01')
        expect(body.data.uid).not.toContain(subject)
      })

      it('makes one account of twenty calls at once', async () => {
        const { portal } = await someone()
        const replies = await Promise.all(Array.from({ length: 20 }, () => portal('POST', '/signup')))
        expect(new Set(replies.map(({ body }) => body.data.uid)).size).toBe(1)
        expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      })

      it('knows people by issuer and subject, not by e-mail (AMB-141)', async () => {
        const one = await someone({ email: 'shared@example.org' })
        const other = await someone({ email: 'shared@example.org' })
        const uids = await Promise.all([one, other].map(async (p) => (await p.portal('POST', '/signup')).body.data.uid))
        expect(uids[0]).not.toBe(uids[1])
      })

      const STALE = { acceptedVisitorTermsVersion: '2019-01' }
      const ANONYMOUS = { firebase: { sign_in_provider: 'anonymous' }, email_verified: false }
      // Each row mends what the row before was refused for; everything else stays wrong (5.10).
      it.each([
        ['503 DEVELOPER_PORTAL_DISABLED', { developerPortalEnabled: false, developerSignupsEnabled: false }, null],
        ['403 DEVELOPER_SIGNUPS_DISABLED', { developerSignupsEnabled: false }, null],
        ['403 DEVELOPER_SIGNUPS_DISABLED', { visitorDriveEnabled: false }, null],
        ['403 DEVELOPER_SIGNUPS_DISABLED', { developerSignupsEnabled: 'true' }, null],
        ['401 UNAUTHORIZED', {}, null],
        ['403 ANONYMOUS_SIGNUP_NOT_ALLOWED', {}, ANONYMOUS],
        ['403 EMAIL_VERIFICATION_REQUIRED', {}, { email_verified: false }],
        ['403 EMAIL_VERIFICATION_REQUIRED', {}, { email_verified: 'true' }],
        ['403 EMAIL_VERIFICATION_REQUIRED', {}, { email: undefined }],
        ['400 VISITOR_TERMS_ACCEPTANCE_REQUIRED', {}, {}],
      ])('is refused in order: %s', async (expected, switches, claims) => {
        await server.switches(switches)
        const portal = claims === null ? portalAs(server.baseUrl) : (await someone(claims)).portal
        expect(statusAndCode(await portal('POST', '/signup', STALE))).toBe(expected)
      })

      it('does not need the self-serve switch (AMB-100)', async () => {
        await server.switches({ visitorSelfServeEnabled: false })
        expect((await (await someone()).portal('POST', '/signup')).status).toBe(201)
      })

      it('refuses stale terms also from somebody who has an account (AMB-101)', async () => {
        const { portal } = await someone()
        await portal('POST', '/signup')
        expect(statusAndCode(await portal('POST', '/signup', STALE))).toBe('400 VISITOR_TERMS_ACCEPTANCE_REQUIRED')
      })

      it('keeps evidence of what was accepted: which text, when, and by which opaque uid', async () => {
        const { portal } = await someone()
        const text = 'Terms of the spring'
        await server.switches({ visitorTermsVersion: 'spring', visitorTermsText: text })
        const { body } = await portal('POST', '/signup', { acceptedVisitorTermsVersion: 'spring' })
        await server.switches({ visitorTermsVersion: null, visitorTermsText: null })
        const { body: audit } = await server.operator('GET', '/_operator/audit?perPage=100')
        expect(audit.data.find((entry: any) => entry.actor === body.data.uid)).toMatchObject({ action: 'account.open' })
        const rows = await readStore(server, `select * from acceptances where uid = '${body.data.uid}'`)
        expect(rows).toEqual([
          expect.objectContaining({
            kind: 'visitor',
            version: 'spring',
            text_digest: createHash('sha256').update(text).digest('hex'),
            purpose: 'signup',
            key_id: null,
          }),
        ])
        expect(Number(rows[0].at)).toBe(Date.parse(NOW))
        // Accepting per registration begins where that version ends.
        const { body: account } = await portal('GET', '/account')
        expect(account.data).toMatchObject({ visitorTermsVersion: 'spring', currentVisitorTermsVersion: '2026-01' })
      })
    })

    describe('account and apps', () => {
      it('shows the account with what the sign-in says of the person', async () => {
        const { portal, subject, uid } = await newDeveloper()
        expect((await portal('GET', '/account')).body.data).toMatchObject({
          uid,
          created: false,
          status: 'active',
          createdAt: NOW,
          email: `${subject}@example.org`,
          name: null,
          visitorCap: 1,
          visitorCount: 0,
          currentDeveloperTermsVersion: '2026-01',
        })
      })

      it('needs an account, and says so apart from a missing sign-in', async () => {
        const { portal } = await someone()
        for (const [method, path] of [
          ['GET', '/account'],
          ['DELETE', '/account'],
          ['GET', '/apps'],
          ['POST', '/apps'],
        ] as const) {
          expect(statusAndCode(await portal(method, path))).toBe('403 ACCOUNT_REQUIRED')
          expect(statusAndCode(await portalAs(server.baseUrl)(method, path))).toBe('401 UNAUTHORIZED')
        }
      })

      it('makes apps, lists them newest first, and shows one (1.25)', async () => {
        const { portal } = await someone()
        await portal('POST', '/signup')
        const createdApps = []
        for (const name of ['One', 'Two']) {
          const reply = await portal('POST', '/apps', { name })
          expect(reply.status).toBe(201)
          expect(reply.body.data).toEqual({ id: expect.any(String), name, status: 'active', createdAt: NOW })
          createdApps.unshift(reply.body.data)
        }
        expect((await portal('GET', '/apps')).body).toEqual({ data: createdApps })
        expect((await portal('GET', `/apps/${createdApps[0].id}`)).body).toEqual({ data: createdApps[0] })
      })

      it('shows the app that an operator made for an account', async () => {
        const { portal, uid } = await newDeveloper()
        const { id } = await operate('POST', '/_operator/apps', { ownerUid: uid, name: 'Given' })
        expect((await portal('GET', `/apps/${id}`)).body.data.name).toBe('Given')
      })

      it('hides the apps of others, and of people without an account', async () => {
        const { appId } = await newDeveloper()
        for (const { portal } of [await newDeveloper(), await someone()])
          for (const path of [`/apps/${appId}`, `/apps/${appId}/visitors`, `/apps/${appId}/api-keys`, '/apps/none'])
            expect(statusAndCode(await portal('GET', path))).toBe('404 APP_NOT_FOUND')
      })

      it.each([
        ['no name', '{}'],
        ['an empty name', '{"name":""}'],
        ['a blank name', '{"name":" \\t "}'],
        ['a name that is none', '{"name":7}'],
        ['a member nobody knows', '{"name":"a","nmae":"b"}'],
        ['no object', '[]'],
        ['no JSON', '{'],
        ['a member twice', '{"name":"a","name":"b"}'],
        ['half a surrogate pair', '{"name":"\\ud800"}'],
        ['more than a mebibyte', JSON.stringify({ name: 'x'.repeat(1_100_000) })],
      ])('refuses an app with %s (AMB-123)', async (_what, body) => {
        const { portal } = await newDeveloper()
        expect(statusAndCode(await portal('POST', '/apps', body))).toBe('400 INVALID_INPUT')
      })

      it('says 403 before 404 before 400 for a suspended account, and lets it look', async () => {
        const { portal, uid, appId } = await newDeveloper()
        await operate('PATCH', `/_operator/developers/${uid}`, { status: 'suspended' })
        expect((await portal('GET', '/account')).body.data.status).toBe('suspended')
        expect((await portal('GET', '/apps')).status).toBe(200)
        expect((await portal('GET', `/apps/${appId}/api-keys`)).status).toBe(200)
        for (const [method, path] of [
          ['POST', '/apps'],
          ['POST', `/apps/${appId}/api-keys`],
          ['DELETE', '/account'],
        ] as const)
          expect(statusAndCode(await portal(method, path, '{'))).toBe('403 ACCOUNT_SUSPENDED')
        await operate('PATCH', `/_operator/developers/${uid}`, { status: 'active' })
        expect((await portal('POST', '/apps', { name: 'Again' })).status).toBe(201)
      })

      it.each([
        ['suspended', '403 APP_SUSPENDED'],
        ['inactive', '403 APP_SUSPENDED'],
        ['revoked', '403 APP_REVOKED'],
      ])('changes nothing under an app that is %s', async (status, expected) => {
        const { portal, appId } = await newDeveloper()
        await operate('PATCH', `/_operator/apps/${appId}`, { status })
        expect((await portal('GET', `/apps/${appId}`)).body.data.status).toBe(status)
        expect(statusAndCode(await portal('POST', `/apps/${appId}/api-keys`, '{'))).toBe(expected)
        expect(statusAndCode(await portal('POST', `/apps/${appId}/visitors`, '{'))).toBe(expected)
      })
    })

    describe('access to the portal', () => {
      it('knows no other paths and no other methods', async () => {
        const { portal } = await newDeveloper()
        for (const [method, path] of [
          ['GET', ''],
          ['GET', '/'],
          ['GET', '/nothing'],
          ['PUT', '/signup'],
          ['GET', '/signup/'],
          ['POST', '/account'],
        ] as const)
          expect(statusAndCode(await portal(method, path))).toBe('404 NOT_FOUND')
      })

      it('answers HEAD as GET without a body', async () => {
        const response = await fetch(`${server.baseUrl}/_developer/signup`, { method: 'HEAD' })
        expect([response.status, await response.text()]).toEqual([200, ''])
      })

      it('takes our own origins and refuses foreign ones before anything else (AMB-07)', async () => {
        const foreign = { origin: 'https://elsewhere.example' }
        expect(statusAndCode(await portalAs(server.baseUrl)('GET', '/signup', undefined, foreign))).toBe(
          '403 ORIGIN_NOT_ALLOWED',
        )
        const own = { origin: server.baseUrl }
        const { status, headers } = await portalAs(server.baseUrl)('GET', '/signup', undefined, own)
        expect([status, headers.get('access-control-allow-origin')]).toEqual([200, server.baseUrl])
        const preflightHeaders = { ...own, 'access-control-request-method': 'POST' }
        expect((await portalAs(server.baseUrl)('OPTIONS', '/signup', undefined, preflightHeaders)).status).toBe(204)
      })

      it('takes no API key for a sign-in, and no sign-in for an API key (5.11)', async () => {
        const { portal, token } = await newDeveloper()
        const { key } = await server.key()
        expect(statusAndCode(await portalAs(server.baseUrl)('GET', '/account', undefined, { 'x-api-key': key }))).toBe(
          '401 UNAUTHORIZED',
        )
        expect(statusAndCode(await portalAs(server.baseUrl, key)('GET', '/account'))).toBe('401 UNAUTHORIZED')
        const asKey = await server.get('/v1', undefined, { headers: { authorization: `Bearer ${token}` } })
        expect(asKey.body.error.code).toBe('MISSING_API_KEY')
        expect((await portal('GET', '/account')).status).toBe(200)
      })

      it('is in the document, with a sign-in in place of the key', async () => {
        const { body } = await server.get('/openapi.json')
        const { post } = body.paths['/_developer/apps/{appId}/visitors']
        expect(post).toMatchObject({ operationId: 'registerVisitor', security: [{ idToken: [] }] })
        expect(Object.keys(post.responses)).toContain('201')
        expect(body.paths['/_developer/signup'].get.security).toEqual([])
      })
    })

    describe('with signups closed', () => {
      beforeEach(() => server.switches({ developerSignupsEnabled: false, visitorSelfServeEnabled: false }))

      it('existing developers keep their account, apps and keys (AMB-100)', async () => {
        await server.switches(OPEN_GATES)
        const { portal, appId } = await newDeveloper()
        await server.switches({ visitorDriveEnabled: false, developerSignupsEnabled: false })
        for (const path of ['/account', '/apps', `/apps/${appId}/api-keys`, `/apps/${appId}/visitors`])
          expect((await portal('GET', path)).status).toBe(200)
        const createdKey = await portal('POST', `/apps/${appId}/api-keys`, {
          name: 'still',
          acceptedDeveloperTermsVersion: '2026-01',
        })
        expect(createdKey.status).toBe(201)
        expect(statusAndCode(await portal('POST', '/signup'))).toBe('403 DEVELOPER_SIGNUPS_DISABLED')
      })
    })
  })
