// Delivery of inbox items to webhooks: signed requests, retries, leases between nodes.
import { createHmac } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { LIMITS, type WebhookTest } from '@agent-network/contract'
import { findDriven } from '../../platform/access/drive.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { yieldToEventLoop } from '../../platform/core/event-loop-budget.ts'
import { NONCE_BYTES, type Seals } from '../../platform/core/seals.ts'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../platform/core/time.ts'
import { leaseTime } from '../../platform/db/nodes.ts'
import {
  claimWebhooks,
  type DeliveryResult,
  type DeliveryRow,
  dropLeases,
  findDueDeliveries,
  findDueWebhooks,
  readWebhook,
  releaseWebhook,
  settleDelivery,
  WEBHOOK_TOPIC,
  type WebhookRow,
  wakeStopped,
  whichOf,
} from '../../stores/event-log/webhooks.ts'
import { type ChangeNotifications, makePump } from '../streams/outlet.ts'
import { readItems } from '../visitors/heartbeat/inbox.ts'
import { makeRequestThread } from './request-thread.ts'

/** Time from an attempt to the next one. */
const RETRY_DELAYS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
] as const
/** Up to this share of a delay is added to it. */
const JITTER = 0.2

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Secret of a webhook in its row. `until` is null for the current one. */
interface StoredSecret {
  readonly sealed: string
  readonly until: number | null
}

/** Replaced secrets that can be valid at the same time. */
const SECRETS_MAX = 10

export const newSecret = ({ ambient }: Pick<Deps, 'ambient'>): string =>
  SECRET_PREFIX + ambient.secret(SECRET_BYTES).toString('base64')

/** The stored list with a new secret in front. The previous one also signs for 24 hours. */
export function withNewSecret(
  { ambient, seals }: Pick<Deps, 'ambient' | 'seals'>,
  stored: string,
  secret: string,
  at: number,
): string {
  const earlier = (JSON.parse(stored) as StoredSecret[])
    .map(({ sealed, until }) => ({ sealed, until: until ?? at + LIMITS.webhooks.secretOverlapMs }))
    .filter(({ until }) => until > at)
  const current: StoredSecret = { sealed: seals.wrap(secret, ambient.secret(NONCE_BYTES)), until: null }
  return JSON.stringify([current, ...earlier].slice(0, SECRETS_MAX))
}

const validSecrets = (seals: Seals, stored: string, at: number): string[] =>
  (JSON.parse(stored) as StoredSecret[])
    .filter(({ until }) => until === null || until > at)
    .map(({ sealed }) => seals.unwrap(sealed))

/** One signature per valid secret (Standard Webhooks 1.0). */
const signatureOf = (secrets: readonly string[], signed: string): string =>
  secrets
    .map((secret) => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ')

interface WebhookRequest {
  readonly id: string
  readonly body: string
  /** The time of the service, which decides which secrets sign. */
  readonly at: number
  readonly signal?: AbortSignal
}

interface SentRequest extends WebhookTest {
  /** Milliseconds from the header of a refusal; null without one. */
  readonly retryAfterMs: number | null
}

function readRetryAfter(header: string | null, machineNow: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - machineNow
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), LIMITS.webhooks.retryAfterMaxMs)
}

/** The id of a delivery, equal in all its requests. */
export const deliveryId = (webhookId: string, position: number): string =>
  `${webhookId.replace(/^whk_/, 'whd_')}_${position}`

/** Time of the next attempt; null after the last one. A receiver can ask for more time, not for less. */
function retryAt(
  { ambient }: Pick<Deps, 'ambient'>,
  delivery: DeliveryRow,
  { at, retryAfterMs }: { readonly at: number; readonly retryAfterMs: number | null },
): number | null {
  const delay = RETRY_DELAYS_MS[delivery.tries]
  if (delay === undefined) return null
  const jitter = ambient.random('webhook', delivery.webhook_id, delivery.position, delivery.tries)() * JITTER
  return at + Math.max(Math.floor(delay * (1 + jitter)), retryAfterMs ?? 0)
}

/** Webhooks that this node sends at the same time, and deliveries of one of them. */
const WEBHOOKS_MAX = 128
const DELIVERIES_PER_WEBHOOK = 4
/** Interval of checks for due deliveries; new ones are announced. */
const TICK_MS = 500
/** A webhook that may not send is checked again after this time, then after twice as long, up to the maximum. */
const STOPPED_MS = 2_000
const STOPPED_MAX_MS = 16_000
/** Claims and results wait up to this time for each other: writers that SQLite gets together share one commit. */
const BATCH_MS = 25

