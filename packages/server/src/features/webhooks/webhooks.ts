// Management of webhooks by keys, owners and operators.
import type {
  DeliveryPage,
  DeliveryState,
  DisabledReason,
  InboxKind,
  IssuedWebhook,
  OperatorWebhook,
  Webhook,
  WebhookAttempt,
  WebhookBody,
  WebhookChange,
  WebhookDelivery,
  WebhookState,
  WebhookTest,
} from '@agent-network/contract'
import { INBOX_KINDS, LIMITS } from '@agent-network/contract'
import { audit } from '../../platform/access/audit.ts'
import { rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError, invalidInput, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso } from '../../platform/core/time.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { parsePublicUrl, resolvesToForbidden } from '../../platform/network/public-fetch.ts'
import { lockVisitor } from '../../platform/worlds/roster.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import {
  addWebhook,
  changeWebhook as changeRow,
  countPending,
  type DeliveryRow,
  deleteWebhook as deleteRow,
  listDeliveries as listRows,
  listWebhooksOf,
  readDelivery,
  readLockedWebhook,
  readWebhook,
  restartDelivery,
  type WebhookRow,
  whichOf,
} from '../../stores/event-log/webhooks.ts'
import { textFault } from '../reports/reporting.ts'
import { deliveryId, newSecret, type WebhookSender, withNewSecret } from './delivery.ts'

/** The visitor whose webhooks are managed, and the caller. */
export interface WebhookScope {
  readonly world: World
  readonly agentId: string
  /** The visitor's key. Attempts need its rights. */
  readonly keyId: string
  /** The key or the owner, for the audit log. */
  readonly actor: string
  readonly at: number
}

export function requireWebhooksOn({ switches }: Pick<ControlState, 'switches'>): void {
  if (!isGateOpen(switches, 'webhooksEnabled')) throw new ApiError('WEBHOOKS_DISABLED')
}

export const webhookView = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as InboxKind[],
  description: row.description,
  state: row.state as WebhookState,
  createdAt: iso(row.created_at),
  disabledReason: row.disabled_reason as DisabledReason | null,
})

/** For operators. The path of a URL can hold a secret of the owner, so only the origin is shown. */
export async function operatorWebhookView(read: Read, row: WebhookRow): Promise<OperatorWebhook> {
  return {
    ...webhookView(row),
    url: new URL(row.url).origin,
    worldId: row.world_id,
    agentId: row.agent_id,
    keyId: row.key_id,
    pending: await countPending(read, whichOf(row)),
    failingSince: row.failing_since === null ? null : iso(row.failing_since),
  }
}

const deliveryView = (row: DeliveryRow): WebhookDelivery => ({
  id: deliveryId(row.webhook_id, row.position),
  type: `inbox.${row.kind}`,
  state: row.state as DeliveryState,
  attempts: JSON.parse(row.attempts) as WebhookAttempt[],
})

const unknownWebhook = (): ApiError => notFound('Webhook not found; check the id')

function requireOwn(row: WebhookRow | undefined, { agentId }: WebhookScope): WebhookRow {
  if (row === undefined || row.agent_id !== agentId) throw unknownWebhook()
  return row
}

const requireWebhook = async (read: Read, scope: WebhookScope, id: string): Promise<WebhookRow> =>
  requireOwn(await readWebhook(read, { world: scope.world.id, id }), scope)

const lockOwnWebhook = async (tx: Tx, scope: WebhookScope, id: string): Promise<WebhookRow> =>
  requireOwn(await readLockedWebhook(tx, { world: scope.world.id, id }), scope)

/** Enough for a name server that works. A name that is not known by then is checked again at every attempt. */
const CHECK_MS = 2_000

/** Refuses a URL that may not be called, by its form or by the addresses of its name. */
async function requireCallable({ config }: Pick<Deps, 'config'>, text: string): Promise<void> {
  const rules = { allowPrivate: config.webhookAllowPrivate }
  const url = textFault('url', text, LIMITS.webhooks.urlMaxChars) === null ? parsePublicUrl(text, rules) : null
  if (url === null || (await resolvesToForbidden(url, rules, CHECK_MS))) throw new ApiError('INVALID_WEBHOOK_URL')
}

function requireDescription(description: string | undefined): void {
  const fault = textFault('description', description, LIMITS.webhooks.descriptionMaxChars)
  if (fault !== null) throw invalidInput(fault)
}

