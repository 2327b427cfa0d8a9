// Protocol adapter of OAuth for MCP: metadata, authorization, tokens, revocation and registration of clients.
import type { IncomingMessage } from 'node:http'
import { LIMITS, OAUTH_SCOPES } from '@agent-network/contract'
import {
  answerTokenRequest,
  isOAuthOn,
  RedirectFault,
  readAuthorization,
  resourceOf,
  revokeToken,
} from '../../features/accounts/authorization.ts'
import { OAuthFault, registerClient } from '../../features/accounts/oauth-clients.ts'
import { brokenForm, type FormBody, parseForm } from '../../features/tokens/request.ts'
import { rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { isJsonObject, type JsonObject } from '../../platform/core/json.ts'
import { escapeMarkup } from '../../platform/core/text.ts'
import { addressOf } from '../http/admission.ts'
import { decodeJson, isJson, readBytes } from '../http/body.ts'
import { type Context, isReading } from '../http/context.ts'
import { EarlyResponse, makeProtocol, type Protocol, steps } from '../http/pipeline.ts'
import { jsonResponse, jsonWithETag, type Response, textBody } from '../http/response.ts'
import { CACHING, HTML_TYPE, loadBuiltFiles, PAGE_SECURITY_HEADERS, wantsHtml } from '../http/static.ts'

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
const SERVER_METADATA = '/.well-known/oauth-authorization-server'
const AUTHORIZE = '/oauth/authorize'
const TOKEN = '/oauth/token'
const REVOKE = '/oauth/revoke'
const REGISTER = '/oauth/register'

const PAGES = new URL('../../../../web/pages/portal/', import.meta.url)
const BUILT = new URL('../../../../web/dist/portal/', import.meta.url)

/** RFC 6749, 5.1. */
const NO_STORE = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'] as const
const PUBLIC = ['Cache-Control', 'public, max-age=300'] as const
/** These endpoints need no cookie, so pages of every origin may call them. */
const ANY_ORIGIN = ['Access-Control-Allow-Origin', '*'] as const
const PREFLIGHT = [
  ...['Access-Control-Allow-Methods', 'GET, HEAD, POST, OPTIONS'],
  ...['Access-Control-Allow-Headers', 'Content-Type, Authorization, MCP-Protocol-Version'],
  ...['Access-Control-Max-Age', '600'],
]

const FORM_TYPE = /^application\/x-www-form-urlencoded *(;|$)/i

const faultResponse = ({ error, message, status, retryAfterSeconds }: OAuthFault): Response =>
  jsonResponse(status, { error, error_description: message }, [
    ...NO_STORE,
    ...(status === 401 ? ['WWW-Authenticate', 'Basic realm="agent-network"'] : []),
    ...(retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)]),
  ])

interface Endpoint {
  readonly methods: readonly string[]
  serve(context: Context & Counted): Promise<Response>
}

interface Counted {
  readonly admitted: Admitted
}

async function readForm(request: IncomingMessage): Promise<FormBody> {
  if (request.headers.authorization !== undefined)
    throw new OAuthFault('invalid_client', 'Clients are public: send client_id in the body, and no Authorization', 401)
  if (!FORM_TYPE.test(request.headers['content-type'] ?? ''))
    return brokenForm('The content type must be application/x-www-form-urlencoded')
  const bytes = await readBytes(request, LIMITS.body_bytes.small)
  return bytes === null ? brokenForm(`The body is larger than ${LIMITS.body_bytes.small} bytes`) : parseForm(bytes)
}

async function readMetadata(request: IncomingMessage): Promise<JsonObject> {
  if (!isJson(request.headers['content-type']))
    throw new OAuthFault('invalid_client_metadata', 'The content type must be application/json')
  const bytes = await readBytes(request, LIMITS.body_bytes.small)
  const decoded = bytes === null ? null : decodeJson(bytes)
  if (decoded === null || 'fault' in decoded || !isJsonObject(decoded.value))
    throw new OAuthFault(
      'invalid_client_metadata',
      `The body must be a JSON object of at most ${LIMITS.body_bytes.small} bytes`,
    )
  return decoded.value
}

