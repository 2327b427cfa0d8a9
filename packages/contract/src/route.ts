/** The route type: access, parameters, body, result and error codes. */
import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import { LIMITS, type Scope, type Tier } from './limits.ts'
import type { Param } from './params.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Required identity of a portal route: none, a sign-in, an account, or the owner of the app in the path. */
export type PortalNeed = 'nobody' | 'identity' | 'account' | 'app'

export interface PortalAccess {
  readonly needs: PortalNeed
  /** A switch that is tested before the identity (5.10), by the code it refuses with. */
  readonly gate?: ErrorCode
  /** The account and the app in the path must be active. Routes that only delete omit this. */
  readonly active?: true
}

/** Requires a key of at least this tier with this scope. `drive` adds the checks of section 5.7. */
export interface KeyAccess {
  readonly tier: Tier | 'any'
  readonly scope: Scope | null
  readonly drive?: true
  readonly portal?: undefined
  readonly operator?: undefined
}

/** Access of portal routes (4.14): an identity instead of a key. */
export interface SignInAccess<N extends PortalNeed = PortalNeed> {
  readonly portal: PortalAccess & { readonly needs: N }
  readonly operator?: undefined
}

/** Requires the operator token; these routes are served by the operator listener. */
export interface OperatorAccess {
  readonly operator: true
  readonly portal?: undefined
}

/** Access rule of a route. */
export type Access = KeyAccess | SignInAccess | OperatorAccess

/** Whether a request may or must carry an `Idempotency-Key` (section 3.3). */
export type Idempotency = 'none' | 'optional' | 'required'

export type Query = Readonly<Record<string, Param<unknown>>>
export type QueryValues<Q extends Query> = { [K in keyof Q]: Q[K] extends Param<infer T> ? T : never }

type Names<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never
/** Path parameters, derived from the path template. */
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
  /** The section of the specification; null for routes outside of it. */
  readonly section: string | null
  readonly access: A
  readonly query: Q
  /** Reject unknown and repeated parameters instead of ignoring them. */
  readonly strictQuery: boolean
  readonly body: B
  /** Maximum body size in bytes. */
  readonly bodyBytesMax: number
  readonly idempotency: I
  /** Success statuses. */
  readonly statuses: readonly (200 | 201 | 202 | 204)[]
  readonly result: R
  /** The error code for malformed input (section 7). */
  readonly invalid: ErrorCode
  /** Error codes in addition to those of the access rule. */
  readonly errors: readonly ErrorCode[]
}

type RouteFor<A extends Access> = Route<string, Query, TSchema | null, TSchema, Idempotency, A>
export type KeyedRoute = RouteFor<KeyAccess>
/** A visitor route with the drive checks of section 5.7. */
export type DrivenRoute = RouteFor<KeyAccess & { readonly drive: true }>
/** A portal route with this identity requirement. */
export type PortalRoute<N extends PortalNeed = PortalNeed> = RouteFor<SignInAccess<N>>
export type OperatorRoute = RouteFor<OperatorAccess>

/** Access of all visitor routes; the checks are in section 5.7. */
export const DRIVE_ACCESS = { tier: 2, scope: 'agents:drive', drive: true } as const satisfies Access

/** Content routes ignore unknown query parameters and name them in `X-Ignored-Parameters`. */
export const reportsIgnoredParameters = ({ method, strictQuery, access }: Route): boolean =>
  method === 'GET' && !strictQuery && (access as KeyAccess).drive !== true

/** Error codes of all routes with a key (section 5), in the order of the checks. */
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

type RequiredField = 'name' | 'path' | 'purpose' | 'section' | 'access' | 'result'
type RouteOptions<T> = Pick<T, RequiredField & keyof T> & Partial<Omit<T, RequiredField>>

/** Defines a route. Validators, OpenAPI, the client and access checks are derived from this object. */
export function route<
  const P extends string,
  R extends TSchema,
  Q extends Query = Record<never, never>,
  B extends TSchema | null = null,
  const I extends Idempotency = 'none',
  A extends Access = Access,
>(options: RouteOptions<Route<P, Q, B, R, I, A>>): Route<P, Q, B, R, I, A> {
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
    ...options,
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
    ? ['ACCOUNT_PENDING', 'ACCOUNT_SUSPENDED', ...(needs === 'app' ? (['APP_SUSPENDED', 'APP_REVOKED'] as const) : [])]
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
    // Every key has at least tier 1, so a tier-1 route cannot fail on tier.
    ...(access.tier === 'any' || access.tier === 1 ? [] : (['INSUFFICIENT_TIER'] as const)),
    ...(access.scope === null ? [] : (['INSUFFICIENT_SCOPE'] as const)),
  ]
}

/** Error codes of all routes of the operator listener. */
const OPERATOR_ERRORS = [
  'UNAUTHORIZED',
  'OPERATOR_ROLE_REQUIRED',
  'INTERNAL_ERROR',
  'STORE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

function accessErrors(access: Access): readonly ErrorCode[] {
  if (access.operator) return OPERATOR_ERRORS
  return access.portal ? portalErrors(access.portal) : keyErrors(access)
}

/** All error codes of a route, in the order of the checks. */
export const errorsOf = ({ access, errors }: Route): ErrorCode[] => [...new Set([...accessErrors(access), ...errors])]
