// Tests of ID token verification.
import {
  base64url,
  type CryptoKey,
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/core/api-error.ts'
import { verifyIdToken } from './id-token.ts'
import { KeysUnavailable } from './key-set.ts'

const AT = Date.parse('2031-05-06T07:08:09.876Z')
const NOW = Math.floor(AT / 1_000)
const EXPECTED = { issuer: 'https://id.example', audience: 'portal' }
const CLAIMS = { iss: 'https://id.example', aud: 'portal', sub: 'u1', iat: NOW - 10, exp: NOW + 600 }

const rsa = await generateKeyPair('RS256', { extractable: true })
const ec = await generateKeyPair('ES256')
const stranger = await generateKeyPair('RS256')
const published = async (kid: string, key: CryptoKey) => ({ ...(await exportJWK(key)), kid, use: 'sig' })
const keys = createLocalJWKSet({
  keys: [await published('rsa', rsa.publicKey), await published('ec', ec.publicKey)],
})

type Header = { alg: string; kid?: string; typ?: string; crit?: string[] }
const HEADER: Header = { alg: 'RS256', kid: 'rsa', typ: 'JWT' }
const sign = (claims: object, header: Partial<Header> = {}, key: CryptoKey | Uint8Array = rsa.privateKey) =>
  new SignJWT(claims as JWTPayload).setProtectedHeader({ ...HEADER, ...header }).sign(key)
const token = (change: object = {}, header: Partial<Header> = {}, key?: CryptoKey | Uint8Array) =>
  sign({ ...CLAIMS, ...change }, header, key)
const without = (name: keyof typeof CLAIMS) => sign({ ...CLAIMS, [name]: undefined })

const verify = (idToken: string, at = AT) => verifyIdToken(idToken, EXPECTED, keys, at)
const reason = async (idToken: string): Promise<string> => {
  const error = await verify(idToken).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error('it was not refused', { cause: error })
  expect(error.code).toBe('UNAUTHORIZED')
  return error.message.replace('The ID token was refused: ', '')
}

/** Another payload with the signature of a valid token. */
const tampered = async () => {
  const [header, , signature] = (await token()).split('.')
  return [header, base64url.encode(JSON.stringify({ ...CLAIMS, sub: 'u2' })), signature].join('.')
}
const publicPem = new TextEncoder().encode(await exportSPKI(rsa.publicKey))
const raw = (header: object, claims: object) =>
  `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify(claims))}.AAAA`

const BAD: readonly (readonly [name: string, make: () => string | Promise<string>, reason: string])[] = [
  ['no signature', () => new UnsecuredJWT(CLAIMS).encode(), 'its algorithm is not accepted'],
  ['alg none with a signature', () => raw({ alg: 'none' }, CLAIMS), 'its algorithm is not accepted'],
  ['HS256 under the public key', () => token({}, { alg: 'HS256' }, publicPem), 'its algorithm is not accepted'],
  ['an algorithm nobody knows', () => raw({ alg: 'XX256', kid: 'rsa' }, CLAIMS), 'its algorithm is not accepted'],
  ['no algorithm', () => raw({ kid: 'rsa' }, CLAIMS), 'it is malformed'],
  ['an extension it insists on', () => raw({ ...HEADER, crit: ['exp'], exp: 1 }, CLAIMS), 'it is malformed'],
  ['another issuer', () => token({ iss: 'https://id.example.org' }), 'its claim iss is wrong'],
  ['its issuer with a slash more', () => token({ iss: 'https://id.example/' }), 'its claim iss is wrong'],
  ['its issuer in capitals', () => token({ iss: 'https://ID.example' }), 'its claim iss is wrong'],
  ['no issuer', () => without('iss'), 'its claim iss is missing'],
  ['another audience', () => token({ aud: 'other' }), 'its claim aud is wrong'],
  ['no audience', () => without('aud'), 'its claim aud is missing'],
  ['no audience in the list', () => token({ aud: [] }), 'its claim aud is wrong'],
  ['several audiences', () => token({ aud: ['portal', 'other'] }), 'it has several audiences and no azp'],
  [
    'several audiences and another azp',
    () => token({ aud: ['portal', 'other'], azp: 'other' }),
    'its claim azp names somebody else',
  ],
  ['another azp', () => token({ azp: 'other' }), 'its claim azp names somebody else'],
  ['an end 61 seconds ago', () => token({ exp: NOW - 61 }), 'it has expired'],
  ['no end', () => without('exp'), 'its claim exp is missing'],
  ['an end that is no number', () => token({ exp: String(NOW + 600) }), 'its claim exp is wrong'],
  ['an end beyond all time', () => token({ exp: 1e300 }), 'its claim exp is no time'],
  ['no time of issue', () => without('iat'), 'its claim iat is missing'],
  ['a time of issue 61 seconds ahead', () => token({ iat: NOW + 61 }), 'its claim iat lies in the future'],
  ['a sign-in 61 seconds ahead', () => token({ auth_time: NOW + 61 }), 'its claim auth_time lies in the future'],
  ['a sign-in that is no number', () => token({ auth_time: 'now' }), 'its claim auth_time lies in the future'],
  ['a start 61 seconds ahead', () => token({ nbf: NOW + 61 }), 'its claim nbf is wrong'],
  ['no subject', () => without('sub'), 'its claim sub is missing'],
  ['an empty subject', () => token({ sub: '' }), 'its claim sub is not 1 to 128 characters'],
  ['a subject of 129 characters', () => token({ sub: 's'.repeat(129) }), 'its claim sub is not 1 to 128 characters'],
  ['a subject that is no text', () => token({ sub: 7 }), 'its claim sub is not 1 to 128 characters'],
  ['a subject with NUL', () => token({ sub: 'a\0b' }), 'its claim sub is not 1 to 128 characters'],
  ['the type of a machine token', () => token({}, { typ: 'at+jwt' }), 'its header says it is another kind of token'],
  ['the type of a logout token', () => token({}, { typ: 'logout+jwt' }), 'its header says it is another kind of token'],
  ['a payload typ of an access token', () => token({ typ: 'Bearer' }), 'its claim typ is not ID'],
  ['the token_use of an access token', () => token({ token_use: 'access' }), 'its claim token_use is not id'],
  ['another payload than was signed', tampered, 'its signature is wrong'],
  ['the signature of a stranger', () => token({}, {}, stranger.privateKey), 'its signature is wrong'],
  ['an unknown kid', () => token({}, { kid: 'gone' }), 'no published key fits it'],
  ['the kid of a key of another kind', () => token({}, { kid: 'ec' }), 'no published key fits it'],
  ['nothing in it', () => '', 'it is malformed'],
  ['garbage', () => 'a.b.c', 'it is malformed'],
  ['two parts', () => 'e30.e30', 'it is malformed'],
  ['a payload that is no object', () => raw(HEADER, []), 'its signature is wrong'],
  ['100 KB', () => token({ name: 'n'.repeat(100_000) }), 'it is too long'],
]

describe('an ID token is refused with', () => {
  it.each(BAD)('%s', async (_name, make, expected) => {
    expect(await reason(await make())).toBe(expected)
  })

  it('an expiry by the clock of the request, not of the machine', async () => {
    await verify(await token(), AT)
    await expect(verify(await token(), AT + 700_000)).rejects.toThrow('it has expired')
    await expect(verify(await token(), AT - 80_000)).rejects.toThrow('iat lies in the future')
  })

  it('500 if the keys cannot be loaded', async () => {
    const broken = async () => {
      throw new KeysUnavailable('down')
    }
    await expect(verifyIdToken(await token(), EXPECTED, broken, AT)).rejects.toBeInstanceOf(KeysUnavailable)
  })
})

const GOOD: readonly (readonly [name: string, make: () => Promise<string>])[] = [
  ['the required claims alone', () => token()],
  ['no header type', () => sign(CLAIMS, { typ: undefined as never })],
  ['an end 59 seconds ago', () => token({ exp: NOW - 59 })],
  ['a time of issue 59 seconds ahead', () => token({ iat: NOW + 59 })],
  ['a sign-in in the past', () => token({ auth_time: NOW - 100 })],
  ['a start 59 seconds ahead', () => token({ nbf: NOW + 59 })],
  ['one audience in a list', () => token({ aud: ['portal'] })],
  ['several audiences and our azp', () => token({ aud: ['other', 'portal'], azp: 'portal' })],
  ['our azp', () => token({ azp: 'portal' })],
  ['the payload typ of Keycloak', () => token({ typ: 'ID' })],
  ['the token_use of Cognito', () => token({ token_use: 'id' })],
  ['a subject of 128 characters', () => token({ sub: '😀'.repeat(128) })],
  ['an elliptic curve', () => token({}, { alg: 'ES256', kid: 'ec' }, ec.privateKey)],
]

describe('an ID token is accepted with', () => {
  it.each(GOOD)('%s', async (_name, make) => {
    const { identity } = await verify(await make())
    expect(identity.issuer).toBe('https://id.example')
  })
})

describe('identity of a token', () => {
  const identity = async (claims: object) => (await verify(await token(claims))).identity

  it('is issuer and subject', async () => {
    expect(await identity({})).toEqual({
      issuer: 'https://id.example',
      subject: 'u1',
      anonymous: false,
      verifiedEmail: null,
      email: null,
      name: null,
    })
    expect((await verify(await token())).expiresAt).toBe((NOW + 600) * 1_000)
  })

  it.each([
    [{ firebase: { sign_in_provider: 'anonymous' } }, true],
    [{ provider_id: 'anonymous' }, true],
    [{ is_anonymous: true }, true],
    [{ firebase: { sign_in_provider: 'password' } }, false],
    [{ firebase: null }, false],
    [{ firebase: 'anonymous' }, false],
    [{ provider_id: 'google.com' }, false],
    [{ is_anonymous: 'true' }, false],
    [{ is_anonymous: false }, false],
  ])('detects anonymous users: %j is %s', async (claims, anonymous) => {
    expect((await identity(claims)).anonymous).toBe(anonymous)
  })

  it.each([
    [{ email: 'a@b.c', email_verified: true }, 'a@b.c', 'a@b.c'],
    [{ email: 'a@b.c', email_verified: 'true' }, 'a@b.c', null],
    [{ email: 'a@b.c', email_verified: 1 }, 'a@b.c', null],
    [{ email: 'a@b.c', email_verified: false }, 'a@b.c', null],
    [{ email: 'a@b.c' }, 'a@b.c', null],
    [{ email: '', email_verified: true }, null, null],
    [{ email_verified: true }, null, null],
    [{ email: ['a@b.c'], email_verified: true }, null, null],
    [{ email: 'a\0@b.c', email_verified: true }, null, null],
  ])('has a verified address only on literal true: %j', async (claims, email, verifiedEmail) => {
    expect(await identity(claims)).toMatchObject({ email, verifiedEmail })
  })
})

describe('malformed tokens', () => {
  it('are refused without an internal error', async () => {
    const good = await token()
    const algs = ['RS256', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'RSA-OAEP', 'dir', '', 7, null, {}]
    const kids = ['rsa', 'ec', '', 7, null, [], undefined]
    const forged = algs.flatMap((alg) => kids.map((kid) => raw({ alg, kid }, CLAIMS)))
    const cut = Array.from({ length: 60 }, (_, n) => good.slice(0, Math.floor((good.length * n) / 60)))
    for (const bad of [...forged, ...cut, `${good}.`, `.${good}`, good.replace('.', '..'), '\0', 'é.é.é'])
      expect(await reason(bad)).not.toBe('')
  })
})
