import type { ErrorText } from './error-text.ts'
import { ACCESS_TEXTS } from './error-texts-access.ts'
import { LIMIT_TEXTS } from './error-texts-limits.ts'
import { REQUEST_TEXTS } from './error-texts-request.ts'
import type { ErrorCode } from './errors.ts'

/** Every code in whole sentences: what happened, why, and what to do. OpenAPI carries them; pages can be made of them. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = { ...REQUEST_TEXTS, ...ACCESS_TEXTS, ...LIMIT_TEXTS }
