import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { asyncApi } from './asyncapi.ts'
import { DOCUMENTED_ROUTES } from './documented.ts'
import { type OpenApiDocument, openApi } from './openapi.ts'
import { OPERATOR_ROUTES } from './operator/routes.ts'
import { STREAM_ROUTES } from './streams.ts'

const serverUrl = 'https://api.example.test'
const DOCUMENTS: Record<string, OpenApiDocument> = {
  public: openApi(DOCUMENTED_ROUTES, { serverUrl, version: '1.0.0' }),
  operator: openApi(OPERATOR_ROUTES, { audience: 'operator', serverUrl, version: '1.0.0' }),
}
const streams = asyncApi({ serverUrl, version: '1.0.0' })

/** Every schema of a document with the way to it; examples and samples are no schemas. */
function* schemasIn(value: unknown, way: string): Generator<[string, Record<string, any>]> {
  if (Array.isArray(value)) for (const [n, one] of value.entries()) yield* schemasIn(one, `${way}/${n}`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  yield [way, value]
  for (const [key, inner] of Object.entries(value))
    if (key !== 'example' && key !== 'examples' && key !== 'x-error-codes') yield* schemasIn(inner, `${way}/${key}`)
}

function undescribed(document: object): string[] {
  const missing: string[] = []
  for (const [way, { type, properties }] of schemasIn(document, '')) {
    if (type !== 'object' || properties === undefined) continue
    for (const [field, schema] of Object.entries(properties as Record<string, { description?: string }>))
      if (!schema.description) missing.push(`${way}/${field}`)
  }
  return missing
}

/** A schema as the validator takes it: references written out, none of them leads back to itself. */
function resolved(value: unknown, document: { components: { schemas: object } }): any {
  if (Array.isArray(value)) return value.map((one) => resolved(one, document))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) {
    const name = String(value.$ref).replace('#/components/schemas/', '')
    return resolved((document.components.schemas as Record<string, unknown>)[name], document)
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, document)]))
}

interface Media {
  readonly schema?: object
  readonly example?: unknown
  readonly examples?: Record<string, { value: unknown }>
}

/** Request bodies and successes, with the media that they come in. */
function* mediaOf(document: OpenApiDocument): Generator<[string, Media]> {
  for (const operations of Object.values(document.paths))
    for (const { operationId, requestBody, responses } of Object.values(operations)) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      const parts = [...(requestBody === undefined ? [] : [['body', requestBody] as const]), ...successes]
      for (const [part, { content }] of parts)
        for (const [type, media] of Object.entries((content ?? {}) as unknown as Record<string, Media>))
          yield [`${operationId} ${part} ${type}`, media]
    }
}

describe.each(Object.entries(DOCUMENTS))('the %s OpenAPI document', (_, document) => {
  it('describes every field', () => {
    expect(undescribed(document)).toEqual([])
  })

  it('has an example of every body and every success, and each of them is valid', () => {
    for (const [where, { schema, example, examples }] of mediaOf(document)) {
      if (schema === undefined) continue
      const values = example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example]
      expect(values.length, where).toBeGreaterThan(0)
      const whole = resolved(schema, document)
      for (const value of values) expect([where, value, Check(whole, value)]).toEqual([where, value, true])
    }
  })

  it('cites no text that its reader cannot open', () => {
    expect(JSON.stringify(document)).not.toMatch(/\b(section|reading|rule) \d|AMB-\d|\bADR\b/i)
  })
})

describe('the AsyncAPI document', () => {
  it('describes every field', () => {
    expect(undescribed(streams.components.schemas)).toEqual([])
  })

  it('has a channel and an operation for each stream, and a message for each kind and for the end', () => {
    expect(Object.keys(streams.channels)).toEqual(Object.keys(STREAM_ROUTES))
    expect(Object.keys(streams.operations)).toEqual(Object.keys(STREAM_ROUTES))
    for (const [name, { messages }] of Object.entries(streams.channels))
      expect((streams.operations[name]!.messages as { $ref: string }[]).map(({ $ref }) => $ref)).toEqual(
        Object.keys(messages as object).map((message) => `#/channels/${name}/messages/${message}`),
      )
  })

  it('has a valid example of every message', () => {
    for (const [name, message] of Object.entries(streams.components.messages)) {
      const { payload, examples } = message as unknown as { payload: object; examples: { payload: unknown }[] }
      const whole = resolved(payload, streams)
      for (const example of examples)
        expect([name, example.payload, Check(whole, example.payload)]).toEqual([name, example.payload, true])
    }
  })
})