/** Lets all callers of an interval continue together; the first one after a pause at once. */
function makeBatches(elapsed: () => number, intervalMs: number): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY
  let next: Promise<void> | null = null
  return () => {
    next ??= new Promise((resume) => {
      setTimeout(
        () => {
          last = elapsed()
          next = null
          resume()
        },
        Math.max(0, last + intervalMs - elapsed()),
      )
    })
    return next
  }
}

export interface WebhookSender {
  /** One request of type `webhook.test`. */
  test(webhook: WebhookRow, at: number): Promise<WebhookTest>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Sends due deliveries on this node, and tests. */
export function makeWebhookSender(
  deps: Deps,
  hints: ChangeNotifications,
  { machineNow }: { readonly machineNow: () => number },
): WebhookSender {
  const { config, control, database, ambient, seals, log, meter, draining } = deps
  const { read } = database
  const holder = ambient.id('node')
  const requestThread = makeRequestThread(deps)
  const stopping = new AbortController()
  // Each running request listens; Node.js warns from eleven on.
  setMaxListeners(0, stopping.signal)
  const running = new Set<Promise<void>>()
  /** How often a webhook was found stopped in a row, in the current control state. */
  const stops = new Map<string, number>()
  let appliedEpoch: string | null = null
  // On PostgreSQL a commit does not hold the event loop, so nothing is gained by waiting.
  const nextBatch = database.engine === 'sqlite' ? makeBatches(ambient.elapsed, BATCH_MS) : () => Promise.resolve()

  /** The timestamp is the machine's, because receivers compare it with their clock. */
  async function send(webhook: WebhookRow, { id, body, at, signal }: WebhookRequest): Promise<SentRequest> {
    const startedAt = ambient.elapsed()
    const timestamp = Math.floor(machineNow() / 1_000)
    const request = {
      url: webhook.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'agent-network-webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(validSecrets(seals, webhook.secrets, at), `${id}.${timestamp}.${body}`),
      },
      body,
      allowPrivate: config.webhookAllowPrivate,
    }
    const response = await requestThread.send(request, signal)
    const milliseconds = Math.max(0, Math.round(ambient.elapsed() - startedAt))
    if ('fault' in response) return { status: null, error: response.fault, milliseconds, retryAfterMs: null }
    const { status } = response
    if (status >= 200 && status < 300) return { status, error: null, milliseconds, retryAfterMs: null }
    const retryAfterMs = readRetryAfter(response.retryAfter, machineNow())
    return { status, error: 'status', milliseconds, retryAfterMs }
  }

  /** Stores the result of an attempt, and with the last one of a claim the end of the lease. */
  async function settle(delivery: DeliveryRow, result: DeliveryResult, isLast = false): Promise<void> {
    await nextBatch()
    const disabled = await database.transact((tx) => settleDelivery(tx, delivery, result, isLast ? holder : null), {
      quiet: true,
      repeatable: true,
    })
    if (disabled !== null)
      log.info({ event: 'webhooks.disabled', webhookId: delivery.webhook_id, reason: disabled }, 'webhook disabled')
    meter.add('webhook_attempts', result.state === 'pending' ? 'retried' : result.state)
  }

  /**
   * Returns the result; null if there is none to store, and `stopped` if the webhook may not send. Everything is read
   * again, because each attempt needs current rights.
   */
  async function attempt(claimed: WebhookRow, delivery: DeliveryRow): Promise<DeliveryResult | 'stopped' | null> {
    const { state, at } = await control.current()
    const webhook = await readWebhook(read, whichOf(claimed))
    if (webhook?.state !== 'active' || webhook.holder !== holder) return null
    if (!isGateOpen(state.switches, 'webhooksEnabled')) return 'stopped'
    const { world_id: worldId, agent_id: agentId, key_id: keyId } = webhook
    const world = state.worlds.byId.get(worldId)
    const driven = await findDriven(read, { keyId, worldId, agentId }, { switches: state.switches, world })
    if (typeof driven === 'string') return 'stopped'
    const { position, kind } = delivery
    const { items, places } = await readItems(deps, driven, { after: position - 1, limit: 1 }, at)
    const item = places[0] === position ? items[0]! : null
    if (item === null || item.removed) return { state: 'cancelled', nextAt: null, isSuccess: null, disable: null, at }
    const body = JSON.stringify({ type: `inbox.${kind}`, timestamp: item.at, data: item })
    const id = deliveryId(webhook.id, position)
    const { retryAfterMs, ...sent } = await send(webhook, { id, body, at, signal: stopping.signal })
    // Cut off by the shutdown: the delivery is sent again by the next node.
    if (stopping.signal.aborted && sent.error !== null) return null
    const isSuccess = sent.error === null
    const nextAt = isSuccess ? null : retryAt(deps, delivery, { at: control.now(), retryAfterMs })
    return {
      state: isSuccess ? 'delivered' : nextAt === null ? 'failed' : 'pending',
      attempt: { at: iso(at), ...sent },
      nextAt,
      isSuccess,
      disable: sent.status === 410 ? 'gone' : null,
      at,
    }
  }

