import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose'
import type { Ambient } from './ambient.ts'

/** Everything that derives from the one secret all nodes share. The first secret signs; all of them verify. */
export interface Seals {
  /** Keyed digests of a raw API key, current secret first: what is stored. */
  keyDigests(raw: string): string[]
  /** Tells secrets apart without revealing them; stored beside the data so a wrong secret is noticed at start. */
  readonly fingerprints: readonly string[]
  /** Text that only holders of a secret can read back. The nonce is fresh chance, never used twice. */
  wrap(plain: string, nonce: Buffer): string
  /** Throws when no listed secret opens it, or when it was tampered with. */
  unwrap(wrapped: string): string
  /** A seal on text that goes out and comes back, such as a cursor. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

const CIPHER = 'aes-256-gcm'
/** What GCM wants: 96 random bits. */
export const NONCE_BYTES = 12
const TAG_BYTES = 16

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'agent-network', purpose, 32))

function encrypt(key: Buffer, plain: string, nonce: Buffer): string {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Null when the key does not fit. */
function decrypt(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

export function makeSeals(secrets: readonly string[]): Seals {
  const peppers = secrets.map((secret) => derive(secret, 'api-key-pepper'))
  const wrappers = secrets.map((secret) => derive(secret, 'wrapping'))
  const signers = secrets.map((secret) => derive(secret, 'signing'))
  const signature = (signer: Buffer, purpose: string, text: string): string =>
    createHmac('sha256', signer).update(`${purpose}\0${text}`).digest('base64url')
  return {
    sign: (purpose, text) => signature(signers[0]!, purpose, text),
    verify: (purpose, text, given) => signers.some((signer) => sameText(signature(signer, purpose, text), given)),
    keyDigests: (raw) => peppers.map((pepper) => createHmac('sha256', pepper).update(raw).digest('base64url')),
    fingerprints: secrets.map((secret) => derive(secret, 'fingerprint').toString('base64url')),
    wrap(plain, nonce) {
      if (nonce.length !== NONCE_BYTES) throw new Error(`a nonce has ${NONCE_BYTES} bytes`)
      return encrypt(wrappers[0]!, plain, nonce)
    },
    unwrap(wrapped) {
      const bytes = Buffer.from(wrapped, 'base64url')
      if (bytes.length >= NONCE_BYTES + TAG_BYTES)
        for (const key of wrappers) {
          const plain = decrypt(key, bytes)
          if (plain !== null) return plain
        }
      throw new Error('no listed secret opens this; is an older AGENT_NETWORK_SECRET missing from the list?')
    },
  }
}

export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

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
