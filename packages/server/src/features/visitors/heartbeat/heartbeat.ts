// Heartbeats: budget, presence and payload.
import { type HeartbeatPayload, LIMITS } from '@agent-network/contract'
import type { Caller } from '../../../platform/access/authenticate.ts'
import { type Budget, readUsed, spend } from '../../../platform/access/budgets.ts'
import { type DrivenVisitor, heartbeatCap } from '../../../platform/access/drive.ts'
import {
  type ActiveClaim,
  claim,
  claimName,
  dropClaim,
  type OnReplay,
  settleClaim,
} from '../../../platform/access/idempotency.ts'
import { citySwitches, isSandbox } from '../../../platform/control/switches.ts'
import { ApiError } from '../../../platform/core/api-error.ts'
import { retryHint } from '../../../platform/core/outage.ts'
import { DAY_MS, iso, utcDay } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { VisitorRow } from '../../../platform/db/tables/tables.ts'
import { enrolVisitor, lockVisitor, stampHeartbeat } from '../../../platform/worlds/roster.ts'
import type { MapDeps } from '../../../stores/city/maps.ts'
import { scheduleWelcome } from '../../actions/attention.ts'
import { driveBudget } from '../act/act-facts.ts'
import { menuOf } from '../act/blocked.ts'
import { type BodyView, bodyClosed, emptyBodyView, readBodyView, type Section } from '../body.ts'
import { markAbsent } from '../presence.ts'
import { readFeed, readReplies, readThreads, type Window } from './news.ts'

/** The payload that is cached for replays. It has no persona, which is read fresh every time (2.9). */
type CachedPayload = Omit<HeartbeatPayload, 'persona'>

export const heartbeatBudget = (worldId: string, keyId: string): Budget => ({
  worldId,
  subject: keyId,
  counter: 'heartbeat',
})

interface Stamped {
  readonly before: VisitorRow
  readonly at: number
  readonly heartbeatsUsed: number
  readonly servesFeed: boolean
  /** When feed and threads were last served, including this heartbeat. */
  readonly feedServedAt: number
}

/** 4.9: spends the unit, then stamps the visitor, in one commit. Over the cap it writes nothing. */
async function spendAndStamp(
  { config }: MapDeps,
  tx: Tx,
  caller: Caller,
  { world, agent }: DrivenVisitor,
): Promise<Stamped> {
  const { key, at: requestedAt, state } = caller
  const budget = heartbeatBudget(world.id, key.id)
  const found = await lockVisitor(tx, world.id, agent.id)
  if (found === undefined) await enrolVisitor(tx, { worldId: world.id, agentId: agent.id }, requestedAt)
  const before = found ?? (await lockVisitor(tx, world.id, agent.id))!
  if (!(await spend(tx, budget, heartbeatCap(caller), requestedAt)))
    throw new ApiError('HEARTBEAT_DAILY_BUDGET_EXCEEDED')
  // Concurrent heartbeats commit one after the other; the stamp must not decrease.
  const at = Math.max(requestedAt, before.last_heartbeat_at ?? 0)
  await markAbsent(tx, before, state, at)
  // AMB-51: measured from the last served feed. Otherwise a visitor with a three-minute interval would never get it.
  const servesFeed = before.feed_served_at === null || at - before.feed_served_at >= LIMITS.heartbeat.feedIntervalMs
  const feedServedAt = servesFeed ? at : before.feed_served_at!
  await stampHeartbeat(tx, { worldId: world.id, agentId: agent.id, feedServedAt }, at)
  if (before.last_heartbeat_at === null && config.life && isSandbox(state.switches, world.id))
    await scheduleWelcome(tx, world.id, agent.id, at)
  return { before, at, heartbeatsUsed: await readUsed(tx, budget, requestedAt), servesFeed, feedServedAt }
}

/** 2.9: an unreadable section is returned empty; the heartbeat does not fail. */
const sectionOf =
  (deps: MapDeps): Section =>
  async (name, empty, read) => {
    try {
      return await read()
    } catch (error) {
      deps.log.warn(
        { event: 'visitors.section_unreadable', err: error, section: name },
        'heartbeat section read failed, section left empty',
      )
      return empty
    }
  }

/** A heartbeat makes the visitor present. */
async function bodyOf(
  deps: MapDeps,
  { state }: Caller,
  { world, agent }: DrivenVisitor,
  at: number,
): Promise<BodyView> {
  const city = citySwitches(state.switches, world)
  const closed = bodyClosed(city, world, true)
  const section = sectionOf(deps)
  return section('body', emptyBodyView(closed), async () => {
    const map = await deps.maps.of(deps.database.read, world)
    return readBodyView(deps.database.read, { world, agentId: agent.id, city, closed, map, at }, section)
  })
}

