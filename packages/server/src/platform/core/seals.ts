// Digests, encryption and signatures under the server's secrets.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose'
import type { Ambient } from './ambient.ts'

/** Cryptography with the secrets that all nodes share. The first secret signs; all of them verify. */
export interface Seals {
  /** Keyed digests of a raw API key for storage, current secret first. */
  keyDigests(raw: string): string[]
  /** Identify secrets without revealing them. Stored with the data, so that a wrong secret is detected at start. */
  readonly fingerprints: readonly string[]
  /** Encrypts text. The nonce must be fresh and is never used twice. */
  wrap(plain: string, nonce: Buffer): string
  /** Throws if no secret decrypts it, or if it was modified. */
  unwrap(wrapped: string): string
  /** A signature on text that callers return, such as a cursor. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

const CIPHER = 'aes-256-gcm'
/** GCM needs 96 random bits. */
export const NONCE_BYTES = 12
const TAG_BYTES = 16

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'agent-network', purpose, 32))

function encrypt(key: Buffer, plain: string, nonce: Buffer): string {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Null when the key does not match. */
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
    verify: (purpose, text, signatureText) =>
      signers.some((signer) => sameText(signature(signer, purpose, text), signatureText)),
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
  const leftBytes = Buffer.from(a)
  const rightBytes = Buffer.from(b)
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}

/** The members of a public key in its thumbprint (RFC 7638), besides its type. */
const MEMBERS = { ES256: ['crv', 'x', 'y'], RS256: ['n', 'e'] } as const

/** A stored key pair: the public key as a JWK, the private key encrypted under the server's secret. */
export interface StoredKeyPair {
  readonly kid: string
  readonly public_jwk: string
  readonly sealed: string
}

/** Generates a signing key pair. RSA with 2,048 bits takes most of a second, so never call it in a transaction. */
export async function createSigningKeyPair(
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
