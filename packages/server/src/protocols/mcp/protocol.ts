// Protocol adapter of the Model Context Protocol.

import { ERRORS, type JsonRpcId, LIMITS, OAUTH_SCOPES, type RequestGate } from '@agent-network/contract'
import type { Streams } from '../../features/streams/streams.ts'
import {
  type Caller,
  isOverLimit,
  KeyStateError,
  rateLimitStatusOf,
  requireWindow,
  worldOfCaller,
} from '../../platform/access/authenticate.ts'
import { noteGrantUse } from '../../platform/access/grants.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
import { type Body, cachedBody, makeResponseCache } from '../../platform/cache/response-cache.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import {
  corsHeaders,
  type FromOrigin,
  keyOrBearer,
  keyStep,
  limitHeaders,
  originStep,
  preflightStep,
  VARY_ORIGIN,
  type WithCaller,
} from '../http/admission.ts'
import { isJson, jsonRpcIdIn, readBytes, readIfSmall, readSmall } from '../http/body.ts'
import type { Context, InternalCall, InternalRoutes } from '../http/context.ts'
import { EarlyResponse, failureOf, logRequestFailure, makeProtocol, type Protocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, type Response, textBody } from '../http/response.ts'
import { CACHING } from '../http/static.ts'
import {
  isToolCall,
  isTransportMessage,
  McpError,
  type ReceivedMcpRequest,
  readRequest,
  requestFault,
} from './envelope.ts'
import { listen } from './listen.ts'
import { isMethod, perform } from './methods.ts'
import { toolNamed } from './tools/look.ts'

/** In characters; longer arguments are rarely repeated. */
const ARGUMENTS_MAX = 400

/** The cache key: all inputs of a tool result except content and control state; null if it is not cached. */
function keyOf({ caller, request: { era, method, params } }: ReceivedMcpRequest): string | null {
  if (method !== 'tools/call' || toolNamed(params.name)?.drives !== false) return null
  const argumentsText = params.arguments === undefined ? '{}' : JSON.stringify(params.arguments)
  if (argumentsText.length > ARGUMENTS_MAX) return null
  const { tier, scopes } = caller.key
  return `${worldOfCaller(caller)?.id ?? ''} ${tier} ${scopes.join()} ${era} ${params.name} ${argumentsText}`
}