async function payloadOf(
  deps: MapDeps,
  caller: Caller,
  { world, agent }: DrivenVisitor,
  stamped: Stamped,
): Promise<CachedPayload> {
  const { read } = deps.database
  const { before, at, servesFeed, feedServedAt, heartbeatsUsed } = stamped
  const window: Window = {
    world,
    agentId: agent.id,
    since: before.last_heartbeat_at ?? at - DAY_MS,
    first: before.last_heartbeat_at === null,
    after: before.seen,
    upto: before.inbox,
  }
  const section = sectionOf(deps)
  const [feed, replies, threads, { place, body, pending }, actsUsed] = await Promise.all([
    servesFeed ? section('feed', [], () => readFeed(read, world, agent.id)) : null,
    section('replies', [], () => readReplies(read, window)),
    servesFeed ? section('threads', [], () => readThreads(read, window)) : null,
    bodyOf(deps, caller, { world, agent }, at),
    readUsed(read, driveBudget(world.id, caller.key.id), at),
  ])
  return {
    schemaVersion: 1,
    agentId: agent.id,
    handle: agent.handle,
    worldId: world.id,
    status: 'present',
    heartbeatAt: iso(at),
    previousHeartbeatAt: before.last_heartbeat_at === null ? null : iso(before.last_heartbeat_at),
    feed,
    replies,
    threads,
    nextFeedAt: iso(feedServedAt + LIMITS.heartbeat.feedIntervalMs),
    place,
    body,
    menu: menuOf({
      key: caller.key,
      at,
      city: citySwitches(caller.state.switches, world),
      bodyClosed: body.closed,
      pending,
      bioChangedToday: before.bio_changed_day === utcDay(at),
      actsUsed,
      heartbeatsUsed,
    }),
  }
}

type HeartbeatStart =
  | { readonly kind: 'replay'; readonly payload: CachedPayload }
  | { readonly kind: 'stamped'; readonly stamped: Stamped; readonly ownClaim: ActiveClaim | null }

/** Claim, unit and stamp are one commit; a refusal writes none of them. */
function begin(deps: MapDeps, caller: Caller, driven: DrivenVisitor, value: string | null): Promise<HeartbeatStart> {
  return deps.database.transact(
    async (tx) => {
      const name =
        value === null
          ? null
          : claimName({
              namespace: 'heartbeat',
              keyId: caller.key.id,
              value,
              agentId: driven.agent.id,
              worldId: driven.world.id,
            })
      const claimed = name === null ? null : await claim(tx, name, caller.at)
      if (claimed?.kind === 'replay') return { kind: 'replay', payload: JSON.parse(claimed.answer) as CachedPayload }
      return {
        kind: 'stamped',
        stamped: await spendAndStamp(deps, tx, caller, driven),
        ownClaim: claimed?.claim ?? null,
      }
    },
    { quiet: true, repeatable: true },
  )
}

/**
 * 4.9. The value is optional. A replay returns the first payload with the current persona and does not stamp (AMB-53).
 */
export async function heartbeat(
  deps: MapDeps,
  { caller, driven, value }: { caller: Caller; driven: DrivenVisitor; value: string | null },
  onReplay: OnReplay = () => {},
): Promise<HeartbeatPayload> {
  const persona = driven.agent.persona === '' ? null : driven.agent.persona
  const start = await begin(deps, caller, driven, value).catch((error: unknown) => {
    if (error instanceof ApiError) throw error
    deps.log.error({ event: 'visitors.heartbeat_not_counted', err: error }, 'heartbeat count failed')
    // AMB-131: if the count cannot be checked, the request is refused.
    throw new ApiError('DRIVE_BUDGET_CHECK_FAILED', retryHint(error))
  })
  if (start.kind === 'replay') {
    onReplay()
    return { ...start.payload, persona }
  }
  const { ownClaim, stamped } = start
  try {
    const cachedPayload = await payloadOf(deps, caller, driven, stamped)
    if (ownClaim !== null)
      await deps.database.transact((tx) => settleClaim(tx, ownClaim, JSON.stringify(cachedPayload), stamped.at), {
        quiet: true,
      })
    return { ...cachedPayload, persona }
  } catch (error) {
    if (ownClaim !== null)
      await deps.database.transact((tx) => dropClaim(tx, ownClaim), { quiet: true }).catch(() => {})
    throw error
  }
}
