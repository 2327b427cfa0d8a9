// Pages of the operator console in a browser, with recorded errors.
import type { Browser, Page } from 'playwright-core'
import { OPERATOR_TOKEN, type TestClient } from './harness.ts'

export interface ConsolePages {
  /** Errors on the page since it was opened; a test removes those that it expects. */
  faults: string[]
  open(hash?: string): Promise<Page>
  signIn(hash?: string, token?: string): Promise<Page>
  /** Goes to a screen and waits until it is shown, by its title. */
  goTo(page: Page, hash: string, title: string): Promise<void>
}

/** Pages of a server's console, on which everything that goes wrong is noted, a broken content policy too. */
export function consolePages(browser: Browser, { operatorUrl }: Pick<TestClient, 'operatorUrl'>): ConsolePages {
  const pages: ConsolePages = {
    faults: [],
    async open(hash = '') {
      pages.faults = []
      const viewport = { width: 1_440, height: 900 }
      const context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
      const page = await context.newPage()
      page.on('console', (message) => message.type() === 'error' && pages.faults.push(message.text()))
      page.on('pageerror', (error) => pages.faults.push(error.message))
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(operatorUrl) && !/^(data|blob):/.test(url)) pages.faults.push(`foreign: ${url}`)
      })
      await page.addInitScript(
        "document.addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective))",
      )
      await page.goto(`${operatorUrl}/${hash}`)
      return page
    },
    async signIn(hash = '', token = OPERATOR_TOKEN) {
      const page = await pages.open(hash)
      await page.fill('input[name=token]', token)
      await page.click('text=Sign in')
      await page.waitForSelector('#nav:not([hidden])')
      return page
    },
    async goTo(page, hash, title) {
      await page.evaluate((next) => {
        const { document, location } = globalThis as any
        // The screen before may have the same title; a console without a hash shows its first one already.
        if ((location.hash || '#/overview') !== next) document.title = ''
        location.hash = next
      }, hash)
      await page.waitForFunction((wanted) => (globalThis as any).document.title === `${wanted} · Console`, title)
    },
  }
  return pages
}
