// Portal sessions and the identity of a portal request.
import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { NONCE_BYTES } from '../../platform/core/seals.ts'
import {
  addSession,
  prolongSession,
  readSession,
  removeSession,
  removeSessionsOf,
  type SessionRow,
  sessionDigest,
  sessionsOf,
  voidTokens,
} from './accounts.ts'
import { type BuiltInSignIn, makeBuiltIn } from './built-in.ts'
import { type CodeFlow, makeCodeFlow } from './code-flow.ts'
import { type Identity, verifyIdToken } from './id-token.ts'
import { cachedKeySet, fetchKeySet } from './key-set.ts'

export type { Identity }

export interface IdentityProvider {
  /** Whether this server has its own sign-in. */
  readonly builtIn: boolean
  /** Null if an external provider issues the ID tokens. */
  readonly own: BuiltInSignIn | null
  /** Null unless this server is a client of an external provider. */
  readonly codeFlow: CodeFlow | null
  /** Refuses with UNAUTHORIZED. Any other error means that verification was not possible. */
  verify(idToken: string, at: number): Promise<Identity>
}

/** The external provider if one is configured, else the built-in sign-in. Tokens of both pass the same checks. */
export function makeIdentityProvider(deps: Deps): IdentityProvider {
  const outside = deps.config.identity
  if (outside === null) {
    const own = makeBuiltIn(deps)
    return { builtIn: true, own, codeFlow: null, verify: own.verify }
  }
  const keys = cachedKeySet(() => fetchKeySet(outside), deps.ambient.elapsed)
  const verify: IdentityProvider['verify'] = async (idToken, at) =>
    (await verifyIdToken(idToken, outside, keys, at)).identity
  return { builtIn: false, own: null, codeFlow: makeCodeFlow(deps, outside, { verify }), verify }
}

/** A signed-in portal user. */
export interface Session {
  readonly identity: Identity
  /** Must be sent as `X-CSRF-Token` with every request that changes data. */
  readonly csrfToken: string
  readonly expiresAt: number
}

export interface Sessions {
  /** The session of the cookie, or UNAUTHORIZED. Unsafe methods also require the CSRF token. */
  require(request: IncomingMessage, at: number): Promise<Session>
  /** Opens a session and closes the one that the request came with. */
  open(request: IncomingMessage, idToken: string, at: number): Promise<{ session: Session; cookie: string }>
  /** Returns the header that deletes the cookie. */
  close(request: IncomingMessage): Promise<string>
  /** The user's open sessions; `current` marks the one of this request. */
  list(request: IncomingMessage, who: Identity, at: number): Promise<readonly SessionEntry[]>
  /** False if the user has no session with this id. */
  closeOne(who: Identity, id: string, at: number): Promise<boolean>
  /** Closes all sessions and voids tokens of the built-in sign-in. Returns the number of sessions. */
  closeAll(who: Identity, at: number): Promise<number>
  /** The header that deletes the cookie. */
  readonly forget: () => string
  /** Checks the `Origin` header: pages with sessions have a single origin. */
  requireOwnOrigin(request: IncomingMessage): void
}

export interface SessionEntry {
  readonly id: string
  readonly current: boolean
  /** The shortened `User-Agent`. */
  readonly client: string | null
  readonly createdAt: number
  readonly expiresAt: number
}

const CLIENT_MAX = 120

const VALUE_BYTES = 32
const VALUE = /^[A-Za-z0-9_-]{43}$/
/** Maximum length of a built-in session in use. Others end with their ID token. */
export const SESSION_MAX_MS = 12 * 3_600_000
const SAFE_METHODS = ['GET', 'HEAD']

