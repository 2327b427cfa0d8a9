import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** The shell is the same engine without the windows around it, which cost more than our pages do. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const findChromium = (): string | null =>
  ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => existsSync(file)) ?? null

/** Stories about pages run in a real browser, and nowhere else. */
export const CHROMIUM = findChromium()

if (CHROMIUM === null) {
  const text = 'chromium not found: stories about pages are skipped (install the Debian package chromium to run them)'
  if (process.env.REQUIRE_ENGINES) throw new Error(text)
  process.stderr.write(`  ${text}\n`)
}

/** Nothing that would reach for a network or a graphics card. */
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
