/** Webhooks of visitors: schemas and routes for keys and for owners (Standard Webhooks 1.0). */
import Type, { type Static } from 'typebox'
import { INBOX_KINDS } from './inbox.ts'
import { LIMITS } from './limits.ts'
import { cursor, InvalidParameter, strictInteger } from './params.ts'
import { DRIVE_ACCESS, DRIVE_ERRORS, route } from './route.ts'
import { array, flag, id, noContent, nullable, object, oneOf, single, timestamp, withDescription } from './shapes.ts'

export const WEBHOOK_STATES = ['active', 'paused', 'disabled'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** Why the server disabled a webhook. */
export const DISABLED_REASONS = ['gone', 'failing'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why an attempt failed. */
export const ATTEMPT_ERRORS = ['dns', 'address_not_allowed', 'refused', 'tls', 'timeout', 'reset', 'status'] as const
export type AttemptError = (typeof ATTEMPT_ERRORS)[number]

const { descriptionMaxChars, attemptsListed, pageDefault, pageMax } = LIMITS.webhooks

const url = Type.String({
  description:
    'Address that receives the requests: `https`, a public address, port 443 or at least 1024, no credentials.',
  examples: ['https://bot.example/hooks/lark'],
})
const events = Type.Array(oneOf(INBOX_KINDS), {
  minItems: 1,
  maxItems: INBOX_KINDS.length,
  description: 'Kinds of inbox items to deliver. Default: all.',
})
const description = Type.String({ maxLength: descriptionMaxChars, description: 'A note for yourself.' })

export const webhookBody = Type.Object(
  { url, events: Type.Optional(events), description: Type.Optional(description) },
  { additionalProperties: false },
)
export type WebhookBody = Static<typeof webhookBody>

export const webhookChange = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description: Type.Optional(description),
    state: Type.Optional(
      oneOf(['active', 'paused'], withDescription('`active` also clears `disabledReason`; `paused` stops deliveries.')),
    ),
  },
  { additionalProperties: false },
)
export type WebhookChange = Static<typeof webhookChange>

export const webhook = object({
  id,
  url: Type.String({
    description: 'Address that receives the requests.',
    examples: ['https://bot.example/hooks/lark'],
  }),
  events: Type.Array(oneOf(INBOX_KINDS), withDescription('Kinds of inbox items that are delivered.')),
  description: Type.String(withDescription('A note of the owner; empty if none.')),
  state: oneOf(WEBHOOK_STATES, withDescription('`disabled` is set by the server; see `disabledReason`.')),
  createdAt: timestamp,
  disabledReason: nullable(
    oneOf(DISABLED_REASONS),
    withDescription('`gone`: the receiver answered 410; `failing`: no success for five days; null otherwise.'),
  ),
})
export type Webhook = Static<typeof webhook>

export const issuedWebhook = object({
  ...webhook.properties,
  secret: Type.String({
    pattern: '^whsec_',
    description: 'Secret that signs the requests. Shown once.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwEXAMPLEONLY='],
  }),
})
export type IssuedWebhook = Static<typeof issuedWebhook>

const outcome = {
  status: nullable(Type.Integer(), withDescription('HTTP status of the receiver; null without a response.')),
  error: nullable(oneOf(ATTEMPT_ERRORS), withDescription('Reason of the failure; null after a success.')),
  milliseconds: Type.Integer({ minimum: 0, description: 'Duration of the attempt.' }),
}

export const webhookAttempt = object({ at: timestamp, ...outcome })
export type WebhookAttempt = Static<typeof webhookAttempt>

export const webhookTest = object({ ...outcome })
export type WebhookTest = Static<typeof webhookTest>

export const webhookDelivery = object({
  id: Type.String({ minLength: 1, description: 'The `webhook-id` of all its requests.' }),
  type: Type.String({ description: 'The `type` in the body, such as `inbox.dm`.', examples: ['inbox.dm'] }),
  state: oneOf(DELIVERY_STATES, withDescription('`cancelled`: the content was hidden or erased before it was sent.')),
  attempts: Type.Array(webhookAttempt, { maxItems: attemptsListed, description: 'Attempts, oldest first.' }),
})
export type WebhookDelivery = Static<typeof webhookDelivery>

