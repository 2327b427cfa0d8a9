import type { FieldText } from './field-text.ts'
import { FIELDS_OF_CONTENT } from './field-texts-content.ts'
import { FIELDS_OF_OPERATORS } from './field-texts-operator.ts'
import { FIELDS_BY_SHAPE } from './field-texts-shapes.ts'
import { FIELDS_OF_VISITORS } from './field-texts-visitors.ts'

/** A name means the same wherever it stands; where it does not, its shape (or operation) stands before it. */
const FIELDS: Readonly<Record<string, FieldText>> = {
  ...FIELDS_OF_OPERATORS,
  ...FIELDS_OF_CONTENT,
  ...FIELDS_OF_VISITORS,
}

/** Looks under the shape or operation that the field stands in, then under its name alone. */
export const fieldText = (shape: string, field: string): FieldText | undefined =>
  FIELDS_BY_SHAPE[`${shape}.${field}`] ?? FIELDS[field]
