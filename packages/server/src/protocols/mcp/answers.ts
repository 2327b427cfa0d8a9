// Responses to MCP requests, with a cache for tools that only read.
import type { JsonRpcId } from '@agent-network/contract'
import { isOverLimit, worldOfCaller } from '../../platform/access/authenticate.ts'
import { type Body, cachedBody, makeResponseCache } from '../../platform/cache/response-cache.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import type { InternalCall, InternalRoutes } from '../http/context.ts'
import { type Response, textBody } from '../http/response.ts'
import type { ReceivedMcpRequest } from './envelope.ts'
import { perform } from './methods.ts'
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
