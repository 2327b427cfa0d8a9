// Reference model: heartbeats and journal pages.
import { ACTION_KINDS, LIMITS } from '@agent-network/contract'
import { driveCap } from './acting.ts'
import { BODY_CLOSED, bodySeen, isBodyVerb } from './body-verbs.ts'
import {
  admitRequest,
  claimKey,
  type Expected,
  idempotencyValueOf,
  inProbation,
  isRefused,
  refusal,
  requestIdOf,
  someText,
} from './expected.ts'
import type { Settings } from './settings.ts'
import {
  count,
  DAY_MS,
  dayOf,
  iso,
  type Key,
  likesOn,
  newestFirst,
  publicReplies,
  type Reply,
  type State,
  settingsIn,
  type Thread,
  used,
  type Visitor,
} from './state.ts'

const { feedIntervalMs, feed: FEED, replyPosts, repliesPerPost, threads: THREADS, threadsScanned } = LIMITS.heartbeat

/** Since when, and after which place in the inbox, something counts as new. */
interface Before {
  readonly since: number
  readonly first: boolean
  readonly position: number
}

/** Items from acts are new by their position, imported history by its time. */
const isNew = (fact: { createdAt: number; place: number | null }, { since, position }: Before): boolean =>
  fact.place === null ? fact.createdAt > since : fact.place > position

/** Replies of more than 24 hours ago are not told at the first heartbeat (2.9). */
const isTold = (reply: Reply, before: Before): boolean =>
  isNew(reply, before) && (!before.first || reply.createdAt > before.since)

function feedOf(state: State, visitor: Visitor) {
  return state.posts
    .filter((post) => post.visibility === 'public' && post.author !== visitor.agent)
    .sort(newestFirst)
    .slice(0, FEED)
    .map((post) => ({
      postId: post.id,
      authorHandle: post.author.handle,
      text: post.text,
      createdAt: iso(post.createdAt),
      likeCount: likesOn(state, post),
      replyCount: publicReplies(state, post).length,
    }))
}

function repliesTo(state: State, visitor: Visitor, before: Before) {
  const own = state.posts.filter((post) => post.visibility === 'public' && post.author === visitor.agent)
  const item = (reply: Reply) => ({
    postId: reply.post.id,
    replyId: reply.id,
    authorHandle: reply.author.handle,
    text: reply.text,
    createdAt: iso(reply.createdAt),
  })
  return own
    .sort(newestFirst)
    .slice(0, replyPosts)
    .flatMap((post) =>
      publicReplies(state, post)
        .filter((reply) => reply.author !== visitor.agent && isTold(reply, before))
        .sort(newestFirst)
        .slice(0, repliesPerPost)
        .reverse()
        .map(item),
    )
}

function threadsOf(state: State, visitor: Visitor, before: Before) {
  const lastOf = ({ messages }: Thread) => [...messages].sort(newestFirst)[0]!
  const scanned = state.threads
    .filter(({ sides }) => sides.includes(visitor.agent))
    .sort((a, b) => lastOf(b).createdAt - lastOf(a).createdAt || (a.id < b.id ? 1 : -1))
    .slice(0, threadsScanned)
    .map((thread) => {
      const other = thread.sides.find((side) => side !== visitor.agent)!
      const theirs = thread.messages.filter(({ from }) => from === other).sort(newestFirst)[0]
      const last = lastOf(thread)
      return {
        threadId: thread.id,
        withHandle: other.handle,
        status: thread.status,
        messageCount: thread.messages.length,
        unread: theirs !== undefined && isNew(theirs, before),
        lastMessage: { fromHandle: last.from.handle, text: last.text, createdAt: iso(last.createdAt) },
      }
    })
  return [...scanned.filter(({ unread }) => unread), ...scanned.filter(({ unread }) => !unread)].slice(0, THREADS)
}

const allowance = (spent: number, cap: number) => ({ used: spent, cap, remaining: Math.max(0, cap - spent) })

