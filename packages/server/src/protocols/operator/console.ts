// Protocol adapter of the operator console: pages, sessions and the overview stream.
import Type from 'typebox'
import { ApiError, invalidInput, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { schemaCheckerOf } from '../../platform/core/schema-faults.ts'
import { iso } from '../../platform/core/time.ts'
import { readJson } from '../http/body.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
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
import type { TokenGuard } from './console-session.ts'
import { type ConsoleSession, type ConsoleSessions, requireCsrfToken, requireOwnPage } from './console-session.ts'
import type { OverviewStream } from './overview-stream.ts'
import { makeHostCheck } from './protocol.ts'

const HOME = '/'
const ROOT = '/console'
const SESSION = `${ROOT}/session`
const LIVE = `${ROOT}/live`
const EVENTS_TYPE = 'text/event-stream'
/** Body limit under `/console`, in bytes; a token is much shorter. */
const BODY_MAX = 16_384

const PAGE = new URL('../../../../web/pages/console/console.html', import.meta.url)
const BUILT = new URL('../../../../web/dist/console/', import.meta.url)

const signIn = schemaCheckerOf(
  Type.Object({ token: Type.String({ maxLength: 4_096 }) }, { additionalProperties: false }),
)

const sessionView = ({ csrfToken, expiresAt }: ConsoleSession) => ({ csrfToken, expiresAt: iso(expiresAt) })

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

  async function open(context: Context): Promise<Response> {
    const body = await readJson(context.request, {
      limit: BODY_MAX,
      typed: true,
      optional: false,
      refuse: (fault, message) =>
        fault === 'size' ? new ApiError('PAYLOAD_TOO_LARGE', { message }) : invalidInput(message),
    })
    if (!signIn.fits(body)) throw invalidInput(signIn.explain(body))
    const address = context.socket.remoteAddress ?? ''
    await guard.check(address, (body as { token: string }).token)
    const { session, cookie } = await sessions.open()
    deps.log.info({ event: 'operator.signed_in', address }, 'operator signed in to the console')
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
    compresses: ({ path }) => path !== SESSION,
    headers: (out, { headers = [] }) => void out.push(...headers, ...PAGE_SECURITY_HEADERS),
  })
}
