// Protocol adapter of the built-in sign-in.
import type { IncomingMessage } from 'node:http'
import { IDENTITY_ROUTES, JOIN_ROUTES, LIMITS, type Route, SESSION_ROUTES } from '@agent-network/contract'
import { requireUnblocked } from '../../features/accounts/sign-up-policy.ts'
import { type BuiltInSignIn, IDENTITY_PATH } from '../../features/identity/built-in.ts'
import { ID_TOKEN_SECONDS, OWN_ALG } from '../../features/identity/own-tokens.ts'
import { identify, identityParts } from '../../features/identity/session.ts'
import { isGateOpen, type Switches } from '../../platform/control/switches.ts'
import { ApiError, invalidInput, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import {
  addressOf,
  corsHeaders,
  ipOf,
  isDirectLocalCaller,
  originStep,
  preflightStep,
  VARY_ORIGIN,
} from '../http/admission.ts'
import { readJson } from '../http/body.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, jsonWithETag, makeContractCheck, type Response } from '../http/response.ts'
import { makeRouter } from '../http/routing.ts'
import { CACHING } from '../http/static.ts'

/** Set by a sign-up. It replaces the password when the same browser opens the link of the e-mail. */
const PROOF_COOKIE = 'agent-network-sign-up'
const PROOF_SECONDS = 24 * 3_600
const PROOF = new RegExp(`(?:^|;\\s*)${PROOF_COOKIE}=([\\w-]{43})(?:;|$)`)
const proofIn = ({ headers }: IncomingMessage): string | null => PROOF.exec(headers.cookie ?? '')?.[1] ?? null

/** Routes that are served beside the portal routes, for the OpenAPI document. */
export function openRoutes(deps: Deps): { readonly contract: Route }[] {
  const identity = identityParts(deps).provider.builtIn ? Object.values<Route>(IDENTITY_ROUTES) : []
  const others = Object.values<Route>({ ...JOIN_ROUTES, ...SESSION_ROUTES })
  return [...others, ...identity].map((contract) => ({ contract }))
}

const PUBLIC = ['Cache-Control', 'public, max-age=300'] as const

/** 7: with the portal off, each of its routes reports that first. */
export async function requirePortal(deps: Deps): Promise<void> {
  const { state } = await deps.control.current()
  if (!isGateOpen(state.switches, 'developerPortalEnabled')) throw new ApiError('DEVELOPER_PORTAL_DISABLED')
}

export type Texts = Readonly<Record<string, string | undefined>>

/** The text members of a JSON body. Forms are rejected, because a foreign page can send them without a preflight. */
export async function readTexts({ request }: Context): Promise<Texts> {
  const rules = { limit: LIMITS.body_bytes.small, typed: true, optional: false }
  // AMB-123
  const body = await readJson(request, { ...rules, refuse: (_fault, message) => invalidInput(message) })
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidInput('The body must be an object')
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
}

export function requireText(texts: Texts, name: string): string {
  const value = texts[name]
  if (value === undefined || value === '') throw invalidInput(`${name} must be a text`)
  return value
}

/** The built-in sign-in, for installations without an identity provider; with one, these paths do not exist. */
export function identityProtocol(deps: Deps): Protocol {
  const parts = identityParts(deps)
  const { own } = parts.provider

  /** Pages of other origins get the ID token but no session. */
  function isOwnOrigin(request: IncomingMessage): boolean {
    const { origin } = request.headers
    return origin === undefined || origin === new URL(deps.urls().developer).origin
  }

  type Desk = (context: Context, builtIn: BuiltInSignIn) => Promise<Response>
  type Counted = {
    builtIn: BuiltInSignIn
    client: { address: string; signal: AbortSignal }
    request: IncomingMessage
    ip: string | null
    isLocal: boolean
    switches: Switches
    at: number
  }

  /** Counted before the body is read, so that malformed requests count too. */
  const counted =
    (serve: (texts: Texts, counted: Counted) => Promise<Response>): Desk =>
    async (context, builtIn) => {
      const address = addressOf(deps, context)
      const { state, at } = await builtIn.throttle.takeAddress(address)
      const texts = await readTexts(context)
      const client = { address, signal: context.abortSignal() }
      const [ip, isLocal] = [ipOf(deps, context), isDirectLocalCaller(context)]
      const { request } = context
      return serve(texts, { builtIn, client, request, ip, isLocal, switches: state.switches, at })
    }

  const router = makeRouter<Desk>()
  const checks = makeContractCheck(deps)
  /** A response in the shape of its route. */
  const respond = (contract: Route, data: unknown, headers: readonly string[] = []): Response => {
    checks.result(contract, { data })
    return jsonResponse(contract.statuses[0] ?? 200, { data }, headers)
  }
  const post = (contract: Route, serve: Parameters<typeof counted>[0]) =>
    router.add(contract.method, contract.path, counted(serve))
  const isSecure = () => deps.urls().developer.startsWith('https:')
  const proofCookie = (value: string, seconds: number): string =>
    `${PROOF_COOKIE}=${value}; Path=${IDENTITY_PATH}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure() ? '; Secure' : ''}`

  // Same response for existing accounts: only the letter reveals whether one exists.
  post(IDENTITY_ROUTES.signUpAddress, async (texts, { builtIn, client, ip, isLocal, switches, at }) => {
    const credentials = { email: requireText(texts, 'email'), password: requireText(texts, 'password'), ...client }
    requireUnblocked(switches, { ip, email: credentials.email })
    const { confirmUrl, browserProof } = await builtIn.signUp(credentials, at)
    const data = { sent: true, ...(isLocal && confirmUrl !== null && { confirmUrl }) }
    return respond(IDENTITY_ROUTES.signUpAddress, data, ['Set-Cookie', proofCookie(browserProof, PROOF_SECONDS)])
  })
  post(IDENTITY_ROUTES.verifyAddress, async (texts, { builtIn, client, request, at }) => {
    const browserProof = proofIn(request)
    const link = { token: requireText(texts, 'token'), password: texts.password, browserProof, ...client }
    const { email, idToken } = await builtIn.confirm(link, at)
    const data = { email, verified: true, idToken, expiresInSeconds: ID_TOKEN_SECONDS }
    // A page of another origin would not keep the cookie.
    if (!isOwnOrigin(request)) return respond(IDENTITY_ROUTES.verifyAddress, data)
    const { session, cookie } = await parts.sessions.open(request, idToken, at)
    const cookies = ['Set-Cookie', cookie, 'Set-Cookie', proofCookie('', 0)]
    return respond(IDENTITY_ROUTES.verifyAddress, { ...data, csrfToken: session.csrfToken }, cookies)
  })
  post(IDENTITY_ROUTES.signInAddress, async (texts, { builtIn, client, at }) => {
    const credentials = { email: requireText(texts, 'email'), password: requireText(texts, 'password'), ...client }
    const { idToken } = await builtIn.signIn({ ...credentials, code: texts.code }, at)
    return respond(IDENTITY_ROUTES.signInAddress, { idToken, expiresInSeconds: ID_TOKEN_SECONDS })
  })
  post(IDENTITY_ROUTES.requestNewPassword, async (texts, { builtIn, client: { address }, at }) => {
    await builtIn.forgot({ email: requireText(texts, 'email'), address }, at)
    return respond(IDENTITY_ROUTES.requestNewPassword, { sent: true })
  })
  post(IDENTITY_ROUTES.resetPassword, async (texts, { builtIn, client, at }) => {
    const link = { token: requireText(texts, 'token'), password: requireText(texts, 'password'), ...client }
    const email = await builtIn.reset(link, at)
    return respond(IDENTITY_ROUTES.resetPassword, { email, reset: true })
  })

  /** Requests of a signed-in person about their own account. */
  const signedIn = (
    contract: Route,
    serve: (texts: Texts, own: { builtIn: BuiltInSignIn; subject: string; at: number }) => Promise<unknown>,
  ): void =>
    router.add(contract.method, contract.path, async (context, builtIn) => {
      const { at } = await builtIn.throttle.takeAddress(addressOf(deps, context))
      const { subject } = await identify(parts, context.request, at)
      const texts = context.method === 'POST' ? await readTexts(context) : {}
      return respond(contract, await serve(texts, { builtIn, subject, at }))
    })
  signedIn(IDENTITY_ROUTES.getSecondFactor, (_texts, { builtIn, subject }) => builtIn.secondFactor.state(subject))
  signedIn(IDENTITY_ROUTES.beginSecondFactor, (texts, { builtIn, subject, at }) =>
    builtIn.beginSecondFactor(subject, requireText(texts, 'password'), at),
  )
  signedIn(IDENTITY_ROUTES.confirmSecondFactor, async (texts, { builtIn, subject, at }) => ({
    enabled: true,
    recoveryCodes: await builtIn.secondFactor.confirm(subject, requireText(texts, 'code'), at),
  }))
  signedIn(IDENTITY_ROUTES.removeSecondFactor, async (texts, { builtIn, subject, at }) => {
    await builtIn.secondFactor.remove(subject, requireText(texts, 'code'), at)
    return { enabled: false }
  })

  router.add('GET', `${IDENTITY_PATH}/jwks`, async (_visit, builtIn) =>
    jsonWithETag({ keys: await builtIn.publishedKeys() }, PUBLIC),
  )
  router.add('GET', `${IDENTITY_PATH}/.well-known/openid-configuration`, async (_visit, builtIn) =>
    jsonWithETag(
      {
        issuer: builtIn.issuer(),
        jwks_uri: `${builtIn.issuer()}/jwks`,
        // There is no authorization endpoint: people sign in through the routes above.
        response_types_supported: ['none'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [OWN_ALG],
        claims_supported: ['iss', 'aud', 'sub', 'iat', 'exp', 'email', 'email_verified'],
      },
      PUBLIC,
    ),
  )

  async function serve(context: Context): Promise<Response> {
    const desk = router.find(context.method, context.path)
    if (desk === null || own === null) throw notFound('API endpoint not found')
    return desk.value(context, own)
  }

  return makeProtocol(deps, {
    name: 'identity',
    matches: (path) => path === IDENTITY_PATH || path.startsWith(`${IDENTITY_PATH}/`),
    steps: steps()
      .add('origin', originStep(deps))
      .shortcut('preflight', preflightStep)
      .check('portal switch', () => requirePortal(deps))
      .respond('handler', serve),
    errorResponse: (refusal) => apiErrorResponse(refusal),
    compresses: () => false,
    headers(out, { headers = [] }, { origin }) {
      out.push(...headers, ...(typeof origin === 'string' ? corsHeaders(origin) : VARY_ORIGIN))
      if (!headers.includes('Cache-Control')) out.push(...CACHING.never)
    },
  })
}
