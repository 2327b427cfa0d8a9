// Headless Chromium and the accessibility check for page tests.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The shell is the same engine without the windows around it, which cost more than our pages do. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const findChromium = (): string | null =>
  ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => existsSync(file)) ?? null

/** Page tests run in a real browser only. */
export const CHROMIUM = findChromium()

if (CHROMIUM === null) {
  const text = 'chromium not found: page tests are skipped (install the Debian package chromium to run them)'
  if (process.env.REQUIRE_ENGINES) throw new Error(text)
  process.stderr.write(`  ${text}\n`)
}

/** Flags that disable network access and the graphics card. */
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM!, args: ARGS })

/** To be evaluated in a page before `seriousFaults`. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** With `rule`, only what that rule finds: most do not depend on colours. */
export const seriousFaults = (page: Page, rule?: string): Promise<string[]> =>
  page.evaluate(async (only) => {
    const axe = (globalThis as any).axe
    const { violations } = await axe.run((globalThis as any).document, {
      resultTypes: ['violations'],
      ...(only === undefined ? {} : { runOnly: [only] }),
    })
    return violations
      .filter(({ impact }: any) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html.slice(0, 120)).join(' | ')}`)
  }, rule)
