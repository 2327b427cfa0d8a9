import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  NOW,
  newSlug,
  OPEN_GATES,
  startIssuer,
  statusAndCode,
  TERMS,
} from './portal-site.ts'
import { readStore } from './store-access.ts'

const run = promisify(execFile)
const COMMAND = fileURLToPath(new URL('../../client/bin/agent-network-client.mjs', import.meta.url))
const CLI = fileURLToPath(new URL('../program/cli/main.js', import.meta.url))

for (const engine of ENGINES)
  describe(`joining by a link, on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let who: DeveloperAtWork
    let agentId: string
    let key: { id: string; key: string }
    const folder = mkdtempSync(join(tmpdir(), 'agent-network-join-'))

    const newLink = async (): Promise<string> => {
      const reply = await who.portal('POST', `/apps/${who.appId}/visitors/${agentId}/join-link`)
      expect(statusAndCode(reply)).toBe('201')
      return reply.body.data.joinUrl
    }
    const exchange = (link: string, headers = {}) =>
      server.get(new URL(link).pathname, undefined, { method: 'POST', headers })
    const beat = (using: string) => server.post(`/v1/visitors/${agentId}/heartbeat`, using, {})
    const appAs = (status: string) => server.operator('PATCH', `/_operator/apps/${who.appId}`, { status })

    beforeAll(async () => {
      issuer = await startIssuer()
      server = await startTestServer(engine, { env: issuer.env })
      await server.setClock(NOW)
      await server.switches(OPEN_GATES)
      await server.operator('POST', '/_operator/worlds', { id: 'harbour', designation: 'visitor' })
    })
    beforeEach(async () => {
      await server.advance(60_000)
      who = await developer(issuer, server.baseUrl)
      const reply = await who.portal('POST', `/apps/${who.appId}/visitors`, { slug: newSlug(), ...TERMS })
      agentId = reply.body.data.visitor.agentId
      key = reply.body.data.key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it('gives a new key for the old one, once, and leaves everything else of the key as it was', async () => {
      const before = (await who.portal('GET', `/apps/${who.appId}/api-keys/${key.id}`)).body.data
      const link = await newLink()
      const { status, headers, body } = await exchange(link)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(body).toEqual({
        data: {
          agentId,
          handle: expect.stringMatching(/^visitor-/),
          worldId: 'harbour',
          key: expect.stringMatching(/^anet_/),
          url: server.baseUrl,
        },
      })
      expect((await beat(key.key)).body.error.code).toBe('INVALID_API_KEY')
      expect((await beat(body.data.key)).status).toBe(200)
      const after = (await who.portal('GET', `/apps/${who.appId}/api-keys/${key.id}`)).body.data
      expect({ ...after, lastFour: '' }).toEqual({ ...before, lastFour: '' })
      expect(statusAndCode(await exchange(link))).toBe('410 JOIN_LINK_EXPIRED')
    })

    it('is used up by one of many who come at once', async () => {
      const link = await newLink()
      const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(link)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)])
    })

    it('ends after ten minutes, with a newer one, and with the visitor', async () => {
      const first = await newLink()
      const second = await newLink()
      expect(statusAndCode(await exchange(first))).toBe('410 JOIN_LINK_EXPIRED')
      await server.advance(600_000)
      expect(statusAndCode(await exchange(second))).toBe('410 JOIN_LINK_EXPIRED')
      const third = await newLink()
      await who.portal('DELETE', `/apps/${who.appId}/visitors/${agentId}`)
      expect(statusAndCode(await exchange(third))).toBe('410 JOIN_LINK_EXPIRED')
      const missingVisitor = await who.portal('POST', `/apps/${who.appId}/visitors/${agentId}/join-link`)
      expect(statusAndCode(missingVisitor)).toBe('404 VISITOR_NOT_FOUND')
      expect(statusAndCode(await exchange(`${server.baseUrl}/join/nothing`))).toBe('410 JOIN_LINK_EXPIRED')
    })

    it('is refused while the app is not active, and is not used up by that', async () => {
      const link = await newLink()
      for (const [status, code] of [
        ['suspended', 'APP_SUSPENDED'],
        ['revoked', 'APP_REVOKED'],
      ] as const) {
        await appAs(status)
        expect(statusAndCode(await exchange(link))).toBe(`403 ${code}`)
        const refusedLink = await who.portal('POST', `/apps/${who.appId}/visitors/${agentId}/join-link`)
        expect(statusAndCode(refusedLink)).toBe(`403 ${code}`)
      }
      await appAs('active')
      expect((await exchange(link)).status).toBe(200)
    })

    it('can be created by its owner only, and not used from foreign pages', async () => {
      const stranger = await developer(issuer, server.baseUrl)
      const path = `/apps/${who.appId}/visitors/${agentId}/join-link`
      expect(statusAndCode(await stranger.portal('POST', path))).toBe('404 APP_NOT_FOUND')
      const link = await newLink()
      expect(statusAndCode(await exchange(link, { origin: 'https://stranger.example' }))).toBe('403 ORIGIN_NOT_ALLOWED')
    })

    it('is shown on a page that uses nothing up, and is stored as a digest', async () => {
      const link = await newLink()
      const page = await fetch(link)
      const text = await page.text()
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(text).toContain(`npx -y ${server.baseUrl}/packages/client.tgz join ${link}`)
      expect(text).not.toContain('anet_')
      // The page has no inline code; its style sheet is that of the portal.
      expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?! type="module" src=)/)
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      )
      for (const [, file] of text.matchAll(/(?:href|src)="(\.\.\/developer\/[^"]+\.\w+)"/g))
        expect((await fetch(new URL(file!, link))).status).toBe(200)
      const stored = JSON.stringify(await readStore(server, 'select * from join_links'))
      const code = link.split('/').at(-1)!
      expect(stored).not.toContain(code)
      expect(Buffer.from(code, 'base64url')).toHaveLength(16)
      const cut = `${server.baseUrl}/join/<b>`
      expect((await fetch(cut)).headers.get('content-type')).toContain('application/json')
      const told404 = await fetch(cut, { headers: { accept: 'text/html' } })
      expect([told404.status, told404.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      for (const method of ['OPTIONS', 'PROPFIND']) {
        const refused = await fetch(cut, { method, headers: { accept: 'text/html' } })
        expect([method, refused.status, ((await refused.json()) as any).error.code]).toEqual([method, 404, 'NOT_FOUND'])
      }
      expect(await told404.text()).toContain('Join link not found')
      expect((await exchange(link)).status).toBe(200)
    })

    it('is guessed at only so often from one address', async () => {
      const replies = []
      for (let i = 0; i < 12; i++) replies.push(await exchange(`${server.baseUrl}/join/${'a'.repeat(22)}`))
      expect(replies.map(statusAndCode).slice(0, 10)).toEqual(Array(10).fill('410 JOIN_LINK_EXPIRED'))
      expect(statusAndCode(replies.at(-1)!)).toBe('429 RATE_LIMIT_EXCEEDED')
      expect(replies.at(-1)!.headers.get('retry-after')).toMatch(/^\d+$/)
    })

    it.each([
      ['the client', COMMAND],
      ['the server’s command line', CLI],
    ])('is exchanged by a command of %s, which stores the key before the first heartbeat', async (_name, command) => {
      const file = join(folder, `${agentId}.env`)
      const { stdout } = await run(process.execPath, [command, 'join', await newLink(), '--file', file])
      const lines = readFileSync(file, 'utf8').trim().split('\n')
      expect(lines.map((line) => line.split('=')[0])).toEqual([
        'AGENT_NETWORK_URL',
        'AGENT_NETWORK_KEY',
        'AGENT_NETWORK_AGENT_ID',
      ])
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(stdout).toContain(agentId)
      expect(stdout).not.toContain('anet_')
      const [visitor] = (await who.portal('GET', `/apps/${who.appId}/visitors`)).body.data
      expect(visitor.status).toBe('present')
      await expect(run(process.execPath, [command, 'join', `${server.baseUrl}/join/used`])).rejects.toThrow(
        'JOIN_LINK_EXPIRED',
      )
    })

    it('portal keys may name a world in which their owner has a visitor, and read it', async () => {
      const make = (worldId: string) =>
        who.portal('POST', `/apps/${who.appId}/api-keys`, {
          name: 'Reader',
          worldId,
          ...TERMS,
          acceptedVisitorTermsVersion: undefined,
        })
      expect(statusAndCode(await make('prime'))).toBe('400 INVALID_INPUT')
      const registration = await make('harbour')
      expect(statusAndCode(registration)).toBe('201')
      const { data } = (await server.get('/v1/agents', registration.body.data.key)).body
      expect(data.map(({ id }: { id: string }) => id)).toContain(agentId)
      expect((await beat(registration.body.data.key)).body.error.code).toBe('INSUFFICIENT_TIER')
    })
  })
