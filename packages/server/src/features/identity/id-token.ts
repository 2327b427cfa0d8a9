// Verification of ID tokens.
import { LIMITS } from '@agent-network/contract'
import { errors, type JWTHeaderParameters, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { ApiError } from '../../platform/core/api-error.ts'
import { countCharacters, isStorable } from '../../platform/core/text.ts'

/** The portal user as the identity provider reports it. Issuer and subject identify the account. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly anonymous: boolean
  /** The e-mail address, if the provider has verified it. */
  readonly verifiedEmail: string | null
  readonly email: string | null
  readonly name: string | null
}

/** Asymmetric algorithms only: a verifier must not be able to sign. */
export const ID_TOKEN_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

export interface ExpectedClaims {
  readonly issuer: string
  readonly audience: string
}

export interface VerifiedToken {
  readonly identity: Identity
  readonly expiresAt: number
  readonly claims: JWTPayload
}

export const TOLERANCE_SECONDS = 60
const SUBJECT_MAX = 128
/** Real tokens have 1,000 to 2,000 characters. */
const TOKEN_MAX = 16_384

interface Opened {
  readonly header: JWTHeaderParameters
  readonly claims: JWTPayload
  readonly audience: string
  /** The latest time, in seconds, that a clock within tolerance may show. */
  readonly latest: number
}

type Check = readonly [reason: string, wrong: (token: Opened) => boolean]

const isLater = (value: unknown, latest: number): boolean => typeof value !== 'number' || !(value <= latest)
const isSubject = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && countCharacters(value) <= SUBJECT_MAX && isStorable(value)

/** Checks beyond the signature. The first failure is reported. */
const CHECKS: readonly Check[] = [
  // Machine tokens have the type at+jwt; other kinds have their own types.
  ['its header says it is another kind of token', ({ header }) => header.typ !== undefined && header.typ !== 'JWT'],
  ['its claim typ is not ID', ({ claims }) => claims.typ !== undefined && claims.typ !== 'ID'],
  ['its claim token_use is not id', ({ claims }) => claims.token_use !== undefined && claims.token_use !== 'id'],
  ['its claim sub is not 1 to 128 characters', ({ claims }) => !isSubject(claims.sub)],
  ['its claim exp is no time', ({ claims }) => !Number.isSafeInteger(Math.floor(claims.exp! * 1_000))],
  ['its claim iat lies in the future', ({ claims, latest }) => isLater(claims.iat, latest)],
  [
    'its claim auth_time lies in the future',
    ({ claims, latest }) => claims.auth_time !== undefined && isLater(claims.auth_time, latest),
  ],
  [
    'it has several audiences and no azp',
    ({ claims }) => Array.isArray(claims.aud) && claims.aud.length > 1 && claims.azp === undefined,
  ],
  ['its claim azp names somebody else', ({ claims, audience }) => claims.azp !== undefined && claims.azp !== audience],
]

const REASONS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'it has expired',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is wrong',
  ERR_JWKS_NO_MATCHING_KEY: 'no published key fits it',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'it does not say which key signed it',
  ERR_JOSE_ALG_NOT_ALLOWED: 'its algorithm is not accepted',
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed)
    return `its claim ${error.claim} is ${error.reason === 'missing' ? 'missing' : 'wrong'}`
  return REASONS[error.code] ?? 'it is malformed'
}

/** The reason is shown to the user: it helps and contains no secret. */
const refused = (reason: string): ApiError =>
  new ApiError('UNAUTHORIZED', { message: `The ID token was refused: ${reason}` })

const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= max && isStorable(value) ? value : null

const isAnonymous = ({ firebase, provider_id, is_anonymous }: JWTPayload): boolean =>
  (firebase as { sign_in_provider?: unknown } | null | undefined)?.sign_in_provider === 'anonymous' ||
  provider_id === 'anonymous' ||
  is_anonymous === true

export function identityOf(claims: JWTPayload): Identity {
  const email = textOf(claims.email, LIMITS.text.email.claimedMax)
  return {
    issuer: claims.iss!,
    subject: claims.sub!,
    anonymous: isAnonymous(claims),
    verifiedEmail: claims.email_verified === true ? email : null,
    email,
    name: textOf(claims.name, LIMITS.text.name.max),
  }
}

/** Refuses with UNAUTHORIZED. Errors of `keys` are passed on: they say nothing about the token. */
export async function verifyIdToken(
  idToken: string,
  expected: ExpectedClaims,
  keys: JWTVerifyGetKey,
  at: number,
): Promise<VerifiedToken> {
  if (idToken.length > TOKEN_MAX) throw refused('it is too long')
  const verified = await jwtVerify(idToken, keys, {
    algorithms: ID_TOKEN_ALGORITHMS,
    issuer: expected.issuer,
    audience: expected.audience,
    // Required claims: a token without `exp` would never expire.
    requiredClaims: ['exp', 'iat', 'sub'],
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: new Date(at),
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? refused(reasonOf(error)) : error
  })
  const { payload: claims, protectedHeader: header } = verified
  const latest = Math.floor(at / 1_000) + TOLERANCE_SECONDS
  const fault = CHECKS.find(([, wrong]) => wrong({ header, claims, audience: expected.audience, latest }))
  if (fault !== undefined) throw refused(fault[0])
  return { identity: identityOf(claims), expiresAt: Math.floor(claims.exp! * 1_000), claims }
}
