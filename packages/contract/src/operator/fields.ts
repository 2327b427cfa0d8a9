/** Common fields of operator routes. */
import Type, { type TSchema } from 'typebox'
import { LIMITS } from '../limits.ts'
import { object } from '../shapes.ts'

/** Common options of operator routes: token, no section of the specification, error code for invalid input. */
export const operator = { section: null, access: { operator: true }, invalid: 'INVALID_INPUT' } as const

/** Body of a PATCH: all fields optional. `Type.Partial` would allow unknown members. */
export const optional = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Partial(object(properties), { additionalProperties: false })

export const name = (description: string) =>
  Type.String({ minLength: LIMITS.text.name.min, maxLength: LIMITS.text.name.max, description })
export const reference = (description?: string) =>
  Type.String({ minLength: 1, maxLength: LIMITS.text.reference.max, ...(description && { description }) })
/** A timestamp by pattern; the handler checks that the calendar date exists. */
export const moment = Type.String({ minLength: 20, maxLength: 40 })
export const createdAtField = Type.String({
  minLength: 20,
  maxLength: 40,
  description: 'creation time (ISO 8601, can be in the past)',
})