export const deliveryPage = object({
  items: Type.Array(webhookDelivery, { maxItems: pageMax, description: 'Newest first.' }),
  cursor: nullable(Type.String(), withDescription('Send it as `cursor` to continue; null if the page is empty.')),
  hasMore: flag,
})
export type DeliveryPage = Static<typeof deliveryPage>

const pageSize = strictInteger('limit', 'Deliveries per page.', pageDefault, pageMax)

/** Both have the code INVALID_QUERY, on portal routes too. */
const deliveriesQuery = {
  cursor: cursor('cursor', 'Cursor of an earlier page.', 'INVALID_QUERY'),
  limit: {
    ...pageSize,
    read(raw: string | undefined, broken: boolean): number {
      try {
        return pageSize.read(raw, broken)
      } catch (error) {
        throw new InvalidParameter((error as Error).message, 'INVALID_QUERY')
      }
    },
  },
}

const PURPOSES = {
  create: 'Creates a webhook: the server posts new inbox items to its URL. The secret is shown once.',
  list: 'Lists the webhooks of the visitor.',
  get: 'Gets one webhook.',
  change: 'Changes a webhook. `paused` stops deliveries; items that arrive meanwhile stay in the inbox only.',
  remove: 'Deletes a webhook and its deliveries.',
  secret: 'Creates a new secret. The old one also signs for 24 hours.',
  test: 'Sends one request of type `webhook.test` and returns the outcome.',
  deliveries: 'Lists deliveries of the last 30 days with their attempts, newest first.',
  redeliver: 'Sends a delivery again as soon as possible. Test and redeliver together: 10 a minute per webhook.',
} as const

const ROOT = '/v1/visitors/{agentId}/webhooks'
const ONE = `${ROOT}/{webhookId}` as const
const keyed = { section: null, access: DRIVE_ACCESS, invalid: 'INVALID_INPUT' } as const
const small = { bodyBytesMax: LIMITS.body_bytes.small } as const
const OFF = 'WEBHOOKS_DISABLED'
const missing = [OFF, 'NOT_FOUND'] as const

export const createWebhook = route({
  ...keyed,
  ...small,
  name: 'createWebhook',
  method: 'POST',
  path: ROOT,
  purpose: PURPOSES.create,
  body: webhookBody,
  statuses: [201],
  result: single(issuedWebhook),
  errors: [OFF, 'INVALID_INPUT', 'INVALID_WEBHOOK_URL', 'WEBHOOK_LIMIT_REACHED'],
})
export const listWebhooks = route({
  ...keyed,
  name: 'listWebhooks',
  path: ROOT,
  purpose: PURPOSES.list,
  result: array(webhook),
  errors: [OFF],
})
export const getWebhook = route({
  ...keyed,
  name: 'getWebhook',
  path: ONE,
  purpose: PURPOSES.get,
  result: single(webhook),
  errors: missing,
})
export const changeWebhook = route({
  ...keyed,
  ...small,
  name: 'changeWebhook',
  method: 'PATCH',
  path: ONE,
  purpose: PURPOSES.change,
  body: webhookChange,
  result: single(webhook),
  errors: [...missing, 'INVALID_INPUT', 'INVALID_WEBHOOK_URL'],
})
export const deleteWebhook = route({
  ...keyed,
  name: 'deleteWebhook',
  method: 'DELETE',
  path: ONE,
  purpose: PURPOSES.remove,
  statuses: [204],
  result: noContent,
  errors: missing,
})
export const rotateWebhookSecret = route({
  ...keyed,
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: `${ONE}/secret`,
  purpose: PURPOSES.secret,
  result: single(issuedWebhook),
  errors: missing,
})
export const testWebhook = route({
  ...keyed,
  name: 'testWebhook',
  method: 'POST',
  path: `${ONE}/test`,
  purpose: PURPOSES.test,
  result: single(webhookTest),
  errors: missing,
})
export const listDeliveries = route({
  ...keyed,
  name: 'listDeliveries',
  path: `${ONE}/deliveries`,
  purpose: PURPOSES.deliveries,
  query: deliveriesQuery,
  result: single(deliveryPage),
  errors: [...missing, 'INVALID_QUERY'],
})
export const redeliver = route({
  ...keyed,
  name: 'redeliver',
  method: 'POST',
  path: `${ONE}/deliveries/{deliveryId}/redeliver`,
  purpose: PURPOSES.redeliver,
  statuses: [202],
  result: single(webhookDelivery),
  errors: missing,
})

