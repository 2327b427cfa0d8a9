// Observation: admission, allowances and cursors.
import { createHash } from 'node:crypto'
import { LIMITS, type Observation } from '@agent-network/contract'
import type { Caller } from '../../../platform/access/authenticate.ts'
import { readUsed, spend } from '../../../platform/access/budgets.ts'
import type { DrivenVisitor } from '../../../platform/access/drive.ts'
import { numberSwitch, type Switches } from '../../../platform/control/switches.ts'
import { ApiError } from '../../../platform/core/api-error.ts'
import type { Deps } from '../../../platform/core/deps.ts'
import { retryHint } from '../../../platform/core/outage.ts'
import type { Seals } from '../../../platform/core/seals.ts'
import { DAY_MS, dayStart, HOUR_MS, iso, utcDay } from '../../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import type { AgentRow, ReplyRow, VisitorRow } from '../../../platform/db/tables/tables.ts'
import { readVisitor } from '../../../platform/worlds/roster.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { isObservedWorld, publishFact } from '../../../stores/event-log/events.ts'
import { replyReceived } from '../../../stores/event-log/facts.ts'
import { addressees, findAnsweredText } from '../../../stores/event-log/inbox.ts'
import { readAgent } from '../../../stores/posts/agents.ts'
import { readAnyPost } from '../../../stores/posts/posts.ts'
import { writeReplyInboxPosition } from '../../../stores/posts/replies.ts'
import { readReplyFact } from '../../../stores/posts/threads.ts'
import { releaseVerdict } from '../../../stores/posts/verdicts.ts'

/** A visitor under observation, with the owner. */
export interface ObservedVisitor {
  readonly world: World
  readonly agent: AgentRow
  /** The row at the time of admission. */
  readonly visitor: VisitorRow
  readonly ownerUid: string
  readonly appId: string
  readonly switches: Switches
  readonly at: number
}

/** An observation request. `query` is parsed when it is read, after gate and authority were checked. */
export interface ObserveRequest<Q, P = unknown> {
  readonly query: Q
  readonly path: P
}

/** Checks the request, spends the allowance, then reads; the same for keys and sessions (AMB-99). */
export type ObserveReader<Q, R, P = unknown> = (
  deps: Deps,
  subject: ObservedVisitor,
  request: ObserveRequest<Q, P>,
) => Promise<R>

/** Rounds up, so a limit of 1.5 admits 2. Values beyond an integer column mean no limit. */
const ceiling = (switches: Switches, name: 'visitorObserveDailyReadCeiling' | 'visitorObserveReadsPerMinute') =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Math.max(0, numberSwitch(switches, name))))

export const readCeilings = (switches: Switches) => ({
  perDay: ceiling(switches, 'visitorObserveDailyReadCeiling'),
  perMinute: ceiling(switches, 'visitorObserveReadsPerMinute'),
})

/** The gate: switch, listed world, and ceilings above zero (AMB-94). */
export function isObservable(switches: Switches, world: World): boolean {
  const { perDay, perMinute } = readCeilings(switches)
  return isObservedWorld(switches, world) && perDay > 0 && perMinute > 0
}

export interface AppOwner {
  readonly owner_uid: string
  readonly status: string
  /** Null for an app that an operator created for a developer without an account. */
  readonly developer: string | null
}

const appById = prepare<{ id: string }, AppOwner>((sql, param) =>
  sql
    .selectFrom('apps')
    .leftJoin('developers', 'developers.uid', 'apps.owner_uid')
    .select(['apps.owner_uid', 'apps.status', 'developers.status as developer'])
    .where('apps.id', '=', param('id')),
)
export const readAppOwner = (read: Read, appId: string): Promise<AppOwner | undefined> =>
  read.first(appById, { id: appId })

/** The developer who registered a visitor still owns the app, and both are active (AMB-134). */
export const isStillOwner = (owning: AppOwner | undefined, visitor: VisitorRow): boolean =>
  owning !== undefined &&
  owning.owner_uid === visitor.owner_uid &&
  owning.status === 'active' &&
  (owning.developer === null || owning.developer === 'active')

/** Registered through the portal, not released, and requested by a key of the same app (AMB-139). */
async function linkedVisitor(read: Read, { key }: Caller, { world, agent }: DrivenVisitor): Promise<VisitorRow | null> {
  const visitor = await readVisitor(read, world.id, agent.id)
  if (visitor === undefined || visitor.released_at !== null) return null
  if (visitor.app_id === null || visitor.app_id !== key.appId) return null
  return isStillOwner(await readAppOwner(read, visitor.app_id), visitor) ? visitor : null
}

/** Runs after the chain of 5.7: the gate, then current authority (AMB-50). */
export async function subjectOfKey(deps: Deps, caller: Caller, driven: DrivenVisitor): Promise<ObservedVisitor> {
  const { switches } = caller.state
  const { world, agent } = driven
  if (!isObservable(switches, world)) throw new ApiError('VISITOR_OBSERVE_DISABLED')
  const visitor = await linkedVisitor(deps.database.read, caller, driven)
  if (visitor === null) throw new ApiError('OBSERVE_ACCESS_DENIED')
  return { world, agent, visitor, ownerUid: visitor.owner_uid!, appId: visitor.app_id!, switches, at: caller.at }
}

export type Allowances = Observation['allowances']

const { windowMs } = LIMITS.rate

const share = (spent: number, cap: number) => ({ used: spent, cap, remaining: Math.max(0, cap - spent) })

const secondsTo = (end: number, at: number): number => Math.max(1, Math.ceil((end - at) / 1_000))

/**
 * Spends one read of the minute, then of the day, counted per owner and visitor for all keys and sessions. If the count
 * fails, the request is refused.
 */
