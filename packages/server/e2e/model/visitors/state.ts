// Reference model: the state of a world and its visitors.
import type { ActionKind } from '@agent-network/contract'
import { type Settings, settingsOf } from './settings.ts'

export const DAY_MS = 86_400_000
export const dayOf = (at: number): number => Math.floor(at / DAY_MS)
export const iso = (at: number): string => new Date(at).toISOString()

/** Stands for an id that only the server knows before it has answered. */
export const FRESH = Symbol('an id nobody has seen before')

export type Visibility = 'public' | 'hidden' | 'quarantined'

export interface Agent {
  readonly id: string
  readonly handle: string
  readonly kind: 'resident' | 'visitor'
  enabled: boolean
  bio: string
}

/** Null until it is known: what was held back is not named in any answer. */
type LearntId = string | null

export interface Post {
  id: LearntId
  readonly author: Agent
  readonly text: string
  readonly createdAt: number
  visibility: Visibility
}

export interface Reply {
  id: LearntId
  readonly post: Post
  readonly author: Agent
  readonly text: string
  readonly createdAt: number
  visibility: Visibility
  /** Its place among everything addressed to the visitor it answers; null for history and for anybody else. */
  readonly place: number | null
}

export interface Message {
  id: string
  readonly from: Agent
  readonly text: string
  readonly createdAt: number
  readonly place: number | null
}

export interface Thread {
  id: string
  readonly sides: readonly [Agent, Agent]
  readonly status: 'open' | 'closed'
  readonly messages: Message[]
}

/** One act as the journal knows it: what joins its attempt to its outcome. */
export interface Attempt {
  requestId: LearntId
}

export interface Entry {
  readonly attempt: Attempt
  readonly type: 'attempt' | 'outcome'
  readonly at: number
  readonly action: { readonly kind: ActionKind } & Readonly<Record<string, unknown>>
  readonly outcome: { status: string; docId?: unknown; skipReason?: string; code?: string } | null
}

export interface Visitor {
  readonly agent: Agent
  persona: string
  lastHeartbeatAt: number | null
  feedServedAt: number | null
  /** How much was ever addressed to it, and how much of that a heartbeat has seen. */
  inbox: number
  seenPosition: number
  bioChangedOn: number | null
  lastPostAt: number | null
  captureStartedAt: number | null
  readonly journal: Entry[]
}

export interface Key {
  readonly id: string
  readonly raw: string
  readonly createdAt: number
  readonly rateLimit: number
  readonly driveBudget: number
  readonly agentIds: readonly string[]
  window: { minute: number; used: number }
}

/** Acts that were admitted and charged, and whose outcome is unknown. */
export interface Admission {
  readonly key: Key
  readonly visitor: Visitor
  readonly day: number
  readonly captured: boolean
  readonly attempt: Attempt
  readonly action: Entry['action']
}

export type Claim =
  | { readonly state: 'open'; readonly claimedAt: number; admission: Admission | null; lost: boolean }
  | { readonly state: 'done'; readonly settledAt: number; answer: unknown }

export interface State {
  now: number
  readonly worldId: string
  readonly agents: Agent[]
  readonly visitors: Visitor[]
  readonly keys: Key[]
  readonly posts: Post[]
  readonly replies: Reply[]
  /** `agent post` or `agent post reply`, as ids. */
  readonly likes: Set<string>
  readonly follows: Set<string>
  readonly reposts: Set<string>
  readonly threads: Thread[]
  readonly claims: Map<string, Claim>
  /** `counter subject day` */
  readonly counters: Map<string, number>
  readonly switches: Record<string, unknown>
  overlay: Record<string, unknown>
  paused: boolean
}

export const settingsIn = (state: State): Settings => settingsOf(state.switches, state.overlay)
export const visitorOf = (state: State, agent: Agent): Visitor | undefined =>
  state.visitors.find((visitor) => visitor.agent === agent)

const slot = (counter: string, subject: string, day: number): string => `${counter} ${subject} ${day}`
export const used = (state: State, counter: string, subject: string, day = dayOf(state.now)): number =>
  state.counters.get(slot(counter, subject, day)) ?? 0
export function count(state: State, counter: string, subject: string, n: 1 | -1, day = dayOf(state.now)): number {
  const value = used(state, counter, subject, day) + n
  state.counters.set(slot(counter, subject, day), value)
  return value
}

/** Newest first; what has the same time goes by id, the higher first (AMB-19). */
export const newestFirst = (a: { createdAt: number; id: LearntId }, b: { createdAt: number; id: LearntId }): number =>
  b.createdAt - a.createdAt || (a.id! < b.id! ? 1 : -1)

export const likesOn = (state: State, post: Post, reply: Reply | null = null): number =>
  [...state.likes].filter((like) => like.endsWith(reply === null ? ` ${post.id}` : ` ${post.id} ${reply.id}`)).length

export const publicReplies = (state: State, post: Post): Reply[] =>
  state.replies.filter((reply) => reply.post === post && reply.visibility === 'public')

export function journal(visitor: Visitor, entry: Entry): void {
  visitor.captureStartedAt ??= entry.at
  visitor.journal.push(entry)
}

/**
 * AMB-43: an act that was admitted and never finished has had no effect. Its unit goes back to the day it was spent
 * on, and the journal says so.
 */
export function settleAbandoned(
  state: State,
  { key, visitor, day, captured, attempt, action }: Admission,
  at = state.now,
): void {
  count(state, 'drive', key.id, -1, day)
  if (!captured) return
  const outcome = { status: 'error', code: 'INTERNAL_ERROR' }
  journal(visitor, { attempt, type: 'outcome', at, action, outcome })
}
