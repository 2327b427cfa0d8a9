// Protocol adapter of portal sessions: sign-in, sign-out and the session cookie.
import type { SignInAttempt } from '../../features/identity/built-in.ts'
import { CALLBACK_PATH, type CodeFlow } from '../../features/identity/code-flow.ts'
import { makeThrottle } from '../../features/identity/passwords.ts'
import type { Session } from '../../features/identity/session.ts'
import { identify, identityParts } from '../../features/identity/session.ts'
import { invalidInput, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso } from '../../platform/core/time.ts'
import { addressOf } from '../http/admission.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, type Response, textBody } from '../http/response.ts'
import { makeRouter } from '../http/routing.ts'
import { readTexts, requirePortal, requireText, type Texts } from './identity.ts'

const PATH = '/_developer/session'
const LIST_PATH = '/_developer/sessions'
const START_PATH = `${PATH}/start`
const PATHS: readonly string[] = [PATH, LIST_PATH, START_PATH, CALLBACK_PATH]
/** The response depends on a cookie, so no shared cache may store it. */
const PRIVATE = ['Cache-Control', 'private, no-store', 'Vary', 'Cookie, Origin'] as const

const sessionView = ({ identity, csrfToken, expiresAt }: Session) => ({
  csrfToken,
  email: identity.email,
  emailVerified: identity.verifiedEmail !== null,
  name: identity.name,
  anonymous: identity.anonymous,
  expiresAt: iso(expiresAt),
})

/** Sessions of the portal pages: a cookie replaces the ID token, so that scripts never see the token. */
export function sessionProtocol(deps: Deps): Protocol {
  const parts = identityParts(deps)
  const { provider, sessions } = parts
  const throttle = provider.own?.throttle ?? makeThrottle(deps)

  async function open(context: Context): Promise<Response> {
    const address = addressOf(deps, context)
    const { at } = await throttle.takeAddress(address)
    const texts = await readTexts(context)
    const idToken = texts.idToken ?? (await signIn(texts, { address, signal: context.abortSignal() }, at))
    const { session, cookie } = await sessions.open(context.request, idToken, at)
    return jsonResponse(200, { data: sessionView(session) }, ['Set-Cookie', cookie])
  }

  async function signIn(texts: Texts, client: Pick<SignInAttempt, 'address' | 'signal'>, at: number): Promise<string> {
    if (provider.own === null) throw invalidInput('idToken must be a text')
    const credentials = { email: requireText(texts, 'email'), password: requireText(texts, 'password'), ...client }
    return (await provider.own.signIn({ ...credentials, code: texts.code }, at)).idToken
  }

  async function show({ request }: Context): Promise<Response> {
    const { at } = await deps.control.current()
    return jsonResponse(200, { data: sessionView(await sessions.require(request, at)) })
  }

  async function close({ request }: Context): Promise<Response> {
    const { at } = await deps.control.current()
    await sessions.require(request, at)
    return jsonResponse(200, { data: { closed: true } }, ['Set-Cookie', await sessions.close(request)])
  }

  async function list({ request }: Context): Promise<Response> {
    const { at } = await deps.control.current()
    const who = await identify(parts, request, at)
    const data = (await sessions.list(request, who, at)).map(({ createdAt, expiresAt, ...entry }) => ({
      ...entry,
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
    }))
    return jsonResponse(200, { data })
  }

  async function closeOne({ request }: Context, id: string): Promise<Response> {
    const { at } = await deps.control.current()
    if (!(await sessions.closeOne(await identify(parts, request, at), id, at)))
      throw notFound('Session not found: it has ended, or is not yours; GET /_developer/sessions lists them')
    return jsonResponse(200, { data: { closed: 1 } })
  }

  async function closeAll({ request }: Context): Promise<Response> {
    const { at } = await deps.control.current()
    const closed = await sessions.closeAll(await identify(parts, request, at), at)
    return jsonResponse(200, { data: { closed } }, ['Set-Cookie', sessions.forget()])
  }

  const flow = (): CodeFlow => {
    if (provider.codeFlow === null) throw notFound('API endpoint not found')
    return provider.codeFlow
  }
  const leadTo = (url: string, cookies: readonly string[]): Response => ({
    status: 303,
    body: textBody(''),
    type: 'text/plain; charset=utf-8',
    headers: ['Location', url, ...cookies.flatMap((cookie) => ['Set-Cookie', cookie])],
  })

  async function goOut(context: Context): Promise<Response> {
    const codeFlow = flow()
    const { at } = await throttle.takeAddress(addressOf(deps, context))
    const { url, cookie } = await codeFlow.begin(at)
    return leadTo(url, [cookie])
  }

  async function comeBack(context: Context): Promise<Response> {
    const codeFlow = flow()
    const { at } = await throttle.takeAddress(addressOf(deps, context))
    const idToken = await codeFlow.finish(context.request, new URLSearchParams(context.query), at)
    const { cookie } = await sessions.open(context.request, idToken, at)
    return leadTo(`${deps.urls().developer}/developer/`, [cookie, codeFlow.forget()])
  }

  const router = makeRouter<(context: Context, id: string) => Promise<Response>>()
  router.add('POST', PATH, open)
  router.add('GET', PATH, show)
  router.add('DELETE', PATH, close)
  router.add('GET', START_PATH, goOut)
  router.add('GET', CALLBACK_PATH, comeBack)
  router.add('GET', LIST_PATH, list)
  router.add('DELETE', LIST_PATH, closeAll)
  router.add('DELETE', `${LIST_PATH}/{id}`, closeOne)

  async function serve(context: Context): Promise<Response> {
    const desk = router.find(context.method, context.path)
    if (desk === null) throw notFound('API endpoint not found')
    return desk.value(context, desk.path.id ?? '')
  }

  return makeProtocol(deps, {
    name: 'session',
    matches: (path) => PATHS.includes(path) || path.startsWith(`${LIST_PATH}/`),
    steps: steps()
      // Only the portal's own pages use sessions, so other origins and preflights are rejected.
      .check('own origin', ({ request }) => sessions.requireOwnOrigin(request))
      .check('portal switch', () => requirePortal(deps))
      .respond('handler', serve),
    errorResponse: (refusal) => apiErrorResponse(refusal),
    compresses: () => false,
    headers: (out, { headers = [] }) => void out.push(...headers, ...PRIVATE),
  })
}
