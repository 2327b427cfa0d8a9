import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import type { IdentityClient, OutsideIdentity } from '../../platform/config/config.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { Refusal } from '../../platform/core/refusal.ts'
import { NONCE_BYTES, sameText } from '../../platform/core/seals.ts'
import { discover, FRESH_MS, fetchJson, KeysUnavailable } from './key-set.ts'

/** Where the provider sends people back to. */
export const CALLBACK_PATH = '/_developer/session/callback'
/** How long somebody may take to sign in there. */
const FLOW_MS = 600_000
const RANDOM_BYTES = 32

/** What this server has to remember between sending somebody away and seeing them again; the browser carries it, sealed. */
interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly at: number
}

/** Sign-in at an outside provider by authorization code, with PKCE, state and nonce (RFC 7636; OpenID Connect Core, 3.1). */
export interface CodeFlow {
  /** Where to send the browser, and the cookie that it has to bring back. */
  begin(at: number): Promise<{ readonly url: string; readonly cookie: string }>
  /** The ID token that the code stands for, checked; UNAUTHORIZED where anything about it is wrong. */
  finish(request: IncomingMessage, query: URLSearchParams, at: number): Promise<string>
  /** Makes the browser forget. */
  forget(): string
}

const refused = (message: string): Refusal => new Refusal('UNAUTHORIZED', { message })
const expired = (): Refusal => refused('This sign-in was not begun here, or took too long; begin again')

const urlIn = (document: Record<string, unknown>, name: string): string => {
  const found = document[name]
  if (typeof found !== 'string' || !URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol))
    throw new KeysUnavailable(`the identity provider names no ${name}`)
  return found
}

/** RFC 6749, 2.3.1: both halves are encoded like a form before they are joined. */
const formEncoded = (text: string): string => new URLSearchParams({ v: text }).toString().slice(2)

function clientProof({ id, secret }: IdentityClient, methods: unknown) {
  if (secret === null) return { body: { client_id: id }, headers: {} }
  const takesBasic = !Array.isArray(methods) || methods.includes('client_secret_basic')
  if (!takesBasic) return { body: { client_id: id, client_secret: secret }, headers: {} }
  const basic = Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64')
  return { body: {}, headers: { authorization: `Basic ${basic}` } }
}

export function makeCodeFlow(
  deps: Pick<Deps, 'ambient' | 'seals' | 'urls'>,
  outside: OutsideIdentity,
  provider: { verify(idToken: string, at: number): Promise<unknown> },
): CodeFlow | null {
  const { client } = outside
  if (client === null) return null
  const { ambient, seals } = deps
  const isSecure = () => deps.urls().developer.startsWith('https:')
  const cookieName = () => (isSecure() ? '__Host-agent-network-flow' : 'agent-network-flow')
  const random = () => ambient.secret(RANDOM_BYTES).toString('base64url')
  const redirectUri = () => deps.urls().developer + CALLBACK_PATH
  // Lax, because the browser comes back from another site.
  const cookie = (value: string, seconds: number): string =>
    `${cookieName()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`

  let known: { readonly document: Record<string, unknown>; readonly loadedAt: number } | null = null
  /** Loaded again after a while: each sign-in would else ask the provider twice more. */
  async function documentOf(): Promise<Record<string, unknown>> {
    if (known === null || ambient.elapsed() - known.loadedAt >= FRESH_MS)
      known = { document: await discover(outside), loadedAt: ambient.elapsed() }
    return known.document
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

  async function exchange(code: string, { verifier }: Flow, document: Record<string, unknown>): Promise<string> {
    const proof = clientProof(client!, document.token_endpoint_auth_methods_supported)
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri(), code_verifier: verifier }
    const answer = await fetchJson(urlIn(document, 'token_endpoint'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...proof.headers },
      body: new URLSearchParams({ ...form, ...proof.body }).toString(),
      refused: () => refused('The identity provider does not know this code, or not any more'),
    })
    if (typeof answer.id_token !== 'string')
      throw new KeysUnavailable('the identity provider answered without an ID token')
    return answer.id_token
  }

  return {
    async begin(at) {
      const document = await documentOf()
      const flow: Flow = { state: random(), nonce: random(), verifier: random(), at }
      const url = new URL(urlIn(document, 'authorization_endpoint'))
      const asked = {
        response_type: 'code',
        client_id: client.id,
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: createHash('sha256').update(flow.verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
      const sealed = seals.wrap(JSON.stringify(flow), ambient.secret(NONCE_BYTES))
      return { url: url.href, cookie: cookie(sealed, FLOW_MS / 1_000) }
    },
    async finish(request, query, at) {
      const flow = flowIn(request, at)
      // Before anything else that the address says: without it, anybody could have written the address.
      if (!sameText(query.get('state') ?? '', flow.state)) throw expired()
      const document = await documentOf()
      const from = query.get('iss')
      const mustSayFrom = document.authorization_response_iss_parameter_supported === true
      if (from === null ? mustSayFrom : from !== outside.issuer)
        throw refused('Somebody else than the identity provider sent you here')
      const code = query.get('code')
      if (query.has('error') || code === null) throw refused('The identity provider did not sign you in')
      const idToken = await exchange(code, flow, document)
      await provider.verify(idToken, at)
      if (decodeJwt(idToken).nonce !== flow.nonce) throw refused('The ID token was issued for another sign-in')
      return idToken
    },
    forget: () => cookie('', 0),
  }
}
