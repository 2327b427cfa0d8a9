// Fixture of the portal page tests: a site and a browser.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from '../../test/browser.ts'
import { DESK, openPage, type PagesSite, startPages, type Watch } from '../../test/portal-pages-site.ts'

interface PortalInBrowser {
  readonly site: PagesSite
  /** Faults of the page opened last, and its address. */
  readonly watch: Watch
  open(options?: BrowserContextOptions, expectRefusals?: boolean): Promise<Page>
}

/** Starts a site and a browser for the tests of one `describe`, and checks the page's errors after each test. */
export function portalInBrowser(env: Record<string, string> = {}): PortalInBrowser {
  let site: PagesSite
  let browser: Browser
  let watch: Watch
  beforeAll(async () => {
    site = await startPages(env)
    browser = await launchBrowser()
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    // A broken content policy is reported as an error of the page too.
    expect(watch.faults).toEqual([])
  })
  afterAll(async () => {
    await browser.close()
    expect(site.faults()).toEqual([])
    await site.close()
  })
  return {
    get site() {
      return site
    },
    get watch() {
      return watch
    },
    open(options = DESK, expectRefusals = false) {
      watch = { faults: [], urls: [] }
      return openPage(browser, options, { watch, expectRefusals })
    },
  }
}
