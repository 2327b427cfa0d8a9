/** Operator routes of apps and developers. */
import Type, { type Static } from 'typebox'
import { filter, paging } from '../params.ts'
import { route } from '../route.ts'
import { count, flag, id, list, nullable, object, oneOf, single, text, timestamp } from '../shapes.ts'
import { createdAtField, name, operator, optional, reference } from './fields.ts'

export const APP_STATUSES = ['active', 'suspended', 'revoked', 'inactive'] as const
/** States that an operator can set. */
export const DEVELOPER_STATUSES = ['active', 'suspended'] as const
/** A pending account waits for approval by an operator. */
export const ACCOUNT_STATUSES = [...DEVELOPER_STATUSES, 'pending'] as const

const appAttributes = {
  ownerUid: reference('the developer it belongs to, signed up or not'),
  name: name('its name'),
  status: oneOf(APP_STATUSES, { description: 'state of the app' }),
  machineClient: nullable(
    optional({ services: Type.Array(reference()), admin: Type.Boolean(), agentIds: Type.Array(reference()) }),
    { description: 'permissions of its machine client as a whole; null removes them' },
  ),
}
const appCreation = Type.Object(
  {
    ownerUid: appAttributes.ownerUid,
    name: appAttributes.name,
    status: Type.Optional(appAttributes.status),
    machineClient: Type.Optional(appAttributes.machineClient),
    createdAt: Type.Optional(createdAtField),
  },
  { additionalProperties: false },
)
export type AppCreation = Static<typeof appCreation>
const appChange = optional(appAttributes)
export type AppChange = Static<typeof appChange>

export const operatorApp = object({
  id,
  ownerUid: text,
  name: text,
  status: oneOf(APP_STATUSES),
  machineClient: nullable(object({ services: Type.Array(text), admin: flag, agentIds: Type.Array(text) })),
  hasClientSecret: flag,
  createdAt: timestamp,
})
export type OperatorApp = Static<typeof operatorApp>

const developerChange = optional({
  visitorCap: nullable(Type.Integer({ minimum: 0, maximum: 1_000 }), {
    description: 'maximum number of visitors; null is the default',
  }),
  status: oneOf(DEVELOPER_STATUSES, { description: 'the state of the account' }),
})
export type DeveloperChange = Static<typeof developerChange>

export const operatorDeveloper = object({
  uid: id,
  status: oneOf(ACCOUNT_STATUSES),
  visitorCap: nullable(count),
  createdAt: timestamp,
})
export type OperatorDeveloper = Static<typeof operatorDeveloper>

export const listApps = route({
  ...operator,
  name: 'listApps',
  path: '/_operator/apps',
  purpose: 'List apps, newest first.',
  query: { q: filter('Only apps that hold this in id, name or owner.'), ...paging },
  result: list(operatorApp),
})

export const createApp = route({
  ...operator,
  name: 'createApp',
  method: 'POST',
  path: '/_operator/apps',
  purpose: 'Create an app for an owner.',
  body: appCreation,
  statuses: [201],
  result: single(operatorApp),
  errors: ['INVALID_INPUT'],
})

const APP = '/_operator/apps/{id}'

export const getApp = route({
  ...operator,
  name: 'getApp',
  path: APP,
  purpose: 'Show an app.',
  result: single(operatorApp),
  errors: ['APP_NOT_FOUND'],
})

export const changeApp = route({
  ...operator,
  name: 'changeApp',
  method: 'PATCH',
  path: APP,
  purpose: 'Change an app.',
  body: appChange,
  result: single(operatorApp),
  errors: ['INVALID_INPUT', 'APP_NOT_FOUND'],
})

export const createClientSecret = route({
  ...operator,
  name: 'createClientSecret',
  method: 'POST',
  path: `${APP}/client-secret`,
  purpose: 'Create a new client secret, shown once; the previous one stops working.',
  result: single(object({ clientId: id, clientSecret: text })),
  errors: ['APP_NOT_FOUND'],
})

export const listDevelopers = route({
  ...operator,
  name: 'listDevelopers',
  path: '/_operator/developers',
  purpose: 'List developers by uid.',
  query: { q: filter('Only developers whose uid holds this.'), ...paging },
  result: list(operatorDeveloper),
})

const DEVELOPER = '/_operator/developers/{uid}'

export const getDeveloper = route({
  ...operator,
  name: 'getDeveloper',
  path: DEVELOPER,
  purpose: 'Show a developer, by uid or sign-in e-mail address.',
  result: single(operatorDeveloper),
  errors: ['NOT_FOUND'],
})

export const changeDeveloper = route({
  ...operator,
  name: 'changeDeveloper',
  method: 'PATCH',
  path: DEVELOPER,
  purpose: 'Set the visitor limit of a developer, or suspend the account. The developer need not have signed up.',
  body: developerChange,
  result: single(operatorDeveloper),
  errors: ['INVALID_INPUT'],
})

export const resetSecondFactor = route({
  ...operator,
  name: 'resetSecondFactor',
  method: 'DELETE',
  path: `${DEVELOPER}/second-factor`,
  purpose:
    'Remove the authenticator and recovery codes of a developer, by uid or sign-in e-mail address. The password stays, and the developer gets an e-mail. Verify the identity of the requester first.',
  result: single(object({ uid: id, enabled: flag })),
  errors: ['NOT_FOUND'],
})

const link = Type.String({ description: 'The link for the owner of the address.' })

export const createConfirmLink = route({
  ...operator,
  name: 'createConfirmLink',
  method: 'POST',
  path: '/_operator/developers/{email}/confirm-link',
  purpose:
    'Create a link to confirm a sign-up that waits for its e-mail. If the account exists and a new password was requested, the link sets one. The link is valid for 24 hours, shown once and never logged.',
  result: single(object({ email: text, purpose: oneOf(['verify', 'reset']), url: link, expiresAt: timestamp })),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
