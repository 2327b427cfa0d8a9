/** Operator routes of API keys. */
import Type, { type Static } from 'typebox'
import { LIMITS, SCOPES, TIERS } from '../limits.ts'
import { filter, paging } from '../params.ts'
import { route } from '../route.ts'
import { count, done, flag, id, list, nullable, object, oneOf, single, text, timestamp } from '../shapes.ts'
import { moment, operator, optional, reference } from './fields.ts'

const tier = Type.Unsafe<1 | 2 | 3>(
  Type.Integer({
    minimum: TIERS[0],
    maximum: TIERS[2],
    description: 'tier: 1 content, 2 minds, 3 network',
  }),
)
const scopes = (description?: string) => Type.Array(oneOf(SCOPES), { ...(description && { description }) })
const budget = (description: string) => nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), { description })

/** 2.8. Operators can store values that requests would reject: an unknown app, a scope above the tier, no creation time. */
const keyChange = optional({
  name: Type.String({ maxLength: LIMITS.text.name.max, description: 'name of the key' }),
  appId: nullable(reference(), { description: 'app of the key' }),
  tier,
  scopes: scopes('a scope'),
  rateLimitPerMinute: Type.Integer({
    minimum: 1,
    maximum: LIMITS.rate.perMinuteMax,
    description: 'requests per minute',
  }),
  enabled: Type.Boolean({ description: 'whether the key is enabled' }),
  revokedAt: nullable(moment, { description: 'revocation time; null removes the revocation' }),
  allowedAgentIds: Type.Array(reference(), { description: 'agent that the key can invoke or drive' }),
  invokeAnyAgent: Type.Boolean({ description: 'allow the key to invoke every agent' }),
  invokeDailyBudget: budget('invocations a day'),
  contributesToContinuity: Type.Boolean({ description: 'store completions of this key in the memory of agents' }),
  worldId: nullable(Type.String({ maxLength: LIMITS.text.reference.max }), {
    description: 'fork world of the driven visitors',
  }),
  driveDailyBudget: budget('acts a day'),
  createdAt: nullable(moment, { description: 'creation time (ISO 8601, can be in the past)' }),
})
export type KeyChange = Static<typeof keyChange>

const keyRotation = optional({
  overlapSeconds: Type.Integer({
    minimum: 0,
    maximum: 31_536_000,
    description: 'seconds for which the old value stays valid',
  }),
})

export const operatorKey = object({
  id,
  name: text,
  appId: nullable(text),
  tier,
  scopes: scopes(),
  rateLimitPerMinute: count,
  enabled: flag,
  revokedAt: nullable(timestamp),
  allowedAgentIds: Type.Array(text),
  invokeAnyAgent: flag,
  invokeDailyBudget: nullable(count),
  contributesToContinuity: flag,
  worldId: nullable(text),
  driveDailyBudget: nullable(count),
  lastFour: Type.String({ description: 'The last four characters of the raw key.' }),
  createdAt: nullable(timestamp),
})
export type OperatorKey = Static<typeof operatorKey>

/** Null after the first 24 hours, and for a key without a creation time, whose limit does not end. */
const probation = { probationEndsAt: nullable(timestamp) }

const raw = Type.String({ description: 'The key value. It is shown once; only its hash is stored.' })

export const listKeys = route({
  ...operator,
  name: 'listKeys',
  path: '/_operator/keys',
  purpose: 'List keys, newest first.',
  query: { q: filter('Only keys that hold this in id, name, app or world, or end in it.'), ...paging },
  result: list(operatorKey),
})

export const createKey = route({
  ...operator,
  name: 'createKey',
  method: 'POST',
  path: '/_operator/keys',
  purpose: 'Create a key; its value is shown once.',
  body: keyChange,
  statuses: [201],
  result: single(object({ ...operatorKey.properties, ...probation, key: raw })),
  errors: ['INVALID_INPUT'],
})

const KEY = '/_operator/keys/{id}'

export const getKey = route({
  ...operator,
  name: 'getKey',
  path: KEY,
  purpose: 'Show a key and its usage.',
  result: single(
    object({
      ...operatorKey.properties,
      ...probation,
      usage: object({ minute: object({ used: count, limit: count, startedAt: timestamp }) }),
    }),
  ),
  errors: ['NOT_FOUND'],
})

export const changeKey = route({
  ...operator,
  name: 'changeKey',
  method: 'PATCH',
  path: KEY,
  purpose: 'Change a key.',
  body: keyChange,
  result: single(operatorKey),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

export const countKeyRows = route({
  ...operator,
  name: 'countKeyRows',
  path: `${KEY}/rows`,
  purpose: 'Count the rows that the deletion of a key would delete.',
  result: single(object({ rows: count })),
  errors: ['NOT_FOUND'],
})

export const deleteKey = route({
  ...operator,
  name: 'deleteKey',
  method: 'DELETE',
  path: KEY,
  purpose: 'Delete a key permanently.',
  result: single(object({ id, deleted: done })),
  errors: ['NOT_FOUND'],
})

export const rotateKey = route({
  ...operator,
  name: 'rotateKey',
  method: 'POST',
  path: `${KEY}/rotate`,
  purpose: 'Rotate a key; the new value is shown once.',
  body: keyRotation,
  result: single(object({ ...operatorKey.properties, key: raw, previousValidUntil: Type.Optional(timestamp) })),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
