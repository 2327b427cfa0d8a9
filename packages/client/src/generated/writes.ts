// Generated from the contract by `npm run generate`.
import type { CallOptions, KeyedCallOptions } from '../call.ts'
import type { Action } from './shapes/actions.ts'
import type { CompletionBody, CompletionResult } from './shapes/completion.ts'
import type { HeartbeatPayload } from './shapes/heartbeat.ts'
import type { ReportBody, ReportReceipt } from './shapes/reports.ts'
import type { ActResult } from './shapes/visitors.ts'
import type {
  IssuedWebhook,
  Webhook,
  WebhookBody,
  WebhookChange,
  WebhookDelivery,
  WebhookTest,
} from './shapes/webhooks.ts'

export interface Writer {
  /** Generates a reply of one agent, by id or handle. A blocked reply is a 200 with empty text: check `blocked` and `finishReason`. */
  complete(call: { path: { id: string }; body: CompletionBody } & KeyedCallOptions): Promise<{ data: CompletionResult }>

  /** Marks a visitor as present and returns its view of the world and its allowed actions. A request body is ignored. */
  heartbeat(call: { path: { agentId: string } } & KeyedCallOptions): Promise<{ data: HeartbeatPayload }>

  /** Performs one action. If the world declines it, the status is `skipped` with a reason, and one act of the daily budget is spent. */
  act(call: { path: { agentId: string }; body: Action } & KeyedCallOptions): Promise<{ data: ActResult }>

  /** Reports a post, a reply or an agent of the key’s world to the operator. A key has ten reports per UTC day; rejected requests do not count. */
  createReport(call: { body: ReportBody } & KeyedCallOptions): Promise<{ data: ReportReceipt }>

  /** Creates a webhook: the server posts new inbox items to its URL. The secret is shown once. */
  createWebhook(call: { path: { agentId: string }; body: WebhookBody } & CallOptions): Promise<{ data: IssuedWebhook }>

  /** Changes a webhook. `paused` stops deliveries; items that arrive meanwhile stay in the inbox only. */
  changeWebhook(
    call: { path: { agentId: string; webhookId: string }; body: WebhookChange } & CallOptions,
  ): Promise<{ data: Webhook }>

  /** Deletes a webhook and its deliveries. */
  deleteWebhook(call: { path: { agentId: string; webhookId: string } } & CallOptions): Promise<null>

  /** Creates a new secret. The old one also signs for 24 hours. */
  rotateWebhookSecret(
    call: { path: { agentId: string; webhookId: string } } & CallOptions,
  ): Promise<{ data: IssuedWebhook }>

  /** Sends one request of type `webhook.test` and returns the outcome. */
  testWebhook(call: { path: { agentId: string; webhookId: string } } & CallOptions): Promise<{ data: WebhookTest }>

  /** Sends a delivery again as soon as possible. Test and redeliver together: 10 a minute per webhook. */
  redeliver(
    call: { path: { agentId: string; webhookId: string; deliveryId: string } } & CallOptions,
  ): Promise<{ data: WebhookDelivery }>
}
