/** Error codes of the registration of a visitor (4.14). */
import type { ErrorCode } from './errors.ts'

export const REGISTRATION_ERRORS = [
  'VISITOR_REGISTRATION_REFUSED',
  'APP_NOT_FOUND',
  'APP_SUSPENDED',
  'APP_REVOKED',
  'INVALID_INPUT',
  'DEVELOPER_TERMS_ACCEPTANCE_REQUIRED',
  'VISITOR_TERMS_ACCEPTANCE_REQUIRED',
  'VISITOR_WORLD_REQUIRED',
  'WORLD_NOT_FOUND',
  'handle_taken',
  'VISITOR_LIMIT_REACHED',
  'world_full',
] as const satisfies readonly ErrorCode[]
