// Fixture of the portal page tests: a server with the built-in sign-in.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { startServer } from '@agent-network/server'
import { readConfig } from '@agent-network/server/platform/config/config.js'
import { pino } from 'pino'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { fresh, OPERATOR_TOKEN, type Reply, TEST_SECRET } from './harness.ts'

/** A network as somebody runs it at home behind a proxy: the built-in sign-in, no mail server, the real clock. */
export interface PagesSite {
  readonly url: string
  readonly worldId: string
  readonly resident: { readonly id: string; readonly handle: string }
  readonly postId: string
  readonly operatorUrl: string
  operator(method: string, path: string, body?: unknown): Promise<any>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** The link that the operator creates for a person who asked for one. */
  linkFor(email: string): Promise<string>
  /** An address with a confirmed account at the sign-in. */
  person(): Promise<string>
  /** Log lines, except for letters that were not sent. */
  faults(): string[]
  close(): Promise<void>
}

export const PASSWORD = 'correct horse battery'

let callers = 0
/** Another caller as the proxy names it: each test has a rate limit of its own. */
const newCaller = (): Record<string, string> => {
  callers += 1
  return { 'x-forwarded-for': `192.0.2.${callers}` }
}

const OPEN = {
  developerPortalEnabled: true,
  developerSignupsEnabled: true,
  visitorSelfServeEnabled: true,
  visitorDriveEnabled: true,
  joinRequestsEnabled: true,
  webhooksEnabled: true,
  visitorObserveEnabled: true,
  visitorObserveDailyReadCeiling: 10_000,
  visitorObserveReadsPerMinute: 1_000,
  visitorObserveDailyCaptureCeiling: 10_000,
  privateMessagingEnabled: true,
}

export async function startPages(env: Record<string, string> = {}): Promise<PagesSite> {
  const data = mkdtempSync(join(tmpdir(), 'agent-network-pages-'))
  const logged: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  })
  const flags = ['--port=0', '--operator-port=0', `--data=${data}`, '--seed=none', '--life=off', '--trust-proxy=on']
  const server = await startServer(
    readConfig(flags, { AGENT_NETWORK_CHECKS: 'on', ...env }),
    { secrets: [TEST_SECRET], operatorToken: OPERATOR_TOKEN, metricsToken: null, modelKey: null, moderationKey: null },
    pino({ level: 'warn' }, sink),
  )
  const { base: url, operator: operatorUrl } = server.urls

  async function call(root: string, method: string, path: string, body: unknown, headers: Record<string, string>) {
    const response = await fetch(root + path, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
  const operator: PagesSite['operator'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    const reply = await call(operatorUrl, method, `/_operator/${path}`, body, headers)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.data
  }
  const send: PagesSite['send'] = (method, path, body, headers = {}) => call(url, method, path, body, headers)

  const isLetter = (line: string) => line.includes('identity.mail_not_sent')
  const linkFor = async (email: string): Promise<string> =>
    (await operator('POST', `developers/${encodeURIComponent(email)}/confirm-link`)).url

  const { id: worldId } = await operator('POST', 'worlds', { id: 'harbour', designation: 'visitor' })
  const resident = { id: 'wren', handle: 'wren_of_salt' }
  await operator('POST', 'import', {
    agents: [{ ...resident, worldId }],
    posts: [{ id: 'p-1', agentId: resident.id, text: 'The tide is out', createdAt: new Date().toISOString() }],
  })
  await operator('PATCH', 'config', { ...OPEN, visitorObserveCanaryWorldIds: [worldId] })

  return {
    url,
    worldId,
    resident,
    postId: 'p-1',
    operatorUrl,
    operator,
    send,
    linkFor,
    async person() {
      const email = `${fresh('person')}@example.org`
      const caller = newCaller()
      const post = (name: string, body: unknown) => send('POST', `/_developer/identity/${name}`, body, caller)
      expect((await post('sign-up', { email, password: PASSWORD })).status).toBe(202)
      expect(
        (await post('verify', { token: (await linkFor(email)).split('#token=')[1], password: PASSWORD })).status,
      ).toBe(200)
      return email
    },
    faults: () => logged.filter((line) => !isLetter(line)),
    async close() {
      await server.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** A browser on a busy machine takes its time. */
const PATIENCE = 30_000

export const DESK: BrowserContextOptions = { viewport: { width: 1240, height: 860 }, colorScheme: 'light' }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
}

const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url))
mkdirSync(ARTIFACTS, { recursive: true })
export const picture = (page: Page, name: string) =>
  page.screenshot({ path: join(ARTIFACTS, `portal-${name}.png`), fullPage: true })

/** Faults of a page: errors, foreign requests and policy violations. */
export interface Watch {
  readonly faults: string[]
  readonly urls: string[]
}

/** Browsers report every refused request as an error of the page; a test that provokes one says so. */
const REFUSED = /^Failed to load resource: the server responded with a status of \d+/

export async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  { watch, expectRefusals }: { watch: Watch; expectRefusals: boolean },
): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    extraHTTPHeaders: newCaller(),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    if (!(expectRefusals && REFUSED.test(message.text()))) watch.faults.push(message.text())
  })
  page.on('pageerror', (error) => watch.faults.push(error.message))
  page.on('request', (request) => watch.urls.push(request.url()))
  page.on('framenavigated', (frame) => watch.urls.push(frame.url()))
  return page
}

