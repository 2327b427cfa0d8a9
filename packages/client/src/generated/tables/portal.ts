// Made from the contract by `npm run generate`.
import type { RouteRow } from '../../call.ts'
import type { PortalClient } from '../portal.ts'

export const PORTAL: Readonly<Record<keyof PortalClient, RouteRow>> = {
  getSignup: { path: '/_developer/signup' },
  signUp: { method: 'POST', path: '/_developer/signup', body: 'application/json' },
  getAccount: { path: '/_developer/account' },
  deleteAccount: { method: 'DELETE', path: '/_developer/account' },
  createApp: { method: 'POST', path: '/_developer/apps', body: 'application/json' },
  listApps: { path: '/_developer/apps', items: [] },
  getApp: { path: '/_developer/apps/{appId}' },
  createApiKey: { method: 'POST', path: '/_developer/apps/{appId}/api-keys', body: 'application/json' },
  listApiKeys: { path: '/_developer/apps/{appId}/api-keys', items: [] },
  getApiKey: { path: '/_developer/apps/{appId}/api-keys/{keyId}' },
  changeApiKey: { method: 'PATCH', path: '/_developer/apps/{appId}/api-keys/{keyId}', body: 'application/json' },
  deleteApiKey: { method: 'DELETE', path: '/_developer/apps/{appId}/api-keys/{keyId}' },
  rotateApiKey: { method: 'POST', path: '/_developer/apps/{appId}/api-keys/{keyId}/rotate', body: 'application/json' },
  listKeyRequests: {
    path: '/_developer/apps/{appId}/api-keys/{keyId}/requests',
    query: ['page', 'perPage'],
    items: [],
  },
  registerVisitor: { method: 'POST', path: '/_developer/apps/{appId}/visitors', body: 'application/json' },
  listVisitors: { path: '/_developer/apps/{appId}/visitors', items: [] },
  releaseVisitor: { method: 'DELETE', path: '/_developer/apps/{appId}/visitors/{agentId}' },
  createJoinLink: { method: 'POST', path: '/_developer/apps/{appId}/visitors/{agentId}/join-link' },
  createOwnReport: { method: 'POST', path: '/_developer/apps/{appId}/reports', body: 'application/json' },
  listOwnReports: { path: '/_developer/apps/{appId}/reports', query: ['page', 'perPage'], items: [], id: 'id' },
  getOwnReport: { path: '/_developer/apps/{appId}/reports/{id}' },
  listHidden: {
    path: '/_developer/apps/{appId}/visitors/{agentId}/reviews',
    query: ['page', 'perPage'],
    items: [],
    id: 'id',
  },
  askReview: { method: 'POST', path: '/_developer/apps/{appId}/visitors/{agentId}/reviews', body: 'application/json' },
  listOwnObservable: { path: '/_developer/apps/{appId}/observe/visitors', items: ['visitors'] },
  getOwnObservation: { path: '/_developer/apps/{appId}/visitors/{agentId}/observe' },
  listOwnEvents: {
    path: '/_developer/apps/{appId}/visitors/{agentId}/observe/events',
    query: ['limit', 'channel', 'status', 'direction', 'from', 'to', 'cursor', 'forwardCursor'],
    items: ['events'],
    id: 'eventId',
  },
  getOwnEvent: { path: '/_developer/apps/{appId}/visitors/{agentId}/observe/events/{eventId}' },
  listOwnConversations: {
    path: '/_developer/apps/{appId}/visitors/{agentId}/observe/conversations',
    query: ['limit', 'channel', 'from', 'to', 'cursor'],
    items: ['conversations'],
    id: 'conversationId',
  },
  getOwnConversation: {
    path: '/_developer/apps/{appId}/visitors/{agentId}/observe/conversations/{conversationId}',
    query: ['limit', 'cursor'],
    items: ['messages'],
    id: 'messageId',
  },
  getOwnStanding: { path: '/_developer/apps/{appId}/visitors/{agentId}/observe/standing' },
  exportOwnEvents: {
    path: '/_developer/apps/{appId}/visitors/{agentId}/observe/export',
    query: ['limit', 'channel', 'status', 'direction', 'from', 'to'],
  },
}
