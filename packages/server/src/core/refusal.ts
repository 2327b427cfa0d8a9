import { ERRORS, type ErrorCode } from '@agent-network/contract'

export interface RefusalDetails {
  /** Replaces the table's text where more can be said. */
  message?: string
  /** Only for codes whose status the specification lets vary. */
  status?: number
  retryAfterSeconds?: number
  /** Further members of `error`, such as `invocationId` or `candidates`. */
  extra?: Readonly<Record<string, unknown>>
}

/** The one thing the domain throws to say no. Each protocol's door translates it; nothing else is shown to callers. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? ERRORS[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status(): number {
    return this.details.status ?? ERRORS[this.code].status
  }
}

export const notFound = (message: string): Refusal => new Refusal('NOT_FOUND', { message })
export const invalidInput = (message: string): Refusal => new Refusal('INVALID_INPUT', { message })