/** In the order of the list of kinds, each once. */
const eventsText = (events: readonly InboxKind[]): string =>
  JSON.stringify(INBOX_KINDS.filter((kind) => events.includes(kind)))

const noteOf = ({ actor, agentId, at }: WebhookScope, action: string, detail: object) => ({
  at,
  actor,
  action: `webhook.${action}`,
  target: agentId,
  detail: detail as Record<string, unknown>,
})

export async function createWebhook(
  deps: Deps,
  scope: WebhookScope,
  { url, events = [...INBOX_KINDS], description = '' }: WebhookBody,
): Promise<IssuedWebhook> {
  requireDescription(description)
  await requireCallable(deps, url)
  const { ambient } = deps
  const { world, agentId, keyId, at } = scope
  const secret = newSecret(deps)
  const row: WebhookRow = {
    world_id: world.id,
    id: ambient.id('webhook', world.tag),
    agent_id: agentId,
    key_id: keyId,
    url,
    events: eventsText(events),
    description,
    state: 'active',
    disabled_reason: null,
    secrets: withNewSecret(deps, '[]', secret, at),
    created_at: at,
    failing_since: null,
    next_at: null,
    lease_until: 0,
    holder: '',
    served_at: 0,
  }
  await transactPinned(deps, async (tx) => {
    const visitor = await lockVisitor(tx, world.id, agentId)
    if (visitor === undefined || visitor.released_at !== null) throw new ApiError('DRIVE_AGENT_DISABLED')
    if ((await listWebhooksOf(tx, world.id, agentId)).length >= LIMITS.webhooks.perVisitor)
      throw new ApiError('WEBHOOK_LIMIT_REACHED')
    await addWebhook(tx, row)
    await audit(tx, ambient, noteOf(scope, 'create', { webhookId: row.id }))
  })
  return { ...webhookView(row), secret }
}

export const listWebhooks = async (
  { database: { read } }: Deps,
  { world, agentId }: WebhookScope,
): Promise<Webhook[]> => (await listWebhooksOf(read, world.id, agentId)).map(webhookView)

export const getWebhook = async ({ database: { read } }: Deps, scope: WebhookScope, id: string): Promise<Webhook> =>
  webhookView(await requireWebhook(read, scope, id))

/** Columns of a new state. `active` starts again without the failures of before. */
const stateColumns = (state: WebhookChange['state']): Partial<WebhookRow> => {
  if (state === undefined) return {}
  return state === 'active' ? { state, disabled_reason: null, failing_since: null } : { state }
}

export async function changeWebhook(
  deps: Deps,
  scope: WebhookScope,
  id: string,
  { url, events, description, state }: WebhookChange,
): Promise<Webhook> {
  await requireWebhook(deps.database.read, scope, id)
  requireDescription(description)
  if (url !== undefined) await requireCallable(deps, url)
  return transactPinned(deps, async (tx) => {
    const row = await lockOwnWebhook(tx, scope, id)
    const change: Partial<WebhookRow> = {
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: eventsText(events) }),
      ...(description === undefined ? {} : { description }),
      ...(state === row.state ? {} : stateColumns(state)),
    }
    await changeRow(tx, whichOf(row), change)
    const changed = { url, events, description, state }
    const names = Object.keys(changed).filter((name) => changed[name as keyof typeof changed] !== undefined)
    await audit(tx, deps.ambient, noteOf(scope, 'change', { webhookId: id, changed: names, state }))
    return webhookView({ ...row, ...change })
  })
}

/** Sets the state of any webhook, for operators. */
export async function setWebhookState(
  deps: Deps,
  row: WebhookRow,
  state: NonNullable<WebhookChange['state']>,
  { actor, at }: { readonly actor: string; readonly at: number },
): Promise<WebhookRow> {
  return transactPinned(deps, async (tx) => {
    const locked = await readLockedWebhook(tx, whichOf(row))
    if (locked === undefined) throw unknownWebhook()
    const change = stateColumns(state)
    await changeRow(tx, whichOf(row), change)
    const detail = { webhookId: row.id, state }
    await audit(tx, deps.ambient, { at, actor, action: 'webhook.change', target: row.agent_id, detail })
    return { ...locked, ...change }
  })
}

