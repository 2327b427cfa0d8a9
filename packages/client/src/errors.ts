/** Error classes of the client. */

/** Fields of an error response. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** Base class of all errors of a call, except your own abort. Use `code` in programs. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Error code; `UNREADABLE_ANSWER` for a response that is not JSON, for example of a proxy. */
  readonly code: string
  /** The `Request-Id` of the response; quote it to the operator. */
  readonly requestId: string | null
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter: number | null
  /** Further members of the error, such as `candidates` or `reasonCode`. */
  readonly details: Readonly<Record<string, unknown>>

  constructor({ status, code, message, requestId = null, retryAfter = null, details = {}, cause }: Refusal) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.details = details
  }

  /** Id of a completion that failed after its start. */
  get invocationId(): string | null {
    const { invocationId } = this.details
    return typeof invocationId === 'string' ? invocationId : null
  }
}

// Explicit names, because minifiers change class names.
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError'
}
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
}
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError'
}
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}
export class GoneError extends ApiError {
  override readonly name = 'GoneError'
}
export class PayloadTooLargeError extends ApiError {
  override readonly name = 'PayloadTooLargeError'
}
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
}
/** Any status from 500 on. */
export class InternalServerError extends ApiError {
  override readonly name = 'InternalServerError'
}
/** No response, or an incomplete one. */
export class ConnectionError extends ApiError {
  override readonly name: string = 'ConnectionError'
}
/** No complete response within `timeout`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}
/** The server ended a stream with this error code. */
export class StreamEndedError extends ApiError {
  override readonly name = 'StreamEndedError'
  constructor(code: string) {
    super({ status: 0, code, message: `The server ended the stream: ${code}` })
  }
}
