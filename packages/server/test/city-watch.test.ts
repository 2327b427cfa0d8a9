import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from './browser.ts'
import { attempt, DAY, describeCity, enter, HOUR, look, openCity, pass, setTime } from './city-site.ts'

const watched = async (site: any, start = openCity) => {
  const city = await start(site)
  const guest = await enter(site, city)
  const { detail } = await attempt(site, guest, { journey: { destinationId: city.id('park') } })
  return { city, guest, detail, url: detail.watchUrl as string }
}

const dataOf = (url: string, change: Record<string, string> = {}) => {
  const { origin, searchParams } = new URL(url)
  const link = { journey: searchParams.get('journey'), t: searchParams.get('t'), ...change }
  return fetch(`${origin}/city/watch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(link),
  })
}

describeCity('a watched walk', (site) => {
  it('shows one walk and no other person to a caller with its token', async () => {
    const { city, guest, detail, url } = await watched(site())
    const other = await enter(site(), city)
    await attempt(site(), other, { journey: { destinationId: city.id('cafe') } })
    const response = await dataOf(url)
    const text = await response.text()
    expect(response.status).toBe(200)
    const { data } = JSON.parse(text)
    expect(data).toMatchObject({
      handle: guest.visitor.handle,
      walk: { departAt: detail.departAt, arriveAt: detail.arriveAt, toLabel: 'The park', meters: 240, lifts: 0 },
    })
    expect(data.walk.waypoints.at(-1).offsetMs).toBe(Date.parse(detail.arriveAt) - Date.parse(detail.departAt))
    for (const secret of [other.visitor.handle, guest.visitor.agentId, ...city.residents.map(({ handle }) => handle)])
      expect(text).not.toContain(secret)
  })

  it('returns the same 404 for a wrong token, another walk and no walk', async () => {
    const { url } = await watched(site())
    const { url: elsewhere } = await watched(site())
    const t = new URL(elsewhere).searchParams.get('t')!
    const answers = await Promise.all([
      dataOf(url, { t: 'x'.repeat(43) }),
      dataOf(url, { t }),
      dataOf(url, { journey: 'jny_nobody' }),
    ])
    const statusesAndTexts = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    expect(statusesAndTexts[0]![0]).toBe(404)
    expect(new Set(statusesAndTexts.map(String)).size).toBe(1)
  })

  it('ends a day after the dwell, and at once when its visitor is disabled', async () => {
    const { url, detail } = await watched(site())
    await setTime(site(), Date.parse(detail.arriveAt) + 20 * 60_000 + DAY)
    expect((await dataOf(url)).status).toBe(200)
    await pass(site(), 1)
    expect((await dataOf(url)).status).toBe(410)
    const second = await watched(site())
    await site().operator('PATCH', `/_operator/agents/${second.guest.visitor.agentId}`, { enabled: false })
    expect((await dataOf(second.url)).status).toBe(410)
  })

  describe.skipIf(CHROMIUM === null)('in a browser', () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser?.close())

    it('opens from the address that the act answered with', async () => {
      const { guest, url } = await watched(site())
      const page = await browser.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      expect((await page.goto(url))!.status()).toBe(200)
      await page.getByText(guest.visitor.handle).first().waitFor()
      await page.getByText('The park').first().waitFor()
      await pass(site(), HOUR)
      await look(site(), guest)
      await page.reload()
      await page.getByText('The park').first().waitFor()
      expect(faults).toEqual([])
      await page.close()
    })
  })
})
