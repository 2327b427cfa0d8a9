import { LIMITS, type Route } from '@agent-network/contract'
import { type Caller, partyOf, requireAccess } from '../../access/authenticate.ts'
import { authorizeDrive } from '../../access/drive.ts'
import type { Deps } from '../../deps.ts'
import { decodeJson } from '../../http/body.ts'
import { makeContractCheck } from '../../http/contract-check.ts'
import type { Inner, InnerCall } from '../../http/inner-call.ts'
import { readQuery } from '../../http/query.ts'
import type { Bound, Call } from './bind.ts'

function queryText(query: Inner['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

function callOf(contract: Route, caller: Caller, inner: Inner): Call<Route> {
  const bytes = Buffer.from(JSON.stringify(inner.body ?? {}))
  const headers: Readonly<Record<string, string | undefined>> = {
    'content-type': 'application/json',
    'idempotency-key': inner.idempotencyKey ?? undefined,
    traceparent: inner.traceparent,
  }
  const call = {
    ...caller,
    path: inner.path ?? {},
    get query() {
      return readQuery(contract, queryText(inner.query))
    },
    bytes: async () => (bytes.length > LIMITS.body_bytes.request ? null : bytes),
    async json({ refuse }: Parameters<Call<Route>['json']>[0]) {
      const decoded = decodeJson(bytes)
      if ('fault' in decoded) throw refuse('syntax', decoded.fault)
      return decoded.value
    },
    header: (name: string) => headers[name],
    gone: () => inner.gone,
    onReplay: inner.onReplay ?? (() => {}),
    holdsUntil: () => {},
  }
  return call as unknown as Call<Route>
}

/** The routes under `/v1` for callers that another door has let in and counted. */
export function innerCalls(deps: Deps, routes: readonly Bound[]): InnerCall {
  const known = new Map(routes.map((bound) => [bound.contract.name, bound]))
  const checks = makeContractCheck(deps)
  return async (contract, caller, inner) => {
    const bound = known.get(contract.name)!
    const perform = async () => {
      if (bound.driven) {
        const driven = await authorizeDrive(deps.database.read, caller, inner.path?.agentId ?? '')
        return bound.handler(callOf(contract, caller, inner), driven)
      }
      requireAccess(caller.key, contract.access)
      return bound.handler(callOf(contract, caller, inner))
    }
    const result = await deps.turns.run(partyOf(caller), perform)
    checks.result(contract, result)
    return result as never
  }
}
