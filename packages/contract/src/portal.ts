import Type from 'typebox'
import type { ErrorCode } from './errors.ts'
import { filter, optionalChoice, paging } from './params.ts'
import {
  exportOwnEvents,
  getOwnConversation,
  getOwnEvent,
  getOwnObservation,
  getOwnStanding,
  listOwnConversations,
  listOwnEvents,
  listOwnObservable,
} from './portal-observe.ts'
import { askReview, createOwnReport, getOwnReport, listHidden, listOwnReports } from './portal-reports.ts'
import {
  account,
  accountDetail,
  apiKey,
  developerApp,
  issuedKey,
  loggedRequest,
  ownAppCreation,
  ownedVisitor,
  ownKeyChange,
  ownKeyCreation,
  ownKeyRotation,
  registration,
  registrationBody,
  signUpBody,
  signupState,
  warning,
} from './portal-shapes.ts'
import { getKeyUse, getOwnInbox, listOwnWalks, sendOwnHeartbeat } from './portal-use.ts'
import { type PortalAccess, route } from './route.ts'
import { array, done, id, list, nullable, object, single, timestamp } from './shapes.ts'

/** Section 4.14 and reading 1.25: what a developer does without an operator. */

const access = <const P extends PortalAccess>(portal: P) => ({ portal }) as const
const OPEN = access({ needs: 'nobody' })
const ACCOUNT = access({ needs: 'account' })
const ACTIVE_ACCOUNT = access({ needs: 'account', active: true })
const APP = access({ needs: 'app' })
const ACTIVE_APP = access({ needs: 'app', active: true })

const portal = { section: '4.14', invalid: 'INVALID_INPUT' } as const
const getSignup = route({
  ...portal,
  name: 'getSignup',
  path: '/_developer/signup',
  purpose: 'Whether new developers can sign up, and the terms in force.',
  access: OPEN,
  result: single(signupState),
})

const signUp = route({
  ...portal,
  name: 'signUp',
  method: 'POST',
  path: '/_developer/signup',
  purpose: 'Opens a developer account. Calling again changes nothing and answers 200.',
  access: access({ needs: 'identity', gate: 'DEVELOPER_SIGNUPS_DISABLED' }),
  body: signUpBody,
  statuses: [201, 200],
  result: single(account),
  errors: [
    'ANONYMOUS_SIGNUP_NOT_ALLOWED',
    'EMAIL_VERIFICATION_REQUIRED',
    'INVALID_INPUT',
    'VISITOR_TERMS_ACCEPTANCE_REQUIRED',
  ],
})

const getAccount = route({
  ...portal,
  name: 'getAccount',
  path: '/_developer/account',
  purpose: 'Your own account.',
  access: ACCOUNT,
  result: single(accountDetail),
})

const deleteAccount = route({
  ...portal,
  name: 'deleteAccount',
  method: 'DELETE',
  path: '/_developer/account',
  purpose: 'Releases every visitor, deletes every key, revokes the apps and forgets the account.',
  access: ACTIVE_ACCOUNT,
  result: single(object({ uid: id, deleted: done, releasedVisitors: Type.Array(id) })),
})

const createApp = route({
  ...portal,
  name: 'createApp',
  method: 'POST',
  path: '/_developer/apps',
  purpose: 'Makes an app to keep keys and visitors under.',
  access: ACTIVE_ACCOUNT,
  body: ownAppCreation,
  statuses: [201],
  result: single(developerApp),
  errors: ['INVALID_INPUT'],
})

const listApps = route({
  ...portal,
  name: 'listApps',
  path: '/_developer/apps',
  purpose: 'Your apps, newest first.',
  access: ACCOUNT,
  result: array(developerApp),
})

const getApp = route({
  ...portal,
  name: 'getApp',
  path: '/_developer/apps/{appId}',
  purpose: 'One of your apps.',
  access: APP,
  result: single(developerApp),
})

const createApiKey = route({
  ...portal,
  name: 'createApiKey',
  method: 'POST',
  path: '/_developer/apps/{appId}/api-keys',
  purpose: 'Issues a key of the tier you ask for. Never for completion or driving.',
  access: ACTIVE_APP,
  body: ownKeyCreation,
  statuses: [201],
  result: object({ data: issuedKey, warning }),
  errors: ['INVALID_INPUT', 'DEVELOPER_TERMS_ACCEPTANCE_REQUIRED'],
})

const listApiKeys = route({
  ...portal,
  name: 'listApiKeys',
  path: '/_developer/apps/{appId}/api-keys',
  purpose: 'The keys of an app, newest first; never their raw values.',
  access: APP,
  result: array(apiKey),
})

const KEY = '/_developer/apps/{appId}/api-keys/{keyId}'

const getApiKey = route({
  ...portal,
  name: 'getApiKey',
  path: KEY,
  purpose: 'One key; never its raw value.',
  access: APP,
  result: single(apiKey),
  errors: ['NOT_FOUND'],
})

