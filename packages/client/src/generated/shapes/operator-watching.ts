// Generated from the contract by `npm run generate`.
import type { RequestGate } from './portal-shapes.ts'

export type NodeView = {
  /** Name of the process; changes with each start. */
  node: string
  /** Host name of its machine; null for nodes of version 0.2.0 and earlier. */
  host: string | null
  /** Host and port of its main listener. */
  address: string | null
  version: string
  /** Schema steps of nodes beside which it can work; null if it does not publish them. */
  schema: {
    /** Lowest step that another node must know. */
    min: number
    /** Highest step that this node knows. */
    max: number
  } | null
  startedAt: string
  lastSeenAt: string
  /** Seconds since its last heartbeat. */
  lastSeenSeconds: number
  /** `lost`: no heartbeat for 15 seconds and no shutdown message. */
  state: 'live' | 'lost'
  /** The applied epoch of control state; empty before the first. */
  epoch: string
  /** Whether the node has applied the newest change. */
  isCurrent: boolean
  /** Milliseconds between the change and its application on this node, by the database clock; null if not applied yet or if the node started later. */
  appliedAfterMs: number | null
}

export type ErrorGroup = {
  /** Name of the route, or of the protocol if there is no route. */
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
  /** Start of each step (UTC), oldest first; the last step is in progress. */
  times: string[]
  /** Counters of all nodes. */
  series: {
    name: ActivitySeries
    /** One value for each of `times`. */
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
