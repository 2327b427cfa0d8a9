import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { openApi } from '../openapi.ts'
import { errorsOf, type OperatorRoute } from '../route.ts'
import { bytesTypeOf } from '../shapes.ts'
import { OPERATOR_ROUTES } from './routes.ts'

const routes: readonly OperatorRoute[] = Object.values(OPERATOR_ROUTES)
const document = openApi(OPERATOR_ROUTES, {
  audience: 'operator',
  serverUrl: 'http://127.0.0.1:8081',
  version: '1.0.0',
})
const operationOf = (path: string, method: string) => document.paths[path]![method]!

function objects(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(objects)
  return Array.isArray(value) ? below : [value as Record<string, unknown>, ...below]
}

describe('the operator routes', () => {
  it('are those of the operator API', () => {
    expect(routes.map(({ method, path }) => `${method} ${path.replace('/_operator', '')}`)).toEqual([
      'GET /keys',
      'POST /keys',
      'GET /keys/{id}',
      'PATCH /keys/{id}',
      'GET /keys/{id}/rows',
      'DELETE /keys/{id}',
      'POST /keys/{id}/rotate',
      'GET /apps',
      'POST /apps',
      'GET /apps/{id}',
      'PATCH /apps/{id}',
      'POST /apps/{id}/client-secret',
      'GET /developers',
      'GET /developers/{uid}',
      'PATCH /developers/{uid}',
      'DELETE /developers/{uid}/second-factor',
      'GET /developers/{uid}/export',
      'POST /developers/{uid}/erase',
      'POST /developers/{email}/confirm-link',
      'GET /sign-ups',
      'POST /developers/{uid}/approve',
      'POST /developers/{uid}/deny',
      'GET /invites',
      'POST /invites',
      'DELETE /invites/{id}',
      'GET /worlds',
      'POST /worlds',
      'GET /worlds/{id}',
      'PATCH /worlds/{id}',
      'GET /worlds/{id}/rows',
      'DELETE /worlds/{id}',
      'POST /worlds/{id}/fork',
      'POST /worlds/{id}/happenings',
      'POST /worlds/{id}/facts',
      'GET /worlds/{id}/facts/{factId}',
      'POST /worlds/{id}/interviews',
      'GET /visitors',
      'POST /visitors',
      'POST /visitors/{agentId}/release',
      'POST /visitors/{agentId}/erase',
      'GET /webhooks',
      'PATCH /webhooks/{id}',
      'GET /connections',
      'DELETE /connections/{id}',
      'GET /agents',
      'PATCH /agents/{id}',
      'GET /posts',
      'PATCH /posts/{id}',
      'PATCH /replies/{id}',
      'PATCH /messages/{id}',
      'DELETE /posts/{id}',
      'DELETE /replies/{id}',
      'GET /moderation/queue',
      'GET /moderation',
      'DELETE /moderation/{id}',
      'POST /moderation/preview',
      'GET /reports',
      'PATCH /reports/{id}',
      'POST /import',
      'GET /export',
      'GET /switches',
      'GET /config',
      'PATCH /config',
      'GET /clock',
      'PUT /clock',
      'GET /audit',
      'GET /tokens/keys',
      'POST /tokens/rotate',
      'GET /operators',
      'POST /operators',
      'DELETE /operators/{name}',
      'POST /operators/{name}/rotate',
      'DELETE /operators/{name}/second-factor',
      'GET /status',
      'GET /nodes',
      'GET /errors',
      'GET /requests',
      'GET /activity',
      'GET /metrics',
      'GET /openapi.json',
    ])
  })

  it('stand under their own names', () => {
    expect(routes.map(({ name }) => name)).toEqual(Object.keys(OPERATOR_ROUTES))
  })

  it('take the operator token and nothing else', () => {
    for (const contract of routes) {
      expect(contract.access).toEqual({ operator: true })
      expect(errorsOf(contract).slice(0, 3)).toEqual(['UNAUTHORIZED', 'OPERATOR_ROLE_REQUIRED', 'INTERNAL_ERROR'])
    }
  })

  it('call malformed input INVALID_INPUT, and say so where there is a body', () => {
    for (const contract of routes) {
      expect(contract.invalid).toBe('INVALID_INPUT')
      if (contract.body !== null) expect(contract.errors).toContain('INVALID_INPUT')
    }
  })

  it('answer a creation of a new record with 201', () => {
    expect(routes.filter(({ statuses }) => statuses.includes(201)).map(({ name }) => name)).toEqual([
      'createKey',
      'createApp',
      'createInvite',
      'createWorld',
      'forkWorld',
      'planHappening',
      'tellFact',
      'createVisitor',
      'addOperator',
    ])
  })

  it('describe every field of a body that has names, for the help of the command line', () => {
    for (const { name, body } of routes) {
      const { properties = {} } = (body ?? {}) as { properties?: Record<string, TSchema & { description?: string }> }
      for (const [field, schema] of Object.entries(properties))
        expect(schema.description ?? '', `${name}.${field}`).not.toBe('')
    }
  })

  it('hand on files and metrics as bytes, and nothing else', () => {
    const asBytes = routes.flatMap(({ name, body, result }) => [
      ...(body !== null && bytesTypeOf(body) !== null ? [`${name} takes ${bytesTypeOf(body)}`] : []),
      ...(bytesTypeOf(result) === null ? [] : [`${name} gives ${bytesTypeOf(result)}`]),
    ])
    expect(asBytes).toEqual([
      'exportDeveloper gives application/json',
      'interviewResidents gives application/x-ndjson',
      'importWorld takes application/json',
      'exportWorld gives application/json',
      'getMetrics gives text/plain; version=0.0.4; charset=utf-8',
    ])
  })

  it('read 64 MiB of a world file and 1 MiB of anything else', () => {
    for (const { name, bodyBytesMax } of routes)
      expect(bodyBytesMax).toBe(LIMITS.body_bytes[name === 'importWorld' ? 'worldFile' : 'request'])
  })
})

