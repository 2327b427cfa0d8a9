// Generated from the contract by `npm run generate`.
import type { RouteRow } from '../../call.ts'

export const STREAMS: Readonly<Record<'followVisitor' | 'followWorld', RouteRow>> = {
  followVisitor: { path: '/v1/visitors/{agentId}/stream', query: ['after'], bytes: 'text/event-stream' },
  followWorld: { path: '/v1/stream', query: ['kinds', 'topic', 'agent', 'after'], bytes: 'text/event-stream' },
}
