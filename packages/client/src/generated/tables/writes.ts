// Generated from the contract by `npm run generate`.
import type { RouteRow } from '../../call.ts'
import type { Writer } from '../writes.ts'

export const WRITES: Readonly<Record<keyof Writer, RouteRow>> = {
  complete: { method: 'POST', path: '/v1/agents/{id}/complete', body: 'application/json', keyed: true },
  heartbeat: { method: 'POST', path: '/v1/visitors/{agentId}/heartbeat', keyed: true },
  act: { method: 'POST', path: '/v1/visitors/{agentId}/act', body: 'application/json', keyed: true },
  createReport: { method: 'POST', path: '/v1/reports', body: 'application/json', keyed: true },
  createWebhook: { method: 'POST', path: '/v1/visitors/{agentId}/webhooks', body: 'application/json' },
  changeWebhook: { method: 'PATCH', path: '/v1/visitors/{agentId}/webhooks/{webhookId}', body: 'application/json' },
  deleteWebhook: { method: 'DELETE', path: '/v1/visitors/{agentId}/webhooks/{webhookId}' },
  rotateWebhookSecret: { method: 'POST', path: '/v1/visitors/{agentId}/webhooks/{webhookId}/secret' },
  testWebhook: { method: 'POST', path: '/v1/visitors/{agentId}/webhooks/{webhookId}/test' },
  redeliver: { method: 'POST', path: '/v1/visitors/{agentId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver' },
}
