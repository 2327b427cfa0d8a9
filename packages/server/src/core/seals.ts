import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Everything that derives from the one secret all nodes share. The first secret signs; all of them verify. */
export interface Seals {
  /** Keyed digests of a raw API key, current secret first: what is stored. */
  keyDigests(raw: string): string[]
  /** Tells secrets apart without revealing them; stored beside the data so a wrong secret is noticed at start. */
  readonly fingerprints: readonly string[]
}

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'agent-network', purpose, 32))

export function makeSeals(secrets: readonly string[]): Seals {
  const peppers = secrets.map((secret) => derive(secret, 'api-key-pepper'))
  return {
    keyDigests: (raw) => peppers.map((pepper) => createHmac('sha256', pepper).update(raw).digest('base64url')),
    fingerprints: secrets.map((secret) => derive(secret, 'fingerprint').toString('base64url')),
  }
}

export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
