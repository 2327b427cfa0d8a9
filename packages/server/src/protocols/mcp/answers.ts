// Responses to MCP requests, with a cache for tools that only read.
import type { JsonRpcId } from '@agent-network/contract'
import { worldOfCaller } from '../../platform/access/authenticate.ts'
import { type Body, cachedBody, makeResponseCache } from '../../platform/cache/response-cache.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import type { InternalCall, InternalRoutes } from '../http/internal-call.ts'
import { type Response, textBody } from '../http/response.ts'
import type { Received } from './envelope.ts'
import { perform } from './methods.ts'
import { toolNamed } from './tools/look.ts'

/** In characters; longer arguments are rarely repeated. */
const ARGUMENTS_MAX = 400

/** The cache key: all inputs of a tool result except content and control state; null if it is not cached. */
function keyOf({ caller, request: { era, method, params } }: Received): string | null {
  if (method !== 'tools/call' || toolNamed(params.name)?.drives !== false) return null
  const given = params.arguments === undefined ? '{}' : JSON.stringify(params.arguments)
  if (given.length > ARGUMENTS_MAX) return null
  const { tier, scopes } = caller.key
  return `${worldOfCaller(caller)?.id ?? ''} ${tier} ${scopes.join()} ${era} ${params.name} ${given}`
}

const beginning = (id: JsonRpcId): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`

/** A cached result with the id of this request in front of it. */
function behind(id: JsonRpcId, { data, length }: Body): Body {
  const head = cachedBody(textBody(beginning(id)))
  return { data: `${head.data}${data}`, encoding: 'latin1', length: head.length + length }
}

/** Handles requests. Results of tools that read only cacheable routes are cached as REST responses are (ADR 7). */
export function makeAnswers(deps: MapDeps, routes: InternalRoutes): (given: Received) => Promise<Response> {
  const kept = makeResponseCache<null>(deps)

  return async (given) => {
    const { caller, request, traceparent } = given
    const key = keyOf(given)
    const cached = key === null ? null : kept.get(caller, key)
    if (cached !== null) {
      kept.countHit()
      return { status: 200, body: behind(request.id, cached.body) }
    }
    const version = deps.contentVersion()
    let lasts = key !== null && caller.state.cacheable
    // The inner calls of a tool belong to the trace of its call.
    const rest: InternalCall = (contract, by, inner) => {
      lasts &&= routes.isCacheable(contract)
      return routes.call(contract, by, traceparent === undefined ? inner : { ...inner, traceparent })
    }
    const result = await perform({ ...given, rest })
    // Encoded once, for the cache and for sending.
    const body = cachedBody(textBody(`${JSON.stringify(result)}}`))
    if (lasts && result.isError === false) kept.put(caller, key!, version, { of: null, body })
    return { status: 200, body: behind(request.id, body) }
  }
}
