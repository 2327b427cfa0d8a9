import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, fresh } from './harness.ts'
import { DEVELOPER_URL, identity, openPage, PASSWORD, type SignIn, startSignIn } from './identity-harness.ts'
import { OPEN_GATES } from './portal-site.ts'

const ORIGIN = { origin: DEVELOPER_URL }
const FACTOR = '/_developer/identity/second-factor'
const HALF_MINUTE = 30_000

for (const engine of ENGINES) {
  describe(`a second factor on ${engine}`, () => {
    let desk: SignIn
    let email: string
    beforeAll(async () => {
      desk = await startSignIn(engine)
    })
    afterAll(() => desk.close())
    beforeEach(async () => {
      email = await desk.newAccount()
    })

    const bearer = async () => ({ authorization: `Bearer ${(await desk.signIn(email)).body.data.idToken}` })
    const codeAt = (secret: string, at: number): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
    const codeNow = async (secret: string) => codeAt(secret, await desk.now())
    const enter = (code?: string) =>
      identity(desk.person, 'sign-in', { email, password: PASSWORD, ...(code === undefined ? {} : { code }) })

    /** Turns it on; a moment later, so that the code of the set-up is not the one of the next sign-in. */
    async function setUp() {
      const headers = await bearer()
      const enrolment = await desk.person.send('POST', FACTOR, { password: PASSWORD }, headers)
      expect(enrolment.status).toBe(200)
      const { secret, uri } = enrolment.body.data
      expect(uri).toContain(`secret=${secret}`)
      const confirmed = await desk.person.send('POST', `${FACTOR}/confirm`, { code: await codeNow(secret) }, headers)
      expect(confirmed.status).toBe(200)
      await desk.nextMinute()
      return { secret, headers, recoveryCodes: confirmed.body.data.recoveryCodes as string[] }
    }

    it('counts from the first code on, and asks for the password before it is set up', async () => {
      const headers = await bearer()
      expect((await desk.person.send('GET', FACTOR)).status).toBe(401)
      expect((await desk.person.send('POST', FACTOR, { password: 'another password' }, headers)).status).toBe(401)
      const { secret } = (await desk.person.send('POST', FACTOR, { password: PASSWORD }, headers)).body.data
      expect((await enter()).status).toBe(200)
      expect((await desk.person.send('POST', `${FACTOR}/confirm`, { code: '000000' }, headers)).status).toBe(401)
      await desk.person.send('POST', `${FACTOR}/confirm`, { code: await codeNow(secret) }, headers)
      const { data } = (await desk.person.send('GET', FACTOR, undefined, headers)).body
      expect(data).toEqual({ enabled: true, recoveryCodesLeft: 10 })
      expect((await desk.person.send('POST', FACTOR, { password: PASSWORD }, headers)).status).toBe(400)
    })

    it('is asked for only from somebody who knows the password, by both ways to sign in', async () => {
      const { secret } = await setUp()
      const challenge = await enter()
      expect(challenge.body.error).toMatchObject({ code: 'UNAUTHORIZED', secondFactor: 'required' })
      const stranger = await identity(desk.person, 'sign-in', { email, password: 'not the password' })
      expect(stranger.body.error).not.toHaveProperty('secondFactor')
      const credentials = { email, password: PASSWORD }
      expect((await desk.person.send('POST', '/_developer/session', credentials, ORIGIN)).status).toBe(401)
      await openPage(desk.person, { ...credentials, code: await codeNow(secret) })
    })

    it('takes each code once, also when two come at the same time, and none that is older', async () => {
      const { secret } = await setUp()
      const code = await codeNow(secret)
      const both = await Promise.all([enter(code), enter(code)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
      expect((await enter(codeAt(secret, (await desk.now()) - HALF_MINUTE))).status).toBe(401)
      await desk.nextMinute()
      // A clock that is half a minute ahead is forgiven, one of two minutes is not.
      expect((await enter(codeAt(secret, (await desk.now()) + 4 * HALF_MINUTE))).status).toBe(401)
      expect((await enter(codeAt(secret, (await desk.now()) + HALF_MINUTE))).status).toBe(200)
    })

    it('has recovery codes that work once each, however they are spelled', async () => {
      const { recoveryCodes, headers } = await setUp()
      expect(new Set(recoveryCodes).size).toBe(10)
      const [first = '', second = ''] = recoveryCodes
      expect((await enter(first)).status).toBe(200)
      expect((await enter(first)).status).toBe(401)
      expect((await enter(second.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
      const { data } = (await desk.person.send('GET', FACTOR, undefined, headers)).body
      expect(data.recoveryCodesLeft).toBe(8)
    })

    it('stops taking codes after twenty wrong ones a day, and lets a recovery code in', async () => {
      const { secret, recoveryCodes } = await setUp()
      for (let n = 0; n < 20; n += 1) {
        if (n % 8 === 0) await desk.nextMinute()
        expect((await enter(String(100_000 + n))).status).toBe(401)
      }
      await desk.nextMinute()
      expect((await enter(await codeNow(secret))).status).toBe(401)
      expect((await enter(recoveryCodes[0])).status).toBe(200)
    })

    it('is removed with a code, stays when the password is changed, and is no text in the store', async () => {
      const { secret, headers } = await setUp()
      const token = await desk.resetToken(email, 2)
      expect((await identity(desk.person, 'reset', { token, password: `${PASSWORD} 2` })).status).toBe(200)
      const again = await identity(desk.person, 'sign-in', { email, password: `${PASSWORD} 2` })
      expect(again.body.error.secondFactor).toBe('required')
      // Tokens of the old password are void.
      expect((await desk.person.send('GET', FACTOR, undefined, headers)).status).toBe(401)
      const opened = { email, password: `${PASSWORD} 2`, code: await codeNow(secret) }
      const { idToken } = (await identity(desk.person, 'sign-in', opened)).body.data
      const fresh = { authorization: `Bearer ${idToken}` }
      expect((await desk.person.send('POST', `${FACTOR}/remove`, { code: '123456' }, fresh)).status).toBe(401)
      await desk.nextMinute()
      const removed = await desk.person.send('POST', `${FACTOR}/remove`, { code: await codeNow(secret) }, fresh)
      expect(removed.body.data).toEqual({ enabled: false })
      expect((await identity(desk.person, 'sign-in', { email, password: `${PASSWORD} 2` })).status).toBe(200)
    })

    it('is removed by an operator, by uid or address, with a letter and a line in the audit log', async () => {
      const reset = (who: string) =>
        desk.server.operator('DELETE', `/_operator/developers/${encodeURIComponent(who)}/second-factor`)
      await desk.server.switches(OPEN_GATES)
      const { headers } = await setUp()
      const createdAccount = await desk.person.send('POST', '/_developer/signup', {}, headers)
      expect(createdAccount.status, JSON.stringify(createdAccount.body)).toBe(201)
      const { uid } = createdAccount.body.data
      for (let n = 0; n < 20; n += 1) {
        if (n % 8 === 0) await desk.nextMinute()
        expect((await enter(String(100_000 + n))).status).toBe(401)
      }
      for (const nobody of [fresh('nobody'), '\u0000']) expect((await reset(nobody)).status).toBe(404)
      expect((await reset(uid)).body.data).toEqual({ uid, enabled: false })
      expect((await desk.mailbox.last(email, 2)).subject).toBe('Your authenticator was removed')
      expect((await enter()).status).toBe(200)
      expect((await reset(uid)).body.error.code).toBe('NOT_FOUND')
      // The wrong codes of today were for the secret that is gone.
      const again = await setUp()
      expect((await enter(await codeNow(again.secret))).status).toBe(200)
      expect((await reset(email.toUpperCase())).status).toBe(200)
      expect((await enter(again.recoveryCodes[0])).status).toBe(200)
      const { body } = await desk.server.operator('GET', '/_operator/audit?perPage=50')
      const resets = body.data.filter(({ action }: { action: string }) => action === 'developer.reset-authenticator')
      expect(resets.map(({ target }: { target: string }) => target)).toEqual([email.toUpperCase(), uid])
    })
  })

  describe(`sessions of one person on ${engine}`, () => {
    let desk: SignIn
    beforeAll(async () => {
      desk = await startSignIn(engine)
    })
    afterAll(() => desk.close())
    const LIST = '/_developer/sessions'

    it('are listed, closed one by one, and closed everywhere together with every token', async () => {
      const email = await desk.newAccount()
      const other = await desk.newAccount()
      const { idToken } = (await desk.signIn(email)).body.data
      const pages = [await openPage(desk.person, { idToken }), await openPage(desk.person, { idToken })]
      const foreign = await openPage(desk.person, { email: other, password: PASSWORD })
      const on = (page: (typeof pages)[number], method: string, path: string) =>
        desk.person.send(method, path, undefined, { cookie: page.cookie, 'x-csrf-token': page.csrf, ...ORIGIN })

      const listed = (await on(pages[0]!, 'GET', LIST)).body.data
      // Confirming the address signed in as well.
      expect(listed).toHaveLength(3)
      expect(listed.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
      expect(listed[0]).toMatchObject({ client: expect.any(String), createdAt: expect.any(String) })
      expect(JSON.stringify(listed)).not.toContain(pages[0]!.cookie.split('=')[1])

      // Neither without the token of the page, nor somebody else's.
      expect((await desk.person.send('DELETE', LIST, undefined, { cookie: pages[0]!.cookie })).status).toBe(401)
      const others: string[] = listed.filter(({ current }: { current: boolean }) => !current).map(({ id }: any) => id)
      for (const id of others) {
        expect((await on(foreign, 'DELETE', `${LIST}/${id}`)).status).toBe(404)
        expect((await on(pages[0]!, 'DELETE', `${LIST}/${id}`)).status).toBe(200)
      }
      expect((await on(pages[1]!, 'GET', LIST)).status).toBe(401)

      const closed = await on(pages[0]!, 'DELETE', LIST)
      expect(closed.body.data).toEqual({ closed: 1 })
      expect(closed.headers.get('set-cookie')).toContain('Max-Age=0')
      expect((await on(pages[0]!, 'GET', LIST)).status).toBe(401)
      const bearer = { authorization: `Bearer ${idToken}` }
      expect((await desk.person.send('GET', LIST, undefined, bearer)).status).toBe(401)
      expect((await on(foreign, 'GET', LIST)).body.data).toHaveLength(2)
      expect((await desk.signIn(email)).status).toBe(200)
    })

    it('begin with no password that is among the most common', async () => {
      for (const password of ['1234567890', 'Password123', 'qwertyuiop', 'BASKETBALL']) {
        await desk.nextMinute()
        const refused = await identity(desk.person, 'sign-up', { email: desk.newEmail(), password })
        expect(refused.body.error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('common') })
      }
      const email = await desk.newAccount()
      const token = await desk.resetToken(email, 2)
      expect((await identity(desk.person, 'reset', { token, password: '1q2w3e4r5t' })).status).toBe(400)
      // The link is still good.
      expect((await identity(desk.person, 'reset', { token, password: 'a sentence of my own' })).status).toBe(200)
    })
  })
}
