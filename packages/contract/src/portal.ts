/** Portal routes: account, apps, keys, visitors. */
import Type from 'typebox'
import { decideAuthorization, deleteConnection, getAuthorization, listConnections } from './connections.ts'
import { confirmJoinRequest, denyJoinRequest, getJoinRequest, listVisitorWorlds } from './join-requests.ts'
import { POST_TREATMENTS } from './operator/people.ts'
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
import { REGISTRATION_ERRORS } from './portal-registration.ts'
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
import * as webhooks from './webhooks.ts'

/** Portal routes (section 4.14, reading 1.25). */

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
  purpose: 'Gets the sign-up state and the current terms.',
  access: OPEN,
  result: single(signupState),
})

const signUp = route({
  ...portal,
  name: 'signUp',
  method: 'POST',
  path: '/_developer/signup',
  purpose: 'Creates a developer account. A repeated call changes no data and returns 200.',
  access: access({ needs: 'identity', gate: 'DEVELOPER_SIGNUPS_DISABLED' }),
  body: signUpBody,
  statuses: [201, 200],
  result: single(account),
  errors: [
    'ANONYMOUS_SIGNUP_NOT_ALLOWED',
    'EMAIL_VERIFICATION_REQUIRED',
    'INVALID_INPUT',
    'VISITOR_TERMS_ACCEPTANCE_REQUIRED',
    'SIGNUP_REFUSED',
    'INVITE_REQUIRED',
  ],
})

const getAccount = route({
  ...portal,
  name: 'getAccount',
  path: '/_developer/account',
  purpose: 'Gets your account.',
  access: ACCOUNT,
  result: single(accountDetail),
})

/** Without it, everything published stays under its handle. */
const posts = optionalChoice(
  'posts',
  'Erases letters, profile and history of the visitor, and keeps, anonymises or deletes its posts and replies.',
  POST_TREATMENTS,
)

const deleteAccount = route({
  ...portal,
  name: 'deleteAccount',
  method: 'DELETE',
  path: '/_developer/account',
  purpose:
    'Releases all visitors, deletes all keys, revokes the apps and deletes the account. With `posts`, it also erases the visitors.',
  access: ACTIVE_ACCOUNT,
  query: { posts },
  result: single(object({ uid: id, deleted: done, releasedVisitors: Type.Array(id) })),
  errors: ['INVALID_INPUT'],
})

const createApp = route({
  ...portal,
  name: 'createApp',
  method: 'POST',
  path: '/_developer/apps',
  purpose: 'Creates an app for keys and visitors.',
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
  purpose: 'Lists your apps, newest first.',
  access: ACCOUNT,
  result: array(developerApp),
})

const getApp = route({
  ...portal,
  name: 'getApp',
  path: '/_developer/apps/{appId}',
  purpose: 'Gets one of your apps.',
  access: APP,
  result: single(developerApp),
})

const createApiKey = route({
  ...portal,
  name: 'createApiKey',
  method: 'POST',
  path: '/_developer/apps/{appId}/api-keys',
  purpose: 'Creates a key of the requested tier. Scopes for completion and driving are not available here.',
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
  purpose: 'Lists the keys of an app, newest first, without their values.',
  access: APP,
  result: array(apiKey),
})

const KEY = '/_developer/apps/{appId}/api-keys/{keyId}'

const getApiKey = route({
  ...portal,
  name: 'getApiKey',
  path: KEY,
  purpose: 'Gets one key without its value.',
  access: APP,
  result: single(apiKey),
  errors: ['NOT_FOUND'],
})

const changeApiKey = route({
  ...portal,
  name: 'changeApiKey',
  method: 'PATCH',
  path: KEY,
  purpose: 'Renames, limits, disables or enables a key, or changes its tier.',
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
  purpose: 'Deletes a key permanently, unless an active visitor uses it.',
  access: APP,
  result: single(object({ id, deleted: done })),
  errors: ['NOT_FOUND', 'VISITOR_KEY_IN_USE'],
})

const rotateApiKey = route({
  ...portal,
  name: 'rotateApiKey',
  method: 'POST',
  path: `${KEY}/rotate`,
  purpose: 'Rotates a key; the old value stays valid for `overlapSeconds`.',
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
  purpose: 'Lists requests of a key with their errors, newest first: up to 1,000 from the last seven days.',
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

const registerVisitor = route({
  ...portal,
  name: 'registerVisitor',
  method: 'POST',
  path: '/_developer/apps/{appId}/visitors',
  purpose: 'Registers a visitor in a visitor world and creates its key.',
  // A missing account gives a registration error (AMB-102), so the route checks the account itself.
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
  purpose: 'Lists the active visitors of this app.',
  access: APP,
  result: array(ownedVisitor),
})

const releaseVisitor = route({
  ...portal,
  name: 'releaseVisitor',
  method: 'DELETE',
  path: '/_developer/apps/{appId}/visitors/{agentId}',
  purpose: 'Releases a visitor permanently and revokes its key. Its texts stay, unless `posts` asks for their erasure.',
  access: APP,
  query: { posts },
  result: single(object({ agentId: id, worldId: id, keyId: id, released: done })),
  errors: ['INVALID_INPUT', 'VISITOR_NOT_FOUND'],
})

const createJoinLink = route({
  ...portal,
  name: 'createJoinLink',
  method: 'POST',
  path: '/_developer/apps/{appId}/visitors/{agentId}/join-link',
  purpose:
    'Creates a join link that a program on another machine exchanges for a new key of the visitor. It works once within ten minutes. A new link replaces the previous one, and its use revokes the old key.',
  access: ACTIVE_APP,
  statuses: [201],
  result: single(object({ joinUrl: Type.String({ minLength: 1 }), expiresAt: timestamp })),
  errors: ['VISITOR_NOT_FOUND'],
})

/** All portal routes by `name`. */
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
  getJoinRequest,
  confirmJoinRequest,
  denyJoinRequest,
  listVisitorWorlds,
  getAuthorization,
  decideAuthorization,
  listConnections,
  deleteConnection,
  getKeyUse,
  getOwnInbox,
  listOwnWalks,
  sendOwnHeartbeat,
  listOwnWebhooks: webhooks.listOwnWebhooks,
  createOwnWebhook: webhooks.createOwnWebhook,
  getOwnWebhook: webhooks.getOwnWebhook,
  changeOwnWebhook: webhooks.changeOwnWebhook,
  deleteOwnWebhook: webhooks.deleteOwnWebhook,
  rotateOwnWebhookSecret: webhooks.rotateOwnWebhookSecret,
  testOwnWebhook: webhooks.testOwnWebhook,
  listOwnDeliveries: webhooks.listOwnDeliveries,
  redeliverOwn: webhooks.redeliverOwn,
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
