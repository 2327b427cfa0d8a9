/** What a refusal says, in one object. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** Everything a call can fail with, apart from your own abort. Branch on `code`. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  /** 0 when there was no answer. */
  readonly status: number
  /** `UNREADABLE_ANSWER` when something between here and the server answered, and not in JSON. */
  readonly code: string
  /** The `Request-Id` of the answer, to be named when asking an operator about it. */
  readonly requestId: string | null
  /** Seconds to wait before another try, where the server named them. */
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

  /** Of a completion that failed after it was begun. */
  get invocationId(): string | null {
    const { invocationId } = this.details
    return typeof invocationId === 'string' ? invocationId : null
  }
}

// Names are written out: a minifier changes the names of classes.
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
/** No answer came, or only a part of one. */
export class ConnectionError extends ApiError {
  override readonly name: string = 'ConnectionError'
}
/** No whole answer came within `timeout`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}
/** The server ended a stream, with the code that the next request would be refused with. */
export class StreamEndedError extends ApiError {
  override readonly name = 'StreamEndedError'
  constructor(code: string) {
    super({ status: 0, code, message: `The stream was ended: ${code}` })
  }
}
