// API errors thrown by the domain, and paging helpers.
import { ERRORS, type ErrorCode, type Paging } from '@agent-network/contract'

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
