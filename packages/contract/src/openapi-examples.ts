import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { fieldText } from './field-texts.ts'
import { NAMED } from './openapi-names.ts'

/** The keywords of JSON Schema that our shapes are made of. */
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

/** For strings that no sample is known for; the first that a pattern takes. */
const STRINGS = ['lark', '@lark', '2026-11-16T08:30:00.000Z', '2026-11-16']

/** The shape or operation that a value stands in, and the field, by which its sample is found. */
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

/** What its own description says is ignored. */
const isIgnored = (schema: TSchema): boolean => (schema as Keywords).description?.startsWith('Ignored') ?? false

function objectOf({ properties = {}, required = [] }: Keywords, shape: string): object {
  const wanted = Object.entries(properties).filter(
    // What can be absent is shown where a value for it is known.
    ([field, schema]) => required.includes(field) || (fieldText(shape, field)?.[1] !== undefined && !isIgnored(schema)),
  )
  return Object.fromEntries(wanted.map(([field, schema]) => [field, exampleOf(schema, { shape, field })]))
}

/** A value that the schema takes, of samples where they are known. */
export function exampleOf(schema: TSchema, { shape: outer, field }: Place): unknown {
  const shape = NAMED.get(schema) ?? outer
  const sample = field === undefined ? undefined : fieldText(outer, field)?.[1]
  if (sample !== undefined && Check(schema, sample)) return sample
  const known = schema as Keywords
  if (known.examples !== undefined) return known.examples[0]
  if ('const' in known) return known.const
  if (known.enum !== undefined) return known.enum[0]
  if (known.anyOf !== undefined) {
    const fitting = known.anyOf.find((one) => sample !== undefined && Check(one, sample)) ?? known.anyOf[0]!
    return exampleOf(fitting, field === undefined ? { shape } : { shape: outer, field })
  }
  if (known.type === 'array') return known.items === undefined ? [] : [exampleOf(known.items, { shape })]
  return known.properties === undefined ? scalarOf(schema) : objectOf(known, shape)
}

/** What tells one variant of a union from the others: its only field, or the value of the first that is fixed. */
function nameOf(schema: TSchema, n: number): string {
  const { properties = {} } = schema as Keywords
  const fields = Object.keys(properties)
  if (fields.length === 1) return fields[0]!
  const fixed = Object.entries(properties).find(([name, one]) => name !== 'schemaVersion' && 'const' in one)
  return fixed === undefined ? `variant${n + 1}` : `${fixed[0]}-${String((fixed[1] as Keywords).const)}`
}

type Example = { readonly value: unknown }

/** An example, or one for each variant of what is sent or answered. */
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
