import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from '../../test/browser.ts'
import { HOME, STRANGER, startViewer, TOKEN, underway, type ViewerSite } from '../../test/viewer-site.ts'

let site: ViewerSite
beforeEach(async () => {
  site = await startViewer(underway())
})
afterEach(async () => {
  await site.close()
})

const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/', import.meta.url))
const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
}

describe.skipIf(CHROMIUM === null)('the page behind a watch link', () => {
  let browser: Browser
  beforeAll(async () => {
    mkdirSync(ARTIFACTS, { recursive: true })
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  let faults: string[] = []
  afterEach(async () => {
    const found = faults
    for (const context of browser.contexts()) await context.close()
    faults = []
    expect(found).toEqual([])
  })

  async function open(options: BrowserContextOptions, link = site.link): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage()
    // A broken content policy is reported here as well.
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(link)
    await page.locator('body[data-ready]').waitFor()
    return page
  }
  const textOf = (page: Page, id: string) => page.locator(`#${id}`).textContent()
  const dotOf = async (page: Page) => (await page.locator('#walker .dot').boundingBox())!
  /** Pixels to the metre, as the scale bar says. */
  const readScale = async (page: Page) => {
    const box = (await page.locator('#scale').boundingBox())!
    return box.width / Number.parseFloat((await textOf(page, 'scale-text'))!)
  }
  /** Zooming by key glides; what counts is where it ends. */
  const scaleOf = async (page: Page) => {
    for (let last = 0; ; ) {
      await page.waitForTimeout(250)
      const scale = await readScale(page)
      if (scale === last) return scale
      last = scale
    }
  }

  /** The event a browser fires when the user returns to the page: it asks the server again. */
  const lookAgain = (page: Page) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)

  it('walks, arrives, dwells and stays, in real time by the clock of the server', async () => {
    // Five hours off, so that a page which trusts its own clock is nowhere near.
    const off = 5 * 3_600_000
    site.clockShift = off
    const walk = underway({ departAt: Date.now() + off - 60_000, lastsMs: 180_000, dwellMs: 60_000 })
    site.walk = walk
    /** Moves the server to shortly before something happens; the page hears of it when it asks again. */
    const moveTo = async (at: number) => {
      site.clockShift = at - Date.now()
      await lookAgain(page)
    }
    const page = await open(DESK)
    expect(await page.title()).toBe('@wren-of-salt → The Top Kettle')
    expect(await textOf(page, 'from')).toBe(HOME)
    expect(await textOf(page, 'to')).toBe('The Top Kettle')
    expect(await textOf(page, 'purpose')).toBe('for coffee')
    expect(await textOf(page, 'state')).toBe('On the way')
    const [first, firstLeft] = [await dotOf(page), await textOf(page, 'left')]
    expect(firstLeft).toMatch(/^(2:00|1:[345]\d)$/)
    const moved = async () => {
      const now = await dotOf(page)
      return Math.hypot(now.x - first.x, now.y - first.y)
    }
    await expect.poll(moved).toBeGreaterThan(8)
    expect(await textOf(page, 'left')).not.toBe(firstLeft)
    await moveTo(walk.arriveAt - 6_000)
    await expect.poll(() => textOf(page, 'left')).toMatch(/^0:0[1-6]$/)
    expect(await textOf(page, 'state')).toBe('On the way')
    await page.locator('body[data-phase=dwelling]').waitFor()
    expect(await textOf(page, 'state')).toBe('Arrived')
    expect(await page.locator('#progress').evaluate((bar: any) => bar.value)).toBe(1)
    expect(await textOf(page, 'spoken')).toContain('has arrived at The Top Kettle')
    const rest = await dotOf(page)
    await moveTo(walk.dwellUntil - 1_000)
    await page.locator('body[data-phase=staying]').waitFor()
    expect(await textOf(page, 'state')).toBe('Stays here')
    expect(await textOf(page, 'left')).toBe('')
    expect(await dotOf(page)).toEqual(rest)
  })

  it('sends no referrer and puts the token into no address but its own', async () => {
    const page = await open(DESK)
    // The page, its script, its one style sheet and the walk.
    expect(site.requests.length).toBeGreaterThanOrEqual(4)
    expect(site.requests.filter(({ referer }) => referer !== undefined)).toEqual([])
    expect(site.requests.filter(({ url }) => url.includes(TOKEN)).map(({ method }) => method)).toEqual(['GET'])
    expect(await page.evaluate('document.referrer')).toBe('')
    expect(await page.content()).not.toContain(STRANGER)
    expect(await page.content()).not.toContain(TOKEN)
    await page.screenshot({ path: `${ARTIFACTS}viewer-desktop.png` })
  })

  it('fits a phone: nothing overflows, every panel is on the screen, and two fingers zoom', async () => {
    const page = await open(PHONE)
    await page.waitForTimeout(600)
    await page.screenshot({ path: `${ARTIFACTS}viewer-phone.png` })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    for (const id of ['card', 'levels', 'controls', 'walker-name']) {
      const box = (await page.locator(`#${id}`).boundingBox())!
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(360)
      expect(box.y + box.height).toBeLessThanOrEqual(740)
    }
    const before = await scaleOf(page)
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: string, spread: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: spread === 0 ? [] : [180 - spread, 180 + spread].map((x, id) => ({ x, y: 420, id })),
      } as never)
    await touch('touchStart', 30)
    for (const spread of [40, 50, 60]) await touch('touchMove', spread)
    await touch('touchEnd', 0)
    expect((await scaleOf(page)) / before).toBeCloseTo(2, 1)
  })

  it('zooms and moves by key, wheel, mouse and button, and follows again when asked to', async () => {
    const page = await open({ ...DESK, viewport: { width: 1000, height: 700 }, reducedMotion: 'reduce' })
    const pressed = () => page.locator('#follow').getAttribute('aria-pressed')
    const start = await scaleOf(page)
    await page.keyboard.press('+')
    const closer = await scaleOf(page)
    expect(closer / start).toBeCloseTo(1.35, 1)
    await page.keyboard.press('-')
    expect(await scaleOf(page)).toBeCloseTo(start, 2)
    await page.mouse.move(900, 450)
    await page.mouse.wheel(0, -300)
    await expect.poll(() => readScale(page)).toBeGreaterThan(start * 1.3)
    const wheeled = await scaleOf(page)
    await page.locator('#zoom-out').click()
    expect(await scaleOf(page)).toBeLessThan(wheeled)
    expect(await pressed()).toBe('true')
    const before = await dotOf(page)
    await page.mouse.move(900, 450)
    await page.mouse.down()
    await page.mouse.move(840, 490, { steps: 4 })
    await page.mouse.up()
    // The walker goes on in the meantime, if only by a few pixels.
    const shift = async () => {
      const { x, y } = await dotOf(page)
      return Math.max(Math.abs(x - before.x + 60), Math.abs(y - before.y - 40))
    }
    await expect.poll(shift).toBeLessThan(12)
    expect(await pressed()).toBe('false')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await dotOf(page)).x - before.x).toBeLessThan(-110)
    await page.keyboard.press('f')
    expect(await pressed()).toBe('true')
    await page.keyboard.press('0')
    expect(await scaleOf(page)).toBeCloseTo(start, 2)
  })

  it('speaks when something changes, not every second', async () => {
    const page = await open(DESK)
    expect(await textOf(page, 'spoken')).toContain('@wren-of-salt is walking to The Top Kettle')
    const changes = await page.evaluate(`new Promise((resolve) => {
      let said = 0, shown = 0
      new MutationObserver(() => said++).observe(document.getElementById('spoken'), { childList: true, characterData: true, subtree: true })
      new MutationObserver(() => shown++).observe(document.getElementById('left'), { childList: true, characterData: true, subtree: true })
      setTimeout(() => resolve({ said, shown }), 3200)
    })`)
    expect(changes).toMatchObject({
      said: expect.toSatisfy((n: number) => n <= 1),
      shown: expect.toSatisfy((n) => n >= 2),
    })
  })

  /** Drawn pixels in a corner where neither the walk nor a panel is: rain, and nothing else. */
  const rainOf = (page: Page) =>
    page.evaluate(`(() => {
      const canvas = document.getElementById('walk')
      const { data } = canvas.getContext('2d').getImageData(0, 300, 300, 350)
      return data.filter((value, i) => i % 4 === 3 && value > 0).length
    })()`)

  it('rains only on those who did not ask for less motion', async () => {
    const moving = await open(DESK)
    const still = await open({ ...DESK, reducedMotion: 'reduce' })
    await expect.poll(() => rainOf(moving)).toBeGreaterThan(0)
    await still.waitForTimeout(500)
    expect(await rainOf(still)).toBe(0)
    const breath = `getComputedStyle(document.querySelector('#walker .dot'), '::after').animationName`
    expect([await moving.evaluate(breath), await still.evaluate(breath)]).toEqual(['breathe', 'none'])
  })

  it('is drawn in the colours that the reader prefers', async () => {
    const colours = async (page: Page) => [
      await page.evaluate(`getComputedStyle(document.body).color`),
      await page.locator('#legend li').first().getAttribute('style'),
    ]
    const page = await open(DESK)
    const night = await colours(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => colours(page).then(([body]) => body)).not.toBe(night[0])
    await expect.poll(() => colours(page).then(([, legend]) => legend)).not.toBe(night[1])
  })

  it('says so when the connection is lost, walks on by the clock, and recovers', async () => {
    site.walk = underway({ departAt: Date.now() - 20_000, lastsMs: 60_000 })
    const page = await open(DESK)
    await page.context().setOffline(true)
    await lookAgain(page)
    await page.locator('#notice').waitFor({ state: 'visible' })
    expect(await textOf(page, 'notice-title')).toBe('No connection')
    const before = await dotOf(page)
    await expect.poll(() => dotOf(page)).not.toEqual(before)
    await page.context().setOffline(false)
    await page.locator('#notice').waitFor({ state: 'hidden' })
    expect(faults.every((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true)
    faults = []
  })

  it('says so when the link ends while somebody looks', async () => {
    const page = await open(DESK)
    site.walk = 'over'
    await lookAgain(page)
    await page.locator('#notice').waitFor({ state: 'visible' })
    expect(await textOf(page, 'notice-title')).toBe('This walk is over')
    expect(faults.every((fault) => fault.includes('410'))).toBe(true)
    faults = []
  })

  it('has a clear page for a link that is wrong and one for a link that is over', async () => {
    for (const [link, status, title] of [
      [`${site.link}x`, 404, 'Walk not found'],
      [site.link, 410, 'This walk is over'],
    ] as const) {
      site.walk = 'over'
      const page = await (await browser.newContext(PHONE)).newPage()
      const response = (await page.goto(link))!
      expect(response.status()).toBe(status)
      expect(await page.locator('h1').textContent()).toBe(title)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      // The picture and the style came through the content policy.
      expect(await page.locator('img').evaluate((image: any) => image.naturalWidth)).toBeGreaterThan(0)
      expect(await page.evaluate(`getComputedStyle(document.querySelector('.sign')).textAlign`)).toBe('center')
      await page.context().close()
    }
  })
})
