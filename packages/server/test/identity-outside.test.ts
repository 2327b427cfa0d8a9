import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { identity, onPage, openPage, type Person, personAt } from './identity-harness.ts'

const START = '2031-05-06T07:08:09.000Z'
const NOW = Date.parse(START) / 1_000
const MINUTE = 60_000

/** An identity provider that a test can stop. */
async function startProvider() {
  const signers: Record<string, CryptoKey> = {}
  const published: JWK[] = []
  const addKey = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    signers[kid] = privateKey
    published.push({ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' })
  }
  await addKey('first')
  let issuer = ''
  let requestCount = 0
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((request, response) => {
      requestCount += 1
      const page =
        request.url === '/.well-known/openid-configuration'
          ? { issuer, jwks_uri: `${issuer}/keys` }
          : { keys: request.url === '/keys' ? published : [] }
      response.setHeader('connection', 'close').end(JSON.stringify(page))
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return server
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  issuer = `http://127.0.0.1:${port}`
  const stop = () => new Promise((resolve) => server.close(resolve))
  return {
    issuer,
    published,
    addKey,
    stop,
    asked: () => requestCount,
    async restart() {
      server = await listen(port)
    },
    sign: (claims: object = {}, kid = 'first') =>
      new SignJWT({
        iss: issuer,
        aud: 'portal',
        sub: 'user-1',
        iat: NOW,
        exp: NOW + 3_600,
        email: 'person@example.org',
        email_verified: true,
        name: 'A Person',
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .sign(signers[kid]!),
  }
}

for (const engine of ENGINES) {
  describe(`an outside identity provider on ${engine}`, () => {
    let provider: Awaited<ReturnType<typeof startProvider>>
    let servers: TestServer[] = []
    beforeAll(async () => {
      provider = await startProvider()
    })
    afterEach(async () => {
      for (const server of servers) await server.close()
      servers = []
    })
    afterAll(() => provider.stop())

    const start = async (env: Record<string, string> = {}): Promise<{ server: TestServer; person: Person }> => {
      const server = await startTestServer(engine, {
        env: { AGENT_NETWORK_IDENTITY_ISSUER: provider.issuer, AGENT_NETWORK_IDENTITY_AUDIENCE: 'portal', ...env },
      })
      servers.push(server)
      await server.setClock(START)
      return { server, person: personAt(server.baseUrl) }
    }
    const open = async (person: Person, idToken: string) => person.send('POST', '/_developer/session', { idToken })

    it('is found by discovery, and its tokens open sessions that end with them, to the second', async () => {
      const { server, person } = await start()
      const page = await openPage(person, { idToken: await provider.sign() })
      const sessionResponse = await onPage(person, page, 'GET')
      expect(sessionResponse.body.data).toMatchObject({
        email: 'person@example.org',
        emailVerified: true,
        name: 'A Person',
        expiresAt: '2031-05-06T08:08:09.000Z',
      })
      await server.advance(3_600_000 - 1)
      expect((await onPage(person, page, 'GET')).status).toBe(200)
      await server.advance(1)
      expect((await onPage(person, page, 'GET')).status).toBe(401)
      expect(server.errors()).toEqual([])
    })

    it('may state where its keys are', async () => {
      const { person } = await start({
        AGENT_NETWORK_IDENTITY_ISSUER: 'https://id.example/',
        AGENT_NETWORK_IDENTITY_JWKS_URL: `${provider.issuer}/keys`,
      })
      await openPage(person, { idToken: await provider.sign({ iss: 'https://id.example/' }) })
      expect((await open(person, await provider.sign({ iss: 'https://id.example' }))).status).toBe(401)
      expect((await open(person, await provider.sign())).status).toBe(401)
    })

    it('leaves no built-in sign-in beside it', async () => {
      const { person } = await start()
      for (const name of ['sign-up', 'verify', 'sign-in', 'forgot', 'reset'])
        expect((await identity(person, name, { email: 'a@example.org', password: '1234567890' })).status).toBe(404)
      expect((await person.send('GET', '/_developer/identity/jwks')).status).toBe(404)
      const reply = await person.send('POST', '/_developer/session', { email: 'a@example.org', password: '1234567890' })
      expect(reply.body.error.code).toBe('INVALID_INPUT')
    })

    it('is asked once for many tokens, and its bad ones are refused', async () => {
      const { person } = await start()
      const before = provider.asked()
      for (const claims of [{}, { sub: 'user-2' }]) await openPage(person, { idToken: await provider.sign(claims) })
      for (const claims of [{ aud: 'other' }, { exp: NOW - 61 }, { sub: '' }, { iss: 'https://id.example' }]) {
        const reply = await open(person, await provider.sign(claims))
        expect(reply.status).toBe(401)
        expect(reply.body.error.code).toBe('UNAUTHORIZED')
        expect(reply.headers.get('set-cookie')).toBeNull()
      }
      // Its own document, and the key set that names.
      expect(provider.asked() - before).toBe(2)
    })

    it('that cannot be reached is a failure of ours, and the next request asks again', async () => {
      const { server, person } = await start()
      const idToken = await provider.sign()
      await provider.stop()
      for (const token of [idToken, await provider.sign({ aud: 'other' })]) {
        const reply = await open(person, token)
        expect(reply.status).toBe(500)
        expect(reply.body.error).toEqual({
          code: 'INTERNAL_ERROR',
          message: expect.stringMatching(/^Internal error; /),
        })
      }
      expect((await open(person, 'garbage')).status).toBe(401)
      expect(server.errors()).toHaveLength(2)
      expect(server.errors()[0]).toContain('could not be read')
      expect(server.errors().join('')).not.toContain(idToken)
      await provider.restart()
      const page = await openPage(person, { idToken })
      await provider.stop()
      await server.advance(MINUTE)
      expect((await onPage(person, page, 'GET')).status, 'with the keys it holds').toBe(200)
      await provider.restart()
    })
  })
}