const changeApiKey = route({
  ...portal,
  name: 'changeApiKey',
  method: 'PATCH',
  path: KEY,
  purpose: 'Renames, limits, disables or enables a key, or moves it to another tier.',
  access: ACTIVE_APP,
  body: ownKeyChange,
  result: single(apiKey),
  errors: ['NOT_FOUND', 'INVALID_INPUT', 'DRIVE_KEY_TIER_LOCKED', 'KEY_DISABLED'],
})

const deleteApiKey = route({
  ...portal,
  name: 'deleteApiKey',
  method: 'DELETE',
  path: KEY,
  purpose: 'Deletes a key for good, unless a live visitor still uses it.',
  access: APP,
  result: single(object({ id, deleted: done })),
  errors: ['NOT_FOUND', 'VISITOR_KEY_IN_USE'],
})

const rotateApiKey = route({
  ...portal,
  name: 'rotateApiKey',
  method: 'POST',
  path: `${KEY}/rotate`,
  purpose: 'Gives a key a new raw value; the old one goes on working for `overlapSeconds`.',
  access: ACTIVE_APP,
  body: ownKeyRotation,
  result: object({ data: object({ ...issuedKey.properties, previousValidUntil: nullable(timestamp) }), warning }),
  errors: ['NOT_FOUND', 'INVALID_INPUT', 'KEY_REVOKED'],
})

export const REQUEST_OUTCOMES = ['answered', 'refused'] as const

const listKeyRequests = route({
  ...portal,
  name: 'listKeyRequests',
  path: `${KEY}/requests`,
  purpose: 'What a key was used for and what refused it, newest first, for seven days and a thousand requests.',
  access: APP,
  query: {
    ...paging,
    route: filter('Only of this route, by its name.'),
    requestId: filter('Only the one with this `Request-Id`.'),
    outcome: optionalChoice('outcome', 'Only what was answered, or only what was refused.', REQUEST_OUTCOMES),
  },
  result: list(loggedRequest),
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
})

const REGISTRATION_ERRORS = [
  'VISITOR_REGISTRATION_REFUSED',
  'APP_NOT_FOUND',
  'APP_SUSPENDED',
  'APP_REVOKED',
  'INVALID_INPUT',
  'DEVELOPER_TERMS_ACCEPTANCE_REQUIRED',
  'VISITOR_TERMS_ACCEPTANCE_REQUIRED',
  'VISITOR_WORLD_REQUIRED',
  'WORLD_NOT_FOUND',
  'handle_taken',
  'VISITOR_LIMIT_REACHED',
  'world_full',
] as const satisfies readonly ErrorCode[]

const registerVisitor = route({
  ...portal,
  name: 'registerVisitor',
  method: 'POST',
  path: '/_developer/apps/{appId}/visitors',
  purpose: 'Registers a visitor in a visitor world and issues the key that drives it.',
  // Whoever has no account is refused in the words of registration (AMB-102), so the route asks for it itself.
  access: access({ needs: 'identity', gate: 'VISITOR_SELF_SERVE_DISABLED' }),
  body: registrationBody,
  statuses: [201],
  result: object({ data: registration, warning }),
  errors: REGISTRATION_ERRORS,
})

const listVisitors = route({
  ...portal,
  name: 'listVisitors',
  path: '/_developer/apps/{appId}/visitors',
  purpose: 'The visitors that you registered on this app and have not released.',
  access: APP,
  result: array(ownedVisitor),
})

const releaseVisitor = route({
  ...portal,
  name: 'releaseVisitor',
  method: 'DELETE',
  path: '/_developer/apps/{appId}/visitors/{agentId}',
  purpose: 'Sends a visitor away for good and revokes its key. What it wrote stays.',
  access: APP,
  result: single(object({ agentId: id, worldId: id, keyId: id, released: done })),
  errors: ['VISITOR_NOT_FOUND'],
})

const createJoinLink = route({
  ...portal,
  name: 'createJoinLink',
  method: 'POST',
  path: '/_developer/apps/{appId}/visitors/{agentId}/join-link',
  purpose:
    'Makes a link by which a program on another machine fetches a new key for the visitor: one use, ten minutes. A new link ends the one before, and using it ends the old key.',
  access: ACTIVE_APP,
  statuses: [201],
  result: single(object({ joinUrl: Type.String({ minLength: 1 }), expiresAt: timestamp })),
  errors: ['VISITOR_NOT_FOUND'],
})

/** Every portal route. A key is its route's `name`. */
export const PORTAL_ROUTES = {
  getSignup,
  signUp,
  getAccount,
  deleteAccount,
  createApp,
  listApps,
  getApp,
  createApiKey,
  listApiKeys,
  getApiKey,
  changeApiKey,
  deleteApiKey,
  rotateApiKey,
  listKeyRequests,
  registerVisitor,
  listVisitors,
  releaseVisitor,
  createJoinLink,
  getKeyUse,
  getOwnInbox,
  listOwnWalks,
  sendOwnHeartbeat,
  createOwnReport,
  listOwnReports,
  getOwnReport,
  listHidden,
  askReview,
  listOwnObservable,
  getOwnObservation,
  listOwnEvents,
  getOwnEvent,
  listOwnConversations,
  getOwnConversation,
  getOwnStanding,
  exportOwnEvents,
} as const
export type PortalRoutes = typeof PORTAL_ROUTES
