import type { IncomingMessage } from 'node:http'
import { invalidInput, notFound, Refusal } from '../../core/refusal.ts'
import { BadJson, parseStrictJson } from '../../core/strict-json.ts'
import type { Deps } from '../../deps.ts'
import { type Answer, corsHeaders, jsonAnswer, preflightHeaders, refusalAnswer, textBody } from '../../http/answer.ts'
import { BodyTooLarge, isJson, readBody } from '../../http/body.ts'
import type { Door } from '../../http/door.ts'
import { requireAllowedOrigin } from '../../http/origin.ts'
import { makeRouter } from '../../http/router.ts'
import { gate } from '../../settings/switches.ts'
import { type BuiltIn, IDENTITY_PATH } from './built-in.ts'
import { identityParts } from './identify.ts'
import { ID_TOKEN_SECONDS, OWN_ALG } from './own-tokens.ts'

const BODY_MAX = 65_536
const NO_STORE = ['Cache-Control', 'no-store'] as const
const PUBLIC = ['Cache-Control', 'public, max-age=300'] as const

/** 7: with the portal off, every route of it says so first. */
export async function requirePortal(deps: Deps): Promise<void> {
  const { state } = await deps.control.current()
  if (!gate(state.switches, 'developerPortalEnabled')) throw new Refusal('DEVELOPER_PORTAL_DISABLED')
}

/** The members of a JSON body that are texts. Only JSON, because a form on a foreign page cannot send that unasked. */
export async function readTexts(request: IncomingMessage): Promise<Readonly<Record<string, string | undefined>>> {
  if (!isJson(request.headers['content-type'])) throw invalidInput('Content-Type must be application/json')
  try {
    const body = parseStrictJson(await readBody(request, BODY_MAX))
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw invalidInput('The body must be an object')
    return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
  } catch (error) {
    // AMB-123
    if (error instanceof BodyTooLarge) throw invalidInput('The body is too large')
    if (error instanceof BadJson) throw invalidInput(error.message)
    throw error
  }
}

export function requireText(texts: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = texts[name]
  if (value === undefined || value === '') throw invalidInput(`${name} must be a text`)
  return value
}

/** The built-in sign-in, for machines without an identity provider; with one, these paths do not exist. */
export function identityDoor(deps: Deps): Door {
  const { own } = identityParts(deps).provider

  /** Counted before the body is looked at, so that nonsense is counted too. */
  type Desk = (request: IncomingMessage, builtIn: BuiltIn) => Promise<Answer>
  const counted =
    (
      serve: (
        texts: Readonly<Record<string, string | undefined>>,
        visit: { builtIn: BuiltIn; address: string; at: number },
      ) => Promise<Answer>,
    ): Desk =>
    async (request, builtIn) => {
      const address = builtIn.throttle.addressOf(request)
      const { at } = await builtIn.throttle.takeAddress(address)
      return serve(await readTexts(request), { builtIn, address, at })
    }

  const router = makeRouter<Desk>()
  const post = (name: string, serve: Parameters<typeof counted>[0]) =>
    router.add('POST', `${IDENTITY_PATH}/${name}`, counted(serve))

  // Also for somebody who has an account already: what happened stands in the letter alone.
  post('sign-up', async (texts, { builtIn, address, at }) => {
    const credentials = { email: requireText(texts, 'email'), password: requireText(texts, 'password'), address }
    await builtIn.signUp(credentials, at)
    return jsonAnswer(202, { data: { sent: true } })
  })
  post('verify', async (texts, { builtIn, at }) => {
    const email = await builtIn.confirm(requireText(texts, 'token'), requireText(texts, 'password'), at)
    return jsonAnswer(200, { data: { email, verified: true } })
  })
  post('sign-in', async (texts, { builtIn, address, at }) => {
    const credentials = { email: requireText(texts, 'email'), password: requireText(texts, 'password'), address }
    const { idToken } = await builtIn.signIn(credentials, at)
    return jsonAnswer(200, { data: { idToken, expiresInSeconds: ID_TOKEN_SECONDS } })
  })
  post('forgot', async (texts, { builtIn, address, at }) => {
    await builtIn.forgot({ email: requireText(texts, 'email'), address }, at)
    return jsonAnswer(202, { data: { sent: true } })
  })
  post('reset', async (texts, { builtIn, at }) => {
    const email = await builtIn.reset(requireText(texts, 'token'), requireText(texts, 'password'), at)
    return jsonAnswer(200, { data: { email, reset: true } })
  })

  router.add('GET', `${IDENTITY_PATH}/jwks`, async (_request, builtIn) =>
    jsonAnswer(200, { keys: await builtIn.publishedKeys() }, PUBLIC),
  )
  router.add('GET', `${IDENTITY_PATH}/.well-known/openid-configuration`, async (_request, builtIn) =>
    jsonAnswer(
      200,
      {
        issuer: builtIn.issuer(),
        jwks_uri: `${builtIn.issuer()}/jwks`,
        // There is no authorization endpoint: people sign in by the routes above.
        response_types_supported: ['none'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [OWN_ALG],
        claims_supported: ['iss', 'aud', 'sub', 'iat', 'exp', 'email', 'email_verified'],
      },
      PUBLIC,
    ),
  )

  async function serve(request: IncomingMessage, path: string): Promise<Answer> {
    const { method = 'GET', headers } = request
    if (headers.origin !== undefined && method === 'OPTIONS' && headers['access-control-request-method'] !== undefined)
      return { status: 204, body: textBody(''), headers: preflightHeaders }
    await requirePortal(deps)
    const desk = router.find(method, path)
    if (desk === null || own === null) throw notFound('API endpoint not found')
    return desk.value(request, own)
  }

  return {
    name: 'identity',
    opens: (path) => path === IDENTITY_PATH || path.startsWith(`${IDENTITY_PATH}/`),
    async answer(request, { path }) {
      const { origin } = request.headers
      const headers = ['Vary', 'Origin']
      try {
        if (origin !== undefined) {
          await requireAllowedOrigin(deps, origin)
          headers.splice(0, 2, ...corsHeaders(origin))
        }
        const answer = await serve(request, path)
        const own = answer.headers ?? []
        return { ...answer, headers: [...own, ...headers, ...(own.includes('Cache-Control') ? [] : NO_STORE)] }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const refused = refusalAnswer(error)
        return { ...refused, headers: [...refused.headers!, ...headers, ...NO_STORE] }
      }
    },
  }
}
