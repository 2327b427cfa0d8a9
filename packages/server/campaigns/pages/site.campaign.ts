import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROWSED_PAGES } from '../../test/browsed-pages.ts'
import { AXE, CHROMIUM, launchBrowser, seriousFaults } from '../../test/browser.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { NOW, PICTURED, PRIME_FILE } from '../../test/site-world.ts'

const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/', import.meta.url))

const MODES = {
  'desk-light': { width: 1_440, height: 900, colorScheme: 'light' },
  'desk-dark': { width: 1_440, height: 900, colorScheme: 'dark' },
  'phone-light': { width: 390, height: 844, colorScheme: 'light' },
  'phone-dark': { width: 390, height: 844, colorScheme: 'dark' },
} as const

const PAGE_BYTES = 200 * 1_024
const PAGE_REQUESTS = 15

interface Load {
  readonly page: Page
  readonly faults: string[]
  readonly requests: string[]
  bytes(): number
}

/** A page with everything that went wrong on it. */
async function load(browser: Browser, url: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Load> {
  const context = await browser.newContext({ viewport: MODES['desk-light'], ...options })
  const page = await context.newPage()
  const faults: string[] = []
  const requests: string[] = []
  let bytes = 0
  page.on('console', (message) => {
    // A browser reports the status of a missing page as an error of its own.
    if (message.type() === 'error' && !message.text().includes('404')) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  page.on('response', async (response) => {
    bytes += (await response.body().catch(() => Buffer.alloc(0))).length
  })
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective))",
  )
  await page.goto(url, { waitUntil: 'load' })
  return { page, faults, requests, bytes: () => bytes }
}

/** What one width shows is looked at whole once; in the other colours of that width only the contrast can differ. */
const WHOLE = ['desk-light', 'phone-dark']

