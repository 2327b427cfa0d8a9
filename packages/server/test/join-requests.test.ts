// Join requests: order of refusals, limits, expiry, decisions and polls on each engine.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, HAS_CLUSTER, type Reply, startTestServer, type TestServer } from './harness.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  NOW,
  newSlug,
  OPEN_GATES,
  person,
  startIssuer,
  statusAndCode,
  TERMS,
} from './portal-site.ts'
import { readStore } from './store-access.ts'

const GATES = { ...OPEN_GATES, joinRequestsEnabled: true }
const BODY = { name: 'Lark', bio: 'I play chess.' }
const MINUTE = 60_000

for (const engine of ENGINES)
  describe(`join requests, on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let who: DeveloperAtWork
    let addresses = 0
    let address = ''

    const send = (path: string, body: unknown, from = address): Promise<Reply> =>
      server.get(path, undefined, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const ask = async (body: unknown = BODY): Promise<any> => {
      const reply = await send('/join', body)
      expect(statusAndCode(reply)).toBe('201')
      return reply.body.data
    }
    const poll = (deviceCode: unknown) => send('/join/poll', { deviceCode })
    const view = (userCode: string) => server.get(`/_developer/join-requests/${userCode}`)
    const confirm = (userCode: string, change: Record<string, unknown> = {}, by = who) =>
      by.portal('POST', `/join-requests/${userCode}/confirm`, {
        appId: by.appId,
        slug: newSlug(),
        worldId: 'harbour',
        ...TERMS,
        ...change,
      })
    const deny = (userCode: string, by = who) => by.portal('POST', `/join-requests/${userCode}/deny`)

    beforeAll(async () => {
      issuer = await startIssuer()
      server = await startTestServer(engine, { env: { ...issuer.env, AGENT_NETWORK_TRUST_PROXY: 'on' } })
      await server.setClock(NOW)
      await server.switches(GATES)
      for (const id of ['a-sandbox', 'harbour'])
        await server.operator('POST', '/_operator/worlds', { id, designation: 'visitor' })
      await server.switches({ sandboxWorldIds: ['a-sandbox'] })
    })
    beforeEach(async () => {
      await server.advance(16 * MINUTE)
      addresses += 1
      address = `198.51.100.${addresses}`
      who = await developer(issuer, server.baseUrl)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
    })

    it('lead from a request over a confirmation to a key that drives', async () => {
      const reply = await send('/join', { ...BODY, worldId: 'harbour' })
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([201, 'no-store'])
      const { deviceCode, userCode, expiresAt } = reply.body.data
      expect(reply.body.data).toEqual({
        deviceCode: expect.stringMatching(/^[\w-]{43}$/),
        userCode: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
        claimUrl: `${server.baseUrl}/claim/${userCode}`,
        pollUrl: `${server.baseUrl}/join/poll`,
        expiresAt,
        interval: 5,
      })
      const { now } = (await server.operator('GET', '/_operator/clock')).body.data ?? {}
      if (now !== undefined) expect(Date.parse(expiresAt) - Date.parse(now)).toBe(15 * MINUTE)
      const first = await poll(deviceCode)
      expect([first.status, first.body]).toEqual([202, { data: { state: 'pending' } }])
      expect((await view(userCode)).body.data).toEqual({
        ...BODY,
        address,
        state: 'pending',
        slug: 'lark',
        worldId: 'harbour',
        expiresAt,
      })
      const confirmed = await confirm(userCode, { slug: `lark-${engine}` })
      expect(statusAndCode(confirmed)).toBe('201')
      expect(JSON.stringify(confirmed.body)).not.toContain('anet_')
      const { agentId, handle } = confirmed.body.data
      expect((await view(userCode)).body.data.state).toBe('confirmed')
      await server.advance(5_000)
      const last = await poll(deviceCode)
      expect([last.status, last.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(last.body).toEqual({
        data: { agentId, handle, worldId: 'harbour', key: expect.stringMatching(/^anet_/), url: server.baseUrl },
      })
      expect((await server.post(`/v1/visitors/${agentId}/heartbeat`, last.body.data.key, {})).status).toBe(200)
      await server.advance(5_000)
      expect(statusAndCode(await poll(deviceCode))).toBe('410 JOIN_REQUEST_EXPIRED')
    })

    it('are refused by switch, then by rate, then by body', async () => {
      for (const value of [false, 'true', null]) {
        await server.switches({ joinRequestsEnabled: value })
        for (const path of ['/join', '/join/poll'])
          expect(statusAndCode(await send(path, '{'))).toBe('503 JOIN_REQUESTS_DISABLED')
        expect(statusAndCode(await view('BBBB-BBBB'))).toBe('503 JOIN_REQUESTS_DISABLED')
        expect(statusAndCode(await confirm('BBBB-BBBB'))).toBe('503 JOIN_REQUESTS_DISABLED')
        expect(statusAndCode(await deny('BBBB-BBBB'))).toBe('503 JOIN_REQUESTS_DISABLED')
      }
      await server.switches({ joinRequestsEnabled: true })
      for (const body of [
        '{',
        '[]',
        {},
        { name: '' },
        { name: '  ' },
        { name: 7 },
        { name: 'x'.repeat(41) },
        { ...BODY, bio: 'x'.repeat(501) },
        { ...BODY, worldId: 'nowhere' },
        { ...BODY, worldId: 'prime' },
        { ...BODY, worldId: '' },
        { ...BODY, slug: 'lark' },
      ])
        expect([body, statusAndCode(await send('/join', body))]).toEqual([body, '400 INVALID_INPUT'])
      for (const body of ['{', {}, { deviceCode: 7 }])
        expect(statusAndCode(await send('/join/poll', body))).toBe('400 INVALID_INPUT')
      await ask({ name: 'é'.repeat(40), bio: '🎲'.repeat(500) })
      for (let n = 1; n < 5; n++) await ask()
      const sixth = await send('/join', '{')
      expect(statusAndCode(sixth)).toBe('429 RATE_LIMIT_EXCEEDED')
      expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(600)
      expect((await send('/join', BODY, '203.0.113.9')).status).toBe(201)
    })

    it('count at most five open ones of an address, also under concurrency', async () => {
      const replies = await Promise.all(Array.from({ length: 12 }, () => send('/join', BODY)))
      expect(replies.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(429)])
      const opened = replies.find(({ status }) => status === 201)!.body.data
      expect(statusAndCode(await deny(opened.userCode))).toBe('200')
      await ask()
      expect((await send('/join', BODY)).status).toBe(429)
      await server.advance(15 * MINUTE)
      await ask()
    })

    it('may be polled at once, and then after the interval', async () => {
      const { deviceCode } = await ask()
      expect((await poll(deviceCode)).status).toBe(202)
      await server.advance(4_000)
      const early = await poll(deviceCode)
      expect([statusAndCode(early), early.headers.get('retry-after')]).toEqual(['429 RATE_LIMIT_EXCEEDED', '1'])
      await server.advance(1_000)
      expect((await poll(deviceCode)).status).toBe(202)
      expect(statusAndCode(await poll('unknown'))).toBe('410 JOIN_REQUEST_EXPIRED')
    })

    it('end after 15 minutes, and are deleted after a day', async () => {
      const [first, second] = [await ask(), await ask()]
      expect(statusAndCode(await confirm(second.userCode))).toBe('201')
      await server.advance(15 * MINUTE)
      for (const { deviceCode, userCode } of [first, second]) {
        expect(statusAndCode(await poll(deviceCode))).toBe('410 JOIN_REQUEST_EXPIRED')
        expect(statusAndCode(await view(userCode))).toBe('410 JOIN_REQUEST_EXPIRED')
        expect(statusAndCode(await confirm(userCode))).toBe('410 JOIN_REQUEST_EXPIRED')
        expect(statusAndCode(await deny(userCode))).toBe('410 JOIN_REQUEST_EXPIRED')
      }
      expect(await readStore(server, 'select * from join_requests')).not.toEqual([])
      await server.advance(24 * 60 * MINUTE)
      await expect.poll(() => readStore(server, 'select * from join_requests')).toEqual([])
    })

    it('are denied by a person with an account', async () => {
      const { deviceCode, userCode } = await ask()
      const newcomer = await person(issuer, server.baseUrl)
      expect(statusAndCode(await newcomer.portal('POST', `/join-requests/${userCode}/deny`))).toBe(
        '403 ACCOUNT_REQUIRED',
      )
      expect(
        statusAndCode(await server.get(`/_developer/join-requests/${userCode}/deny`, undefined, { method: 'POST' })),
      ).toBe('401 UNAUTHORIZED')
      expect(statusAndCode(await deny(userCode))).toBe('200')
      expect(statusAndCode(await poll(deviceCode))).toBe('403 JOIN_REQUEST_DENIED')
      expect(statusAndCode(await confirm(userCode))).toBe('403 JOIN_REQUEST_DENIED')
      expect((await view(userCode)).body.data.state).toBe('denied')
    })

    it('are confirmed with all rules of a registration; a refused one stays open', async () => {
      const { deviceCode, userCode } = await ask()
      const stranger = await developer(issuer, server.baseUrl)
      for (const [change, expected] of [
        [{ appId: stranger.appId }, '404 APP_NOT_FOUND'],
        [{ slug: 'No' }, '400 INVALID_INPUT'],
        [{ acceptedDeveloperTermsVersion: 'old' }, '400 DEVELOPER_TERMS_ACCEPTANCE_REQUIRED'],
        [{ acceptedVisitorTermsVersion: 'old' }, '400 VISITOR_TERMS_ACCEPTANCE_REQUIRED'],
        [{ worldId: undefined }, '409 VISITOR_WORLD_REQUIRED'],
        [{ worldId: 'nowhere' }, '404 WORLD_NOT_FOUND'],
        [{ worldId: 'prime' }, '409 VISITOR_REGISTRATION_REFUSED world_not_eligible'],
      ] as const)
        expect([change, statusAndCode(await confirm(userCode, change))]).toEqual([change, expected])
      await server.switches({ visitorSelfServeEnabled: false })
      expect(statusAndCode(await confirm(userCode))).toBe('403 VISITOR_SELF_SERVE_DISABLED')
      await server.switches(GATES)
      expect((await poll(deviceCode)).status).toBe(202)
      expect(statusAndCode(await confirm(userCode))).toBe('201')
      const other = await ask()
      expect(statusAndCode(await confirm(other.userCode))).toBe('409 VISITOR_LIMIT_REACHED')
      expect((await view(other.userCode)).body.data.state).toBe('pending')
    })

    it('are decided once, and mint one key, under concurrency', async () => {
      const { deviceCode, userCode } = await ask()
      const others = await Promise.all(Array.from({ length: 3 }, () => developer(issuer, server.baseUrl)))
      const decisions = await Promise.all([
        confirm(userCode),
        confirm(userCode),
        ...others.map((other) => confirm(userCode, {}, other)),
        deny(userCode),
        deny(userCode, others[0]),
      ])
      const winners = decisions.filter(({ status }) => status < 300)
      expect(winners).toHaveLength(1)
      const replies = await Promise.all(Array.from({ length: 20 }, () => poll(deviceCode)))
      const minted = replies.filter(({ status }) => status === 200)
      expect(minted).toHaveLength(winners[0]!.status === 201 ? 1 : 0)
      const visitors = await Promise.all(
        [who, ...others].map((one) => one.portal('GET', `/apps/${one.appId}/visitors`)),
      )
      expect(visitors.flatMap(({ body }) => body.data)).toHaveLength(minted.length)

      const plain = await ask()
      expect((await confirm(plain.userCode, {}, await developer(issuer, server.baseUrl))).status).toBe(201)
      const polls = await Promise.all(Array.from({ length: 20 }, () => poll(plain.deviceCode)))
      expect(polls.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    it('give no key while the app is suspended, nor for a released visitor', async () => {
      const { deviceCode, userCode } = await ask()
      const { agentId } = (await confirm(userCode)).body.data
      await server.operator('PATCH', `/_operator/apps/${who.appId}`, { status: 'suspended' })
      expect(statusAndCode(await poll(deviceCode))).toBe('403 APP_SUSPENDED')
      await server.operator('PATCH', `/_operator/apps/${who.appId}`, { status: 'active' })
      await who.portal('DELETE', `/apps/${who.appId}/visitors/${agentId}`)
      expect(statusAndCode(await poll(deviceCode))).toBe('410 JOIN_REQUEST_EXPIRED')
    })

    it('store digests of the codes, and texts without control characters', async () => {
      const { deviceCode, userCode } = await ask({ name: 'La\u0007rk\u202e <b>', bio: '<script>alert(1)</script>' })
      const { data } = (await view(userCode.toLowerCase().replace('-', ''))).body
      expect([data.name, data.bio, data.slug]).toEqual(['La rk  <b>', '<script>alert(1)</script>', 'la-rk-b'])
      const stored = JSON.stringify(await readStore(server, 'select * from join_requests'))
      for (const secret of [deviceCode, userCode, userCode.replace('-', '')]) expect(stored).not.toContain(secret)
    })

    it('go with the account that confirmed them', async () => {
      const { userCode } = await ask()
      expect((await confirm(userCode)).status).toBe(201)
      await who.portal('DELETE', '/account')
      expect(statusAndCode(await view(userCode))).toBe('410 JOIN_REQUEST_EXPIRED')
    })

    it('offer the worlds that take visitors, the sandbox last', async () => {
      expect((await who.portal('GET', '/visitor-worlds')).body.data).toEqual([
        { id: 'harbour', designation: 'visitor', isSandbox: false, isDefault: true },
        { id: 'a-sandbox', designation: 'visitor', isSandbox: true, isDefault: false },
      ])
    })

    it('have a claim page without inline code, whose code is never a path of others', async () => {
      const { claimUrl } = await ask()
      const page = await fetch(claimUrl)
      const text = await page.text()
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/)
      expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?! type="module" src=)/)
      for (const [, file] of text.matchAll(/(?:href|src)="(\.\.\/developer\/[^"]+\.\w+)"/g))
        expect((await fetch(new URL(file!, claimUrl))).status).toBe(200)
      expect((await fetch(`${server.baseUrl}/claim/nothing`)).status).toBe(404)
    })
  })

describe.runIf(HAS_CLUSTER)('join requests on two nodes', () => {
  it('are asked for on one, confirmed on another and polled on both', async () => {
    const issuer = await startIssuer()
    const database = await createDatabase()
    const options = { env: issuer.env, databaseUrl: database.url }
    const one = await startTestServer('postgres', options)
    const two = await startTestServer('postgres', options)
    try {
      await one.setClock(NOW)
      await one.switches(GATES)
      await one.operator('POST', '/_operator/worlds', { id: 'harbour', designation: 'visitor' })
      const post = (server: TestServer, path: string, body: unknown) => server.post(path, '', body)
      const { deviceCode, userCode } = (await post(one, '/join', BODY)).body.data
      const who = await developer(issuer, two.baseUrl)
      const body = { appId: who.appId, slug: newSlug(), worldId: 'harbour', ...TERMS }
      expect(statusAndCode(await who.portal('POST', `/join-requests/${userCode}/confirm`, body))).toBe('201')
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) => post(n % 2 === 0 ? one : two, '/join/poll', { deviceCode })),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    } finally {
      await two.close()
      await one.close()
      await issuer.close()
      await database.drop()
    }
  })
})
