// Webhooks of visitors and their deliveries: rows, leases and retention.
import {
  type DeliveryState,
  type DisabledReason,
  type InboxKind,
  LIMITS,
  type WebhookAttempt,
} from '@agent-network/contract'
import { findDriven } from '../../platform/access/drive.ts'
import { isGateOpen, readSwitchesNamed } from '../../platform/control/switches.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { readWorld } from '../../platform/worlds/worlds.ts'

export type WebhookRow = Tables['webhooks']
export type DeliveryRow = Tables['webhook_deliveries']

/** Topic of the notification that a delivery was created. */
export const WEBHOOK_TOPIC = 'webhooks'

/** Longer than an attempt may take. A node that stops keeps its webhooks for this long. */
export const WEBHOOK_LEASE_MS = 30_000

/** Holder of a webhook that may not send for now. */
const STOPPED = 'stopped'

type Who = { world: string; agent: string }
type Which = { world: string; id: string }

export const whichOf = ({ world_id, id }: Pick<WebhookRow, 'world_id' | 'id'>): Which => ({ world: world_id, id })

const activeOf = prepare<Who, Pick<WebhookRow, 'id' | 'key_id' | 'events'>>((sql, param) =>
  sql
    .selectFrom('webhooks')
    .select(['id', 'key_id', 'events'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('state', '=', literal('active')),
)
const insertDelivery = insertOf('webhook_deliveries', [
  'world_id',
  'webhook_id',
  'position',
  'agent_id',
  'kind',
  'state',
  'tries',
  'attempts',
  'next_at',
  'created_at',
])
/**
 * An earlier time stays. The update always takes the lock of the row: `releaseWebhook` of another connection then waits
 * and sees the new delivery.
 */
const wakeAt = prepare<Which & { at: number }, unknown>((sql, param) =>
  sql
    .updateTable('webhooks')
    .set((eb) => ({
      next_at: eb.case().when('next_at', '<', param('at')).then(eb.ref('next_at')).else(param('at')).end(),
    }))
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

interface DeliverableItem {
  readonly position: number
  readonly kind: InboxKind
  readonly at: number
}

/**
 * Creates the deliveries of new inbox items in the transaction of the items. A webhook gets none while it is not
 * active, while webhooks are switched off, and while its key could not read the inbox.
 */
export async function createDeliveries(
  tx: Tx,
  { worldId, agentId }: { readonly worldId: string; readonly agentId: string },
  items: readonly DeliverableItem[],
): Promise<void> {
  const webhooks = await tx.all(activeOf, { world: worldId, agent: agentId })
  if (webhooks.length === 0) return
  const switches = await readSwitchesNamed(tx, ['webhooksEnabled', 'visitorDriveEnabled'])
  if (!isGateOpen(switches, 'webhooksEnabled')) return
  const world = await readWorld(tx, worldId)
  /** Most webhooks of a visitor have the same key. */
  const drivenByKey = new Map<string, Awaited<ReturnType<typeof findDriven>>>()
  for (const { id, key_id, events } of webhooks) {
    const kinds = JSON.parse(events) as InboxKind[]
    const wanted = items.filter(({ kind }) => kinds.includes(kind))
    if (wanted.length === 0) continue
    const driven =
      drivenByKey.get(key_id) ?? (await findDriven(tx, { keyId: key_id, worldId, agentId }, { switches, world }))
    drivenByKey.set(key_id, driven)
    if (typeof driven === 'string') continue
    for (const { position, kind, at } of wanted)
      await tx.run(insertDelivery, {
        world_id: worldId,
        webhook_id: id,
        position,
        agent_id: agentId,
        kind,
        state: 'pending',
        tries: 0,
        attempts: '[]',
        next_at: at,
        created_at: at,
      })
    await tx.run(wakeAt, { world: worldId, id, at: Math.min(...wanted.map(({ at }) => at)) })
    tx.announce(WEBHOOK_TOPIC)
  }
}

const webhooksOf = prepare<Who, WebhookRow>((sql, param) =>
  sql
    .selectFrom('webhooks')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('state', '<>', literal('deleted'))
    .orderBy('id'),
)
const webhookById = prepare<Which, WebhookRow>((sql, param) =>
  sql
    .selectFrom('webhooks')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('state', '<>', literal('deleted')),
)

export const listWebhooksOf = (read: Read, worldId: string, agentId: string): Promise<WebhookRow[]> =>
  read.all(webhooksOf, { world: worldId, agent: agentId })

export const readWebhook = (read: Read, which: Which): Promise<WebhookRow | undefined> => read.first(webhookById, which)

const lockRow = prepare<Which, unknown>((sql, param) =>
  sql
    .updateTable('webhooks')
    .set((eb) => ({ served_at: eb.ref('served_at') }))
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

/** Locks the webhook until the transaction ends. SQLite has one writer, so its rows need no lock. */
async function lockWebhook(tx: Tx, which: Which): Promise<void> {
  if (tx.engine === 'postgres') await tx.run(lockRow, which)
}

/** The webhook, locked until the transaction ends. */
export async function readLockedWebhook(tx: Tx, which: Which): Promise<WebhookRow | undefined> {
  await lockWebhook(tx, which)
  return readWebhook(tx, which)
}

export const addWebhook = (tx: Tx, row: WebhookRow): Promise<unknown> =>
  tx.sql.insertInto('webhooks').values(row).execute()

export async function changeWebhook(tx: Tx, which: Which, change: Partial<WebhookRow>): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.sql
    .updateTable('webhooks')
    .set(change)
    .where('world_id', '=', which.world)
    .where('id', '=', which.id)
    .execute()
}

/** Nothing of the owner stays; a job removes the rows. */
const DELETED = {
  state: 'deleted',
  url: '',
  description: '',
  secrets: '[]',
  next_at: null,
} as const satisfies Partial<WebhookRow>

export const deleteWebhook = (tx: Tx, which: Which): Promise<void> => changeWebhook(tx, which, DELETED)

/** Deletes the webhooks of a visitor that leaves. */
export async function deleteWebhooksOf(tx: Tx, worldId: string, agentId: string): Promise<void> {
  await tx.sql
    .updateTable('webhooks')
    .set(DELETED)
    .where('world_id', '=', worldId)
    .where('agent_id', '=', agentId)
    .execute()
}

type DeliveryRef = { world: string; webhook: string; position: number }

const deliveryAt = prepare<DeliveryRef, DeliveryRow>((sql, param) =>
  sql
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('webhook_id', '=', param('webhook'))
    .where('position', '=', param('position')),
)
const deliveriesBefore = prepare<DeliveryRef & { since: number; limit: number }, DeliveryRow>((sql, param) =>
  sql
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('webhook_id', '=', param('webhook'))
    .where('position', '<', param('position'))
    .where('created_at', '>=', param('since'))
    .orderBy('position', 'desc')
    .limit(param('limit')),
)

export const readDelivery = (read: Read, ref: DeliveryRef): Promise<DeliveryRow | undefined> =>
  read.first(deliveryAt, ref)

/** Deliveries before a position, newest first. */
export const listDeliveries = (
  read: Read,
  { world, id }: Which,
  { before, since, limit }: { readonly before: number; readonly since: number; readonly limit: number },
): Promise<DeliveryRow[]> => read.all(deliveriesBefore, { world, webhook: id, position: before, since, limit })

const changeDelivery = prepare<
  DeliveryRef & { state: string; tries: number; attempts: string; next: number | null },
  unknown
>((sql, param) =>
  sql
    .updateTable('webhook_deliveries')
    .set({ state: param('state'), tries: param('tries'), attempts: param('attempts'), next_at: param('next') })
    .where('world_id', '=', param('world'))
    .where('webhook_id', '=', param('webhook'))
    .where('position', '=', param('position')),
)

const refOf = ({ world_id, webhook_id, position }: DeliveryRow): DeliveryRef => ({
  world: world_id,
  webhook: webhook_id,
  position,
})

/** Makes a delivery pending again, with all its attempts. */
export async function restartDelivery(tx: Tx, row: DeliveryRow, at: number): Promise<void> {
  await tx.run(changeDelivery, { ...refOf(row), state: 'pending', tries: 0, attempts: row.attempts, next: at })
  await tx.run(wakeAt, { world: row.world_id, id: row.webhook_id, at })
  tx.announce(WEBHOOK_TOPIC)
}

/** The result of one attempt, or of its cancellation. */
export interface DeliveryResult {
  readonly state: DeliveryState
  /** Absent for a delivery that was cancelled before it was sent. */
  readonly attempt?: WebhookAttempt
  readonly nextAt: number | null
  /** Whether the receiver works; null if it was not asked. */
  readonly isSuccess: boolean | null
  readonly disable: DisabledReason | null
  readonly at: number
}

type UnsettledRow = Pick<DeliveryRow, 'tries' | 'attempts'> & {
  webhook_state: string
  failing_since: number | null
}

const unsettled = prepare<DeliveryRef, UnsettledRow>((sql, param) =>
  sql
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.world_id', '=', 'webhook_deliveries.world_id')
        .onRef('webhooks.id', '=', 'webhook_deliveries.webhook_id'),
    )
    .select(['tries', 'attempts', 'failing_since', 'webhooks.state as webhook_state'])
    .where('webhook_deliveries.world_id', '=', param('world'))
    .where('webhook_id', '=', param('webhook'))
    .where('position', '=', param('position'))
    .where('webhooks.state', '<>', literal('deleted')),
)

/**
 * Stores the result of an attempt, and ends the lease of `lastOf` with it. Returns the reason if the webhook is disabled
 * by it. A delivery that was deleted meanwhile stays deleted.
 */
export async function settleDelivery(
  tx: Tx,
  { world_id, webhook_id, position }: DeliveryRow,
  result: DeliveryResult,
  lastOf: string | null,
): Promise<DisabledReason | null> {
  const which = { world: world_id, id: webhook_id }
  await lockWebhook(tx, which)
  const ref = { world: world_id, webhook: webhook_id, position }
  const row = await tx.first(unsettled, ref)
  const disabled = row === undefined ? null : await storeResult(tx, ref, row, result)
  if (lastOf !== null) await endLease(tx, which, lastOf)
  return disabled
}

async function storeResult(
  tx: Tx,
  ref: DeliveryRef,
  row: UnsettledRow,
  result: DeliveryResult,
): Promise<DisabledReason | null> {
  const attempts = JSON.parse(row.attempts) as WebhookAttempt[]
  if (result.attempt !== undefined) attempts.push(result.attempt)
  await tx.run(changeDelivery, {
    ...ref,
    state: result.state,
    tries: row.tries + (result.attempt === undefined ? 0 : 1),
    attempts: JSON.stringify(attempts.slice(-LIMITS.webhooks.attemptsListed)),
    next: result.nextAt,
  })
  if (result.isSuccess === null) return null
  const failingSince = result.isSuccess ? null : (row.failing_since ?? result.at)
  const isFailing = failingSince !== null && result.at - failingSince >= LIMITS.webhooks.failingMs
  const disable = row.webhook_state === 'active' ? (result.disable ?? (isFailing ? 'failing' : null)) : null
  if (failingSince !== row.failing_since || disable !== null)
    await changeWebhook(
      tx,
      { world: ref.world, id: ref.webhook },
      {
        failing_since: failingSince,
        ...(disable === null ? {} : { state: 'disabled', disabled_reason: disable }),
      },
    )
  return disable
}

const dueWebhooks = prepare<{ now: number; leaseNow: number; limit: number }, WebhookRow>((sql, param) =>
  sql
    .selectFrom('webhooks')
    .selectAll()
    .where('next_at', 'is not', null)
    .where('next_at', '<=', param('now'))
    .where('lease_until', '<=', param('leaseNow'))
    .where('state', '=', literal('active'))
    // The webhook that was served last waits longest, however much it has to send.
    .orderBy('served_at')
    .limit(param('limit')),
)
const takeLease = prepare<Which & { holder: string; leaseNow: number; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('webhooks')
    .set({ holder: param('holder'), lease_until: param('until'), served_at: param('leaseNow') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('lease_until', '<=', param('leaseNow')),
)

export interface WebhookClaim {
  readonly holder: string
  /** The time of the service, which follows the test clock. */
  readonly now: number
  /** The clock of the store: a test clock must not end or extend a lease. */
  readonly leaseNow: number
  readonly limit: number
}

export const findDueWebhooks = (read: Read, claim: Omit<WebhookClaim, 'holder'>): Promise<WebhookRow[]> =>
  read.all(dueWebhooks, { now: claim.now, leaseNow: claim.leaseNow, limit: claim.limit })

/** Webhooks with due deliveries that this node sends from now on. Exactly one of several nodes gets each. */
export async function claimWebhooks(tx: Tx, claim: WebhookClaim): Promise<WebhookRow[]> {
  const { holder, leaseNow } = claim
  const claimed: WebhookRow[] = []
  for (const row of await findDueWebhooks(tx, claim))
    if ((await tx.run(takeLease, { ...whichOf(row), holder, leaseNow, until: leaseNow + WEBHOOK_LEASE_MS })) === 1)
      claimed.push(row)
  return claimed
}

const dueDeliveries = prepare<Which & { now: number; limit: number }, DeliveryRow>((sql, param) =>
  sql
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('webhook_id', '=', param('id'))
    .where('state', '=', literal('pending'))
    .where('next_at', '<=', param('now'))
    .orderBy('next_at')
    .limit(param('limit')),
)

export const findDueDeliveries = (read: Read, which: Which, now: number, limit: number): Promise<DeliveryRow[]> =>
  read.all(dueDeliveries, { ...which, now, limit })

const leave = prepare<Which & { holder: string; then: string; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('webhooks')
    .set((eb) => ({
      next_at: eb
        .selectFrom('webhook_deliveries')
        .select((own) => own.fn.min('next_at').as('next_at'))
        .where('world_id', '=', param('world'))
        .where('webhook_id', '=', param('id'))
        .where('state', '=', literal('pending')),
      holder: param('then'),
      lease_until: param('until'),
    }))
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('holder', '=', param('holder'))
    .where('state', '<>', literal('deleted')),
)

/** The caller has locked the webhook: only then does the statement see deliveries that were created meanwhile. */
async function endLease(tx: Tx, which: Which, holder: string, stoppedUntil: number | null = null): Promise<void> {
  const then = stoppedUntil === null ? '' : STOPPED
  await tx.run(leave, { ...which, holder, then, until: stoppedUntil ?? 0 })
}

/**
 * Ends the lease of a webhook and sets its next time. `stoppedUntil` keeps it from being claimed for a while, because
 * it may not send for now.
 */
export async function releaseWebhook(
  tx: Tx,
  which: Which,
  holder: string,
  stoppedUntil: number | null = null,
): Promise<void> {
  await lockWebhook(tx, which)
  await endLease(tx, which, holder, stoppedUntil)
}

/** Lets stopped webhooks be claimed again, after a change of control state. */
export const wakeStopped = (tx: Tx): Promise<unknown> =>
  tx.sql.updateTable('webhooks').set({ lease_until: 0, holder: '' }).where('holder', '=', STOPPED).execute()

/** SQLite has one process, so at its start no lease is valid. */
export const dropLeases = (tx: Tx): Promise<unknown> =>
  tx.sql.updateTable('webhooks').set({ lease_until: 0, holder: '' }).where('lease_until', '>', 0).execute()

/** Figures for metrics. Times are null without such a row. */
export interface WebhookFigures {
  /** When the oldest pending delivery was created. */
  readonly oldestPendingAt: number | null
  /** The time of the earliest attempt that could begin and has not. */
  readonly lateSince: number | null
  readonly disabled: number
}

export async function readWebhookFigures(read: Read, now: number): Promise<WebhookFigures> {
  const pending = await read.sql
    .selectFrom('webhook_deliveries')
    .select('created_at')
    .where('state', '=', literal('pending'))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const late = await read.sql
    .selectFrom('webhooks')
    .select((eb) => eb.fn.min('next_at').as('since'))
    .where('next_at', 'is not', null)
    .where('next_at', '<=', now)
    .where('state', '=', 'active')
    .where('holder', '<>', STOPPED)
    .executeTakeFirst()
  const disabled = await read.sql
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', '=', 'disabled')
    .executeTakeFirstOrThrow()
  return {
    oldestPendingAt: pending?.created_at ?? null,
    lateSince: late?.since ?? null,
    disabled: Number(disabled.n),
  }
}

export interface WebhookFilter {
  readonly worldId: string
  readonly agentId: string
  readonly state: string | null
}

/** Webhooks of all visitors, newest first. */
export const listAllWebhooks = (
  read: Read,
  { worldId, agentId, state }: WebhookFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<WebhookRow[]> =>
  read.sql
    .selectFrom('webhooks')
    .selectAll()
    .where('state', '<>', 'deleted')
    .$if(worldId !== '', (query) => query.where('world_id', '=', worldId))
    .$if(agentId !== '', (query) => query.where('agent_id', '=', agentId))
    .$if(state !== null, (query) => query.where('state', '=', state!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

const COUNTED_MAX = 1_000

/** Pending deliveries of a webhook, counted up to 1,000. */
export async function countPending(read: Read, { world, id }: Which): Promise<number> {
  const rows = await read.sql
    .selectFrom('webhook_deliveries')
    .select('position')
    .where('world_id', '=', world)
    .where('webhook_id', '=', id)
    .where('state', '=', literal('pending'))
    .limit(COUNTED_MAX)
    .execute()
  return rows.length
}

async function removeDeliveries(tx: Tx, rows: readonly DeliveryRef[]): Promise<void> {
  for (const { world, webhook, position } of rows)
    await tx.sql
      .deleteFrom('webhook_deliveries')
      .where('world_id', '=', world)
      .where('webhook_id', '=', webhook)
      .where('position', '=', position)
      .execute()
}

/** Removes deliveries older than 30 days, and the rows of deleted webhooks. */
export async function sweepWebhooks(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.sql
    .selectFrom('webhook_deliveries')
    .select(['world_id as world', 'webhook_id as webhook', 'position'])
    .where('created_at', '<', at - LIMITS.webhooks.keptMs)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  await removeDeliveries(tx, old)
  if (old.length > 0) return old.length
  const deleted = await tx.sql.selectFrom('webhooks').selectAll().where('state', '=', 'deleted').executeTakeFirst()
  if (deleted === undefined) return 0
  const rows = await tx.sql
    .selectFrom('webhook_deliveries')
    .select(['world_id as world', 'webhook_id as webhook', 'position'])
    .where('world_id', '=', deleted.world_id)
    .where('webhook_id', '=', deleted.id)
    .limit(limit)
    .execute()
  await removeDeliveries(tx, rows)
  if (rows.length > 0) return rows.length
  await tx.sql.deleteFrom('webhooks').where('world_id', '=', deleted.world_id).where('id', '=', deleted.id).execute()
  return 1
}
