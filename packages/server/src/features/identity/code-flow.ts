// Sign-in at an external identity provider by authorization code.
import type { IncomingMessage } from 'node:http'
import type * as OpenId from 'openid-client'
import type { ExternalIdentityProvider, IdentityClient } from '../../platform/config/config.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { NONCE_BYTES, sameText } from '../../platform/core/seals.ts'
import { ID_TOKEN_ALGORITHMS, TOLERANCE_SECONDS } from './id-token.ts'
import { discover, FRESH_MS, fetchJson, KeysUnavailable } from './key-set.ts'

/** The redirect URI's path. */
export const CALLBACK_PATH = '/_developer/session/callback'
/** Time limit of a sign-in at the provider. */
const FLOW_MS = 600_000
const RANDOM_BYTES = 32
/** The error code of openid-client for an unexpected claim value. */
const CLAIM_COMPARISON_FAILED = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'

/** The state of a sign-in between redirect and callback. It travels in a sealed cookie. */
interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly at: number
}

/**
 * Sign-in at an external provider by authorization code, with PKCE, state and nonce (RFC 7636; OpenID Connect Core,
 * 3.1).
 */
export interface CodeFlow {
  /** The redirect URL, and the cookie for the callback. */
  begin(at: number): Promise<{ readonly url: string; readonly cookie: string }>
  /** Exchanges the code for a verified ID token. UNAUTHORIZED if any check fails. */
  finish(request: IncomingMessage, query: URLSearchParams, at: number): Promise<string>
  /** The header that deletes the cookie. */
  forget(): string
}

const refused = (message: string): ApiError => new ApiError('UNAUTHORIZED', { message })
const expired = (): ApiError => refused('This sign-in was not begun here, or took too long; begin again')

type Document = Record<string, unknown>

/** Loaded on the first sign-in: most servers have no external provider. */
const loadOpenId = (): Promise<typeof OpenId> => import('openid-client')

function clientAuthentication(openId: typeof OpenId, { secret }: IdentityClient, methods: unknown): OpenId.ClientAuth {
  if (secret === null) return openId.None()
  const takesBasic = !Array.isArray(methods) || methods.includes('client_secret_basic')
  return takesBasic ? openId.ClientSecretBasic(secret) : openId.ClientSecretPost(secret)
}

/** The first of our errors among an error and its causes: the library wraps errors of `fetch`. */
function ownError(error: unknown): Error | null {
  if (error instanceof ApiError || error instanceof KeysUnavailable) return error
  return error instanceof Error && error.cause !== undefined ? ownError(error.cause) : null
}

