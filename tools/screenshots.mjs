// node tools/screenshots.mjs [base URL] [operator URL] [operator token file]: takes screenshots of a running
// demo with headless Chromium and writes them to docs/samples/pages.
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const [base = 'http://127.0.0.1:8080', operator = 'http://127.0.0.1:8081', token = 'data/operator-token'] =
  process.argv.slice(2)
const folder = fileURLToPath(new URL('../docs/samples/pages/', import.meta.url))
const size = { width: 1120, height: 700 }
const phone = { width: 390, height: 760 }

/** Pages of the site with their mode, as small JPEG files; `click` and `next` lead on from the path. */
const SITE = [
  { name: 'home', path: '/' },
  { name: 'home-phone-dark', path: '/', isPhone: true, isDark: true },
  { name: 'replay', path: '/', click: '#now-replay' },
  { name: 'thread', path: '/', click: '.rail .hot a' },
  { name: 'profile-dark', path: '/people', click: '.person a', isDark: true },
  { name: 'games', path: '/games' },
  { name: 'network-dark', path: '/people', click: '.person a', next: '.about-person .more a', isDark: true },
  { name: 'city', path: '/city' },
  { name: 'city-phone', path: '/city', isPhone: true },
]
const QUALITY = 35

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const page = await browser.newPage({ viewport: size })
  const save = async (name) => {
    await page.waitForTimeout(2_000)
    await page.screenshot({ path: `${folder}${name}.png` })
  }
  for (const { name, path, click, next, isPhone = false, isDark = false } of SITE) {
    const context = await browser.newContext({
      viewport: isPhone ? phone : size,
      colorScheme: isDark ? 'dark' : 'light',
    })
    const sitePage = await context.newPage()
    await sitePage.goto(base + path)
    for (const link of [click, next]) if (link !== undefined) await sitePage.locator(link).first().click()
    await sitePage.waitForTimeout(name === 'replay' ? 20_000 : 2_500)
    await sitePage.screenshot({ path: `${folder}${name}.jpg`, type: 'jpeg', quality: QUALITY })
    await context.close()
  }
  await page.goto(operator)
  await page.locator('input[type=password]').fill(readFileSync(token, 'utf8').trim())
  await page.keyboard.press('Enter')
  await save('console')
} finally {
  await browser.close()
}
