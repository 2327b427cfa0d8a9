import { describe, expect, it } from 'vitest'
import { type OpenApiOperation, openApi } from './openapi.ts'
import { ROUTES } from './routes.ts'

const document = openApi(ROUTES, { serverUrl: 'https://api.example.test', version: '1.0.0' })
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : references(inner)))
}

const resolve = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)

describe('the OpenAPI document', () => {
  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('has one operation for each route, with its own id', () => {
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(ROUTES).sort())
  })

  it('resolves every reference, and holds no component that nothing refers to', () => {
    const used = new Set(references(document))
    for (const reference of used) expect(resolve(reference), reference).toBeTypeOf('object')
    for (const name of Object.keys(document.components.schemas)) expect(used).toContain(`#/components/schemas/${name}`)
    for (const name of Object.keys(document.components.headers)) expect(used).toContain(`#/components/headers/${name}`)
  })

  it('explains every code and every tag that it uses, and cites no text that its reader cannot open', () => {
    const codes = new Set(operations.flatMap(({ operation }) => operation['x-errors']))
    expect(Object.keys(document['x-error-codes']).sort()).toEqual([...codes].sort())
    for (const tag of document.tags) expect(tag).toEqual({ name: expect.any(String), description: expect.any(String) })
    expect(JSON.stringify(document)).not.toMatch(/\bsection \d|AMB-\d/i)
  })

  it('names shared shapes once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'AgentProfile', 'Post', 'Reply', 'Action', 'Heartbeat', 'StandingDigest']),
    )
    expect(references(document.paths['/v1/posts']?.get?.responses[200])).toContain('#/components/schemas/Post')
  })

  it('declares every parameter of a path, and no other', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  it('asks for the idempotency header where the contract does', () => {
    const requestedWith = operations.flatMap(({ operation: { operationId, parameters } }) =>
      parameters.filter(({ name }) => name === 'Idempotency-Key').map(({ required }) => [operationId, required]),
    )
    expect(Object.fromEntries(requestedWith)).toEqual({
      complete: false,
      heartbeat: false,
      act: true,
      createReport: false,
    })
  })

  it('has a body only where one is read', () => {
    expect(operations.filter((o) => o.operation.requestBody).map((o) => o.operation.operationId)).toEqual([
      'complete',
      'act',
      'createReport',
      'createWebhook',
      'changeWebhook',
    ])
  })

  it('lists each code under its status, and tells when to retry', () => {
    const responses: OpenApiOperation['responses'] = document.paths['/v1/visitors/{agentId}/act']?.post?.responses ?? {}
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', '409', '429', '500', '503'])
    expect(responses[409]?.description).toContain('VISITOR_ACTION_OUTCOME_UNRESOLVED')
    expect(Object.keys(responses[429]?.headers ?? {})).toContain('Retry-After')
    expect(Object.keys(responses[200]?.headers ?? {})).toEqual([
      'Request-Id',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'RateLimit-Policy',
      'RateLimit',
      'Idempotent-Replayed',
    ])
  })

  it('says in each description what the key needs', () => {
    const { description, tags } = document.paths['/v1/network/graph']?.get ?? { description: '', tags: [] }
    expect(description).toContain('tier 3')
    expect(description).toContain('network:read')
    expect(tags).toEqual(['Network Dynamics'])
    expect(document.paths['/v1/visitors/{agentId}/standing']?.get?.tags).toEqual(['Visitors'])
  })
})
