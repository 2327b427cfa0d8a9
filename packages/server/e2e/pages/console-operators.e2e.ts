import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from '../../test/browser.ts'
import { type ConsolePages, consolePages } from '../../test/console-pages.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { callTool, connect, OAUTH_GATES, refusalOf, registerVisitor } from '../../test/oauth-site.ts'
import { developer, type Issuer, NOW, OPEN_GATES, person, startIssuer } from '../../test/portal-site.ts'

describe.runIf(CHROMIUM !== null)('named operators at the console', () => {
  let server: TestServer
  let issuer: Issuer
  let browser: Browser
  let pages: ConsolePages

  beforeAll(async () => {
    issuer = await startIssuer()
    server = await startTestServer('sqlite', { env: issuer.env })
    await server.setClock(NOW)
    await server.switches(OPEN_GATES)
    await server.operator('POST', '/_operator/worlds', { id: 'harbour', name: 'Harbour', designation: 'visitor' })
    browser = await launchBrowser()
    pages = consolePages(browser, server)
  })
  afterAll(async () => {
    await browser?.close()
    expect(server.errors()).toEqual([])
    await server.close()
    await issuer.close()
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    expect(pages.faults).toEqual([])
  })

  const add = async (name: string, role: string): Promise<string> =>
    (await server.operator('POST', '/_operator/operators', { name, role })).body.data.token
  const menuOf = (page: Page): Promise<string[]> => page.locator('#nav a').allInnerTexts()
  const expect401 = (): void => {
    pages.faults = pages.faults.filter((fault) => !fault.includes('401'))
  }

  it('are added, shown and removed by an admin, and signed out at once', async () => {
    const page = await pages.signIn('#/operators')
    expect(await page.innerText('#who')).toBe('recovery (admin)')
    await page.click('#new-operator')
    await page.fill('dialog [name=name]', 'grace')
    await page.selectOption('dialog [name=role]', 'moderator')
    await page.click('dialog button[type=submit]')
    const token = await page.innerText('[data-secret]')
    expect(token).toMatch(/^opt_/)
    await page.click('text=I have saved it')
    await page.waitForSelector('dialog', { state: 'detached' })
    await page.waitForSelector('main tbody >> text=grace')
    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(server.operatorUrl)
    await theirs.fill('input[name=token]', token)
    await theirs.click('text=Sign in')
    await theirs.waitForSelector('#who >> text=grace (moderator)')
    await page.click('#remove-grace')
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('text=No named operators.')
    await theirs.waitForSelector('text=Your session has ended. Sign in again.')
  })

  it('see what their role permits and nothing else', async () => {
    const page = await pages.signIn('', await add('vera', 'viewer'))
    expect(await page.innerText('#who')).toBe('vera (viewer)')
    const menu = await menuOf(page)
    expect(menu).toContain('Audit')
    for (const hidden of ['Moderation', 'Reports', 'Sign-ups', 'Operators']) expect(menu).not.toContain(hidden)
    expect(await page.locator('main button[role=switch]').count()).toBe(0)
    await pages.goTo(page, '#/keys', 'Keys')
    expect(await page.locator('#new-key').count()).toBe(0)
    await pages.goTo(page, '#/worlds/harbour', 'Harbour')
    expect(await page.locator('main button').count()).toBe(0)
  })

  it('pause a world as moderators, with their name in the audit log', async () => {
    const page = await pages.signIn('', await add('mona', 'moderator'))
    expect(await menuOf(page)).toEqual(expect.arrayContaining(['Moderation', 'Reports', 'Sign-ups']))
    await pages.goTo(page, '#/worlds/harbour', 'Harbour')
    expect(await page.locator('#purge, #fork, #export, form').count()).toBe(0)
    await page.click('#pause-visitors')
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('text=Resume visitors…')
    await pages.goTo(page, '#/audit', 'Audit')
    // The clock stands still, so the order within the list does not show the last change.
    const rows = await page.locator('main tbody tr').allInnerTexts()
    expect(rows.filter((row) => row.includes('mona') && row.includes('world.change'))).toHaveLength(1)
  })

  it('set up a second factor and are asked for its code', async () => {
    const token = await add('frida', 'viewer')
    const page = await pages.signIn('#/me', token)
    await page.click('#change-second-factor')
    await page.fill('dialog [name=token]', token)
    await page.click('dialog button[type=submit]')
    const secret = await page.innerText('#factor-secret')
    const codeNow = async () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now),
      })
    await page.fill('dialog [name=code]', await codeNow())
    await page.click('dialog button[type=submit]')
    expect((await page.innerText('#recovery-codes')).split('\n')).toHaveLength(10)
    await page.click('text=I have saved them')
    await page.waitForSelector('dialog', { state: 'detached' })
    await page.waitForSelector('#second-factor >> text=On:')
    await page.click('#sign-out')
    await page.waitForSelector('text=You have signed out.')
    await server.advance(60_000)
    await page.fill('input[name=token]', token)
    await page.click('text=Sign in')
    await page.waitForSelector('.failure:not([hidden]) >> text=second factor')
    expect401()
    await page.fill('input[name=code]', await codeNow())
    await page.click('text=Sign in')
    await page.waitForSelector('#who >> text=frida (viewer)')
  })

  it('revoke the connection of a program, which is refused from then on', async () => {
    await server.switches(OAUTH_GATES)
    const who = await developer(issuer, server.baseUrl)
    await server.operator('POST', '/_operator/worlds', { id: 'quay', designation: 'visitor' })
    const { agentId } = await registerVisitor(who, 'quay')
    const { accessToken } = await connect(server, who, agentId)
    expect(refusalOf(await callTool(server, accessToken, 'look'))).toBeNull()
    const page = await pages.signIn('', await add('marta', 'moderator'))
    await page.click('#nav >> text=Connections')
    const row = page.locator('main tbody tr', { hasText: agentId })
    await row.getByRole('button', { name: 'Revoke…' }).click()
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('dialog', { state: 'detached' })
    await page.waitForSelector('text=No connections.')
    expect((await callTool(server, accessToken, 'look')).status).toBe(401)
  })

  it('approve and deny sign-ups, and create invite codes', async () => {
    await server.switches({ developerSignupMode: 'approval' })
    const [kind, rude] = [await person(issuer, server.baseUrl), await person(issuer, server.baseUrl)]
    const uidOf = async ({ portal }: typeof kind) => (await portal('POST', '/signup')).body.data.uid as string
    const [kindUid, rudeUid] = [await uidOf(kind), await uidOf(rude)]
    const page = await pages.signIn('#/sign-ups')
    await page.click(`#approve-${kindUid}`)
    await page.click('dialog button[type=submit]')
    await page.waitForSelector(`#approve-${kindUid}`, { state: 'detached' })
    await page.click(`#deny-${rudeUid}`)
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('text=No accounts wait for approval.')
    expect((await kind.portal('GET', '/account')).body.data.status).toBe('active')
    expect((await rude.portal('GET', '/account')).body.data.status).toBe('suspended')
    await server.switches({ developerSignupMode: 'invite' })
    await page.click('#new-invite')
    await page.click('dialog button[type=submit]')
    const inviteCode = await page.innerText('[data-secret]')
    await page.click('text=I have saved it')
    await page.waitForSelector('dialog', { state: 'detached' })
    await page.waitForSelector('main >> text=0 of 1')
    const guest = await person(issuer, server.baseUrl)
    expect((await guest.portal('POST', '/signup', { inviteCode })).status).toBe(201)
    await server.switches({ developerSignupMode: null })
  })
})
