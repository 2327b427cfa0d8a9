import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPath } from './built-names.ts'
import { PASSWORD, type PagesSite, startPages } from './portal-pages-site.ts'

let site: PagesSite
beforeAll(async () => {
  site = await startPages()
})
afterAll(async () => {
  expect(site.faults()).toEqual([])
  await site.close()
})

describe('the portal pages over HTTP', () => {
  it('guards page, files and start alike, and leaves what is missing to the site', async () => {
    const paths = [
      '/developer/',
      '/developer/verify',
      '/developer/reset',
      await builtPath(`${site.url}/developer/`, 'portal.js'),
      '/developer/start.json',
    ]
    const answers = await Promise.all(paths.map((path) => site.send('GET', path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const missing = await site.send('GET', '/developer/none')
    expect(missing.status).toBe(404)
    expect(missing.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(answers[4]!.headers.get('cache-control')).toBe('private, no-store')
  })

  it('loads at most 110 KB with gzip, and the console too', () => {
    for (const name of ['portal', 'console']) {
      const folder = fileURLToPath(new URL(`../../web/dist/${name}/`, import.meta.url))
      const files = readdirSync(folder).filter((file) => file !== 'join.js')
      const bytes = files.map((file) => {
        const content = readFileSync(join(folder, file))
        // Fonts are compressed already.
        return file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length
      })
      const page = readFileSync(fileURLToPath(new URL(`../../web/pages/${name}/${name}.html`, import.meta.url)))
      const sum = bytes.reduce((all, n) => all + n, gzipSync(page, { level: 9 }).length)
      expect([name, sum > 50_000, sum <= 110 * 1_024]).toEqual([name, true, true])
    }
  })

  it('serves one page without anything inline, and the same one where letters point to', async () => {
    const { body: page } = await site.send('GET', '/developer/')
    expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?! type="module" src=)/)
    expect((await site.send('GET', '/developer/verify')).body).toBe(page)
    expect((await site.send('GET', '/developer/reset')).body).toBe(page)
    const bare = await site.send('GET', '/developer')
    expect([bare.status, bare.headers.get('location')]).toEqual([308, 'developer/'])
    expect((await site.send('GET', '/')).headers.get('location')).toBe('/docs/')
  })

  it('sends a file once and then only whether it has changed', async () => {
    const files = await Promise.all(
      ['portal.js', 'portal.css', 'icon.svg'].map((file) => builtPath(`${site.url}/developer/`, file)),
    )
    for (const path of ['/developer/', ...files]) {
      const first = await site.send('GET', path)
      const etag = first.headers.get('etag')!
      expect(first.headers.get('cache-control')).toBe(
        path === '/developer/' ? 'no-cache' : 'public, max-age=31536000, immutable',
      )
      const again = await site.send('GET', path, undefined, { 'if-none-match': `"other", W/${etag}` })
      expect([again.status, again.body]).toEqual([304, ''])
      expect((await site.send('GET', path, undefined, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  it('serves no other file and takes nothing in', async () => {
    for (const path of ['portal.html', 'portal.d.ts', '../package.json', '%2e%2e/package.json', 'x/portal.js', '.'])
      expect((await fetch(`${site.url}/developer/${path}`, { redirect: 'manual' })).status).toBe(
        path === '.' ? 200 : 404,
      )
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await site.send(method, '/developer/')).status).toBe(404)
    expect((await site.send('HEAD', '/developer/')).status).toBe(200)
  })

  it('says who is here without a refusal, and where the API is', async () => {
    const start = async (cookie?: string) =>
      (await site.send('GET', '/developer/start.json', undefined, cookie === undefined ? {} : { cookie })).body.data
    const base = {
      baseUrl: site.url,
      developerUrl: site.url,
      signIn: 'built-in',
      codeFlow: false,
      issuer: null,
      audience: null,
    }
    expect(await start()).toEqual({ ...base, person: 'nobody' })
    expect((await start(`agent-network=${'x'.repeat(43)}`)).person).toBe('nobody')
    const email = await site.person()
    const opened = await site.send('POST', '/_developer/session', { email, password: PASSWORD })
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
    expect((await start(cookie)).person).toBe('new')
    const headers = { cookie, 'x-csrf-token': opened.body.data.csrfToken }
    expect((await site.send('POST', '/_developer/signup', {}, headers)).status).toBe(201)
    expect((await start(cookie)).person).toBe('member')
    await site.operator('PATCH', 'config', { developerPortalEnabled: false })
    expect((await start(cookie)).person).toBe('closed')
    await site.operator('PATCH', 'config', { developerPortalEnabled: true })
  })
})