  async function release(webhook: WebhookRow, isAllowed: boolean): Promise<void> {
    const n = isAllowed ? 0 : (stops.get(webhook.id) ?? 0)
    if (isAllowed) stops.delete(webhook.id)
    else stops.set(webhook.id, n + 1)
    const until = isAllowed
      ? null
      : (await leaseTime(read, machineNow)) + Math.min(STOPPED_MS * 2 ** Math.min(n, 10), STOPPED_MAX_MS)
    await nextBatch()
    const options = { quiet: true, repeatable: true }
    await database.transact((tx) => releaseWebhook(tx, whichOf(webhook), holder, until), options)
  }

  async function serve(webhook: WebhookRow, now: number): Promise<void> {
    let isAllowed = true
    let isReleased = false
    try {
      const due = await findDueDeliveries(read, whichOf(webhook), now, DELIVERIES_PER_WEBHOOK)
      let unsettled = due.length
      const perform = async (delivery: DeliveryRow): Promise<void> => {
        const result = await attempt(webhook, delivery)
        if (result === 'stopped') isAllowed = false
        else if (result !== null) {
          const isLast = unsettled === 1 && isAllowed
          await settle(delivery, result, isLast)
          isReleased = isLast
        }
        unsettled -= 1
      }
      // All end before the lease does, also if one of them fails.
      const results = await Promise.allSettled(due.map(perform))
      const fault = results.find((result) => result.status === 'rejected')
      if (fault !== undefined) throw fault.reason
    } finally {
      if (isReleased) stops.delete(webhook.id)
      else await release(webhook, isAllowed)
    }
  }

  function run(webhook: WebhookRow, now: number): void {
    const serving = serve(webhook, now)
      .catch((error: unknown) => {
        log.warn({ event: 'webhooks.delivery_failed', err: error }, 'webhook delivery failed, retrying after its lease')
      })
      .finally(() => {
        running.delete(serving)
        wake()
      })
    running.add(serving)
  }

  async function claim(): Promise<void> {
    await nextBatch()
    const limit = WEBHOOKS_MAX - running.size
    if (limit <= 0 || stopping.signal.aborted || draining.has()) return
    const { state, at: now } = await control.current()
    if (!isGateOpen(state.switches, 'webhooksEnabled')) return
    if (state.epoch !== appliedEpoch) {
      stops.clear()
      if (appliedEpoch !== null) await database.transact(wakeStopped, { quiet: true })
      appliedEpoch = state.epoch
    }
    const leaseNow = await leaseTime(read, machineNow)
    // Without a due webhook the job does not write.
    if ((await findDueWebhooks(read, { now, leaseNow, limit: 1 })).length === 0) return
    const options = { quiet: true, repeatable: true }
    const claimed = await database.transact((tx) => claimWebhooks(tx, { holder, now, leaseNow, limit }), options)
    // A read waits for one webhook, not for all that were claimed together.
    for (const webhook of claimed) {
      run(webhook, now)
      await yieldToEventLoop()
    }
  }

  const pump = makePump(claim)
  const wake = (): void => {
    if (stopping.signal.aborted) return
    pump().catch((error: unknown) =>
      log.warn({ event: 'webhooks.tick_failed', err: error }, 'search for due webhooks failed, retrying'),
    )
  }
  let timer: NodeJS.Timeout | null = null
  let unsubscribe = (): void => {}

  return {
    async test(webhook, at) {
      const body = JSON.stringify({ type: 'webhook.test', timestamp: iso(at), data: { webhookId: webhook.id } })
      const { retryAfterMs: _, ...sent } = await send(webhook, { id: ambient.id('delivery'), body, at })
      return sent
    },
    async start() {
      if (database.engine === 'sqlite') await database.transact(dropLeases, { quiet: true })
      unsubscribe = hints.on(WEBHOOK_TOPIC, wake)
      timer = setInterval(wake, TICK_MS)
      timer.unref()
      wake()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      unsubscribe()
      stopping.abort()
      await pump().catch(() => {})
      await Promise.all(running)
      await requestThread.close()
    },
  }
}
