// Client of the portal routes and of the session routes.
import { createMethods, createPortalClient } from '@agent-network/client'

/** Settings of the page before sign-in. */
export interface Start {
  readonly baseUrl: string
  readonly developerUrl: string
  /** `outside`: an ID token of an external identity provider opens the session. */
  readonly signIn: 'built-in' | 'outside'
  /** Whether sign-in redirects to the provider and back. */
  readonly codeFlow: boolean
  /** Issuer of the tokens and client id; null for the built-in sign-in. */
  readonly issuer: string | null
  readonly audience: string | null
  /** `new`: signed in, but without a developer account. `pending`: the account waits for approval. */
  readonly person: 'closed' | 'nobody' | 'new' | 'pending' | 'member'
}

export interface SessionView {
  readonly csrfToken: string
  readonly email: string | null
  readonly name: string | null
}

/** Stored in memory only. */
let csrfToken = ''

const options = {
  /** Address of the server, including a path prefix. */
  baseUrl: new URL('../', import.meta.url).href,
  /** The user decides whether to retry. */
  maxRetries: 0,
  fetch: (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const isChange = init.method !== 'GET' && csrfToken !== ''
    return fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...(isChange && { 'X-CSRF-Token': csrfToken }) },
      credentials: 'same-origin',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
  },
}

/** All portal routes by their names in the contract. */
export const portal = createPortalClient(options)

type Values = Readonly<Record<string, string>>

interface PageRoutes {
  readStart(): Promise<{ data: Start }>
  identity(call: { path: { step: 'sign-up' | 'verify' | 'forgot' | 'reset' }; body: Values }): Promise<unknown>
  readSession(): Promise<{ data: SessionView }>
  openSession(call: { body: Values }): Promise<{ data: SessionView }>
  closeSession(): Promise<unknown>
  readSessions(): Promise<{ data: readonly SessionEntry[] }>
  closeSessions(): Promise<unknown>
  readSecondFactor(): Promise<{ data: SecondFactor }>
  beginSecondFactor(call: { body: Values }): Promise<{ data: { secret: string; uri: string } }>
  secondFactor(call: {
    path: { step: 'confirm' | 'remove' }
    body: Values
  }): Promise<{ data: { recoveryCodes?: readonly string[] } }>
}

export interface SessionEntry {
  readonly id: string
  readonly current: boolean
  readonly client: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

export interface SecondFactor {
  readonly enabled: boolean
  readonly recoveryCodesLeft: number
}

const json = 'application/json'
/** Routes that only pages use; they are not in the contract. */
const page = createMethods<PageRoutes>(
  {
    readStart: { path: '/developer/start.json' },
    identity: { method: 'POST', path: '/_developer/identity/{step}', body: json },
    readSession: { path: '/_developer/session' },
    openSession: { method: 'POST', path: '/_developer/session', body: json },
    closeSession: { method: 'DELETE', path: '/_developer/session' },
    readSessions: { path: '/_developer/sessions' },
    closeSessions: { method: 'DELETE', path: '/_developer/sessions' },
    readSecondFactor: { path: '/_developer/identity/second-factor' },
    beginSecondFactor: { method: 'POST', path: '/_developer/identity/second-factor', body: json },
    secondFactor: { method: 'POST', path: '/_developer/identity/second-factor/{step}', body: json },
  },
  options,
)

export const readStart = async (): Promise<Start> => (await page.readStart()).data

export const identity = (step: 'sign-up' | 'verify' | 'forgot' | 'reset', body: Values): Promise<unknown> =>
  page.identity({ path: { step }, body })

/** The confirmation link, which only a server in trial mode returns; otherwise null. */
export async function signUpAs(body: Values): Promise<string | null> {
  const { data } = (await identity('sign-up', body)) as { data: { confirmUrl?: string } }
  return data.confirmUrl ?? null
}

function keep({ data }: { data: SessionView }): SessionView {
  csrfToken = data.csrfToken
  return data
}

export const readSession = async (): Promise<SessionView> => keep(await page.readSession())

/** Opens a session with a password or an ID token. */
export const openSession = async (credentials: Values): Promise<SessionView> =>
  keep(await page.openSession({ body: credentials }))

export async function closeSession(): Promise<void> {
  await page.closeSession()
  csrfToken = ''
}

export const readSessions = async (): Promise<readonly SessionEntry[]> => (await page.readSessions()).data

/** Signs out everywhere, this page included. */
export async function closeSessions(): Promise<void> {
  await page.closeSessions()
  csrfToken = ''
}

export const readSecondFactor = async (): Promise<SecondFactor> => (await page.readSecondFactor()).data
export const beginSecondFactor = async (password: string) => (await page.beginSecondFactor({ body: { password } })).data

/** Returns the recovery codes after `confirm`, otherwise an empty list. */
export const secondFactor = async (step: 'confirm' | 'remove', code: string): Promise<readonly string[]> =>
  (await page.secondFactor({ path: { step }, body: { code } })).data.recoveryCodes ?? []
