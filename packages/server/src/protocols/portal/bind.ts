// Binds portal handlers to their contract routes and limits requests by address.
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
import { rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import type { WindowNames } from '../../platform/access/rate-limits.ts'
import type { Admitted, Control, ControlState } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'

/** The input of a portal handler. */
export interface PortalCall<R> {
  readonly state: ControlState
  readonly at: number
  /** The client's address; null if it is not known. */
  readonly ip: string | null
  /** The client's address for counting. */
  readonly address: string
  readonly path: PathOf<R>
  /** Read on first use: on some routes a switch is checked before the parameters. */
  readonly query: QueryOf<R>
  /** The body, read and checked on first use: on some routes other errors come first. */
  input(): Promise<BodyOf<R>>
}

/** Identifies the caller as far as the contract of the route requires it, or throws. */
export interface CallerLookup {
  identity(): Promise<Identity>
  account(): Promise<{ readonly developer: Developer; readonly identity: Identity }>
  app(): Promise<{ readonly app: App; readonly developer: Developer }>
}

export interface PortalBound {
  readonly contract: PortalRoute
  handle(call: PortalCall<Route>, admission: CallerLookup): Promise<unknown>
  /** It mostly waits for another server, so it takes no slot of the fair queue. */
  readonly queuesItself?: true
  /** For contracts with more than one success status. */
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
 * Takes one portal request from the address's minute, signed in or not. The limit is generous: it only stops a caller
 * that has tokens checked all day.
 */
export async function takePortalRequest(control: Control, names: WindowNames, address: string): Promise<Admitted> {
  const limit = LIMITS.portal.requestsPerMinutePerAddress
  const take = { keyId: `portal ${names.nameOf(address)}`, limit, probationEndsAt: 0, limitInProbation: limit }
  const admitted = await control.admit(() => ({ found: null, take }))
  names.seenAt(admitted.at)
  return admitted
}

/** Called after the check that the portal is on. */
export function requirePortalWindow(admitted: Admitted): void {
  const limits = rateLimitStatusOf(admitted)
  if (admitted.window?.admitted !== false || limits === null) return
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Rate limit exceeded: ${limits.limit} portal requests per minute from one address`,
    retryAfterSeconds: limits.resetSeconds,
  })
}