export function makeSessions(deps: Deps, provider: IdentityProvider): Sessions {
  const { ambient, database, seals } = deps
  const isSecure = () => deps.urls().developer.startsWith('https:')
  // With this prefix browsers refuse cookies set by another host of the domain.
  const cookieName = () => (isSecure() ? '__Host-agent-network' : 'agent-network')
  // No Max-Age: the browser deletes the cookie when it closes. The server decides when the session ends.
  const cookie = (value: string): string =>
    `${cookieName()}=${value}; Path=/; HttpOnly; SameSite=Strict${isSecure() ? '; Secure' : ''}`
  const seal = (text: string): string => seals.wrap(text, ambient.secret(NONCE_BYTES))
  const forget = (): string => `${cookie('')}; Max-Age=0`
  const csrfOf = (value: string): string => seals.sign('csrf', value)

  /** Two values under one name: one of them may be planted, so both are ignored. */
  function valueIn({ headers }: IncomingMessage): string | null {
    const prefix = `${cookieName()}=`
    const values = (headers.cookie ?? '')
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(prefix))
      .map((part) => part.slice(prefix.length))
    return values.length === 1 && VALUE.test(values[0]!) ? values[0]! : null
  }

  function requireOwnOrigin({ headers }: IncomingMessage): void {
    if (headers.origin !== undefined && headers.origin !== new URL(deps.urls().developer).origin)
      throw new ApiError('ORIGIN_NOT_ALLOWED')
  }

  function requirePage(request: IncomingMessage, value: string): void {
    if (SAFE_METHODS.includes(request.method ?? 'GET')) return
    const csrfToken = request.headers['x-csrf-token']
    if (typeof csrfToken !== 'string' || !seals.verify('csrf', value, csrfToken))
      throw new ApiError('UNAUTHORIZED', {
        message: 'X-CSRF-Token is missing or belongs to another session; send the csrfToken of this one',
      })
  }

  /** Renews our own token in time, so that an active user stays signed in. */
  async function prolong(row: SessionRow, subject: string, at: number): Promise<number> {
    const end = row.created_at + SESSION_MAX_MS
    if (provider.own === null || row.expires_at >= end) return row.expires_at
    const token = await provider.own.renew(subject, row.expires_at, end, at)
    if (token === null) return row.expires_at
    const sealed = seal(token.idToken)
    await database.transact((tx) => prolongSession(tx, row.digest, sealed, token.expiresAt), { quiet: true })
    return token.expiresAt
  }

  return {
    requireOwnOrigin,
    async require(request, at) {
      const value = valueIn(request)
      if (value === null) throw new ApiError('UNAUTHORIZED')
      requireOwnOrigin(request)
      requirePage(request, value)
      const row = await readSession(database.read, sessionDigest(value))
      if (row === undefined || at >= row.expires_at)
        throw new ApiError('UNAUTHORIZED', { message: 'The session has ended; sign in again' })
      const identity = await provider.verify(seals.unwrap(row.sealed), at)
      return { identity, csrfToken: csrfOf(value), expiresAt: await prolong(row, identity.subject, at) }
    },
    async open(request, idToken, at) {
      const identity = await provider.verify(idToken, at)
      // The clock tolerance does not extend a session beyond its token.
      const expiresAt = Math.floor(decodeJwt(idToken).exp! * 1_000)
      if (at >= expiresAt) throw new ApiError('UNAUTHORIZED', { message: 'The ID token has expired; sign in again' })
      const before = valueIn(request)
      const value = ambient.secret(VALUE_BYTES).toString('base64url')
      const row: SessionRow = {
        digest: sessionDigest(value),
        issuer: identity.issuer,
        subject: identity.subject,
        sealed: seal(idToken),
        client: (request.headers['user-agent'] ?? '').slice(0, CLIENT_MAX) || null,
        created_at: at,
        expires_at: expiresAt,
      }
      await database.transact(
        async (tx) => {
          if (before !== null) await removeSession(tx, sessionDigest(before))
          await addSession(tx, row)
        },
        { quiet: true },
      )
      return { session: { identity, csrfToken: csrfOf(value), expiresAt }, cookie: cookie(value) }
    },
    forget,
    async close(request) {
      const value = valueIn(request)
      if (value !== null) await database.transact((tx) => removeSession(tx, sessionDigest(value)), { quiet: true })
      return forget()
    },
    async list(request, { issuer, subject }, at) {
      const value = valueIn(request)
      const own = value === null ? null : sessionDigest(value)
      return (await sessionsOf(database.read, issuer, subject, at)).map((row) => ({
        id: row.digest,
        current: row.digest === own,
        client: row.client,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }))
    },
    async closeOne({ issuer, subject }, id, at) {
      const isTheirs = (await sessionsOf(database.read, issuer, subject, at)).some(({ digest }) => digest === id)
      if (isTheirs) await database.transact((tx) => removeSession(tx, id), { quiet: true })
      return isTheirs
    },
    async closeAll({ issuer, subject }, at) {
      const { length } = await sessionsOf(database.read, issuer, subject, at)
      await database.transact(
        async (tx) => {
          await removeSessionsOf(tx, issuer, subject)
          if (provider.own !== null) await voidTokens(tx, subject)
        },
        { quiet: true },
      )
      return length
    },
  }
}

/** The parts that portal routes use to identify a user. */
export interface IdentityParts {
  readonly provider: IdentityProvider
  readonly sessions: Sessions
}

const partsByDeps = new WeakMap<Deps, IdentityParts>()

/** One set of parts per server: the key set is cached once per process. */
export function identityParts(deps: Deps): IdentityParts {
  let parts = partsByDeps.get(deps)
  if (parts === undefined) {
    const provider = makeIdentityProvider(deps)
    parts = { provider, sessions: makeSessions(deps, provider) }
    partsByDeps.set(deps, parts)
  }
  return parts
}

const BEARER = /^bearer +(\S+)$/i

/**
 * 5.10: an ID token in `Authorization`, or the page's session cookie. If the header is present, the cookie is ignored,
 * so a bad token never falls back to another user.
 */
export async function identify(parts: IdentityParts, request: IncomingMessage, at: number): Promise<Identity> {
  const { authorization } = request.headers
  if (authorization === undefined) return (await parts.sessions.require(request, at)).identity
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined)
    throw new ApiError('UNAUTHORIZED', { message: 'Authorization must be Bearer and an ID token' })
  return parts.provider.verify(token, at)
}
