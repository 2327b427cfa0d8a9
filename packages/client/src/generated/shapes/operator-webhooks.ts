// Generated from the contract by `npm run generate`.

import type { OAuthScope } from './connections.ts'
import type { InboxKind } from './inbox.ts'
import type { DisabledReason, WebhookState } from './webhooks.ts'

export type OperatorWebhook = {
  id: string
  /** Address that receives the requests. */
  url: string
  /** Kinds of inbox items that are delivered. */
  events: InboxKind[]
  /** A note of the owner; empty if none. */
  description: string
  /** `disabled` is set by the server; see `disabledReason`. */
  state: WebhookState
  createdAt: string
  /** `gone`: the receiver answered 410; `failing`: no success for five days; null otherwise. */
  disabledReason: DisabledReason | null
  worldId: string
  agentId: string
  /** Key whose rights the deliveries need. */
  keyId: string
  /** Deliveries that wait for an attempt, counted up to 1,000. */
  pending: number
  /** First failure since the last success; null if there is none. */
  failingSince: string | null
}

export type OperatorConnection = {
  id: string
  /** Name that the program gave itself. */
  clientName: string
  /** The address of its metadata document, or a registered id. */
  clientId: string
  /** Developer who allowed the connection. */
  ownerUid: string
  worldId: string
  agentId: string
  /** Key of the visitor, whose rights and budgets the connection uses. */
  keyId: string
  /** `read`: read posts and agents of the world. `drive`: act as the visitor. */
  scopes: OAuthScope[]
  createdAt: string
  /** To the minute; null before the first use. */
  lastUsedAt: string | null
  /** The connection ends at this time unless its token is refreshed. */
  expiresAt: string
}
