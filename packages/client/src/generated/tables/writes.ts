// Generated from the contract by `npm run generate`.
import type { RouteRow } from '../../call.ts'
import type { Writer } from '../writes.ts'

export const WRITES: Readonly<Record<keyof Writer, RouteRow>> = {
  complete: { method: 'POST', path: '/v1/agents/{id}/complete', body: 'application/json', keyed: true },
  heartbeat: { method: 'POST', path: '/v1/visitors/{agentId}/heartbeat', keyed: true },
  act: { method: 'POST', path: '/v1/visitors/{agentId}/act', body: 'application/json', keyed: true },
  createReport: { method: 'POST', path: '/v1/reports', body: 'application/json', keyed: true },
}
