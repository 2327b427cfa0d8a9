// Identity provider stub of the access matrix that can issue wrong tokens.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

export interface Issuer {
  readonly env: Record<string, string>
  /** A verified person's ID token, unless the claims or the header say otherwise. */
  token(subject: string, claims?: JWTPayload, header?: Record<string, string>): Promise<string>
  /** The same claims, signed with a key that nobody published. */
  forged(subject: string): Promise<string>
  /** The same claims and no signature at all. */
  unsigned(subject: string): string
  close(): Promise<void>
}

const AUDIENCE = 'portal-client'
const seconds = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) / 1_000

/** An identity provider that can be told to get anything wrong. */
export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const { privateKey: strange } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  const iss = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const claimsOf = (sub: string): JWTPayload => ({
    iss,
    sub,
    aud: AUDIENCE,
    iat: seconds('2026-03-01'),
    exp: seconds('2036-03-01'),
    email: `${sub}@example.org`,
    email_verified: true,
  })
  const header = { alg: 'ES256', kid: 'k1' }
  return {
    env: {
      AGENT_NETWORK_IDENTITY_ISSUER: iss,
      AGENT_NETWORK_IDENTITY_AUDIENCE: AUDIENCE,
      AGENT_NETWORK_IDENTITY_JWKS_URL: `${iss}/jwks`,
    },
    token: (subject, claims = {}, more = {}) =>
      new SignJWT({ ...claimsOf(subject), ...claims }).setProtectedHeader({ ...header, ...more }).sign(privateKey),
    forged: (subject) => new SignJWT(claimsOf(subject)).setProtectedHeader(header).sign(strange),
    unsigned: (subject) => new UnsecuredJWT(claimsOf(subject)).encode(),
    close: () => new Promise((resume) => server.close(() => resume())),
  }
}