export function makeCodeFlow(
  deps: Pick<Deps, 'ambient' | 'seals' | 'urls'>,
  outside: ExternalIdentityProvider,
  provider: { verify(idToken: string, at: number): Promise<unknown> },
): CodeFlow | null {
  const { client } = outside
  if (client === null) return null
  const { ambient, seals } = deps
  const isSecure = () => deps.urls().developer.startsWith('https:')
  const cookieName = () => (isSecure() ? '__Host-agent-network-flow' : 'agent-network-flow')
  const random = () => ambient.secret(RANDOM_BYTES).toString('base64url')
  const redirectUri = () => deps.urls().developer + CALLBACK_PATH
  // Lax, because the browser returns from another site.
  const cookie = (value: string, seconds: number): string =>
    `${cookieName()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`

  let cachedDocument: { readonly document: Document; readonly loadedAt: number } | null = null
  /**
   * Cached for a while, which saves two provider requests per sign-in. Discovery does not use the library: the key set
   * needs it too, with its time and size limits, and the issuer is compared exactly.
   */
  async function documentOf(): Promise<Document> {
    if (cachedDocument === null || ambient.elapsed() - cachedDocument.loadedAt >= FRESH_MS)
      cachedDocument = { document: await discover(outside), loadedAt: ambient.elapsed() }
    return cachedDocument.document
  }

  function flowIn({ headers }: IncomingMessage, at: number): Flow {
    const prefix = `${cookieName()}=`
    const found = (headers.cookie ?? '').split(';').flatMap((part) => {
      const text = part.trim()
      return text.startsWith(prefix) ? [text.slice(prefix.length)] : []
    })
    if (found.length !== 1) throw expired()
    let flow: Flow
    try {
      flow = JSON.parse(seals.unwrap(found[0]!)) as Flow
    } catch {
      throw expired()
    }
    if (at - flow.at > FLOW_MS) throw expired()
    return flow
  }

  /** As of `at`, which may differ from the machine's time. */
  function configurationOf(openId: typeof OpenId, document: Document, at: number): OpenId.Configuration {
    const metadata = {
      // Providers need not list them. Without a list the library accepts RS256 only.
      id_token_signing_alg_values_supported: ID_TOKEN_ALGORITHMS,
      ...document,
    } as unknown as OpenId.ServerMetadata
    const configuration = new openId.Configuration(
      metadata,
      client!.id,
      {
        [openId.clockSkew]: Math.round((at - ambient.now()) / 1_000),
        [openId.clockTolerance]: TOLERANCE_SECONDS,
      },
      clientAuthentication(openId, client!, document.token_endpoint_auth_methods_supported),
    )
    // The operator's provider may run on the same machine or network without TLS.
    openId.allowInsecureRequests(configuration)
    return configuration
  }

  /** Exchanges the code in `callback` for an ID token. */
  async function exchange(callback: URL, flow: Flow, document: Document, at: number): Promise<string> {
    const openId = await loadOpenId()
    const configuration = configurationOf(openId, document, at)
    // Uses our time and size limits. The token is verified here before the library reads its claims, so errors have the
    // same messages as for any other ID token.
    configuration[openId.customFetch] = async (url, { body, headers }) => {
      const answer = await fetchJson(url, {
        method: 'POST',
        headers,
        body: body as URLSearchParams,
        refused: () => refused('The identity provider does not know this code, or not any more'),
      })
      if (typeof answer.id_token !== 'string')
        throw new KeysUnavailable('the identity provider answered without an ID token')
      await provider.verify(answer.id_token, at)
      return Response.json(answer)
    }
    const checks = { expectedState: flow.state, expectedNonce: flow.nonce, pkceCodeVerifier: flow.verifier }
    try {
      const { id_token: idToken } = await openId.authorizationCodeGrant(configuration, callback, checks)
      return idToken!
    } catch (error) {
      const own = ownError(error)
      if (own !== null) throw own
      // `verify` has already compared the other claims that the library compares.
      if (error instanceof openId.ClientError && error.code === CLAIM_COMPARISON_FAILED)
        throw refused('The ID token was issued for another sign-in')
      throw new KeysUnavailable('the answer of the token endpoint is not valid', { cause: error })
    }
  }

  return {
    async begin(at) {
      const openId = await loadOpenId()
      const configuration = configurationOf(openId, await documentOf(), at)
      const flow: Flow = { state: random(), nonce: random(), verifier: random(), at }
      const url = openId.buildAuthorizationUrl(configuration, {
        response_type: 'code',
        client_id: client.id,
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      })
      const sealed = seals.wrap(JSON.stringify(flow), ambient.secret(NONCE_BYTES))
      return { url: url.href, cookie: cookie(sealed, FLOW_MS / 1_000) }
    },
    async finish(request, query, at) {
      const flow = flowIn(request, at)
      // Checked before any provider request: without the state, anyone could have written the URL.
      if (!sameText(query.get('state') ?? '', flow.state)) throw expired()
      const document = await documentOf()
      // The library checks these too, but with a single error code; our messages tell them apart.
      const from = query.get('iss')
      const mustSayFrom = document.authorization_response_iss_parameter_supported === true
      if (from === null ? mustSayFrom : from !== outside.issuer)
        throw refused('Somebody else than the identity provider sent you here')
      const code = query.get('code')
      if (query.has('error') || code === null) throw refused('The identity provider did not sign you in')
      const callback = new URL(redirectUri())
      callback.search = String(
        new URLSearchParams({ code, state: flow.state, ...(from === null ? {} : { iss: from }) }),
      )
      return exchange(callback, flow, document, at)
    },
    forget: () => cookie('', 0),
  }
}
