import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AXE, CHROMIUM, launchBrowser, seriousFaults } from '../../test/browser.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { NOW, PICTURED, PRIME_FILE } from '../../test/site-world.ts'
import { BROWSED_PAGES } from '../../test/visited-pages.ts'
import { feetAtRest, load, MODES, SHOWN_THOUGH_HIDDEN, UNMARKED, UNSEEN, WEIGHT, type Weight } from './site-looks.ts'

const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/', import.meta.url))

const PAGE_BYTES = 200 * 1_024
const PAGE_REQUESTS = 15

/**
 * Text within a second at 1.6 Mbit/s and 150 ms: three round trips (connection, page, style sheet) leave 550 ms, in which
 * 110 KB pass; half of that is for what a young connection does not send yet.
 */
const BEFORE_TEXT = { bytes: 55 * 1_024, requests: 2 }
const THROTTLE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 96_000 }
/** A browser on a slow line downloads four pages that differ in what they are made of. */
const THROTTLED = ['feed', 'person', 'city', 'guide'] as const

/** The script of the feed asks for what it may have missed once it is connected. */
const CONNECTED = "performance.getEntriesByType('resource').some(({ name }) => name.includes('latest.json'))"

/** Each width is checked fully once; in the other colours of that width only the contrast can differ. */
const WHOLE = ['desk-light', 'phone-dark']

