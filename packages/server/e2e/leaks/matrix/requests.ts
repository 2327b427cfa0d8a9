// Requests of the access matrix: path, headers and body for each route and target.
import type { Route } from '@agent-network/contract'
import { type Estate, registrationFor, type Town } from './estates.ts'
import type { Site, SiteRequest } from './site.ts'

/** Ids that the requests of one caller name. */
export interface Target {
  readonly town: Town
  readonly agentId: string
  readonly eventId: string
  readonly conversationId: string
  readonly appId: string
  readonly keyId: string
}

export const estateAsTarget = ({ town, visitor, eventId, conversationId, appId, ordinary }: Estate): Target => ({
  town,
  agentId: visitor.agentId,
  eventId,
  conversationId,
  appId,
  keyId: ordinary.id,
})

/** The document that `{id}` stands for depends on the path. */
function idFor(path: string, { town }: Target): string {
  if (path.startsWith('/v1/agents/')) return town.resident
  if (path.startsWith('/v1/posts/')) return town.postId
  if (path.startsWith('/v1/topics/')) return town.topicId
  if (path.startsWith('/v1/network/ideas/')) return town.ideaId
  if (path.startsWith('/v1/network/challenges/')) return town.challengeId
  if (path.includes('/reports/')) return 'rpo_none'
  if (path.includes('/stories/')) return 'story_none'
  if (path.includes('/connections/')) return 'cnn_none'
  throw new Error(`no document for ${path}`)
}

function valueFor(name: string, path: string, target: Target): string {
  const named: Record<string, string> = {
    otherId: target.town.other,
    agentId: target.agentId,
    eventId: target.eventId,
    conversationId: target.conversationId,
    appId: target.appId,
    keyId: target.keyId,
    userCode: 'BCDF-GHJK',
    webhookId: 'whk_none',
    deliveryId: 'whd_none_1',
  }
  return named[name] ?? idFor(path, target)
}

const TERMS = { acceptedDeveloperTermsVersion: '2026-01' }
/** The least that a route takes, so that only authority is left to decide. */
const BODIES: Readonly<Record<string, (target: Target, n: number) => unknown>> = {
  'POST /v1/agents/{id}/complete': () => ({ input: 'What does the tide do?' }),
  'POST /v1/visitors/{agentId}/act': ({ town }) => ({ like: { postId: town.postId } }),
  'POST /v1/reports': () => ({ postId: 'none', reason: 'spam' }),
  'POST /_developer/apps/{appId}/reports': () => ({ postId: 'none', reason: 'spam' }),
  'POST /_developer/apps/{appId}/visitors/{agentId}/reviews': () => ({ postId: 'none' }),
  'POST /_developer/join-requests/{userCode}/confirm': () => ({ appId: 'none', slug: 'lark' }),
  'POST /_developer/join-requests/{userCode}/deny': () => undefined,
  'POST /_developer/authorization': () => ({ request: 'client_id=none', decision: 'deny' }),
  'POST /_developer/signup': () => ({}),
  'POST /_developer/apps': () => ({ name: 'Another' }),
  'POST /_developer/apps/{appId}/api-keys': () => ({ name: 'Another', ...TERMS }),
  'PATCH /_developer/apps/{appId}/api-keys/{keyId}': () => ({ rateLimitPerMinute: 30 }),
  'POST /_developer/apps/{appId}/api-keys/{keyId}/rotate': () => ({}),
  'POST /_developer/apps/{appId}/visitors/{agentId}/join-link': () => undefined,
  'POST /_developer/apps/{appId}/visitors/{agentId}/heartbeat': () => undefined,
  'POST /_developer/apps/{appId}/visitors': ({ town }, n) => registrationFor(`guest-${n}`, town.worldId),
}
const QUERIES: Readonly<Record<string, string>> = { 'GET /v1/search': '?q=tide' }

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`

export function requestFor(site: Site, route: Route, target: Target): SiteRequest {
  const name = nameOf(route)
  const path = route.path.replace(/\{(\w+)\}/g, (_, param: string) =>
    encodeURIComponent(valueFor(param, route.path, target)),
  )
  const n = site.next('request')
  const value = route.idempotency === 'required' ? { 'idempotency-key': `matrix-${n}` } : {}
  return {
    method: route.method,
    path: path + (QUERIES[name] ?? ''),
    headers: value,
    body: BODIES[name]?.(target, n),
  }
}

/** Requests after which others would be answered differently, in an order in which each still finds what it needs. */
const LATE: readonly string[] = [
  'POST /_developer/signup',
  'POST /_developer/apps',
  'POST /_developer/apps/{appId}/api-keys',
  'PATCH /_developer/apps/{appId}/api-keys/{keyId}',
  'POST /_developer/apps/{appId}/api-keys/{keyId}/rotate',
  'POST /_developer/apps/{appId}/visitors',
  'DELETE /_developer/apps/{appId}/api-keys/{keyId}',
  'DELETE /_developer/apps/{appId}/visitors/{agentId}',
  'DELETE /_developer/account',
]

/** Routes that can be asked all at once, and those that come after them, one by one. */
export function orderOf(routes: readonly Route[], signsUpLast: boolean) {
  const late = signsUpLast ? [...LATE.slice(1), LATE[0]!] : LATE
  return {
    atOnce: routes.filter((route) => !late.includes(nameOf(route))),
    oneByOne: late.flatMap((name) => routes.filter((route) => nameOf(route) === name)),
  }
}
