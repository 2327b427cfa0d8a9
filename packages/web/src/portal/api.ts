import type { Call, PortalRoutes, ResultOf } from '@agent-network/contract'

/** Where this page's server is, also when it stands behind a path of its own. */
const ROOT = new URL('../', import.meta.url)

/** What the page has to know before anybody has signed in. */
export interface Start {
  readonly baseUrl: string
  readonly developerUrl: string
  /** `outside`: somebody else's ID tokens open a session. */
  readonly signIn: 'built-in' | 'outside'
  /** Who issues those tokens, and for which client; null for the built-in sign-in. */
  readonly issuer: string | null
  readonly audience: string | null
  /** `new` has signed in and has no developer account yet. */
  readonly person: 'closed' | 'nobody' | 'new' | 'member'
}

export interface SessionView {
  readonly csrfToken: string
  readonly email: string | null
  readonly name: string | null
}

/** A refusal in the server's words; `failures.ts` has ours. */
export class ApiFailure extends Error {
  readonly code: string
  readonly retryAfterSeconds: number | null
  /** Further members of the error, such as the worlds to choose from. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, retryAfterSeconds: number | null, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

/** In memory and nowhere else: gone with the page. */
let csrfToken = ''

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function failureOf(response: Response, answer: unknown): ApiFailure {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {}
  const after = response.headers.get('Retry-After') ?? ''
  return new ApiFailure(
    typeof error.code === 'string' ? error.code : 'UNREADABLE_ANSWER',
    typeof error.message === 'string' ? error.message : `HTTP ${response.status}`,
    /^\d+$/.test(after) ? Number(after) : null,
    error,
  )
}

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (method !== 'GET' && csrfToken !== '') headers['X-CSRF-Token'] = csrfToken
  const response = await fetch(new URL(path, ROOT), {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiFailure('OFFLINE', 'the server could not be reached', null)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok || answer === undefined) throw failureOf(response, answer)
  return answer
}

const KEY = '/_developer/apps/{appId}/api-keys/{keyId}'
const OBSERVE = '/_developer/apps/{appId}/visitors/{agentId}/observe'
/** The compiler holds these against the contract; the contract itself does not run in a browser. */
const PATHS = {
  getSignup: ['GET', '/_developer/signup'],
  signUp: ['POST', '/_developer/signup'],
  getAccount: ['GET', '/_developer/account'],
  deleteAccount: ['DELETE', '/_developer/account'],
  createApp: ['POST', '/_developer/apps'],
  listApps: ['GET', '/_developer/apps'],
  getApp: ['GET', '/_developer/apps/{appId}'],
  createApiKey: ['POST', '/_developer/apps/{appId}/api-keys'],
  listApiKeys: ['GET', '/_developer/apps/{appId}/api-keys'],
  getApiKey: ['GET', KEY],
  changeApiKey: ['PATCH', KEY],
  deleteApiKey: ['DELETE', KEY],
  rotateApiKey: ['POST', `${KEY}/rotate`],
  listKeyRequests: ['GET', `${KEY}/requests`],
  registerVisitor: ['POST', '/_developer/apps/{appId}/visitors'],
  listVisitors: ['GET', '/_developer/apps/{appId}/visitors'],
  releaseVisitor: ['DELETE', '/_developer/apps/{appId}/visitors/{agentId}'],
  listOwnObservable: ['GET', '/_developer/apps/{appId}/observe/visitors'],
  getOwnObservation: ['GET', OBSERVE],
  listOwnEvents: ['GET', `${OBSERVE}/events`],
  listOwnConversations: ['GET', `${OBSERVE}/conversations`],
  getOwnConversation: ['GET', `${OBSERVE}/conversations/{conversationId}`],
  getOwnStanding: ['GET', `${OBSERVE}/standing`],
  exportOwnEvents: ['GET', `${OBSERVE}/export`],
} as const satisfies { [K in keyof PortalRoutes]?: readonly [method: string, path: PortalRoutes[K]['path']] }
type Name = keyof typeof PATHS

type Values = Readonly<Record<string, string>>
interface AnyCall {
  readonly path?: Values
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
}

const fill = (path: string, values: Values = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

function queryOf(values: AnyCall['query'] = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** One route of the portal by its name in the contract. */
export function portal<K extends Name>(name: K, call: Call<PortalRoutes[K]>): Promise<ResultOf<PortalRoutes[K]>> {
  const [method, path] = PATHS[name]
  const { path: values, query, body } = call as AnyCall
  return send(method, fill(path, values).slice(1) + queryOf(query), body) as Promise<ResultOf<PortalRoutes[K]>>
}

const read = async <T>(path: string): Promise<T> => ((await send('GET', path)) as { data: T }).data

export const readStart = (): Promise<Start> => read<Start>('developer/start.json')

export const identity = (name: 'sign-up' | 'verify' | 'forgot' | 'reset', body: Values): Promise<unknown> =>
  send('POST', `_developer/identity/${name}`, body)

function keep(session: SessionView): SessionView {
  csrfToken = session.csrfToken
  return session
}

export const readSession = async (): Promise<SessionView> => keep(await read<SessionView>('_developer/session'))

/** With a password, or once with an ID token; the server keeps what it stands for. */
export async function openSession(credentials: Values): Promise<SessionView> {
  const { data } = (await send('POST', '_developer/session', credentials)) as { data: SessionView }
  return keep(data)
}

export async function closeSession(): Promise<void> {
  await send('DELETE', '_developer/session')
  csrfToken = ''
}
