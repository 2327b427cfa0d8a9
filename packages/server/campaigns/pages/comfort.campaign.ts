import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROWSED_PAGES } from '../../test/browsed-pages.ts'
import { CHROMIUM, launchBrowser } from '../../test/browser.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { NOW, PRIME_FILE } from '../../test/site-world.ts'

const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/', import.meta.url))

/**
 * Text within a second at 1.6 Mbit/s and 150 ms: three round trips (connection, page, style sheet) leave 550 ms, in which
 * 110 KB pass; half of that is for what a young connection does not send yet.
 */
const BEFORE_TEXT = { bytes: 55 * 1_024, requests: 2 }
const THROTTLE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 96_000 }
/** A browser on a slow line downloads four pages that differ in what they are made of. */
const THROTTLED = ['feed', 'person', 'city', 'guide'] as const

interface Weight {
  readonly bytes: number
  readonly requests: number
}

/** What has to be there before anything is painted: the page itself, and what the browser says it waits for. */
const WEIGHT = `(() => {
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const awaited = all.filter((one) => one.entryType === 'navigation' || one.renderBlockingStatus === 'blocking')
  return { bytes: awaited.reduce((sum, one) => sum + one.encodedBodySize, 0), requests: awaited.length }
})()`

/** Stops of the Tab key that nobody sees the focus on, or that cannot be seen at all. */
const UNSEEN = `(() => {
  const found = []
  for (const stop of document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')) {
    if (stop.tabIndex < 0 || stop.disabled || stop.closest('[hidden]') || stop.getClientRects().length === 0) continue
    if (stop.tabIndex > 0) found.push('order: ' + stop.outerHTML.slice(0, 80))
    stop.focus()
    if (document.activeElement !== stop) continue
    const { outlineStyle, outlineWidth } = getComputedStyle(stop)
    const after = getComputedStyle(stop, '::after')
    const isSeen = (style, width) => style !== 'none' && parseFloat(width) >= 2
    if (!isSeen(outlineStyle, outlineWidth) && !isSeen(after.outlineStyle, after.outlineWidth))
      found.push('focus: ' + stop.outerHTML.slice(0, 80))
  }
  return found
})()`

describe.runIf(CHROMIUM !== null)('the public site for everybody', () => {
  let server: TestServer
  let browser: Browser
  const weights: Record<string, Weight & { readonly firstTextMs?: number }> = {}
  beforeAll(async () => {
    mkdirSync(ARTIFACTS, { recursive: true })
    server = await startTestServer('sqlite')
    await server.setClock(NOW)
    await server.import(PRIME_FILE)
    await server.switches({ publicSiteEnabled: true })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    writeFileSync(`${ARTIFACTS}site-weights.json`, `${JSON.stringify(weights, null, 2)}\n`)
    await browser?.close()
    expect(server.errors()).toEqual([])
    await server.close()
  })
  const onPage = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } })
    try {
      return await work(await context.newPage())
    } finally {
      await context.close()
    }
  }

  it('goes by keyboard through every page: past the bar at once, and never out of sight', () =>
    onPage(async (page) => {
      for (const [name, path] of Object.entries(BROWSED_PAGES)) {
        await page.goto(server.baseUrl + path)
        await page.keyboard.press('Tab')
        const skip = page.locator('.skip:focus')
        expect([name, await skip.count()]).toEqual([name, 1])
        expect([name, (await skip.boundingBox())!.x >= 0]).toEqual([name, true])
        expect([name, await page.evaluate(UNSEEN)]).toEqual([name, []])
      }
    }))

  it('walks by Tab in the order of the page, and the skip link leads into its content', () =>
    onPage(async (page) => {
      await page.goto(`${server.baseUrl}/`)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await page.evaluate('document.activeElement.id')).toBe('main')
      const seen: number[] = []
      for (let n = 0; n < 12; n++) {
        await page.keyboard.press('Tab')
        const place = "[...document.querySelectorAll('*')].indexOf(document.activeElement)"
        if (!(await page.evaluate<boolean>("document.activeElement.closest('main') !== null"))) break
        seen.push(await page.evaluate<number>(place))
      }
      expect(seen.length).toBeGreaterThan(5)
      expect(seen).toEqual([...seen].sort((a, b) => a - b))
    }))

  it('lets whoever uses no pointer follow somebody on the map', () =>
    onPage(async (page) => {
      await page.goto(`${server.baseUrl}/city`)
      await page.waitForSelector('body[data-ready]')
      await page.waitForFunction("document.querySelectorAll('#follow option').length > 1")
      await page.focus('#follow')
      await page.keyboard.press('ArrowDown')
      await page.waitForSelector('#following:not([hidden]) a')
      expect(await page.innerText('#following a')).toBe(await page.innerText('#follow option:checked'))
    }))

  it('says where one is in the colours of the reader, too', () =>
    onPage(async (page) => {
      await page.emulateMedia({ forcedColors: 'active' })
      for (const [name, path] of Object.entries(BROWSED_PAGES)) {
        await page.goto(server.baseUrl + path)
        const edge =
          "[...document.querySelectorAll('.sections a[aria-current]')].map((link) => getComputedStyle(link).borderTopStyle)"
        expect([name, (await page.evaluate<string[]>(edge)).filter((style) => style !== 'solid')]).toEqual([name, []])
        await page.screenshot({ path: `${ARTIFACTS}site-${name}-forced.png` })
      }
    }))

  it('moves nothing for whoever wants nothing moved', () =>
    onPage(async (page) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(`${server.baseUrl}/`)
      await page.waitForFunction(
        "performance.getEntriesByType('resource').some(({ name }) => name.includes('latest.json'))",
      )
      await server.import({ posts: [{ id: 'post-calm', agentId: 'agt-bo', text: 'Quietly, now.', createdAt: NOW }] })
      await page.waitForSelector('article >> text=Quietly, now.')
      const moving = 'document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).length'
      expect(await page.evaluate(moving)).toBe(0)
    }))

  it('asks for little before its text is there, on every page', () =>
    onPage(async (page) => {
      for (const [name, path] of Object.entries(BROWSED_PAGES)) {
        await page.goto(server.baseUrl + path)
        const weight = await page.evaluate<Weight>(WEIGHT)
        weights[name] = weight
        expect([name, weight.bytes > 0 && weight.bytes <= BEFORE_TEXT.bytes]).toEqual([name, true])
        expect([name, weight.requests <= BEFORE_TEXT.requests]).toEqual([name, true])
      }
    }))

  it('shows its text on a slow line; how soon is written down', () =>
    onPage(async (page) => {
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      await session.send('Network.emulateNetworkConditions', THROTTLE)
      for (const name of THROTTLED) {
        await page.goto(server.baseUrl + BROWSED_PAGES[name], { waitUntil: 'commit' })
        const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        const painted = () => page.evaluate<number>(paint)
        await expect.poll(painted, { timeout: 20_000 }).toBeGreaterThan(0)
        weights[name] = { ...weights[name]!, firstTextMs: Math.round(await painted()) }
      }
    }))
})
