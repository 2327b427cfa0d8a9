// Protocol adapter of the built-in sign-in.
import { LIMITS } from '@agent-network/contract'
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
import { apiErrorResponse, jsonResponse, jsonWithETag, type Response } from '../http/response.ts'
import { makeRouter } from '../http/routing.ts'
import { CACHING } from '../http/static.ts'

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

  type Desk = (context: Context, builtIn: BuiltInSignIn) => Promise<Response>
  type Counted = {
    builtIn: BuiltInSignIn
    client: { address: string; signal: AbortSignal }
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
      return serve(texts, { builtIn, client, ip, isLocal, switches: state.switches, at })
    }

  const router = makeRouter<Desk>()
  const post = (name: string, serve: Parameters<typeof counted>[0]) =>
    router.add('POST', `${IDENTITY_PATH}/${name}`, counted(serve))

  // Same response for existing accounts: only the letter reveals whether one exists.
  post('sign-up', async (texts, { builtIn, client, ip, isLocal, switches, at }) => {
    const credentials = { email: requireText(texts, 'email'), password: requireText(texts, 'password'), ...client }
    requireUnblocked(switches, { ip, email: credentials.email })
    const confirmUrl = await builtIn.signUp(credentials, at)
    return jsonResponse(202, { data: { sent: true, ...(isLocal && confirmUrl !== null && { confirmUrl }) } })
  })
  post('verify', async (texts, { builtIn, client, at }) => {
    const link = { token: requireText(texts, 'token'), password: requireText(texts, 'password'), ...client }
    const email = await builtIn.confirm(link, at)
    return jsonResponse(200, { data: { email, verified: true } })
  })
  post('sign-in', async (texts, { builtIn, client, at }) => {
    const credentials = { email: requireText(texts, 'email'), password: requireText(texts, 'password'), ...client }
    const { idToken } = await builtIn.signIn({ ...credentials, code: texts.code }, at)
    return jsonResponse(200, { data: { idToken, expiresInSeconds: ID_TOKEN_SECONDS } })
  })
  post('forgot', async (texts, { builtIn, client: { address }, at }) => {
    await builtIn.forgot({ email: requireText(texts, 'email'), address }, at)
    return jsonResponse(202, { data: { sent: true } })
  })
  post('reset', async (texts, { builtIn, client, at }) => {
    const link = { token: requireText(texts, 'token'), password: requireText(texts, 'password'), ...client }
    const email = await builtIn.reset(link, at)
    return jsonResponse(200, { data: { email, reset: true } })
  })

  /** Requests of a signed-in person about their own account. */
  const signedIn =
    (serve: (texts: Texts, own: { builtIn: BuiltInSignIn; subject: string; at: number }) => Promise<unknown>): Desk =>
    async (context, builtIn) => {
      const { at } = await builtIn.throttle.takeAddress(addressOf(deps, context))
      const { subject } = await identify(parts, context.request, at)
      const texts = context.method === 'POST' ? await readTexts(context) : {}
      return jsonResponse(200, { data: await serve(texts, { builtIn, subject, at }) })
    }
  const factorPath = `${IDENTITY_PATH}/second-factor`
  router.add(
    'GET',
    factorPath,
    signedIn((_texts, { builtIn, subject }) => builtIn.secondFactor.state(subject)),
  )
  router.add(
    'POST',
    factorPath,
    signedIn((texts, { builtIn, subject, at }) =>
      builtIn.beginSecondFactor(subject, requireText(texts, 'password'), at),
    ),
  )
  router.add(
    'POST',
    `${factorPath}/confirm`,
    signedIn(async (texts, { builtIn, subject, at }) => ({
      enabled: true,
      recoveryCodes: await builtIn.secondFactor.confirm(subject, requireText(texts, 'code'), at),
    })),
  )
  router.add(
    'POST',
    `${factorPath}/remove`,
    signedIn(async (texts, { builtIn, subject, at }) => {
      await builtIn.secondFactor.remove(subject, requireText(texts, 'code'), at)
      return { enabled: false }
    }),
  )

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
