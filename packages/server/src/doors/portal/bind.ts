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
