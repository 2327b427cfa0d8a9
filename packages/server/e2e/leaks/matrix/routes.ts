// Table of all routes of the access matrix, written by hand from the specification.

/**
 * Sections 4.1, 4.13 and 4.14 and reading 1.25, copied by hand: what kind of route each is, and the scope it asks for.
 * Nothing here is taken from the contract or the server, so that neither can agree with itself only.
 */
export const CLASSES = [
  'metadata',
  'list',
  'record',
  'minds',
  'mindRecord',
  'network',
  'networkRecord',
  'complete',
  'drive',
  'journal',
  'standing',
  'observe',
  'terms',
  'claim',
  'signUp',
  'account',
  'ownAccount',
  'app',
  'newKey',
  'appKey',
  'changeKey',
  'register',
  'appVisitor',
  'joinLink',
  'ownerDrive',
  'ownerObserve',
  'ownerList',
] as const
export type RouteClass = (typeof CLASSES)[number]

export interface RouteRow {
  readonly kind: RouteClass
  readonly scope: string | null
  /** Status of a permitted request. */
  readonly ok: number | string
}

const row = (kind: RouteClass, scope: string | null = null, ok: number | string = 200): RouteRow => ({
  kind,
  scope,
  ok,
})

/** 5.4 */
export const SCOPE_TIERS: Readonly<Record<string, number>> = {
  'agents:read': 1,
  'posts:read': 1,
  'trending:read': 1,
  'search:read': 1,
  'topics:read': 1,
  'intelligence:read': 2,
  'agents:invoke': 2,
  'agents:drive': 2,
  'network:read': 3,
}
export const ALL_SCOPES = Object.keys(SCOPE_TIERS)

const OBSERVE_SUFFIXES = [
  '',
  '/events',
  '/events/{eventId}',
  '/conversations',
  '/conversations/{conversationId}',
  '/standing',
  '/export',
]
const readers = (base: string, row: RouteRow): Record<string, RouteRow> =>
  Object.fromEntries(OBSERVE_SUFFIXES.map((suffix) => [`GET ${base}/observe${suffix}`, row]))

const WEBHOOKS_OFF = '503 WEBHOOKS_DISABLED'
const WEBHOOK = '/webhooks/{webhookId}'
const webhooks = (
  base: string,
  { read, change, test }: Readonly<Record<'read' | 'change' | 'test', RouteRow>>,
): Record<string, RouteRow> => ({
  [`GET ${base}/webhooks`]: read,
  [`POST ${base}/webhooks`]: change,
  [`GET ${base}${WEBHOOK}`]: read,
  [`PATCH ${base}${WEBHOOK}`]: change,
  [`DELETE ${base}${WEBHOOK}`]: read,
  [`POST ${base}${WEBHOOK}/secret`]: change,
  [`POST ${base}${WEBHOOK}/test`]: test,
  [`GET ${base}${WEBHOOK}/deliveries`]: read,
  [`POST ${base}${WEBHOOK}/deliveries/{deliveryId}/redeliver`]: change,
})

const APP = '/_developer/apps/{appId}'
/** Reports and reviews are asked about something that there is not: whoever gets as far was let through. */
const NOTHING = '404 NOT_FOUND'
const KEY = `${APP}/api-keys/{keyId}`

/** 4.13 on the owner's base. */
export const OWNER_OBSERVE: Readonly<Record<string, RouteRow>> = {
  ...readers(`${APP}/visitors/{agentId}`, row('ownerObserve')),
  [`GET ${APP}/observe/visitors`]: row('ownerList'),
}

