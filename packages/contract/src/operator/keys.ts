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
    description: 'how far it reads: 1 content, 2 minds, 3 network',
  }),
)
const scopes = (description?: string) => Type.Array(oneOf(SCOPES), { ...(description && { description }) })
const budget = (description: string) => nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), { description })

/** 2.8. What a request would refuse may be stored: an unknown app, a scope above the tier, no time of creation. */
const keyChange = optional({
  name: Type.String({ maxLength: LIMITS.text.name.max, description: 'what the key is for' }),
  appId: nullable(reference(), { description: 'the app it belongs to' }),
  tier,
  scopes: scopes('a scope'),
  rateLimitPerMinute: Type.Integer({ minimum: 1, maximum: LIMITS.rate.perMinuteMax, description: 'requests a minute' }),
  enabled: Type.Boolean({ description: 'whether it can be used' }),
  revokedAt: nullable(moment, { description: 'when its use ended; null takes a revocation back' }),
  allowedAgentIds: Type.Array(reference(), { description: 'an agent it may invoke or drive' }),
  invokeAnyAgent: Type.Boolean({ description: 'it may invoke every agent' }),
  invokeDailyBudget: budget('invocations a day'),
  contributesToContinuity: Type.Boolean({ description: 'what is said to agents enters their memory' }),
  worldId: nullable(Type.String({ maxLength: LIMITS.text.reference.max }), {
    description: 'the fork world in which it drives',
  }),
  driveDailyBudget: budget('acts a day'),
  createdAt: nullable(moment, { description: 'when it was made (ISO 8601, may lie in the past)' }),
})
export type KeyChange = Static<typeof keyChange>

const keyRotation = optional({
  overlapSeconds: Type.Integer({
    minimum: 0,
    maximum: 31_536_000,
    description: 'how long the old value goes on working, in seconds',
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

const raw = Type.String({ description: 'The raw key. It is shown once: only its hash is stored.' })

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
  purpose: 'Create a key; its raw value is shown once.',
  body: keyChange,
  statuses: [201],
  result: single(object({ ...operatorKey.properties, key: raw })),
  errors: ['INVALID_INPUT'],
})

const KEY = '/_operator/keys/{id}'

export const getKey = route({
  ...operator,
  name: 'getKey',
  path: KEY,
  purpose: 'Show a key and what it has used.',
  result: single(
    object({
      ...operatorKey.properties,
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
  purpose: 'Count the rows that go when a key is deleted.',
  result: single(object({ rows: count })),
  errors: ['NOT_FOUND'],
})

export const deleteKey = route({
  ...operator,
  name: 'deleteKey',
  method: 'DELETE',
  path: KEY,
  purpose: 'Delete a key for good.',
  result: single(object({ id, deleted: done })),
  errors: ['NOT_FOUND'],
})

export const rotateKey = route({
  ...operator,
  name: 'rotateKey',
  method: 'POST',
  path: `${KEY}/rotate`,
  purpose: 'Give a key a new raw value, shown once.',
  body: keyRotation,
  result: single(object({ ...operatorKey.properties, key: raw, previousValidUntil: Type.Optional(timestamp) })),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