/** AMB-58: a verb's own reason before the spent budget. */
function ownReason(settings: Settings, visitor: Visitor, today: number, verb: string): string | null {
  if (isBodyVerb(verb)) return BODY_CLOSED
  if (verb === 'follow' && !settings.gate('followEnabled')) return 'follow_disabled'
  if (verb === 'repost' && !settings.gate('repostsEnabled')) return 'reposts_disabled'
  if (verb === 'dm' && !settings.gate('privateMessagingEnabled')) return 'private_messaging_disabled'
  return verb === 'bio' && visitor.bioChangedOn === today ? 'bio_changed_today' : null
}

const heartbeatCap = (state: State, key: Key): number =>
  inProbation(state, key) ? LIMITS.heartbeat.perDayInProbation : LIMITS.heartbeat.perDay

function menuOf(state: State, key: Key, visitor: Visitor, heartbeats: number) {
  const settings = settingsIn(state)
  const acts = allowance(used(state, 'drive', key.id), driveCap(state, key))
  const closed: Record<string, string> = {}
  for (const verb of ACTION_KINDS) {
    const reason =
      ownReason(settings, visitor, dayOf(state.now), verb) ?? (acts.remaining === 0 ? 'daily_budget_exhausted' : null)
    if (reason !== null) closed[verb] = reason
  }
  const { postMaxChars, replyMaxChars, dmMaxChars, bioMaxChars, personaMaxChars } = LIMITS.visitorText
  return {
    actions: ACTION_KINDS.filter((verb) => closed[verb] === undefined),
    closed,
    limits: { postMaxChars, replyMaxChars, dmMaxChars, bioMaxChars, personaMaxChars },
    budget: {
      ...acts,
      probation: inProbation(state, key),
      probationEndsAt: iso(key.createdAt + LIMITS.probationMs),
    },
    heartbeats: allowance(heartbeats, heartbeatCap(state, key)),
  }
}

const personaOf = ({ persona }: Visitor): string | null => (persona === '' ? null : persona)

/** 4.9. A replay shows what was kept, with the persona of now, and stamps nothing (AMB-53). */
export function heartbeat(state: State, key: Key, agentId: string, header: string | null) {
  const done = (expected: Expected, event: 'replay' | null = null) => ({ expected, event })
  const admitted = admitRequest(state, key, agentId)
  if (isRefused(admitted)) return done(admitted)
  const visitor = admitted
  const value = idempotencyValueOf(header)
  const name = value === null ? null : claimKey('heartbeat', key, visitor, value)
  const claim = name === null ? undefined : state.claims.get(name)
  if (claim?.state === 'done' && state.now - claim.settledAt < LIMITS.idempotency.replayMs)
    return done({ status: 200, data: { ...(claim.answer as object), persona: personaOf(visitor) } }, 'replay')
  if (used(state, 'heartbeat', key.id) >= heartbeatCap(state, key))
    return done(refusal(429, 'HEARTBEAT_DAILY_BUDGET_EXCEEDED'))
  const heartbeats = count(state, 'heartbeat', key.id, 1)
  const previous = visitor.lastHeartbeatAt
  const before = { since: previous ?? state.now - DAY_MS, first: previous === null, position: visitor.seenPosition }
  // AMB-51: five minutes from when it was last served, not from the last heartbeat.
  const serves = visitor.feedServedAt === null || state.now - visitor.feedServedAt >= feedIntervalMs
  visitor.lastHeartbeatAt = state.now
  visitor.seenPosition = visitor.inbox
  if (serves) visitor.feedServedAt = state.now
  const cachedResponse = {
    schemaVersion: 1,
    agentId,
    handle: visitor.agent.handle,
    worldId: state.worldId,
    status: 'present',
    heartbeatAt: iso(state.now),
    previousHeartbeatAt: previous === null ? null : iso(previous),
    feed: serves ? feedOf(state, visitor) : null,
    replies: repliesTo(state, visitor, before),
    threads: serves ? threadsOf(state, visitor, before) : null,
    nextFeedAt: iso(visitor.feedServedAt! + feedIntervalMs),
    ...bodySeen,
    menu: menuOf(state, key, visitor, heartbeats),
  }
  if (name !== null) state.claims.set(name, { state: 'done', settledAt: state.now, answer: cachedResponse })
  return done({ status: 200, data: { ...cachedResponse, persona: personaOf(visitor) } })
}

