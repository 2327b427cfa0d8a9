import {
  type BodyOf,
  bytesTypeOf,
  LIMITS as CONTRACT_LIMITS,
  OPERATOR_ROUTES,
  type OperatorRoutes,
  PORTAL_ROUTES,
  type PortalRoutes,
  type ResultOf,
  ROUTES,
  type Route,
  type Routes,
} from '@agent-network/contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { RouteRow } from '../src/call.ts'
import { OPERATOR } from '../src/generated/tables/operator.ts'
import { PORTAL } from '../src/generated/tables/portal.ts'
import { READS } from '../src/generated/tables/reads.ts'
import { WRITES } from '../src/generated/tables/writes.ts'
import type { Client, OperatorClient, PortalClient } from '../src/index.ts'
import { LIMITS } from '../src/limits.ts'

type Method = (call: any) => PromiseLike<unknown>
type Results<M> = { [K in keyof M]: M[K] extends Method ? Awaited<ReturnType<M[K]>> : never }
type Bodies<M> = {
  [K in keyof M]: M[K] extends Method ? (Parameters<M[K]>[0] extends { body: infer B } ? B : never) : never
}
type ContractResults<R> = { -readonly [K in keyof R]: ResultOf<R[K]> }
type ContractBodies<R> = { -readonly [K in keyof R]: BodyOf<R[K]> }

const TABLES: readonly (readonly [string, Readonly<Record<string, RouteRow>>, Readonly<Record<string, Route>>])[] = [
  ['public', { ...READS, ...WRITES }, ROUTES],
  ['portal', PORTAL, PORTAL_ROUTES],
  ['operator', OPERATOR, OPERATOR_ROUTES],
]

/** What is generated was read from source with patterns: here it is held against the contract itself. */
describe('what is generated from the contract', () => {
  it.each(TABLES)('has every %s route as it is', (_, rows, routes) => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(routes).sort())
    for (const [name, route] of Object.entries(routes)) {
      const { method = 'GET', path, query = [], body, bytes, keyed = false } = rows[name]!
      expect([name, method, path, query, body !== undefined, bytes ?? null, keyed]).toEqual([
        name,
        route.method,
        route.path,
        Object.keys(route.query),
        route.body !== null,
        bytesTypeOf(route.result),
        route.idempotency !== 'none',
      ])
    }
  })

  it('makes a list of every route that answers with one', () => {
    const rows = TABLES.flatMap(([table, byName]) =>
      Object.entries(byName).map(([name, row]) => ({ name, of: `${table} ${name}`, ...row })),
    )
    const isPaged = ({ query = [] }: RouteRow) => query.includes('page') || query.includes('cursor')
    const missing = rows.filter((row) => (isPaged(row) || row.name.startsWith('list')) && row.items === undefined)
    expect(missing).toEqual([])
    // Requests have nothing to be known by.
    expect(rows.filter((row) => isPaged(row) && row.id === undefined).map(({ of }) => of)).toEqual([
      'portal listKeyRequests',
      'operator listRequests',
    ])
  })

  it('has the types that the contract computes from its schemas', () => {
    expectTypeOf<Results<Omit<Client, 'stream'>>>().toEqualTypeOf<ContractResults<Routes>>()
    expectTypeOf<Bodies<Omit<Client, 'stream'>>>().toEqualTypeOf<ContractBodies<Routes>>()
    expectTypeOf<Results<PortalClient>>().toEqualTypeOf<ContractResults<PortalRoutes>>()
    expectTypeOf<Bodies<PortalClient>>().toEqualTypeOf<ContractBodies<PortalRoutes>>()
    expectTypeOf<Results<OperatorClient>>().toEqualTypeOf<ContractResults<OperatorRoutes>>()
    expectTypeOf<Bodies<OperatorClient>>().toEqualTypeOf<ContractBodies<OperatorRoutes>>()
  })

  it('has its limits', () => {
    expect(LIMITS).toEqual(CONTRACT_LIMITS)
  })
})
