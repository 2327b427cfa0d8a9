// Protocol adapter of the operator API.
import type { ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bytesTypeOf, mayCall, type OperatorRoute, type OperatorRoutes } from '@agent-network/contract'
import type { Operator } from '../../platform/access/operators.ts'
import { ApiError, invalidInput, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { readBytes } from '../http/body.ts'
import { type Context, isReading } from '../http/context.ts'
import { makeProtocol, type Protocol, steps } from '../http/pipeline.ts'
import {
  apiErrorResponse,
  bytesBody,
  jsonResponse,
  makeContractCheck,
  type Response,
  textBody,
} from '../http/response.ts'
import { makeRouter, type RouteMatch } from '../http/routing.ts'
import { CACHING } from '../http/static.ts'
import { type OperatorBound, performBound, type StreamedText } from './bind.ts'
import { type ConsoleSessions, requireCsrfToken, requireOwnPage, type TokenGuard } from './console-session.ts'

/**
 * Against DNS rebinding: a foreign page whose host name resolves to this address would act with the operator's rights.
 */
export function makeHostCheck({ config }: Pick<Deps, 'config'>): (context: Context) => void {
  const own = config.operatorHost.toLowerCase()
  // IPv6 addresses have brackets in the Host header.
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', isIPv6(own) ? `[${own}]` : own])
  return (context) => {
    const name = (context.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
    if (!names.has(name)) throw new ApiError('HOST_NOT_ALLOWED')
  }
}

const JSON_TYPE = 'application/json'

const isStreamed = (result: unknown): result is StreamedText =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

/** Writes the pieces at the speed of the reader. An error closes the connection, so the client sees an incomplete file. */
function writeStreamed(response: ServerResponse, pieces: StreamedText, log: Deps['log']): void {
  pipeline(Readable.from(pieces), response).catch((error: unknown) => {
    if (!response.destroyed) response.destroy()
    log.warn({ event: 'operator.stream_failed', err: error }, 'streamed operator response failed')
  })
}

interface Authorised {
  readonly operator: Operator
}

interface Found {
  readonly match: RouteMatch<OperatorBound>
}

export interface Credentials {
  readonly guard: TokenGuard
  readonly sessions: ConsoleSessions
}

/** The operator listener: a token or the console session, JSON, the common envelopes. */
export function operatorProtocol(
  deps: Deps,
  { guard, sessions }: Credentials,
  routes: readonly OperatorBound[],
): Protocol {
  const router = makeRouter<OperatorBound>()
  for (const bound of routes) router.add(bound.contract.method, bound.contract.path, bound)
  const checks = makeContractCheck(deps)

  /** The token, or the console session; changes with a session also need its CSRF token. */
  async function requireOperator(context: Context): Promise<Authorised> {
    const authorization = context.header('authorization')
    const session = authorization === undefined ? await sessions.find(context) : null
    if (session === null) {
      const sent = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
      const { operator } = await guard.check(context.socket.remoteAddress ?? '', sent)
      return { operator }
    }
    requireOwnPage(context)
    requireCsrfToken(context, session)
    return { operator: session.holder.operator }
  }

  function findRoute({ method, path }: Context): Found {
    const match = router.find(method, path)
    if (match === null) throw notFound('Operator endpoint not found; GET /_operator/openapi.json lists them')
    return { match }
  }

  function requireRole({ match, operator: { role } }: Authorised & Found): void {
    if (!mayCall(role, match.value.contract.name as keyof OperatorRoutes))
      throw new ApiError('OPERATOR_ROLE_REQUIRED', {
        message: `The role ${role} does not permit this call; ask an admin`,
      })
  }

  async function bytesOf({ request, match }: Context & Found): Promise<Buffer> {
    const { bodyBytesMax } = match.value.contract
    const bytes = await readBytes(request, bodyBytesMax)
    if (bytes === null) throw invalidInput(`The body is larger than ${bodyBytesMax} bytes`)
    return bytes
  }

  async function perform(context: Context & Authorised & Found): Promise<Response> {
    const { value: bound, path } = context.match
    const { query, operator } = context
    const operatorRequest = { path, query, operator, bytes: () => bytesOf(context) }
    return responseOf(bound.contract, await performBound(deps, bound, operatorRequest))
  }

  function responseOf(contract: OperatorRoute, result: unknown): Response {
    const [status = 200] = contract.statuses
    const bytesType = bytesTypeOf(contract.result)
    if (bytesType === null) {
      checks.result(contract, result)
      return jsonResponse(status, result)
    }
    if (isStreamed(result)) {
      const type = bytesType === JSON_TYPE ? {} : { type: bytesType }
      return { status, body: textBody(''), ...type, stream: (response) => writeStreamed(response, result, deps.log) }
    }
    const body = bytesBody(result as Buffer)
    return bytesType === JSON_TYPE ? { status, body } : { status, body, type: bytesType }
  }

  return makeProtocol(deps, {
    name: 'operator',
    measured: false,
    matches: () => true,
    steps: steps()
      .check('host', makeHostCheck(deps))
      .add('token', requireOperator)
      .add('path', findRoute)
      .check('role', requireRole)
      .respond('handler', perform),
    errorResponse(refusal, { match }) {
      if (match !== undefined) checks.error(match.value.contract, refusal)
      return apiErrorResponse(refusal)
    },
    // A change may respond with a new key next to text that the caller sent, so it is not compressed.
    compresses: isReading,
    // Raw keys and private texts pass here.
    headers: (out, { headers = [] }) => void out.push(...headers, ...CACHING.never),
  })
}
