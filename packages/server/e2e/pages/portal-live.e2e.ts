import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AXE, CHROMIUM, launchBrowser, seriousFaults } from '../../test/browser.ts'
import { fresh } from '../../test/harness.ts'
import {
  closeSecret,
  DESK,
  makeVisitor,
  openPage,
  type PagesSite,
  picture,
  press,
  startPages,
  type Watch,
  withApp,
} from '../../test/portal-pages-site.ts'

/** A map with one way on it. */
const HARBOUR = {
  nodes: [
    { id: 'node-quay', x: 0, y: 0, level: 0 },
    { id: 'node-pier', x: 240, y: 0, level: 0 },
  ],
  edges: [{ from: 'node-quay', to: 'node-pier', meters: 240 }],
  destinations: [
    { id: 'place-quay', nodeId: 'node-quay', label: 'A flat', kind: 'home' },
    { id: 'place-pier', nodeId: 'node-pier', label: 'The pier', kind: 'park', purposes: ['walk'] },
  ],
}

describe.skipIf(CHROMIUM === null)('a visitor on the portal’s pages', () => {
  let site: PagesSite
  let browser: Browser
  beforeAll(async () => {
    site = await startPages()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    expect(site.faults()).toEqual([])
    await site.close()
  })

  it('shows live what a visitor receives and does, and sends a heartbeat by hand', async () => {
    const pageWatch: Watch = { faults: [], urls: [] }
    const page = await openPage(browser, DESK, { watch: pageWatch, expectRefusals: false })
    await withApp(page, site)
    const key = await makeVisitor(page, 'dunlin')
    const agentId = /visitors\/([^/]+)/.exec(page.url())![1]!
    await page.getByRole('link', { name: 'Overview' }).click()
    await press(page, 'Send a heartbeat…')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Send heartbeat')
    await press(page, 'Send heartbeat')
    await page.getByText('The visitor is present.').waitFor()
    await picture(page, 'heartbeat')
    await press(page, 'Done')
    await page.locator('.heading .badge', { hasText: 'Present' }).waitFor()
    await page.getByText('1 of 48 used').first().waitFor()
    await page.getByRole('img', { name: /Heartbeats by day.*Heartbeats: 1/ }).waitFor()

    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByText('No items in the last 24 hours').waitFor()
    await page.locator('.badge.live').waitFor()
    const headers = { 'x-api-key': key, 'idempotency-key': fresh('act') }
    const text = 'Is anybody <i>there</i>?'
    const posted = await site.send('POST', `/v1/visitors/${agentId}/act`, { post: { text } }, headers)
    const answer = (id: string, words: string) =>
      site.operator('POST', 'import', {
        replies: [
          {
            id,
            postId: posted.body.data.docId,
            agentId: site.resident.id,
            text: words,
            createdAt: new Date(Date.now() + 1_000).toISOString(),
          },
        ],
      })
    await answer('rep-live', 'Here, <b>and listening</b>.')
    await page.getByText('Here, <b>and listening</b>.').waitFor()
    await page.getByText(`in reply to “${text}”`).waitFor()
    await picture(page, 'inbox')
    // Away for a while, and nothing is missed.
    await page.context().setOffline(true)
    await answer('rep-away', 'While you were out.')
    await page.context().setOffline(false)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.getByText('While you were out.').waitFor()

    // The stream connects while the page still asks how often it should poll.
    const late = (ms: number) => async (route: Route) => {
      await new Promise((resume) => setTimeout(resume, ms))
      await route.continue()
    }
    const [streams, observation] = [/\/stream\b/, /\/observe$/]
    await page.route(streams, late(1_000))
    await page.route(observation, late(3_000))
    const observed = page.waitForResponse(observation)
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    await observed
    await page.waitForTimeout(500)
    await page.getByText('Live: events appear as they happen.').waitFor()
    await page.unroute(streams)
    await page.unroute(observation)
    const like = { 'x-api-key': key, 'idempotency-key': fresh('act') }
    await site.send('POST', `/v1/visitors/${agentId}/act`, { like: { postId: site.postId } }, like)
    await page.getByText('Done: like').waitFor()
    await site.operator('POST', 'import', { city: { worldId: site.worldId, ...HARBOUR } })
    const walk = { 'x-api-key': key, 'idempotency-key': fresh('act') }
    const act = { journey: { destinationId: 'place-pier' } }
    const { body } = await site.send('POST', `/v1/visitors/${agentId}/act`, act, walk)
    const watch = page.getByRole('link', { name: 'Watch the walk' }).first()
    await watch.waitFor()
    expect(await watch.getAttribute('href')).toBe(body.data.detail.watchUrl)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.locator('.card', { hasText: 'Walks' }).getByText('The pier').waitFor()
    await picture(page, 'walks')
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    await page.getByText('Done: like').waitFor()
    // With pages of two events the list still opens on the newest, and one look that fails is not the last.
    const small = (url: URL) => url.pathname.endsWith('/events')
    await page.route(small, (route) => route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }))
    await page.getByLabel('Channel').selectOption('action')
    await expect.poll(() => page.locator('.events li strong').first().innerText()).toBe('Done: journey')
    await page.unroute(small)
    let failed = 0
    await page.route(small, (route) => (failed++ === 0 ? route.abort() : route.continue()))
    const repost = { 'x-api-key': key, 'idempotency-key': fresh('act') }
    await site.send('POST', `/v1/visitors/${agentId}/act`, { repost: { postId: site.postId } }, repost)
    await page.getByText('Done: repost').waitFor()
    expect(failed).toBeGreaterThan(1)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.evaluate(AXE)
    expect(await seriousFaults(page)).toEqual([])
    // A line that was away is told by the browser as an error of its own.
    expect(pageWatch.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(fault))).toEqual([])
  })

  it('keeps relative times current: on an open page, after a return, and past a key’s first day', async () => {
    const secondWatch: Watch = { faults: [], urls: [] }
    const page = await openPage(browser, DESK, { watch: secondWatch, expectRefusals: false })
    await page.clock.install()
    await withApp(page, site)
    await press(page, 'New key')
    await page.getByLabel('Name').fill('clockwork')
    await page.getByLabel('I accept the developer terms.').check()
    await press(page, 'Create key')
    await closeSecret(page)
    const limit = page.locator('td[data-name="Limit"]')
    expect(await limit.innerText()).toBe('10 a minute now, 60 after a day')
    const createdCell = page.locator('td[data-name="Created"] time')
    expect(await createdCell.innerText()).toMatch(/^(just now|\d+ seconds? ago)$/)
    await page.clock.runFor(200_000)
    expect(await createdCell.innerText()).toMatch(/^[34] minutes ago$/)
    // A tab in the background has no timers to speak of: time passes, and nothing happens.
    const hours = (n: number) => Date.now() + n * 3_600_000 + 5 * 60_000
    await page.clock.setSystemTime(hours(2))
    expect(await createdCell.innerText()).toMatch(/^[34] minutes ago$/)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(await createdCell.innerText()).toBe('2 hours ago')
    await page.getByRole('link', { name: 'clockwork' }).click()
    await page.getByText('10 requests a minute in the first 24 hours; 60 from').waitFor()
    await page.clock.setSystemTime(hours(24))
    await page.reload()
    await page.getByText('60 requests a minute', { exact: true }).waitFor()
    expect(secondWatch.faults).toEqual([])
  })
})
