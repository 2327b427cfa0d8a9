// Protocol adapter of the operator console: pages, sessions and the overview stream.
import { mayCall, OPERATOR_ROUTES, type OperatorRoutes } from '@agent-network/contract'
import Type, { type TSchema } from 'typebox'
import { makeSecondFactor } from '../../features/identity/second-factor.ts'
import { audit } from '../../platform/access/audit.ts'
import { type Operator, RECOVERY } from '../../platform/access/operators.ts'
import { ApiError, invalidInput, notFound, schemaCheckerOf } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso } from '../../platform/core/time.ts'
import { readJson } from '../http/body.ts'
import type { Context } from '../http/context.ts'
import { makeProtocol, type Protocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, type Response, textBody } from '../http/response.ts'
import {
  CACHING,
  fileResponse,
  loadBuiltFiles,
  PAGE_SECURITY_HEADERS,
  requireReading,
  textFile,
} from '../http/static.ts'
import { streamResponse } from '../http/stream.ts'
import {
  type ConsoleSession,
  type ConsoleSessions,
  requireCsrfToken,
  requireOwnPage,
  type TokenGuard,
  type TokenHolder,
} from './console-session.ts'
import { factorIdOf } from './operator-routes.ts'
import type { OverviewStream } from './overview-stream.ts'
import { makeHostCheck } from './protocol.ts'

const HOME = '/'
const ROOT = '/console'
const SESSION = `${ROOT}/session`
const LIVE = `${ROOT}/live`
const FACTOR = `${ROOT}/second-factor`
const EVENTS_TYPE = 'text/event-stream'
/** Body limit under `/console`, in bytes; a token is much shorter. */
const BODY_MAX = 16_384

const PAGE = new URL('../../../../web/pages/console/console.html', import.meta.url)
const BUILT = new URL('../../../../web/dist/console/', import.meta.url)

const token = Type.String({ maxLength: 4_096 })
const code = Type.String({ maxLength: 100 })
const SHAPES = {
  signIn: Type.Object({ token, code: Type.Optional(code) }, { additionalProperties: false }),
  token: Type.Object({ token }, { additionalProperties: false }),
  code: Type.Object({ code }, { additionalProperties: false }),
} as const satisfies Record<string, TSchema>
const CHECKERS = {
  signIn: schemaCheckerOf(SHAPES.signIn),
  token: schemaCheckerOf(SHAPES.token),
  code: schemaCheckerOf(SHAPES.code),
}

const ROUTE_NAMES = Object.keys(OPERATOR_ROUTES) as (keyof OperatorRoutes)[]

/** `allowed` lists the operator routes of the role, so that the pages show only these. */
const sessionView = ({ csrfToken, expiresAt, holder: { operator } }: ConsoleSession) => ({
  csrfToken,
  expiresAt: iso(expiresAt),
  operator,
  allowed: ROUTE_NAMES.filter((name) => mayCall(operator.role, name)),
})

const codeRefusal = (secondFactor: 'required' | 'wrong'): ApiError =>
  new ApiError('UNAUTHORIZED', {
    message:
      secondFactor === 'required'
        ? 'A second factor is set up: enter the code of your authenticator as well, or a recovery code'
        : 'Wrong code; enter the one that the authenticator shows now, or a recovery code',
    extra: { secondFactor },
  })

/**
 * The pages of the console, their session and their live stream. All other calls of the pages use the operator routes.
 */
