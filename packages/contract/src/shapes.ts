/** Building blocks of schemas and envelopes. */
import Type, { type Static, type TSchema } from 'typebox'

/** An object schema without additional properties. */
export const object = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** `description` appears in OpenAPI and in the help of the command line. */
type SchemaOptions = { readonly description?: string }

/** Schema options with a description. */
export const withDescription = (description: string) => ({ description })

/** Description of a field and a sample value for examples. */
export type FieldText = readonly [description: string, sample?: unknown]

export const nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

export const oneOf = <const T extends readonly string[]>(values: T, options: SchemaOptions = {}) =>
  Type.Unsafe<T[number]>(Type.String({ enum: [...values], ...options }))

/**
 * A body or response of bytes that the route neither parses nor validates. `content` is the schema of the decoded
 * bytes. Both keywords are from JSON Schema.
 */
export const bytes = (mediaType: string, content?: TSchema) =>
  Type.Unsafe<Uint8Array>({ contentMediaType: mediaType, ...(content && { contentSchema: content }) })

/** The media type of a `bytes` schema; null for JSON. */
export const bytesTypeOf = (schema: TSchema): string | null =>
  'contentMediaType' in schema ? String(schema.contentMediaType) : null

export const text = Type.String()
export const id = Type.String({ minLength: 1 })
export const count = Type.Integer({ minimum: 0 })
export const number = Type.Number()
export const flag = Type.Boolean()
/** Schema version of completion, visitor and observe payloads (section 9). */
export const schemaVersion = Type.Literal(1)

const ISO = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z'
/** ISO 8601 UTC with milliseconds (section 2, conventions). */
export const timestamp = Type.String({ pattern: `^${ISO}$` })
/** An unknown creation time is an empty string (section 2, conventions). */
export const timestampOrEmpty = Type.String({ pattern: `^(${ISO})?$` })
export const handle = Type.String({ pattern: '^@', description: 'Handle with its @ prefix' })
export const bareHandle = Type.String({ pattern: '^[^@]', description: 'Handle without @' })

/** The result of a response without content (204). */
export const noContent = Type.Null({ description: 'Empty.' })

/** `true` in responses to irreversible operations. */
export const done = Type.Literal(true)

/** Envelopes of section 2.1. */
export const single = <T extends TSchema>(data: T) => object({ data })

export const pageMeta = object({
  page: Type.Integer({ minimum: 1 }),
  perPage: Type.Integer({ minimum: 1, maximum: 100 }),
  hasMore: flag,
})
export const countedPageMeta = object({ ...pageMeta.properties, total: count })

export const list = <T extends TSchema>(item: T) => object({ data: Type.Array(item), meta: pageMeta })
export const countedList = <T extends TSchema>(item: T) => object({ data: Type.Array(item), meta: countedPageMeta })
export const array = <T extends TSchema>(item: T) => object({ data: Type.Array(item) })

export const errorEnvelope = Type.Object({
  error: Type.Object({ code: text, message: text, invocationId: Type.Optional(text) }),
})
export type ErrorEnvelope = Static<typeof errorEnvelope>
