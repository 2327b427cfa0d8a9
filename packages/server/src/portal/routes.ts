import type { IncomingMessage } from 'node:http'
import { errorsOf, LIMITS, type Route } from '@agent-network/contract'
import { Compile } from 'typebox/compile'
import { callerAddress, makeWindowNames } from '../a2a/card-limit.ts'
import type { RequestLog } from '../access/request-log.ts'
import { invalidInput, notFound, Refusal } from '../core/refusal.ts'
import { BadJson, parseStrictJson } from '../core/strict-json.ts'
import type { Deps } from '../deps.ts'
import { type Answer, corsHeaders, jsonAnswer, preflightHeaders, refusalAnswer, textBody } from '../http/answer.ts'
import { readQuery } from '../http/bind.ts'
import { BodyTooLarge, readBody } from '../http/body.ts'
import type { Door } from '../http/door.ts'
import { requireAllowedOrigin } from '../http/origin.ts'
import { makeRouter } from '../http/router.ts'
import type { Target } from '../http/target.ts'
import type { Admitted } from '../settings/control.ts'
import { gate } from '../settings/switches.ts'
import { PORTAL_GATES } from './account.ts'
import { accountRoutes } from './account-routes.ts'
import { requirePortalWindow, takePortalRequest } from './address-limit.ts'
import type { Known, PortalBound, PortalCall } from './bind.ts'
import { findDeveloper, requireActiveAccount, requireActiveApp, requireOwnApp } from './developers.ts'
import type { Identity } from './identity/identity.ts'
import { keyRoutes } from './key-routes.ts'
import { ownObserveRoutes } from './observe-routes.ts'
import { visitorRoutes } from './visitor-routes.ts'

export const portalRoutes = (deps: Deps, requestLog: RequestLog): PortalBound[] => [
  ...accountRoutes(deps),
  ...keyRoutes(deps, requestLog),
  ...visitorRoutes(deps),
  ...ownObserveRoutes(deps),
]

/** Who signed in, or UNAUTHORIZED. */
export type Identify = (request: IncomingMessage, at: number) => Promise<Identity>

const ROOT = '/_developer'
const NOBODY: Known = { identity: null, developer: null, app: null }
/** Answers speak of one person only, and some of them hold a raw key. */
const PRIVATE = ['Cache-Control', 'no-store'] as const

/** AMB-06: browsers ask first, without a token. */
const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

function validatorsOf(contract: Route) {
  const body = contract.body === null ? null : Compile(contract.body)
  const result = Compile(contract.result)
  return { body, result }
}

/** 4.14: the routes under `/_developer`, for people who have signed in. */
export function portalDoor(deps: Deps, routes: readonly PortalBound[], identify: Identify): Door {
  const { read } = deps.database
  const windows = makeWindowNames()
  const router = makeRouter<PortalBound>()
  for (const bound of routes) router.add(bound.contract.method, bound.contract.path, bound)
  const validators = new Map(routes.map(({ contract }) => [contract.name, validatorsOf(contract)]))

  /** AMB-123: too much is as malformed as nonsense. Nothing at all is an empty object. */
  async function readInput(request: IncomingMessage, contract: Route): Promise<never> {
    const check = validators.get(contract.name)!.body!
    let value: unknown
    try {
      const bytes = await readBody(request, LIMITS.body_bytes.request)
      value = bytes.length === 0 ? {} : parseStrictJson(bytes)
    } catch (error) {
      if (error instanceof BodyTooLarge) throw invalidInput('The body is too large')
      if (error instanceof BadJson) throw invalidInput(error.message)
      throw error
    }
    if (check.Check(value)) return value as never
    const [fault] = check.Errors(value)
    const where = (fault?.instancePath ?? '').slice(1).replaceAll('/', '.') || 'body'
    throw invalidInput(`${where}: ${fault?.message ?? 'is not valid'}`)
  }

  /** The gate, the identity, the account, the app, and whether both are in good standing: as far as a route asks. */
  async function admit({ access }: Route, call: PortalCall<Route>, request: IncomingMessage): Promise<Known> {
    const { needs, gate: code, active } = access.portal!
    if (code !== undefined && !PORTAL_GATES[code as keyof typeof PORTAL_GATES](call.state.switches))
      throw new Refusal(code)
    if (needs === 'nobody') return NOBODY
    const identity = await identify(request, call.at)
    if (needs === 'identity') return { ...NOBODY, identity }
    const developer = await findDeveloper(read, identity)
    if (developer === undefined && needs === 'account') throw new Refusal('ACCOUNT_REQUIRED')
    const app = needs === 'app' ? await requireOwnApp(read, developer, (call.path as { appId: string }).appId) : null
    if (active) {
      requireActiveAccount(developer!)
      if (app !== null) requireActiveApp(app)
    }
    return { identity, developer: developer!, app }
  }

  async function perform({ contract, handle, status }: PortalBound, call: PortalCall<Route>, request: IncomingMessage) {
    try {
      const result = await handle(call, await admit(contract, call, request))
      if (deps.config.checks && !validators.get(contract.name)!.result.Check(result))
        throw new Error(`the answer of ${contract.name} breaks its contract`)
      return jsonAnswer(status(result), result, PRIVATE)
    } catch (error) {
      if (deps.config.checks && error instanceof Refusal && !errorsOf(contract).includes(error.code))
        deps.log.error({ code: error.code, route: contract.name }, 'a refusal is missing from its contract')
      throw error
    }
  }

  function takeFrom(request: IncomingMessage): Promise<Admitted> {
    const forwarded = request.headers['x-forwarded-for'] as string | undefined
    const address = callerAddress(request.socket.remoteAddress, forwarded, deps.config.trustProxy)
    return takePortalRequest(deps.control, windows, address)
  }

  async function serve(request: IncomingMessage, { path, query }: Target): Promise<Answer> {
    const admitted = await takeFrom(request)
    const { state, at } = admitted
    if (!gate(state.switches, 'developerPortalEnabled')) throw new Refusal('DEVELOPER_PORTAL_DISABLED')
    requirePortalWindow(admitted)
    const found = router.find(request.method ?? 'GET', path)
    if (found === null) throw notFound('Portal endpoint not found')
    const { contract } = found.value
    let values: Record<string, unknown> | null = null
    const call = {
      state,
      at,
      path: found.path,
      get query() {
        values ??= readQuery(contract, query)
        return values
      },
      input: () => readInput(request, contract),
    } as unknown as PortalCall<Route>
    return perform(found.value, call, request)
  }

  return {
    name: 'portal',
    opens: (path) => path === ROOT || path.startsWith(`${ROOT}/`),
    async answer(request, target) {
      const { origin } = request.headers
      try {
        if (origin !== undefined) await requireAllowedOrigin(deps, origin)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const refused = refusalAnswer(error)
        return { ...refused, headers: [...refused.headers!, ...PRIVATE, 'Vary', 'Origin'] }
      }
      const cors = origin === undefined ? ['Vary', 'Origin'] : corsHeaders(origin)
      if (isPreflight(request)) return { status: 204, body: textBody(''), headers: [...preflightHeaders, ...cors] }
      const answer = await serve(request, target).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        const refused = refusalAnswer(error)
        return { ...refused, headers: [...refused.headers!, ...PRIVATE] }
      })
      return { ...answer, headers: [...(answer.headers ?? []), ...cors] }
    },
  }
}