export const headingOf = (page: Page) => page.locator('main h1')
export const untilHeading = (page: Page, text: string) => headingOf(page).filter({ hasText: text }).waitFor()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** After it was closed: until then the page also holds what the dialog shows. */
export const untilNoDialog = (page: Page) => page.locator('dialog').waitFor({ state: 'detached' })

/** Closes the dialog of a new key or secret. */
export async function closeSecret(page: Page): Promise<void> {
  await press(page, 'I have saved it')
  await untilNoDialog(page)
}

export async function signIn(page: Page, site: PagesSite, email: string): Promise<void> {
  await page.goto(`${site.url}/developer/`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, 'Sign in')
}

/** Signed in, with terms accepted and an app whose page is open. */
export async function withApp(page: Page, site: PagesSite, name = 'Tidings'): Promise<void> {
  await signIn(page, site, await site.person())
  await acceptTerms(page)
  await makeApp(page, name)
}

export async function acceptTerms(page: Page): Promise<void> {
  await untilHeading(page, 'Terms')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await press(page, 'Create my account')
  await untilHeading(page, 'Your apps')
}

export async function makeApp(page: Page, name: string): Promise<void> {
  await press(page, 'New app')
  await page.getByLabel('Name').fill(name)
  await press(page, 'Create app')
  await untilNoDialog(page)
  await untilHeading(page, name)
}

/** The raw key in the open dialog. */
export const secretIn = async (page: Page): Promise<string> => {
  const value = page.locator('dialog [data-secret]')
  await value.waitFor()
  return (await value.textContent())!
}

/** One tab for each way in, with the key filled in; by mouse and by arrow keys. */
async function expectWaysIn(page: Page, key: string): Promise<void> {
  const dialog = page.locator('dialog')
  const tabs = await dialog.getByRole('tab').allTextContents()
  expect(tabs).toEqual(['curl', 'TypeScript', 'Python', 'MCP', 'Another machine'])
  const exampleText = () => dialog.getByRole('tabpanel').locator('code').textContent()
  expect(await exampleText()).toContain(`X-API-Key: ${key}`)
  await dialog.getByRole('tab', { name: 'MCP' }).click()
  expect(JSON.parse((await exampleText())!).mcpServers['agent-network'].headers.Authorization).toBe(`Bearer ${key}`)
  await page.keyboard.press('ArrowRight')
  expect(await exampleText()).toMatch(/join http/)
  await page.keyboard.press('ArrowRight')
  expect(await exampleText()).toContain('curl')
}

export async function makeVisitor(page: Page, slug: string): Promise<string> {
  await press(page, 'Register a visitor')
  await page.getByLabel('Name').fill(slug)
  await page.getByLabel('I accept the developer terms.').check()
  await press(page, 'Register')
  const key = await secretIn(page)
  await expectWaysIn(page, key)
  await closeSecret(page)
  await untilHeading(page, `@visitor-${slug}`)
  return key
}

/** Wider than the window: somebody would have to scroll sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** No storage of the browser, no script and no address has any of it. */
export async function expectUnkept(page: Page, { urls }: Watch, secrets: readonly string[]): Promise<void> {
  const { cookies, origins } = await page.context().storageState({ indexedDB: true })
  expect(origins).toEqual([])
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 })
  expect(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length')).toBe('00')
  for (const secret of secrets) {
    expect(urls.filter((url) => url.includes(secret))).toEqual([])
    expect(await page.content()).not.toContain(secret)
  }
}
