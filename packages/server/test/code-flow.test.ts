import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/services.mjs'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'

const CLIENT = { id: 'portal', secret: 'a secret: with % odd & signs that are encoded' }
const CALLBACK = '/_developer/session/callback'

/** A real OpenID provider on this machine, at which everybody who comes is signed in as one person. */
async function startProvider(redirectUri: string) {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: async (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email: 'ada@example.org', email_verified: true, name: 'Ada' }),
    }),
    cookies: { keys: ['a key for cookies'] },
  })
  const answer = provider.callback()
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
    const grant = new provider.Grant({ accountId: session!.accountId!, clientId: String(params.client_id) })
    grant.addOIDCScope('openid email profile')
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect((server.address() as AddressInfo).port).toBe(port)
  return { issuer, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** As much of a browser as it takes: it follows redirects by hand and keeps cookies, each host's apart. */
class Browser {
  readonly #jars = new Map<string, Map<string, string>>()

  async open(url: string, cookies = true): Promise<Response> {
    const { host } = new URL(url)
    const jar = this.#jars.get(host) ?? new Map<string, string>()
    this.#jars.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: cookies && cookie !== '' ? { cookie } : {} })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Goes on until it is led to an address that begins like this, and returns that address unopened. */
  async follow(start: string, until: string): Promise<string> {
    let url = start
    for (let n = 0; n < 12; n += 1) {
      const response = await this.open(url)
      const next = response.headers.get('location')
      if (next === null) throw new Error(`${url}: ${response.status} ${await response.text()}`)
      url = new URL(next, url).href
      if (url.startsWith(until)) return url
    }
    throw new Error(`never led to ${until}`)
  }
}

for (const engine of ENGINES) {
  describe(`sign-in at an outside provider by authorization code on ${engine}`, () => {
    let server: TestServer
    let provider: Awaited<ReturnType<typeof startProvider>>
    beforeAll(async () => {
      const port = await freePort()
      const base = `http://127.0.0.1:${port}`
      provider = await startProvider(base + CALLBACK)
      server = await startTestServer(engine, {
        port,
        testClock: false,
        env: {
          AGENT_NETWORK_BASE_URL: base,
          AGENT_NETWORK_IDENTITY_ISSUER: provider.issuer,
          AGENT_NETWORK_IDENTITY_CLIENT_ID: CLIENT.id,
          AGENT_NETWORK_IDENTITY_CLIENT_SECRET: CLIENT.secret,
        },
      })
    })
    afterAll(async () => {
      await server.close()
      await provider.close()
    })
    const start = () => `${server.baseUrl}/_developer/session/start`
    const back = () => server.baseUrl + CALLBACK
    const changed = (url: string, change: (params: URLSearchParams) => void): string => {
      const changedUrl = new URL(url)
      change(changedUrl.searchParams)
      return changedUrl.href
    }
    const refusalOf = async (response: Response) => ({
      status: response.status,
      code: ((await response.json()) as { error: { code: string } }).error.code,
    })
    const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' }

    it('asks with PKCE, a state and a nonce, and keeps what it has to remember from scripts', async () => {
      const sent = await new Browser().open(start())
      expect(sent.status).toBe(303)
      const authorizationUrl = new URL(sent.headers.get('location')!)
      expect(authorizationUrl.origin).toBe(provider.issuer)
      expect(Object.fromEntries(authorizationUrl.searchParams)).toMatchObject({
        response_type: 'code',
        client_id: CLIENT.id,
        redirect_uri: back(),
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      })
      expect(sent.headers.getSetCookie()[0]).toMatch(/^agent-network-flow=[\w-]+; .*HttpOnly; SameSite=Lax$/)
      expect(sent.headers.getSetCookie()[0]).not.toContain(authorizationUrl.searchParams.get('state'))
    })

    it('opens a session for whom the provider signs in', async () => {
      const browser = new Browser()
      const callback = await browser.follow(start(), back())
      const landed = await browser.open(callback)
      expect([landed.status, landed.headers.get('location')]).toEqual([303, `${server.baseUrl}/developer/`])
      const session = await browser.open(`${server.baseUrl}/_developer/session`)
      expect(((await session.json()) as { data: unknown }).data).toMatchObject({
        email: 'ada@example.org',
        name: 'Ada',
      })
      // A code is good once, and so is what was remembered.
      expect(await refusalOf(await browser.open(callback))).toEqual(UNAUTHORIZED)
    })

    it('refuses callbacks that it did not start, or started for another purpose', async () => {
      const browser = new Browser()
      const callback = await browser.follow(start(), back())
      const wrongs = [
        changed(callback, (params) => params.set('state', 'x'.repeat(43))),
        changed(callback, (params) => params.delete('state')),
        changed(callback, (params) => params.delete('code')),
        changed(callback, (params) => params.set('iss', 'https://elsewhere.example')),
        changed(callback, (params) => params.delete('iss')),
        changed(callback, (params) => params.set('error', 'access_denied')),
        changed(callback, (params) => params.set('code', 'made-up')),
      ]
      for (const url of wrongs) expect(await refusalOf(await browser.open(url)), url).toEqual(UNAUTHORIZED)
      // Without the cookie: somebody else's browser was given the address.
      expect(await refusalOf(await new Browser().open(callback))).toEqual(UNAUTHORIZED)
    })

    it('does not take a code that was asked for by another sign-in', async () => {
      const [mine, theirs] = [new Browser(), new Browser()]
      const code = new URL(await theirs.follow(start(), back())).searchParams.get('code')!
      const callback = changed(await mine.follow(start(), back()), (params) => params.set('code', code))
      // The verifier of PKCE is the other browser's.
      expect(await refusalOf(await mine.open(callback))).toEqual(UNAUTHORIZED)
    })

    it('is what the page offers, and the built-in sign-in is not there', async () => {
      const { data } = (await server.get('/developer/start.json')).body
      expect(data).toMatchObject({ signIn: 'outside', codeFlow: true })
      expect((await server.get('/_developer/identity/second-factor')).status).toBe(404)
      expect(server.errors()).toEqual([])
    })
  })
}