/** The authorization part of MCP: clients get tokens for `/mcp` by the consent of a person. */
export function oauthProtocol(deps: Deps): Protocol {
  const names = makeWindowNames()
  const base = (): string => deps.urls().base
  /** Loaded on first use. */
  let pages: { readonly consent: string; readonly fault: string } | undefined
  const loadPages = () => {
    const built = loadBuiltFiles(BUILT)
    pages ??= {
      consent: built.text(new URL('consent.html', PAGES)),
      fault: built.text(new URL('consent-fault.html', PAGES)),
    }
    return pages
  }
  const pageResponse = (status: number, text: string): Response => ({
    status,
    body: textBody(text),
    type: HTML_TYPE,
    headers: CACHING.never,
  })

  const resourceMetadata = async (): Promise<Response> =>
    jsonWithETag(
      {
        resource: resourceOf(deps),
        authorization_servers: [base()],
        scopes_supported: OAUTH_SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Agent Network',
        resource_documentation: `${base()}/docs/`,
      },
      PUBLIC,
    )

  const serverMetadata = async (): Promise<Response> =>
    jsonWithETag(
      {
        issuer: base(),
        authorization_endpoint: base() + AUTHORIZE,
        token_endpoint: base() + TOKEN,
        revocation_endpoint: base() + REVOKE,
        registration_endpoint: base() + REGISTER,
        scopes_supported: OAUTH_SCOPES,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        service_documentation: `${base()}/docs/`,
      },
      PUBLIC,
    )

  /** The session of a person belongs to the address of the portal. Null if the page is already there. */
  function portalAddress({ request: { headers }, target }: Context): string | null {
    const [own, other] = [new URL(deps.urls().developer), new URL(base())]
    return own.host !== other.host && headers.host === other.host ? own.origin + target : null
  }

  const redirect = (url: string): Response => ({
    status: 303,
    body: textBody(''),
    headers: ['Location', url, ...NO_STORE],
  })

  /**
   * An error goes back to the client by itself only for programs. In a browser the person decides: anybody can register
   * a client, so an automatic redirect would lead from this address to any other (RFC 9700, 4.11.2).
   */
  function authorizationFault(fault: OAuthFault, context: Context): Response {
    const target = fault instanceof RedirectFault ? fault.redirectTo : null
    if (!wantsHtml(context)) return target === null ? faultResponse(fault) : redirect(target)
    const link =
      target === null
        ? ''
        : `<p><a class="button" rel="noreferrer" href="${escapeMarkup(target)}">Return to ${escapeMarkup(new URL(target).host || new URL(target).protocol)}</a></p>`
    const text = loadPages()
      .fault.replace('FAULT-TEXT', () => escapeMarkup(fault.message))
      .replace('FAULT-CODE', () => escapeMarkup(fault.error))
      .replace('FAULT-LINK', () => link)
    return pageResponse(400, text)
  }

  async function authorize(context: Context & Counted): Promise<Response> {
    const { state, at } = context.admitted
    if (!isGateOpen(state.switches, 'developerPortalEnabled')) throw new ApiError('DEVELOPER_PORTAL_DISABLED')
    try {
      await readAuthorization(deps, context.query, at)
    } catch (error) {
      if (error instanceof OAuthFault) return authorizationFault(error, context)
      throw error
    }
    const elsewhere = portalAddress(context)
    return elsewhere === null ? pageResponse(200, loadPages().consent) : redirect(elsewhere)
  }

  async function token({ request, admitted: { at } }: Context & Counted): Promise<Response> {
    return jsonResponse(200, await answerTokenRequest(deps, await readForm(request), at), NO_STORE)
  }

  async function revoke({ request, admitted: { at } }: Context & Counted): Promise<Response> {
    await revokeToken(deps, await readForm(request), at)
    return { status: 200, body: textBody(''), headers: NO_STORE }
  }

  async function register(context: Context & Counted): Promise<Response> {
    const { at } = context.admitted
    const metadata = () => readMetadata(context.request)
    const client = await registerClient(deps, addressOf(deps, context), metadata, at)
    const data = {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.createdAt / 1_000),
      ...(client.name === '' ? {} : { client_name: client.name }),
      redirect_uris: client.redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: OAUTH_SCOPES.join(' '),
    }
    return jsonResponse(201, data, NO_STORE)
  }

  const READING = ['GET', 'HEAD']
  const endpoints: ReadonlyMap<string, Endpoint> = new Map([
    [RESOURCE_METADATA, { methods: READING, serve: resourceMetadata }],
    [`${RESOURCE_METADATA}/mcp`, { methods: READING, serve: resourceMetadata }],
    [SERVER_METADATA, { methods: READING, serve: serverMetadata }],
    [AUTHORIZE, { methods: READING, serve: authorize }],
    [TOKEN, { methods: ['POST'], serve: token }],
    [REVOKE, { methods: ['POST'], serve: revoke }],
    [REGISTER, { methods: ['POST'], serve: register }],
  ])
  const allowsAnyOrigin = ({ path }: Context): boolean => path !== AUTHORIZE

  function preflight(context: Context): EarlyResponse | undefined {
    const isPreflight = context.method === 'OPTIONS' && context.headers['access-control-request-method'] !== undefined
    if (!isPreflight || !allowsAnyOrigin(context)) return undefined
    return new EarlyResponse({ status: 204, body: textBody(''), headers: PREFLIGHT })
  }

  /** Counts a request in the minute of its address. */
  async function count(context: Context): Promise<Counted> {
    const limit = LIMITS.oauth.requestsPerMinutePerAddress
    const keyId = `oauth ${names.nameOf(addressOf(deps, context))}`
    const take = { keyId, limit, probationEndsAt: 0, limitInProbation: limit }
    const admitted = await deps.control.admit(() => ({ found: null, take }))
    names.seenAt(admitted.at)
    return { admitted }
  }

  function requireOn({ admitted }: Counted): void {
    if (!isOAuthOn(admitted.state)) throw notFound('OAuth for MCP is switched off; use an API key, or ask the operator')
    if (admitted.window?.admitted !== false) return
    const { limit, resetSeconds } = rateLimitStatusOf(admitted)!
    throw new ApiError('RATE_LIMIT_EXCEEDED', {
      message: `Too many OAuth requests: ${limit} per minute from one address; wait for Retry-After`,
      retryAfterSeconds: resetSeconds,
    })
  }

  async function serve(context: Context & Counted): Promise<Response> {
    const { methods, serve: respond } = endpoints.get(context.path)!
    if (!methods.includes(context.method)) {
      const fault = new OAuthFault('invalid_request', `This endpoint takes ${methods.join(' and ')} only`, 405)
      const response = faultResponse(fault)
      return { ...response, headers: [...response.headers!, 'Allow', methods.join(', ')] }
    }
    try {
      return await respond(context)
    } catch (error) {
      if (error instanceof OAuthFault) return faultResponse(error)
      throw error
    }
  }

  /** Errors of the server in OAuth's own format, by their status. */
  const errorName = ({ status }: ApiError): string => {
    if (status === 429) return 'slow_down'
    if (status === 503) return 'temporarily_unavailable'
    return status >= 500 ? 'server_error' : 'invalid_request'
  }

  return makeProtocol(deps, {
    name: 'oauth',
    matches: (path) => endpoints.has(path),
    steps: steps()
      .shortcut('preflight', preflight)
      .add('address', count)
      .check('switch', requireOn)
      .respond('handler', serve),
    errorResponse: (refusal) =>
      faultResponse(
        new OAuthFault(errorName(refusal), refusal.message, refusal.status, refusal.details.retryAfterSeconds),
      ),
    // A token response mixes secrets with values of the caller.
    compresses: isReading,
    headers(out, { headers = [] }, context) {
      out.push(...headers, ...(allowsAnyOrigin(context) ? ANY_ORIGIN : PAGE_SECURITY_HEADERS))
    },
  })
}
