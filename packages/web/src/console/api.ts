// Client of the operator API and of the console session.
import { ApiError, createMethods } from '@agent-network/client'
import { createOperatorClient, OPERATOR } from '@agent-network/client/operator'
import type { OperatorRole, OperatorRoutes } from '@agent-network/contract'
import type { Call } from './curl.ts'

interface SessionView {
  readonly csrfToken: string
  readonly expiresAt: string
  readonly operator: SignedIn
  /** Names of the operator routes that the role permits. */
  readonly allowed: readonly (keyof OperatorRoutes)[]
}

/** The operator who is signed in; `recovery` is the first token. */
export interface SignedIn {
  readonly name: string
  readonly role: OperatorRole
}

/** Stored in memory only. */
let csrfToken = ''
let current: SessionView | null = null

function enter(session: SessionView | null): void {
  current = session
  csrfToken = session?.csrfToken ?? ''
}

export const RECOVERY = 'recovery'

export const signedIn = (): SignedIn | null => current?.operator ?? null
/** Whether the role permits a route. The pages hide the rest; the server refuses it. */
export const may = (route: keyof OperatorRoutes): boolean => current?.allowed.includes(route) ?? false
/** Moderators may send only some fields of a change. */
export const isAdmin = (): boolean => current?.operator.role === 'admin'

/** Calls of the current screen, oldest first, without duplicates. */
const screenCalls = new Map<string, Call>()
const ASKED_MAX = 40

/** Address of the server, including a path prefix. */
export const ROOT = new URL('../', import.meta.url).href.replace(/\/$/, '')

function note({ method = 'GET', body }: RequestInit, url: string): void {
  const path = url.slice(ROOT.length)
  if (!path.startsWith('/_operator/') && path !== '/metrics') return
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : (body ?? undefined)
  screenCalls.set(`${method} ${path}`, { method, path, ...(parsed === undefined ? {} : { body: parsed }) })
  if (screenCalls.size > ASKED_MAX) screenCalls.delete(screenCalls.keys().next().value!)
}

export const callsSoFar = (): readonly Call[] => [...screenCalls.values()]

let askedOn = ''
/** Called before a screen is shown. A reload after a change keeps the change in the list. */
export function forgetCalls(screen: string): void {
  for (const [name, { method }] of screenCalls) if (screen !== askedOn || method === 'GET') screenCalls.delete(name)
  askedOn = screen
}

type Send = (url: string, init: RequestInit) => Promise<Response>

const optionsWith = (send: Send) => ({
  baseUrl: ROOT,
  /** The operator decides whether to retry. */
  maxRetries: 0,
  fetch: (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    note(init, String(url))
    const isChange = init.method !== undefined && init.method !== 'GET'
    return send(String(url), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...(isChange && { 'X-CSRF-Token': csrfToken }) },
      credentials: 'same-origin',
      cache: 'no-store',
    })
  },
})
const options = optionsWith((url, init) => fetch(url, init))

/** All operator routes by their names in the contract. */
export const operator = createOperatorClient({ ...options, operatorToken: null })

/** The same routes with another send function, for file transfers with progress. */
export const operatorOver = (send: Send): typeof operator =>
  createOperatorClient({ ...optionsWith(send), operatorToken: null, timeout: Number.POSITIVE_INFINITY })

/** A call of an operator route that can be shown as a curl command before it runs. */
export interface PlannedCall extends Call {
  run(): Promise<unknown>
}

type Arguments<N extends keyof typeof operator> = NonNullable<Parameters<(typeof operator)[N]>[0]>

/** Plans a call by the name of its route in the contract. */
export function callOf<N extends keyof typeof operator>(route: N, parts: Arguments<N>): PlannedCall {
  const { method = 'GET', path } = OPERATOR[route]
  const { path: ids = {}, body } = parts as { path?: Readonly<Record<string, string>>; body?: unknown }
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!)),
    ...(body === undefined ? {} : { body }),
    run: () => (operator[route] as (parts: Arguments<N>) => Promise<unknown>)(parts),
  }
}

interface SessionRoutes {
  readSession(): Promise<{ data: SessionView | null }>
  openSession(call: { body: { token: string; code?: string } }): Promise<{ data: SessionView }>
  closeSession(): Promise<unknown>
  readFactor(): Promise<{ data: { enabled: boolean; recoveryCodesLeft: number } }>
  beginFactor(call: { body: { token: string } }): Promise<{ data: { secret: string; uri: string } }>
  confirmFactor(call: { body: { code: string } }): Promise<{ data: { recoveryCodes: readonly string[] } }>
  removeFactor(call: { body: { code: string } }): Promise<unknown>
}

export const session = createMethods<SessionRoutes>(
  {
    readSession: { path: '/console/session' },
    openSession: { method: 'POST', path: '/console/session', body: 'application/json' },
    closeSession: { method: 'DELETE', path: '/console/session' },
    readFactor: { path: '/console/second-factor' },
    beginFactor: { method: 'POST', path: '/console/second-factor', body: 'application/json' },
    confirmFactor: { method: 'POST', path: '/console/second-factor/confirm', body: 'application/json' },
    removeFactor: { method: 'POST', path: '/console/second-factor/remove', body: 'application/json' },
  },
  options,
)

/** Whether an operator is signed in. */
export async function readSession(): Promise<boolean> {
  const { data } = await session.readSession()
  enter(data)
  return data !== null
}

export async function openSession(token: string, code: string): Promise<void> {
  enter((await session.openSession({ body: { token, ...(code === '' ? {} : { code }) } })).data)
}

export async function closeSession(): Promise<void> {
  await session.closeSession()
  enter(null)
}

/** Shows the link to the public site in the bar. */
export function showSite({ publicUrl }: { readonly publicUrl: string }): void {
  const link = document.querySelector<HTMLAnchorElement>('#site')!
  link.href = publicUrl
  link.hidden = false
}

/** The data of a call, or null while the store is unavailable. */
export const unlessOutage = <T>(call: Promise<{ readonly data: T }>): Promise<T | null> =>
  call.then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'STORE_UNAVAILABLE') return null
      throw error
    },
  )
