import type { Route } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import { goneSignal, readBytes, readJson } from '../http/body.ts'
import type { WithKey } from '../http/caller.ts'
import { readQuery } from '../http/query.ts'
import type { Match } from '../http/router.ts'
import type { Visit } from '../http/visit.ts'
import type { Bound, Call } from './bind.ts'

type Routed = Visit & WithKey & { readonly match: Match<Bound> }

/**
 * A request as its handler sees it. A class, because an object that gets an accessor of its own each time takes 15 µs to
 * make; what handlers may take out of it is its own.
 */
class VisitCall {
  readonly state: Caller['state']
  readonly at: number
  readonly window: Caller['window']
  readonly key: Caller['key']
  readonly developerUid: string | null
  readonly overCeiling: Caller['overCeiling']
  readonly path: Readonly<Record<string, string>>
  readonly head: boolean
  readonly bytes: Call<Route>['bytes']
  readonly json: Call<Route>['json']
  readonly header: Call<Route>['header']
  readonly gone: Call<Route>['gone']
  readonly onReplay: Call<Route>['onReplay']
  readonly holdsUntil: Call<Route>['holdsUntil']
  readonly #contract: Bound['contract']
  readonly #query: string
  #values: Record<string, unknown> | null = null

  constructor(
    { request, response, headers, method, query, caller, match, onReplay }: Routed,
    holdsUntil: VisitCall['holdsUntil'],
  ) {
    this.state = caller.state
    this.at = caller.at
    this.window = caller.window
    this.key = caller.key
    this.developerUid = caller.developerUid
    this.overCeiling = caller.overCeiling
    this.path = match.path
    this.head = method === 'HEAD'
    const { contract } = match.value
    this.bytes = () => readBytes(request, contract.bodyBytesMax)
    this.json = ({ typed, refuse }) =>
      readJson(request, { limit: contract.bodyBytesMax, typed, optional: false, refuse })
    this.header = (name) => headers[name] as string | undefined
    this.gone = () => goneSignal(response)
    this.onReplay = onReplay
    this.holdsUntil = holdsUntil
    this.#contract = contract
    this.#query = query
  }

  get query(): Record<string, unknown> {
    this.#values ??= readQuery(this.#contract, this.#query)
    return this.#values
  }
}

export const callOf = (visit: Routed, holdsUntil: Call<Route>['holdsUntil'] = () => {}): Call<Route> =>
  new VisitCall(visit, holdsUntil) as unknown as Call<Route>
