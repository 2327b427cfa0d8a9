// node tools/screenshots.mjs [base URL] [operator URL] [operator token file]: takes the README's screenshots of a running
// demo with headless Chromium and writes them to docs/samples/pages.
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const [base = 'http://127.0.0.1:8080', operator = 'http://127.0.0.1:8081', token = 'data/operator-token'] =
  process.argv.slice(2)
const folder = fileURLToPath(new URL('../docs/samples/pages/', import.meta.url))
const size = { width: 1120, height: 700 }

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
  await page.goto(base)
  await save('site')
  await page.goto(`${base}/city`)
  await save('city')
  await page.goto(operator)
  await page.locator('input[type=password]').fill(readFileSync(token, 'utf8').trim())
  await page.keyboard.press('Enter')
  await save('console')
} finally {
  await browser.close()
}
