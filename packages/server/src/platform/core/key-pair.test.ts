// Tests of signing key pairs.
import { calculateJwkThumbprint, importJWK, importPKCS8, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { systemAmbient } from './ambient.ts'
import { createSigningKeyPair, makeSeals } from './seals.ts'

describe.each(['ES256', 'RS256'] as const)('a key pair for %s', (alg) => {
  const seals = makeSeals(['a secret of thirty-two characters'])

  it('is named by its thumbprint, signs what its public key verifies, and exposes nothing private', async () => {
    const { kid, public_jwk, sealed } = await createSigningKeyPair(alg, { ambient: systemAmbient(), seals })
    const jwk = JSON.parse(public_jwk)
    expect(jwk).toMatchObject({ kid, alg, use: 'sig' })
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(jwk).not.toHaveProperty(secret)
    expect(await calculateJwkThumbprint(jwk)).toBe(kid)
    expect(sealed).not.toContain('PRIVATE KEY')
    const key = await importPKCS8(seals.unwrap(sealed), alg)
    const token = await new SignJWT({ sub: 'somebody' }).setProtectedHeader({ alg, kid }).sign(key)
    expect((await jwtVerify(token, await importJWK(jwk, alg))).payload.sub).toBe('somebody')
  })
})
