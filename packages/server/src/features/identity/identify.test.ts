// Tests of how a portal request is identified.
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/core/api-error.ts'
import { type IdentityParts, identify } from './session.ts'

const parts = {
  provider: {
    verify: async (token: string) => {
      if (token !== 'good') throw new ApiError('UNAUTHORIZED')
      return 'whom the token names'
    },
  },
  sessions: {
    require: async (request: IncomingMessage) => {
      if (request.headers.cookie === undefined) throw new ApiError('UNAUTHORIZED')
      return { identity: 'whom the cookie names' }
    },
  },
} as unknown as IdentityParts

const who = (headers: IncomingMessage['headers']) =>
  identify(parts, { headers } as IncomingMessage, 0).catch((error: ApiError) => error.code)

describe('identification of a portal request', () => {
  it.each([
    ['a bearer token', { authorization: 'Bearer good' }, 'whom the token names'],
    ['a bearer token in lower case', { authorization: 'bearer good' }, 'whom the token names'],
    ['a cookie', { cookie: 'c' }, 'whom the cookie names'],
    ['both', { authorization: 'Bearer good', cookie: 'c' }, 'whom the token names'],
    ['nothing', {}, 'UNAUTHORIZED'],
    ['a bad token', { authorization: 'Bearer bad' }, 'UNAUTHORIZED'],
    ['a bad token beside a cookie', { authorization: 'Bearer bad', cookie: 'c' }, 'UNAUTHORIZED'],
    ['another scheme beside a cookie', { authorization: 'Basic good', cookie: 'c' }, 'UNAUTHORIZED'],
    ['an empty header beside a cookie', { authorization: '', cookie: 'c' }, 'UNAUTHORIZED'],
    ['two tokens', { authorization: 'Bearer good good' }, 'UNAUTHORIZED'],
    ['no token', { authorization: 'Bearer ' }, 'UNAUTHORIZED'],
  ])('uses %s', async (_name, headers, expected) => {
    expect(await who(headers)).toBe(expected)
  })
})
