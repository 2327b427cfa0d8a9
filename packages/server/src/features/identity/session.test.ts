// Tests of session cookies and origins.
import type { IncomingMessage } from 'node:http'
import { ERRORS } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import type { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { makeSeals } from '../../platform/core/seals.ts'
import { makeSessions } from './session.ts'

const VALUE = 'v'.repeat(43)
const seals = makeSeals(['a secret'])
const csrf = seals.sign('csrf', VALUE)

/** The store has no sessions: a request that reaches it gets "session ended". */
function sessionsAt(developer: string) {
  const database = { read: { first: async () => undefined } }
  const deps = { seals, database, urls: () => ({ developer }) } as unknown as Deps
  return makeSessions(deps, { builtIn: false, own: null, codeFlow: null, verify: async () => null as never })
}
const ask = (method: string, headers: IncomingMessage['headers'], developer = 'http://portal.example/path') =>
  sessionsAt(developer)
    .require({ method, headers } as IncomingMessage, 0)
    .catch((error: ApiError) => error.message)

const cookie = `agent-network=${VALUE}`
const ENDED = 'The session has ended; sign in again'
const CSRF = 'X-CSRF-Token is missing or belongs to another session; send the csrfToken of this one'
const FOREIGN = ERRORS.ORIGIN_NOT_ALLOWED.message
const NOBODY = ERRORS.UNAUTHORIZED.message

describe('checks before the session lookup', () => {
  it.each([
    ['GET', { cookie }, ENDED],
    ['HEAD', { cookie }, ENDED],
    ['POST', { cookie, 'x-csrf-token': csrf }, ENDED],
    ['POST', { cookie, 'x-csrf-token': csrf, origin: 'http://portal.example' }, ENDED],
    ['POST', { cookie }, CSRF],
    ['PATCH', { cookie }, CSRF],
    ['PUT', { cookie }, CSRF],
    ['DELETE', { cookie }, CSRF],
    ['POST', { cookie, 'x-csrf-token': seals.sign('csrf', 'w'.repeat(43)) }, CSRF],
    ['POST', { cookie, 'x-csrf-token': seals.sign('cursor', VALUE) }, CSRF],
    ['GET', { cookie, origin: 'http://elsewhere.example' }, FOREIGN],
    ['GET', { cookie, origin: 'https://portal.example' }, FOREIGN],
    ['GET', { cookie, origin: 'http://portal.example:81' }, FOREIGN],
    ['POST', { cookie, 'x-csrf-token': csrf, origin: 'http://elsewhere.example' }, FOREIGN],
    ['GET', {}, NOBODY],
    ['GET', { cookie: `__Host-agent-network=${VALUE}` }, NOBODY],
    ['GET', { cookie: `agent-network=${VALUE}; agent-network=${VALUE}` }, NOBODY],
  ] as const)('%s with %j: %s', async (method, headers, expected) => {
    expect(await ask(method, headers)).toBe(expected)
  })

  it('a portal with TLS accepts only its own cookie', async () => {
    expect(await ask('GET', { cookie }, 'https://portal.example')).toBe(NOBODY)
    expect(await ask('GET', { cookie: `__Host-${cookie}` }, 'https://portal.example')).toBe(ENDED)
  })
})