export async function removeWebhook(deps: Deps, scope: WebhookScope, id: string): Promise<null> {
  await transactPinned(deps, async (tx) => {
    const row = await lockOwnWebhook(tx, scope, id)
    await deleteRow(tx, whichOf(row))
    await audit(tx, deps.ambient, noteOf(scope, 'delete', { webhookId: id }))
  })
  return null
}

export async function rotateSecret(deps: Deps, scope: WebhookScope, id: string): Promise<IssuedWebhook> {
  const secret = newSecret(deps)
  return transactPinned(deps, async (tx) => {
    const row = await lockOwnWebhook(tx, scope, id)
    await changeRow(tx, whichOf(row), { secrets: withNewSecret(deps, row.secrets, secret, scope.at) })
    await audit(tx, deps.ambient, noteOf(scope, 'secret', { webhookId: id }))
    return { ...webhookView(row), secret }
  })
}

/** Tests and redeliveries of a webhook share one limit a minute. */
async function takeTest({ control }: Pick<Deps, 'control'>, id: string): Promise<void> {
  const limit = LIMITS.webhooks.testsPerMinute
  const take = { keyId: `webhook ${id}`, limit, probationEndsAt: 0, limitInProbation: limit }
  const admitted = await control.admit(() => ({ found: null, take }))
  const limits = rateLimitStatusOf(admitted)
  if (admitted.window?.admitted !== false || limits === null) return
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Rate limit exceeded: ${limit} tests and redeliveries per minute and webhook`,
    retryAfterSeconds: limits.resetSeconds,
  })
}

export async function testWebhook(
  deps: Deps,
  sender: WebhookSender,
  scope: WebhookScope,
  id: string,
): Promise<WebhookTest> {
  const row = await requireWebhook(deps.database.read, scope, id)
  await takeTest(deps, id)
  return sender.test(row, scope.at)
}

const CURSOR = /^d1\.(\d{1,15})\.([\w-]+)$/
const CURSOR_PURPOSE = 'delivery-cursor'

const cursorOf = ({ seals }: Pick<Deps, 'seals'>, { webhook_id, position }: DeliveryRow): string =>
  `d1.${position}.${seals.sign(CURSOR_PURPOSE, `${webhook_id} ${position}`)}`

function positionOf({ seals }: Pick<Deps, 'seals'>, webhookId: string, cursor: string): number {
  const [, position = '', signature = ''] = CURSOR.exec(cursor) ?? []
  if (position === '' || !seals.verify(CURSOR_PURPOSE, `${webhookId} ${Number(position)}`, signature))
    throw new ApiError('INVALID_QUERY', { message: 'cursor is not a cursor of this list; omit it to start again' })
  return Number(position)
}

export async function listDeliveries(
  deps: Deps,
  scope: WebhookScope,
  id: string,
  query: () => { readonly cursor: string | null; readonly limit: number },
): Promise<DeliveryPage> {
  const row = await requireWebhook(deps.database.read, scope, id)
  const { cursor, limit } = query()
  const before = cursor === null ? Number.MAX_SAFE_INTEGER : positionOf(deps, id, cursor)
  const since = scope.at - LIMITS.webhooks.keptMs
  const found = await listRows(deps.database.read, whichOf(row), { before, since, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    items: rows.map(deliveryView),
    cursor: last === undefined ? null : cursorOf(deps, last),
    hasMore: found.length > limit,
  }
}

export async function redeliver(
  deps: Deps,
  scope: WebhookScope,
  id: string,
  wantedId: string,
): Promise<WebhookDelivery> {
  const { read } = deps.database
  await requireWebhook(read, scope, id)
  const position = /_(\d{1,15})$/.exec(wantedId)?.[1] ?? ''
  const which = { world: scope.world.id, webhook: id, position: Number(position) }
  const isPossible = position !== '' && deliveryId(id, Number(position)) === wantedId
  if (!isPossible || (await readDelivery(read, which)) === undefined)
    throw notFound('Delivery not found; deliveries are kept for 30 days')
  await takeTest(deps, id)
  return transactPinned(deps, async (tx) => {
    await lockOwnWebhook(tx, scope, id)
    const row = await readDelivery(tx, which)
    if (row === undefined) throw notFound('Delivery not found; deliveries are kept for 30 days')
    await restartDelivery(tx, row, scope.at)
    return deliveryView({ ...row, state: 'pending' })
  })
}
