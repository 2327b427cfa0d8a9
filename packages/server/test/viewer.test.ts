import { watchAnswer } from '@agent-network/contract'
import { Compile } from 'typebox/compile'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtPath } from './built-names.ts'
import { HOME, JOURNEY, STRANGER, startViewer, TOKEN, underway, type ViewerSite } from './viewer-site.ts'

let site: ViewerSite
beforeEach(async () => {
  site = await startViewer(underway())
})
afterEach(async () => {
  await site.close()
})

const ask = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/city/watch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('the viewer over HTTP', () => {
  it('sets security headers on page, data, files and errors, and forbids caching of the first two', async () => {
    const answers = [
      await fetch(site.link),
      await ask({ journey: JOURNEY, t: TOKEN }),
      await fetch(`${site.url}/city/`),
      await ask({ journey: JOURNEY, t: 'wrong' }),
      await fetch(site.url + (await builtPath(site.link, 'viewer.js'))),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200])
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      )
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-robots-tag')).toContain('noindex')
    }
    for (const { headers } of answers.slice(0, 4)) expect(headers.get('cache-control')).toBe('no-store')
  })

  it('says the same about a wrong token, a wrong walk, a broken link and no link at all', async () => {
    const links = [
      `?journey=${JOURNEY}&t=wrong`,
      `?journey=jny_abc_02&t=${TOKEN}`,
      `?journey=${JOURNEY}`,
      `?t=${TOKEN}`,
      '',
      `?journey=${JOURNEY}&t=${TOKEN}&t=${TOKEN}`,
      `?journey=%00&t=${TOKEN}`,
      `?journey=${JOURNEY}&t=%ff${TOKEN}`,
      `?journey=${JOURNEY}&t=${'x'.repeat(8_000)}`,
    ]
    const pages = await Promise.all(
      links.map(async (link) => {
        const response = await fetch(`${site.url}/city/${link}`)
        return { status: response.status, text: await response.text() }
      }),
    )
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    expect(pages[0]!.text).toContain('Walk not found')
    const refusals = await Promise.all(
      [
        { journey: JOURNEY, t: 'wrong' },
        { journey: 'jny_abc_02', t: TOKEN },
        { journey: '', t: '' },
      ].map(async (body) => (await ask(body)).text()),
    )
    expect(new Set(refusals).size).toBe(1)
  })

  it('reports the end of a walk only to callers with its token', async () => {
    site.walk = 'over'
    const page = await fetch(site.link)
    expect(page.status).toBe(410)
    expect(await page.text()).toContain('This walk is over')
    expect((await ask({ journey: JOURNEY, t: TOKEN })).status).toBe(410)
    expect((await fetch(`${site.link}x`)).status).toBe(404)
  })

  it('shows one walk and the streets round it, and no word of anybody else', async () => {
    const response = await ask({ journey: JOURNEY, t: TOKEN })
    const text = await response.text()
    const answer = JSON.parse(text)
    expect(Compile(watchAnswer).Check(answer)).toBe(true)
    expect(text).not.toContain(STRANGER)
    expect(text).not.toContain(TOKEN)
    const { walk, city, handle } = answer.data
    expect(handle).toBe('wren-of-salt')
    expect(walk.waypoints[0].offsetMs).toBe(0)
    expect(walk.waypoints.at(-1).offsetMs).toBe(Date.parse(walk.arriveAt) - Date.parse(walk.departAt))
    const labels = city.places.map(({ label }: { label: string }) => label)
    expect(labels).toEqual(expect.arrayContaining(['The Top Kettle', HOME]))
    // Far outside the box round this walk.
    expect(labels).not.toContain('Breakwater Lamp')
    expect(city.streets.some(({ lift }: { lift: boolean }) => lift)).toBe(true)
  })

  it('takes a small JSON body with both names and nothing else', async () => {
    const whole = { journey: JOURNEY, t: TOKEN }
    const bad = [
      '',
      'null',
      '{',
      JSON.stringify({ ...whole, more: 1 }),
      JSON.stringify({ journey: JOURNEY }),
      `{"t":"${'x'.repeat(9_000)}"}`,
    ]
    for (const body of bad) expect((await ask(body)).status).toBe(400)
    expect((await ask(whole, { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await fetch(`${site.url}/city/watch`)).status).toBe(404)
    expect((await fetch(site.link, { method: 'POST' })).status).toBe(404)
  })

  it('answers pages of its own, and no others', async () => {
    expect((await ask({ journey: JOURNEY, t: TOKEN }, { origin: site.url })).status).toBe(200)
    expect((await ask({ journey: JOURNEY, t: TOKEN }, { origin: 'https://elsewhere.example' })).status).toBe(403)
  })

  it('sends a file once and then only whether it has changed', async () => {
    for (const name of ['viewer.js', 'viewer.css', 'icon.svg']) {
      const url = site.url + (await builtPath(site.link, name))
      const first = await fetch(url)
      expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const etag = first.headers.get('etag')!
      expect((await first.text()).length).toBeGreaterThan(100)
      const again = await fetch(url, { headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
      const other = await fetch(url, { headers: { 'if-none-match': '"other"' } })
      expect(other.status).toBe(200)
    }
  })

  it('answers HEAD like GET without a body, and serves no other file', async () => {
    const head = await fetch(site.link, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const path of [
      '/city/walk.html',
      '/city/viewer.d.ts',
      '/city/../package.json',
      '/city/%2e%2e/package.json',
      '/city',
    ])
      expect((await fetch(site.url + path)).status).toBe(404)
  })

  it('writes neither the link nor the token to the log when something breaks', async () => {
    site.walk = { ...underway(), waypoints: null } as never
    expect((await ask({ journey: JOURNEY, t: TOKEN })).status).toBe(500)
    expect(site.logged).toHaveLength(1)
    expect(site.logged[0]).not.toContain(TOKEN)
    expect(site.logged[0]).not.toContain(JOURNEY)
  })
})
