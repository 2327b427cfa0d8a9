// Protocol adapter of the machine-token issuer (4.16).
import type { IncomingMessage } from 'node:http'
import { LIMITS } from '@agent-network/contract'
import {
  authenticateClient,
  CLAIMS,
  isLinkedAgent,
  issueToken,
  SIGNING_ALG,
  TOKEN_LIFETIME_SECONDS,
} from '../../features/tokens/issue-token.ts'
import {
  basicCredentials,
  brokenForm,
  checkClient,
  checkTokenRequest,
  type FormBody,
  isFault,
  parseForm,
  TOKEN_SCOPES,
  type TokenFault,
} from '../../features/tokens/request.ts'
import { CACHE_SECONDS, JWKS_PATH, makeKeyring } from '../../features/tokens/signing-keys.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { corsHeaders, originStep, preflightStep, VARY_ORIGIN } from '../http/admission.ts'
import { readBytes } from '../http/body.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, jsonWithETag, type Response } from '../http/response.ts'

const PATHS = {
  token: '/oidc/token',
  discovery: '/.well-known/openid-configuration',
  jwks: JWKS_PATH,
} as const

const JTI_BYTES = 16

/** RFC 6749, 5.1. Also used for errors of the two public documents. */
const NO_STORE = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'] as const
const PUBLIC = ['Cache-Control', `public, max-age=${CACHE_SECONDS}`] as const

const errorResponse = (status: number, { error, description }: TokenFault, headers: readonly string[] = []): Response =>
  jsonResponse(status, { error, error_description: description }, [...NO_STORE, ...headers])

const refuse = (fault: TokenFault): Response =>
  fault.error === 'invalid_client'
    ? errorResponse(401, fault, ['WWW-Authenticate', 'Basic realm="agent-network", charset="UTF-8"'])
    : errorResponse(400, fault)

/** A body that is too large counts as malformed; both errors are reported after the client check. */
async function readForm(request: IncomingMessage): Promise<FormBody> {
  const bytes = await readBytes(request, LIMITS.body_bytes.small)
  return bytes === null ? brokenForm(`The body is larger than ${LIMITS.body_bytes.small} bytes`) : parseForm(bytes)
}

interface TokenContext {
  readonly methods: readonly string[]
  serve(request: IncomingMessage): Promise<Response>
}

/** 4.16: the issuer of machine tokens. */
export function tokensProtocol(deps: Deps): Protocol {
  const { ambient, control, database } = deps
  const keyring = makeKeyring(deps)
  const issuer = () => deps.urls().auth

  async function token(request: IncomingMessage): Promise<Response> {
    const { state, at } = await control.current()
    const credentials = basicCredentials(request.headers.authorization)
    const client = await authenticateClient(database.read, credentials)
    const tokenRequest = { contentType: request.headers['content-type'], credentials, client }
    const fault = checkClient(tokenRequest)
    if (fault !== null) return refuse(fault)
    const grant = checkTokenRequest({ ...tokenRequest, form: await readForm(request) })
    if (isFault(grant)) return refuse(grant)
    const { subject, scope } = grant
    if (subject.type === 'agent' && !(await isLinkedAgent(database.read, state.worlds, grant.client, subject.id)))
      return refuse({ error: 'unauthorized_client', description: 'This agent_id is not linked to the app' })
    const jti = ambient.secret(JTI_BYTES).toString('base64url')
    const accessToken = await issueToken(await keyring.signer(state, at), grant, { issuer: issuer(), jti }, at)
    return jsonResponse(
      200,
      { access_token: accessToken, token_type: 'Bearer', expires_in: TOKEN_LIFETIME_SECONDS, scope },
      NO_STORE,
    )
  }

  const discovery = async (): Promise<Response> =>
    jsonWithETag(
      {
        issuer: issuer(),
        token_endpoint: issuer() + PATHS.token,
        jwks_uri: issuer() + PATHS.jwks,
        scopes_supported: TOKEN_SCOPES,
        grant_types_supported: ['client_credentials'],
        // The member is required, but this server has no authorization endpoint.
        response_types_supported: ['none'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [SIGNING_ALG],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        claims_supported: CLAIMS,
      },
      PUBLIC,
    )

  async function jwks(): Promise<Response> {
    const { state, at } = await control.current()
    return jsonWithETag({ keys: await keyring.published(state, at) }, PUBLIC)
  }

  const desks: ReadonlyMap<string, TokenContext> = new Map([
    [PATHS.token, { methods: ['POST'], serve: token }],
    [PATHS.discovery, { methods: ['GET', 'HEAD'], serve: discovery }],
    [PATHS.jwks, { methods: ['GET', 'HEAD'], serve: jwks }],
  ])

  /** AMB-137 */
  async function serve({ method, path, request }: Context): Promise<Response> {
    const { methods, serve } = desks.get(path)!
    if (methods.includes(method)) return serve(request)
    const description = `This endpoint takes ${methods.join(' and ')} only`
    return errorResponse(405, { error: 'invalid_request', description }, ['Allow', methods.join(', ')])
  }

  return makeProtocol(deps, {
    name: 'tokens',
    matches: (path) => desks.has(path),
    steps: steps().add('origin', originStep(deps)).shortcut('preflight', preflightStep).respond('handler', serve),
    errorResponse: (refusal) => apiErrorResponse(refusal, NO_STORE),
    compresses: ({ path }) => path !== PATHS.token,
    headers(out, { headers = [] }, { origin }) {
      out.push(...headers, ...(typeof origin === 'string' ? corsHeaders(origin) : VARY_ORIGIN))
    },
  })
}
