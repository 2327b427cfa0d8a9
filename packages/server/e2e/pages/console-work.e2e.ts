import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from '../../test/browser.ts'
import { type ConsolePages, consolePages } from '../../test/console-pages.ts'
import { OPERATOR_TOKEN, startTestServer, type TestServer } from '../../test/harness.ts'
import { type ModelStub, startModelStub } from '../../test/model-stub.ts'
import { developer, type Issuer, OPEN_GATES, startIssuer, statusAndCode } from '../../test/portal-site.ts'
import { tempFolder } from '../../test/processes.ts'
import { changeStore } from '../../test/store-access.ts'

const run = promisify(execFile)
const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))

/** An operator manages worlds, keys, visitors and the clock by mouse and keyboard on one page, on the embedded store. */
describe.runIf(CHROMIUM !== null)('an operator at the console', () => {
  let server: TestServer
  let issuer: Issuer
  let model: ModelStub
  let browser: Browser
  let pages: ConsolePages
  let page: Page
  let first: { id: string; key: string }
  let second: { id: string; key: string }
  /** Of the one request of the first key that was refused. */
  let unique = { code: '', requestId: '' }

  const data = async (path: string) => (await server.operator('GET', `/_operator${path}`)).body.data
  const goTo = (hash: string, title: string): Promise<void> => pages.goTo(page, hash, title)

  /** Opens a dialog, fills it in, sends it and waits until it is gone. */
  async function ask(button: string, values: Record<string, string> = {}): Promise<void> {
    await page.click(button)
    for (const [name, value] of Object.entries(values)) await page.fill(`dialog [name=${name}]`, value)
    await page.click('dialog button[type=submit]')
  }
  async function done(button: string, values: Record<string, string> = {}): Promise<void> {
    await ask(button, values)
    await page.waitForSelector('dialog', { state: 'detached' })
  }

  /** Every word that a bar of progress says from now on. */
  const watchProgress = (): Promise<void> =>
    page.evaluate(() => {
      const { document, MutationObserver, window } = globalThis as any
      window.said = []
      const bar = document.querySelector('.progress')
      new MutationObserver(() => window.said.push(bar.innerText)).observe(bar, { childList: true, subtree: true })
    })
  const progressSaid = (): Promise<string[]> => page.evaluate(() => (globalThis as any).said)

  /** The rows of the table on the screen, as text. */
  const rows = async (): Promise<string[]> =>
    (await page.locator('main tbody tr').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ').trim())
  const searchFor = (typed: string): Promise<void> => page.fill('#search', typed)

  beforeAll(async () => {
    issuer = await startIssuer()
    model = await startModelStub()
    const env = {
      ...issuer.env,
      ...{ AGENT_NETWORK_MODEL_URL: model.url, AGENT_NETWORK_MODEL_NAME: 'stub' },
      ...{ AGENT_NETWORK_MODEL_PRICE_IN: '50000', AGENT_NETWORK_MODEL_PRICE_OUT: '200000' },
    }
    server = await startTestServer('sqlite', { env })
    await server.operator('POST', '/_operator/worlds', { id: 'harbour', name: 'Harbour', designation: 'visitor' })
    await server.import({
      topics: [{ id: 'top-tides', worldId: 'harbour', name: 'Tides' }],
      agents: [{ id: 'agt-ada', worldId: 'harbour', handle: 'ada', displayName: 'Ada' }],
      posts: Array.from({ length: 40 }, (_, n) => ({
        id: `post-${n}`,
        agentId: 'agt-ada',
        topicId: 'top-tides',
        text: `Low water at ${n}. ${'The pilings are dry again. '.repeat(60)}`,
        visibility: n < 2 ? 'quarantined' : 'public',
      })),
    })
    first = await server.key({ name: 'First', worldId: 'harbour' })
    second = await server.key({ name: 'Second', worldId: 'harbour' })
    const wren = (await server.operator('POST', '/_operator/visitors', { worldId: 'harbour', slug: 'wren' })).body.data
    await server.operator('POST', '/_operator/apps', { name: 'Lighthouse', ownerUid: 'dev-ann' })
    await server.switches({ ...OPEN_GATES, externalAgentInvokeEnabled: true, bannedTerms: ['fnord'] })
    const drives = await server.key({
      tier: 2,
      scopes: ['agents:drive', 'posts:read'],
      worldId: 'harbour',
      allowedAgentIds: [wren.agentId],
    })
    const blocked = { post: { text: 'At the fnord the tide turns.' } }
    await server.post(`/v1/visitors/${wren.agentId}/act`, drives.key, blocked, { 'idempotency-key': 'one' })
    for (const { key } of [first, second]) await server.get('/v1/posts', key)
    const refused = await server.post('/v1/reports', first.key, {})
    unique = { code: refused.body.error.code, requestId: refused.headers.get('request-id')! }
    await server.get('/v1/posts/nobody', second.key)
    const talks = await server.key({ tier: 2, scopes: ['agents:invoke'], worldId: 'harbour', invokeAnyAgent: true })
    const completion = await server.post('/v1/agents/agt-ada/complete', talks.key, { input: 'When is low water?' })
    expect(completion.status).toBe(200)
    browser = await launchBrowser()
    pages = consolePages(browser, server)
    page = await pages.signIn('#/worlds/harbour')
  })
  afterAll(async () => {
    await browser?.close()
    expect(server.errors()).toEqual([])
    await server.close()
    await Promise.all([issuer.close(), model.close()])
  })
  afterEach(() => expect(pages.faults.splice(0)).toEqual([]))

  it('pauses and resumes a world', async () => {
    for (const who of ['visitors', 'residents'] as const) {
      const paused = async () => (await data('/worlds/harbour'))[`${who}Paused`]
      await done(`#pause-${who}`)
      await page.waitForSelector(`#pause-${who} >> text=Resume ${who}`)
      expect(await paused()).toBe(true)
      await done(`#pause-${who}`)
      await page.waitForSelector(`#pause-${who} >> text=Pause ${who}`)
      expect(await paused()).toBe(false)
    }
  })

  it('forks it, and shows the curl of that, which makes another', async () => {
    await done('#fork', { id: 'twin', name: 'Twin' })
    await page.waitForSelector('#said >> text=Forked')
    await page.click('#calls')
    const command = await page.locator('dialog code', { hasText: '/worlds/harbour/fork' }).innerText()
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })
    expect(command).toMatch(/^curl -X POST /)
    const env = { ...process.env, AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN }
    const { stdout } = await run(
      'sh',
      ['-c', `${command.replace('"twin"', '"third"').replace('"Twin"', '"Third"')} -s`],
      { env },
    )
    expect(JSON.parse(stdout).data).toMatchObject({ id: 'third', name: 'Third' })
    await goTo('#/worlds/twin', 'Twin')
    expect(await page.innerText('main')).toContain('fork')
  })

  it('exports and imports a world, and tells how far it is', async () => {
    await goTo('#/worlds/harbour', 'Harbour')
    await watchProgress()
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#export')])
    await page.waitForSelector('.progress >> text=/[0-9.]+ MB written to harbour.json/')
    const progressTexts = await progressSaid()
    expect(progressTexts[0]).toContain('The server is writing the file')
    expect(progressTexts.some((words) => /^[0-9.]+ MB( of [0-9.]+ MB)?$/.test(words.trim()))).toBe(true)
    const path = (await file.path())!
    expect(JSON.parse(readFileSync(path, 'utf8')).posts).toHaveLength(40)
    await server.operator('DELETE', '/_operator/posts/post-9')
    await goTo('#/worlds', 'Worlds')
    await watchProgress()
    await page.setInputFiles('#import-file', path)
    await page.click('button >> text=/^Import$/')
    await page.waitForSelector('#said >> text=Imported')
    expect((await progressSaid()).join()).toContain('Sent; the server is checking and writing')
    expect(await page.innerText('.facts >> nth=-1')).toMatch(/posts\s+40\b/)
    expect((await server.get('/v1/posts/post-9', first.key)).status).toBe(200)
  })

  it('rotates a key, whose value is shown once, and disables it', async () => {
    await goTo(`#/keys/${first.id}`, 'First')
    await page.click('#rotate-key')
    await page.selectOption('dialog select[name=overlap]', '0')
    await page.click('dialog button[type=submit]')
    const value = await page.innerText('dialog [data-secret]')
    await page.click('text=I have saved it')
    await page.waitForSelector('dialog', { state: 'detached' })
    expect(await page.content()).not.toContain(value)
    const statusWithKey = async (key: string) => (await server.get('/v1/posts', key)).status
    expect([await statusWithKey(first.key), await statusWithKey(value)]).toEqual([401, 200])
    await page.click('#switch-key')
    await page.click('dialog summary')
    expect(await page.innerText('dialog code')).toContain(`-d '{"enabled":false}'`)
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('#switch-key >> text=Enable')
    expect(await statusWithKey(value)).toBe(403)
  })

  it('shows at a glance how it goes', async () => {
    await goTo('#/overview', 'Overview')
    const tiles = (await page.locator('.tile').allInnerTexts()).map((text) => text.split('\n')[0])
    expect(tiles.join()).toBe(
      'Requests,Refusals,Errors,Worlds,Posts,Model,Tokens today,Store,Shared state,Nodes,Jobs,Backup',
    )
    expect((await rows()).filter((row) => row.includes(unique.code)).length).toBeGreaterThan(0)
    expect((await rows()).filter((row) => row.startsWith('harbour ')).length).toBe(1)
    expect(await page.locator('main svg').count()).toBeGreaterThanOrEqual(4)
  })

  it('shows there what the calls and the metrics of the operator say', async () => {
    const lastTurn = Date.now() - 90_000
    await changeStore(server, "insert into life_worlds values ('harbour', 'nobody', 0, 0, $1, $2, 1)", [
      lastTurn,
      lastTurn,
    ])
    const env = {
      ...process.env,
      AGENT_NETWORK_OPERATOR_URL: server.operatorUrl,
      AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
      AGENT_NETWORK_DATA: server.data,
    }
    await run(process.execPath, [CLI, 'backup', join(tempFolder(), 'console.backup')], { env })
    const moments = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one: any) => one.getAttribute('datetime')))
    const sumOf = (metrics: string, name: string) =>
      [...metrics.matchAll(new RegExp(`^agent_network_${name}{.*} (\\d+)$`, 'gm'))].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      )
    /** Every value of the overview, as it is shown and as it is told; the page follows by a stream. */
    const differences = async () => {
      const [status, errors, days, metrics] = await Promise.all([
        data('/status'),
        data('/errors?window=1h'),
        data('/activity?per=day&points=1'),
        server.operator('GET', '/metrics').then(({ body }) => String(body)),
      ])
      const today = Object.fromEntries(days.series.map(({ name, values }: any) => [name, values[0]]))
      const sweeps = Object.values<any>(status.sweeps).map(({ at }) => at)
      const { requests, refusals, errors: failed, tokens, promptTokens, completionTokens } = today
      const cost = (promptTokens * 50_000 + completionTokens * 200_000) / 1_000_000
      const states = (wanted: string) => status.life.worlds.filter(({ state }: any) => state === wanted).length
      const expected = [
        `Requests ${requests} in the last hour`,
        `Refusals ${refusals} in the last hour`,
        `Errors ${failed} in the last hour`,
        `Worlds ${states('living')} living ${states('paused')} paused, ${states('stalled')} stalled, ${states('off')} off`,
        `Posts ${status.life.worlds.reduce((all: number, { posts }: any) => all + posts, 0)} in all worlds`,
        `Model stub breaker ${status.model.breaker.state}`,
        `Tokens today ${tokens} about ${cost.toFixed(2)} today`,
        `Store sqlite ${status.queueDepth} waiting`,
        `Shared state ${status.engines.sharedState} available`,
        'Nodes 1 all have applied the last change',
      ]
      const tileTexts = (await page.locator('.tile').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
      const table = await rows()
      const lines = [
        ...errors.map(({ route, code, status: n, count }: any) => `${route} ${code} ${n} ${count} `),
        ...status.life.worlds.map(
          ({ worldId, state, posts, tokensToday, tokenBudget, lastTurnAt }: any) =>
            `${worldId} ${state} ${posts} ${lastTurnAt === null ? 'never' : ''}|${tokensToday} of ${tokenBudget.toLocaleString('en')}`,
        ),
      ]
      return [
        ...expected.filter((text, i) => tileTexts[i] !== text),
        ...lines.filter((line) => {
          const [start, end = ''] = line.split('|')
          return !table.some((row) => row.startsWith(start!.trimEnd()) && row.endsWith(end))
        }),
        ...(sumOf(metrics, 'requests_total') === requests ? [] : ['requests_total']),
        ...(sumOf(metrics, 'refusals_total') === refusals + failed ? [] : ['refusals_total']),
        ...(sumOf(metrics, 'model_tokens_total') === tokens && tokens === 25 ? [] : ['model_tokens_total']),
        ...((await moments('.tile:nth-of-type(11) time')).join() === (sweeps.sort().at(-1) ?? '') ? [] : ['sweeps']),
        ...((await moments('.tile:nth-of-type(12) time')).join() === status.backup?.takenAt ? [] : ['backup']),
        ...((await moments('tr:has(a:text-is("harbour")) time')).join() === new Date(lastTurn).toISOString()
          ? []
          : ['last turn']),
      ]
    }
    await expect.poll(differences).toEqual([])
  })

  it('shows what was blocked with the rule that caught it, releases, erases, and bans a term it has tried', async () => {
    await goTo('#/moderation', 'Moderation')
    await done('#public-post-0')
    await page.waitForSelector('#public-post-0', { state: 'detached' })
    expect((await server.get('/v1/posts/post-0', second.key)).status).toBe(200)
    await done('#erase-post-1')
    await page.waitForSelector('text=No texts found.')
    await page.selectOption('select[name=verdict]', 'blocked')
    await page.waitForSelector('main tbody tr >> text=fnord')
    expect(await page.innerText('main tbody tr .rule-name')).toMatch(/\S/)
    await done('[id^=erase-]')
    await page.waitForSelector('text=No texts found.')
    expect(await data('/moderation?verdict=blocked')).toEqual([])
    await page.fill('input[name=term]', 'pilings')
    await page.click('text=Preview matches')
    await page.waitForSelector('text=39 of 39 public texts')
    await done('#ban')
    await page.waitForSelector('#said >> text=Banned')
    expect((await data('/config')).bannedTerms).toEqual(['fnord', 'pilings'])
  })

  it('suspends an app, found by a part of its name', async () => {
    await goTo('#/apps', 'Apps')
    await searchFor('lighth')
    await page.click('main tbody a >> text=Lighthouse')
    await page.selectOption('select[name=status]', 'suspended')
    await page.click('button >> text=Save')
    await page.waitForSelector('main .badge >> text=suspended')
    expect(await data('/apps?q=dev-ann')).toMatchObject([{ status: 'suspended' }])
  })

  it('suspends a developer, who can look from then on and make nothing, until it is taken back', async () => {
    const { uid, portal } = await developer(issuer, server.baseUrl)
    const createApp = async () => statusAndCode(await portal('POST', '/apps', { name: 'Another' }))
    expect(await createApp()).toBe('201')
    await goTo('#/developers', 'Developers')
    await searchFor(uid.slice(0, -2))
    await page.click(`main tbody a >> text=${uid}`)
    for (const [status, expected] of [
      ['suspended', /^403 /],
      ['active', /^201$/],
    ] as const) {
      await page.selectOption('select[name=status]', status)
      await page.click('button >> text=Save')
      await page.waitForSelector(`main .badge >> text=${status}`)
      expect(await data(`/developers/${uid}`)).toMatchObject({ status })
      expect(await createApp()).toMatch(expected)
      expect((await portal('GET', '/apps')).status).toBe(200)
    }
  })

  it('disables a visitor that was searched for', async () => {
    await goTo('#/visitors', 'Visitors')
    await searchFor('nobody')
    await page.waitForSelector('text=No visitors found.')
    await searchFor('wren')
    await done('[id^=switch-]')
    await page.waitForSelector('main .badge >> text=disabled')
    expect(await data('/visitors?q=wren')).toMatchObject([{ enabled: false }])
  })

  it('releases a visitor, and erases it after its id was typed', async () => {
    const creation = await server.operator('POST', '/_operator/visitors', { worldId: 'harbour', slug: 'lapwing' })
    const { agentId } = creation.body.data
    await goTo('#/visitors', 'Visitors')
    await searchFor('lapwing')
    await done(`#release-${agentId}`)
    await page.waitForSelector('main .badge >> text=released')
    await ask(`#erase-${agentId}`, { typed: 'something else' })
    await page.selectOption('dialog [name=posts]', 'delete')
    await page.fill('dialog [name=typed]', agentId)
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('dialog', { state: 'detached' })
    expect(await data('/visitors?q=lapwing')).toEqual([])
  })

  it('exports and erases a developer', async () => {
    const { uid } = await developer(issuer, server.baseUrl)
    await goTo(`#/developers/${uid}`, uid)
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#export-developer')])
    expect(JSON.parse(readFileSync((await saved.path())!, 'utf8'))).toMatchObject({ account: { uid } })
    await done('#erase-developer', { typed: uid })
    await page.waitForSelector('h1 >> text=Developers')
    expect((await server.operator('GET', `/_operator/developers/${uid}`)).status).toBe(404)
  })

  it('searches the requests of all keys by code, by status and by id', async () => {
    await goTo('#/requests', 'Requests')
    const looked = async (name: string, value: string) => {
      await page.fill(`input[name=${name}]`, value)
      await page.click('button >> text=Search')
      await page.waitForLoadState('networkidle')
      await page.fill(`input[name=${name}]`, '')
      return rows()
    }
    const all = await rows()
    for (const { id } of [first, second]) expect(all.filter((row) => row.includes(id)).length).toBeGreaterThan(1)
    const found = (name: string, value: string) => expect.poll(() => looked(name, value))
    for (const [name, value] of Object.entries(unique))
      await found(name, value).toEqual([expect.stringMatching(new RegExp(`${first.id}.* 400 ${unique.code}`))])
    await found('status', '404').toEqual([expect.stringMatching(new RegExp(`${second.id}.* 404 NOT_FOUND`))])
  })

  it('shows in the audit what was changed, from what to what', async () => {
    await goTo('#/audit', 'Audit')
    await searchFor(first.id)
    await expect.poll(async () => (await rows()).every((row) => row.includes(first.id))).toBe(true)
    const [newest] = await rows()
    expect(newest).toMatch(/recovery .*enabled true false$/)
  })

  it('goes anywhere by Ctrl-K', async () => {
    for (const [typed, kind, at] of [
      ['twin', 'world', '#/worlds/twin'],
      ['Second', 'key', `#/keys/${second.id}`],
      ['wren', 'visitor', '#/visitors'],
      ['@ada', 'resident', '#/residents/agt-ada'],
      ['post-7', 'post', '#/posts/post-7'],
      ['Req', 'screen', '#/requests'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(typed)
      await page.locator('[role=option]', { hasText: typed }).filter({ hasText: kind }).first().click()
      await page.waitForFunction((hash) => (globalThis as any).location.hash === hash, at)
      await page.waitForSelector('dialog', { state: 'detached' })
    }
  })

  it('finds a request by its id with Ctrl-K, and says when nothing is found', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('no such thing')
    await page.waitForSelector('dialog [role=status] >> text=Nothing found.')
    await page.fill('dialog [role=combobox]', unique.requestId)
    await page.locator('[role=option]', { hasText: unique.requestId }).filter({ hasText: 'request' }).click()
    await page.waitForSelector('dialog', { state: 'detached' })
    await expect
      .poll(rows)
      .toEqual([expect.stringMatching(new RegExp(`${first.id}.* 400 ${unique.code}.*${unique.requestId}`))])
    expect(await page.inputValue('input[name=requestId]')).toBe(unique.requestId)
  })

  it('lists the residents of a world, with their counts, and finds one by handle', async () => {
    await goTo('#/residents', 'Residents')
    await page.selectOption('#select-world', 'harbour')
    const ada = /^@ada Ada harbour present 39 0 0 agt-ada Disable…$/
    await expect.poll(rows).toEqual([expect.stringMatching(ada)])
    await searchFor('nobody of this name')
    await page.waitForSelector('main >> text=No residents found.')
    await searchFor('ad')
    await expect.poll(rows).toEqual([expect.stringMatching(ada)])
  })

  it('lists the posts of a world newest first with author and state, by id, author, words and state', async () => {
    await server.operator('PATCH', '/_operator/posts/post-9', { visibility: 'quarantined' })
    await goTo('#/posts', 'Posts')
    await page.selectOption('#select-world', 'harbour')
    await expect.poll(async () => (await rows()).length).toBe(39)
    const found = async (typed: string, n: number, pattern: RegExp): Promise<void> => {
      await searchFor(typed)
      await expect.poll(async () => (await rows()).filter((row) => pattern.test(row)).length).toBe(n)
      await expect.poll(async () => (await rows()).length).toBe(n)
    }
    await found('post-9', 1, /@ada Ada Low water at 9\. .* quarantined .*post-9 Release…$/)
    await found('water 17', 1, /Low water at 17\..* public .*post-17 Hide…$/)
    await found('@ada', 38, /@ada Ada/)
    await found('no such words', 0, /./)
    await page.waitForSelector('main >> text=No posts found.')
    await page.selectOption('#select-visibility', 'quarantined')
    await found('', 1, /post-9 Release…$/)
    await done('#public-post-9')
    await page.waitForSelector('#public-post-9', { state: 'detached' })
    expect((await server.get('/v1/posts/post-9', second.key)).status).toBe(200)
  })

  it('counts imported posts in the overview', async () => {
    await goTo('#/overview', 'Overview')
    const tile = page.locator('.tile', { hasText: 'Posts' }).locator('strong')
    const posts = (await data('/status')).life.worlds.reduce((all: number, one: any) => all + one.posts, 0)
    expect([posts >= 38, await tile.innerText()]).toEqual([true, String(posts)])
  })

  it('sorts a table by a click on the name of a column', async () => {
    await goTo('#/worlds', 'Worlds')
    const names = () => page.locator('main tbody td[data-name=Id]').allInnerTexts()
    await page.click('th button >> text=Id')
    await expect.poll(async () => (await page.getAttribute('th:has-text("Id")', 'aria-sort')) ?? '').toBe('ascending')
    const ascending = await names()
    expect(ascending).toEqual(ascending.toSorted())
    await page.click('th button >> text=Id')
    await expect.poll(names).toEqual(ascending.toReversed())
  })

  it('moves the test clock', async () => {
    await goTo('#/system', 'System')
    const before = Date.parse((await data('/clock')).now)
    await page.click('#advance-3600000')
    await page.waitForSelector('#said >> text=Clock moved')
    await page.waitForSelector('#clock-system')
    const { now, mode } = await data('/clock')
    expect([Date.parse(now) - before >= 3_600_000, mode]).toEqual([true, 'frozen'])
    await page.click('#clock-system')
    await page.waitForSelector('#clock-system', { state: 'detached' })
    expect((await data('/clock')).mode).toBe('system')
  })

  it('purges a world only when its id was typed, and says how many rows go', async () => {
    await goTo('#/worlds/twin', 'Twin')
    const { rows: count } = await data('/worlds/twin/rows')
    expect(count).toBeGreaterThan(1)
    await ask('#purge', { typed: 'twi' })
    expect(await page.innerText('dialog')).toContain(`${count} rows are deleted permanently`)
    expect(await page.locator('dialog [name=typed]:invalid').count()).toBe(1)
    await page.click('dialog summary')
    expect(await page.innerText('dialog code')).toMatch(/^curl -X DELETE 'http.*\/_operator\/worlds\/twin'/)
    expect((await data('/worlds/twin')).status).toBe('running')
    await page.fill('dialog [name=typed]', 'twin')
    await page.click('dialog button[type=submit]')
    await page.waitForSelector('#said >> text=The world is being purged')
    await page.waitForSelector('.badge >> text=purging')
  })
})
