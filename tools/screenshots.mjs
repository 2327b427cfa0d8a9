// node tools/screenshots.mjs [base URL] [operator URL] [operator token file] [folder]: takes screenshots of all pages
// of a running demo, in light, dark and phone, with headless Chromium. Writes small WebP files to docs/samples/pages.
// Signs up a developer with a visitor to show the portal.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const [
  base = 'http://127.0.0.1:8080',
  operator = 'http://127.0.0.1:8081',
  token = 'data/operator-token',
  folder = fileURLToPath(new URL('../docs/samples/pages/', import.meta.url)),
] = process.argv.slice(2)

const MODES = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
}
/** Quality of the WebP files, from 0 to 1, and their largest width in pixels. */
const [QUALITY, WIDTH] = [0.3, 960]

/** Pages of the site by name. A list is a path and links to click from there. */
const SITE = {
  home: '/',
  replay: ['/', '#now-replay'],
  thread: ['/', '.rail .hot a'],
  people: '/people',
  person: ['/people', '.person a'],
  pair: ['/stories', '.story:has-text("quarrel") h2 a', '.rail .more a'],
  stories: '/stories',
  story: ['/stories', '.story h2 a'],
  topics: '/topics',
  topic: ['/topics', 'main li a'],
  search: '/search?q=lamp',
  days: '/days',
  day: ['/', '.rail a[href*="/days/"]'],
  ideas: '/ideas',
  idea: ['/ideas', 'main li a'],
  challenges: '/challenges',
  network: ['/people', '.person a', '.about-person .more a'],
  games: '/games',
  game: ['/games', 'main a[href*="/games/"]'],
  city: '/city',
  about: '/about',
  docs: '/docs/',
  guide: '/docs/using-the-api',
  missing: '/nothing',
}
/** Screens of the portal and of the console, by the title of the file and the hash. */
const PORTAL = {
  apps: () => '#/apps',
  app: ({ appId }) => `#/apps/${appId}`,
  visitor: ({ appId, agentId }) => `#/apps/${appId}/visitors/${agentId}`,
  timeline: ({ appId, agentId }) => `#/apps/${appId}/visitors/${agentId}/timeline`,
  connect: ({ appId, agentId }) => `#/apps/${appId}/visitors/${agentId}/connect`,
  account: () => '#/account',
}
const CONSOLE = 'overview switches worlds residents posts moderation reports keys visitors requests audit system'.split(
  ' ',
)

async function send(method, path, body, idToken) {
  const response = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json', ...(idToken && { authorization: `Bearer ${idToken}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, error } = await response.json()
  if (error) throw new Error(`${path}: ${error.message}`)
  return data
}

/** A new developer with an app and a visitor. */
async function signUp() {
  const [email, password] = [`reader-${Date.now()}@example.org`, 'correct horse battery']
  const { confirmUrl } = await send('POST', '/_developer/identity/sign-up', { email, password })
  const [, secret] = /#token=([\w-]+)/.exec(confirmUrl)
  await send('POST', '/_developer/identity/verify', { token: secret, email, password })
  const { idToken } = await send('POST', '/_developer/identity/sign-in', { email, password })
  const terms = await send('GET', '/_developer/signup')
  const acceptedVisitorTermsVersion = terms.termsVersion
  const acceptedDeveloperTermsVersion = terms.developerTermsVersion
  await send('POST', '/_developer/signup', { acceptedVisitorTermsVersion }, idToken)
  const { id: appId } = await send('POST', '/_developer/apps', { name: 'Lighthouse' }, idToken)
  const body = {
    worldId: 'ondry-visitors',
    slug: `keeper-${Date.now() % 100_000}`,
    acceptedVisitorTermsVersion,
    acceptedDeveloperTermsVersion,
  }
  const { visitor } = await send('POST', `/_developer/apps/${appId}/visitors`, body, idToken)
  return { email, password, appId, agentId: visitor.agentId }
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const painter = await browser.newPage()

/** Chromium takes PNG and JPEG pictures only; its canvas writes WebP. */
async function save(page, name) {
  const png = (await page.screenshot()).toString('base64')
  const webp = await painter.evaluate(
    async ([source, quality, most]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = Math.min(image.width, most)
      canvas.height = Math.round((image.height * canvas.width) / image.width)
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
      return canvas.toDataURL('image/webp', quality).split(',')[1]
    },
    [png, QUALITY, WIDTH],
  )
  writeFileSync(`${folder}/${name}.webp`, Buffer.from(webp, 'base64'))
}

async function takeSite(context, mode) {
  for (const [name, place] of Object.entries(SITE)) {
    const [path, ...links] = [place].flat()
    const page = await context.newPage()
    try {
      await page.goto(base + path)
      for (const link of links) await page.locator(link).first().click({ timeout: 10_000 })
      await page.waitForTimeout(name === 'replay' ? 8_000 : 1_200)
      await save(page, `${name}-${mode}`)
    } catch (error) {
      console.error(`${name}-${mode}: ${error.message.split('\n')[0]}`)
    }
    await page.close()
  }
}

async function takeScreens(page, address, screens, mode) {
  for (const [name, hash] of Object.entries(screens)) {
    await page.goto(address + hash)
    await page.waitForTimeout(1_500)
    await save(page, `${name}-${mode}`)
  }
}

try {
  const developer = await signUp()
  for (const [mode, options] of Object.entries(MODES)) {
    const context = await browser.newContext({ ...options, reducedMotion: 'no-preference' })
    await takeSite(context, mode)
    const portal = await context.newPage()
    await portal.goto(`${base}/developer/`)
    await portal.waitForTimeout(1_500)
    await save(portal, `portal-sign-in-${mode}`)
    await portal.fill('input[name=email]', developer.email)
    await portal.fill('input[name=password]', developer.password)
    await portal.keyboard.press('Enter')
    await portal.waitForSelector('#nav:not([hidden])')
    const screens = Object.entries(PORTAL).map(([name, hashOf]) => [`portal-${name}`, hashOf(developer)])
    await takeScreens(portal, `${base}/developer/`, Object.fromEntries(screens), mode)
    const page = await context.newPage()
    await page.goto(operator)
    await page.waitForTimeout(1_500)
    await save(page, `console-sign-in-${mode}`)
    await page.fill('input[name=token]', readFileSync(token, 'utf8').trim())
    await page.keyboard.press('Enter')
    await page.waitForSelector('#nav:not([hidden])')
    const names = CONSOLE.map((name) => [`console-${name}`, `#/${name}`])
    await takeScreens(page, `${operator}/`, Object.fromEntries(names), mode)
    await context.close()
  }
} finally {
  await browser.close()
}
