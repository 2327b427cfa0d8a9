/** Operator routes of invite codes and of sign-ups that wait for approval. */
import Type, { type Static } from 'typebox'
import { paging } from '../params.ts'
import { route } from '../route.ts'
import { count, done, id, list, nullable, object, single, text, timestamp } from '../shapes.ts'
import { operatorDeveloper } from './apps.ts'
import { operator } from './fields.ts'

/** Values of the switch `developerSignupMode`. */
export const SIGNUP_MODES = ['open', 'invite', 'approval'] as const
export type SignupMode = (typeof SIGNUP_MODES)[number]

const invite = object({
  id,
  uses: Type.Integer({ minimum: 1, description: 'Accounts that the code can open.' }),
  used: count,
  expiresAt: nullable(timestamp),
  createdAt: timestamp,
  createdBy: Type.String({ description: 'Name of the operator.' }),
})
export type Invite = Static<typeof invite>

const signUpRequest = object({
  uid: id,
  email: nullable(text),
  name: nullable(text),
  createdAt: timestamp,
})
export type SignUpRequest = Static<typeof signUpRequest>

const INVITES = '/_operator/invites'

export const listInvites = route({
  ...operator,
  name: 'listInvites',
  path: INVITES,
  purpose: 'List invite codes, newest first. The codes are not stored.',
  query: { ...paging },
  result: list(invite),
})

export const createInvite = route({
  ...operator,
  name: 'createInvite',
  method: 'POST',
  path: INVITES,
  purpose: 'Create an invite code for sign-ups, shown once.',
  body: Type.Object(
    {
      uses: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: 'accounts that it can open; default 1' }),
      ),
      expiresInDays: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 3_650, description: 'days until it expires; default: never' }),
      ),
    },
    { additionalProperties: false },
  ),
  statuses: [201],
  result: single(object({ ...invite.properties, code: Type.String({ description: 'The code, shown once.' }) })),
  errors: ['INVALID_INPUT'],
})

export const revokeInvite = route({
  ...operator,
  name: 'revokeInvite',
  method: 'DELETE',
  path: `${INVITES}/{id}`,
  purpose: 'Revoke an invite code. Accounts that it opened stay.',
  result: single(object({ id, deleted: done })),
  errors: ['NOT_FOUND'],
})

export const listSignUps = route({
  ...operator,
  name: 'listSignUps',
  path: '/_operator/sign-ups',
  purpose: 'List accounts that wait for approval, oldest first.',
  query: { ...paging },
  result: list(signUpRequest),
})

const DEVELOPER = '/_operator/developers/{uid}'

export const approveDeveloper = route({
  ...operator,
  name: 'approveDeveloper',
  method: 'POST',
  path: `${DEVELOPER}/approve`,
  purpose: 'Approve an account that waits for approval. The developer gets an e-mail if a mail server is set.',
  result: single(operatorDeveloper),
  errors: ['NOT_FOUND'],
})

export const denyDeveloper = route({
  ...operator,
  name: 'denyDeveloper',
  method: 'POST',
  path: `${DEVELOPER}/deny`,
  purpose: 'Deny an account that waits for approval. The account becomes suspended; its e-mail address is deleted.',
  result: single(operatorDeveloper),
  errors: ['NOT_FOUND'],
})
