/** Operator routes of named operators. */
import Type, { type Static } from 'typebox'
import { route } from '../route.ts'
import { array, done, flag, nullable, object, oneOf, single, text, timestamp } from '../shapes.ts'
import { operator } from './fields.ts'

/** Lowest first: each role may do everything that the roles before it may do. */
export const OPERATOR_ROLES = ['viewer', 'moderator', 'admin'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

const operatorName = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  description: 'name in the audit log: up to 40 lower-case letters, digits and hyphens',
})
const role = oneOf(OPERATOR_ROLES, { description: 'what the operator may do' })

const namedOperator = object({
  name: text,
  role,
  secondFactor: Type.Boolean({ description: 'Whether console sign-in requires an authenticator code.' }),
  createdAt: timestamp,
  rotatedAt: nullable(timestamp, { description: 'Time of the last rotation; null if there was none.' }),
})
export type NamedOperator = Static<typeof namedOperator>

const issued = object({
  ...namedOperator.properties,
  token: Type.String({ description: 'The token. It is shown once; only its digest is stored.' }),
})

const OPERATORS = '/_operator/operators'
const OPERATOR = `${OPERATORS}/{name}` as const

export const listOperators = route({
  ...operator,
  name: 'listOperators',
  path: OPERATORS,
  purpose: 'List the named operators.',
  result: array(namedOperator),
})

export const addOperator = route({
  ...operator,
  name: 'addOperator',
  method: 'POST',
  path: OPERATORS,
  purpose: 'Add a named operator with a token of its own, shown once.',
  body: Type.Object({ name: operatorName, role }, { additionalProperties: false }),
  statuses: [201],
  result: single(issued),
  errors: ['INVALID_INPUT'],
})

export const removeOperator = route({
  ...operator,
  name: 'removeOperator',
  method: 'DELETE',
  path: OPERATOR,
  purpose: 'Remove an operator. The token and all console sessions end at once on all nodes.',
  result: single(object({ name: text, deleted: done })),
  errors: ['NOT_FOUND'],
})

export const rotateOperator = route({
  ...operator,
  name: 'rotateOperator',
  method: 'POST',
  path: `${OPERATOR}/rotate`,
  purpose: 'Create a new token for an operator, shown once. The previous token and all console sessions end at once.',
  result: single(issued),
  errors: ['NOT_FOUND'],
})

export const resetOperatorFactor = route({
  ...operator,
  name: 'resetOperatorFactor',
  method: 'DELETE',
  path: `${OPERATOR}/second-factor`,
  purpose: 'Remove the authenticator and recovery codes of an operator. The token stays.',
  result: single(object({ name: text, enabled: flag })),
  errors: ['NOT_FOUND'],
})
