// Sessions of the operator console and the guard against guessed operator tokens.
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { isSignedOut, signOut } from '../../platform/access/audit.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { findOutage } from '../../platform/core/outage.ts'
import { sameText } from '../../platform/core/seals.ts'
import type { Context } from '../http/context.ts'

/** A signed-in operator. */
export interface ConsoleSession {
  /** Required in `X-CSRF-Token` with every change. */
  readonly csrfToken: string
  readonly expiresAt: number
  /** The digest of its cookie, stored at sign-out. */
  readonly digest: string
}

export interface ConsoleSessions {
  /** Opens a session after the token was checked; returns it with its cookie. */
  open(): Promise<{ session: ConsoleSession; cookie: string }>
  /** The session of the request's cookie: null without a cookie, UNAUTHORIZED for an expired or foreign one. */
  find(context: Context): Promise<ConsoleSession | null>
  /** Whether a session found earlier is still valid. */
  lasts(session: ConsoleSession): Promise<boolean>
  /** Ends a session on every node. Returns the cookie that deletes it in the browser. */
  close(session: ConsoleSession): Promise<string>
  /** The cookie that deletes the session in the browser. */
  readonly forget: string
}

/** Console sessions last twelve hours, used or not. */
const CONSOLE_SESSION_MS = 12 * 3_600_000
const NONCE_BYTES = 18
const VALUE = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{24})\.([A-Za-z0-9_-]{43})$/
const ENDED_MAX = 1_000

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * Browsers separate cookies by host and not by port, so each installation has its own cookie name. Signing in to one
 * does not sign out of another on the same host.
 */
const cookieName = (installation: string): string => `agent-network-console-${digestOf(installation).slice(0, 8)}`

/** Two values under one name mean that one was planted, so neither is accepted. */
function valueIn(context: Context, name: string): string | null {
  const values = (context.header('cookie') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
  return values.length === 0 ? null : values.length === 1 ? values[0]! : ''
}

/**
 * A cookie contains its end time, signed with the server's secret and the operator token. A change of either ends every
 * session. Any node can check it, also while the store is unavailable. Only sign-outs are stored.
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
  /** Sign-outs of this node, used while the store is unavailable. */
  const ended = new Set<string>()

  /** The time of the request, or the last known time while the clock is unavailable. */
  async function now(): Promise<number> {
    try {
      return (await control.current()).at
    } catch (error) {
      if (findOutage(error) === null) throw error
      return control.now()
    }
  }

  const sessionOf = (value: string, expiresAt: number): ConsoleSession => ({
    csrfToken: seals.sign('console-csrf', value),
    expiresAt,
    digest: digestOf(value),
  })

  /** Without the store only status and metrics respond, so an unchecked sign-out adds little risk. */
  async function isOver({ digest }: ConsoleSession): Promise<boolean> {
    if (ended.has(digest)) return true
    try {
      return await isSignedOut(database.read, digest)
    } catch (error) {
      if (findOutage(error) === null) throw error
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
    async find(context) {
      const value = valueIn(context, name)
      if (value === null) return null
      const [, end, nonce, signature] = VALUE.exec(value) ?? []
      const isOurs = end !== undefined && seals.verify('console', signed(end, nonce!), signature!)
      const session = isOurs ? sessionOf(value, Number.parseInt(end, 36)) : null
      if (session === null || !(await lasts(session)))
        throw new ApiError('UNAUTHORIZED', { message: 'The session has ended; sign in again' })
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

/** Other ports of this host are the same site, so their pages can make the browser send this cookie. */
export function requireOwnPage(context: Context): void {
  const from = context.header('sec-fetch-site')
  if (from !== undefined && from !== 'same-origin' && from !== 'none') throw new ApiError('ORIGIN_NOT_ALLOWED')
  const origin = context.header('origin')
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== context.header('host')))
    throw new ApiError('ORIGIN_NOT_ALLOWED')
}

/** Changes must prove that a console page sent them. */
export function requireCsrfToken(context: Context, { csrfToken }: ConsoleSession): void {
  if (!SAFE_METHODS.includes(context.method) && !sameText(context.header('x-csrf-token') ?? '', csrfToken))
    throw new ApiError('CSRF_TOKEN_REQUIRED')
}

/** Wrong tokens of one address within a minute that get an immediate response, and the longest delay after that. */
const IMMEDIATE_MAX = 5
const MINUTE_MS = 60_000
const DELAY_MAX_MS = 2_000
/** Delayed wrong tokens of one address at a time; further ones are rejected. */
const WAITING_MAX = 10
const ADDRESSES_MAX = 10_000

interface FailedAttempts {
  since: number
  failures: number
  waiting: number
  loggedAt: number
}

export interface TokenGuard {
  /** Throws unless the token is right. Each wrong token is counted and logged, and the delay grows. */
  check(address: string, sent: string): Promise<void>
  failures(): number
}

interface Parts {
  readonly elapsed: () => number
  readonly log: Logger
  readonly wait?: (ms: number) => Promise<void>
}

/**
 * Guessing is slowed and never locked out. A foreign page can make the operator's browser send wrong tokens, and a lock
 * would keep the operator out.
 */
export function makeTokenGuard(token: string, { elapsed, log, wait = pause }: Parts): TokenGuard {
  const tries = new Map<string, FailedAttempts>()
  let failures = 0

  function of(address: string): FailedAttempts {
    const now = elapsed()
    let entry = tries.get(address)
    if (entry === undefined || (now - entry.since > MINUTE_MS && entry.waiting === 0)) {
      if (tries.size >= ADDRESSES_MAX) tries.clear()
      entry = { since: now, failures: 0, waiting: 0, loggedAt: Number.NEGATIVE_INFINITY }
      tries.set(address, entry)
    }
    return entry
  }

  async function fail(address: string, own: FailedAttempts): Promise<void> {
    failures += 1
    own.failures += 1
    if (elapsed() - own.loggedAt >= 1_000) {
      own.loggedAt = elapsed()
      log.warn({ event: 'operator.token_refused', address, failures: own.failures }, 'wrong operator token rejected')
    }
    const over = own.failures - IMMEDIATE_MAX
    if (over <= 0) return
    own.waiting += 1
    await wait(Math.min(DELAY_MAX_MS, 100 * 2 ** Math.min(over, 10)))
    own.waiting -= 1
  }

  return {
    async check(address, sent) {
      const own = of(address)
      if (own.waiting >= WAITING_MAX)
        throw new ApiError('RATE_LIMIT_EXCEEDED', {
          message: 'Too many wrong operator tokens from this address; wait for Retry-After, then send the right one',
          retryAfterSeconds: Math.ceil(DELAY_MAX_MS / 1_000),
        })
      if (sameText(sent, token)) return
      await fail(address, own)
      throw new ApiError('UNAUTHORIZED', {
        message:
          'The operator token is missing or wrong; send Authorization: Bearer with what the file operator-token of the data folder holds',
      })
    },
    failures: () => failures,
  }
}

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))
