/** Examples for OpenAPI. */
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { fieldText } from './field-texts.ts'
import { NAMED } from './openapi-names.ts'

/** JSON Schema keywords that our schemas use. */
interface Keywords {
  readonly type?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly minimum?: number
}

/** Fallback samples for strings; the first that matches the pattern is used. */
const STRINGS = ['lark', '@lark', '2026-11-16T08:30:00.000Z', '2026-11-16']

/** The schema or operation and the field that select a sample. */
interface Place {
  readonly shape: string
  readonly field?: string
}

function scalarOf(schema: TSchema): unknown {
  const { type, minimum = 1 } = schema as Keywords
  switch (type) {
    case 'string':
      return STRINGS.find((text) => Check(schema, text)) ?? ''
    case 'integer':
    case 'number':
      return minimum
    case 'boolean':
      return false
    default:
      return type === 'object' ? {} : null
  }
}

/** Whether the description marks the field as ignored. */
const isIgnored = (schema: TSchema): boolean => (schema as Keywords).description?.startsWith('Ignored') ?? false

function objectOf({ properties = {}, required = [] }: Keywords, shape: string): object {
  const wanted = Object.entries(properties).filter(
    // Optional fields appear if they have a sample.
    ([field, schema]) => required.includes(field) || (fieldText(shape, field)?.[1] !== undefined && !isIgnored(schema)),
  )
  return Object.fromEntries(wanted.map(([field, schema]) => [field, exampleOf(schema, { shape, field })]))
}

/** A valid example of a schema, with the samples of its fields. */
export function exampleOf(schema: TSchema, { shape: outer, field }: Place): unknown {
  const shape = NAMED.get(schema) ?? outer
  const sample = field === undefined ? undefined : fieldText(outer, field)?.[1]
  if (sample !== undefined && Check(schema, sample)) return sample
  const keywords = schema as Keywords
  if (keywords.examples !== undefined) return keywords.examples[0]
  if ('const' in keywords) return keywords.const
  if (keywords.enum !== undefined) return keywords.enum[0]
  if (keywords.anyOf !== undefined) {
    const fitting = keywords.anyOf.find((one) => sample !== undefined && Check(one, sample)) ?? keywords.anyOf[0]!
    return exampleOf(fitting, field === undefined ? { shape } : { shape: outer, field })
  }
  if (keywords.type === 'array') return keywords.items === undefined ? [] : [exampleOf(keywords.items, { shape })]
  return keywords.properties === undefined ? scalarOf(schema) : objectOf(keywords, shape)
}

/** Name of a union variant: its only field, or the first field with a constant value. */
function nameOf(schema: TSchema, n: number): string {
  const { properties = {} } = schema as Keywords
  const fields = Object.keys(properties)
  if (fields.length === 1) return fields[0]!
  const fixed = Object.entries(properties).find(([name, one]) => name !== 'schemaVersion' && 'const' in one)
  return fixed === undefined ? `variant${n + 1}` : `${fixed[0]}-${String((fixed[1] as Keywords).const)}`
}

type Example = { readonly value: unknown }

/** One example, or one per union variant. */
export function examplesOf(schema: TSchema, operation: string): Readonly<Record<string, Example>> {
  const { anyOf, properties } = schema as Keywords
  const shape = NAMED.get(schema) ?? operation
  if (anyOf !== undefined)
    return Object.fromEntries(anyOf.map((one, n) => [nameOf(one, n), { value: exampleOf(one, { shape }) }]))
  const variants = (properties?.data as Keywords | undefined)?.anyOf
  if (variants === undefined) return { example: { value: exampleOf(schema, { shape }) } }
  const inner = NAMED.get(properties!.data) ?? operation
  const whole = exampleOf(schema, { shape }) as object
  return Object.fromEntries(
    variants.map((one, n) => [nameOf(one, n), { value: { ...whole, data: exampleOf(one, { shape: inner }) } }]),
  )
}
