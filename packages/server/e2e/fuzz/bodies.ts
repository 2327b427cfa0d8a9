// Random request bodies for the fuzz tests, from JSON schemas and malformed samples.
import type { Chance } from './chance.ts'

/** Values that no field accepts. */
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  0.5,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u061c',
  "'; drop table posts; --",
  'x'.repeat(600),
  'y'.repeat(20_000),
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: null, constructor: { prototype: 1 } },
  [null, null],
  '2026-03-10T12:00:00.000Z',
  'a@b.example',
]

/** Texts that are no valid JSON. */
export const MALFORMED: readonly string[] = [
  '{',
  '[]',
  '"',
  'null',
  '1e999',
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"name":"\\ud800"}',
  '['.repeat(3_000),
  `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  'a=b&a=c&%',
  '\u0000',
  '\ufeff{}',
  '{"a":"\u0001"}',
]

/** As much of JSON Schema as the contract uses. */
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
}

const TEXTS = ['harbour', 'Hello @ada', 'agt_fuzz', 'post_fuzz', 'spam', 'e2e4', 'x', '2026-03-10T12:00:00.000Z']
const DEPTH_MAX = 5
/** So rarely that most bodies get past the first check. */
const HOSTILE_ONCE_IN = 12

/** A value that fits a schema, but for a hostile one now and then. */
function fitting(schema: Schema, chance: Chance, depth = 0): unknown {
  if (chance.once(HOSTILE_ONCE_IN)) return chance.of(HOSTILE_VALUES)
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return chance.of(schema.enum)
  if (schema.anyOf !== undefined) return fitting(chance.of(schema.anyOf), chance, depth)
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const fields: Record<string, unknown> = {}
      for (const [name, of] of Object.entries(properties))
        if (required.includes(name) ? !chance.once(20) : chance.once(3)) fields[name] = fitting(of, chance, depth + 1)
      if (chance.once(15)) fields[chance.of(['constructor', 'x', '', 'worldId'])] = chance.of(HOSTILE_VALUES)
      return fields
    }
    case 'array':
      return depth > DEPTH_MAX || schema.items === undefined
        ? []
        : Array.from({ length: chance.below(3) }, () => fitting(schema.items!, chance, depth + 1))
    case 'integer':
    case 'number': {
      const from = schema.minimum ?? 0
      return from + chance.below((schema.maximum ?? from + 100) - from + 1)
    }
    case 'boolean':
      return chance.once(2)
    case 'null':
      return null
    default:
      return chance.of(TEXTS)
  }
}

/** The same as a sample, but for a hostile member or two. */
function twisted(sample: unknown, chance: Chance): unknown {
  if (chance.once(HOSTILE_ONCE_IN)) return chance.of(HOSTILE_VALUES)
  if (Array.isArray(sample)) return sample.map((item) => twisted(item, chance))
  if (typeof sample !== 'object' || sample === null) return sample
  const twistedObject: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sample)) if (!chance.once(25)) twistedObject[name] = twisted(value, chance)
  return twistedObject
}

/** Source of a random body: a schema of the contract, or a sample that would be served. */
export type BodyPlan =
  | { readonly schema: object }
  | { readonly samples: readonly unknown[] }
  | { readonly texts: readonly string[] }
  | null

export function bodyFor(plan: BodyPlan, chance: Chance): string {
  if (plan === null || chance.once(8)) return chance.of(MALFORMED)
  if ('texts' in plan) return chance.of(plan.texts)
  const value = 'schema' in plan ? fitting(plan.schema, chance) : twisted(chance.of(plan.samples), chance)
  return JSON.stringify(value) ?? ''
}
