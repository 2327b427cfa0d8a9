// Key sets and documents of identity providers, fetched over HTTP.
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { ExternalIdentityProvider } from '../../platform/config/config.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { outsideQueue } from '../../platform/core/fair-queue.ts'

/**
 * The only outbound requests outside models/: ID tokens are verified with keys of their issuer. The operator configures
 * the URLs; no URL from a caller is fetched.
 */

/** The keys could not be loaded. This says nothing about a token, so it is an internal error and no refusal. */
export class KeysUnavailable extends Error {}

const TIMEOUT_MS = 5_000
const BYTES_MAX = 262_144
const KEYS_MAX = 100

async function textWithin(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > BYTES_MAX) throw new Error(`more than ${BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

interface Post {
  readonly method: 'POST'
  readonly headers: Record<string, string>
  readonly body: URLSearchParams
  /** The error for a response of 400 or 401. */
  refused(): ApiError
}

export async function fetchJson(url: string, post?: Post): Promise<Record<string, unknown>> {
  try {
    // A redirect could lead to an internal address.
    const response = await fetch(url, {
      ...(post === undefined ? {} : { method: post.method, body: post.body }),
      redirect: 'error',
      headers: { accept: 'application/json', ...post?.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel()
      if (post !== undefined && [400, 401].includes(response.status)) throw post.refused()
      throw new Error(`status ${response.status}`)
    }
    const value: unknown = JSON.parse(await textWithin(response))
    if (typeof value !== 'object' || value === null) throw new Error('not a JSON object')
    return value as Record<string, unknown>
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new KeysUnavailable(`${url} could not be read`, { cause: error })
  }
}

/** Reads the provider's discovery document. */
export async function discover({ issuer }: Pick<ExternalIdentityProvider, 'issuer'>): Promise<Record<string, unknown>> {
  const discovered = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  // Compared exactly: the document of another issuer must not supply our keys.
  if (discovered.issuer !== issuer) throw new KeysUnavailable(`${issuer} publishes the document of another issuer`)
  return discovered
}

type KeySource = Pick<ExternalIdentityProvider, 'issuer' | 'jwksUrl'>

async function jwksUrlOf(provider: KeySource): Promise<string> {
  const { issuer, jwksUrl } = provider
  if (jwksUrl !== null) return jwksUrl
  const found = (await discover(provider)).jwks_uri
  if (typeof found !== 'string' || !URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol))
    throw new KeysUnavailable(`${issuer} names no key set`)
  return found
}

export async function fetchKeySet(provider: KeySource): Promise<JSONWebKeySet> {
  const { keys } = await fetchJson(await jwksUrlOf(provider))
  if (!Array.isArray(keys) || keys.length > KEYS_MAX) throw new KeysUnavailable('what was fetched is no key set')
  return { keys }
}

/** How long a removed key may still be accepted. */
export const FRESH_MS = 600_000
/**
 * Minimum interval between reloads for unknown keys; otherwise forged tokens would flood the provider. The first reload
 * does not wait, because keys may rotate right after a sign-in.
 */
export const COOL_DOWN_MS = 30_000

interface LoadedKeySet {
  readonly find: JWTVerifyGetKey
  readonly loadedAt: number
}

/** One key set, loaded on demand. Concurrent requests share one load. */
export function cachedKeySet(load: () => Promise<JSONWebKeySet>, elapsed: () => number): JWTVerifyGetKey {
  let loadedKeySet: LoadedKeySet | null = null
  let loading: Promise<LoadedKeySet> | null = null
  let lookedAgainAt = Number.NEGATIVE_INFINITY

  const reload = (): Promise<LoadedKeySet> => {
    loading ??= load()
      .then((keys) => {
        loadedKeySet = { find: createLocalJWKSet(keys), loadedAt: elapsed() }
        return loadedKeySet
      })
      .finally(() => {
        loading = null
      })
    return loading
  }
  const isOlder = (since: number, ms: number): boolean => elapsed() - since >= ms

  return async (header, token) => {
    const freshKeySet = loadedKeySet !== null && !isOlder(loadedKeySet.loadedAt, FRESH_MS) ? loadedKeySet : null
    try {
      return await (freshKeySet ?? (await outsideQueue(reload))).find(header, token)
    } catch (error) {
      // A set that was loaded for this token is not loaded again.
      if (!(error instanceof errors.JWKSNoMatchingKey) || freshKeySet === null || !isOlder(lookedAgainAt, COOL_DOWN_MS))
        throw error
      const { find } = await outsideQueue(reload)
      lookedAgainAt = elapsed()
      return find(header, token)
    }
  }
}
