// Made from the contract by `npm run generate`.
import type { RequestGate } from './portal-shapes.ts'

export type NodeView = {
  /** Name of the process, new with every start. */
  node: string
  version: string
  startedAt: string
  lastSeenAt: string
  /** Lost: not heard of for 15 seconds, and it did not say goodbye. */
  state: 'live' | 'lost'
  /** The epoch of control state that it has applied; empty before the first. */
  epoch: string
  /** Whether that is the epoch of the newest change, which then binds there. */
  isCurrent: boolean
  /** Milliseconds from that change until it was applied there, by the clock of the database; null where it is not yet, or the node started later. */
  appliedAfterMs: number | null
}

export type ErrorGroup = {
  /** Name of the route, or of the door where there was none. */
  route: string
  code: string
  status: number
  count: number
  firstAt: string
  lastAt: string
}

export type LoggedRequestOfKey = {
  keyId: string
  at: string
  requestId: string | null
  /** Name of the route, or `unmatched`. */
  route: string
  status: number
  code: string | null
  refusedAt: RequestGate | null
  remaining: number | null
  remainingToday: number | null
}

export type ActivityStep = 'minute' | 'hour' | 'day'

export type Activity = {
  per: ActivityStep
  /** The beginning of each step (UTC), oldest first; the last is the one we are in. */
  times: string[]
  /** What was counted on all nodes. */
  series: {
    name: ActivitySeries
    /** One for each of `times`. */
    values: number[]
  }[]
}

export type ActivitySeries =
  | 'requests'
  | 'refusals'
  | 'errors'
  | 'acts'
  | 'residentActs'
  | 'posts'
  | 'replies'
  | 'completions'
  | 'tokens'
  | 'promptTokens'
  | 'completionTokens'
  | 'blocked'
