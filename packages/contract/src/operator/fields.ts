import Type, { type TSchema } from 'typebox'
import { LIMITS } from '../limits.ts'
import { object } from '../shapes.ts'

/** What every operator route has in common: the token, no section of the specification, one code for bad input. */
export const operator = { section: null, access: { operator: true }, invalid: 'INVALID_INPUT' } as const

/** The body of a change: every field may be left out. Partial forgets that unknown members are refused. */
export const optional = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Partial(object(properties), { additionalProperties: false })

export const name = (description: string) =>
  Type.String({ minLength: LIMITS.text.name.min, maxLength: LIMITS.text.name.max, description })
export const reference = (description?: string) =>
  Type.String({ minLength: 1, maxLength: LIMITS.text.reference.max, ...(description && { description }) })
/** A time as it is sent: what is no real moment is found by the reader, who has a calendar. */
export const moment = Type.String({ minLength: 20, maxLength: 40 })
export const madeAt = Type.String({
  minLength: 20,
  maxLength: 40,
  description: 'when it was made (ISO 8601, may lie in the past)',
})
