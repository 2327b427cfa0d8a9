import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import { LIMITS, type Scope, type Tier } from './limits.ts'
import type { Param } from './params.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whom a portal route asks for: anybody, whoever has signed in, an account, or the owner of the app in the path. */
export type PortalNeed = 'nobody' | 'identity' | 'account' | 'app'

export interface PortalAccess {
  readonly needs: PortalNeed
  /** A switch that is tested before the identity (5.10), by the code it refuses with. */
  readonly gate?: ErrorCode
  /** The account, and the app if one is named, must be active. What only takes away is left to every owner. */
  readonly active?: true
}

/** A key of at least this tier that lists this scope. `drive` adds the chain of section 5.7. */
export interface KeyAccess {
  readonly tier: Tier | 'any'
  readonly scope: Scope | null
  readonly drive?: true
  readonly portal?: undefined
  readonly operator?: undefined
}

/** The routes of 4.14, which take an identity and no key. */
export interface SignInAccess<N extends PortalNeed = PortalNeed> {
  readonly portal: PortalAccess & { readonly needs: N }
  readonly operator?: undefined
}

/** Whoever holds the operator token; these routes stand on the operator listener. */
export interface OperatorAccess {
  readonly operator: true
  readonly portal?: undefined
}

/** Who may call. */
export type Access = KeyAccess | SignInAccess | OperatorAccess

/** Whether a call may, or must, carry the `Idempotency-Key` by which a repetition is known (section 3.3). */
export type Idempotency = 'none' | 'optional' | 'required'

export type Query = Readonly<Record<string, Param<unknown>>>
export type QueryValues<Q extends Query> = { [K in keyof Q]: Q[K] extends Param<infer T> ? T : never }

type Names<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never
/** Path parameters, read off the path itself. */
export type PathValues<P extends string> = { [K in Names<P>]: string }

export interface Route<
  P extends string = string,
  Q extends Query = Query,
  B extends TSchema | null = TSchema | null,
  R extends TSchema = TSchema,
  I extends Idempotency = Idempotency,
  A extends Access = Access,
> {
  readonly name: string
  readonly method: Method
  readonly path: P
  readonly purpose: string
  /** The section of the specification; null for a route that it leaves to us. */
  readonly section: string | null
  readonly access: A
  readonly query: Q
  /** Unknown and repeated parameters are refused instead of ignored. */
  readonly strictQuery: boolean
  readonly body: B
  /** The largest body that is read, in bytes. */
  readonly bodyBytesMax: number
  readonly idempotency: I
  /** What it can succeed with. */
  readonly statuses: readonly (200 | 201)[]
  readonly result: R
  /** The code for malformed input, which differs from route to route (section 7). */
  readonly invalid: ErrorCode
  /** What this route can refuse with, beyond what every keyed route can. */
  readonly errors: readonly ErrorCode[]
}

type RouteFor<A extends Access> = Route<string, Query, TSchema | null, TSchema, Idempotency, A>
export type KeyedRoute = RouteFor<KeyAccess>
/** A route of a visitor, guarded by the chain of section 5.7. */
export type DrivenRoute = RouteFor<KeyAccess & { readonly drive: true }>
/** A portal route that asks for exactly this. */
export type PortalRoute<N extends PortalNeed = PortalNeed> = RouteFor<SignInAccess<N>>
export type OperatorRoute = RouteFor<OperatorAccess>

/** Every visitor route: section 5.7 decides, of which tier and scope are two of the checks. */
export const DRIVE_ACCESS = { tier: 2, scope: 'agents:drive', drive: true } as const satisfies Access

/** What any request with a key can be refused with (section 5), in the order of the checks. */
export const KEYED_ERRORS = [
  'ORIGIN_NOT_ALLOWED',
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'KEY_REVOKED',
  'KEY_DISABLED',
  'APP_DISABLED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
] as const satisfies readonly ErrorCode[]

