// Integration tests of the sign-up policy: invite codes, approval, and blocks by address and e-mail domain.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'
import { identity, MINUTE, PASSWORD, type SignIn, startSignIn } from './identity-harness.ts'
import { type Issuer, NOW, OPEN_GATES, type Person, person, startIssuer, statusAndCode } from './portal-site.ts'

const DAY_MS = 24 * 3_600_000
const CLOSED = { developerSignupMode: null, signupBlockedAddresses: null, signupBlockedEmailDomains: null }

for (const engine of ENGINES) {
  describe(`the sign-up policy on ${engine}`, () => {
    let issuer: Issuer
    let server: TestServer
    let other: TestServer | null = null
    beforeAll(async () => {
      issuer = await startIssuer()
      const env = { ...issuer.env, AGENT_NETWORK_TRUST_PROXY: 'true' }
      server = await startTestServer(engine, { env })
      if (server.databaseUrl !== null) other = await startTestServer(engine, { env, databaseUrl: server.databaseUrl })
      await server.setClock(NOW)
      await server.switches(OPEN_GATES)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await other?.close()
      await server.close()
      await issuer.close()
    })
    afterEach(() => server.switches(CLOSED))

    const newPerson = (claims: Record<string, unknown> = {}, at = server): Promise<Person> =>
      person(issuer, at.baseUrl, claims)
    const invite = async (body: Record<string, unknown> = {}): Promise<{ id: string; code: string }> => {
      const created = await server.operator('POST', '/_operator/invites', body)
      expect(created.status).toBe(201)
      return created.body.data
    }

    describe('open', () => {
      it('is the default, shows no mode and ignores an invite code', async () => {
        const { portal } = await newPerson()
        expect((await portal('GET', '/signup')).body.data).not.toHaveProperty('mode')
        const signedUp = await portal('POST', '/signup', { inviteCode: 'any' })
        expect([signedUp.status, signedUp.body.data.status]).toEqual([201, 'active'])
      })
    })

    describe('by invite', () => {
      it('needs a code that was issued, is not used up, not expired and not revoked', async () => {
        await server.switches({ developerSignupMode: 'invite' })
        const { portal } = await newPerson()
        expect((await portal('GET', '/signup')).body.data).toMatchObject({ open: true, mode: 'invite' })
        const used = await invite()
        const first = await newPerson()
        expect((await first.portal('POST', '/signup', { inviteCode: used.code })).status).toBe(201)
        const old = await invite({ expiresInDays: 1 })
        await server.advance(DAY_MS)
        const revoked = await invite()
        expect((await server.operator('DELETE', `/_operator/invites/${revoked.id}`)).status).toBe(200)
        expect((await server.operator('DELETE', `/_operator/invites/${revoked.id}`)).status).toBe(404)
        for (const body of [
          undefined,
          {},
          { inviteCode: null },
          { inviteCode: '' },
          { inviteCode: 'made up' },
          { inviteCode: used.code },
          { inviteCode: old.code },
          { inviteCode: revoked.code },
        ])
          expect(statusAndCode(await portal('POST', '/signup', body)), JSON.stringify(body)).toBe('403 INVITE_REQUIRED')
        expect(statusAndCode(await portal('POST', '/apps', { name: 'App' }))).toBe('403 ACCOUNT_REQUIRED')
        const good = await invite({ uses: 2, expiresInDays: 1 })
        expect((await portal('POST', '/signup', { inviteCode: ` ${good.code} ` })).status).toBe(201)
        // A repeated call needs no code and takes no use.
        expect((await portal('POST', '/signup')).status).toBe(200)
        expect((await portal('POST', '/signup', { inviteCode: good.code })).status).toBe(200)
        const { data } = (await server.operator('GET', '/_operator/invites')).body
        expect(data.find((one: any) => one.id === good.id)).toMatchObject({ uses: 2, used: 1, createdBy: 'recovery' })
        expect(JSON.stringify(data)).not.toContain(good.code)
      })

      it('checks gate, identity and terms before the code', async () => {
        await server.switches({ developerSignupMode: 'invite' })
        const { portal } = await newPerson({ email_verified: false })
        expect(statusAndCode(await portal('POST', '/signup'))).toBe('403 EMAIL_VERIFICATION_REQUIRED')
        const verified = await newPerson()
        expect(statusAndCode(await verified.portal('POST', '/signup', { acceptedVisitorTermsVersion: 'old' }))).toBe(
          '400 VISITOR_TERMS_ACCEPTANCE_REQUIRED',
        )
        await server.switches({ developerSignupsEnabled: false })
        expect(statusAndCode(await verified.portal('POST', '/signup'))).toBe('403 DEVELOPER_SIGNUPS_DISABLED')
        await server.switches({ developerSignupsEnabled: true })
      })

      it('lets exactly as many concurrent sign-ups in as the code has uses', async () => {
        await server.switches({ developerSignupMode: 'invite' })
        for (const uses of [1, 1, 1, 3]) {
          const { id, code } = await invite({ uses })
          const people = await Promise.all(
            Array.from({ length: 6 }, (_, n) => newPerson({}, n % 2 === 1 && other !== null ? other : server)),
          )
          const replies = await Promise.all(people.map(({ portal }) => portal('POST', '/signup', { inviteCode: code })))
          expect(replies.map(statusAndCode).sort()).toEqual([
            ...Array<string>(uses).fill('201'),
            ...Array<string>(6 - uses).fill('403 INVITE_REQUIRED'),
          ])
          const { data } = (await server.operator('GET', '/_operator/invites')).body
          expect(data.find((one: any) => one.id === id).used).toBe(uses)
        }
      })

      it('refuses malformed requests for codes', async () => {
        for (const body of [{ uses: 0 }, { uses: 1.5 }, { expiresInDays: 0 }, { other: 1 }, { uses: '1' }])
          expect(statusAndCode(await server.operator('POST', '/_operator/invites', body))).toBe('400 INVALID_INPUT')
      })
    })

    describe('by approval', () => {
      const waiting = async () => (await server.operator('GET', '/_operator/sign-ups')).body.data
      const decide = (uid: string, word: 'approve' | 'deny', at = server) =>
        at.operator('POST', `/_operator/developers/${uid}/${word}`)

      async function apply() {
        await server.switches({ developerSignupMode: 'approval' })
        const applicant = await newPerson()
        const reply = await applicant.portal('POST', '/signup', { acceptedVisitorTermsVersion: '2026-01' })
        expect([reply.status, reply.body.data.status]).toEqual([201, 'pending'])
        return { ...applicant, uid: reply.body.data.uid as string }
      }

      it('refuses changes until an operator has approved the account', async () => {
        const { portal, uid, subject } = await apply()
        expect((await portal('GET', '/account')).body.data.status).toBe('pending')
        expect(statusAndCode(await portal('POST', '/apps', { name: 'App' }))).toBe('403 ACCOUNT_PENDING')
        expect(statusAndCode(await portal('DELETE', '/account'))).toBe('403 ACCOUNT_PENDING')
        expect((await portal('POST', '/signup')).body.data).toMatchObject({ status: 'pending', created: false })
        expect(await waiting()).toContainEqual(expect.objectContaining({ uid, email: `${subject}@example.org` }))
        expect((await server.operator('GET', `/_operator/developers/${uid}`)).body.data.status).toBe('pending')
        const approved = await decide(uid, 'approve')
        expect([approved.status, approved.body.data.status]).toEqual([200, 'active'])
        for (const node of other === null ? [server] : [server, other])
          expect((await decide(uid, 'deny', node)).status).toBe(404)
        expect((await portal('POST', '/apps', { name: 'App' })).status).toBe(201)
        expect((await waiting()).map((one: any) => one.uid)).not.toContain(uid)
        const { data } = (await server.operator('GET', `/_operator/audit?target=${uid}`)).body
        expect(data.map((one: any) => [one.actor, one.action])).toEqual([
          ['recovery', 'developer.approve'],
          [uid, 'account.open'],
        ])
      })

      it('suspends a denied account and forgets its address', async () => {
        const { portal, uid } = await apply()
        expect((await decide(uid, 'deny')).body.data.status).toBe('suspended')
        expect(statusAndCode(await portal('POST', '/apps', { name: 'App' }))).toBe('403 ACCOUNT_SUSPENDED')
        expect((await portal('POST', '/signup')).body.data).toMatchObject({ status: 'suspended', created: false })
        expect((await waiting()).map((one: any) => one.uid)).not.toContain(uid)
        expect((await decide('nobody', 'approve')).status).toBe(404)
      })

      it('is also decided by a change of the status', async () => {
        const { portal, uid } = await apply()
        await server.operator('PATCH', `/_operator/developers/${uid}`, { status: 'active' })
        expect((await waiting()).map((one: any) => one.uid)).not.toContain(uid)
        expect((await portal('POST', '/apps', { name: 'App' })).status).toBe(201)
      })

      it('counts one of two concurrent decisions', async () => {
        const { uid } = await apply()
        const replies = await Promise.all([decide(uid, 'approve'), decide(uid, 'deny', other ?? server)])
        expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
      })

      it('is the mode of an unknown value, and status reports the fault', async () => {
        await server.switches({ developerSignupMode: 'invites' })
        const { portal } = await newPerson()
        expect((await portal('POST', '/signup')).body.data.status).toBe('pending')
        const { switchFaults } = (await server.operator('GET', '/_operator/status')).body.data
        expect(switchFaults).toContainEqual(expect.objectContaining({ name: 'developerSignupMode' }))
      })
    })

    describe('blocks', () => {
      const signUpFrom = async (address: string, claims: Record<string, unknown> = {}) =>
        statusAndCode(
          await (await newPerson(claims)).portal('POST', '/signup', undefined, { 'x-forwarded-for': address }),
        )

      it('refuse sign-ups from address ranges of both families, as the proxy names them', async () => {
        const blocked = [
          '203.0.113.0/24',
          '198.51.100.7',
          '2001:db8:1::/48',
          '2001:db8:2::1',
          'not an address',
          '10.0.0.0/99',
        ]
        await server.switches({ signupBlockedAddresses: blocked })
        for (const address of [
          '203.0.113.9',
          '203.0.113.255',
          '198.51.100.7',
          '::ffff:203.0.113.9',
          '2001:db8:1:ffff::1',
          '[2001:db8:2::1]:443',
          '192.0.2.1, 203.0.113.9',
        ])
          expect([address, await signUpFrom(address)]).toEqual([address, '403 SIGNUP_REFUSED'])
        for (const address of [
          '203.0.114.1',
          '198.51.100.8',
          '2001:db8:3::1',
          '2001:db8:2::2',
          '203.0.113.9, 192.0.2.1',
        ])
          expect([address, await signUpFrom(address)]).toEqual([address, '201'])
        const { switchFaults } = (await server.operator('GET', '/_operator/status')).body.data
        expect(switchFaults).toContainEqual(expect.objectContaining({ name: 'signupBlockedAddresses' }))
      })

      it('refuse e-mail domains and their subdomains', async () => {
        await server.switches({ signupBlockedEmailDomains: ['Spam.example', '@trash.example', 'bücher.example'] })
        for (const email of [
          'a@spam.example',
          'a@SPAM.example',
          'a@x.spam.example',
          'a@trash.example',
          'a@xn--bcher-kva.example',
        ])
          expect([email, await signUpFrom('192.0.2.1', { email })]).toEqual([email, '403 SIGNUP_REFUSED'])
        for (const email of ['a@notspam.example', 'spam.example@example.org'])
          expect([email, await signUpFrom('192.0.2.1', { email })]).toEqual([email, '201'])
      })

      it('do not concern accounts that exist, and take no invite', async () => {
        const { portal } = await newPerson()
        expect((await portal('POST', '/signup')).status).toBe(201)
        await server.switches({ signupBlockedEmailDomains: ['example.org'], developerSignupMode: 'invite' })
        expect((await portal('POST', '/signup')).status).toBe(200)
        expect((await portal('POST', '/apps', { name: 'App' })).status).toBe(201)
        const { id, code: inviteCode } = await invite()
        const stranger = await newPerson()
        expect(statusAndCode(await stranger.portal('POST', '/signup', { inviteCode }))).toBe('403 SIGNUP_REFUSED')
        const { data } = (await server.operator('GET', '/_operator/invites')).body
        expect(data.find((one: any) => one.id === id).used).toBe(0)
      })

      it('refuse the exchange of join links', async () => {
        await server.switches({ signupBlockedAddresses: ['203.0.113.0/24'] })
        const join = (address: string) =>
          server.get(`/join/${'x'.repeat(22)}`, undefined, { method: 'POST', headers: { 'x-forwarded-for': address } })
        expect(statusAndCode(await join('203.0.113.9'))).toBe('403 SIGNUP_REFUSED')
        expect(statusAndCode(await join('192.0.2.1'))).toBe('410 JOIN_LINK_EXPIRED')
      })
    })
  })

  describe(`the sign-up policy of the built-in sign-in on ${engine}`, () => {
    let desk: SignIn
    beforeAll(async () => {
      desk = await startSignIn(engine)
      await desk.server.switches(OPEN_GATES)
    })
    afterAll(() => desk.close())

    it('refuses blocked domains and addresses without an e-mail', async () => {
      await desk.server.switches({ signupBlockedEmailDomains: ['spam.example'] })
      const email = `${fresh('p')}@spam.example`
      expect(statusAndCode(await identity(desk.person, 'sign-up', { email, password: PASSWORD }))).toBe(
        '403 SIGNUP_REFUSED',
      )
      await desk.server.switches({ signupBlockedEmailDomains: null, signupBlockedAddresses: ['127.0.0.0/8', '::1'] })
      expect(
        statusAndCode(await identity(desk.person, 'sign-up', { email: desk.newEmail(), password: PASSWORD })),
      ).toBe('403 SIGNUP_REFUSED')
      await desk.server.switches({ signupBlockedAddresses: null })
      expect(desk.mailbox.letters.filter(({ to }) => to === email)).toEqual([])
    })

    it('asks for an invite, or waits for approval and mails it', async () => {
      await desk.server.switches({ developerSignupMode: 'invite' })
      const email = await desk.newAccount()
      await desk.server.advance(MINUTE)
      const authorization = `Bearer ${(await desk.signIn(email)).body.data.idToken}`
      const signUp = (body?: unknown) => desk.person.send('POST', '/_developer/signup', body, { authorization })
      expect(statusAndCode(await signUp())).toBe('403 INVITE_REQUIRED')
      await desk.server.switches({ developerSignupMode: 'approval' })
      const reply = await signUp()
      expect([reply.status, reply.body.data.status]).toEqual([201, 'pending'])
      const { uid } = reply.body.data
      await desk.server.operator('POST', `/_operator/developers/${uid}/approve`)
      expect((await desk.mailbox.last(email, 2)).subject).toBe('Your account was approved')
      await desk.server.switches({ developerSignupMode: null })
    })
  })
}