const responsePrefix = (id: JsonRpcId): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`

/** A cached result with the id of this request in front of it. */
function withRequestId(id: JsonRpcId, { data, length }: Body): Body {
  const head = cachedBody(textBody(responsePrefix(id)))
  return { data: `${head.data}${data}`, encoding: 'latin1', length: head.length + length }
}

/** Handles requests. Results of tools that read only cacheable routes are cached as REST responses are (ADR 7). */
export function makeMcpResponses(
  deps: MapDeps,
  routes: InternalRoutes,
): (received: ReceivedMcpRequest) => Promise<Response> {
  const responseCache = makeResponseCache<null>(deps)

  return async (call) => {
    const { caller, request, traceparent } = call
    const key = isOverLimit(caller) ? null : keyOf(call)
    const cached = key === null ? null : responseCache.get(caller, key)
    if (cached !== null) {
      responseCache.countHit()
      return { status: 200, body: withRequestId(request.id, cached.body) }
    }
    const version = deps.contentVersion()
    let isCacheable = key !== null && caller.state.cacheable
    // The inner calls of a tool belong to the trace of its call.
    const rest: InternalCall = (contract, by, inner) => {
      isCacheable &&= routes.isCacheable(contract)
      return routes.call(contract, by, traceparent === undefined ? inner : { ...inner, traceparent })
    }
    const result = await perform({ ...call, rest })
    // Encoded once, for the cache and for sending.
    const body = cachedBody(textBody(`${JSON.stringify(result)}}`))
    if (isCacheable && result.isError === false) responseCache.put(caller, key!, version, { of: null, body })
    return { status: 200, body: withRequestId(request.id, body) }
  }
}

const PATH = '/mcp'

/** Set while a message is handled, for the request log. */
interface Called {
  called?: string
}

/** A small body is read before the key check: the method decides which rate window counts the request. */
interface WithSmallBody {
  /** Null if the body is large, absent or has no Content-Length. */
  readonly smallBody: Buffer | null
}

type Admitted = Context & FromOrigin & WithSmallBody & WithCaller & Called

/** The rate window of messages that a client sends by itself: handshake, ping, notifications and lists. */
const TRANSPORT_WINDOW = { name: 'mcp', limit: 60 }

const failure = (id: JsonRpcId | null, error: { code: number; message: string; data?: unknown }) => ({
  jsonrpc: '2.0',
  ...(id === null ? {} : { id }),
  error,
})

/** MCP requires codes outside its own range for errors that it does not define. */
const refusalError = ({ code, message, status, details }: ApiError) => ({
  code: status,
  message: `${code}: ${message}`,
  data: { code, ...(details.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: details.retryAfterSeconds }) },
})

/** The Model Context Protocol: tools, prompts and resources over the routes of the REST interface. */
export function mcpProtocol(
  deps: MapDeps,
  parts: {
    readonly routes: InternalRoutes
    readonly requestLog: RequestLog
    readonly streams: Streams
    readonly version: string
  },
): Protocol {
  const { routes, requestLog, streams, version } = parts
  const respond = makeMcpResponses(deps, routes)

  /** There is no stream to open with GET and no session to end with DELETE. */
  function onlyPost({ method }: Context): EarlyResponse | undefined {
    if (method === 'POST') return undefined
    const answer = jsonResponse(405, failure(null, { code: 405, message: 'Send messages with POST' }), [
      'Allow',
      'POST',
    ])
    return new EarlyResponse(answer)
  }

  async function readSmallBody(context: Context): Promise<WithSmallBody> {
    return { smallBody: keyOrBearer(context) === undefined ? null : await readSmall(context.request) }
  }

  /** A tool call over the limit gets a result that a model can read; `callTool` makes it. */
  function checkWindow({ caller, smallBody }: Admitted): void {
    if (smallBody !== null && !isToolCall(smallBody)) requireWindow(caller)
  }

  /** RFC 9728, 5.1: where a client without a credential learns how to get one. */
  async function challengeOf({ status, code }: ApiError): Promise<string[]> {
    if (status !== 401 || !isGateOpen((await deps.control.current()).state.switches, 'mcpOAuthEnabled')) return []
    const metadata = `resource_metadata="${deps.urls().base}/.well-known/oauth-protected-resource${PATH}"`
    const error = code === 'INVALID_API_KEY' ? ', error="invalid_token"' : ''
    return ['WWW-Authenticate', `Bearer ${metadata}, scope="${OAUTH_SCOPES.join(' ')}"${error}`]
  }

  /** Grants whose use was stored within this minute. */
  let notedMinute = 0
  const notedGrants = new Set<string>()
  async function noteUse({ grantId, at }: Caller): Promise<void> {
    const minute = Math.floor(at / 60_000)
    if (minute !== notedMinute) notedGrants.clear()
    notedMinute = minute
    if (grantId === undefined || notedGrants.has(grantId)) return
    notedGrants.add(grantId)
    await deps.database.transact((tx) => noteGrantUse(tx, grantId, at), { quiet: true })
  }

  async function handleMessage(context: Admitted): Promise<Response> {
    await noteUse(context.caller)
    const abortSignal = () => context.abortSignal()
    const bytes = context.smallBody ?? (await readBytes(context.request, LIMITS.body_bytes.mcp))
    try {
      if (!isJson(context.header('content-type'))) throw requestFault('Content-Type must be application/json', 415)
      if (bytes === null) throw requestFault(`The body is larger than ${LIMITS.body_bytes.mcp} bytes`, 413)
      const request = readRequest(bytes, (name) => context.header(name))
      if (request === null) return { status: 202, body: textBody('') }
      const { method, params } = request
      if (method !== 'tools/call') requireWindow(context.caller)
      if (isMethod(request)) context.called = method === 'tools/call' ? String(params.name).slice(0, 40) : method
      const { onReplay } = context
      const refused = ({ code }: ApiError) => {
        context.code = code
      }
      const traceparent = context.header('traceparent')
      const call = { deps, version, caller: context.caller, request, traceparent, abortSignal, refused, onReplay }
      if (request.era === 'modern' && method === 'subscriptions/listen')
        return await listen(call, streams, keyOrBearer(context)!.trim())
      return await respond(call)
    } catch (error) {
      return errorResponse(error, context, jsonRpcIdIn(bytes))
    }
  }

  function errorResponse(error: unknown, context: Admitted, id: JsonRpcId | null): Response {
    if (error instanceof McpError) {
      const { code, message, status, data } = error
      context.code = String(code)
      return jsonResponse(status, failure(id, { code, message, ...(data === undefined ? {} : { data }) }))
    }
    if (error instanceof ApiError) {
      context.code = error.code
      return jsonResponse(error.status, failure(id, refusalError(error)), apiErrorResponse(error).headers)
    }
    logRequestFailure(deps, 'mcp', context, error)
    const outage = failureOf(error, context)
    if (outage.code === 'STORE_UNAVAILABLE') return errorResponse(outage, context, id)
    context.code = 'INTERNAL_ERROR'
    return jsonResponse(200, failure(id, { code: -32603, message: `INTERNAL_ERROR: ${ERRORS.INTERNAL_ERROR.message}` }))
  }

  return makeProtocol<Admitted>(deps, {
    name: 'mcp',
    matches: (path) => path === PATH,
    steps: steps<RequestGate>()
      .add('origin', originStep(deps))
      .shortcut('preflight', preflightStep)
      .shortcut('path', onlyPost)
      .add('path', readSmallBody)
      .add(
        'key, key state, app state',
        keyStep(deps, keyOrBearer, (context: Context & WithSmallBody) => ({
          ownWindow: context.smallBody !== null && isTransportMessage(context.smallBody) ? TRANSPORT_WINDOW : undefined,
          // An access token is sent as Bearer only (RFC 6750, 2.1).
          takesTokens: context.header('x-api-key') === undefined,
        })),
      )
      .check('rate limit', checkWindow)
      .check('door switch', ({ caller }) => {
        if (!isGateOpen(caller.state.switches, 'mcpEnabled')) throw new ApiError('MCP_DISABLED')
      })
      .respond('handler', handleMessage),
    async errorResponse(refusal, { request, smallBody }) {
      const id = jsonRpcIdIn(smallBody ?? (await readIfSmall(request)))
      const headers = [...(apiErrorResponse(refusal).headers ?? []), ...(await challengeOf(refusal))]
      return jsonResponse(refusal.status, failure(id, refusalError(refusal)), headers)
    },
    headers(out, { headers = [], stream }, { origin, caller }) {
      out.push(...headers, ...(stream === undefined ? CACHING.ownCopy : []))
      if (origin !== undefined) out.push(...(origin === null ? VARY_ORIGIN : corsHeaders(origin)))
      if (caller !== undefined) out.push(...limitHeaders(caller))
    },
    onResponse({ id: requestId, caller, step, called, code: toolCode }, status, refusal) {
      const keyId = caller?.key.id ?? (refusal instanceof KeyStateError ? refusal.keyId : null)
      if (keyId === null) return
      const code = refusal?.code ?? toolCode ?? null
      requestLog.note(keyId, {
        at: caller?.at ?? deps.control.now(),
        requestId,
        route: called === undefined ? 'mcp' : `mcp ${called}`,
        status,
        code,
        refusedAt: code === null ? null : (step as RequestGate),
        remaining: caller === undefined ? null : (rateLimitStatusOf(caller)?.remaining ?? null),
        remainingToday: code?.endsWith('_DAILY_BUDGET_EXCEEDED') ? 0 : null,
      })
    },
  })
}