export const DRIVE_ERRORS = [
  'VISITOR_DRIVE_DISABLED',
  'INSUFFICIENT_TIER',
  'INSUFFICIENT_SCOPE',
  'DRIVE_BINDING_INVALID',
  'DRIVE_WORLD_MISMATCH',
  'DRIVE_AGENT_NOT_ALLOWED',
  'WORLD_NOT_FOUND',
  'VISITORS_PAUSED',
  'DRIVE_AGENT_NOT_VISITOR',
  'DRIVE_AGENT_DISABLED',
] as const satisfies readonly ErrorCode[]

type Needed = 'name' | 'path' | 'purpose' | 'section' | 'access' | 'result'
type Given<T> = Pick<T, Needed & keyof T> & Partial<Omit<T, Needed>>

/** One contract object per route; everything else (validator, document, client, access check) is made from it. */
export function route<
  const P extends string,
  R extends TSchema,
  Q extends Query = Record<never, never>,
  B extends TSchema | null = null,
  const I extends Idempotency = 'none',
  A extends Access = Access,
>(given: Given<Route<P, Q, B, R, I, A>>): Route<P, Q, B, R, I, A> {
  return {
    method: 'GET',
    query: {} as Q,
    strictQuery: false,
    body: null as B,
    bodyBytesMax: LIMITS.body_bytes.request,
    idempotency: 'none' as I,
    statuses: [200],
    invalid: 'INVALID_QUERY',
    errors: [],
    ...given,
  }
}

export type ResultOf<T> = T extends Route<string, Query, TSchema | null, infer R> ? Static<R> : never
export type BodyOf<T> =
  T extends Route<string, Query, infer B, TSchema> ? (B extends TSchema ? Static<B> : never) : never
export type QueryOf<T> = T extends Route<string, infer Q, TSchema | null, TSchema> ? QueryValues<Q> : never
export type PathOf<T> = T extends Route<infer P, Query, TSchema | null, TSchema> ? PathValues<P> : never

const PORTAL_NEEDS: Record<PortalNeed, readonly ErrorCode[]> = {
  nobody: [],
  identity: ['UNAUTHORIZED'],
  account: ['UNAUTHORIZED', 'ACCOUNT_REQUIRED'],
  app: ['UNAUTHORIZED', 'APP_NOT_FOUND'],
}

function portalErrors({ needs, gate, active }: PortalAccess): ErrorCode[] {
  const standing: ErrorCode[] = active
    ? ['ACCOUNT_SUSPENDED', ...(needs === 'app' ? (['APP_SUSPENDED', 'APP_REVOKED'] as const) : [])]
    : []
  return [
    'ORIGIN_NOT_ALLOWED',
    'DEVELOPER_PORTAL_DISABLED',
    'RATE_LIMIT_EXCEEDED',
    ...(gate === undefined ? [] : [gate]),
    ...PORTAL_NEEDS[needs],
    ...standing,
    'INTERNAL_ERROR',
  ]
}

function keyErrors(access: KeyAccess): ErrorCode[] {
  if (access.drive) return [...KEYED_ERRORS, ...DRIVE_ERRORS]
  return [
    ...KEYED_ERRORS,
    // Every key is of tier 1 at least, so a tier-1 route cannot fail on tier.
    ...(access.tier === 'any' || access.tier === 1 ? [] : (['INSUFFICIENT_TIER'] as const)),
    ...(access.scope === null ? [] : (['INSUFFICIENT_SCOPE'] as const)),
  ]
}

/** What any request to the operator listener can be refused with. */
const OPERATOR_ERRORS = ['UNAUTHORIZED', 'INTERNAL_ERROR'] as const satisfies readonly ErrorCode[]

function accessErrors(access: Access): readonly ErrorCode[] {
  if (access.operator) return OPERATOR_ERRORS
  return access.portal ? portalErrors(access.portal) : keyErrors(access)
}

/** Every code a route may answer with, in the order the server tests for them. */
export const errorsOf = ({ access, errors }: Route): ErrorCode[] => [...new Set([...accessErrors(access), ...errors])]
