// Tests of the authorization code flow.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { makeSeals } from '../../platform/core/seals.ts'
import { type CodeFlow, makeCodeFlow } from './code-flow.ts'
import { verifyIdToken } from './id-token.ts'
import { cachedKeySet, fetchKeySet, KeysUnavailable } from './key-set.ts'

/** Not the machine's time: a test server's clock may be set to any time. */
const AT = Date.parse('2031-05-06T07:08:09.000Z')
const CALLBACK = 'https://portal.example/_developer/session/callback'
const CLIENT_ID = 'the portal'
const SECRET = 'a secret: with % odd & signs'

interface TokenRequest {
  readonly authorization: string | undefined
  readonly form: URLSearchParams
}

describe('sign-in by authorization code', () => {
  let server: Server
  let issuer: string
  let signer: CryptoKey
  let published: JWK
  let document: Record<string, unknown>
  let answer: { status: number; body: string }
  let requests: TokenRequest[]

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256')
    signer = pair.privateKey
    published = { ...(await exportJWK(pair.publicKey)), kid: 'first', alg: 'ES256' }
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (request.url === '/token') {
        const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
        requests.push({ authorization: request.headers.authorization, form })
        response.statusCode = answer.status
        response.setHeader('content-type', 'application/json').end(answer.body)
      } else if (request.url === '/elsewhere') response.writeHead(302, { location: `${issuer}/token` }).end()
      else response.end(JSON.stringify(request.url === '/keys' ? { keys: [published] } : document))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  beforeEach(() => {
    requests = []
    answer = { status: 200, body: '{}' }
    document = {
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/authorize?tenant=one`,
      token_endpoint: `${issuer}/token`,
    }
  })

  function makeFlow(secret: string | null = SECRET): CodeFlow {
    const ambient = systemAmbient()
    const outside = { issuer, audience: CLIENT_ID, jwksUrl: null, client: { id: CLIENT_ID, secret } }
    const urls = () => ({ developer: 'https://portal.example' })
    const keys = cachedKeySet(() => fetchKeySet(outside), ambient.elapsed)
    const deps = { ambient, seals: makeSeals(['a secret']), urls } as unknown as Deps
    return makeCodeFlow(deps, outside, { verify: (token, at) => verifyIdToken(token, outside, keys, at) })!
  }
  async function begin(flow: CodeFlow) {
    const { url, cookie } = await flow.begin(AT)
    const params = new URL(url).searchParams
    const request = { headers: { cookie: cookie.split(';')[0]! } } as IncomingMessage
    return { url, params, request, query: { state: params.get('state')!, code: 'the code' } }
  }
  const idToken = (claims: object) =>
    new SignJWT({ iss: issuer, aud: CLIENT_ID, sub: 'ada', iat: AT / 1_000, exp: AT / 1_000 + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'first' })
      .sign(signer)
  const tokens = (id_token: string) => JSON.stringify({ access_token: 'unused', token_type: 'Bearer', id_token })
  const failure = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => {
        throw new Error('it did not fail')
      },
      (error: Error) => error,
    )
  /** The error of a sign-in whose callback has this query. */
  async function finish(flow: CodeFlow, change: Record<string, string | null>): Promise<Error> {
    const { request, query } = await begin(flow)
    const entries = Object.entries({ ...query, ...change }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    )
    return failure(flow.finish(request, new URLSearchParams(entries as [string, string][]), AT))
  }

  it('redirects to the endpoint of the provider and keeps its query parameters', async () => {
    const { url, params } = await begin(makeFlow())
    expect(url.startsWith(`${issuer}/authorize?tenant=one&`)).toBe(true)
    expect(Object.fromEntries(params)).toEqual({
      tenant: 'one',
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: CALLBACK,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  it.each([
    ['basic where nothing is listed', undefined, SECRET],
    ['basic where it is listed', ['client_secret_post', 'client_secret_basic'], SECRET],
    ['in the form where basic is not listed', ['client_secret_post'], SECRET],
    ['without a secret', undefined, null],
  ])('exchanges the code with client authentication: %s', async (_name, methods, secret) => {
    if (methods !== undefined) document.token_endpoint_auth_methods_supported = methods
    const flow = makeFlow(secret)
    const { params, request, query } = await begin(flow)
    const token = await idToken({ nonce: params.get('nonce') })
    answer.body = tokens(token)
    expect(await flow.finish(request, new URLSearchParams({ ...query, state: query.state }), AT)).toBe(token)
    const [{ authorization, form }] = requests as [TokenRequest]
    const verifier = form.get('code_verifier')!
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(params.get('code_challenge'))
    expect([form.get('grant_type'), form.get('code'), form.get('redirect_uri')]).toEqual([
      'authorization_code',
      'the code',
      CALLBACK,
    ])
    const isBasic = secret !== null && (methods === undefined || methods.includes('client_secret_basic'))
    const parts = isBasic ? Buffer.from(authorization!.slice('Basic '.length), 'base64').toString().split(':') : []
    expect(parts.map((part) => new URLSearchParams(`v=${part}`).get('v'))).toEqual(isBasic ? [CLIENT_ID, SECRET] : [])
    expect([form.get('client_id'), form.get('client_secret')]).toEqual(isBasic ? [null, null] : [CLIENT_ID, secret])
  })

  it.each([
    ['another state', { state: 'x' }, 'This sign-in was not begun here, or took too long; begin again'],
    ['no state', { state: null }, 'This sign-in was not begun here, or took too long; begin again'],
    ['another issuer', { iss: 'https://x.example' }, 'Somebody else than the identity provider sent you here'],
    ['an error', { error: 'access_denied' }, 'The identity provider did not sign you in'],
    ['no code', { code: null }, 'The identity provider did not sign you in'],
  ])('refuses a callback with %s without a token request', async (_name, change, message) => {
    const error = await finish(makeFlow(), change)
    expect([error instanceof ApiError, error.message]).toEqual([true, message])
    expect(requests).toEqual([])
  })

  it('refuses a callback without an issuer if the provider sends its issuer', async () => {
    document.authorization_response_iss_parameter_supported = true
    const error = await finish(makeFlow(), {})
    expect(error.message).toBe('Somebody else than the identity provider sent you here')
  })

  it.each([400, 401])('reports an unknown code if the provider responds %i', async (status) => {
    for (const body of ['{"error":"invalid_grant"}', 'not JSON']) {
      answer = { status, body }
      const error = await finish(makeFlow(), {})
      expect(error).toBeInstanceOf(ApiError)
      expect(error.message).toBe('The identity provider does not know this code, or not any more')
    }
  })

  it.each([
    ['for another sign-in', { nonce: 'other' }, 'The ID token was issued for another sign-in'],
    ['for another audience', { aud: 'other' }, 'The ID token was refused: its claim aud is wrong'],
    ['of another issuer', { iss: 'https://x.example' }, 'The ID token was refused: its claim iss is wrong'],
    ['that has expired', { exp: AT / 1_000 - 61 }, 'The ID token was refused: it has expired'],
    ['for nobody', { sub: '' }, 'The ID token was refused: its claim sub is not 1 to 128 characters'],
  ])('refuses an ID token %s', async (_name, claims, message) => {
    const flow = makeFlow()
    const { params, request, query } = await begin(flow)
    answer.body = tokens(await idToken({ nonce: params.get('nonce'), ...claims }))
    const error = await failure(flow.finish(request, new URLSearchParams(query), AT))
    expect([error instanceof ApiError, error.message]).toEqual([true, message])
  })

  it('refuses a malformed ID token', async () => {
    answer.body = tokens('garbage')
    expect((await finish(makeFlow(), {})).message).toBe('The ID token was refused: it is malformed')
  })

  it.each([
    ['a failure', () => ({ status: 500, body: '{}' })],
    ['no JSON', () => ({ status: 200, body: 'garbage' })],
    ['no ID token', () => ({ status: 200, body: '{"access_token":"unused","token_type":"Bearer"}' })],
    ['too much', () => ({ status: 200, body: JSON.stringify({ id_token: 'x'.repeat(300_000) }) })],
  ])('reports %s from the token endpoint as a provider failure', async (_name, makeAnswer) => {
    answer = makeAnswer()
    expect(await finish(makeFlow(), {})).toBeInstanceOf(KeysUnavailable)
  })

  it('follows no redirect of the token endpoint', async () => {
    document.token_endpoint = `${issuer}/elsewhere`
    expect(await finish(makeFlow(), {})).toBeInstanceOf(KeysUnavailable)
    expect(requests).toEqual([])
  })

  it.each(['authorization_endpoint', 'token_endpoint'])('fails if the provider has no %s', async (name) => {
    delete document[name]
    const error = await finish(makeFlow(), {}).catch((reason: Error) => reason)
    expect(error).not.toBeInstanceOf(ApiError)
  })
})
