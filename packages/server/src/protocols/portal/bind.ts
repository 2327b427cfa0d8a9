import {
  type BodyOf,
  LIMITS,
  type PathOf,
  type PortalRoute,
  type QueryOf,
  type ResultOf,
  type Route,
} from '@agent-network/contract'
import type { App, Developer } from '../../features/accounts/developers.ts'
import type { Identity } from '../../features/identity/session.ts'
import { limitsOf } from '../../platform/access/authenticate.ts'
import type { WindowNames } from '../../platform/access/rate-limits.ts'
import type { Admitted, Control, ControlState } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'

/** What a portal handler is given once its turn has come. */
export interface PortalCall<R> {
  readonly state: ControlState
  readonly at: number
  readonly path: PathOf<R>
  /** Read when it is first asked for: on some routes a gate comes before the parameters. */
  readonly query: QueryOf<R>
  /** The body, read and checked when it is asked for: on some routes other refusals come first. */
  input(): Promise<BodyOf<R>>
}

/** Finds out who is asking, as far as a route's contract wants to know it, or refuses. */
export interface CallerLookup {
  identity(): Promise<Identity>
  account(): Promise<{ readonly developer: Developer; readonly identity: Identity }>
  app(): Promise<{ readonly app: App; readonly developer: Developer }>
}

export interface PortalBound {
  readonly contract: PortalRoute
  handle(call: PortalCall<Route>, admission: CallerLookup): Promise<unknown>
  /** For a contract with more than one way to succeed. */
  status(result: unknown): number
}

type Status<R> = (result: ResultOf<R>) => number

function bound<R extends PortalRoute>(
  contract: R,
  handle: (call: PortalCall<R>, admission: CallerLookup) => Promise<ResultOf<R>>,
  status: Status<R> = () => contract.statuses[0] ?? 200,
): PortalBound {
  return { contract, handle: handle as unknown as PortalBound['handle'], status: status as PortalBound['status'] }
}

export const bindOpen = <R extends PortalRoute<'nobody'>>(
  contract: R,
  handle: (call: PortalCall<R>) => Promise<ResultOf<R>>,
): PortalBound => bound(contract, handle)

export const bindIdentity = <R extends PortalRoute<'identity'>>(
  contract: R,
  handle: (call: PortalCall<R>, identity: Identity) => Promise<ResultOf<R>>,
  status?: Status<R>,
): PortalBound => bound(contract, async (call, admission) => handle(call, await admission.identity()), status)

export const bindAccount = <R extends PortalRoute<'account'>>(
  contract: R,
  handle: (call: PortalCall<R>, developer: Developer, identity: Identity) => Promise<ResultOf<R>>,
): PortalBound =>
  bound(contract, async (call, admission) => {
    const { developer, identity } = await admission.account()
    return handle(call, developer, identity)
  })

export const bindApp = <R extends PortalRoute<'app'>>(
  contract: R,
  handle: (call: PortalCall<R>, app: App, developer: Developer) => Promise<ResultOf<R>>,
): PortalBound =>
  bound(contract, async (call, admission) => {
    const { app, developer } = await admission.app()
    return handle(call, app, developer)
  })

/**
 * One portal request out of its address's minute, signed in or not. Generous: it is there to keep one caller from
 * having tokens checked all day, not to shape what developers do.
 */
export async function takePortalRequest(control: Control, names: WindowNames, address: string): Promise<Admitted> {
  const limit = LIMITS.portal.requestsPerMinutePerAddress
  const take = { keyId: `portal ${names.nameOf(address)}`, limit, probationEndsAt: 0, limitInProbation: limit }
  const admitted = await control.admit(() => ({ found: null, take }))
  names.seenAt(admitted.at)
  return admitted
}

/** Said once the portal is known to be on. */
export function requirePortalWindow(admitted: Admitted): void {
  const limits = limitsOf(admitted)
  if (admitted.window?.admitted !== false || limits === null) return
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Rate limit exceeded: ${limits.limit} portal requests per minute from one address`,
    retryAfterSeconds: limits.resetSeconds,
  })
}
