// OAuth for MCP: authorization requests, the consent of a person, token requests, and connections.
import {
  type AuthorizationRequestView,
  type Connection,
  LIMITS,
  OAUTH_SCOPES,
  type OAuthScope,
  type OperatorConnection,
} from '@agent-network/contract'
import { audit } from '../../platform/access/audit.ts'
import {
  createCode,
  ExpiredRefreshToken,
  exchangeCode,
  findGrantOfToken,
  findOwnGrant,
  type GrantRow,
  grantById,
  type IssuedTokens,
  listGrants,
  refreshGrant,
  revokeGrant,
  scopesOf,
  type TokenRefusal,
} from '../../platform/access/grants.ts'
import { readKey } from '../../platform/access/keys.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError, invalidInput, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { isLoopbackHost, isPossibleId } from '../../platform/core/text.ts'
import { iso } from '../../platform/core/time.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type FormBody, parseForm } from '../tokens/request.ts'
import { type Developer, lockActiveAccount, requireActiveApp, requireOwnApp } from './developers.ts'
import {
  hostOfUri,
  isKnownClient,
  matchesRedirectUri,
  noteClientUse,
  type OAuthClient,
  OAuthFault,
  requireClient,
} from './oauth-clients.ts'
import { visitorsOf } from './visitors.ts'

type When = Pick<Admitted, 'state' | 'at'>

const STATE_MAX_CHARS = 4_000
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
/** RFC 7636, 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** The resource that tokens are for (RFC 8707). */
export const resourceOf = ({ urls }: Pick<Deps, 'urls'>): string => `${urls().base}/mcp`

export const isOAuthOn = ({ switches }: Pick<Admitted['state'], 'switches'>): boolean =>
  isGateOpen(switches, 'mcpOAuthEnabled')

// ── Authorization request ──

/** An error that the client may learn: the browser can go back to it with the error. */
export class RedirectFault extends OAuthFault {
  readonly redirectTo: string

  constructor(error: string, description: string, redirectTo: string) {
    super(error, description)
    this.redirectTo = redirectTo
  }
}

export interface AuthorizationRequest {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly state: string | null
  readonly challenge: string
  readonly scopes: readonly OAuthScope[]
}

const fieldOf = (form: FormBody, name: string): string | null =>
  form.params.get(name)?.find((value) => value !== '') ?? null

function requireForm(form: FormBody): void {
  if (form.broken !== null) throw new OAuthFault('invalid_request', form.broken)
  if ([...form.params.values()].some((values) => values.length > 1))
    throw new OAuthFault('invalid_request', 'A parameter was sent more than once')
}

function readScopes(form: FormBody): OAuthScope[] {
  const words = (fieldOf(form, 'scope') ?? OAUTH_SCOPES.join(' ')).split(' ').filter((word) => word !== '')
  if (words.length === 0 || !words.every((word) => (OAUTH_SCOPES as readonly string[]).includes(word)))
    throw new OAuthFault('invalid_scope', `scope may contain ${OAUTH_SCOPES.join(' and ')} only`)
  return OAUTH_SCOPES.filter((scope) => words.includes(scope))
}

function requireResource(deps: Deps, form: FormBody): void {
  if (fieldOf(form, 'resource') !== resourceOf(deps))
    throw new OAuthFault('invalid_target', 'resource must be the address of /mcp of this server')
}

