// Generated from the contract by `npm run generate`.
import type { InboxKind } from './inbox.ts'

export type Webhook = {
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
}

export type WebhookState = 'active' | 'paused' | 'disabled'

export type DisabledReason = 'gone' | 'failing'

export type DeliveryPage = {
  /** Newest first. */
  items: WebhookDelivery[]
  /** Send it as `cursor` to continue; null if the page is empty. */
  cursor: string | null
  hasMore: boolean
}

export type WebhookDelivery = {
  /** The `webhook-id` of all its requests. */
  id: string
  /** The `type` in the body, such as `inbox.dm`. */
  type: string
  /** `cancelled`: the content was hidden or erased before it was sent. */
  state: DeliveryState
  /** Attempts, oldest first. */
  attempts: WebhookAttempt[]
}

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled'

export type WebhookAttempt = {
  at: string
  /** HTTP status of the receiver; null without a response. */
  status: number | null
  /** Reason of the failure; null after a success. */
  error: AttemptError | null
  /** Duration of the attempt. */
  milliseconds: number
}

export type AttemptError = 'dns' | 'address_not_allowed' | 'refused' | 'tls' | 'timeout' | 'reset' | 'status'

export type WebhookBody = {
  /** Address that receives the requests: `https`, a public address, port 443 or at least 1024, no credentials. */
  url: string
  /** Kinds of inbox items to deliver. Default: all. */
  events?: InboxKind[]
  /** A note for yourself. */
  description?: string
}

export type IssuedWebhook = {
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
  /** Secret that signs the requests. Shown once. */
  secret: string
}

export type WebhookChange = {
  /** Address that receives the requests: `https`, a public address, port 443 or at least 1024, no credentials. */
  url?: string
  /** Kinds of inbox items to deliver. Default: all. */
  events?: InboxKind[]
  /** A note for yourself. */
  description?: string
  /** `active` also clears `disabledReason`; `paused` stops deliveries. */
  state?: 'active' | 'paused'
}

export type WebhookTest = {
  /** HTTP status of the receiver; null without a response. */
  status: number | null
  /** Reason of the failure; null after a success. */
  error: AttemptError | null
  /** Duration of the attempt. */
  milliseconds: number
}
