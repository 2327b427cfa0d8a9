/** Routes of the built-in sign-in and of portal sessions. */
import Type from 'typebox'
import { LIMITS } from './limits.ts'
import { type PortalNeed, route } from './route.ts'
import { array, count, done, nullable, object, single, text, timestamp } from './shapes.ts'

const IDENTITY = '/_developer/identity'
const SESSION = '/_developer/session'
const OPEN = { portal: { needs: 'nobody' } } as const
const SIGNED_IN = { portal: { needs: 'identity' } } as const satisfies { portal: { needs: PortalNeed } }

const common = {
  section: null,
  invalid: 'INVALID_INPUT',
  bodyBytesMax: LIMITS.body_bytes.small,
} as const

const email = Type.String({ minLength: 1, description: 'E-mail address.' })
const password = Type.String({
  minLength: 1,
  description: `Password of ${LIMITS.text.password.min} to ${LIMITS.text.password.max} characters.`,
})
const linkToken = Type.String({ minLength: 1, description: 'The text after `#token=` in the link of the e-mail.' })
const code = Type.String({ minLength: 1, description: 'Code of the authenticator, or a recovery code.' })
const idToken = Type.String({ minLength: 1, description: 'ID token; send it as `Authorization: Bearer`.' })
const expiresInSeconds = Type.Integer({ minimum: 1, description: 'Lifetime of the ID token in seconds.' })
const sent = Type.Literal(true, { description: 'Always true, also if no e-mail was due.' })

const session = object({
  csrfToken: Type.String({ description: 'Send it as `X-CSRF-Token` with each change that uses the session cookie.' }),
  email: nullable(email),
  emailVerified: Type.Boolean({ description: 'Whether the address is confirmed.' }),
  name: nullable(Type.String({ description: 'Name from the identity provider.' })),
  anonymous: Type.Boolean({ description: 'Whether the identity provider calls the person anonymous.' }),
  expiresAt: timestamp,
})

const signUpAddress = route({
  ...common,
  name: 'signUpAddress',
  method: 'POST',
  path: `${IDENTITY}/sign-up`,
  purpose: 'Sends a link to confirm an address. The response is the same for addresses with an account.',
  access: OPEN,
  body: object({ email, password }),
  statuses: [202],
  result: single(
    object({
      sent,
      confirmUrl: Type.Optional(
        Type.String({ description: 'The link itself. Only a local trial server without e-mail sends it.' }),
      ),
    }),
  ),
  errors: ['INVALID_INPUT', 'SIGNUP_REFUSED', 'NOT_FOUND'],
})

const verifyAddress = route({
  ...common,
  name: 'verifyAddress',
  method: 'POST',
  path: `${IDENTITY}/verify`,
  purpose:
    'Confirms an address and signs in: the response sets a session cookie and contains an ID token. The browser of the sign-up may leave out the password.',
  access: OPEN,
  body: object({ token: linkToken, password: Type.Optional(password) }),
  result: single(
    object({
      email,
      verified: Type.Literal(true, { description: 'Always true.' }),
      idToken,
      expiresInSeconds,
      csrfToken: Type.Optional(session.properties.csrfToken),
    }),
  ),
  errors: ['INVALID_INPUT', 'UNAUTHORIZED', 'NOT_FOUND'],
})

const signInAddress = route({
  ...common,
  name: 'signInAddress',
  method: 'POST',
  path: `${IDENTITY}/sign-in`,
  purpose: 'Signs in with a password, and with a code if a second factor is set up.',
  access: OPEN,
  body: object({ email, password, code: Type.Optional(code) }),
  result: single(object({ idToken, expiresInSeconds })),
  errors: ['INVALID_INPUT', 'UNAUTHORIZED', 'EMAIL_VERIFICATION_REQUIRED', 'NOT_FOUND'],
})

