/** Conversion of schemas to OpenAPI content. */
import type { TSchema } from 'typebox'
import { fieldText } from './field-texts.ts'
import { examplesOf } from './openapi-examples.ts'
import { NAMED } from './openapi-names.ts'
import { bytesTypeOf } from './shapes.ts'
import { STREAM_TYPES } from './streams.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** Converts schemas to plain JSON, replaces named schemas by references and collects them. */
export function components({ besideRef }: { readonly besideRef: boolean }) {
  const schemas: Record<string, Json> = {}

  function write(value: unknown, shape: string): Json {
    const name = NAMED.get(value)
    if (name === undefined) return spell(value, shape)
    if (!(name in schemas)) {
      schemas[name] = {}
      schemas[name] = spell(value, name)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Adds a description to each field: its own, or the text for its name in this schema. */
  function fields(properties: object, shape: string): Json {
    return Object.fromEntries(
      Object.entries(properties).map(([field, schema]) => {
        const written = write(schema, shape) as JsonObject
        const text = fieldText(shape, field)?.[0]
        if ('description' in written || text === undefined) return [field, written]
        return [field, { ...('$ref' in written && !besideRef ? { allOf: [written] } : written), description: text }]
      }),
    )
  }

  function spell(value: unknown, shape: string): Json {
    if (Array.isArray(value)) return value.map((one) => write(one, shape))
    if (typeof value !== 'object' || value === null) return value as Json
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'properties' && 'type' in value ? fields(inner, shape) : write(inner, shape),
      ]),
    )
  }

  return { schemas, write }
}

/** Converts a schema in the context of a named schema or operation. */
export type Write = (schema: TSchema, shape: string) => Json

const examplePart = (schema: TSchema, operation: string): JsonObject => {
  const examples = examplesOf(schema, operation) as unknown as Record<string, JsonObject>
  const [only, ...others] = Object.values(examples)
  return others.length === 0 ? { example: only!.value! } : { examples }
}

/** Sample event in each stream format. */
const STREAMED: Record<(typeof STREAM_TYPES)[number], (event: { cursor: string; kind: string }) => string> = {
  'text/event-stream': (event) => `id: ${event.cursor}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`,
  'application/x-ndjson': (event) => `${JSON.stringify(event)}\n`,
}

/** Content of a stream: each `data` field or line is one JSON document. */
function streamContent(event: TSchema, name: string, write: Write): JsonObject {
  const schema = {
    type: 'string',
    description: 'Events, each one line of JSON.',
    contentMediaType: 'application/json',
    contentSchema: write(event, name),
  }
  const [sample] = Object.values(examplesOf(event, name)) as { value: { cursor: string; kind: string } }[]
  return Object.fromEntries(STREAM_TYPES.map((type) => [type, { schema, example: STREAMED[type](sample!.value) }]))
}

/** OpenAPI content of a schema; `bytes` schemas keep their media type, others are JSON. */
export function contentOf(schema: TSchema, name: string, write: Write): JsonObject {
  const mediaType = bytesTypeOf(schema)
  if (mediaType === null) return { 'application/json': { schema: write(schema, name), ...examplePart(schema, name) } }
  if (!('contentSchema' in schema)) return { [mediaType]: {} }
  const content = schema.contentSchema as TSchema
  return mediaType === STREAM_TYPES[0]
    ? streamContent(content, name, write)
    : { [mediaType]: { schema: write(content, name), ...examplePart(content, name) } }
}
