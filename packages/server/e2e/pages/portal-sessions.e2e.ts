import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { CHROMIUM } from '../../test/browser.ts'
import { fresh, OPERATOR_TOKEN, startTestServer } from '../../test/harness.ts'
import {
  acceptTerms,
  closeSecret,
  DESK,
  expectUnkept,
  makeApp,
  makeVisitor,
  overflow,
  PASSWORD,
  PHONE,
  picture,
  press,
  secretIn,
  signIn,
  startPages,
  untilHeading,
  untilNoDialog,
  withApp,
} from '../../test/portal-pages-site.ts'
import { startIssuer } from '../../test/portal-site.ts'
import { portalInBrowser } from './portal-browser.ts'

describe.skipIf(CHROMIUM === null)('sessions and refusals of the portal in a browser', () => {
  const stage = portalInBrowser()
  const { open } = stage

  it('shows the link of the letter where the demo is tried out on one machine', async () => {
    const demo = await startTestServer('sqlite', { seed: 'demo', testClock: false })
    try {
      const page = await open()
      // Without the header of a proxy: the link is for callers on the same machine.
      await page.context().setExtraHTTPHeaders({})
      await page.goto(`${demo.baseUrl}/developer/#/sign-up`)
      await untilHeading(page, 'Sign up')
      await page.getByLabel('E-mail').fill('new@example.org')
      await page.getByLabel('Password').fill(PASSWORD)
      await press(page, 'Sign up')
      await untilHeading(page, 'Confirm your address')
      await page.getByRole('link', { name: 'Confirm', exact: true }).click()
      await untilHeading(page, 'Confirm your e-mail address')
    } finally {
      await demo.close()
    }
  })

  it('says in each refusal what to do next', async () => {
    const page = await open(DESK, true)
    await signIn(page, stage.site, `${fresh('nobody')}@example.org`)
    await page.getByText('Wrong e-mail or password; try again').waitFor()
    await picture(page, 'refusal')
    await withApp(page, stage.site)
    const other = (await stage.site.operator('POST', 'worlds', { id: fresh('isle'), designation: 'visitor' })).id
    try {
      await press(page, 'Register a visitor')
      await page.getByLabel('Name').fill('chooser')
      await page.getByLabel('I accept the developer terms.').check()
      await page.getByLabel('World').selectOption(other)
      await picture(page, 'world-choice')
      await press(page, 'Register')
      await secretIn(page)
      await closeSecret(page)
      await untilHeading(page, '@visitor-chooser')
      // Not on the operator's list of worlds that may be observed.
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByText('This visitor cannot be observed. Observing is disabled for this world').waitFor()
      await picture(page, 'not-observable')
    } finally {
      await stage.site.operator('PATCH', `worlds/${other}`, { designation: null })
    }
    await page.getByRole('link', { name: 'Tidings' }).click()
    await press(page, 'Register a visitor')
    await page.getByLabel('Name').fill('another')
    await page.getByLabel('I accept the developer terms.').check()
    await press(page, 'Register')
    await page.getByText('Release a visitor first, or ask the operator for a higher limit').waitFor()
    await page.keyboard.press('Escape')
    await untilNoDialog(page)
    await page.getByRole('link', { name: '@visitor-chooser' }).waitFor()
    await page.goto(`${stage.site.url}/developer/#/apps/none`)
    await page.getByText('App not found').waitFor()
    // The session ends elsewhere, as when a browser is left open for days.
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByText('Your session has ended. Sign in again.').waitFor()
    await stage.site.operator('PATCH', 'config', { developerPortalEnabled: false })
    await page.reload()
    await untilHeading(page, 'The portal is closed')
    await stage.site.operator('PATCH', 'config', { developerPortalEnabled: true, developerSignupsEnabled: false })
    await signIn(page, stage.site, await stage.site.person())
    await untilHeading(page, 'Sign-up is closed')
    await stage.site.operator('PATCH', 'config', { developerSignupsEnabled: true })
  })

  it('is refused without the CSRF header, with the cookie alone', async () => {
    const page = await open(DESK, true)
    await signIn(page, stage.site, await stage.site.person())
    await acceptTerms(page)
    const post = (headers: string) =>
      page.evaluate<number>(
        `fetch('/_developer/apps', { method: 'POST', headers: ${headers}, body: '{"name":"Forged"}' }).then((r) => r.status)`,
      )
    expect(await post('{}')).toBe(401)
    expect(await post(`{ 'X-CSRF-Token': 'guessed' }`)).toBe(401)
    const csrf = await page.evaluate<string>(
      `fetch('/_developer/session').then((r) => r.json()).then((a) => a.data.csrfToken)`,
    )
    expect(await post(`{ 'X-CSRF-Token': '${csrf}' }`)).toBe(201)
  })

  it('changes a forgotten password, and deletes an account', async () => {
    const page = await open(DESK)
    const email = await stage.site.person()
    await page.goto(`${stage.site.url}/developer/#/forgot`)
    await page.getByLabel('E-mail').fill(email)
    await press(page, 'Send the link')
    await untilHeading(page, 'Check your e-mail')
    const link = await stage.site.linkFor(email)
    expect(link.startsWith(`${stage.site.url}/developer/reset#token=`)).toBe(true)
    await page.goto(link)
    await page.getByLabel('Password').fill('another horse battery')
    await press(page, 'Change the password')
    await untilHeading(page, 'Password changed')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('another horse battery')
    await press(page, 'Sign in')
    await acceptTerms(page)
    await makeApp(page, 'Short-lived')
    await page.getByRole('link', { name: 'Account' }).click()
    await untilHeading(page, 'Account')
    await page.getByText(email).first().waitFor()
    await picture(page, 'account')
    await press(page, 'Delete account…')
    await press(page, 'Delete my account')
    // Not without the word.
    expect(await page.locator('dialog').count()).toBe(1)
    await page.getByLabel('Type “delete” to confirm').fill('delete')
    await press(page, 'Delete my account')
    await page.getByText('Your account was deleted').waitFor()
  })

  it('sets a second factor up, signs out everywhere, and asks for a code from then on', async () => {
    const page = await open(DESK, true)
    const email = await stage.site.person()
    await signIn(page, stage.site, email)
    await acceptTerms(page)
    await page.getByRole('link', { name: 'Account' }).click()
    await untilHeading(page, 'Account')
    await page.getByText('This page').waitFor()
    await press(page, 'Set up…')
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Continue')
    const secret = (await page.locator('#factor-secret').textContent())!
    await page.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await press(page, 'Enable')
    const codes = (await page.locator('#recovery-codes').textContent())!.split('\n')
    expect(codes).toHaveLength(10)
    await press(page, 'I have saved them')
    await untilNoDialog(page)
    await page.getByText('Recovery codes left: 10').waitFor()
    await press(page, 'Sign out everywhere')
    await page.getByText('You have signed out everywhere.').waitFor()
    await signIn(page, stage.site, email)
    await page.getByText('Enter the code of your authenticator as well').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Code').fill(codes[0]!)
    await press(page, 'Sign in')
    await untilHeading(page, 'Your apps')
    // Lost: an operator takes it off in the console, and the password alone is enough again.
    const uid = await page.evaluate<string>(
      `fetch('/_developer/account').then((r) => r.json()).then((a) => a.data.uid)`,
    )
    await page.context().clearCookies()
    await page.goto(`${stage.site.operatorUrl}/#/developers/${encodeURIComponent(uid)}`)
    await page.getByLabel('Operator token').fill(OPERATOR_TOKEN)
    await press(page, 'Sign in')
    await press(page, 'Remove a lost authenticator…')
    await press(page, 'Remove')
    await page.getByText('Authenticator removed').waitFor()
    await signIn(page, stage.site, email)
    await untilHeading(page, 'Your apps')
  })

  it('fits a phone, in the dark as well', async () => {
    const page = await open(PHONE)
    const screens: [string, string][] = []
    const look = async (name: string) => {
      await picture(page, `phone-${name}`)
      screens.push([name, String(await overflow(page))])
    }
    await page.goto(`${stage.site.url}/developer/`)
    await untilHeading(page, 'Sign in')
    await look('sign-in')
    const email = await stage.site.person()
    await signIn(page, stage.site, email)
    await untilHeading(page, 'Terms')
    await look('terms')
    await acceptTerms(page)
    await makeApp(page, `A${'-very-long-name'.repeat(8)}`)
    await press(page, 'New key')
    await page.getByLabel('Name').fill('k'.repeat(120))
    await page.getByLabel('I accept the developer terms.').check()
    await look('new-key')
    await press(page, 'Create key')
    await secretIn(page)
    await look('key-shown-once')
    await closeSecret(page)
    const key = await makeVisitor(page, 'sandpiper-of-the-long-flat-shore')
    await look('connect')
    const agentId = /visitors\/([^/]+)/.exec(page.url())![1]!
    await stage.site.send('POST', `/v1/visitors/${agentId}/heartbeat`, undefined, { 'x-api-key': key })
    const headers = { 'x-api-key': key, 'idempotency-key': 'one' }
    await stage.site.send('POST', `/v1/visitors/${agentId}/act`, { post: { text: 'Low tide' } }, headers)
    for (const [tab, ready] of [
      ['Overview', '.card meter'],
      ['Timeline', '.events li'],
      ['Conversations', '.filters'],
    ] as const) {
      await page.getByRole('link', { name: tab, exact: true }).click()
      await page.locator(ready).first().waitFor()
      await look(tab.toLowerCase())
    }
    await page.getByRole('link', { name: 'Apps', exact: true }).click()
    await untilHeading(page, 'Your apps')
    await look('apps')
    await page.locator('.tiles a').click()
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await look('app')
    await page.getByRole('link', { name: 'kkkk' }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await look('key')
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await untilHeading(page, 'Account')
    await look('account')
    expect(screens.filter(([, wide]) => wide !== '0')).toEqual([])
  })

  it('redirects from another name of this machine to the one that sessions belong to', async () => {
    const page = await open(DESK, true)
    await page.goto(`${stage.site.url.replace('127.0.0.1', 'localhost')}/developer/#/sign-in`)
    await withApp(page, stage.site)
    expect(new URL(page.url()).origin).toBe(stage.site.url)
    const email = `${fresh('person')}@example.org`
    await stage.site.send('POST', '/_developer/identity/sign-up', { email, password: PASSWORD })
    await page.goto((await stage.site.linkFor(email)).replace('127.0.0.1', 'localhost'))
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Confirm')
    await untilHeading(page, 'Terms')
  })

  it('names the address of the portal when it was opened under another one', async () => {
    const moved = await startPages({ AGENT_NETWORK_DEVELOPER_URL: 'https://portal.example' })
    try {
      const page = await open(DESK, true)
      await page.goto(`${moved.url}/developer/`)
      await page.getByText('You can only sign in there').waitFor()
    } finally {
      await moved.close()
    }
  })

  it('opens a session with a pasted ID token of an outside provider, and keeps none of it', async () => {
    const issuer = await startIssuer()
    const outside = await startPages(issuer.env)
    try {
      const page = await open(DESK, true)
      const token = await issuer.token(fresh('person'))
      await page.goto(`${outside.url}/developer/#/sign-up`)
      await untilHeading(page, 'Sign in')
      await page.getByText(issuer.env.AGENT_NETWORK_IDENTITY_ISSUER!, { exact: true }).waitFor()
      await page.getByText(issuer.env.AGENT_NETWORK_IDENTITY_AUDIENCE!, { exact: true }).waitFor()
      await page.getByLabel('ID token').fill('not.a.token')
      await press(page, 'Sign in')
      await page.locator('.failure').waitFor()
      await page.getByLabel('ID token').fill(token)
      await picture(page, 'id-token')
      await press(page, 'Sign in')
      await acceptTerms(page)
      await expectUnkept(page, stage.watch, [token])
      expect(outside.faults()).toEqual([])
    } finally {
      await outside.close()
      await issuer.close()
    }
  })
})
