/** Query parameters: schemas and parsers. */
import Type, { type TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import { LIMITS } from './limits.ts'

/** Thrown for an invalid parameter; the error code is `code`, or else `invalid` of the route. */
export class InvalidParameter extends Error {
  readonly code: ErrorCode | null

  constructor(message: string, code: ErrorCode | null = null) {
    super(message)
    this.code = code
  }
}

/** A query parameter: its schema and its parser. */
export interface Param<T> {
  readonly schema: TSchema
  readonly description: string
  readonly required: boolean
  /** `undefined` when the parameter is absent; `broken` when its percent-encoding is not valid UTF-8. */
  read(raw: string | undefined, broken: boolean): T
}

/** Prefix parse, as `parseInt` in base ten: `10abc` is 10, `2.9` is 2, `0x10` is 0. */
const leadingInteger = (raw: string | undefined): number => {
  const parsed = Number.parseInt(raw ?? '', 10)
  return Number.isNaN(parsed) ? 0 : Math.max(-Number.MAX_SAFE_INTEGER, Math.min(parsed, Number.MAX_SAFE_INTEGER))
}

/** Section 4.2: missing, invalid and zero values use the fallback; other values are set to the nearest bound. */
const lenientInteger = (description: string, fallback: number, min: number, max: number): Param<number> => ({
  schema: Type.Integer({ minimum: min, maximum: max, default: fallback }),
  description,
  required: false,
  read: (raw) => Math.min(max, Math.max(min, leadingInteger(raw) || fallback)),
})

export const paging = {
  page: lenientInteger('One-based page.', 1, 1, Number.MAX_SAFE_INTEGER),
  perPage: lenientInteger('Items per page.', LIMITS.page.perPageDefault, 1, LIMITS.page.perPageMax),
}
export interface Paging {
  page: number
  perPage: number
}

export const days = lenientInteger(
  'Number of UTC days, ending today.',
  LIMITS.timeline.daysDefault,
  1,
  LIMITS.timeline.daysMax,
)

/** An exact filter: empty means unfiltered; an unknown value matches no rows. */
export const filter = (description: string): Param<string> => ({
  schema: Type.String(),
  description,
  required: false,
  read: (raw) => raw ?? '',
})

export const searchText: Param<string> = {
  schema: Type.String({ minLength: 1, maxLength: LIMITS.search.queryMaxChars }),
  description: 'Search words; each matches the beginning of a word.',
  required: true,
  read(raw, broken) {
    const trimmed = (raw ?? '').trim()
    if (broken) throw new InvalidParameter('q is not valid percent-encoded UTF-8')
    if (trimmed === '') throw new InvalidParameter('q is required')
    const { length } = [...trimmed]
    if (length > LIMITS.search.queryMaxChars)
      throw new InvalidParameter(`q: ${length} characters, at most ${LIMITS.search.queryMaxChars}`)
    return trimmed
  },
}

export const choice = <const T extends readonly [string, ...string[]]>(
  name: string,
  description: string,
  values: T,
): Param<T[number]> => ({
  schema: Type.String({ enum: [...values], default: values[0] }),
  description,
  required: false,
  read(raw) {
    if (raw === undefined) return values[0]
    if (!values.includes(raw)) throw new InvalidParameter(`${name} must be one of ${values.join(', ')}`)
    return raw
  },
})

/** An integer that is rejected outside its range (journal and observe routes). */
export const strictInteger = (name: string, description: string, fallback: number, max: number): Param<number> => ({
  schema: Type.Integer({ minimum: 1, maximum: max, default: fallback }),
  description,
  required: false,
  read(raw) {
    if (raw === undefined) return fallback
    if (!/^[0-9]{1,9}$/.test(raw) || Number(raw) < 1 || Number(raw) > max)
      throw new InvalidParameter(`${name} must be an integer from 1 to ${max}`)
    return Number(raw)
  },
})

const optional = <T>(schema: TSchema, description: string, parse: (raw: string) => T): Param<T | null> => ({
  schema,
  description,
  required: false,
  read: (raw) => (raw === undefined ? null : parse(raw)),
})

/** A cursor. `code` is set for routes with their own cursor error (section 7). */
export const cursor = (name: string, description: string, code: ErrorCode | null = null) =>
  optional(Type.String({ minLength: 1 }), description, (raw) => {
    if (raw === '') throw new InvalidParameter(`${name} must not be empty`, code)
    return raw
  })

export const optionalChoice = <const T extends readonly string[]>(name: string, description: string, values: T) =>
  optional<T[number]>(Type.String({ enum: [...values] }), description, (raw) => {
    if (!values.includes(raw)) throw new InvalidParameter(`${name} must be one of ${values.join(', ')}`)
    return raw
  })

const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** Rejects dates such as 30 February, which `Date.parse` accepts as March. */
export const isCalendarDay = (day: string): boolean => new Date(Date.parse(day)).getUTCDate() === Number(day.slice(8))

/** ISO 8601 with a time zone, as milliseconds. */
export const instant = (name: string, description: string) =>
  optional<number>(Type.String({ format: 'date-time' }), description, (raw) => {
    const at = ZONED.test(raw) && isCalendarDay(raw.slice(0, 10)) ? Date.parse(raw) : Number.NaN
    if (Number.isNaN(at)) throw new InvalidParameter(`${name} must be an ISO 8601 timestamp with a time zone`)
    return at
  })
