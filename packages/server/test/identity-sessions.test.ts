import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from './harness.ts'
import {
  DAY,
  DEVELOPER_URL,
  HOUR,
  identity,
  MINUTE,
  onPage,
  openPage,
  PASSWORD,
  type SignIn,
  startSignIn,
} from './identity-harness.ts'

const ORIGIN = { origin: DEVELOPER_URL }

for (const engine of ENGINES) {
  describe(`sessions and limits of the built-in sign-in on ${engine}`, () => {
    let desk: SignIn
    beforeAll(async () => {
      desk = await startSignIn(engine)
    })
    afterAll(() => desk.close())

    describe('a session', () => {
      let email: string
      beforeAll(async () => {
        email = await desk.newAccount()
      })
      beforeEach(() => desk.nextMinute())
      const show = async (cookie: string) => desk.person.send('GET', '/_developer/session', undefined, { cookie })
      const newToken = async (): Promise<string> => (await desk.signIn(email)).body.data.idToken

      it('is one cookie that scripts cannot read and other sites cannot send', async () => {
        const opened = await desk.person.send('POST', '/_developer/session', { email, password: PASSWORD }, ORIGIN)
        expect(opened.headers.get('set-cookie')).toMatch(
          /^__Host-agent-network=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
        )
        expect(opened.headers.get('cache-control')).toBe('private, no-store')
        expect(opened.body.data).toMatchObject({ email, csrfToken: expect.any(String) })
      })

      it('shows who is signed in, until it is closed', async () => {
        const page = await openPage(desk.person, { idToken: await newToken() })
        const sessionResponse = await onPage(desk.person, page, 'GET')
        expect(sessionResponse.body.data).toMatchObject({
          email,
          csrfToken: page.csrf,
          emailVerified: true,
          anonymous: false,
        })
        const closed = await onPage(desk.person, page, 'DELETE', { 'x-csrf-token': page.csrf, ...ORIGIN })
        expect(closed.status).toBe(200)
        expect(closed.headers.get('set-cookie')).toMatch(/^__Host-agent-network=;.*Max-Age=0$/)
        expect((await onPage(desk.person, page, 'GET')).body.error.code).toBe('UNAUTHORIZED')
      })

      it('changes nothing without its own CSRF token', async () => {
        const idToken = await newToken()
        const [page, other] = [await openPage(desk.person, { idToken }), await openPage(desk.person, { idToken })]
        const wrongs: Record<string, string>[] = [
          {},
          { 'x-csrf-token': '' },
          { 'x-csrf-token': other.csrf },
          { 'x-csrf-token': `${page.csrf}x` },
        ]
        for (const headers of wrongs) {
          const refused = await onPage(desk.person, page, 'DELETE', headers)
          expect(refused.status).toBe(401)
          expect(refused.body.error.message).toContain('X-CSRF-Token')
        }
        expect((await onPage(desk.person, page, 'GET')).status).toBe(200)
        expect((await onPage(desk.person, page, 'DELETE', { 'x-csrf-token': page.csrf })).status).toBe(200)
      })

      it('stands for the ID token on the routes of the portal, with its CSRF token where something changes', async () => {
        await desk.server.switches({
          developerSignupsEnabled: true,
          visitorSelfServeEnabled: true,
          visitorDriveEnabled: true,
        })
        const idToken = await newToken()
        const { cookie, csrf } = await openPage(desk.person, { idToken })
        const signUp = (headers: Record<string, string>) => desk.person.send('POST', '/_developer/signup', {}, headers)
        expect((await signUp({})).status).toBe(401)
        expect((await signUp({ cookie })).status).toBe(401)
        const signedUp = await signUp({ cookie, 'x-csrf-token': csrf, ...ORIGIN })
        expect(signedUp.status).toBe(201)
        const again = await signUp({ authorization: `Bearer ${idToken}` })
        expect(again.status).toBe(200)
        expect(again.body.data.uid).toBe(signedUp.body.data.uid)
        const apps = (headers: Record<string, string>) =>
          desk.person.send('GET', '/_developer/apps', undefined, headers)
        expect((await apps({ cookie })).status).toBe(200)
        expect((await apps({ cookie, authorization: 'Bearer garbage' })).status).toBe(401)
      })

      it('is refused to pages from elsewhere, also with everything else in order', async () => {
        const idToken = await newToken()
        const page = await openPage(desk.person, { idToken })
        await desk.server.switches({ corsAllowedOrigins: ['https://friend.example'] })
        for (const origin of ['https://evil.example', 'null', 'http://portal.example', 'https://friend.example']) {
          for (const method of ['GET', 'DELETE']) {
            const refused = await onPage(desk.person, page, method, { 'x-csrf-token': page.csrf, origin })
            expect(refused.body.error.code).toBe('ORIGIN_NOT_ALLOWED')
          }
          const opened = await desk.person.send('POST', '/_developer/session', { idToken }, { origin })
          expect(opened.body.error.code).toBe('ORIGIN_NOT_ALLOWED')
          expect(opened.headers.get('set-cookie')).toBeNull()
        }
        expect((await onPage(desk.person, page, 'GET', ORIGIN)).status).toBe(200)
      })

      it('takes the place of the one before on the same browser', async () => {
        const idToken = await newToken()
        const before = await openPage(desk.person, { idToken })
        const reply = await desk.person.send('POST', '/_developer/session', { idToken }, { cookie: before.cookie })
        expect(reply.status).toBe(200)
        expect((await onPage(desk.person, before, 'GET')).status).toBe(401)
      })

      it('is not found under a made-up, cut or doubled cookie', async () => {
        const { cookie } = await openPage(desk.person, { idToken: await newToken() })
        const name = '__Host-agent-network'
        for (const bad of [
          '',
          `${name}=`,
          `${name}=${'A'.repeat(43)}`,
          cookie.slice(0, -1),
          `${cookie}; ${name}=planted`,
        ])
          expect((await show(bad)).body.error.code).toBe('UNAUTHORIZED')
        expect((await show(`theme=dark; ${cookie}; x=y`)).status).toBe(200)
      })

      it('ends an hour after its last use, and twelve hours after its beginning', async () => {
        const idToken = await newToken()
        const [used, unused] = [await openPage(desk.person, { idToken }), await openPage(desk.person, { idToken })]
        for (let n = 1; n < 24; n++) {
          await desk.server.advance(30 * MINUTE)
          expect((await onPage(desk.person, used, 'GET')).status, `after ${n} half hours`).toBe(200)
          if (n === 1) continue
          expect((await onPage(desk.person, unused, 'GET')).status).toBe(401)
        }
        await desk.server.advance(30 * MINUTE)
        expect((await onPage(desk.person, used, 'GET')).status).toBe(401)
      })

      it('is not opened by what is no ID token', async () => {
        for (const idToken of ['', 'garbage', 'e30.e30.e30']) {
          const reply = await desk.person.send('POST', '/_developer/session', { idToken })
          expect([400, 401]).toContain(reply.status)
          expect(reply.headers.get('set-cookie')).toBeNull()
        }
      })
    })

    describe('guessing', () => {
      const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status)

      it('stops after ten attempts a minute at one person, right or wrong, known or not', async () => {
        for (const email of [await desk.newAccount(), desk.newEmail()]) {
          await desk.nextMinute()
          const tries = []
          // Too short to be anybody's, so it is not even hashed; it counts all the same.
          for (let n = 0; n < 10; n++) tries.push(await desk.signIn(email, 'guess'))
          expect(statuses(tries)).toEqual(Array(10).fill(401))
          const refused = await desk.signIn(email)
          expect(refused.body.error.code).toBe('RATE_LIMIT_EXCEEDED')
          const wait = Number(refused.headers.get('retry-after'))
          expect(wait).toBeGreaterThan(0)
          expect((await desk.signIn(email.toUpperCase())).status).toBe(429)
          await desk.server.advance(wait * 1_000)
          expect((await desk.signIn(email)).status).not.toBe(429)
        }
      })

      it('stops after thirty requests of any kind a minute from one address', async () => {
        await desk.nextMinute()
        const replies = await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            n % 2 === 0
              ? identity(desk.person, 'verify', { token: `made up ${n}`, password: 'made up as well' })
              : desk.person.send('POST', '/_developer/session', { idToken: 'made up' }),
          ),
        )
        expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
      })

      it('and letters stop after ten a day to one person, until midnight UTC', async () => {
        const email = await desk.newAccount()
        const now = await desk.now()
        await desk.server.advance(DAY - (now % DAY) + 12 * HOUR)
        for (let n = 0; n < 10; n++) {
          await desk.nextMinute()
          expect((await identity(desk.person, 'forgot', { email })).status).toBe(202)
        }
        await desk.nextMinute()
        const refused = await identity(desk.person, 'forgot', { email })
        expect(refused.body.error).toMatchObject({
          code: 'RATE_LIMIT_EXCEEDED',
          message: 'Too many attempts today; go on tomorrow',
        })
        const wait = Number(refused.headers.get('retry-after'))
        expect(wait).toBe((12 * HOUR - 11 * MINUTE) / 1_000)
        await desk.server.advance(wait * 1_000)
        expect((await identity(desk.person, 'forgot', { email })).status).toBe(202)
      })
    })

    describe('its paths', () => {
      const PATHS = [
        ['POST', '/_developer/identity/sign-up'],
        ['POST', '/_developer/identity/verify'],
        ['POST', '/_developer/identity/sign-in'],
        ['POST', '/_developer/identity/forgot'],
        ['POST', '/_developer/identity/reset'],
        ['GET', '/_developer/identity/jwks'],
        ['GET', '/_developer/identity/.well-known/openid-configuration'],
        ['POST', '/_developer/session'],
        ['GET', '/_developer/session'],
        ['DELETE', '/_developer/session'],
      ] as const

      it('are closed with the portal', async () => {
        await desk.server.switches({ developerPortalEnabled: false })
        for (const [method, path] of PATHS) {
          const reply = await desk.person.send(method, path, method === 'POST' ? {} : undefined)
          expect(reply.status).toBe(503)
          expect(reply.body.error.code).toBe('DEVELOPER_PORTAL_DISABLED')
        }
        await desk.server.switches({ developerPortalEnabled: true })
      })

      it('answer other methods and other paths with 404', async () => {
        for (const [method, path] of [
          ['GET', '/_developer/identity/sign-in'],
          ['POST', '/_developer/identity/jwks'],
          ['POST', '/_developer/identity/sign-in/'],
          ['GET', '/_developer/identity'],
          ['PUT', '/_developer/session'],
        ] as const)
          expect((await desk.person.send(method, path)).status, `${method} ${path}`).toBe(404)
      })

      it('are refused to foreign origins, and open to those on the list', async () => {
        const from = (origin: string) => desk.person.send('GET', '/_developer/identity/jwks', undefined, { origin })
        expect((await from('https://evil.example')).body.error.code).toBe('ORIGIN_NOT_ALLOWED')
        await desk.server.switches({ corsAllowedOrigins: ['https://friend.example'] })
        const allowed = await from('https://friend.example')
        expect(allowed.headers.get('access-control-allow-origin')).toBe('https://friend.example')
        expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
      })
    })
  })
}