export function consoleProtocol(
  deps: Deps,
  { guard, sessions }: { readonly guard: TokenGuard; readonly sessions: ConsoleSessions },
  overview: OverviewStream,
): Protocol {
  const built = loadBuiltFiles(BUILT)
  const page = built.page(PAGE)

  const secondFactor = makeSecondFactor(deps)

  async function bodyOf<K extends keyof typeof SHAPES>(
    context: Context,
    kind: K,
  ): Promise<Type.Static<(typeof SHAPES)[K]>> {
    const body = await readJson(context.request, {
      limit: BODY_MAX,
      typed: true,
      optional: false,
      refuse: (fault, message) =>
        fault === 'size' ? new ApiError('PAYLOAD_TOO_LARGE', { message }) : invalidInput(message),
    })
    if (!CHECKERS[kind].fits(body)) throw invalidInput(CHECKERS[kind].explain(body))
    return body as Type.Static<(typeof SHAPES)[K]>
  }

  /** Recovery must work without the store, so it has no second factor. */
  async function requireCode({ operator: { name } }: TokenHolder, sentCode: string | undefined): Promise<void> {
    if (name === RECOVERY.name) return
    const { at } = await deps.control.current()
    const checked = await secondFactor.check(factorIdOf(name), sentCode, at)
    if (checked === 'missing') throw codeRefusal('required')
    if (checked === 'wrong') throw codeRefusal('wrong')
  }

  async function open(context: Context): Promise<Response> {
    const body = await bodyOf(context, 'signIn')
    const address = context.socket.remoteAddress ?? ''
    const holder = await guard.check(address, body.token)
    await requireCode(holder, body.code)
    const { session, cookie } = await sessions.open(holder)
    const operator = holder.operator.name
    deps.log.info({ event: 'operator.signed_in', address, operator }, 'operator signed in to the console')
    return jsonResponse(200, { data: sessionView(session) }, ['Set-Cookie', cookie])
  }

  /** Responds 200 without a session too: a page that was just opened is not an error. */
  async function show(context: Context): Promise<Response> {
    try {
      const session = await sessions.find(context)
      return jsonResponse(200, { data: session === null ? null : sessionView(session) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return jsonResponse(200, { data: null }, ['Set-Cookie', sessions.forget])
    }
  }

  async function requireSession(context: Context): Promise<ConsoleSession> {
    const session = await sessions.find(context)
    if (session === null)
      throw new ApiError('UNAUTHORIZED', {
        message: 'No session; POST /console/session with the operator token',
      })
    return session
  }

  /** The named operator of the session; changes also need the CSRF token. */
  async function requireNamed(context: Context): Promise<Operator> {
    const session = await requireSession(context)
    requireCsrfToken(context, session)
    const { operator } = session.holder
    if (operator.name === RECOVERY.name)
      throw invalidInput('The recovery token has no second factor; sign in as a named operator')
    return operator
  }

  const recordFactor = async (name: string, action: string, at: number): Promise<void> =>
    deps.database.transact((tx) => audit(tx, deps.ambient, { at, actor: name, action, target: name }), { quiet: true })

  /** Requires the token again: an open session alone must not bind an authenticator. */
  async function beginFactor(context: Context, { name }: Operator, at: number): Promise<unknown> {
    const { token: sent } = await bodyOf(context, 'token')
    const { operator } = await guard.check(context.socket.remoteAddress ?? '', sent)
    if (operator.name !== name)
      throw new ApiError('UNAUTHORIZED', {
        message: 'That is not the token of the operator who is signed in; enter your own',
      })
    return secondFactor.begin({ id: factorIdOf(name), email: name }, at)
  }

  async function confirmFactor(context: Context, { name }: Operator, at: number): Promise<unknown> {
    const recoveryCodes = await secondFactor.confirm(factorIdOf(name), (await bodyOf(context, 'code')).code, at)
    await recordFactor(name, 'operator.add-authenticator', at)
    return { enabled: true, recoveryCodes }
  }

  async function removeFactor(context: Context, { name }: Operator, at: number): Promise<unknown> {
    await secondFactor.remove(factorIdOf(name), (await bodyOf(context, 'code')).code, at)
    await recordFactor(name, 'operator.remove-authenticator', at)
    return { enabled: false }
  }

  const FACTOR_CALLS: Readonly<Record<string, (context: Context, who: Operator, at: number) => Promise<unknown>>> = {
    [`GET ${FACTOR}`]: (_context, { name }) => secondFactor.state(factorIdOf(name)),
    [`POST ${FACTOR}`]: beginFactor,
    [`POST ${FACTOR}/confirm`]: confirmFactor,
    [`POST ${FACTOR}/remove`]: removeFactor,
  }

  async function factorResponse(context: Context): Promise<Response> {
    const call = FACTOR_CALLS[`${context.method} ${context.path}`]
    if (call === undefined) throw notFound('Not found: see GET and POST /console/second-factor')
    requireOwnPage(context)
    const operator = await requireNamed(context)
    const { at } = await deps.control.current()
    return jsonResponse(200, { data: await call(context, operator, at) }, [...CACHING.never, 'Vary', 'Cookie'])
  }

  /** Streams the overview until the session ends. */
  async function live(context: Context): Promise<Response> {
    requireReading(context)
    requireOwnPage(context)
    const session = await requireSession(context)
    if (context.method === 'HEAD') return { ...fileResponse(textFile('', EVENTS_TYPE)), headers: CACHING.never }
    return streamResponse(EVENTS_TYPE, overview.follow(session))
  }

  async function close(context: Context): Promise<Response> {
    const session = await requireSession(context)
    requireCsrfToken(context, session)
    return jsonResponse(200, { data: { closed: true } }, ['Set-Cookie', await sessions.close(session)])
  }

  const DESKS: Readonly<Record<string, (context: Context) => Promise<Response>>> = {
    GET: show,
    HEAD: show,
    POST: open,
    DELETE: close,
  }

  async function sessionResponse(context: Context): Promise<Response> {
    const desk = DESKS[context.method]
    if (desk === undefined) throw notFound('Not found: /console/session takes GET, POST and DELETE')
    requireOwnPage(context)
    const { headers = [], ...answer } = await desk(context)
    return { ...answer, headers: [...headers, ...CACHING.never, 'Vary', 'Cookie'] }
  }

  async function serve(context: Context): Promise<Response> {
    const { path } = context
    if (path === SESSION) return sessionResponse(context)
    if (path === LIVE) return live(context)
    if (path === FACTOR || path.startsWith(`${FACTOR}/`)) return factorResponse(context)
    requireReading(context)
    if (path === HOME) return fileResponse(page)
    if (path === ROOT || path === `${ROOT}/`) return { status: 308, body: textBody(''), headers: ['Location', HOME] }
    const asset = built.response(path.slice(ROOT.length + 1))
    if (asset === undefined) throw notFound('Not found: the console is at /, operator routes are below /_operator/')
    return asset
  }

  return makeProtocol(deps, {
    name: 'console',
    measured: false,
    matches: (path) => path === HOME || path === ROOT || path.startsWith(`${ROOT}/`),
    steps: steps().check('host', makeHostCheck(deps)).respond('page', serve),
    errorResponse: (refusal) => apiErrorResponse(refusal, CACHING.never),
    // A response with a session token is never compressed: its size must not depend on what was sent with it.
    compresses: ({ path }) => path !== SESSION && !path.startsWith(FACTOR),
    headers: (out, { headers = [] }) => void out.push(...headers, ...PAGE_SECURITY_HEADERS),
  })
}
