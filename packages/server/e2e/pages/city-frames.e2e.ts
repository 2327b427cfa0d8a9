import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STORM_WEATHER, WEATHER } from '../../src/features/life/engine/world-life.ts'
import { CHROMIUM, launchBrowser } from '../../test/browser.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/', import.meta.url))
const DEMO_CITY = new URL('../../../demo-city/seed/city.json', import.meta.url)
/** Processor time of the page's main thread for one frame. A frame at 30 a second has 33 ms. */
const STANDING_MS = 16
const PANNING_MS = 16
const MEASURED_MS = 1_500
const MINUTES = 60_000
/** Other work on the machine takes caches and clock speed away and so adds to a turn, never the other way round. */
const TURNS = 24

interface Place {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly level: number
}

/** As the server tells of them: every other one walks between two places, the others stand. */
function crowd(places: readonly Place[], n: number): object[] {
  const now = Date.now()
  const [departAt, arriveAt] = [now - 60_000, now + 600_000].map((at) => new Date(at).toISOString())
  return Array.from({ length: n }, (_, i) => {
    const [from, to] = [places[(i * 7) % places.length]!, places[(i * 13 + 5) % places.length]!]
    const corner = ({ x, y, level }: Place, at: number) => [x, y, level, at]
    const walk = { departAt, arriveAt, corners: [corner(from, 0), corner(to, 660_000)] }
    return {
      handle: `@body_${i}`,
      displayName: `Body ${i}`,
      avatarSeed: `seed-${i}`,
      placeId: to.id,
      since: departAt,
      walk: i % 2 === 0 ? walk : null,
      resident: true,
    }
  })
}

/** Skies that are kept as pictures. */
const PICTURED: readonly string[] = ['rain', 'fog', 'sun after rain', STORM_WEATHER]

/** Layers of weather on which something is painted, and how many of them move. */
const DRAWN = `(() => {
  const layers = [...document.querySelectorAll('.sky canvas')]
  const bytesOf = (canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
    copy.drawImage(canvas, 0, 0)
    return copy.getImageData(0, 0, canvas.width, canvas.height).data
  }
  const painted = layers.filter((canvas) => bytesOf(canvas).some((byte, i) => i % 4 === 3 && byte > 0))
  return [painted.length, layers.filter((canvas) => canvas.getAnimations().length > 0).length]
})()`

describe.runIf(CHROMIUM !== null)('the live city with a crowd in it', () => {
  let server: TestServer
  let browser: Browser
  const measured: Record<string, number> = {}
  beforeAll(async () => {
    mkdirSync(ARTIFACTS, { recursive: true })
    server = await startTestServer('sqlite')
    await server.import({ city: JSON.parse(readFileSync(DEMO_CITY, 'utf8')).city })
    await server.switches({ publicSiteEnabled: true, publicCityViewEnabled: true })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    writeFileSync(`${ARTIFACTS}city-frames.json`, `${JSON.stringify(measured, null, 2)}\n`)
    await browser?.close()
    await server.close()
  })

  /** The sky that is told next. */
  let sky: string = STORM_WEATHER
  async function withCrowd(n: number, work: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
    const page = await context.newPage()
    const { places } = (await (await fetch(`${server.baseUrl}/city-map.json`)).json()) as { places: Place[] }
    const bodies = crowd(places, n)
    await page.route('**/live?of=city', (route) => {
      const news = { now: new Date().toISOString(), whole: true, weather: sky, bodies, departures: [], talks: [] }
      return route.fulfill({
        contentType: 'text/event-stream',
        body: `retry: 3600000\n\nevent: city\ndata: ${JSON.stringify(news)}\n\n`,
      })
    })
    await page.goto(`${server.baseUrl}/city`)
    const listed = () => page.evaluate<number>("document.querySelectorAll('#follow option').length")
    await expect.poll(listed).toBeGreaterThan(n)
    await page.focus('#stage')
    await page.evaluate('globalThis.frames = 0; (function next() { frames += 1; requestAnimationFrame(next) })()')
    await work(page)
    await context.close()
  }

  /** Milliseconds of processor time a frame, over those that were drawn meanwhile. */
  async function perFrame(page: Page, meanwhile: () => Promise<void>): Promise<number> {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const spent = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
    }
    const [before, first] = [await spent(), await page.evaluate<number>('globalThis.frames')]
    await meanwhile()
    const [after, last] = [await spent(), await page.evaluate<number>('globalThis.frames')]
    await session.detach()
    return Math.round(((after - before) / Math.max(1, last - first)) * 100) / 100
  }
  /** The least of several turns; no more of them once it is within its bound. */
  async function leastPerFrame(page: Page, bound: number, meanwhile: () => Promise<void>): Promise<number> {
    let least = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < TURNS && least > bound; turn += 1)
      least = Math.min(least, await perFrame(page, meanwhile))
    return least
  }
  const pan = (page: Page) => async (): Promise<void> => {
    for (let waited = 0; waited < MEASURED_MS; waited += 50) {
      await page.keyboard.press(waited % 600 < 300 ? 'ArrowRight' : 'ArrowLeft')
      await page.waitForTimeout(50)
    }
  }

  for (const n of [500, 5_000])
    it(
      `draws ${n} bodies in a gale within the time of a frame, standing, panning and following`,
      { timeout: 15 * MINUTES },
      () =>
        withCrowd(n, async (page) => {
          expect(await page.getAttribute('#stage', 'data-weather')).toBe(STORM_WEATHER)
          measured[`${n} standing`] = await leastPerFrame(page, STANDING_MS, () => page.waitForTimeout(MEASURED_MS))
          measured[`${n} panning`] = await leastPerFrame(page, PANNING_MS, pan(page))
          // The first body walks.
          await page.selectOption('#follow', { label: 'Body 0' })
          measured[`${n} following`] = await leastPerFrame(page, PANNING_MS, () => page.waitForTimeout(MEASURED_MS))
          expect(measured[`${n} following`]).toBeLessThanOrEqual(PANNING_MS)
          expect(measured[`${n} standing`]).toBeLessThanOrEqual(STANDING_MS)
          expect(measured[`${n} panning`]).toBeLessThanOrEqual(PANNING_MS)
        }),
    )

  it('draws every sky that residents have a word for, and moves it unless less motion is asked for', async () => {
    const showWeather = async (page: Page, word: string): Promise<readonly [number, number]> => {
      sky = word
      await page.evaluate("dispatchEvent(new Event('online'))")
      await expect.poll(() => page.getAttribute('#stage', 'data-weather')).toBe(word)
      return page.evaluate<readonly [number, number]>(DRAWN)
    }
    await withCrowd(3, async (page) => {
      for (const word of [...WEATHER, STORM_WEATHER]) {
        const [layers, moving] = await showWeather(page, word)
        expect([word, layers > 0]).toEqual([word, true])
        expect([word, moving > 0]).toEqual([word, word !== 'clear sky'])
        if (PICTURED.includes(word))
          await page.locator('#city').screenshot({ path: `${ARTIFACTS}site-city-${word.replaceAll(' ', '-')}.png` })
      }
      await page.emulateMedia({ reducedMotion: 'reduce' })
      expect(await page.evaluate(DRAWN)).toEqual([4, 0])
    })
  })
})
