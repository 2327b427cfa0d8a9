// API errors thrown by the domain, and paging helpers.

import { ERRORS, type ErrorCode, type Paging } from '@agent-network/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { isJsonObject } from './json.ts'
import { nearestName, quoteSafely } from './text.ts'

export interface ApiErrorDetails {
  /** Replaces the default message of the code. */
  message?: string
  /** Only for codes whose status the specification lets vary. */
  status?: number
  retryAfterSeconds?: number
  /** Further members of `error`, such as `invocationId` or `candidates`. */
  extra?: Readonly<Record<string, unknown>>
}

/**
 * The only error type that the domain throws to callers. Each protocol adapter translates it; other errors are never
 * shown.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: ApiErrorDetails

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status(): number {
    return this.details.status ?? ERRORS[this.code].status
  }
}

export const notFound = (message: string): ApiError => new ApiError('NOT_FOUND', { message })
export const invalidInput = (message: string): ApiError => new ApiError('INVALID_INPUT', { message })

/** Section 4.2; a page number too large to multiply is past every end. */
export const offsetOf = ({ page, perPage }: Paging): number => Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)

export interface Page<T> {
  readonly items: T[]
  readonly hasMore: boolean
}

/** Queries read one row more than a page; that row shows whether there is another page. */
export const pageOf = <T>(rows: T[], { perPage }: Paging): Page<T> => ({
  items: rows.length > perPage ? rows.slice(0, perPage) : rows,
  hasMore: rows.length > perPage,
})

export const pageMeta = (paging: Paging, page: Page<unknown>) => ({
  page: paging.page,
  perPage: paging.perPage,
  hasMore: page.hasMore,
})

// ── Schema validation with messages in plain words ──

/** Checks values against one schema and explains what is wrong with an invalid one. */
export interface SchemaChecker {
  fits(value: unknown): boolean
  /** For an invalid value; `where` is the caller's path to the value, if any. */
  explain(value: unknown, where?: string): string
}

interface SchemaError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

/** The parts of JSON Schema that decide which fields a value may have. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

interface UnknownField {
  readonly path: string
  readonly name: string
  readonly knownNames: readonly string[]
}

type Compiled = ReturnType<typeof Compile>
const compilations = new WeakMap<TSchema, Compiled>()

/** Compiled once per process on first use, because compiling costs more than checking a small value. */
export function compileSchema(schema: TSchema): Compiled {
  const compiled = compilations.get(schema) ?? (Compile(schema) as unknown as Compiled)
  compilations.set(schema, compiled)
  return compiled
}

export function schemaCheckerOf(schema: TSchema): SchemaChecker {
  const check = () => compileSchema(schema)
  return {
    fits: (value) => check().Check(value),
    explain(value, where = '') {
      const unknown = findUnknownField(schema as Schema, value, where)
      if (unknown !== null) return explainUnknown(unknown)
      return explainMixed(schema as Schema, value, where) ?? explainErrors(check().Errors(value), where)
    },
  }
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** The alternatives of a schema; most have one. */
const formsOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(formsOf) ?? [schema]

/** The first field that no alternative of its object has. Open objects have no unknown fields. */
function findUnknownField(schema: Schema, value: unknown, path: string): UnknownField | null {
  const forms = formsOf(schema)
  const found = (below: readonly Schema[], inner: unknown, at: string): UnknownField | null =>
    below.length === 0 ? null : findUnknownField({ anyOf: below }, inner, at)
  if (Array.isArray(value)) {
    const items = forms.flatMap((form) => form.items ?? [])
    return first(value.entries(), ([i, item]) => found(items, item, `${path}[${i}]`))
  }
  if (!isJsonObject(value)) return null
  const objects = forms.filter((form) => form.properties !== undefined)
  const isClosed = objects.length > 0 && objects.every((form) => form.additionalProperties === false)
  const knownFields = [...new Set(objects.flatMap((form) => Object.keys(form.properties!)))]
  return first(Object.entries(value), ([name, inner]) => {
    if (isClosed && !knownFields.includes(name))
      return { path: join(path, quoteSafely(name)), name, knownNames: knownFields }
    const below = objects.flatMap((form) => (Object.hasOwn(form.properties!, name) ? form.properties![name]! : []))
    return found(below, inner, join(path, name))
  })
}

function first<T, R>(items: Iterable<T>, look: (item: T) => R | null): R | null {
  for (const item of items) {
    const result = look(item)
    if (result !== null) return result
  }
  return null
}

/** Fields that belong to different alternatives and cannot be combined. */
function explainMixed(schema: Schema, value: unknown, where: string): string | null {
  if (!isJsonObject(value)) return null
  const forms = formsOf(schema).map(({ properties }) => Object.keys(properties ?? {}))
  const has = (name: string) => (form: readonly string[]) => form.includes(name)
  const apart = Object.keys(value).filter((name) => forms.some(has(name)) && !forms.every(has(name)))
  if (apart.length < 2 || forms.some((form) => apart.every((name) => has(name)(form)))) return null
  return `${where === '' ? 'body' : where}: ${apart.join(' and ')} exclude each other, give one of them`
}

function explainUnknown({ path, name, knownNames }: UnknownField): string {
  const near = nearestName(name, knownNames)
  if (near !== null) return `unknown field ${path}; did you mean ${near}?`
  return `unknown field ${path}${knownNames.length === 0 ? '' : `; known are ${knownNames.join(', ')}`}`
}

/** Converts a JSON pointer: `/events/2/agentId` becomes `.events[2].agentId`. */
const memberOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')

const REASONS: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as string[]).join(', ')}`,
}

const missingOf = ({ params }: SchemaError): string =>
  (params as { requiredProperties: [string, ...string[]] }).requiredProperties[0]

/** The first error, or that of a part: then the value has the type of another alternative, and only the part is wrong. */
function innerErrorOf(errors: readonly SchemaError[]): SchemaError | undefined {
  const [head] = errors
  if (head === undefined || !['type', 'const'].includes(head.keyword)) return head
  return errors.find(({ instancePath }) => instancePath.startsWith(`${head.instancePath}/`)) ?? head
}

/**
 * The first error; for a value with several possible types, all types. Errors of alternatives with other fields are
 * left out.
 */
function explainErrors(all: readonly SchemaError[], where: string): string {
  const otherForms = all.filter(({ keyword }) => keyword === 'additionalProperties')
  const isOfOther = ({ schemaPath }: SchemaError) =>
    otherForms.some((form) => `${schemaPath}/`.startsWith(`${form.schemaPath}/`))
  const errors = all.filter((error) => !isOfOther(error))
  const head = innerErrorOf(errors)
  const path = (where + memberOf((head ?? otherForms[0]!).instancePath)).replace(/^\./, '')
  if (head === undefined) return `${path || 'body'}: has none of the forms it may have`
  const same = errors.filter((error) => error.instancePath === head.instancePath)
  if (head.keyword === 'required') {
    const missing = same.filter(({ keyword }) => keyword === 'required').map((error) => join(path, missingOf(error)))
    return `${[...new Set(missing)].join(' or ')}: is missing`
  }
  const reasons = same
    .filter(({ keyword }) => keyword === head.keyword || keyword === 'type')
    .map((error) => REASONS[error.keyword]?.(error.params as Record<string, unknown>) ?? error.message)
  return `${path || 'body'}: ${[...new Set(reasons)].join(' or ')}`
}
