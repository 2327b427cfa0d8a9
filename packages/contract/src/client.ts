import type { ErrorCode } from './errors.ts'
import { PORTAL_ROUTES, type PortalRoutes } from './portal.ts'
import type { BodyOf, Idempotency, PathOf, Query, QueryOf, ResultOf, Route } from './route.ts'
import { ROUTES, type Routes } from './routes.ts'

export interface ClientOptions {
  /** The host root, without `/v1` (section 9). Empty in a browser means the page's own host. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface PortalClientOptions {
  /** The portal's host. Empty in a browser means the page's own host. */
  readonly developerUrl: string
  /** Left out where a cookie says who is signed in. */
  readonly idToken?: string
  readonly fetch?: typeof fetch
  readonly headers?: Readonly<Record<string, string>>
}

/** Section 7: branch on `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** `UNREADABLE_ANSWER` when something between here and the server answered, and not in JSON. */
  readonly code: ErrorCode | 'UNREADABLE_ANSWER' | (string & {})
  readonly retryAfterSeconds: number | null
  readonly invocationId: string | null

  constructor(fields: Pick<ApiError, 'status' | 'code' | 'message' | 'retryAfterSeconds' | 'invocationId'>) {
    super(fields.message)
    this.status = fields.status
    this.code = fields.code
    this.retryAfterSeconds = fields.retryAfterSeconds
    this.invocationId = fields.invocationId
  }
}

type QueryInput = string | number | boolean
type IdempotencyOf<T> = T extends { readonly idempotency: infer I extends Idempotency } ? I : never

/** A member for each thing the route takes; those it cannot do without are required. */
type PathPart<T> = [keyof PathOf<T>] extends [never] ? unknown : { path: PathOf<T> }
type QueryPart<T> = [keyof QueryOf<T>] extends [never]
  ? unknown
  : { query?: { [K in keyof QueryOf<T>]?: QueryInput | undefined } }
type BodyPart<T> = [BodyOf<T>] extends [never] ? unknown : { body: BodyOf<T> }
type KeyPart<T> = {
  none: unknown
  optional: { idempotencyKey?: string | undefined }
  required: { idempotencyKey: string }
}[IdempotencyOf<T>]
export type Call<T> = PathPart<T> & QueryPart<T> & BodyPart<T> & KeyPart<T> & { signal?: AbortSignal }

type Method<T> =
  Record<never, never> extends Call<T>
    ? (call?: Call<T>) => Promise<ResultOf<T>>
    : (call: Call<T>) => Promise<ResultOf<T>>

/** One method per route, under the route's name. */
type Methods<R> = { readonly [K in keyof R]: Method<R[K]> }
export type Client = Methods<Routes>
export type PortalClient = Methods<PortalRoutes>

/** What any call looks like once its types have done their work. */
interface AnyCall {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, QueryInput | undefined>>
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal
}

/** No encoding carries these through a URL: a blank is another route, dots are resolved away before sending. */
const UNSENDABLE = new Set(['', '.', '..'])

function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    if (UNSENDABLE.has(value)) throw new TypeError(`Path parameter ${name} cannot be '${value}'`)
    return encodeURIComponent(value)
  })
}

function queryString(names: Query, values: Readonly<Record<string, QueryInput | undefined>>): string {
  const search = new URLSearchParams()
  for (const name of Object.keys(names)) {
    const value = values[name]
    if (value !== undefined) search.append(name, String(value))
  }
  const written = search.toString()
  return written === '' ? '' : `?${written}`
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOr = <T>(value: unknown, fallback: T) => (typeof value === 'string' ? value : fallback)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failure(response: Response, answer: unknown): ApiError {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {}
  const after = response.headers.get('Retry-After') ?? ''
  return new ApiError({
    status: response.status,
    code: textOr(error.code, 'UNREADABLE_ANSWER'),
    message: textOr(error.message, `HTTP ${response.status} without a readable answer`),
    retryAfterSeconds: /^\d+$/.test(after) ? Number(after) : null,
    invocationId: textOr(error.invocationId, null),
  })
}

function methodsOver<R extends Readonly<Record<string, Route>>>(
  routes: R,
  baseUrl: string,
  given: Readonly<Record<string, string>>,
  send: typeof fetch,
): Methods<R> {
  const root = baseUrl.replace(/\/+$/, '')

  async function request(contract: Route, call: AnyCall): Promise<unknown> {
    const url = root + fillPath(contract.path, call.path ?? {}) + queryString(contract.query, call.query ?? {})
    const headers: Record<string, string> = { ...given, Accept: 'application/json' }
    if (call.idempotencyKey !== undefined) headers['Idempotency-Key'] = call.idempotencyKey
    if (contract.body !== null) headers['Content-Type'] = 'application/json'
    const response = await send(url, {
      method: contract.method,
      headers,
      ...(contract.body !== null && { body: JSON.stringify(call.body) }),
      ...(call.signal && { signal: call.signal }),
    })
    const answer = parse(await response.text())
    if (!response.ok || answer === undefined) throw failure(response, answer)
    return answer
  }

  const methods = Object.entries(routes).map(([name, contract]) => [
    name,
    (call: AnyCall = {}) => request(contract, call),
  ])
  // The table and the type are made from the same routes; what was lost on the way is only their pairing.
  return Object.fromEntries(methods) as Methods<R>
}

export const createClient = ({ baseUrl, apiKey, headers = {}, fetch: send = fetch }: ClientOptions): Client =>
  methodsOver(ROUTES, baseUrl, { ...headers, 'X-API-Key': apiKey }, send)

/** The developer portal (4.14). */
export const createPortalClient = ({
  developerUrl,
  idToken,
  headers = {},
  fetch: send = fetch,
}: PortalClientOptions): PortalClient =>
  methodsOver(
    PORTAL_ROUTES,
    developerUrl,
    { ...headers, ...(idToken === undefined ? {} : { Authorization: `Bearer ${idToken}` }) },
    send,
  )
