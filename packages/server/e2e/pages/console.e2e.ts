import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AXE, CHROMIUM, launchBrowser, seriousFaults } from '../../test/browser.ts'
import { type ConsolePages, consolePages } from '../../test/console-pages.ts'
import { ENGINES, OPERATOR_TOKEN, startTestServer, type TestServer } from '../../test/harness.ts'

const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/', import.meta.url))
const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).error === undefined

const HOSTILE = `"><script>document.title='broken'</script><img src=x onerror="document.title='broken'">`
const PAGE_BYTES = 200 * 1_024

const MODES = {
  'desk-light': { width: 1_440, height: 900, colorScheme: 'light' },
  'desk-dark': { width: 1_440, height: 900, colorScheme: 'dark' },
  'phone-light': { width: 390, height: 844, colorScheme: 'light' },
  'phone-dark': { width: 390, height: 844, colorScheme: 'dark' },
} as const

/** Each width is checked fully once; in the other colours of that width only the contrast can differ. */
const WHOLE = ['desk-light', 'phone-dark']

describe.runIf(CHROMIUM !== null)('the console in a browser', () => {
  const engine = ENGINES.at(-1)!
  let server: TestServer
  let other: TestServer | null = null
  let browser: Browser
  let pages: ConsolePages
  const fixtureIds = { key: '', app: '', world: 'doomed' }

  beforeAll(async () => {
    mkdirSync(ARTIFACTS, { recursive: true })
    server = await startTestServer(engine)
    if (server.databaseUrl !== null) other = await startTestServer(engine, { databaseUrl: server.databaseUrl })
    const { operator } = server
    await server.switches({ mcpEnabled: true, visitorDriveEnabled: true, bannedTerms: ['fnord'] })
    await operator('POST', '/_operator/worlds', { id: fixtureIds.world, name: HOSTILE, designation: 'visitor' })
    await server.import({
      topics: [{ id: 'top-a', worldId: fixtureIds.world, name: HOSTILE }],
      agents: [{ id: 'agt-a', worldId: fixtureIds.world, handle: 'ada', displayName: HOSTILE }],
      posts: [
        { id: 'post-a', agentId: 'agt-a', topicId: 'top-a', text: HOSTILE, visibility: 'quarantined' },
        { id: 'post-b', agentId: 'agt-a', topicId: 'top-a', text: 'All quiet at the pier.' },
      ],
    })
    const key = await server.key({ name: HOSTILE, worldId: fixtureIds.world })
    fixtureIds.key = key.id
    fixtureIds.app = (
      await operator('POST', '/_operator/apps', { name: HOSTILE, ownerUid: 'dev-hostile' })
    ).body.data.id
    await operator('PATCH', '/_operator/developers/dev-hostile', { visitorCap: 3 })
    await operator('POST', '/_operator/visitors', { worldId: fixtureIds.world, slug: 'wren' })
    for (const path of ['/v1/posts', '/v1/posts', '/v1/nothing', '/v1/agents?page=x']) await server.get(path, key.key)
    await server.get('/v1/posts', 'nobody')
    const reported = await server.post('/v1/reports', key.key, { postId: 'post-b', reason: 'other', text: HOSTILE })
    expect(reported.status).toBe(201)
    browser = await launchBrowser()
    pages = consolePages(browser, server)
  })
  afterAll(async () => {
    await browser?.close()
    expect(server.errors()).toEqual([])
    await other?.close()
    await server.close()
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    expect(pages.faults).toEqual([])
  })

  const open = (hash?: string): Promise<Page> => pages.open(hash)
  const signIn = (hash?: string): Promise<Page> => pages.signIn(hash)
  const goTo = (page: Page, hash: string, title: string): Promise<void> => pages.goTo(page, hash, title)

  it('requires the token, and keeps neither token nor session where a script could read it', async () => {
    const page = await open()
    await page.fill('input[name=token]', 'not the token')
    await page.click('text=Sign in')
    await page.waitForSelector('.failure:not([hidden]) >> text=UNAUTHORIZED')
    pages.faults = pages.faults.filter((fault) => !fault.includes('401'))
    await page.fill('input[name=token]', OPERATOR_TOKEN)
    await page.click('text=Sign in')
    await page.waitForSelector('h1 >> text=Overview')
    const { cookies, origins } = await page.context().storageState({ indexedDB: true })
    expect(origins).toEqual([])
    expect(cookies).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict', path: '/' })])
    expect(await page.evaluate('document.cookie')).toBe('')
    expect(await page.content()).not.toContain(OPERATOR_TOKEN)
    await page.reload()
    await page.waitForSelector('h1 >> text=Overview')
    await page.click('#sign-out')
    await page.waitForSelector('text=You have signed out.')
    expect((await page.context().cookies()).length).toBe(0)
  })

  it('weighs little', async () => {
    const page = await open()
    const bytes = await page.evaluate(
      "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((all, entry) => all + entry.decodedBodySize, 0)",
    )
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(PAGE_BYTES)
  })

  it('kills a switch in two clicks and shows when each node has applied it, which then refuses', async () => {
    const { key } = await server.key()
    const nodes = other === null ? [server] : [server, other]
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const nodeStatuses = () =>
      Promise.all(
        nodes.map(
          async (node) => (await node.post('/mcp', key, ping, { 'mcp-protocol-version': '2025-11-25' })).status,
        ),
      )
    expect(await nodeStatuses()).toEqual(nodes.map(() => 200))
    const page = await signIn()
    await page.click('#switch-mcpEnabled')
    await page.click('[data-switch=mcpEnabled] .sure')
    await page.waitForSelector(`[data-switch=mcpEnabled] .applied-on >> text=${nodes.length} of ${nodes.length} nodes`)
    expect(await nodeStatuses()).toEqual(nodes.map(() => 503))
    expect(await page.getAttribute('#switch-mcpEnabled', 'aria-checked')).toBe('false')
    // By the clock of the database, from the commit of the change on; the result is printed and has no limit.
    const applied = await page.locator('[data-switch=mcpEnabled] .applied').allInnerTexts()
    const { data } = (await (other ?? server).operator('GET', '/_operator/nodes')).body
    expect(applied.toSorted()).toEqual(
      data.map(({ node, appliedAfterMs }: any) => `✓ ${node} after ${appliedAfterMs} ms`).toSorted(),
    )
    process.stdout.write(`  the console's switch bound: ${applied.join(', ')}\n`)
    expect(await page.innerText('[data-switch=mcpEnabled]')).toMatch(
      /changed by recovery\s+(just now|\d+ seconds? ago)/,
    )
    await goTo(page, '#/audit', 'Audit')
    const difference = await page.innerText('.differences li >> nth=0')
    expect(difference.replaceAll(/\s+/g, ' ')).toBe('mcpEnabled true false')
  })

  it('follows what happens by a stream, and keeps the focus where it is', async () => {
    const page = await signIn()
    const requests = page.locator('.tile', { hasText: 'Requests' }).locator('strong')
    const before = Number(await requests.innerText())
    await page.focus('.tile a')
    const { key } = await server.key({ worldId: fixtureIds.world })
    for (let n = 0; n < 3; n++) await server.get('/v1/posts', key)
    await page.waitForFunction(
      (least) =>
        [...(globalThis as any).document.querySelectorAll('.tile')].some(
          (tile: any) =>
            tile.innerText.startsWith('Requests') && Number(tile.querySelector('strong').innerText) >= least,
        ),
      before + 3,
    )
    expect(await page.evaluate('document.activeElement.matches(".tile a")')).toBe(true)
    const requestedUrls = await page.evaluate<string[]>(
      'performance.getEntriesByType("resource").map(({ name }) => name)',
    )
    expect(requestedUrls.filter((url) => url.includes('/_operator/status'))).toHaveLength(1)
  })

  it('is worked with the keyboard alone: in, to a switch, off and on again, and to a decision', async () => {
    const page = await open()
    const focus = () => page.evaluate<string>('document.activeElement.id || document.activeElement.className')
    /** Goes on by Tab until this has the focus. */
    const tabTo = async (wanted: string) => {
      for (let n = 0; n < 80; n++) {
        if ((await focus()).split(' ').includes(wanted)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${wanted} cannot be reached by Tab`)
    }
    await page.waitForSelector('input[name=token]')
    for (let n = 0; n < 20 && (await page.evaluate('document.activeElement.name')) !== 'token'; n++)
      await page.keyboard.press('Tab')
    await page.keyboard.type(OPERATOR_TOKEN)
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1 >> text=Overview')
    for (const next of ['true', 'false']) {
      await tabTo('switch-openaiDoorEnabled')
      await page.keyboard.press('Enter')
      await tabTo('sure')
      await page.keyboard.press('Enter')
      await page.waitForSelector(`#switch-openaiDoorEnabled[aria-checked=${next}]`)
    }
    await goTo(page, '#/reports', 'Reports')
    await page.keyboard.press('Tab')
    const id = await page.locator('[id^=dismissed-]').first().getAttribute('id')
    await tabTo(id!)
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog input[name=note]')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })
    expect(await focus()).toBe(id)
    // On no screen is there anything to click that the keyboard does not come to.
    for (const hash of ['keys', 'apps', 'worlds', 'moderation', 'requests', 'system']) {
      await goTo(page, `#/${hash}`, hash[0]!.toUpperCase() + hash.slice(1))
      const lost = 'main :is(a, button, input, select, summary):not(:is(:disabled, [hidden] *)), main [onclick]'
      const found = await page.evaluate(
        (all) =>
          [...(globalThis as any).document.querySelectorAll(all)]
            .filter((one: any) => one.checkVisibility() && (one.tabIndex < 0 || (one.tagName === 'A' && !one.href)))
            .map((one: any) => one.outerHTML.slice(0, 80)),
        lost,
      )
      expect([hash, found]).toEqual([hash, []])
    }
  })

  it.runIf(hasCurl)('shows the curl of a change, which does the same', async () => {
    const page = await signIn('#/switches')
    await page.click('[data-switch=followEnabled] summary')
    const command = await page.innerText('[data-switch=followEnabled] code >> nth=-1')
    const { stdout } = await run('sh', ['-c', `${command} -s`], {
      env: { ...process.env, AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN },
    })
    expect(JSON.parse(stdout).data.followEnabled).toBe(false)
    await page.click('#calls')
    expect(await page.innerText('dialog')).toContain('/_operator/switches')
  })

  it('changes a value, says what is wrong with one, and finds everything by Ctrl-K', async () => {
    const page = await signIn()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('bannedT')
    await page.waitForSelector('[role=option] >> text=bannedTerms')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#switch-bannedTerms:focus')
    await page.keyboard.press('Enter')
    await page.fill('dialog textarea', '["fnord", ')
    await page.click('dialog >> text=Save')
    await page.waitForSelector('dialog .failure:not([hidden]) >> text=A JSON list')
    await page.fill('dialog textarea', '["fnord", "blarg"]')
    await page.click('dialog >> text=Save')
    await page.waitForSelector('[data-switch=bannedTerms] .applied-on >> text=nodes')
    expect((await server.operator('GET', '/_operator/config')).body.data.bannedTerms).toEqual(['fnord', 'blarg'])
  })

  it('shows hostile names and texts as text', async () => {
    const page = await signIn()
    const screens = {
      '#/keys': 'Keys',
      '#/apps': 'Apps',
      '#/worlds': 'Worlds',
      '#/audit': 'Audit',
      '#/residents': 'Residents',
      '#/posts/post-a': 'Posts',
      '#/moderation': 'Moderation',
      '#/reports': 'Reports',
    }
    const own = {
      [`#/keys/${fixtureIds.key}`]: HOSTILE,
      [`#/apps/${fixtureIds.app}`]: HOSTILE,
      [`#/worlds/${fixtureIds.world}`]: HOSTILE,
    }
    for (const [hash, title] of Object.entries({ ...screens, ...own })) {
      await goTo(page, hash, title)
      expect(await page.innerText('main')).toContain("<script>document.title='broken'</script>")
    }
    expect(await page.locator('img[src=x]').count()).toBe(0)
  })

  it('is accessible and fits in four modes, on every screen', async () => {
    const page = await signIn()
    await page.evaluate(AXE)
    const screens = {
      overview: 'Overview',
      switches: 'Switches',
      worlds: 'Worlds',
      [`worlds/${fixtureIds.world}`]: HOSTILE,
      residents: 'Residents',
      'posts/post-a': 'Posts',
      moderation: 'Moderation',
      reports: 'Reports',
      keys: 'Keys',
      [`keys/${fixtureIds.key}`]: HOSTILE,
      apps: 'Apps',
      [`apps/${fixtureIds.app}`]: HOSTILE,
      developers: 'Developers',
      'developers/dev-hostile': 'dev-hostile',
      'sign-ups': 'Sign-ups',
      visitors: 'Visitors',
      webhooks: 'Webhooks',
      connections: 'Connections',
      research: 'Research',
      requests: 'Requests',
      audit: 'Audit',
      operators: 'Operators',
      me: 'Your access',
      system: 'System',
    }
    for (const [screen, title] of Object.entries(screens)) {
      await goTo(page, `#/${screen}`, title)
      for (const [mode, { colorScheme, ...viewport }] of Object.entries(MODES)) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        const isWhole = WHOLE.includes(mode)
        const found = await seriousFaults(page, isWhole ? undefined : 'color-contrast')
        expect([screen, mode, found]).toEqual([screen, mode, []])
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        expect([screen, mode, overflow <= 0]).toEqual([screen, mode, true])
        if (isWhole)
          await page.screenshot({ path: `${ARTIFACTS}console-${screen.replace(/\/.*/, '-one')}-${mode}.png` })
      }
    }
  })

  it('decides on what is held back and on reports, and shows what a term would catch before it is banned', async () => {
    const page = await signIn('#/moderation')
    await page.waitForSelector('#hidden-post-a')
    await page.fill('input[name=term]', 'pier')
    await page.click('text=Preview matches')
    await page.waitForSelector('text=1 of 1 public texts')
    await page.click('#hidden-post-a')
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('text=No texts found.')
    await goTo(page, '#/reports', 'Reports')
    await page.click('[id^=upheld-]')
    await page.fill('dialog input[name=note]', 'Thank you.')
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('text=No reports found.')
    const { data } = (await server.operator('GET', '/_operator/reports?state=upheld')).body
    expect(data).toEqual([expect.objectContaining({ subjectId: 'post-b', note: 'Thank you.' })])
  })

  it('leads from the overview to an open report, which is handled there', async () => {
    const { key } = await server.key({ worldId: fixtureIds.world })
    const reported = await server.post('/v1/reports', key, { postId: 'post-b', reason: 'abuse', text: 'Look at it.' })
    const page = await signIn()
    await page.waitForSelector('#nav a:has-text("Reports") .count')
    await page.click('.waiting a:has-text("open report")')
    await page.waitForSelector('main q >> text=Look at it.')
    await page.click(`#upheld-${reported.body.data.id}`)
    await page.fill('dialog input[name=note]', 'Hidden.')
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('dialog', { state: 'detached' })
    await page.waitForSelector(`#upheld-${reported.body.data.id}`, { state: 'detached' })
    const answer = await server.get(`/v1/reports/${reported.body.data.id}`, key)
    expect(answer.body.data).toMatchObject({ state: 'upheld', note: 'Hidden.' })
  })

  it('goes on with reports page by page', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, () => server.key({ worldId: fixtureIds.world })))
    await Promise.all(
      keys.map(async ({ key }) => {
        for (let n = 0; n < 9; n++) await server.post('/v1/reports', key, { postId: 'post-b', reason: 'spam' })
      }),
    )
    const page = await signIn('#/reports')
    await page.waitForSelector('[id^=upheld-]')
    expect(await page.locator('[id^=upheld-]').count()).toBe(50)
    await page.click('text=Load more')
    const all = (await server.operator('GET', '/_operator/reports?state=open&perPage=100')).body.data.length
    await page.waitForFunction((n) => (globalThis as any).document.querySelectorAll('[id^=upheld-]').length === n, all)
    expect(await page.isVisible('text=Load more')).toBe(false)
  })

  it('says so when the session ended elsewhere', async () => {
    const page = await signIn('#/keys')
    await page.context().clearCookies()
    await page.click('#nav >> text=Apps')
    await page.waitForSelector('text=Your session has ended.')
    pages.faults = pages.faults.filter((fault) => !fault.includes('401'))
  })
})