const OWN = '/_developer/apps/{appId}/visitors/{agentId}/webhooks'
const OWN_ONE = `${OWN}/{webhookId}` as const
const owned = { section: null, access: { portal: { needs: 'app' } }, invalid: 'INVALID_INPUT' } as const
const ownedActive = { ...owned, access: { portal: { needs: 'app', active: true } } } as const
const ownMissing = ['VISITOR_NOT_FOUND', ...missing] as const

export const createOwnWebhook = route({
  ...ownedActive,
  ...small,
  name: 'createOwnWebhook',
  method: 'POST',
  path: OWN,
  purpose: PURPOSES.create,
  body: webhookBody,
  statuses: [201],
  result: single(issuedWebhook),
  errors: ['VISITOR_NOT_FOUND', OFF, 'INVALID_INPUT', 'INVALID_WEBHOOK_URL', 'WEBHOOK_LIMIT_REACHED'],
})
export const listOwnWebhooks = route({
  ...owned,
  name: 'listOwnWebhooks',
  path: OWN,
  purpose: PURPOSES.list,
  result: array(webhook),
  errors: ['VISITOR_NOT_FOUND', OFF],
})
export const getOwnWebhook = route({
  ...owned,
  name: 'getOwnWebhook',
  path: OWN_ONE,
  purpose: PURPOSES.get,
  result: single(webhook),
  errors: ownMissing,
})
export const changeOwnWebhook = route({
  ...ownedActive,
  ...small,
  name: 'changeOwnWebhook',
  method: 'PATCH',
  path: OWN_ONE,
  purpose: PURPOSES.change,
  body: webhookChange,
  result: single(webhook),
  errors: [...ownMissing, 'INVALID_INPUT', 'INVALID_WEBHOOK_URL'],
})
export const deleteOwnWebhook = route({
  ...owned,
  name: 'deleteOwnWebhook',
  method: 'DELETE',
  path: OWN_ONE,
  purpose: PURPOSES.remove,
  statuses: [204],
  result: noContent,
  errors: ownMissing,
})
export const rotateOwnWebhookSecret = route({
  ...ownedActive,
  name: 'rotateOwnWebhookSecret',
  method: 'POST',
  path: `${OWN_ONE}/secret`,
  purpose: PURPOSES.secret,
  result: single(issuedWebhook),
  errors: ownMissing,
})
export const testOwnWebhook = route({
  ...ownedActive,
  name: 'testOwnWebhook',
  method: 'POST',
  path: `${OWN_ONE}/test`,
  purpose: PURPOSES.test,
  result: single(webhookTest),
  errors: ['VISITOR_NOT_FOUND', 'KEY_REVOKED', 'KEY_DISABLED', ...DRIVE_ERRORS, ...missing],
})
export const listOwnDeliveries = route({
  ...owned,
  name: 'listOwnDeliveries',
  path: `${OWN_ONE}/deliveries`,
  purpose: PURPOSES.deliveries,
  query: deliveriesQuery,
  result: single(deliveryPage),
  errors: [...ownMissing, 'INVALID_QUERY'],
})
export const redeliverOwn = route({
  ...ownedActive,
  name: 'redeliverOwn',
  method: 'POST',
  path: `${OWN_ONE}/deliveries/{deliveryId}/redeliver`,
  purpose: PURPOSES.redeliver,
  statuses: [202],
  result: single(webhookDelivery),
  errors: ownMissing,
})
