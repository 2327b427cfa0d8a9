import { createHash } from 'node:crypto'
import { LIMITS, type Observation } from '@agent-network/contract'
import type { Caller } from '../../../platform/access/authenticate.ts'
import { spend, used } from '../../../platform/access/budgets.ts'
import type { Driven } from '../../../platform/access/drive.ts'
import { number, type Switches } from '../../../platform/control/switches.ts'
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
import { addressees, answeredOf } from '../../../stores/event-log/inbox.ts'
import { readAgent } from '../../../stores/posts/agents.ts'
import { readAnyPost } from '../../../stores/posts/posts.ts'
import { placeReply } from '../../../stores/posts/replies.ts'
import { replyHappening } from '../../../stores/posts/threads.ts'
import { releaseVerdict } from '../../../stores/posts/verdicts.ts'

/** A visitor that somebody may observe now, and on whose account. */
export interface ObservedVisitor {
  readonly world: World
  readonly agent: AgentRow
  /** As it was when this read was admitted. */
  readonly visitor: VisitorRow
  readonly ownerUid: string
  readonly appId: string
  readonly switches: Switches
  readonly at: number
}

/** What a reader is asked for. `query` is read when its turn comes, so that gate and authority speak before it. */
export interface ObserveQuestion<Q, P = unknown> {
  readonly query: Q
  readonly path: P
}

/** Checks the question, takes from the allowance, and only then reads; the same for keys and for sessions (AMB-99). */
export type Reader<Q, R, P = unknown> = (
  deps: Deps,
  subject: ObservedVisitor,
  asked: ObserveQuestion<Q, P>,
) => Promise<R>

/** Counts below 1.5 are those below 2; what no integer column holds is as good as no limit. */
const ceiling = (switches: Switches, name: 'visitorObserveDailyReadCeiling' | 'visitorObserveReadsPerMinute') =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Math.max(0, number(switches, name))))

export const readCeilings = (switches: Switches) => ({
  perDay: ceiling(switches, 'visitorObserveDailyReadCeiling'),
  perMinute: ceiling(switches, 'visitorObserveReadsPerMinute'),
})

/** The gate: switch, listed world, and ceilings that let anything through at all (AMB-94). */
export function isObservable(switches: Switches, world: World): boolean {
  const { perDay, perMinute } = readCeilings(switches)
  return isObservedWorld(switches, world) && perDay > 0 && perMinute > 0
}

export interface Owning {
  readonly owner_uid: string
  readonly status: string
  /** Null for somebody an operator made an app for and who never signed up. */
  readonly developer: string | null
}

const appById = prepare<{ id: string }, Owning>((sql, param) =>
  sql
    .selectFrom('apps')
    .leftJoin('developers', 'developers.uid', 'apps.owner_uid')
    .select(['apps.owner_uid', 'apps.status', 'developers.status as developer'])
    .where('apps.id', '=', param('id')),
)
export const readOwning = (read: Read, appId: string): Promise<Owning | undefined> => read.first(appById, { id: appId })

/** Whoever registered a visitor still has the app, and both are active (AMB-134). */
export const stillOwns = (owning: Owning | undefined, visitor: VisitorRow): boolean =>
  owning !== undefined &&
  owning.owner_uid === visitor.owner_uid &&
  owning.status === 'active' &&
  (owning.developer === null || owning.developer === 'active')

/** Registered through the portal and not released, and asked for by a key of the very app that did it (AMB-139). */
async function linkedVisitor(read: Read, { key }: Caller, { world, agent }: Driven): Promise<VisitorRow | null> {
  const visitor = await readVisitor(read, world.id, agent.id)
  if (visitor === undefined || visitor.released_at !== null) return null
  if (visitor.app_id === null || visitor.app_id !== key.appId) return null
  return stillOwns(await readOwning(read, visitor.app_id), visitor) ? visitor : null
}

/** After the chain of 5.7 has let a key pass: the gate, then current authority (AMB-50). */
export async function subjectOfKey(deps: Deps, caller: Caller, driven: Driven): Promise<ObservedVisitor> {
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
 * One read out of the minute and then out of the day, counted per owner and visitor whichever key or session asks.
 * A count that cannot be checked lets nothing through.
 */
export async function spendRead(
  deps: Deps,
  { world, agent, ownerUid, switches, at }: ObservedVisitor,
): Promise<Allowances> {
  const { perDay, perMinute } = readCeilings(switches)
  const whose = `${agent.id} ${ownerUid}`
  const unavailable = (error: unknown): never => {
    deps.log.error({ event: 'visitors.observe_not_counted', err: error }, 'an observe read could not be counted')
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
    .transact(async (tx) => ((await spend(tx, budget, perDay, at)) ? used(tx, budget, at) : null), { quiet: true })
    .catch(unavailable)
  // Section 7: both say how long to wait.
  const midnight = dayStart(utcDay(at) + 1)
  if (today === null)
    throw new ApiError('OBSERVE_DAILY_BUDGET_EXCEEDED', { retryAfterSeconds: secondsTo(midnight, at) })
  return {
    reads: { ...share(today, perDay), resetsAt: iso(midnight) },
    perMinute: share(window.used, perMinute),
  }
}

/** AMB-96: how long a place in a list is good for; one that waits for what is new keeps longer. */
const LIFETIMES = { cursor: DAY_MS, forwardCursor: 30 * DAY_MS } as const
export type CursorKind = keyof typeof LIFETIMES

/** A place in a list: numbers and ids, in an order that the list knows. */
export type CursorPosition = readonly (string | number)[]

export interface Cursors {
  make(kind: CursorKind, place: CursorPosition): string
  /** Refuses whatever is not a cursor of ours, of this kind, for this question, and in time. */
  read(kind: CursorKind, cursor: string): CursorPosition
}

const PURPOSE = 'observe-cursor'

const pack = (seals: Seals, payload: string): string =>
  Buffer.from(`1.${payload}.${seals.sign(PURPOSE, payload)}`).toString('base64url')

/**
 * 4.13: bound to owner, app, visitor, world, resource, filters and direction, and to its own kind. Journal cursors have
 * another policy (AMB-127): they never expire and any key of the visitor may use them.
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
      // Another spelling of the same bytes is not a cursor we gave out.
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
 * A reply that moderation held back reaches its addressee when an operator first lets it be seen. Called before the
 * change itself, because visitors are locked before anything is counted.
 */
export async function tellOfRelease(
  tx: Tx,
  { world, reply, switches }: { world: World; reply: ReplyRow; switches: Switches },
  at: number,
): Promise<void> {
  if (reply.visibility !== 'quarantined') return
  const post = await readAnyPost(tx, world, reply.post_id)
  const author = await readAgent(tx, world, reply.agent_id)
  if (post === undefined || author === undefined) return
  if (!(await releaseVerdict(tx, world.id, reply.id, at))) return
  const happening = await replyHappening(tx, world, {
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
    const yours = answeredOf(happening, agentId)
    const named = { postId: post.id, replyId: reply.id, parentReplyId: reply.parent_reply_id }
    const item = { kind: 'reply', fromId: author.id, ref: { ...named, ...(yours === null ? {} : { yours }) } } as const
    const place = await publishFact(tx, { world, agentId, switches, at }, [{ item, fact }])
    if (place !== null && agentId === post.agent_id) await placeReply(tx, world, reply.id, place)
  }
}