export async function spendRead(
  deps: Deps,
  { world, agent, ownerUid, switches, at }: ObservedVisitor,
): Promise<Allowances> {
  const { perDay, perMinute } = readCeilings(switches)
  const whose = `${agent.id} ${ownerUid}`
  const unavailable = (error: unknown): never => {
    deps.log.error({ event: 'visitors.observe_not_counted', err: error }, 'observe read count failed')
    throw new ApiError('OBSERVE_QUOTA_UNAVAILABLE', retryHint(error))
  }
  const take = {
    keyId: `observe ${world.id} ${whose}`,
    limit: perMinute,
    probationEndsAt: 0,
    limitInProbation: perMinute,
  }
  const minute = await Promise.resolve()
    .then(() => deps.sharedState.admit(null, at, take))
    .catch(unavailable)
  const window = minute.current ? minute.window : null
  if (window === null) return unavailable(new Error('the window was not counted'))
  const minuteEnd = at - (at % windowMs) + windowMs
  if (!window.admitted) throw new ApiError('OBSERVE_RATE_LIMITED', { retryAfterSeconds: secondsTo(minuteEnd, at) })
  const budget = { worldId: world.id, subject: whose, counter: 'observe' }
  const today = await deps.database
    .transact(async (tx) => ((await spend(tx, budget, perDay, at)) ? readUsed(tx, budget, at) : null), { quiet: true })
    .catch(unavailable)
  // Section 7: both errors contain the wait time.
  const midnight = dayStart(utcDay(at) + 1)
  if (today === null)
    throw new ApiError('OBSERVE_DAILY_BUDGET_EXCEEDED', { retryAfterSeconds: secondsTo(midnight, at) })
  return {
    reads: { ...share(today, perDay), resetsAt: iso(midnight) },
    perMinute: share(window.used, perMinute),
  }
}

/** AMB-96: lifetimes of cursors; a forward cursor, which waits for new items, lasts longer. */
const LIFETIMES = { cursor: DAY_MS, forwardCursor: 30 * DAY_MS } as const
export type CursorKind = keyof typeof LIFETIMES

/** A position in a list: numbers and ids in the list's order. */
export type CursorPosition = readonly (string | number)[]

export interface Cursors {
  make(kind: CursorKind, place: CursorPosition): string
  /** Refuses invalid and expired cursors, and those of another kind or request. */
  read(kind: CursorKind, cursor: string): CursorPosition
}

const PURPOSE = 'observe-cursor'

const pack = (seals: Seals, payload: string): string =>
  Buffer.from(`1.${payload}.${seals.sign(PURPOSE, payload)}`).toString('base64url')

/**
 * 4.13: bound to owner, app, visitor, world, resource, filters, direction and kind. Journal cursors differ (AMB-127):
 * they never expire, and any key of the visitor can use them.
 */
export function cursorsFor(seals: Seals, subject: ObservedVisitor, resource: string, filters: object): Cursors {
  const { ownerUid, appId, agent, world, at } = subject
  const bound = (kind: CursorKind): string =>
    createHash('sha256')
      .update(JSON.stringify([kind, ownerUid, appId, agent.id, world.id, resource, filters]))
      .digest('base64url')
      .slice(0, 22)
  const invalid = (message: string): never => {
    throw new ApiError('INVALID_OBSERVE_CURSOR', { message })
  }
  return {
    make(kind, place) {
      const payload = JSON.stringify([bound(kind), at + LIFETIMES[kind], ...place])
      return pack(seals, Buffer.from(payload).toString('base64url'))
    },
    read(kind, cursor) {
      const [version, payload = '', signature = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
      if (version !== '1' || !seals.verify(PURPOSE, payload, signature))
        return invalid(`${kind} is no cursor; send one that a page gave, or leave it out`)
      // Another encoding of the same bytes is not a cursor that we issued.
      if (Buffer.from(`1.${payload}.${signature}`).toString('base64url') !== cursor)
        return invalid(`${kind} is no cursor; send one that a page gave, or leave it out`)
      const [whose, expiresAt, ...place] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
      if (whose !== bound(kind))
        return invalid(`${kind} is of another list, of another visitor or for other filters; begin without it`)
      return at < expiresAt
        ? place
        : invalid(`${kind} has expired after ${LIFETIMES[kind] / HOUR_MS} hours; begin without it`)
    },
  }
}

/**
 * Delivers a quarantined reply to its addressee when an operator first releases it. Called before the change, because
 * visitors are locked before counters.
 */
export async function deliverReleasedReply(
  tx: Tx,
  { world, reply, switches }: { world: World; reply: ReplyRow; switches: Switches },
  at: number,
): Promise<void> {
  if (reply.visibility !== 'quarantined') return
  const post = await readAnyPost(tx, world, reply.post_id)
  const author = await readAgent(tx, world, reply.agent_id)
  if (post === undefined || author === undefined) return
  if (!(await releaseVerdict(tx, world.id, reply.id, at))) return
  const happening = await readReplyFact(tx, world, {
    byId: author.id,
    post,
    parentReplyId: reply.parent_reply_id,
    text: reply.text,
  })
  const fact = replyReceived({
    fromHandle: author.handle,
    postId: post.id,
    replyId: reply.id,
    occurredAt: Math.min(reply.created_at, at),
  })
  for (const agentId of addressees(happening)) {
    const yours = findAnsweredText(happening, agentId)
    const named = { postId: post.id, replyId: reply.id, parentReplyId: reply.parent_reply_id }
    const item = { kind: 'reply', fromId: author.id, ref: { ...named, ...(yours === null ? {} : { yours }) } } as const
    const place = await publishFact(tx, { world, agentId, switches, at }, [{ item, fact }])
    if (place !== null && agentId === post.agent_id) await writeReplyInboxPosition(tx, world, reply.id, place)
  }
}