describe.runIf(CHROMIUM !== null)('the public site in a browser', () => {
  let server: TestServer
  let browser: Browser
  const weights: Record<string, Weight & { readonly firstTextMs?: number }> = {}
  beforeAll(async () => {
    mkdirSync(ARTIFACTS, { recursive: true })
    server = await startTestServer('sqlite')
    await server.setClock(NOW)
    await server.import(PRIME_FILE)
    await server.switches({ publicSiteEnabled: true })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    writeFileSync(`${ARTIFACTS}site-weights.json`, `${JSON.stringify(weights, null, 2)}\n`)
    await browser?.close()
    expect(server.errors()).toEqual([])
    await server.close()
  })

  for (const [name, path] of Object.entries(BROWSED_PAGES))
    it(`shows ${name} in four modes and in the reader's colours: accessible, by keyboard, within its bounds, without an error or a foreign request`, async () => {
      const { page, faults, requests, bytes } = await load(browser, server.baseUrl + path)
      const weight = await page.evaluate<Weight>(WEIGHT)
      weights[name] = weight
      expect([weight.bytes > 0 && weight.bytes <= BEFORE_TEXT.bytes, weight.requests <= BEFORE_TEXT.requests]).toEqual([
        true,
        true,
      ])
      await page.keyboard.press('Tab')
      const skip = page.locator('.skip:focus')
      expect((await skip.boundingBox())!.x).toBeGreaterThanOrEqual(0)
      expect(await page.evaluate(UNSEEN)).toEqual([])
      expect(await page.evaluate(SHOWN_THOUGH_HIDDEN)).toEqual([])
      await page.evaluate(AXE)
      for (const [mode, { colorScheme, ...viewport }] of Object.entries(MODES)) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        expect([mode, await seriousFaults(page, WHOLE.includes(mode) ? undefined : 'color-contrast')]).toEqual([
          mode,
          [],
        ])
        // Only the map and the graph may be wider than the screen.
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        expect([mode, overflow <= 0]).toEqual([mode, true])
        // Pictures for whoever wants to see; they take longer than the looks.
        if (WHOLE.includes(mode)) await page.screenshot({ path: `${ARTIFACTS}site-${name}-${mode}.png` })
      }
      await page.emulateMedia({ forcedColors: 'active' })
      expect([await seriousFaults(page, 'color-contrast'), await page.evaluate(UNMARKED)]).toEqual([[], []])
      await page.setViewportSize({ width: 2_560, height: 1_440 })
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      expect(await page.title()).not.toBe('broken')
      expect(faults).toEqual([])
      expect(requests.filter((url) => !url.startsWith(server.baseUrl) && !url.startsWith('data:'))).toEqual([])
      const first = requests.filter((url) => !url.startsWith('data:'))
      expect(first.length).toBeLessThanOrEqual(PAGE_REQUESTS)
      expect(bytes()).toBeLessThanOrEqual(PAGE_BYTES)
      await page.context().close()
    })

  it('can be read and walked through without scripts', async () => {
    for (const path of ['/', '/posts/post-tide', '/@ada', '/city', '/games/game-on', '/network']) {
      const { page, faults } = await load(browser, server.baseUrl + path, { javaScriptEnabled: false })
      expect([path, (await page.innerText('main')).length > 80]).toEqual([path, true])
      expect(faults).toEqual([])
      await page.context().close()
    }
    const { page } = await load(browser, `${server.baseUrl}/`, { javaScriptEnabled: false })
    await page.click('article:has-text("The tide is out.") a.when')
    expect(await page.innerText('.replies')).toContain('It will be back.')
    await page.goBack()
    await page.click('nav >> text=Search')
    await page.fill('input[name=q]', 'soup')
    await page.click('form button')
    expect(await page.innerText('main')).toContain('Soup at noon.')
    await page.context().close()
  })

  it('names people and places of the city without scripts', async () => {
    const { page } = await load(browser, `${server.baseUrl}/city`, { javaScriptEnabled: false })
    const text = await page.innerText('main')
    const { places } = await (await page.request.get(`${server.baseUrl}/city-map.json`)).json()
    const { bodies } = await (await page.request.get(`${server.baseUrl}/city.json`)).json()
    expect(bodies.length).toBeGreaterThan(0)
    const missing = [
      ...places.map(({ label }: { label: string }) => label),
      ...bodies.map(({ displayName }: { displayName: string }) => displayName),
    ].filter((name) => !text.includes(name.replaceAll(/\s+/g, ' ')))
    expect(missing).toEqual([])
    await page.context().close()
  })

  it('copies code by keyboard, and has no copy button without scripts', async () => {
    const path = `${server.baseUrl}/docs/start`
    const { page, faults } = await load(browser, path, { permissions: ['clipboard-read', 'clipboard-write'] })
    const code = await page.locator('.code pre').first().innerText()
    expect(code).toContain(server.baseUrl)
    await page.locator('.code .copy').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.copy >> text=Copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code.trimEnd())
    expect(faults).toEqual([])
    await page.context().close()
    const plain = await load(browser, path, { javaScriptEnabled: false })
    expect([await plain.page.locator('.copy').count(), (await plain.page.locator('pre').count()) > 0]).toEqual([
      0,
      true,
    ])
    await plain.page.context().close()
  })

  it('sends a read and an act from the playground and keeps the key out of addresses and storage', async () => {
    await server.switches({ visitorDriveEnabled: true })
    const worldId = await server.world()
    const visitor = (await server.operator('POST', '/_operator/visitors', { worldId, slug: 'play' })).body.data.agentId
    const { key } = await server.key({
      tier: 2,
      scopes: ['agents:drive', 'posts:read'],
      worldId,
      allowedAgentIds: [visitor],
    })
    const { page, faults, requests } = await load(browser, `${server.baseUrl}/docs/reference/playground#getMe`)
    await page.fill('#playground-key', key)
    await page.keyboard.press('Enter')
    await page.waitForSelector('#playground-status >> text=200 OK')
    expect(await page.innerText('#playground-body')).toContain(visitor)
    expect(await page.innerText('#playground-headers')).toContain('Request-Id: req_')
    expect(await page.innerText('#playground-curl')).toContain(`"${server.baseUrl}/v1/me"`)
    await page.selectOption('#playground-route', 'act')
    await page.fill('[data-name=agentId]', visitor)
    await page.selectOption('#playground-example', 'bio')
    await page.fill('#playground-json', '{"bio":{"text":"Sent from the page."}')
    await page.click('#playground-send')
    await page.waitForSelector('#playground-status >> text=not a JSON object')
    await page.fill('#playground-json', '{"bio":{"text":"Sent from the page."}}')
    for (const id of ['curl', 'typescript', 'python'])
      expect(await page.innerText(`#playground-${id}`)).toContain('Sent from the page.')
    await page.click('#playground-send')
    await expect.poll(() => page.innerText('#playground-body')).toContain('"status": "created"')
    await page.evaluate(AXE)
    for (const [mode, { colorScheme, ...viewport }] of Object.entries(MODES)) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      expect([mode, await seriousFaults(page)]).toEqual([mode, []])
      await page.screenshot({ path: `${ARTIFACTS}site-playground-sent-${mode}.png`, fullPage: true })
    }
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state])',
    )
    const visibleText = await page.innerText('main')
    expect([...requests, stored, visibleText].filter((text) => text.includes(key))).toEqual([])
    await page.goto(`${server.baseUrl}/about`)
    await page.goBack()
    expect(await page.inputValue('#playground-key')).toBe('')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('shows the pictures that its pages name', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/posts/post-harm`)
    for (const path of PICTURED) {
      await page.goto(server.baseUrl + path)
      const url = await page.getAttribute('meta[property="og:image"]', 'content')
      const answer = await page.request.get(url!)
      expect([url, answer.status()]).toEqual([url, 200])
      const size = `const i = new Image(); i.src = ${JSON.stringify(url)}; i.decode().then(() => i.naturalWidth)`
      expect(await page.evaluate<number>(size)).toBe(1_200)
      const name = path.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 30)
      writeFileSync(`${ARTIFACTS}picture${name}.png`, await answer.body())
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('puts new posts in at the top, keeps them for who reads further down, and takes back what is gone', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/`)
    await expect.poll(() => page.evaluate(CONNECTED)).toBe(true)
    const post = (id: string, text: string) => ({ id, agentId: 'agt-bo', text, createdAt: NOW })
    await server.import({ posts: [post('post-new', 'Fresh from the pot.')] })
    await page.waitForSelector('article.fresh >> text=Fresh from the pot.')
    await page.screenshot({ path: `${ARTIFACTS}site-feed-live.png` })
    await page.evaluate("document.querySelector('footer.foot').style.paddingTop = '200vh'; scrollTo(0, 900)")
    await server.import({ posts: [post('post-newer', 'Fresher still.'), post('post-newest', 'Freshest.')] })
    await page.click('text=Show 2 new posts')
    await page.waitForSelector('article.fresh >> text=Freshest.')
    expect(await page.locator('.arrivals').count()).toBe(0)
    await server.operator('PATCH', '/_operator/posts/post-newest', { visibility: 'hidden' })
    await page.waitForSelector('text=Freshest.', { state: 'detached' })
    // New posts have a colour that fades; contrast is measured on the final colour.
    await page.evaluate(
      'Promise.all(document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished))',
    )
    await page.evaluate(AXE)
    expect(await seriousFaults(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('goes on after a minute without a network: nothing is missed, and times have moved on', async () => {
    const { page, faults, requests } = await load(browser, `${server.baseUrl}/`, {
      before: (opened) => opened.clock.install({ time: NOW }),
    })
    // A clock that is set has no list of what was loaded.
    await expect.poll(() => requests.some((url) => url.includes('latest.json'))).toBe(true)
    const post = (id: string, text: string) => ({ posts: [{ id, agentId: 'agt-bo', text, createdAt: NOW }] })
    await server.import(post('post-before', 'Still here.'))
    const when = page.locator('article:has-text("Still here.") time')
    await expect.poll(() => when.innerText()).toBe('just now')
    await page.context().setOffline(true)
    // The line is cut, and whatever the page tries meanwhile fails.
    await page.evaluate("dispatchEvent(new Event('online'))")
    await server.import(post('post-off', 'While you were out.'))
    await page.clock.runFor(65_000)
    expect(await when.innerText()).toBe('1 minute ago')
    expect(await page.innerText('main')).not.toContain('While you were out.')
    await page.context().setOffline(false)
    await page.evaluate("dispatchEvent(new Event('online'))")
    const hasNotice =
      "document.body.innerText.includes('While you were out.') || document.querySelector('.arrivals') !== null"
    await expect.poll(() => page.evaluate(hasNotice)).toBe(true)
    if ((await page.locator('.arrivals').count()) > 0) await page.click('.arrivals')
    await page.waitForSelector('article >> text=While you were out.')
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(fault))).toEqual([])
    await page.context().close()
  })

  it('offers new replies of a thread and puts them where they belong', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/posts/post-tide`)
    const reply = {
      id: 'rep-new',
      postId: 'post-tide',
      parentReplyId: 'rep-one',
      agentId: 'agt-ada',
      text: 'It is back.',
    }
    await server.import({ replies: [{ ...reply, createdAt: NOW }] })
    await page.click('text=Show 1 new reply')
    await page.waitForSelector('#rep-one #rep-new >> text=It is back.')
    await page.screenshot({ path: `${ARTIFACTS}site-thread-live.png` })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('steps through a game by buttons and keys, and follows one that is being played', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/games/game-over`)
    const pieces = () => page.locator('#board use').count()
    expect(await pieces()).toBe(32)
    await page.click('button[aria-label="First position"]')
    expect(await page.innerText('#replay output')).toBe('Start position')
    await page.keyboard.press('ArrowRight')
    expect(await page.innerText('#replay output')).toContain('f3')
    await page.goto(`${server.baseUrl}/games/game-on`)
    expect(await page.innerText('.clock-of-black')).toContain('to move, due')
    const [game] = PRIME_FILE.games
    await server.import({ games: [{ ...game, moves: [...game!.moves, 'b8c6'] }] })
    await page.waitForSelector('.moves li.here >> text=Nc6')
    expect(await page.innerText('.clock-of-white')).toContain('to move, due')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('sets a puzzle a day from a game that was played, with its answer behind a key', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/games`)
    const puzzle = page.locator('.puzzle')
    expect(await puzzle.locator('.task').innerText()).toBe('Black to move: mate in 1 move.')
    expect(await puzzle.locator('.answer').isVisible()).toBe(false)
    await puzzle.locator('summary').focus()
    await page.keyboard.press('Enter')
    expect(await puzzle.locator('.answer').innerText()).toBe('Qh4#')
    await page.screenshot({ path: `${ARTIFACTS}site-puzzle.png` })
    await puzzle.locator('a').click()
    expect(await page.innerText('h1')).toBe('Bo Reed against Ada Marl')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('shows who plays whom in a grid that is accessible and stays within a phone', async () => {
    const [, over] = PRIME_FILE.games
    const met = (id: string, whiteAgentId: string, blackAgentId: string) => ({
      ...over,
      ...{ id, whiteAgentId, blackAgentId, moves: ['e2e4', 'e7e5'], endReason: 'resignation' },
    })
    await server.import({
      games: [
        met('game-2', 'agt-harm', 'agt-bo'),
        met('game-3', 'agt-ada', 'agt-bo'),
        met('game-4', 'agt-bo', 'agt-ada'),
      ],
    })
    const { page, faults } = await load(browser, `${server.baseUrl}/games`)
    await page.evaluate(AXE)
    expect(await page.locator('.grid-of-games tbody tr').count()).toBe(3)
    expect(await page.locator('.grid-of-games td.met-5').first().getAttribute('title')).toMatch(/^3 games: /)
    for (const [mode, { colorScheme, ...viewport }] of Object.entries(MODES)) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      expect([mode, await seriousFaults(page, mode === 'desk-light' ? undefined : 'color-contrast')]).toEqual([
        mode,
        [],
      ])
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      await page.locator('section:has(.grid-of-games)').screenshot({ path: `${ARTIFACTS}site-opponents-${mode}.png` })
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('lets one follow somebody in the city by keyboard, hears who comes, and looks back by day and by night', async () => {
    const { page, faults, requests } = await load(browser, `${server.baseUrl}/city`)
    await page.waitForSelector('body[data-ready]')
    const names = () => page.locator('#follow option').allInnerTexts()
    await expect.poll(names).toContain('Ada Marl')
    expect(await names()).not.toContain('Bo Reed')
    const stay = { id: 'stay-bo', agentId: 'agt-bo', destinationId: 'place-park', arrivedAt: NOW }
    await server.import({ stays: [{ ...stay, staysUntil: '2026-03-10T14:00:00.000Z' }] })
    await expect.poll(names).toContain('Bo Reed')
    expect(requests.filter((url) => url.includes('/city.json'))).toEqual([])
    await page.focus('#follow')
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('#following:not([hidden]) a')
    expect(await page.innerText('#following a')).toBe(await page.innerText('#follow option:checked'))
    await page.selectOption('#follow', { label: 'Ada Marl' })
    await page.waitForSelector('#following .words >> text=The tide is out.')
    await page.selectOption('#follow', '')
    await page.waitForSelector('#following', { state: 'hidden' })
    const { x, y } = await feetAtRest(page)
    await page.mouse.click(x, y)
    await page.waitForSelector('#following:not([hidden]) a')
    expect(await names()).toContain(await page.innerText('#following a'))
    const sky = () => page.getAttribute('#stage', 'data-sky')
    await expect.poll(sky).toBe('day')
    await page.fill('#scrub', String(30 * 1_440 - 600))
    expect(await page.getAttribute('#live', 'aria-pressed')).toBe('false')
    expect(await page.innerText('#shown-time')).toContain('2026-03-10 02:0')
    await expect.poll(sky).toBe('night')
    await page.screenshot({ path: `${ARTIFACTS}site-city-night.png` })
    await page.click('#live')
    expect(await page.getAttribute('#live', 'aria-pressed')).toBe('true')
    await expect.poll(names).toContain('Bo Reed')
    await page.screenshot({ path: `${ARTIFACTS}site-city-live.png` })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('walks by Tab in the order of the page, and the skip link leads into its content', async () => {
    const { page } = await load(browser, `${server.baseUrl}/`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    const positions: number[] = []
    for (let n = 0; n < 12; n++) {
      await page.keyboard.press('Tab')
      const place = "[...document.querySelectorAll('*')].indexOf(document.activeElement)"
      if (!(await page.evaluate<boolean>("document.activeElement.closest('main') !== null"))) break
      positions.push(await page.evaluate<number>(place))
    }
    expect(positions.length).toBeGreaterThan(5)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    await page.context().close()
  })

  it('has no animation for readers who prefer reduced motion', async () => {
    const { page } = await load(browser, `${server.baseUrl}/`, { reducedMotion: 'reduce' })
    await expect.poll(() => page.evaluate(CONNECTED)).toBe(true)
    await server.import({ posts: [{ id: 'post-calm', agentId: 'agt-bo', text: 'Quietly, now.', createdAt: NOW }] })
    await page.waitForSelector('article >> text=Quietly, now.')
    const moving = 'document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).length'
    expect(await page.evaluate(moving)).toBe(0)
    await page.context().close()
  })

  it('shows its text on a slow line; how soon is written down', async () => {
    const { page } = await load(browser, `${server.baseUrl}/about`)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await session.send('Network.emulateNetworkConditions', THROTTLE)
    for (const name of THROTTLED) {
      await page.goto(server.baseUrl + BROWSED_PAGES[name], { waitUntil: 'commit' })
      const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
      const painted = () => page.evaluate<number>(paint)
      await expect.poll(painted).toBeGreaterThan(0)
      weights[name] = { ...weights[name]!, firstTextMs: Math.round(await painted()) }
    }
    await page.context().close()
  })
})
