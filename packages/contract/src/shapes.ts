import Type, { type Static, type TSchema } from 'typebox'

/** Strict objects: an answer carries the fields it promises and no others. */
export const object = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** `description` stands in the document and in the help of the command line. */
type Said = { readonly description?: string }

export const nullable = <T extends TSchema>(schema: T, said: Said = {}) => Type.Union([schema, Type.Null()], said)

export const oneOf = <const T extends readonly string[]>(values: T, said: Said = {}) =>
  Type.Unsafe<T[number]>(Type.String({ enum: [...values], ...said }))

/**
 * A body or an answer that is handed on as bytes, neither parsed nor checked by the route. `content` says what the
 * bytes hold; the two keywords are those of JSON Schema for content in another form.
 */
export const bytes = (mediaType: string, content?: TSchema) =>
  Type.Unsafe<Uint8Array>({ contentMediaType: mediaType, ...(content && { contentSchema: content }) })

/** The media type of a schema made by `bytes`; null for JSON that is parsed and checked. */
export const bytesTypeOf = (schema: TSchema): string | null =>
  'contentMediaType' in schema ? String(schema.contentMediaType) : null

export const text = Type.String()
export const id = Type.String({ minLength: 1 })
export const count = Type.Integer({ minimum: 0 })
export const number = Type.Number()
export const flag = Type.Boolean()
/** Section 9: the generation of a payload, carried by completion, visitor and observe payloads. */
export const schemaVersion = Type.Literal(1)

const ISO = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z'
/** ISO 8601 UTC with milliseconds (section 2, conventions). */
export const timestamp = Type.String({ pattern: `^${ISO}$` })
/** A creation time that the store does not know is an empty string (section 2, conventions). */
export const timestampOrEmpty = Type.String({ pattern: `^(${ISO})?$` })
export const handle = Type.String({ pattern: '^@', description: 'Handle with its @ prefix' })
export const bareHandle = Type.String({ pattern: '^[^@]', description: 'Handle without @' })

/** `true`, in answers to what cannot be undone. */
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
