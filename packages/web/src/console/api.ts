import { createMethods } from '@agent-network/client'
import { createOperatorClient } from '@agent-network/client/operator'
import type { Call } from './curl.ts'

interface SessionView {
  readonly csrfToken: string
  readonly expiresAt: string
}

/** In memory and nowhere else: gone with the page. */
let csrfToken = ''

/** What the page has asked for since its screen was opened, oldest first; reads that repeat stand once. */
const asked = new Map<string, Call>()
const ASKED_MAX = 40

/** Where this page's server is, also when it stands behind a path of its own. */
export const ROOT = new URL('../', import.meta.url).href.replace(/\/$/, '')

function note({ method = 'GET', body }: RequestInit, url: string): void {
  const path = url.slice(ROOT.length)
  if (!path.startsWith('/_operator/') && path !== '/metrics') return
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : (body ?? undefined)
  asked.set(`${method} ${path}`, { method, path, ...(parsed === undefined ? {} : { body: parsed }) })
  if (asked.size > ASKED_MAX) asked.delete(asked.keys().next().value!)
}

export const callsSoFar = (): readonly Call[] => [...asked.values()]

let askedOn = ''
/** Before a screen is shown. One that is shown again after a change still names the change. */
export function forgetCalls(screen: string): void {
  for (const [name, { method }] of asked) if (screen !== askedOn || method === 'GET') asked.delete(name)
  askedOn = screen
}

type Send = (url: string, init: RequestInit) => Promise<Response>

const optionsWith = (send: Send) => ({
  baseUrl: ROOT,
  /** Whoever sits at the page decides whether to try again. */
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

/** Every operator route by its name in the contract. */
export const operator = createOperatorClient({ ...options, operatorToken: null })

/** The same routes over another way to send, for files that take their time. */
export const operatorOver = (send: Send): typeof operator =>
  createOperatorClient({ ...optionsWith(send), operatorToken: null, timeout: Number.POSITIVE_INFINITY })

interface SessionRoutes {
  readSession(): Promise<{ data: SessionView | null }>
  openSession(call: { body: { token: string } }): Promise<{ data: SessionView }>
  closeSession(): Promise<unknown>
}

const session = createMethods<SessionRoutes>(
  {
    readSession: { path: '/console/session' },
    openSession: { method: 'POST', path: '/console/session', body: 'application/json' },
    closeSession: { method: 'DELETE', path: '/console/session' },
  },
  options,
)

/** Whether an operator is signed in. */
export async function readSession(): Promise<boolean> {
  const { data } = await session.readSession()
  csrfToken = data?.csrfToken ?? ''
  return data !== null
}

export async function openSession(token: string): Promise<void> {
  csrfToken = (await session.openSession({ body: { token } })).data.csrfToken
}

export async function closeSession(): Promise<void> {
  await session.closeSession()
  csrfToken = ''
}
