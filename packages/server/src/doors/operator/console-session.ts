import { createHash } from 'node:crypto'
import { isSignedOut, signOut } from '../../access/console-sign-outs.ts'
import { outageIn } from '../../core/outage.ts'
import { Refusal } from '../../core/refusal.ts'
import { sameText } from '../../core/seals.ts'
import type { Deps } from '../../deps.ts'
import type { Visit } from '../../http/visit.ts'

/** An operator who signed in on the console. */
export interface ConsoleSession {
  /** Comes back in `X-CSRF-Token` with everything that changes something. */
  readonly csrfToken: string
  readonly expiresAt: number
  /** What is stored of its cookie once it is signed out. */
  readonly digest: string
}

export interface ConsoleSessions {
  /** Opens one for whoever has shown the token; with the cookie that stands for it. */
  open(): Promise<{ session: ConsoleSession; cookie: string }>
  /** The session of the request's cookie: null without a cookie, UNAUTHORIZED with one that is over or not ours. */
  find(visit: Visit): Promise<ConsoleSession | null>
  /** Whether one that was found is still good. */
  lasts(session: ConsoleSession): Promise<boolean>
  /** Ends one on every node. Returns the cookie that makes the browser forget. */
  close(session: ConsoleSession): Promise<string>
  /** Makes the browser forget. */
  readonly forget: string
}

/** Console sessions last twelve hours, used or not. */
const CONSOLE_SESSION_MS = 12 * 3_600_000
const NONCE_BYTES = 18
const VALUE = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{24})\.([A-Za-z0-9_-]{43})$/
const ENDED_MAX = 1_000

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * Browsers tell cookies apart by host and not by port, so each installation has a name of its own: signing in on one
 * does not sign out of another on the same host.
 */
const cookieName = (installation: string): string => `agent-network-console-${digestOf(installation).slice(0, 8)}`

/** Two values under one name mean that somebody planted one of them: neither counts. */
function valueIn(visit: Visit, name: string): string | null {
  const values = (visit.header('cookie') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
  return values.length === 0 ? null : values.length === 1 ? values[0]! : ''
}

/**
 * A cookie says when it ends and is signed over that, under the server's secret and the operator token: a change of
 * either ends every session, any node can check it, and it is good while the store is away. Only sign-outs are stored.
 */
export function makeConsoleSessions(
  deps: Deps,
  { operatorToken, installation }: { readonly operatorToken: string; readonly installation: string },
): ConsoleSessions {
  const { ambient, control, database, seals } = deps
  const name = cookieName(installation)
  const tokenDigest = digestOf(operatorToken)
  const cookieOf = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
  const signed = (end: string, nonce: string): string => `${tokenDigest}.${end}.${nonce}`
  /** Signed out on this node, for as long as the store cannot be asked. */
  const ended = new Set<string>()

  /** The one time of the request; as last heard while it cannot be asked for. */
  async function now(): Promise<number> {
    try {
      return (await control.current()).at
    } catch (error) {
      if (outageIn(error) === null) throw error
      return control.now()
    }
  }

  const sessionOf = (value: string, expiresAt: number): ConsoleSession => ({
    csrfToken: seals.sign('console-csrf', value),
    expiresAt,
    digest: digestOf(value),
  })

  /** Without the store only status and metrics are answered, so a sign-out that cannot be looked up risks no more. */
  async function isOver({ digest }: ConsoleSession): Promise<boolean> {
    if (ended.has(digest)) return true
    try {
      return await isSignedOut(database.read, digest)
    } catch (error) {
      if (outageIn(error) === null) throw error
      return false
    }
  }

  const lasts = async (session: ConsoleSession): Promise<boolean> =>
    (await now()) < session.expiresAt && !(await isOver(session))

  return {
    lasts,
    forget: cookieOf('', 0),
    async open() {
      const expiresAt = (await now()) + CONSOLE_SESSION_MS
      const [end, nonce] = [expiresAt.toString(36), ambient.secret(NONCE_BYTES).toString('base64url')]
      const value = `${end}.${nonce}.${seals.sign('console', signed(end, nonce))}`
      return { session: sessionOf(value, expiresAt), cookie: cookieOf(value, CONSOLE_SESSION_MS / 1_000) }
    },
    async find(visit) {
      const value = valueIn(visit, name)
      if (value === null) return null
      const [, end, nonce, signature] = VALUE.exec(value) ?? []
      const isOurs = end !== undefined && seals.verify('console', signed(end, nonce!), signature!)
      const session = isOurs ? sessionOf(value, Number.parseInt(end, 36)) : null
      if (session === null || !(await lasts(session)))
        throw new Refusal('UNAUTHORIZED', { message: 'The session has ended; sign in again' })
      return session
    },
    async close({ digest, expiresAt }) {
      if (ended.size >= ENDED_MAX) ended.clear()
      ended.add(digest)
      await database.transact((tx) => signOut(tx, { digest, expires_at: expiresAt }), { quiet: true })
      return cookieOf('', 0)
    },
  }
}

const SAFE_METHODS = ['GET', 'HEAD']

/** A cookie also comes with what other ports of this host make a browser send: they are the same site. */
export function requireOwnPage(visit: Visit): void {
  const from = visit.header('sec-fetch-site')
  if (from !== undefined && from !== 'same-origin' && from !== 'none') throw new Refusal('ORIGIN_NOT_ALLOWED')
  const origin = visit.header('origin')
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== visit.header('host')))
    throw new Refusal('ORIGIN_NOT_ALLOWED')
}

/** What may change something must prove that the page sent it. */
export function requireCsrfToken(visit: Visit, { csrfToken }: ConsoleSession): void {
  if (!SAFE_METHODS.includes(visit.method) && !sameText(visit.header('x-csrf-token') ?? '', csrfToken))
    throw new Refusal('CSRF_TOKEN_REQUIRED')
}
