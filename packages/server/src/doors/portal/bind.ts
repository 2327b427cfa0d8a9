import type { BodyOf, PathOf, PortalRoute, QueryOf, ResultOf, Route } from '@agent-network/contract'
import type { App, Developer } from '../../accounts/developers.ts'
import type { Identity } from '../../identity/identity.ts'
import type { ControlState } from '../../settings/control.ts'

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

/** Who is asking, as far as the contract wants to know it. */
export interface Known {
  readonly identity: Identity | null
  readonly developer: Developer | null
  readonly app: App | null
}

export interface PortalBound {
  readonly contract: PortalRoute
  handle(call: PortalCall<Route>, known: Known): Promise<unknown>
  /** For a contract with more than one way to succeed. */
  status(result: unknown): number
}

type Status<R> = (result: ResultOf<R>) => number

function bound<R extends PortalRoute>(
  contract: R,
  handle: (call: PortalCall<R>, known: Known) => Promise<ResultOf<R>>,
  status: Status<R> = () => contract.statuses[0] ?? 200,
): PortalBound {
  return { contract, handle: handle as unknown as PortalBound['handle'], status: status as PortalBound['status'] }
}

export const bindOpen = <R extends PortalRoute>(
  contract: R,
  handle: (call: PortalCall<R>) => Promise<ResultOf<R>>,
): PortalBound => bound(contract, handle)

export const bindIdentity = <R extends PortalRoute>(
  contract: R,
  handle: (call: PortalCall<R>, identity: Identity) => Promise<ResultOf<R>>,
  status?: Status<R>,
): PortalBound => bound(contract, (call, { identity }) => handle(call, identity!), status)

export const bindAccount = <R extends PortalRoute>(
  contract: R,
  handle: (call: PortalCall<R>, developer: Developer, identity: Identity) => Promise<ResultOf<R>>,
): PortalBound => bound(contract, (call, { developer, identity }) => handle(call, developer!, identity!))

export const bindApp = <R extends PortalRoute>(
  contract: R,
  handle: (call: PortalCall<R>, app: App, developer: Developer) => Promise<ResultOf<R>>,
): PortalBound => bound(contract, (call, { app, developer }) => handle(call, app!, developer!))
