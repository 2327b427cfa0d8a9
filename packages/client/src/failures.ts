/** Creates errors from responses and failed attempts. */
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  GoneError,
  InternalServerError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
  TimeoutError,
} from './errors.ts'

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  413: PayloadTooLargeError,
  429: RateLimitError,
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback)

/** Parses `Retry-After`: seconds or a date (RFC 9110, 10.2.3). */
export function secondsOf(after: string | null): number | null {
  if (after === null || after === '') return null
  const seconds = /^\d+$/.test(after) ? Number(after) : Math.ceil((Date.parse(after) - Date.now()) / 1_000)
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

/** The error for an error response or an unreadable response. */
export function errorOf({ status, headers }: Response, answer: unknown): ApiError {
  const details = isRecord(answer) && isRecord(answer.error) ? answer.error : {}
  const Kind = BY_STATUS[status] ?? (status >= 500 ? InternalServerError : ApiError)
  return new Kind({
    status,
    code: textOr(details.code, 'UNREADABLE_ANSWER'),
    message: textOr(details.message, `HTTP ${status} without a readable response`),
    requestId: headers.get('Request-Id'),
    retryAfter: secondsOf(headers.get('Retry-After')),
    details,
  })
}

/** The error for an attempt without a complete response; `timeout` in milliseconds if it timed out. */
export function noAnswer(cause: unknown, timeout: number | null): ConnectionError {
  if (timeout !== null)
    return new TimeoutError({ status: 0, code: 'TIMEOUT', message: `No response within ${timeout} ms`, cause })
  const why = cause instanceof Error ? cause.message : String(cause)
  return new ConnectionError({ status: 0, code: 'CONNECTION_FAILED', message: `No response: ${why}`, cause })
}
