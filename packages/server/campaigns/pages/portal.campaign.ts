import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import ts from 'typescript'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from '../../test/browser.ts'
import { fresh } from '../../test/harness.ts'
import {
  acceptTerms,
  DESK,
  headingOf,
  makeApp,
  makeVisitor,
  openPage,
  overflow,
  PASSWORD,
  type PagesSite,
  PHONE,
  picture,
  press,
  secretIn,
  signIn,
  startPages,
  untilHeading,
  type Watch,
  withApp,
} from '../../test/portal-pages-site.ts'
import { startIssuer } from '../../test/portal-site.ts'

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).error === undefined
const SOON = { timeout: 30_000 }

let site: PagesSite
beforeAll(async () => {
  site = await startPages()
})
afterAll(async () => {
  expect(site.faults()).toEqual([])
  await site.close()
})

describe('the door of the portal pages', () => {
  it('guards page, files and start alike, and leaves what is missing to the site', async () => {
    const paths = [
      '/developer/',
      '/developer/verify',
      '/developer/reset',
      '/developer/portal.js',
      '/developer/start.json',
    ]
    const answers = await Promise.all(paths.map((path) => site.send('GET', path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const missing = await site.send('GET', '/developer/none')
    expect(missing.status).toBe(404)
    expect(missing.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(answers[4]!.headers.get('cache-control')).toBe('private, no-store')
  })

  it('serves one page without anything inline, and the same one where letters point to', async () => {
    const { body: page } = await site.send('GET', '/developer/')
    expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?! type="module" src=)/)
    expect((await site.send('GET', '/developer/verify')).body).toBe(page)
    expect((await site.send('GET', '/developer/reset')).body).toBe(page)
    const bare = await site.send('GET', '/developer')
    expect([bare.status, bare.headers.get('location')]).toEqual([308, 'developer/'])
    expect((await site.send('GET', '/')).headers.get('location')).toBe('/docs/')
  })

  it('sends a file once and then only whether it has changed', async () => {
    for (const path of ['/developer/', '/developer/portal.js', '/developer/portal.css', '/developer/icon.svg']) {
      const first = await site.send('GET', path)
      const etag = first.headers.get('etag')!
      const again = await site.send('GET', path, undefined, { 'if-none-match': `"other", W/${etag}` })
      expect([again.status, again.body]).toEqual([304, ''])
      expect((await site.send('GET', path, undefined, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  it('serves no other file and takes nothing in', async () => {
    for (const path of ['portal.html', 'portal.d.ts', '../package.json', '%2e%2e/package.json', 'x/portal.js', '.'])
      expect((await fetch(`${site.url}/developer/${path}`, { redirect: 'manual' })).status).toBe(
        path === '.' ? 200 : 404,
      )
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await site.send(method, '/developer/')).status).toBe(404)
    expect((await site.send('HEAD', '/developer/')).status).toBe(200)
  })

  it('says who is here without a refusal, and where the API is', async () => {
    const start = async (cookie?: string) =>
      (await site.send('GET', '/developer/start.json', undefined, cookie === undefined ? {} : { cookie })).body.data
    const base = {
      baseUrl: site.url,
      developerUrl: site.url,
      signIn: 'built-in',
      codeFlow: false,
      issuer: null,
      audience: null,
    }
    expect(await start()).toEqual({ ...base, person: 'nobody' })
    expect((await start(`agent-network=${'x'.repeat(43)}`)).person).toBe('nobody')
    const email = await site.person()
    const opened = await site.send('POST', '/_developer/session', { email, password: PASSWORD })
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
    expect((await start(cookie)).person).toBe('new')
    const headers = { cookie, 'x-csrf-token': opened.body.data.csrfToken }
    expect((await site.send('POST', '/_developer/signup', {}, headers)).status).toBe(201)
    expect((await start(cookie)).person).toBe('member')
    await site.operator('PATCH', 'config', { developerPortalEnabled: false })
    expect((await start(cookie)).person).toBe('closed')
    await site.operator('PATCH', 'config', { developerPortalEnabled: true })
  })
})

describe.skipIf(CHROMIUM === null)('the portal in a browser', () => {
  let browser: Browser
  let watch: Watch
  const open = (options = DESK, expectRefusals = false): Promise<Page> => {
    watch = { faults: [], urls: [] }
    return openPage(browser, options, { watch, expectRefusals })
  }
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    // A broken content policy is reported as an error of the page too.
    expect(watch.faults).toEqual([])
  })

  /** No storage of the browser, no script and no address has any of it. */
  async function expectUnkept(page: Page, secrets: readonly string[]): Promise<void> {
    const { cookies, origins } = await page.context().storageState({ indexedDB: true })
    expect(origins).toEqual([])
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 })
    expect(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length')).toBe('00')
    for (const secret of secrets) {
      expect(watch.urls.filter((url) => url.includes(secret))).toEqual([])
      expect(await page.content()).not.toContain(secret)
    }
  }

  it('leads from sign-up over the link in the log to a driven visitor whose events are seen', async () => {
    const page = await open()
    const email = `${fresh('walker')}@example.org`
    await page.goto(`${site.url}/developer/`)
    await untilHeading(page, 'Sign in')
    await picture(page, 'sign-in')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await untilHeading(page, 'Sign up')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Sign up')
    await untilHeading(page, 'Look into your mail')

    const link = await site.linkFor(email)
    expect(link.startsWith(`${site.url}/developer/verify#token=`)).toBe(true)
    await page.goto(link)
    await untilHeading(page, 'Confirm your e-mail address')
    expect(page.url()).toBe(`${site.url}/developer/verify`)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Confirm')
    await untilHeading(page, 'Address confirmed')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await untilHeading(page, 'Sign in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Sign in')

    await untilHeading(page, 'Before you begin')
    await page.getByText('Keep keys on your servers').waitFor()
    await page.getByText('becomes part of the public record').waitFor()
    await picture(page, 'terms')
    await acceptTerms(page)
    await picture(page, 'apps-empty')
    await makeApp(page, 'Tidings')

    await press(page, 'New key')
    await page.getByLabel('Name').fill('nightly job')
    await page.getByLabel('Tier 2: intelligence').check()
    await page.getByLabel('I accept the developer terms.').check()
    await picture(page, 'new-key')
    await press(page, 'Make the key')
    const apiKey = await secretIn(page)
    await picture(page, 'key-shown-once')
    await press(page, 'Copy key')
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), SOON).toBe(apiKey)
    expect((await site.send('GET', '/v1/agents', undefined, { 'x-api-key': apiKey })).status).toBe(200)
    await press(page, 'I have saved it')
    await page.getByRole('link', { name: 'nightly job' }).waitFor()
    expect(await page.content()).not.toContain(apiKey)
    await page.reload()
    await page.getByRole('link', { name: 'nightly job' }).waitFor()
    await page.getByText(`…${apiKey.slice(-4)}`).waitFor()
    await picture(page, 'app')

    const driveKey = await makeVisitor(page, 'heron')
    await expectUnkept(page, [apiKey, driveKey, PASSWORD])
    await picture(page, 'connect')
    const block = (name: string) => page.getByRole('region', { name, exact: true }).locator('code').textContent()
    const agentId = /visitors\/([^/"]+)\/heartbeat/.exec((await block('curl'))!)![1]!
    expect(await block('Environment')).toBe(
      `AGENT_NETWORK_URL=${site.url}\nAGENT_NETWORK_VISITOR=${agentId}\nAGENT_NETWORK_KEY=paste-the-drive-key-here\n`,
    )
    await page.getByRole('button', { name: 'Copy curl' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), SOON).toBe(await block('curl'))

    // As somebody pastes it: the heartbeat, then the act.
    const answers = await pasted((await block('curl'))!, driveKey)
    expect(answers.map(({ data }) => data.status)).toEqual(['present', 'created'])
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    await page.locator('.events li').first().waitFor()
    await expect
      .poll(() => page.locator('.events li strong').allTextContents(), SOON)
      .toEqual(['Done: post', 'Tried: post'])
    await picture(page, 'timeline')
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'What is captured' }).waitFor()
    await expect.poll(() => page.locator('.heading .badge').textContent(), SOON).toBe('Present')
    await picture(page, 'visitor')
    await expectUnkept(page, [apiKey, driveKey, PASSWORD])

    await press(page, 'Sign out')
    await page.getByText('You have signed out.').waitFor()
    expect((await page.context().cookies()).length).toBe(0)
    await page.goBack()
    await untilHeading(page, 'Sign in')
  })

  /** Runs the commands of a block in a shell, or what they say without one. */
  async function pasted(block: string, key: string): Promise<any[]> {
    const commands = block.split('\n\n')
    const answers: any[] = []
    for (const command of commands) {
      if (hasCurl) {
        const env = { ...process.env, AGENT_NETWORK_KEY: key }
        answers.push(JSON.parse((await run('sh', ['-c', command.replace('curl ', 'curl -s ')], { env })).stdout))
        continue
      }
      const headers = [...command.matchAll(/-H "([^:]+): ([^"]*)"/g)].map(([, name, value]) => [name!, value!] as const)
      const body = /-d '([^']*)'/.exec(command)?.[1]
      const response = await fetch(/"(http[^"]+)"/.exec(command)![1]!, {
        method: 'POST',
        headers: headers.map(([name, value]) => [name, value.replace('$AGENT_NETWORK_KEY', key)] as [string, string]),
        ...(body === undefined ? {} : { body }),
      })
      answers.push(await response.json())
    }
    return answers
  }

  it('offers TypeScript that runs as it stands', async () => {
    const page = await open()
    await withApp(page, site)
    const key = await makeVisitor(page, 'copied')
    const folder = mkdtempSync(fileURLToPath(new URL('../../test/.pasted-', import.meta.url)))
    try {
      for (const name of ['TypeScript, with fetch', 'TypeScript, typed client']) {
        const code = (await page.getByRole('region', { name, exact: true }).locator('code').textContent())!
        const file = join(folder, 'agent.mjs')
        const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, strict: true }
        writeFileSync(file, ts.transpileModule(code, { compilerOptions: options }).outputText)
        const { stdout } = await run(process.execPath, [file], { env: { ...process.env, AGENT_NETWORK_KEY: key } })
        expect(stdout).toContain("'post'")
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('goes by keyboard alone, keeps focus in dialogs and gives it back', async () => {
    const page = await open()
    const email = await site.person()
    await page.goto(`${site.url}/developer/`)
    await untilHeading(page, 'Sign in')
    const { keyboard } = page
    const focused = () =>
      page.evaluate<string>('(document.activeElement.textContent || document.activeElement.name || "").trim()')
    /** Tab after tab, as long as a person would have the patience for. */
    const tabTo = async (text: string) => {
      for (let n = 0; n < 40; n++) {
        if ((await focused()) === text) return
        await keyboard.press('Tab')
      }
      throw new Error(`Tab never came to ${text}`)
    }
    await tabTo('email')
    await keyboard.type(email)
    await tabTo('password')
    await keyboard.type(PASSWORD)
    await keyboard.press('Enter')
    await untilHeading(page, 'Before you begin')
    expect(await focused()).toBe('Before you begin')
    await tabTo('developer')
    await keyboard.press('Space')
    await tabTo('visitor')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await untilHeading(page, 'Your apps')
    await tabTo('New app')
    await keyboard.press('Enter')
    await page.locator('dialog').waitFor()
    expect(await focused()).toBe('name')
    for (let n = 0; n < 12; n++) {
      await keyboard.press(n < 6 ? 'Tab' : 'Shift+Tab')
      expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true)
    }
    await keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('New app')
    await keyboard.press('Enter')
    await tabTo('name')
    await keyboard.type('By keyboard')
    await keyboard.press('Enter')
    await untilHeading(page, 'By keyboard')
    expect(await focused()).toBe('By keyboard')
    await tabTo('New key')
    await keyboard.press('Enter')
    await tabTo('name')
    await keyboard.type('typed')
    await keyboard.press('Tab')
    await keyboard.press('ArrowDown')
    await tabTo('developerTerms')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    const key = await secretIn(page)
    expect(await focused()).toBe('Copy key')
    // What has focus can be seen to have it.
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    await keyboard.press('Escape')
    await page.getByRole('link', { name: 'typed' }).waitFor()
    await expect.poll(focused, SOON).toBe('New key')
    const made = await site.send('GET', '/v1/agents', undefined, { 'x-api-key': key })
    expect(made.status).toBe(200)
    // Another way past the bar than through all of it.
    await page.reload()
    await untilHeading(page, 'By keyboard')
    await keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the content')
  })

  it('shows hostile names and texts as the texts they are', async () => {
    const hostile = '<img src=x onerror="document.title=1">&amp;<b>'
    const page = await open(DESK, true)
    await withApp(page, site, hostile)
    expect(await headingOf(page).textContent()).toBe(hostile)
    await press(page, 'New key')
    await page.getByLabel('Name').fill(hostile)
    await page.getByLabel('I accept the developer terms.').check()
    await press(page, 'Make the key')
    await secretIn(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: hostile }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe(hostile)
    await page.getByRole('link', { name: 'Your apps' }).click()
    await page.getByRole('link', { name: hostile }).waitFor()
    expect(await page.locator('main img, main b').count()).toBe(0)
    expect(await page.title()).toBe('Your apps · Developer portal')
    await page.goto(`${site.url}/developer/#/apps/${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
    await page.getByText('There is no such app among yours').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('changes, rotates, disables and deletes a key, and shows what it was used for', async () => {
    const page = await open(DESK, true)
    await withApp(page, site)
    await press(page, 'New key')
    await page.getByLabel('Name').fill('first')
    await page.getByLabel('I accept the developer terms.').check()
    await press(page, 'Make the key')
    const key = await secretIn(page)
    await press(page, 'I have saved it')
    const ask = (path: string, using = key) => site.send('GET', path, undefined, { 'x-api-key': using })
    expect((await ask('/v1/agents')).status).toBe(200)
    expect((await ask('/v1/network/graph')).status).toBe(403)
    await page.getByRole('link', { name: 'first' }).click()
    await page.getByText('INSUFFICIENT_TIER').waitFor()
    await page.getByText('Raise the tier of the key').waitFor()
    await page.getByLabel('Name').fill('second')
    await page.getByLabel('Requests per minute').fill('30')
    await press(page, 'Save')
    await untilHeading(page, 'second')
    await page.getByText('10 requests a minute in its first day; 30 from').waitFor()
    await picture(page, 'key')
    await press(page, 'Rotate…')
    await press(page, 'Rotate')
    const rotated = await secretIn(page)
    await page.getByText('The old value works until').waitFor()
    await press(page, 'I have saved it')
    expect([(await ask('/v1/agents')).status, (await ask('/v1/agents', rotated)).status]).toEqual([200, 200])
    await press(page, 'Disable…')
    await press(page, 'Disable')
    await page.locator('.heading .badge', { hasText: 'Disabled' }).waitFor()
    expect((await ask('/v1/agents', rotated)).body.error.code).toBe('KEY_DISABLED')
    await press(page, 'Enable…')
    await press(page, 'Enable')
    await page.locator('.heading .badge', { hasText: 'Enabled' }).waitFor()
    await press(page, 'Delete…')
    await press(page, 'Delete the key')
    await page.getByText('No key yet').waitFor()
    expect((await ask('/v1/agents', rotated)).status).toBe(401)
    await expectUnkept(page, [key, rotated])
  })

  it('filters the timeline, goes on at its end, shows conversations and saves what it shows', async () => {
    const page = await open()
    await withApp(page, site)
    const key = await makeVisitor(page, 'plover')
    const agentId = /visitors\/([^/]+)/.exec(page.url())![1]!
    const act = async (body: unknown) => {
      const headers = { 'x-api-key': key, 'idempotency-key': fresh('act') }
      const reply = await site.send('POST', `/v1/visitors/${agentId}/act`, body, headers)
      expect(reply.body.data?.status, JSON.stringify(reply.body)).toBe('created')
    }
    await site.send('POST', `/v1/visitors/${agentId}/heartbeat`, undefined, { 'x-api-key': key })
    await act({ reply: { postId: site.postId, text: 'And <b>when</b> does it come back?' } })
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    const shown = () => page.locator('.events li strong').allTextContents()
    await expect.poll(shown, SOON).toContain('Done: reply')
    const before = (await shown()).length
    await act({ like: { postId: site.postId } })
    await press(page, 'Look for new events')
    await expect.poll(shown, SOON).toContain('Done: like')
    expect((await shown()).length).toBeGreaterThan(before)
    await page.getByLabel('Status').selectOption('completed')
    await expect.poll(shown, SOON).toEqual(['Done: like', 'Done: reply'])
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as JSON')])
    expect(saved.suggestedFilename()).toBe('visitor-plover-events.json')
    const exported = JSON.parse(readFileSync((await saved.path())!, 'utf8'))
    expect(exported).toMatchObject({ agentId, count: 2, truncated: false })
    await page.getByLabel('Channel').selectOption('chess')
    await page.getByText('Nothing happened in this time').waitFor()

    await page.getByRole('link', { name: 'Conversations', exact: true }).click()
    await page.getByRole('link', { name: `@${site.resident.handle}` }).click()
    await page.getByText('And <b>when</b> does it come back?').waitFor()
    await picture(page, 'transcript')
    await page.getByRole('link', { name: 'Overview' }).click()
    await press(page, 'Release the visitor…')
    await press(page, 'Release the visitor')
    await page.getByText('No visitor on this app').waitFor()
    expect((await site.send('POST', `/v1/visitors/${agentId}/heartbeat`, undefined, { 'x-api-key': key })).status).toBe(
      403,
    )
  })

  it('says in each refusal what to do next', async () => {
    const page = await open(DESK, true)
    await signIn(page, site, `${fresh('nobody')}@example.org`)
    await page.getByText('Wrong e-mail or password. You are not signed in').waitFor()
    await picture(page, 'refusal')
    await withApp(page, site)
    const other = (await site.operator('POST', 'worlds', { id: fresh('isle'), designation: 'visitor' })).id
    try {
      await press(page, 'Register a visitor')
      await page.getByLabel('Name').fill('chooser')
      await page.getByLabel('I accept the developer terms.').check()
      await press(page, 'Register')
      await page.getByText('Several worlds take visitors').waitFor()
      await page.getByLabel('World').selectOption(other)
      await picture(page, 'world-choice')
      await press(page, 'Register')
      await secretIn(page)
      await press(page, 'I have saved it')
      await untilHeading(page, '@visitor-chooser')
      // Not on the operator's list of worlds that may be observed.
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByText('This visitor cannot be observed now. Observing is switched off for this world').waitFor()
      await picture(page, 'not-observable')
    } finally {
      await site.operator('PATCH', `worlds/${other}`, { designation: null })
    }
    await page.getByRole('link', { name: 'Tidings' }).click()
    await press(page, 'Register a visitor')
    await page.getByLabel('Name').fill('another')
    await page.getByLabel('I accept the developer terms.').check()
    await press(page, 'Register')
    await page.getByText('Release one first, or ask the operator for more').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '@visitor-chooser' }).waitFor()
    await page.goto(`${site.url}/developer/#/apps/none`)
    await page.getByText('There is no such app among yours').waitFor()
    // The session ends elsewhere, as when a browser is left open for days.
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByText('Your session has ended. Sign in again.').waitFor()
    await site.operator('PATCH', 'config', { developerPortalEnabled: false })
    await page.reload()
    await untilHeading(page, 'The portal is closed')
    await site.operator('PATCH', 'config', { developerPortalEnabled: true, developerSignupsEnabled: false })
    await signIn(page, site, await site.person())
    await untilHeading(page, 'Sign-up is closed')
    await site.operator('PATCH', 'config', { developerSignupsEnabled: true })
  })

  it('is refused without the CSRF header, with the cookie alone', async () => {
    const page = await open(DESK, true)
    await signIn(page, site, await site.person())
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
    const email = await site.person()
    await page.goto(`${site.url}/developer/#/forgot`)
    await page.getByLabel('E-mail').fill(email)
    await press(page, 'Send the link')
    await untilHeading(page, 'Look into your mail')
    const link = await site.linkFor(email, 2)
    expect(link.startsWith(`${site.url}/developer/reset#token=`)).toBe(true)
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
    const email = await site.person()
    await signIn(page, site, email)
    await acceptTerms(page)
    await page.getByRole('link', { name: 'Account' }).click()
    await untilHeading(page, 'Account')
    await page.getByText('This page').waitFor()
    await press(page, 'Set it up…')
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Go on')
    const secret = (await page.locator('#factor-secret').textContent())!
    await page.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await press(page, 'Turn it on')
    const codes = (await page.locator('#recovery-codes').textContent())!.split('\n')
    expect(codes).toHaveLength(10)
    await press(page, 'I have written them down')
    await page.getByText('Recovery codes left: 10').waitFor()
    await press(page, 'Sign out everywhere')
    await page.getByText('You have signed out everywhere.').waitFor()
    await signIn(page, site, email)
    await page.getByText('Enter the code of your authenticator as well').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Code').fill(codes[0]!)
    await press(page, 'Sign in')
    await untilHeading(page, 'Your apps')
  })

  it('fits a phone, in the dark as well', async () => {
    const page = await open(PHONE)
    const screens: [string, string][] = []
    const look = async (name: string) => {
      await picture(page, `phone-${name}`)
      screens.push([name, String(await overflow(page))])
    }
    await page.goto(`${site.url}/developer/`)
    await untilHeading(page, 'Sign in')
    await look('sign-in')
    const email = await site.person()
    await signIn(page, site, email)
    await untilHeading(page, 'Before you begin')
    await look('terms')
    await acceptTerms(page)
    await makeApp(page, `A${'-very-long-name'.repeat(8)}`)
    await press(page, 'New key')
    await page.getByLabel('Name').fill('k'.repeat(120))
    await page.getByLabel('I accept the developer terms.').check()
    await look('new-key')
    await press(page, 'Make the key')
    await secretIn(page)
    await look('key-shown-once')
    await press(page, 'I have saved it')
    const key = await makeVisitor(page, 'sandpiper-of-the-long-flat-shore')
    await look('connect')
    const agentId = /visitors\/([^/]+)/.exec(page.url())![1]!
    await site.send('POST', `/v1/visitors/${agentId}/heartbeat`, undefined, { 'x-api-key': key })
    const headers = { 'x-api-key': key, 'idempotency-key': 'one' }
    await site.send('POST', `/v1/visitors/${agentId}/act`, { post: { text: 'Low tide' } }, headers)
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

  it('leads whoever typed another name of this machine to the one that sessions belong to', async () => {
    const page = await open(DESK, true)
    await page.goto(`${site.url.replace('127.0.0.1', 'localhost')}/developer/#/sign-in`)
    await withApp(page, site)
    expect(new URL(page.url()).origin).toBe(site.url)
    const email = `${fresh('person')}@example.org`
    await site.send('POST', '/_developer/identity/sign-up', { email, password: PASSWORD })
    await page.goto((await site.linkFor(email)).replace('127.0.0.1', 'localhost'))
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Confirm')
    await page.getByText('You can sign in now').waitFor()
  })

  it('says where the portal lives when it was opened under an address that is not its own', async () => {
    const moved = await startPages({ AGENT_NETWORK_DEVELOPER_URL: 'https://portal.example' })
    try {
      const page = await open(DESK, true)
      await page.goto(`${moved.url}/developer/`)
      await page.getByText('Signing in works only there').waitFor()
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
      await expectUnkept(page, [token])
      expect(outside.faults()).toEqual([])
    } finally {
      await outside.close()
      await issuer.close()
    }
  })
})