const requestNewPassword = route({
  ...common,
  name: 'requestNewPassword',
  method: 'POST',
  path: `${IDENTITY}/forgot`,
  purpose: 'Sends a link to set a new password.',
  access: OPEN,
  body: object({ email }),
  statuses: [202],
  result: single(object({ sent })),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

const resetPassword = route({
  ...common,
  name: 'resetPassword',
  method: 'POST',
  path: `${IDENTITY}/reset`,
  purpose: 'Sets a new password and closes all sessions.',
  access: OPEN,
  body: object({ token: linkToken, password }),
  result: single(object({ email, reset: Type.Literal(true, { description: 'Always true.' }) })),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

const FACTOR = `${IDENTITY}/second-factor`
const enabled = Type.Boolean({ description: 'Whether sign-in asks for a code.' })

const getSecondFactor = route({
  ...common,
  name: 'getSecondFactor',
  path: FACTOR,
  purpose: 'Gets the state of your second factor.',
  access: SIGNED_IN,
  result: single(object({ enabled, recoveryCodesLeft: count })),
  errors: ['NOT_FOUND'],
})

const beginSecondFactor = route({
  ...common,
  name: 'beginSecondFactor',
  method: 'POST',
  path: FACTOR,
  purpose: 'Creates the secret of a second factor. It takes effect with the first code.',
  access: SIGNED_IN,
  body: object({ password }),
  result: single(
    object({
      secret: Type.String({ description: 'Secret for authenticators that cannot scan a QR code.' }),
      uri: Type.String({ description: 'Content of the QR code.' }),
    }),
  ),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

const confirmSecondFactor = route({
  ...common,
  name: 'confirmSecondFactor',
  method: 'POST',
  path: `${FACTOR}/confirm`,
  purpose: 'Switches the second factor on and returns the recovery codes once.',
  access: SIGNED_IN,
  body: object({ code }),
  result: single(object({ enabled, recoveryCodes: Type.Array(Type.String(), { description: 'Recovery codes.' }) })),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

const removeSecondFactor = route({
  ...common,
  name: 'removeSecondFactor',
  method: 'POST',
  path: `${FACTOR}/remove`,
  purpose: 'Switches the second factor off.',
  access: SIGNED_IN,
  body: object({ code }),
  result: single(object({ enabled })),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

const openSession = route({
  ...common,
  name: 'openSession',
  method: 'POST',
  path: SESSION,
  purpose: 'Opens a session with an ID token, or with address and password. Sets a cookie.',
  access: OPEN,
  body: Type.Union([object({ idToken }), object({ email, password, code: Type.Optional(code) })]),
  result: single(session),
  errors: ['INVALID_INPUT', 'UNAUTHORIZED', 'EMAIL_VERIFICATION_REQUIRED'],
})

const getSession = route({
  ...common,
  name: 'getSession',
  path: SESSION,
  purpose: 'Gets the session of the cookie.',
  access: SIGNED_IN,
  result: single(session),
})

const closeSession = route({
  ...common,
  name: 'closeSession',
  method: 'DELETE',
  path: SESSION,
  purpose: 'Closes the session of the cookie.',
  access: SIGNED_IN,
  result: single(object({ closed: done })),
})

const sessionEntry = object({
  id: Type.String({ minLength: 1, description: 'Id of the session.' }),
  current: Type.Boolean({ description: 'Whether this request uses the session.' }),
  client: nullable(text),
  createdAt: timestamp,
  expiresAt: timestamp,
})

const listSessions = route({
  ...common,
  name: 'listSessions',
  path: '/_developer/sessions',
  purpose: 'Lists your open sessions.',
  access: SIGNED_IN,
  result: array(sessionEntry),
})

const closeSessions = route({
  ...common,
  name: 'closeSessions',
  method: 'DELETE',
  path: '/_developer/sessions',
  purpose: 'Closes all your sessions and ends your ID tokens of the built-in sign-in.',
  access: SIGNED_IN,
  result: single(object({ closed: count })),
})

const closeSessionById = route({
  ...common,
  name: 'closeSessionById',
  method: 'DELETE',
  path: '/_developer/sessions/{id}',
  purpose: 'Closes one of your sessions.',
  access: SIGNED_IN,
  result: single(object({ closed: count })),
  errors: ['NOT_FOUND'],
})

/** Routes of the built-in sign-in. With an identity provider they are 404. */
export const IDENTITY_ROUTES = {
  signUpAddress,
  verifyAddress,
  signInAddress,
  requestNewPassword,
  resetPassword,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
} as const

export const SESSION_ROUTES = {
  openSession,
  getSession,
  closeSession,
  listSessions,
  closeSessions,
  closeSessionById,
} as const
