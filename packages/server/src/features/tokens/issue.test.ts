// Tests of machine tokens.
import { decodeJwt, decodeProtectedHeader, generateKeyPair, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { CLAIMS, issueToken } from './issue-token.ts'
import type { TokenGrant } from './request.ts'

const AT = Date.parse('2031-05-06T07:08:09.876Z')
const client = { id: 'app_1', active: true, services: [], admin: false, agentIds: [] }
const grant = (subject: TokenGrant['subject']): TokenGrant => ({ client, subject, scope: 'openid agents.read' })

describe('a machine token', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const issue = (subject: TokenGrant['subject']) =>
    issueToken({ kid: 'k', privateKey }, grant(subject), { issuer: 'https://auth.example', jti: 'once' }, AT)

  it.each([
    ['agent', 'service'],
    ['service', 'agent'],
  ] as const)('of an %s has the claims of 2.16 and no %s', async (type, other) => {
    const claims = decodeJwt(await issue({ type, id: 'x' }))
    expect(claims).toEqual({
      iss: 'https://auth.example',
      aud: 'app_1',
      sub: `${type}:x`,
      subject_type: type,
      [`${type}_id`]: 'x',
      iat: 1_935_817_689,
      exp: 1_935_817_689 + 900,
      jti: 'once',
      client_id: 'app_1',
      scope: 'openid agents.read',
    })
    expect(Object.keys(claims).sort()).toEqual(CLAIMS.filter((claim) => claim !== `${other}_id`).sort())
  })

  it('has algorithm, type and key id in its header, and verifies', async () => {
    const token = await issue({ type: 'agent', id: 'x' })
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: 'k' })
    await jwtVerify(token, publicKey, {
      issuer: 'https://auth.example',
      audience: 'app_1',
      typ: 'at+jwt',
      currentDate: new Date(AT),
    })
  })
})
