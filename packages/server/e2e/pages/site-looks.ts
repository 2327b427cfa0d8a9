// Helpers of the public page tests: loading, weight and measurements of a page.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export const MODES = {
  'desk-light': { width: 1_440, height: 900, colorScheme: 'light' },
  'desk-dark': { width: 1_440, height: 900, colorScheme: 'dark' },
  'phone-light': { width: 390, height: 844, colorScheme: 'light' },
  'phone-dark': { width: 390, height: 844, colorScheme: 'dark' },
} as const

interface Load {
  readonly page: Page
  readonly faults: string[]
  readonly requests: string[]
  bytes(): number
}

/** A page with everything that went wrong on it. */
export async function load(
  browser: Browser,
  url: string,
  { before, ...options }: BrowserContextOptions & { before?: (page: Page) => Promise<unknown> } = {},
): Promise<Load> {
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
  await before?.(page)
  await page.goto(url, { waitUntil: 'load' })
  return { page, faults, requests, bytes: () => bytes }
}

export interface Weight {
  readonly bytes: number
  readonly requests: number
}

/** Resources needed before the first paint: the page itself, and those the browser reports as blocking. */
export const WEIGHT = `(() => {
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const awaited = all.filter((one) => one.entryType === 'navigation' || one.renderBlockingStatus === 'blocking')
  return { bytes: awaited.reduce((sum, one) => sum + one.encodedBodySize, 0), requests: awaited.length }
})()`

/** Stops of the Tab key that nobody sees the focus on, or that cannot be seen at all. */
export const UNSEEN = `(() => {
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
  document.activeElement.blur()
  scrollTo(0, 0)
  return found
})()`

/** Hidden elements that a style shows. */
export const SHOWN_THOUGH_HIDDEN =
  "[...document.querySelectorAll('[hidden]')].filter((one) => getComputedStyle(one).display !== 'none').map((one) => one.outerHTML.slice(0, 80))"

/** The section that one is in is told by an edge where backgrounds are the reader's own. */
export const UNMARKED =
  "[...document.querySelectorAll('.sections a[aria-current]')].map((link) => getComputedStyle(link).borderTopStyle).filter((style) => style !== 'solid')"

/** Position of the lowest figure on the map, found by its painted pixels. */
const FEET = `(() => {
  const canvas = document.querySelector('#people')
  const { left, top, width } = canvas.getBoundingClientRect()
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  for (let n = data.length - 1; n > 0; n -= 4)
    if (data[n] > 200) {
      const pixel = (n - 3) / 4
      const density = canvas.width / width
      return { x: left + (pixel % canvas.width) / density, y: top + Math.floor(pixel / canvas.width) / density }
    }
  return null
})()`

/** The same once the map has stopped moving: whoever is followed is brought to the middle first. */
export async function feetAtRest(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  let last: { readonly x: number; readonly y: number } | null = null
  for (;;) {
    const feet = await page.evaluate<{ x: number; y: number } | null>(FEET)
    if (feet !== null && feet.x === last?.x && feet.y === last.y) return feet
    last = feet
    await page.waitForTimeout(300)
  }
}
