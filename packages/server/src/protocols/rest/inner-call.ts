import { LIMITS, type Route } from '@agent-network/contract'
import { type Caller, partyOf, requireAccess } from '../../platform/access/authenticate.ts'
import { authorizeDrive } from '../../platform/access/drive.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { decodeJson } from '../http/body.ts'
import { makeContractCheck } from '../http/contract-check.ts'
import type { Inner, InnerRoutes } from '../http/inner-call.ts'
import { readQuery } from '../http/query.ts'
import type { Bound, Call } from './bind.ts'

/** By hand, because `URLSearchParams` takes ten times as long. */
function queryText(query: Inner['query'] = {}): string {
  let text = ''
  for (const name in query) {
    const value = query[name]
    if (value === undefined) continue
    const written = typeof value === 'number' ? value : encodeURIComponent(value.toWellFormed())
    text += `${text === '' ? '' : '&'}${name}=${written}`
  }
  return text
}

/** A class for the reason that a request over HTTP is one: an object with an accessor of its own takes long to make. */
class InnerRequest {
  readonly state: Caller['state']
  readonly at: number
  readonly window: Caller['window']
  readonly key: Caller['key']
  readonly developerUid: string | null
  readonly overCeiling: Caller['overCeiling']
  readonly path: Readonly<Record<string, string>>
  readonly head = false
  readonly onReplay: Call<Route>['onReplay']
  readonly bytes: Call<Route>['bytes']
  readonly json: Call<Route>['json']
  readonly header: Call<Route>['header']
  readonly gone: Call<Route>['gone']
  readonly holdsUntil: Call<Route>['holdsUntil'] = () => {}
  readonly #contract: Route
  readonly #given: Inner['query']
  #values: Record<string, unknown> | null = null

  constructor(contract: Route, caller: Caller, inner: Inner) {
    this.state = caller.state
    this.at = caller.at
    this.window = caller.window
    this.key = caller.key
    this.developerUid = caller.developerUid
    this.overCeiling = caller.overCeiling
    this.path = inner.path ?? {}
    this.onReplay = inner.onReplay ?? (() => {})
    const written = () => Buffer.from(JSON.stringify(inner.body ?? {}))
    this.bytes = async () => {
      const bytes = written()
      return bytes.length > LIMITS.body_bytes.request ? null : bytes
    }
    this.json = async ({ refuse }) => {
      const decoded = decodeJson(written())
      if ('fault' in decoded) throw refuse('syntax', decoded.fault)
      return decoded.value
    }
    this.header = (name) => {
      if (name === 'content-type') return 'application/json'
      if (name === 'traceparent') return inner.traceparent
      return name === 'idempotency-key' ? (inner.idempotencyKey ?? undefined) : undefined
    }
    this.gone = inner.gone
    this.#contract = contract
    this.#given = inner.query
  }

  get query(): Record<string, unknown> {
    this.#values ??= readQuery(this.#contract, queryText(this.#given))
    return this.#values
  }
}

/** The routes under `/v1` for callers that another door has let in and counted. */
export function innerRoutes(deps: Deps, routes: readonly Bound[]): InnerRoutes {
  const known = new Map(routes.map((bound) => [bound.contract.name, bound]))
  const checks = makeContractCheck(deps)
  return {
    async call(contract, caller, inner) {
      const bound = known.get(contract.name)!
      const call = new InnerRequest(contract, caller, inner) as unknown as Call<Route>
      const performDriven = async (handler: (Bound & { driven: true })['handler']) =>
        handler(call, await authorizeDrive(deps.database.read, caller, inner.path?.agentId ?? ''))
      const perform = () => {
        if (bound.driven) return performDriven(bound.handler)
        requireAccess(caller.key, contract.access)
        return bound.handler(call)
      }
      const result = await deps.turns.run(partyOf(caller), perform)
      checks.result(contract, result)
      return result as never
    },
    lasts: ({ name }) => known.get(name)!.cacheable,
  }
}