export const ROUTE_ROWS: Readonly<Record<string, RouteRow>> = {
  'GET /v1': row('metadata'),
  'GET /v1/me': row('metadata'),
  'GET /v1/agents': row('list', 'agents:read'),
  'GET /v1/agents/{id}': row('record', 'agents:read'),
  'GET /v1/agents/{id}/posts': row('list', 'posts:read'),
  'POST /v1/agents/{id}/complete': row('complete', 'agents:invoke'),
  'GET /v1/posts': row('list', 'posts:read'),
  'GET /v1/posts/{id}': row('record', 'posts:read'),
  'GET /v1/posts/{id}/replies': row('record', 'posts:read'),
  'GET /v1/trending': row('list', 'trending:read'),
  'GET /v1/search': row('list', 'search:read'),
  'GET /v1/stories': row('list', 'posts:read'),
  'GET /v1/stories/{id}': row('list', 'posts:read', NOTHING),
  'GET /v1/topics': row('list', 'topics:read'),
  'GET /v1/topics/{id}/timeline': row('record', 'topics:read'),
  'GET /v1/agents/{id}/memory': row('mindRecord', 'intelligence:read'),
  'GET /v1/agents/{id}/relationships': row('minds', 'intelligence:read'),
  'GET /v1/agents/{id}/relationships/{otherId}': row('mindRecord', 'intelligence:read'),
  'GET /v1/agents/{id}/mood': row('mindRecord', 'intelligence:read'),
  'GET /v1/agents/{id}/reputation': row('mindRecord', 'intelligence:read'),
  'GET /v1/agents/{id}/signals': row('minds', 'intelligence:read'),
  'GET /v1/agents/{id}/topics': row('mindRecord', 'intelligence:read'),
  'GET /v1/agents/{id}/thoughts': row('minds', 'intelligence:read'),
  'GET /v1/network/graph': row('network', 'network:read'),
  'GET /v1/network/ideas': row('network', 'network:read'),
  'GET /v1/network/ideas/{id}': row('networkRecord', 'network:read'),
  'GET /v1/network/challenges': row('network', 'network:read'),
  'GET /v1/network/challenges/{id}': row('networkRecord', 'network:read'),
  'POST /v1/visitors/{agentId}/heartbeat': row('drive', 'agents:drive'),
  'POST /v1/visitors/{agentId}/act': row('drive', 'agents:drive'),
  'GET /v1/visitors/{agentId}/inbox': row('drive', 'agents:drive'),
  'GET /v1/visitors/{agentId}/journal': row('journal', 'agents:drive'),
  'GET /v1/visitors/{agentId}/standing': row('standing', 'agents:drive'),
  ...readers('/v1/visitors/{agentId}', row('observe', 'agents:drive')),
  // The switch is off in this matrix; it is checked after the drive chain and after the owner.
  ...webhooks('/v1/visitors/{agentId}', {
    read: row('drive', 'agents:drive', WEBHOOKS_OFF),
    change: row('drive', 'agents:drive', WEBHOOKS_OFF),
    test: row('drive', 'agents:drive', WEBHOOKS_OFF),
  }),
  'POST /v1/reports': row('list', 'posts:read', NOTHING),
  'GET /v1/reports/{id}': row('list', 'posts:read', NOTHING),
  'GET /_developer/signup': row('terms'),
  // The switch is off in this matrix; it is checked before the identity.
  'GET /_developer/join-requests/{userCode}': row('claim', null, '503 JOIN_REQUESTS_DISABLED'),
  'POST /_developer/join-requests/{userCode}/confirm': row('claim', null, '503 JOIN_REQUESTS_DISABLED'),
  'POST /_developer/join-requests/{userCode}/deny': row('claim', null, '503 JOIN_REQUESTS_DISABLED'),
  'GET /_developer/visitor-worlds': row('account'),
  // OAuth is off in this matrix; its switch is checked after the identity.
  'GET /_developer/authorization': row('claim', null, NOTHING),
  'POST /_developer/authorization': row('ownAccount', null, NOTHING),
  'GET /_developer/connections': row('account'),
  'DELETE /_developer/connections/{id}': row('account', null, NOTHING),
  'POST /_developer/signup': row('signUp'),
  'GET /_developer/account': row('account'),
  'DELETE /_developer/account': row('ownAccount'),
  'POST /_developer/apps': row('ownAccount', null, 201),
  'GET /_developer/apps': row('account'),
  [`GET ${APP}`]: row('app'),
  [`POST ${APP}/api-keys`]: row('newKey', null, 201),
  [`GET ${APP}/api-keys`]: row('app'),
  [`GET ${KEY}`]: row('appKey'),
  [`PATCH ${KEY}`]: row('changeKey'),
  [`DELETE ${KEY}`]: row('appKey'),
  [`POST ${KEY}/rotate`]: row('changeKey'),
  [`GET ${KEY}/requests`]: row('appKey'),
  [`GET ${KEY}/use`]: row('appKey'),
  [`POST ${APP}/visitors`]: row('register', null, 201),
  [`GET ${APP}/visitors`]: row('app'),
  [`DELETE ${APP}/visitors/{agentId}`]: row('appVisitor'),
  [`POST ${APP}/visitors/{agentId}/join-link`]: row('joinLink', null, 201),
  [`GET ${APP}/visitors/{agentId}/inbox`]: row('ownerObserve'),
  [`GET ${APP}/visitors/{agentId}/walks`]: row('ownerObserve'),
  [`POST ${APP}/visitors/{agentId}/heartbeat`]: row('ownerDrive'),
  ...webhooks(`${APP}/visitors/{agentId}`, {
    read: row('appVisitor', null, WEBHOOKS_OFF),
    change: row('joinLink', null, WEBHOOKS_OFF),
    test: row('ownerDrive', null, WEBHOOKS_OFF),
  }),
  [`POST ${APP}/reports`]: row('newKey', null, NOTHING),
  [`GET ${APP}/reports`]: row('app'),
  [`GET ${APP}/reports/{id}`]: row('app', null, NOTHING),
  [`GET ${APP}/visitors/{agentId}/reviews`]: row('appVisitor'),
  [`POST ${APP}/visitors/{agentId}/reviews`]: row('joinLink', null, NOTHING),
  ...OWNER_OBSERVE,
}
