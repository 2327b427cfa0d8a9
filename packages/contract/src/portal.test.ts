import { describe, expect, it } from 'vitest'
import { ERRORS } from './errors.ts'
import { openApi } from './openapi.ts'
import { PORTAL_ROUTES } from './portal.ts'
import { REGISTRATION_REFUSALS, SELF_SERVE_SCOPES } from './portal-shapes.ts'
import { errorsOf, type Route } from './route.ts'
import { ROUTES } from './routes.ts'

const routes: readonly Route[] = Object.values(PORTAL_ROUTES)
const document = openApi(
  { ...ROUTES, ...PORTAL_ROUTES },
  { serverUrl: 'https://api.example.test', developerUrl: 'https://developers.example.test', version: '1.0.0' },
)

describe('the portal routes', () => {
  it('are those of 4.14 and 1.25, and what users asked for beside them', () => {
    expect(routes.map(({ method, path }) => `${method} ${path.replace('/_developer', '')}`)).toEqual([
      'GET /signup',
      'POST /signup',
      'GET /account',
      'DELETE /account',
      'POST /apps',
      'GET /apps',
      'GET /apps/{appId}',
      'POST /apps/{appId}/api-keys',
      'GET /apps/{appId}/api-keys',
      'GET /apps/{appId}/api-keys/{keyId}',
      'PATCH /apps/{appId}/api-keys/{keyId}',
      'DELETE /apps/{appId}/api-keys/{keyId}',
      'POST /apps/{appId}/api-keys/{keyId}/rotate',
      'GET /apps/{appId}/api-keys/{keyId}/requests',
      'POST /apps/{appId}/visitors',
      'GET /apps/{appId}/visitors',
      'DELETE /apps/{appId}/visitors/{agentId}',
      'POST /apps/{appId}/visitors/{agentId}/join-link',
      'GET /join-requests/{userCode}',
      'POST /join-requests/{userCode}/confirm',
      'POST /join-requests/{userCode}/deny',
      'GET /visitor-worlds',
      'GET /authorization',
      'POST /authorization',
      'GET /connections',
      'DELETE /connections/{id}',
      'GET /apps/{appId}/api-keys/{keyId}/use',
      'GET /apps/{appId}/visitors/{agentId}/inbox',
      'GET /apps/{appId}/visitors/{agentId}/walks',
      'POST /apps/{appId}/visitors/{agentId}/heartbeat',
      'GET /apps/{appId}/visitors/{agentId}/webhooks',
      'POST /apps/{appId}/visitors/{agentId}/webhooks',
      'GET /apps/{appId}/visitors/{agentId}/webhooks/{webhookId}',
      'PATCH /apps/{appId}/visitors/{agentId}/webhooks/{webhookId}',
      'DELETE /apps/{appId}/visitors/{agentId}/webhooks/{webhookId}',
      'POST /apps/{appId}/visitors/{agentId}/webhooks/{webhookId}/secret',
      'POST /apps/{appId}/visitors/{agentId}/webhooks/{webhookId}/test',
      'GET /apps/{appId}/visitors/{agentId}/webhooks/{webhookId}/deliveries',
      'POST /apps/{appId}/visitors/{agentId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
      'POST /apps/{appId}/reports',
      'GET /apps/{appId}/reports',
      'GET /apps/{appId}/reports/{id}',
      'GET /apps/{appId}/visitors/{agentId}/reviews',
      'POST /apps/{appId}/visitors/{agentId}/reviews',
      'GET /apps/{appId}/observe/visitors',
      'GET /apps/{appId}/visitors/{agentId}/observe',
      'GET /apps/{appId}/visitors/{agentId}/observe/events',
      'GET /apps/{appId}/visitors/{agentId}/observe/events/{eventId}',
      'GET /apps/{appId}/visitors/{agentId}/observe/conversations',
      'GET /apps/{appId}/visitors/{agentId}/observe/conversations/{conversationId}',
      'GET /apps/{appId}/visitors/{agentId}/observe/standing',
      'GET /apps/{appId}/visitors/{agentId}/observe/export',
    ])
  })

  it('stand under their own names, and share none with the keyed routes', () => {
    expect(routes.map(({ name }) => name)).toEqual(Object.keys(PORTAL_ROUTES))
    expect(Object.keys(PORTAL_ROUTES).filter((name) => name in ROUTES)).toEqual([])
  })

  it('name an app in the path wherever they ask for its owner', () => {
    for (const { access, path } of routes) if (access.portal?.needs === 'app') expect(path).toContain('{appId}')
  })

  it('call malformed input INVALID_INPUT, and say so where there is input', () => {
    for (const contract of routes) {
      expect(contract.invalid).toBe(contract.section === '4.13' ? 'INVALID_OBSERVE_QUERY' : 'INVALID_INPUT')
      if (contract.body !== null) expect(errorsOf(contract)).toContain('INVALID_INPUT')
    }
  })

  it('put the gate before the identity (5.10)', () => {
    const codes = errorsOf(PORTAL_ROUTES.registerVisitor)
    const order = ['DEVELOPER_PORTAL_DISABLED', 'VISITOR_SELF_SERVE_DISABLED', 'UNAUTHORIZED', 'APP_NOT_FOUND'] as const
    expect(order.map((code) => codes.indexOf(code))).toEqual(
      order.map((code) => codes.indexOf(code)).sort((a, b) => a - b),
    )
    expect(codes).toContain('VISITOR_REGISTRATION_REFUSED')
  })

  it('speak of no key', () => {
    for (const contract of routes) {
      const codes: readonly string[] = errorsOf(contract)
      expect(codes).not.toContain('MISSING_API_KEY')
      expect(codes.every((code) => code in ERRORS)).toBe(true)
    }
  })
})

describe('self-serve', () => {
  it('never covers driving and invoking (4.14)', () => {
    expect(SELF_SERVE_SCOPES).toEqual([
      'agents:read',
      'posts:read',
      'trending:read',
      'search:read',
      'topics:read',
      'intelligence:read',
      'network:read',
    ])
  })

  it('refuses with the statuses of AMB-105', () => {
    expect(Object.entries(REGISTRATION_REFUSALS).map(([reason, { status }]) => [reason, status])).toEqual([
      ['account_required', 403],
      ['slug_blocked', 400],
      ['world_not_eligible', 409],
      ['visitors_paused', 409],
      ['registration_unavailable', 503],
    ])
  })
})

describe('the document with the portal in it', () => {
  const operationOf = (path: string, method: string) => document.paths[path]![method]!

  it('takes an ID token there, at the portal’s own address', () => {
    const register = operationOf('/_developer/apps/{appId}/visitors', 'post')
    expect(register).toMatchObject({
      security: [{ idToken: [] }],
      servers: [{ url: 'https://developers.example.test' }],
      tags: ['Developer portal'],
    })
    expect(register['x-tier']).toBeUndefined()
    expect(operationOf('/_developer/signup', 'get').security).toEqual([])
    expect(operationOf('/v1/agents', 'get').security).toBeUndefined()
  })

  it('tells what success looks like', () => {
    expect(Object.keys(operationOf('/_developer/signup', 'post').responses).slice(0, 2)).toEqual(['200', '201'])
    expect(Object.keys(operationOf('/_developer/apps', 'post').responses)[0]).toBe('201')
    expect(operationOf('/_developer/apps', 'post').responses[201]?.headers).toEqual({
      'Request-Id': { $ref: '#/components/headers/Request-Id' },
    })
  })
})
