// Protocol adapter of the developer portal API under `/_developer`.
import type { IncomingMessage } from 'node:http'
import type { PortalRoute, Route } from '@agent-network/contract'
import { PORTAL_GATES } from '../../features/accounts/account.ts'
import {
  findDeveloper,
  requireActiveAccount,
  requireActiveApp,
  requireOwnApp,
} from '../../features/accounts/developers.ts'
import type { Identity } from '../../features/identity/session.ts'
import type { WebhookSender } from '../../features/webhooks/delivery.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError, invalidInput, notFound, schemaCheckerOf } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import { addressOf, corsHeaders, ipOf, originStep, preflightStep, VARY_ORIGIN } from '../http/admission.ts'
import { readJson } from '../http/body.ts'
import { type Context, isReading } from '../http/context.ts'
import { makeProtocol, type Protocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, makeContractCheck, type Response } from '../http/response.ts'
import { makeRouter, type RouteMatch, readQuery } from '../http/routing.ts'
import { CACHING } from '../http/static.ts'
import { accountRoutes, connectionRoutes, ownObserveRoutes, reportRoutes } from './account-routes.ts'
import { type CallerLookup, type PortalBound, type PortalCall, requirePortalWindow, takePortalRequest } from './bind.ts'
import { joinRequestRoutes, keyRoutes, ownWebhookRoutes, visitorRoutes } from './key-routes.ts'

export const portalRoutes = (deps: MapDeps, requestLog: RequestLog, sender: WebhookSender): PortalBound[] => [
  ...accountRoutes(deps),
  ...keyRoutes(deps, requestLog),
  ...visitorRoutes(deps),
  ...joinRequestRoutes(deps),
  ...ownWebhookRoutes(deps, sender),
  ...connectionRoutes(deps),
  ...reportRoutes(deps),
  ...ownObserveRoutes(deps),
]

/** The signed-in identity, or UNAUTHORIZED. */
export type Identify = (request: IncomingMessage, at: number) => Promise<Identity>

const ROOT = '/_developer'

interface Counted {
  readonly admitted: Admitted
}

interface Found {
  readonly match: RouteMatch<PortalBound>
}

/** 4.14: the routes under `/_developer`, for signed-in developers. */
export function portalProtocol(deps: Deps, routes: readonly PortalBound[], identify: Identify): Protocol {
  const { read } = deps.database
  const windows = makeWindowNames()
  const router = makeRouter<PortalBound>()
  for (const bound of routes) router.add(bound.contract.method, bound.contract.path, bound)
  const contracts = routes.map(({ contract }) => contract)
  const checks = makeContractCheck(deps)
  const bodies = new Map(contracts.flatMap(({ name, body }) => (body === null ? [] : [[name, schemaCheckerOf(body)]])))

  /** AMB-123: a body that is too large counts as malformed. An empty body is an empty object. */
  async function readInput(request: IncomingMessage, contract: Route): Promise<never> {
    const rules = { limit: contract.bodyBytesMax, typed: false, optional: true }
    const value = await readJson(request, { ...rules, refuse: (_fault, message) => invalidInput(message) })
    const shape = bodies.get(contract.name)!
    if (!shape.fits(value)) throw invalidInput(shape.explain(value))
    return value as never
  }

  /** A switch that is checked before the identity (5.10). */
  function requireGate({ access }: PortalRoute, { state }: PortalCall<Route>): void {
    const { gate: code } = access.portal
    if (code !== undefined && !PORTAL_GATES[code as keyof typeof PORTAL_GATES](state.switches)) throw new ApiError(code)
  }

  /** Checks identity, account, app and their standing, as far as the route requires. */
  function admissionOf({ access }: PortalRoute, call: PortalCall<Route>, request: IncomingMessage): CallerLookup {
    const { active } = access.portal
    const identity = (): Promise<Identity> => identify(request, call.at)
    return {
      identity,
      async account() {
        const who = await identity()
        const developer = await findDeveloper(read, who)
        if (developer === undefined) throw new ApiError('ACCOUNT_REQUIRED')
        if (active) requireActiveAccount(developer)
        return { developer, identity: who }
      },
      async app() {
        const found = await findDeveloper(read, await identity())
        const { app, developer } = await requireOwnApp(read, found, (call.path as { appId: string }).appId)
        if (active) {
          requireActiveAccount(developer)
          requireActiveApp(app)
        }
        return { app, developer }
      },
    }
  }

  async function countRequest(context: Context): Promise<Counted> {
    return { admitted: await takePortalRequest(deps.control, windows, addressOf(deps, context)) }
  }

  function requirePortalOn({ admitted }: Counted): void {
    if (!isGateOpen(admitted.state.switches, 'developerPortalEnabled')) throw new ApiError('DEVELOPER_PORTAL_DISABLED')
  }

  function findRoute({ method, path }: Context): Found {
    const match = router.find(method, path)
    if (match === null) throw notFound('Portal endpoint not found; the guide under /docs/ lists them')
    return { match }
  }

  function callOf(context: Context & Counted & Found): PortalCall<Route> {
    const { request, query, admitted, match } = context
    const { contract } = match.value
    let values: Record<string, unknown> | null = null
    const call = {
      state: admitted.state,
      at: admitted.at,
      ip: ipOf(deps, context),
      address: addressOf(deps, context),
      path: match.path,
      get query() {
        values ??= readQuery(contract, query)
        return values
      },
      input: () => readInput(request, contract),
    }
    return call as unknown as PortalCall<Route>
  }

  async function perform(context: Context & Counted & Found): Promise<Response> {
    const { contract, handle, status, queuesItself } = context.match.value
    const call = callOf(context)
    requireGate(contract, call)
    const admission = admissionOf(contract, call, context.request)
    // Counted by address: only the handler identifies the caller, and not on every route.
    const perform = () => handle(call, admission)
    const result = await (queuesItself ? perform() : deps.fairQueue.run(`portal ${addressOf(deps, context)}`, perform))
    checks.result(contract, result)
    return jsonResponse(status(result), result, CACHING.never)
  }

  return makeProtocol(deps, {
    name: 'portal',
    matches: (path) => path === ROOT || path.startsWith(`${ROOT}/`),
    steps: steps()
      .add('origin', originStep(deps))
      .shortcut('preflight', preflightStep)
      .add('address', countRequest)
      .check('portal switch', requirePortalOn)
      .check('rate limit', ({ admitted }) => requirePortalWindow(admitted))
      .add('path', findRoute)
      .respond('handler', perform),
    errorResponse(refusal, { match }) {
      if (match !== undefined) checks.error(match.value.contract, refusal)
      return apiErrorResponse(refusal, CACHING.never)
    },
    // A change may respond with a new key next to text that the caller sent, so it is not compressed.
    compresses: isReading,
    headers(out, answer, { origin }) {
      out.push(...answer.headers!, ...(typeof origin === 'string' ? corsHeaders(origin) : VARY_ORIGIN))
    },
  })
}
