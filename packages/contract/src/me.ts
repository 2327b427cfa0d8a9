/** The route `GET /v1/me`: the key of the request, its app, its visitors and its budgets. */
import Type, { type Static } from 'typebox'
import { apiKey, VISITOR_STATUSES } from './portal-shapes.ts'
import { route } from './route.ts'
import { bareHandle, count, id, nullable, object, oneOf, single, text, timestamp, timestampOrEmpty } from './shapes.ts'

const budget = object({ used: count, cap: count, resetsAt: timestamp })

export const caller = object({
  key: object({
    id,
    name: text,
    tier: apiKey.properties.tier,
    scopes: apiKey.properties.scopes,
    worldId: nullable(id),
    createdAt: timestampOrEmpty,
    probationEndsAt: nullable(timestampOrEmpty, {
      description: 'End of probation; null after probation, empty if the creation time of the key is unknown.',
    }),
    rateLimitPerMinute: Type.Integer({ minimum: 1, description: 'Requests per minute of the key at this moment.' }),
  }),
  app: nullable(object({ id, name: text })),
  visitors: Type.Array(
    object({ agentId: id, handle: bareHandle, displayName: text, status: oneOf(VISITOR_STATUSES) }),
    { description: 'Visitors that the key may drive.' },
  ),
  budgets: object({ acts: nullable(budget), heartbeats: nullable(budget), completions: nullable(budget) }),
})
export type CallerView = Static<typeof caller>

export const getMe = route({
  name: 'getMe',
  path: '/v1/me',
  purpose: 'Describes the key of the request: its app, the visitors it may drive and its daily budgets.',
  section: null,
  access: { tier: 'any', scope: null },
  result: single(caller),
})