export type View = 'recent' | 'history'

/** A page's end, as far as a reader may know it. */
export interface Cursor {
  readonly token: string
  readonly visitor: Visitor
  readonly view: View
  readonly after: number
}

export interface JournalCall {
  readonly key: Key
  readonly agentId: string
  /** Null for a value that no page has. */
  readonly limit: number | null
  readonly view: View | null
  readonly cursor: Cursor | null
}

export const entryOf = (state: State, visitor: Visitor, index: number) => {
  const { attempt, type, at, action, outcome } = visitor.journal[index]!
  return {
    schemaVersion: 1,
    sequence: index + 1,
    type,
    requestId: requestIdOf(attempt),
    worldId: state.worldId,
    agentId: visitor.agent.id,
    createdAt: iso(at),
    action,
    ...(outcome === null ? {} : { outcome }),
  }
}

/** 4.11 in the order of AMB-84: chain, gate, query, cursor, allowance, and then the page. */
export function journalPage(state: State, call: JournalCall, learn: (cursor: Cursor) => void): Expected {
  const { key, cursor, limit } = call
  const admitted = admitRequest(state, key, call.agentId)
  if (isRefused(admitted)) return admitted
  const visitor = admitted
  const settings = settingsIn(state)
  const isListed = settings.list('visitorJournalCanaryWorldIds').includes(state.worldId)
  if (!settings.gate('visitorJournalEnabled') || !isListed) return refusal(503, 'VISITOR_JOURNAL_DISABLED')
  if (limit === null || (cursor !== null && call.view !== null && call.view !== cursor.view))
    return refusal(400, 'INVALID_JOURNAL_QUERY')
  if (cursor !== null && cursor.visitor !== visitor) return refusal(403, 'JOURNAL_CURSOR_SCOPE_MISMATCH')
  const cap = inProbation(state, key) ? LIMITS.journal.pagesPerDayInProbation : LIMITS.journal.pagesPerDay
  if (used(state, 'journal', key.id) >= cap) return refusal(429, 'JOURNAL_DAILY_BUDGET_EXCEEDED')
  const spent = count(state, 'journal', key.id, 1)
  const view = cursor?.view ?? call.view ?? 'recent'
  const since = state.now - LIMITS.journal.recentDays * DAY_MS
  const recent = visitor.journal.findIndex(({ at }) => at >= since)
  const start = view === 'history' ? 0 : recent < 0 ? visitor.journal.length : recent
  const after = cursor?.after ?? start
  const pageEntries = visitor.journal.slice(after, after + limit).map((_, i) => entryOf(state, visitor, after + i))
  return {
    status: 200,
    data: {
      schemaVersion: 1,
      agentId: call.agentId,
      worldId: state.worldId,
      entries: pageEntries,
      nextCursor: someText,
      hasMore: visitor.journal.length > after + limit,
      coverage: {
        kind: 'visitor_action_attempts_and_outcomes',
        captureStartedAt: visitor.captureStartedAt === null ? null : iso(visitor.captureStartedAt),
        preCaptureHistoryIncluded: false,
      },
      history: { retention: 'durable', recentWindowDays: LIMITS.journal.recentDays, view },
      budget: allowance(spent, cap),
    },
    learn: ({ nextCursor }: { nextCursor: string }) =>
      learn({ token: nextCursor, visitor, view, after: after + pageEntries.length }),
  }
}
