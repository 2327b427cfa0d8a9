import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { type Identity, type IdentityProvider, makeIdentityProvider } from './identity.ts'
import { makeSessions, type Sessions } from './session.ts'

/** What every portal door needs to tell who is asking. */
export interface IdentityParts {
  readonly provider: IdentityProvider
  readonly sessions: Sessions
}

const made = new WeakMap<Deps, IdentityParts>()

/** The same parts for every door of one server, because the key set they hold is one per process. */
export function identityParts(deps: Deps): IdentityParts {
  let parts = made.get(deps)
  if (parts === undefined) {
    const provider = makeIdentityProvider(deps)
    parts = { provider, sessions: makeSessions(deps, provider) }
    made.set(deps, parts)
  }
  return parts
}

const BEARER = /^bearer +(\S+)$/i

/**
 * 5.10: an ID token in `Authorization`, or the session that a page opened with one. A header that is there decides
 * alone: whoever sends a bad token is not quietly taken for whoever the cookie names.
 */
export async function identify(parts: IdentityParts, request: IncomingMessage, at: number): Promise<Identity> {
  const { authorization } = request.headers
  if (authorization === undefined) return (await parts.sessions.require(request, at)).identity
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined)
    throw new Refusal('UNAUTHORIZED', { message: 'Authorization must be Bearer and an ID token' })
  return parts.provider.verify(token, at)
}