describe('the document of the operator API', () => {
  it('takes the token, and knows no key, rate limit or section', () => {
    expect(document.security).toEqual([{ operatorToken: [] }])
    expect(Object.keys(document.components.securitySchemes)).toEqual(['operatorToken'])
    expect(document.components.headers).toHaveProperty('Request-Id')
    const written = JSON.stringify(document)
    expect(written).not.toContain('RateLimit')
    expect(written).not.toContain('x-tier')
    expect(written).not.toContain('Section null')
  })

  it('has one operation for each route', () => {
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((o) => o.operationId))
    expect(ids.sort()).toEqual(Object.keys(OPERATOR_ROUTES).sort())
  })

  it('resolves every reference, and holds no component that nothing refers to', () => {
    const used = new Set(objects(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])))
    const { schemas, headers } = document.components
    const named = Object.entries({ schemas, headers }).flatMap(([part, named]) =>
      Object.keys(named).map((name) => `#/components/${part}/${name}`),
    )
    expect([...used].sort()).toEqual(named.sort())
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[\w.-]+$/)
  })

  it('describes bytes by their media type and what they hold', () => {
    const file = { 'application/json': { schema: { $ref: '#/components/schemas/WorldFile' } } }
    expect(operationOf('/_operator/import', 'post').requestBody).toMatchObject({ required: true, content: file })
    expect(operationOf('/_operator/export', 'get').responses[200]).toMatchObject({ content: file })
    expect(operationOf('/metrics', 'get').responses[200]?.content).toMatchObject({
      'text/plain; version=0.0.4; charset=utf-8': { schema: { type: 'string' } },
    })
    expect(JSON.stringify(document)).not.toContain('contentMediaType')
  })

  it('sorts operations by subject', () => {
    expect(document.tags.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['keys', 'apps', 'worlds', 'moderation', 'system']),
    )
    expect(operationOf('/_operator/keys/{id}', 'get').tags).toEqual(['keys'])
  })
})
