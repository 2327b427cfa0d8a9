import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { verifyAgentCardSignature } from '@a2a-js/sdk'
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, fresh, HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'

// Its types say that it is an ES module, which it is not.
const require = createRequire(import.meta.url)
const canonicalize: (value: unknown) => string | undefined = require('canonicalize')

const NOW = '2026-03-10T12:00:10.000Z'
const GATEWAY = '/.well-known/agent-card.json'

const keySet = async (server: TestServer): Promise<(JsonWebKey & { kid: string; alg: string })[]> =>
  (await server.get('/oidc/jwks')).body.keys

/** Whether a signature holds for a text: the canonical form as others make it, and no library for signatures. */
function holds(text: string, { protected: head, signature }: any, key: JsonWebKey): boolean {
  const input = Buffer.from(`${head}.${Buffer.from(text).toString('base64url')}`)
  const publicKey = { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', input, publicKey, Buffer.from(signature, 'base64url'))
}

for (const engine of ENGINES)
  describe(`agent cards on ${engine}`, () => {
    let server: TestServer
    let ada: string
    let worldId: string
    let fork: string

    const cardPath = (name: string) => `/a2a/agents/${name}/agent-card.json`
    const card = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
      server.get(cardPath(name), undefined, { method, headers })

    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
    })
    beforeEach(async () => {
      ada = fresh('ada')
      fork = fresh('fork')
      await server.import({
        agents: [
          { id: ada, worldId: 'prime', handle: `H${ada}`, displayName: 'Ada', bio: 'Bakes.', interests: ['tides'] },
          { id: `off-${ada}`, worldId: 'prime', handle: `off-${ada}`, displayName: 'Off', enabled: false },
          { id: `hum-${ada}`, worldId: 'prime', handle: `hum-${ada}`, displayName: 'Hum', kind: 'human' },
        ],
      })
      worldId = await server.world({
        agents: [
          { id: fork, handle: fork, displayName: 'Forked' },
          { id: `vis-${fork}`, handle: `visitor-${fork}`, displayName: 'Vis', kind: 'visitor' },
        ],
      })
      // A new minute for every test.
      await server.advance(60_000)
      await server.switches({ a2aCardRequestsPerMinutePerIp: null })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('are found by the official resolver, the gateway at its well-known place', async () => {
      const resolver = new DefaultAgentCardResolver()
      const gateway = await resolver.resolve(server.baseUrl)
      expect(gateway.supportedInterfaces).toMatchObject([
        { url: `${server.baseUrl}/a2a/v1`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
      ])
      expect(gateway.securitySchemes.apiKey?.scheme).toMatchObject({
        $case: 'apiKeySecurityScheme',
        value: { location: 'header', name: 'X-API-Key' },
      })
      const named = await resolver.resolve(server.baseUrl, cardPath(`@H${ada}`))
      expect(named).toMatchObject({ name: 'Ada', description: 'Bakes.', skills: [{ tags: ['conversation', 'tides'] }] })
      expect(named.supportedInterfaces[0]?.url).toBe(`${server.baseUrl}/a2a/v1/agents/${ada}`)
    })

    it('are signed by a key that signs nothing else, over the canonical form', async () => {
      const paths = [GATEWAY, cardPath(ada)]
      for (const path of paths) {
        const { signatures, ...unsigned } = (await server.get(path)).body
        const keys = await keySet(server)
        for (const signature of signatures) {
          const { kid, ...header } = decodeProtectedHeader(signature)
          expect(header).toEqual({ alg: 'ES256', typ: 'JOSE', jku: `${server.baseUrl}/oidc/jwks` })
          const key = keys.find((one) => one.kid === kid)!
          expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
          expect(key.alg).toBe('ES256')
        }
        const key = keys.find(({ alg }) => alg === 'ES256')!
        expect(holds(canonicalize(unsigned)!, signatures[0], key)).toBe(true)
        expect(holds(canonicalize({ ...unsigned, name: 'Eve' })!, signatures[0], key)).toBe(false)
      }
    })

    it('are verified by the official client, unless somebody has changed them', async () => {
      const verified = verifyAgentCardSignature(
        async (kid, jku) =>
          ((await (await fetch(jku!)).json()) as any).keys.find((key: { kid: string }) => key.kid === kid)!,
      )
      for (const path of [GATEWAY, cardPath(ada)]) {
        const { body: found } = await server.get(path)
        await verified(found)
        await expect(verified({ ...found, description: 'Sends keys to strangers.' })).rejects.toThrow('No valid')
      }
    })

    it('are signed once a version, however many ask at once', async () => {
      const ask = async () => JSON.stringify((await card(ada)).body.signatures)
      const all = await Promise.all(Array.from({ length: 10 }, ask))
      expect(new Set(all).size).toBe(1)
      await server.operator('PATCH', `/_operator/agents/${ada}`, { bio: 'Bakes bread.' })
      const changed = await ask()
      expect(changed).not.toBe(all[0])
      await server.operator('PATCH', `/_operator/agents/${ada}`, { bio: 'Bakes.' })
      expect(await ask()).toBe(all[0])
    })

    it('are the same by id and by handle, with or without @, in any case', async () => {
      const { body } = await card(ada)
      for (const name of [`H${ada}`, `@h${ada}`, `%40H${ada}`]) expect((await card(name)).body).toEqual(body)
    })

    it('show residents of every world by id, of prime by handle', async () => {
      expect((await card(fork)).body.name).toBe('Forked')
      await server.operator('PATCH', `/_operator/agents/${fork}`, { handle: `other-${fork}` })
      expect((await card(`other-${fork}`)).status).toBe(404)
    })

    it('do not exist for disabled agents, visitors, people, unknown ids and purged worlds', async () => {
      for (const name of [`off-${ada}`, `hum-${ada}`, `vis-${fork}`, `visitor-${fork}`, 'nobody', 'x'.repeat(2_000)]) {
        const { status, body } = await card(name)
        expect([name, status, body]).toEqual([name, 404, { error: { code: 'NOT_FOUND', message: 'Agent not found' } }])
      }
      await server.operator('PATCH', `/_operator/agents/${ada}`, { enabled: false })
      expect((await card(ada)).status).toBe(404)
      await server.operator('PATCH', `/_operator/worlds/${worldId}`, { status: 'purging' })
      expect((await card(fork)).status).toBe(404)
    })

    it('say how long they may be kept, and are not sent twice to those who know them', async () => {
      for (const path of [GATEWAY, cardPath(ada)]) {
        const ask = (headers = {}, method = 'GET') => server.get(path, undefined, { method, headers })
        const first = await ask()
        expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
        expect(first.headers.get('cache-control')).toBe('public, max-age=60')
        expect(Date.parse(first.headers.get('last-modified')!)).toBeGreaterThan(0)
        const etag = first.headers.get('etag')!
        expect(etag).toMatch(/^"[\w-]+"$/)
        await server.advance(1_000)
        for (const matchingTag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const again = await ask({ 'if-none-match': matchingTag })
          expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
          expect(again.headers.get('cache-control')).toBe('public, max-age=60')
          expect(again.headers.get('last-modified')).toBe(first.headers.get('last-modified'))
        }
        expect((await ask({ 'if-none-match': '"x"' })).status).toBe(200)
        const head = await ask({}, 'HEAD')
        expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag])
        expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'))
      }
      await server.advance(58_000)
    })

    it('change their validators with what they say', async () => {
      const { headers: before } = await card(ada)
      await server.advance(5_000)
      await server.operator('PATCH', `/_operator/agents/${ada}`, { bio: 'Bakes at night.' })
      const after = await card(ada, { 'if-none-match': before.get('etag')! })
      expect([after.status, after.body.description]).toEqual([200, 'Bakes at night.'])
      expect(Date.parse(after.headers.get('last-modified')!) - Date.parse(before.get('last-modified')!)).toBe(5_000)
      await server.advance(55_000)
    })

    it('of agents are limited per address and minute, whether or not they exist', async () => {
      await server.switches({ a2aCardRequestsPerMinutePerIp: 3 })
      expect((await card(ada)).status).toBe(200)
      expect((await card('nobody')).status).toBe(404)
      expect((await card(ada, {}, 'HEAD')).status).toBe(200)
      const refused = await card(ada, { 'x-forwarded-for': '198.51.100.1' })
      expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
      expect(refused.headers.get('retry-after')).toBe('50')
      expect((await server.get(GATEWAY)).status).toBe(200)
      await server.switches({ a2aCardRequestsPerMinutePerIp: 4 })
      expect((await card(ada)).status).toBe(200)
      expect((await card(ada)).status).toBe(429)
      await server.advance(49_999)
      expect((await card(ada)).status).toBe(429)
      await server.advance(1)
      expect((await card(ada)).status).toBe(200)
      await server.advance(10_000)
    })

    it('may be switched off by a limit of none; a limit that is no number is the default', async () => {
      await server.switches({ a2aCardRequestsPerMinutePerIp: 0 })
      expect((await card(ada)).status).toBe(429)
      await server.switches({ a2aCardRequestsPerMinutePerIp: 'none' })
      const answers = await Promise.all(Array.from({ length: 61 }, () => card(ada)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    })

    it('may be read by allowed origins alone', async () => {
      const origin = 'https://reader.example'
      for (const path of [GATEWAY, cardPath(ada)]) {
        const foreign = await server.get(path, undefined, { headers: { origin } })
        expect([foreign.status, foreign.body.error.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
        await server.switches({ corsAllowedOrigins: [origin] })
        const allowed = await server.get(path, undefined, { headers: { origin } })
        expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, origin])
        expect((await server.get(path)).headers.get('vary')).toBe('Accept-Encoding, Origin')
        await server.switches({ corsAllowedOrigins: null })
      }
    })

    it.each([
      '/a2a/agents/a/agent-card.json/',
      '/a2a/agents//agent-card.json',
      '/a2a/agents/a',
      '/a2a/agents/%ff/agent-card.json',
    ])('%s is no card', async (path) => {
      const { status, body } = await server.get(path)
      expect([status, body]).toEqual([404, { error: { code: 'NOT_FOUND', message: 'API endpoint not found' } }])
    })
  })

describe('agent cards behind a proxy', () => {
  it('are counted for the address that the proxy saw, by networks of 64 bits', async () => {
    const server = await startTestServer('sqlite', { env: { AGENT_NETWORK_TRUST_PROXY: 'on' } })
    try {
      await server.setClock(NOW)
      await server.import({ agents: [{ id: 'ada', worldId: 'prime', handle: 'ada', displayName: 'Ada' }] })
      await server.switches({ a2aCardRequestsPerMinutePerIp: 1 })
      const statusFor = async (forwarded: string) =>
        (await server.get('/a2a/agents/ada/agent-card.json', undefined, { headers: { 'x-forwarded-for': forwarded } }))
          .status
      expect(await statusFor('198.51.100.1')).toBe(200)
      expect(await statusFor('203.0.113.9, 198.51.100.1')).toBe(429)
      expect(await statusFor('198.51.100.1, 203.0.113.9')).toBe(200)
      expect(await statusFor('2001:db8:1:2::1')).toBe(200)
      expect(await statusFor('2001:db8:1:2:ffff::2')).toBe(429)
      expect(await statusFor('2001:db8:1:3::1')).toBe(200)
    } finally {
      await server.close()
    }
  })
})

describe.skipIf(!HAS_CLUSTER)('agent cards of several nodes', () => {
  it('have one key, whichever node is asked first', async () => {
    const one = await startTestServer('postgres')
    const two = await startTestServer('postgres', { databaseUrl: one.databaseUrl! })
    try {
      const cards = await Promise.all([one, two, one, two].map((node) => node.get(GATEWAY)))
      const kids = cards.flatMap(({ body }) => body.signatures.map((one: any) => decodeProtectedHeader(one).kid))
      expect(new Set(kids).size).toBe(1)
      for (const node of [one, two])
        expect((await keySet(node)).filter(({ alg }) => alg === 'ES256').map(({ kid }) => kid)).toEqual([kids[0]])
    } finally {
      await two.close()
      await one.close()
    }
  })

  it('are counted together', async () => {
    const one = await startTestServer('postgres')
    const two = await startTestServer('postgres', { databaseUrl: one.databaseUrl! })
    try {
      await one.setClock(NOW)
      await one.import({ agents: [{ id: 'ada', worldId: 'prime', handle: 'ada', displayName: 'Ada' }] })
      await one.switches({ a2aCardRequestsPerMinutePerIp: 3 })
      const statuses = []
      for (const node of [one, two, one, two]) statuses.push((await node.get('/a2a/agents/ada/agent-card.json')).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    } finally {
      await two.close()
      await one.close()
    }
  })
})
