// Protocol adapter of the metrics listener.

import { ApiError, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { sameText } from '../../platform/core/seals.ts'
import { isLoopbackAuthority } from '../../platform/core/text.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, type Response, textBody } from '../http/response.ts'
import { CACHING } from '../http/static.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** The metrics listener: one read-only path with a token of its own. */
export function metricsProtocol(deps: Pick<Deps, 'log'>, metrics: Metrics, token: string | null): Protocol {
  /** Without a token it listens on loopback only. The Host check prevents DNS rebinding by foreign pages. */
  function requireHost(context: Context): void {
    if (token === null && !isLoopbackAuthority(context.header('host') ?? '')) throw new ApiError('HOST_NOT_ALLOWED')
  }

  function requireToken(context: Context): void {
    const sent = /^Bearer (.+)$/.exec(context.header('authorization') ?? '')?.[1] ?? ''
    if (token !== null && !sameText(sent, token))
      throw new ApiError('UNAUTHORIZED', {
        message: 'The metrics token is missing or wrong; send Authorization: Bearer with AGENT_NETWORK_METRICS_TOKEN',
      })
  }

  function requirePath({ method, path }: Context): void {
    if (path !== '/metrics' || (method !== 'GET' && method !== 'HEAD'))
      throw notFound('Not found: this listener serves only GET /metrics')
  }

  const perform = async (): Promise<Response> => ({ status: 200, body: textBody(await metrics.text()), type: TYPE })

  return makeProtocol(deps, {
    name: 'metrics',
    measured: false,
    matches: () => true,
    steps: steps()
      .check('host', requireHost)
      .check('token', requireToken)
      .check('path', requirePath)
      .respond('handler', perform),
    errorResponse: (refusal) => apiErrorResponse(refusal),
    headers: (out, { headers = [] }) => void out.push(...headers, ...CACHING.never),
  })
}
