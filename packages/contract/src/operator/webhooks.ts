/** Operator routes of webhooks and of OAuth connections. */
import Type, { type Static } from 'typebox'
import { connection } from '../connections.ts'
import { filter, optionalChoice, paging } from '../params.ts'
import { route } from '../route.ts'
import { id, list, noContent, nullable, object, oneOf, single, timestamp, withDescription } from '../shapes.ts'
import { WEBHOOK_STATES, webhook } from '../webhooks.ts'
import { operator } from './fields.ts'

/** A webhook as operators see it. */
const operatorWebhook = object({
  ...webhook.properties,
  worldId: id,
  agentId: id,
  keyId: Type.String(withDescription('Key whose rights the deliveries need.')),
  pending: Type.Integer({ minimum: 0, description: 'Deliveries that wait for an attempt, counted up to 1,000.' }),
  failingSince: nullable(timestamp, withDescription('First failure since the last success; null if there is none.')),
})
export type OperatorWebhook = Static<typeof operatorWebhook>

const ROOT = '/_operator/webhooks'

export const listVisitorWebhooks = route({
  ...operator,
  name: 'listVisitorWebhooks',
  path: ROOT,
  purpose: 'List webhooks of all visitors, newest first, with their pending deliveries.',
  query: {
    ...paging,
    worldId: filter('World of the visitor.'),
    agentId: filter('Id of the visitor.'),
    state: optionalChoice('state', 'State of the webhook.', WEBHOOK_STATES),
  },
  result: list(operatorWebhook),
  errors: ['INVALID_INPUT'],
})

export const changeVisitorWebhook = route({
  ...operator,
  name: 'changeVisitorWebhook',
  method: 'PATCH',
  path: `${ROOT}/{id}`,
  purpose: 'Pause a webhook, or activate it again.',
  body: Type.Object(
    { state: oneOf(['active', 'paused'], withDescription('active or paused')) },
    { additionalProperties: false },
  ),
  result: single(operatorWebhook),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

/** A connection of a program over OAuth as operators see it. */
const operatorConnection = object({
  id: connection.properties.id,
  clientName: connection.properties.clientName,
  clientId: connection.properties.clientId,
  ownerUid: Type.String(withDescription('Developer who allowed the connection.')),
  worldId: id,
  agentId: id,
  keyId: Type.String(withDescription('Key of the visitor, whose rights and budgets the connection uses.')),
  scopes: connection.properties.scopes,
  createdAt: timestamp,
  lastUsedAt: nullable(timestamp, withDescription('To the minute; null before the first use.')),
  expiresAt: Type.String({
    ...timestamp,
    description: 'The connection ends at this time unless its token is refreshed.',
  }),
})
export type OperatorConnection = Static<typeof operatorConnection>

const CONNECTIONS = '/_operator/connections'

export const listVisitorConnections = route({
  ...operator,
  name: 'listVisitorConnections',
  path: CONNECTIONS,
  purpose: 'List connections of programs over OAuth, newest first. Expired ones are left out.',
  query: {
    ...paging,
    worldId: filter('World of the visitor.'),
    agentId: filter('Id of the visitor.'),
    ownerUid: filter('Developer who allowed the connection.'),
  },
  result: list(operatorConnection),
})

export const revokeVisitorConnection = route({
  ...operator,
  name: 'revokeVisitorConnection',
  method: 'DELETE',
  path: `${CONNECTIONS}/{id}`,
  purpose: 'Revoke a connection. Its tokens are refused from the next request on.',
  statuses: [204],
  result: noContent,
  errors: ['NOT_FOUND'],
})
