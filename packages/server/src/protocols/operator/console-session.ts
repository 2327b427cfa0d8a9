// Sessions of the operator console and the guard against guessed operator tokens.
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { isSignedOut, signOut } from '../../platform/access/audit.ts'
import {
  isOperatorToken,
  type Operator,
  type OperatorLookup,
  type OperatorRow,
  operatorOf,
  RECOVERY,
} from '../../platform/access/operators.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { findOutage } from '../../platform/core/outage.ts'
import { sameText } from '../../platform/core/seals.ts'
import type { Context } from '../http/context.ts'

/** An operator with the digest of the token in use. */
export interface TokenHolder {
  readonly operator: Operator
  readonly tokenDigest: string
}

const holderOf = (row: OperatorRow): TokenHolder => ({ operator: operatorOf(row), tokenDigest: row.digest })

/** A signed-in operator. */
export interface ConsoleSession {
  /** Required in `X-CSRF-Token` with every change. */
  readonly csrfToken: string
  readonly expiresAt: number
  /** The digest of its cookie, stored at sign-out. */
  readonly digest: string
  readonly holder: TokenHolder
}

export interface ConsoleSessions {
  /** Opens a session after the token was checked; returns it with its cookie. */
  open(holder: TokenHolder): Promise<{ session: ConsoleSession; cookie: string }>
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
/** End, nonce and signature; a named operator adds the name. */
const VALUE = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{24})\.([A-Za-z0-9_-]{43})(?:\.([a-z0-9-]{1,40}))?$/
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

interface SessionParts {
  readonly recovery: TokenHolder
  readonly operators: OperatorLookup
  readonly installation: string
}

/**
 * A cookie contains its end time, signed with the server's secret and the operator token. A change of either ends every
 * session. Any node can check it, also while the store is unavailable. Only sign-outs are stored. The cookie of a named
 * operator also contains the name, and each request reads the digest of that operator's current token.
 */
export function makeConsoleSessions(deps: Deps, { recovery, operators, installation }: SessionParts): ConsoleSessions {
  const { ambient, control, database, seals } = deps
  const name = cookieName(installation)
  const cookieOf = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
  const isRecovery = ({ operator }: TokenHolder): boolean => operator.name === RECOVERY.name
  const signed = (holder: TokenHolder, end: string, nonce: string): string =>
    `${holder.tokenDigest}.${end}.${nonce}${isRecovery(holder) ? '' : `.${holder.operator.name}`}`
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

  const sessionOf = (holder: TokenHolder, value: string, expiresAt: number): ConsoleSession => ({
    holder,
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

  async function currentHolder(name: string | undefined): Promise<TokenHolder | null> {
    if (name === undefined) return recovery
    const row = await operators.byName(name)
    return row === null ? null : holderOf(row)
  }

  /** Whether the token that opened the session is still the operator's token. */
  async function isHolderCurrent({ holder }: ConsoleSession): Promise<boolean> {
    if (isRecovery(holder)) return true
    return (await currentHolder(holder.operator.name))?.tokenDigest === holder.tokenDigest
  }

  const isOpen = async (session: ConsoleSession): Promise<boolean> =>
    (await now()) < session.expiresAt && !(await isOver(session))

  return {
    lasts: async (session) => (await isOpen(session)) && (await isHolderCurrent(session)),
    forget: cookieOf('', 0),
    async open(holder) {
      const expiresAt = (await now()) + CONSOLE_SESSION_MS
      const [end, nonce] = [expiresAt.toString(36), ambient.secret(NONCE_BYTES).toString('base64url')]
      const signature = seals.sign('console', signed(holder, end, nonce))
      const value = `${end}.${nonce}.${signature}${isRecovery(holder) ? '' : `.${holder.operator.name}`}`
      return { session: sessionOf(holder, value, expiresAt), cookie: cookieOf(value, CONSOLE_SESSION_MS / 1_000) }
    },
    async find(context) {
      const value = valueIn(context, name)
      if (value === null) return null
      const [, end, nonce, signature, operatorName] = VALUE.exec(value) ?? []
      const holder = end === undefined ? null : await currentHolder(operatorName)
      const isOurs = holder !== null && seals.verify('console', signed(holder, end!, nonce!), signature!)
      const session = isOurs ? sessionOf(holder, value, Number.parseInt(end!, 36)) : null
      if (session === null || !(await isOpen(session)))
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

/** The holder of the first token. */
export const recoveryHolder = (operatorToken: string): TokenHolder => ({
  operator: RECOVERY,
  tokenDigest: digestOf(operatorToken),
})

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
  /** The holder of the token. Each wrong token is counted and logged, and the delay grows. */
  check(address: string, sent: string): Promise<TokenHolder>
  failures(): number
}

interface Parts {
  readonly elapsed: () => number
  readonly log: Logger
  readonly operators: Pick<OperatorLookup, 'byToken'>
  readonly wait?: (ms: number) => Promise<void>
}

/**
 * Guessing is slowed and never locked out. A foreign page can make the operator's browser send wrong tokens, and a lock
 * would keep the operator out.
 */
export function makeTokenGuard(token: string, { elapsed, log, operators, wait = pause }: Parts): TokenGuard {
  const recovery = recoveryHolder(token)
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

  function requireFewWaiting(own: FailedAttempts): void {
    if (own.waiting >= WAITING_MAX)
      throw new ApiError('RATE_LIMIT_EXCEEDED', {
        message: 'Too many wrong operator tokens from this address; wait for Retry-After, then send the right one',
        retryAfterSeconds: Math.ceil(DELAY_MAX_MS / 1_000),
      })
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
      requireFewWaiting(own)
      if (sameText(sent, token)) return recovery
      if (isOperatorToken(sent)) {
        const row = await operators.byToken(sent)
        if (row !== null) return holderOf(row)
        requireFewWaiting(own)
      }
      await fail(address, own)
      throw new ApiError('UNAUTHORIZED', {
        message:
          'The operator token is missing or wrong; send Authorization: Bearer with your token, or with what the file operator-token of the data folder holds',
      })
    },
    failures: () => failures,
  }
}

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))
