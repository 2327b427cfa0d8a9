import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from './harness.ts'
import {
  DAY,
  DEVELOPER_URL,
  identity,
  onPage,
  openPage,
  PASSWORD,
  type SignIn,
  startSignIn,
  tokenIn,
} from './identity-harness.ts'
import { rowsOf } from './token-requests.ts'

const verify = ({ person }: SignIn, token: string, password = PASSWORD) =>
  identity(person, 'verify', { token, password })

for (const engine of ENGINES) {
  describe(`the built-in sign-in on ${engine}`, () => {
    let desk: SignIn
    beforeAll(async () => {
      desk = await startSignIn(engine)
    })
    afterAll(() => desk.close())

    describe('signing up', () => {
      it('sends a link; sign-in fails until it is opened, with the reason if the password is right', async () => {
        const email = desk.newEmail()
        const token = await desk.signUp(email)
        expect(desk.mailbox.letters.at(-1)!.text).toContain(`${DEVELOPER_URL}/developer/verify#token=${token}`)
        expect((await desk.signIn(email)).body.error.code).toBe('EMAIL_VERIFICATION_REQUIRED')
        expect((await desk.signIn(email, 'another password')).body.error.code).toBe('UNAUTHORIZED')

        const verified = await verify(desk, token)
        expect(verified.body.data).toEqual({
          email,
          verified: true,
          idToken: expect.any(String),
          expiresInSeconds: 3600,
          csrfToken: expect.any(String),
        })
        expect((await desk.signIn(email)).status).toBe(200)
        expect((await desk.signIn(email, 'another password')).status).toBe(401)
      })

      it('gets a link from an operator if no mail arrives, for a sign-up or for a requested new password', async () => {
        const linkFor = (email: string) =>
          desk.server.operator('POST', `/_operator/developers/${encodeURIComponent(email)}/confirm-link`)
        await desk.nextMinute()
        const email = desk.newEmail()
        expect((await linkFor(email)).body.error.code).toBe('NOT_FOUND')
        expect((await linkFor('nobody')).body.error.code).toBe('INVALID_INPUT')
        const mailed = await desk.signUp(email)
        const link = await linkFor(email.toUpperCase())
        const expiresAt = new Date((await desk.now()) + DAY).toISOString()
        expect([link.status, link.body.data]).toMatchObject([200, { email, purpose: 'verify', expiresAt }])
        const token = tokenIn(link.body.data.url)
        expect(link.body.data.url).toBe(`${DEVELOPER_URL}/developer/verify#token=${token}`)
        expect((await verify(desk, token, 'another password')).status).toBe(401)
        expect((await verify(desk, token)).status).toBe(200)
        expect((await verify(desk, mailed)).status).toBe(400)
        expect((await linkFor(email)).status).toBe(404)

        await desk.resetToken(email, 2)
        const renewed = (await linkFor(email)).body.data
        expect(renewed).toMatchObject({ email, purpose: 'reset' })
        const body = { token: tokenIn(renewed.url), password: 'another horse battery' }
        expect((await identity(desk.person, 'reset', body)).status).toBe(200)
        expect((await desk.signIn(email, body.password)).status).toBe(200)
        const { data } = (await desk.server.operator('GET', '/_operator/audit?perPage=100')).body
        const entries = data.filter(({ action }: { action: string }) => action === 'developer.confirm-link')
        expect(entries.map(({ target }: { target: string }) => target)).toEqual([email, email.toUpperCase()])
        expect(JSON.stringify(entries)).not.toContain(token)
      })

      it('accepts the link only with the password it was sent for', async () => {
        const email = desk.newEmail()
        const stranger = await desk.signUp(email, 'password of a stranger')
        expect((await verify(desk, stranger, 'a guess of mine')).body.error.code).toBe('UNAUTHORIZED')
        expect((await identity(desk.person, 'verify', { token: stranger })).status).toBe(400)
        expect((await desk.signIn(email, 'password of a stranger')).body.error.code).toBe('EMAIL_VERIFICATION_REQUIRED')
        // A wrong password does not use the link up.
        expect((await verify(desk, stranger, 'password of a stranger')).status).toBe(200)
      })

      it('sign-up and sign-in do not reveal whether an address has an account', async () => {
        const [account, unknown] = [await desk.newAccount(), desk.newEmail()]
        const tried = []
        for (const email of [account, unknown]) {
          await desk.nextMinute()
          const password = 'chosen by a stranger'
          const up = await identity(desk.person, 'sign-up', { email, password })
          const into = await desk.signIn(email, password)
          tried.push([up.status, up.body, into.status, into.body.error.code, into.body.error.message])
        }
        expect(tried[0]).toEqual(tried[1])
        expect((await desk.signIn(account)).status).toBe(200)
      })

      it('gives a link that opens once, also for two who open it at the same time', async () => {
        const token = await desk.signUp(desk.newEmail())
        const both = await Promise.all([1, 2, 3, 4].map(() => verify(desk, token)))
        expect(both.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
        const again = await verify(desk, token)
        expect(again.body.error.code).toBe('INVALID_INPUT')
      })

      it('gives a link that is good for a day', async () => {
        const [first, second] = [await desk.signUp(desk.newEmail()), await desk.signUp(desk.newEmail())]
        await desk.server.advance(DAY - 1)
        expect((await verify(desk, first)).status).toBe(200)
        await desk.server.advance(1)
        expect((await verify(desk, second)).status).toBe(400)
      })

      it('makes the account with the password of the link that was opened, and the other links die', async () => {
        const email = desk.newEmail()
        const stranger = await desk.signUp(email, 'password of a stranger')
        const own = await desk.signUp(email, PASSWORD, 2)
        expect((await verify(desk, own)).status).toBe(200)
        expect((await verify(desk, stranger)).status).toBe(400)
        expect((await desk.signIn(email, 'password of a stranger')).status).toBe(401)
        expect((await desk.signIn(email)).status).toBe(200)
      })

      it('answers the same to somebody who is known, and only the letter tells them', async () => {
        const email = await desk.newAccount()
        const [unknown, account] = [
          await identity(desk.person, 'sign-up', { email: desk.newEmail(), password: PASSWORD }),
          await identity(desk.person, 'sign-up', { email: email.toUpperCase(), password: 'another password' }),
        ]
        expect(account.status).toBe(unknown.status)
        expect(account.body).toEqual(unknown.body)
        const letter = await desk.mailbox.last(email, 2)
        expect(letter.subject).toBe('You already have an account')
        expect(letter.text).not.toContain('#token=')
        // As it is told of an address without an account.
        expect((await desk.signIn(email, 'another password')).body.error.code).toBe('EMAIL_VERIFICATION_REQUIRED')
      })

      it.each([
        ['no address', { password: PASSWORD }],
        ['an address without a host', { email: 'person@', password: PASSWORD }],
        ['two addresses', { email: 'a@example.org,b@example.org', password: PASSWORD }],
        ['a line break in the address', { email: 'a@example.org\nBcc: b@example.org', password: PASSWORD }],
        ['a name around the address', { email: 'A <a@example.org>', password: PASSWORD }],
        ['an address of 300 characters', { email: `a@${'b.'.repeat(149)}cc`, password: PASSWORD }],
        ['an address that is no text', { email: ['a@example.org'], password: PASSWORD }],
        ['no password', { email: 'a@example.org' }],
        ['a password of 9 characters', { email: 'a@example.org', password: '123456789' }],
        ['a password of 201 characters', { email: 'a@example.org', password: 'p'.repeat(201) }],
        ['a list', []],
        ['what is not JSON', '{'],
        ['the same member twice', '{"email":"a@example.org","email":"b@example.org","password":"1234567890"}'],
        ['too much', { email: 'a@example.org', password: 'p'.repeat(70_000) }],
      ])('is refused with %s', async (_name, body) => {
        await desk.nextMinute()
        const reply = await identity(desk.person, 'sign-up', body)
        expect(reply.status).toBe(400)
        expect(reply.body.error.code).toBe('INVALID_INPUT')
        expect(desk.mailbox.letters.some(({ to }) => /^[ab]@/.test(to))).toBe(false)
      })

      it('takes JSON only, as no form on a foreign page can send it', async () => {
        const body = JSON.stringify({ email: 'a@example.org', password: PASSWORD })
        const reply = await desk.person.send('POST', '/_developer/identity/sign-up', body, {
          'content-type': 'text/plain',
        })
        expect(reply.status).toBe(400)
      })
    })

    describe('its ID tokens', () => {
      it('verify with what discovery and key set say, and nothing in them is secret', async () => {
        const email = await desk.newAccount()
        const { body, headers } = await desk.signIn(email)
        expect(headers.get('cache-control')).toBe('no-store')
        const { idToken, expiresInSeconds } = body.data
        const issuer = `${DEVELOPER_URL}/_developer/identity`
        const discovery = await desk.person.send('GET', '/_developer/identity/.well-known/openid-configuration')
        expect(discovery.body).toMatchObject({ issuer, jwks_uri: `${issuer}/jwks` })
        const keys = (await desk.person.send('GET', '/_developer/identity/jwks')).body
        const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
          issuer,
          audience: 'agent-network-portal',
          currentDate: new Date(await desk.now()),
        })
        expect(payload).toMatchObject({ email, email_verified: true, sub: expect.stringMatching(/^idn_/) })
        expect(payload.exp! - payload.iat!).toBe(expiresInSeconds)
        expect(decodeProtectedHeader(idToken)).toEqual({ alg: 'ES256', typ: 'JWT', kid: keys.keys[0].kid })
        expect(Object.keys(keys.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
      })

      it('keep one subject for one person', async () => {
        const email = await desk.newAccount()
        const subject = async () => decodeJwt((await desk.signIn(email)).body.data.idToken).sub
        expect(await subject()).toBe(await subject())
      })

      it('are signed by a younger key after a month, and one signed right before stays good', async () => {
        const email = await desk.newAccount()
        const kid = async () => decodeProtectedHeader((await desk.signIn(email)).body.data.idToken).kid
        await desk.server.advance(30 * DAY)
        // All earlier signing keys are too old by desk.now, so this token gets a new key.
        const before = await kid()
        await desk.server.advance(30 * DAY - 1)
        const old = (await desk.signIn(email)).body.data.idToken
        expect(decodeProtectedHeader(old).kid).toBe(before)
        await desk.server.advance(1)
        expect(await kid()).not.toBe(before)
        await openPage(desk.person, { idToken: old })
        const keys = async () =>
          (await desk.person.send('GET', '/_developer/identity/jwks')).body.keys.map((key: { kid: string }) => key.kid)
        expect(await keys()).toHaveLength(2)
        await desk.server.advance(30 * DAY)
        await kid()
        expect(await keys()).toHaveLength(2)
        expect(await keys()).not.toContain(before)
      })
    })

    describe('a new password', () => {
      it('ends every session and every token of the old one', async () => {
        const email = await desk.newAccount()
        const { idToken } = (await desk.signIn(email)).body.data
        const page = await openPage(desk.person, { idToken })
        const token = await desk.resetToken(email, 2)
        expect(desk.mailbox.letters.at(-1)!.text).toContain(`${DEVELOPER_URL}/developer/reset#token=${token}`)
        expect((await onPage(desk.person, page, 'GET')).status).toBe(200)

        const reset = await identity(desk.person, 'reset', { token, password: 'quite another one' })
        expect(reset.body).toEqual({ data: { email, reset: true } })
        expect((await onPage(desk.person, page, 'GET')).status).toBe(401)
        const subject = decodeJwt(idToken).sub
        const remainingSessions = await rowsOf(desk.server, 'sessions' as never)
        expect(remainingSessions.filter((row) => row.subject === subject)).toEqual([])
        const late = await desk.person.send('POST', '/_developer/session', { idToken })
        expect(late.status).toBe(401)
        expect((await desk.signIn(email)).status).toBe(401)
        expect((await desk.signIn(email, 'quite another one')).status).toBe(200)
      })

      it('needs a link that was not used, is not old, and was sent for this', async () => {
        const email = await desk.newAccount()
        const [first, second] = [await desk.resetToken(email, 2), await desk.resetToken(email, 3)]
        const reset = (token: string, password = 'quite another one') =>
          identity(desk.person, 'reset', { token, password })
        expect((await reset(first, 'short')).body.error.code).toBe('INVALID_INPUT')
        expect((await verify(desk, first)).status).toBe(400)
        expect((await reset('A'.repeat(43))).status).toBe(400)
        expect((await reset(first)).status).toBe(200)
        expect((await reset(first)).status).toBe(400)
        expect((await reset(second)).status).toBe(400)
        await desk.nextMinute()
        const old = await desk.resetToken(email, 4)
        const signedUp = await desk.signUp(desk.newEmail())
        expect((await reset(signedUp)).status).toBe(400)
        await desk.server.advance(DAY)
        expect((await reset(old)).status).toBe(400)
      })

      it('is offered in the same words to somebody who is not here, and no letter goes out', async () => {
        const email = await desk.newAccount()
        const [account, unknown] = [
          await identity(desk.person, 'forgot', { email }),
          await identity(desk.person, 'forgot', { email: 'nobody@example.org' }),
        ]
        expect(unknown.status).toBe(account.status)
        expect(unknown.body).toEqual(account.body)
        await desk.mailbox.last(email, 2)
        expect(desk.mailbox.letters.some(({ to }) => to === 'nobody@example.org')).toBe(false)
      })
    })

    it.runIf(engine === 'sqlite')('stores no password, link, cookie or ID token that could be read back', async () => {
      const email = await desk.newAccount()
      const token = await desk.resetToken(email, 2)
      const { idToken } = (await desk.signIn(email)).body.data
      const page = await openPage(desk.person, { idToken })
      const stored = readdirSync(desk.server.data)
        .filter((name) => /\.(db|sqlite)|-wal$/.test(name))
        .map((name) => readFileSync(join(desk.server.data, name), 'latin1'))
        .join('')
      expect(stored).toContain(email)
      const secrets = [PASSWORD, token, page.cookie.split('=')[1]!, idToken.split('.')[2]!, page.csrf]
      expect(secrets.filter((secret) => stored.includes(secret))).toEqual([])
      // Attempts are counted under a keyed digest: plain digests of all addresses could be computed in a minute.
      const digests = ['127.0.0.1', email, `127.0.0.1 ${email}`].flatMap((text) =>
        (['hex', 'base64', 'base64url'] as const).map((form) => hash('sha256', text, form)),
      )
      expect([...digests, '127.0.0.1'].filter((text) => stored.includes(text))).toEqual([])
    })
  })
}
