import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose'
import type { Ambient } from './ambient.ts'
import { NONCE_BYTES, type Seals } from './seals.ts'

/** The members of a public key that make its thumbprint (RFC 7638), beside its type. */
const MEMBERS = { ES256: ['crv', 'x', 'y'], RS256: ['n', 'e'] } as const

/** A key pair as it is stored: the public half as a JWK, the private one sealed under the server's secret. */
export interface StoredKeyPair {
  readonly kid: string
  readonly public_jwk: string
  readonly sealed: string
}

/** A new pair to sign with. RSA of 2,048 bits takes a good part of a second, so no transaction should wait for it. */
export async function drawKeyPair(
  alg: keyof typeof MEMBERS,
  { ambient, seals }: { ambient: Pick<Ambient, 'secret'>; seals: Seals },
): Promise<StoredKeyPair> {
  const pair = await generateKeyPair(alg, { modulusLength: 2_048, extractable: true })
  const { kty, ...all } = await exportJWK(pair.publicKey)
  const members: JWK = Object.fromEntries(MEMBERS[alg].map((name) => [name, all[name]]))
  const kid = await calculateJwkThumbprint({ kty, ...members } as JWK)
  return {
    kid,
    public_jwk: JSON.stringify({ kty, kid, use: 'sig', alg, ...members }),
    sealed: seals.wrap(await exportPKCS8(pair.privateKey), ambient.secret(NONCE_BYTES)),
  }
}
