// Fixture of the portal tests: an identity provider and signed-in developers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { fresh, type Reply } from './harness.ts'
import { send } from './send.ts'

export const NOW = '2026-03-10T12:00:00.000Z'
export const TERMS = { acceptedDeveloperTermsVersion: '2026-01', acceptedVisitorTermsVersion: '2026-01' }
const AUDIENCE = 'portal-client'

export interface Issuer {
  readonly env: Record<string, string>
  /** A verified person, unless the claims say otherwise. */
  token(subject: string, claims?: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

/** An identity provider of its own: the portal knows nothing but its key set. */
export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      AGENT_NETWORK_IDENTITY_ISSUER: issuer,
      AGENT_NETWORK_IDENTITY_AUDIENCE: AUDIENCE,
      AGENT_NETWORK_IDENTITY_JWKS_URL: `${issuer}/jwks`,
    },
    token: (subject, claims = {}) =>
      new SignJWT({ email: `${subject}@example.org`, email_verified: true, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(subject)
        // Issued before, and expires after, every time that the tests use.
        .setIssuedAt(Date.parse('2026-03-01T00:00:00.000Z') / 1_000)
        .setExpirationTime(Date.parse('2036-03-01T00:00:00.000Z') / 1_000)
        .sign(privateKey),
    close: () =>
      new Promise((resume) => {
        server.close(() => resume())
        server.closeAllConnections()
      }),
  }
}

export type Portal = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

/** The portal as one person sees it; without a token, as nobody does. */
export const portalAs =
  (baseUrl: string, token?: string): Portal =>
  async (method, path, body, headers = {}) => {
    const {
      status,
      headers: sent,
      text,
    } = await send(`${baseUrl}/_developer${path}`, {
      method,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status, headers: sent, body: text === '' ? null : JSON.parse(text) }
  }

/** Status and error code of a response, as one text for tables. */
export const statusAndCode = ({ status, body }: Reply): string =>
  body?.error === undefined ? String(status) : `${status} ${body.error.code}${reason(body.error)}`
const reason = ({ reasonCode }: { reasonCode?: string }): string => (reasonCode === undefined ? '' : ` ${reasonCode}`)

export interface Person {
  readonly portal: Portal
  readonly subject: string
  readonly token: string
}

export interface DeveloperAtWork extends Person {
  readonly uid: string
  readonly appId: string
}

export async function person(issuer: Issuer, baseUrl: string, claims: Record<string, unknown> = {}): Promise<Person> {
  const subject = fresh('person')
  const token = await issuer.token(subject, claims)
  return { subject, token, portal: portalAs(baseUrl, token) }
}

const must = (reply: Reply): any => {
  if (reply.status >= 300) throw new Error(statusAndCode(reply))
  return reply.body.data
}

/** Somebody who has signed up and made an app. */
export async function developer(issuer: Issuer, baseUrl: string): Promise<DeveloperAtWork> {
  const who = await person(issuer, baseUrl)
  const { uid } = must(await who.portal('POST', '/signup'))
  const { id: appId } = must(await who.portal('POST', '/apps', { name: 'Tidings' }))
  return { ...who, uid, appId }
}

let slugs = 0
/** A slug that nobody has used, of letters alone. */
export const newSlug = (): string => {
  slugs += 1
  return `guest-${[...String(slugs)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

export const OPEN_GATES = { visitorDriveEnabled: true, developerSignupsEnabled: true, visitorSelfServeEnabled: true }