/** The redirect address with parameters for the client. `iss` prevents mix-up attacks (RFC 9207). */
function redirectWith({ urls }: Deps, uri: string, params: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...params, iss: urls().base }))
    if (value !== null) query.set(name, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`
}

/** The checks after the redirect address is known. */
function readDetails(deps: Deps, form: FormBody): Pick<AuthorizationRequest, 'challenge' | 'scopes'> {
  if (fieldOf(form, 'response_type') !== 'code')
    throw new OAuthFault(
      fieldOf(form, 'response_type') === null ? 'invalid_request' : 'unsupported_response_type',
      'response_type must be code',
    )
  const challenge = fieldOf(form, 'code_challenge')
  if (fieldOf(form, 'code_challenge_method') !== 'S256' || challenge === null || !CHALLENGE.test(challenge))
    throw new OAuthFault('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256')
  requireResource(deps, form)
  return { challenge, scopes: readScopes(form) }
}

/**
 * Checks an authorization request. Without a valid client and redirect address the error stays here; later errors are
 * a `RedirectFault`.
 */
export async function readAuthorization(deps: Deps, query: string, at: number): Promise<AuthorizationRequest> {
  const form = parseForm(Buffer.from(query))
  requireForm(form)
  const clientId = fieldOf(form, 'client_id')
  if (clientId === null) throw new OAuthFault('invalid_request', 'client_id is missing')
  const client = await requireClient(deps, clientId, at)
  const redirectUri = fieldOf(form, 'redirect_uri')
  if (redirectUri === null || !matchesRedirectUri(client.redirectUris, redirectUri))
    throw new OAuthFault('invalid_request', 'redirect_uri is missing or is none of the addresses of the client')
  const state = fieldOf(form, 'state')
  if (state !== null && state.length > STATE_MAX_CHARS) throw new OAuthFault('invalid_request', 'state is too long')
  try {
    return { client, redirectUri, state, ...readDetails(deps, form) }
  } catch (error) {
    if (!(error instanceof OAuthFault)) throw error
    const params = { error: error.error, error_description: error.message, state }
    throw new RedirectFault(error.error, error.message, redirectWith(deps, redirectUri, params))
  }
}

// ── Consent ──

/** The same request, for the portal: errors are those of the portal. */
export async function readForConsent(deps: Deps, query: string, { state, at }: When): Promise<AuthorizationRequest> {
  if (!isOAuthOn(state)) throw notFound('OAuth is switched off on this server; the operator can switch it on')
  try {
    return await readAuthorization(deps, query, at)
  } catch (error) {
    if (error instanceof OAuthFault) throw invalidInput(`request: ${error.message}`)
    throw error
  }
}

export const authorizationView = ({ client, redirectUri, scopes }: AuthorizationRequest): AuthorizationRequestView => ({
  clientName: client.name,
  clientId: client.id,
  clientHost: client.documentHost ?? hostOfUri(redirectUri),
  redirectHost: hostOfUri(redirectUri),
  isLocal: redirectUri.startsWith('http:') && isLoopbackHost(new URL(redirectUri).hostname),
  scopes: [...scopes],
})

export const denyAuthorization = (deps: Deps, { redirectUri, state }: AuthorizationRequest): string =>
  redirectWith(deps, redirectUri, { error: 'access_denied', error_description: 'The person denied the request', state })

/** Checks the visitor again under the lock of the account, and creates a code on the visitor's key. */
async function allowInTransaction(
  deps: Deps,
  tx: Tx,
  { request, agentId, developer }: Consent,
  { state, at }: When,
): Promise<string> {
  const account = await lockActiveAccount(tx, developer)
  const { uid } = account
  const visitor = (await visitorsOf(tx, state.worlds, uid)).find(({ agent_id }) => agent_id === agentId)
  if (visitor === undefined || visitor.app_id === null) throw new ApiError('VISITOR_NOT_FOUND')
  requireActiveApp((await requireOwnApp(tx, account, visitor.app_id)).app)
  const key = visitor.key_id === null ? null : await readKey(tx, visitor.key_id)
  if (key === null || key.revokedAt !== null) throw new ApiError('KEY_REVOKED')
  const max = LIMITS.oauth.connectionsPerDeveloper
  if ((await listGrants(tx, uid, at)).length >= max)
    throw invalidInput(`An account has at most ${max} connections; revoke one first`)
  const { client, redirectUri, challenge, scopes } = request
  await noteClientUse(tx, client.id, at)
  const code = {
    client_id: client.id,
    client_name: client.name,
    redirect_uri: redirectUri,
    challenge,
    owner_uid: uid,
    world_id: visitor.world_id,
    agent_id: agentId,
    key_id: key.id,
    scopes: scopes.join(' '),
  }
  const detail = { clientId: client.id, scopes }
  await audit(tx, deps.ambient, { at, actor: uid, action: 'connection.allow', target: agentId, detail })
  return createCode(tx, deps.ambient, code, at)
}

export interface Consent {
  readonly request: AuthorizationRequest
  readonly agentId: string
  readonly developer: Developer
}

/** Returns the redirect address with the code. */
export async function allowAuthorization(deps: Deps, consent: Consent, when: When): Promise<string> {
  if (!isPossibleId(consent.agentId)) throw new ApiError('VISITOR_NOT_FOUND')
  const code = await transactPinned(deps, (tx) => allowInTransaction(deps, tx, consent, when))
  const { redirectUri, state } = consent.request
  return redirectWith(deps, redirectUri, { code, state })
}

// ── Token requests ──

const invalidGrant = (description: string): OAuthFault => new OAuthFault('invalid_grant', description)

interface Revocation {
  readonly grant: GrantRow
  readonly reason: string
  /** Default is the developer who allowed the connection. */
  readonly actor?: string
}

async function auditRevocation(
  { ambient }: Deps,
  tx: Tx,
  { grant, reason, actor = grant.owner_uid }: Revocation,
  at: number,
): Promise<void> {
  const { id, agent_id, client_id } = grant
  const detail = { connectionId: id, clientId: client_id, reason }
  await audit(tx, ambient, { at, actor, action: 'connection.revoke', target: agent_id, detail })
}

interface TokenRequest {
  readonly what: 'code' | 'refresh_token'
  /** The scopes that the request names; null for all of the grant. */
  readonly scopes: readonly OAuthScope[] | null
  issue(tx: Tx): Promise<IssuedTokens | TokenRefusal>
}

/** A refusal that revoked a grant is committed, so it is thrown after the transaction. */
async function issueTokens(deps: Deps, { what, scopes, issue }: TokenRequest, at: number): Promise<IssuedTokens> {
  const issueAndAudit = async (tx: Tx): Promise<IssuedTokens | TokenRefusal> => {
    const result = await issue(tx)
    if (!('refused' in result)) {
      if (scopes?.some((scope) => !scopesOf(result.grant).includes(scope)))
        throw new OAuthFault('invalid_scope', 'scope exceeds what the person allowed')
    } else if (result.refused === 'reused')
      await auditRevocation(deps, tx, { grant: result.grant, reason: `${what} reused` }, at)
    return result
  }
  const result = await transactPinned(deps, issueAndAudit).catch((error: unknown) => {
    if (error instanceof ExpiredRefreshToken) return { refused: 'unknown' } as const
    throw error
  })
  if (!('refused' in result)) return result
  throw invalidGrant(
    result.refused === 'reused'
      ? `The ${what} was used before; the connection was revoked`
      : `The ${what} is unknown, expired or revoked, or belongs to another request`,
  )
}

function exchangeRequest(
  { ambient }: Deps,
  form: FormBody,
  clientId: string,
  at: number,
): Omit<TokenRequest, 'scopes'> {
  const code = fieldOf(form, 'code')
  if (code === null) throw new OAuthFault('invalid_request', 'code is missing')
  const redirectUri = fieldOf(form, 'redirect_uri') ?? ''
  const verifier = fieldOf(form, 'code_verifier') ?? ''
  if (!VERIFIER.test(verifier)) throw invalidGrant('code_verifier is missing or malformed')
  const request = { code, clientId, redirectUri, verifier }
  return { what: 'code', issue: (tx) => exchangeCode(tx, ambient, request, at) }
}

function refreshRequest({ ambient }: Deps, form: FormBody, clientId: string, at: number): Omit<TokenRequest, 'scopes'> {
  const refreshToken = fieldOf(form, 'refresh_token')
  if (refreshToken === null) throw new OAuthFault('invalid_request', 'refresh_token is missing')
  return { what: 'refresh_token', issue: (tx) => refreshGrant(tx, ambient, { refreshToken, clientId }, at) }
}

/** Answers a token request with the members of RFC 6749, 5.1. */
export async function answerTokenRequest(deps: Deps, form: FormBody, at: number): Promise<object> {
  requireForm(form)
  const grantType = fieldOf(form, 'grant_type')
  if (grantType === null) throw new OAuthFault('invalid_request', 'grant_type is missing')
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
    throw new OAuthFault('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  const clientId = fieldOf(form, 'client_id')
  if (fieldOf(form, 'client_secret') !== null || fieldOf(form, 'client_assertion') !== null)
    throw new OAuthFault('invalid_client', 'Clients are public: send client_id without a secret', 401)
  if (clientId === null || !(await isKnownClient(deps.database.read, clientId)))
    throw new OAuthFault('invalid_client', 'client_id is missing or unknown; register the client again', 401)
  requireResource(deps, form)
  const scopes = fieldOf(form, 'scope') === null ? null : readScopes(form)
  const request = (grantType === 'refresh_token' ? refreshRequest : exchangeRequest)(deps, form, clientId, at)
  const { grant, accessToken, refreshToken } = await issueTokens(deps, { ...request, scopes }, at)
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: LIMITS.oauth.accessTokenMs / 1_000,
    refresh_token: refreshToken,
    scope: scopesOf(grant).join(' '),
  }
}

/** RFC 7009: revokes the connection of a token. An unknown token is no error. */
export async function revokeToken(deps: Deps, form: FormBody, at: number): Promise<void> {
  requireForm(form)
  const token = fieldOf(form, 'token')
  if (token === null) throw new OAuthFault('invalid_request', 'token is missing')
  const clientId = fieldOf(form, 'client_id')
  const found = await findGrantOfToken(deps.database.read, token)
  if (found === undefined) return
  if (clientId !== null && clientId !== found.client_id)
    throw new OAuthFault('invalid_client', 'The token belongs to another client', 401)
  await transactPinned(deps, async (tx) => {
    if (await revokeGrant(tx, found.id)) await auditRevocation(deps, tx, { grant: found, reason: 'client' }, at)
  })
}

// ── Connections ──

export const connectionView = (grant: GrantRow): Connection => ({
  id: grant.id,
  clientName: grant.client_name,
  clientId: grant.client_id,
  agentId: grant.agent_id,
  scopes: scopesOf(grant),
  createdAt: iso(grant.created_at),
  lastUsedAt: grant.last_used_at === null ? null : iso(grant.last_used_at),
})

export async function deleteConnection(deps: Deps, { uid }: Developer, id: string, at: number): Promise<void> {
  await transactPinned(deps, async (tx) => {
    const grant = isPossibleId(id) ? await findOwnGrant(tx, uid, id) : undefined
    if (grant === undefined || !(await revokeGrant(tx, grant.id)))
      throw notFound('Connection not found; GET /_developer/connections lists yours')
    await auditRevocation(deps, tx, { grant, reason: 'owner' }, at)
  })
}

export const operatorConnectionView = (grant: GrantRow): OperatorConnection => ({
  ...connectionView(grant),
  ownerUid: grant.owner_uid,
  worldId: grant.world_id,
  keyId: grant.key_id,
  expiresAt: iso(grant.expires_at),
})

/** Revokes a connection of any developer; `actor` is the operator. */
export async function revokeConnection(
  deps: Deps,
  id: string,
  { actor, at }: { readonly actor: string; readonly at: number },
): Promise<void> {
  await transactPinned(deps, async (tx) => {
    const grant = isPossibleId(id) ? await grantById(tx, id) : undefined
    if (grant === undefined || !(await revokeGrant(tx, grant.id)))
      throw notFound('Connection not found; GET /_operator/connections lists them')
    await auditRevocation(deps, tx, { grant, reason: 'operator', actor }, at)
  })
}