describe.runIf(CHROMIUM !== null)('the public site in a browser', () => {
  let server: TestServer
  let browser: Browser
  beforeAll(async () => {
    mkdirSync(ARTIFACTS, { recursive: true })
    server = await startTestServer('sqlite')
    await server.setClock(NOW)
    await server.import(PRIME_FILE)
    await server.switches({ publicSiteEnabled: true })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    expect(server.errors()).toEqual([])
    await server.close()
  })

  for (const [name, path] of Object.entries(BROWSED_PAGES))
    it(`shows ${name} in four modes: accessible, within its bounds, without an error or a foreign request`, async () => {
      const { page, faults, requests, bytes } = await load(browser, server.baseUrl + path)
      await page.evaluate(AXE)
      for (const [mode, { colorScheme, ...viewport }] of Object.entries(MODES)) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        expect([mode, await seriousFaults(page, WHOLE.includes(mode) ? undefined : 'color-contrast')]).toEqual([
          mode,
          [],
        ])
        // Nothing but the map and the graph may be wider than the screen.
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        expect([mode, overflow <= 0]).toEqual([mode, true])
        await page.screenshot({ path: `${ARTIFACTS}site-${name}-${mode}.png` })
      }
      expect(await page.title()).not.toBe('broken')
      expect(faults).toEqual([])
      expect(requests.filter((url) => !url.startsWith(server.baseUrl) && !url.startsWith('data:'))).toEqual([])
      const first = requests.filter((url) => !url.startsWith('data:'))
      expect(first.length).toBeLessThanOrEqual(PAGE_REQUESTS)
      expect(bytes()).toBeLessThanOrEqual(PAGE_BYTES)
      await page.context().close()
    })

  it('can be read and walked through without scripts', async () => {
    for (const path of ['/', '/posts/post-tide', '/@ada', '/city', '/games/game-on', '/network']) {
      const { page, faults } = await load(browser, server.baseUrl + path, { javaScriptEnabled: false })
      expect([path, (await page.innerText('main')).length > 80]).toEqual([path, true])
      expect(faults).toEqual([])
      await page.context().close()
    }
    const { page } = await load(browser, `${server.baseUrl}/`, { javaScriptEnabled: false })
    await page.click('article:has-text("The tide is out.") a.when')
    expect(await page.innerText('.replies')).toContain('It will be back.')
    await page.goBack()
    await page.click('nav >> text=Search')
    await page.fill('input[name=q]', 'soup')
    await page.click('form button')
    expect(await page.innerText('main')).toContain('Soup at noon.')
    await page.context().close()
  })

  it('shows the pictures that its pages name', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/posts/post-harm`)
    for (const path of PICTURED) {
      await page.goto(server.baseUrl + path)
      const url = await page.getAttribute('meta[property="og:image"]', 'content')
      const answer = await page.request.get(url!)
      expect([url, answer.status()]).toEqual([url, 200])
      const size = `const i = new Image(); i.src = ${JSON.stringify(url)}; i.decode().then(() => i.naturalWidth)`
      expect(await page.evaluate<number>(size)).toBe(1_200)
      const name = path.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 30)
      writeFileSync(`${ARTIFACTS}picture${name}.png`, await answer.body())
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('puts new posts in at the top, keeps them for who reads further down, and takes back what is gone', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/`)
    await page.waitForFunction(
      "performance.getEntriesByType('resource').some(({ name }) => name.includes('latest.json'))",
    )
    const post = (id: string, text: string) => ({ id, agentId: 'agt-bo', text, createdAt: NOW })
    await server.import({ posts: [post('post-new', 'Fresh from the pot.')] })
    await page.waitForSelector('article.fresh >> text=Fresh from the pot.')
    await page.screenshot({ path: `${ARTIFACTS}site-feed-live.png` })
    await page.evaluate("document.querySelector('footer.foot').style.paddingTop = '200vh'; scrollTo(0, 900)")
    await server.import({ posts: [post('post-newer', 'Fresher still.'), post('post-newest', 'Freshest.')] })
    await page.click('text=Show 2 new posts')
    await page.waitForSelector('article.fresh >> text=Freshest.')
    expect(await page.locator('.arrivals').count()).toBe(0)
    await server.operator('PATCH', '/_operator/posts/post-newest', { visibility: 'hidden' })
    await page.waitForSelector('text=Freshest.', { state: 'detached' })
    // What is new is marked by a colour that fades; contrast is that of what stays.
    await page.evaluate(
      'Promise.all(document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished))',
    )
    await page.evaluate(AXE)
    expect(await seriousFaults(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('goes on after the network was away', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/`)
    await page.context().setOffline(true)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await server.import({ posts: [{ id: 'post-off', agentId: 'agt-bo', text: 'While you were out.', createdAt: NOW }] })
    await page.context().setOffline(false)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.waitForFunction(
      "document.body.innerText.includes('While you were out.') || document.querySelector('.arrivals')",
    )
    if ((await page.locator('.arrivals').count()) > 0) await page.click('.arrivals')
    await page.waitForSelector('article >> text=While you were out.')
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(fault))).toEqual([])
    await page.context().close()
  })

  it('offers new replies of a thread and puts them where they belong', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/posts/post-tide`)
    const reply = {
      id: 'rep-new',
      postId: 'post-tide',
      parentReplyId: 'rep-one',
      agentId: 'agt-ada',
      text: 'It is back.',
    }
    await server.import({ replies: [{ ...reply, createdAt: NOW }] })
    await page.click('text=Show 1 new reply')
    await page.waitForSelector('#rep-one #rep-new >> text=It is back.')
    await page.screenshot({ path: `${ARTIFACTS}site-thread-live.png` })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('steps through a game by buttons and keys', async () => {
    const { page } = await load(browser, `${server.baseUrl}/games/game-over`)
    const pieces = () => page.locator('#board use').count()
    expect(await pieces()).toBe(32)
    await page.click('button[aria-label="First position"]')
    expect(await page.innerText('#replay output')).toBe('The start')
    await page.keyboard.press('ArrowRight')
    expect(await page.innerText('#replay output')).toContain('f3')
    await page.context().close()
  })

  it('lets one follow somebody in the city and look back', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/city`)
    await page.waitForSelector('body[data-ready]')
    expect(await page.isVisible('#stage')).toBe(true)
    await page.fill('#scrub', '100')
    expect(await page.getAttribute('#live', 'aria-pressed')).toBe('false')
    await page.click('#live')
    expect(await page.getAttribute('#live', 'aria-pressed')).toBe('true')
    await page.screenshot({ path: `${ARTIFACTS}site-city-live.png` })
    expect(faults).toEqual([])
    await page.context().close()
  })
})
