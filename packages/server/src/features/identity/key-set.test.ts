// Tests of the key set of an identity provider.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { COOL_DOWN_MS, cachedKeySet, FRESH_MS, fetchKeySet, KeysUnavailable } from './key-set.ts'

const jwk = async (kid: string) => ({ ...(await exportJWK((await generateKeyPair('ES256')).publicKey)), kid })
const [first, second] = [await jwk('first'), await jwk('second')]
const ask = (keys: JWTVerifyGetKey, kid: string) => keys({ alg: 'ES256', kid }, { payload: '', signature: '' })

function world(published: JSONWebKeySet['keys']) {
  const state = { now: 0, loads: 0, published, down: false }
  const keys = cachedKeySet(
    async () => {
      state.loads += 1
      if (state.down) throw new KeysUnavailable('down')
      return { keys: state.published }
    },
    () => state.now,
  )
  return { state, keys }
}

describe('cached key set', () => {
  it('is loaded once for concurrent requests', async () => {
    const { state, keys } = world([first])
    await Promise.all(Array.from({ length: 20 }, () => ask(keys, 'first')))
    await ask(keys, 'first')
    expect(state.loads).toBe(1)
  })

  it('is reloaded when it expires, without removed keys', async () => {
    const { state, keys } = world([first])
    await ask(keys, 'first')
    state.published = [second]
    state.now = FRESH_MS - 1
    await ask(keys, 'first')
    state.now = FRESH_MS
    await expect(ask(keys, 'first')).rejects.toThrow('no applicable key')
    expect(state.loads).toBe(2)
  })

  it('is reloaded at once for an unknown key, then at most once per cool-down', async () => {
    const { state, keys } = world([first])
    await ask(keys, 'first')
    state.published = [first, second]
    await ask(keys, 'second')
    expect(state.loads).toBe(2)
    state.now = COOL_DOWN_MS - 1
    for (let n = 0; n < 50; n++) await expect(ask(keys, `made up ${n}`)).rejects.toThrow('no applicable key')
    expect(state.loads).toBe(2)
    state.now = COOL_DOWN_MS
    for (let n = 0; n < 50; n++) await expect(ask(keys, `made up ${n}`)).rejects.toThrow('no applicable key')
    expect(state.loads).toBe(3)
  })

  it('is not loaded twice for one forged token', async () => {
    const { state, keys } = world([first])
    await expect(ask(keys, 'made up')).rejects.toThrow('no applicable key')
    expect(state.loads).toBe(1)
  })

  it('is requested again after a failed load', async () => {
    const { state, keys } = world([first])
    state.down = true
    await expect(ask(keys, 'first')).rejects.toBeInstanceOf(KeysUnavailable)
    state.down = false
    await ask(keys, 'first')
    expect(state.loads).toBe(2)
  })

  it('is used while its issuer is down, until it expires', async () => {
    const { state, keys } = world([first])
    await ask(keys, 'first')
    state.down = true
    state.now = FRESH_MS - 1
    await ask(keys, 'first')
    await expect(ask(keys, 'second')).rejects.toBeInstanceOf(KeysUnavailable)
    state.now = FRESH_MS
    await expect(ask(keys, 'first')).rejects.toBeInstanceOf(KeysUnavailable)
  })
})

describe('fetchKeySet', () => {
  let server: Server | null = null
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })
  const serve = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener)
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const documents = (pages: Record<string, unknown>) =>
    serve((request, response) => {
      const page = pages[request.url!]
      if (page === undefined) response.statusCode = 404
      response.end(typeof page === 'string' ? page : JSON.stringify(page ?? {}))
    })
  const provider = (issuer: string, jwksUrl: string | null = null) => ({ issuer, audience: 'portal', jwksUrl })

  it('uses the configured URL', async () => {
    const url = await documents({ '/keys': { keys: [first] } })
    expect(await fetchKeySet(provider('https://elsewhere.example', `${url}/keys`))).toEqual({ keys: [first] })
  })

  it.each(['', '/', '/realms/one', '/realms/one/'])('discovers the URL of an issuer with path "%s"', async (path) => {
    const pages: Record<string, unknown> = { '/keys': { keys: [first] } }
    const url = await documents(pages)
    const issuer = url + path
    pages[`${path.replace(/\/$/, '')}/.well-known/openid-configuration`] = { issuer, jwks_uri: `${url}/keys` }
    expect(await fetchKeySet(provider(issuer))).toEqual({ keys: [first] })
  })

  it('refuses a document of another issuer, even if only a slash differs', async () => {
    const pages: Record<string, unknown> = { '/keys': { keys: [first] } }
    const url = await documents(pages)
    pages['/.well-known/openid-configuration'] = { issuer: `${url}/`, jwks_uri: `${url}/keys` }
    await expect(fetchKeySet(provider(url))).rejects.toThrow('another issuer')
  })

  it.each([
    ['no key set', { issuer: 'ISSUER' }],
    ['a key set in a file', { issuer: 'ISSUER', jwks_uri: 'file:///etc/passwd' }],
    ['a key set that is no address', { issuer: 'ISSUER', jwks_uri: 7 }],
  ])('refuses a document with %s', async (_name, document) => {
    const pages: Record<string, unknown> = {}
    const url = await documents(pages)
    pages['/.well-known/openid-configuration'] = { ...document, issuer: url }
    await expect(fetchKeySet(provider(url))).rejects.toThrow('names no key set')
  })

  it.each([
    ['what is not there', '/gone', 'status 404'],
    ['what is not JSON', '/text', 'is not valid JSON'],
    ['too much', '/large', 'more than 262144 bytes'],
  ])('fails on %s', async (_name, path, cause) => {
    const url = await documents({ '/text': '<html>', '/large': { keys: [], more: 'x'.repeat(300_000) } })
    const error = await fetchKeySet(provider(url, url + path)).catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(KeysUnavailable)
    expect(((error as Error).cause as Error).message).toContain(cause)
  })

  it.each([
    ['no list', { keys: {} }],
    ['a long list', { keys: Array.from({ length: 101 }, () => first) }],
  ])('refuses %s as a key set', async (_name, page) => {
    const url = await documents({ '/keys': page })
    await expect(fetchKeySet(provider(url, `${url}/keys`))).rejects.toThrow('no key set')
  })

  it('does not follow redirects', async () => {
    let requestCount = 0
    const url = await serve((request, response) => {
      requestCount += 1
      if (request.url === '/keys') response.writeHead(302, { location: '/inside' })
      response.end('{"keys":[]}')
    })
    await expect(fetchKeySet(provider(url, `${url}/keys`))).rejects.toBeInstanceOf(KeysUnavailable)
    expect(requestCount).toBe(1)
  })

  it('fails if the connection is refused', async () => {
    const url = await documents({})
    server!.close()
    await expect(fetchKeySet(provider(url, `${url}/keys`))).rejects.toBeInstanceOf(KeysUnavailable)
  })

  it('times out after five seconds, body included', async () => {
    const url = await serve((_request, response) => {
      response.write('{"keys":')
    })
    await expect(fetchKeySet(provider(url, `${url}/keys`))).rejects.toBeInstanceOf(KeysUnavailable)
  }, 8_000)
})
