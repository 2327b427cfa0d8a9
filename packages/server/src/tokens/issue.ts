import { type CryptoKey, SignJWT } from 'jose'
import type { Grant } from './request.ts'

export const SIGNING_ALG = 'RS256'
export const TOKEN_LIFETIME_SECONDS = 900

/** 2.16; a token carries `agent_id` or `service_id`, never both. */
export const CLAIMS = [
  'iss',
  'aud',
  'sub',
  'subject_type',
  'agent_id',
  'service_id',
  'exp',
  'iat',
  'jti',
  'client_id',
  'scope',
] as const

export interface Signer {
  readonly kid: string
  readonly privateKey: CryptoKey
}

/** The explicit type keeps these apart from ID tokens, whose audience is a client id too. */
export function issueToken(
  signer: Signer,
  { client, subject, scope }: Grant,
  { issuer, jti }: { issuer: string; jti: string },
  at: number,
): Promise<string> {
  const iat = Math.floor(at / 1_000)
  return new SignJWT({
    iss: issuer,
    aud: client.id,
    sub: `${subject.type}:${subject.id}`,
    subject_type: subject.type,
    [`${subject.type}_id`]: subject.id,
    exp: iat + TOKEN_LIFETIME_SECONDS,
    iat,
    jti,
    client_id: client.id,
    scope,
  })
    .setProtectedHeader({ alg: SIGNING_ALG, typ: 'at+jwt', kid: signer.kid })
    .sign(signer.privateKey)
}
