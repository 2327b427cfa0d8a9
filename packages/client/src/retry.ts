/** Retries with backoff. */
import { ApiError, ConnectionError } from './errors.ts'
import { type Attempt, attempt, type HttpRequest } from './request.ts'

/** Milliseconds. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 8_000
/** Maximum reduction of a pause, so that clients do not retry at the same time. */
const JITTER = 0.25
/** Seconds; a longer Retry-After is thrown to the caller. */
const LONGEST_RETRY_AFTER = 60

/** Codes that are never retried: switches, daily budgets, unresolved acts. */
const FINAL = /_DISABLED$|_DAILY_BUDGET_EXCEEDED$|^VISITOR_ACTION_OUTCOME_UNRESOLVED$/

/** Whether the server did not process the request. */
const isUntouched = ({ status, code }: ApiError): boolean =>
  status === 408 || status === 429 || status === 503 || code === 'IDEMPOTENCY_IN_PROGRESS'

/** A POST without an idempotency key is not retried, because it may have taken effect. */
const isRepeatable = ({ method, headers, repeatable }: HttpRequest): boolean =>
  repeatable ?? (method !== 'POST' || 'Idempotency-Key' in headers)

function isWorthRepeating(error: ApiError, request: HttpRequest): boolean {
  if (FINAL.test(error.code)) return false
  return isUntouched(error) || (isRepeatable(request) && (error instanceof ConnectionError || error.status >= 500))
}

/** Milliseconds before the next attempt; null for no retry. */
export function pauseAfter(error: ApiError, request: HttpRequest, failures: number): number | null {
  if (!isWorthRepeating(error, request)) return null
  if (error.retryAfter !== null) return error.retryAfter > LONGEST_RETRY_AFTER ? null : error.retryAfter * 1_000
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (1 - JITTER * Math.random())
}

export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })

export interface Patience {
  readonly maxRetries: number
  readonly signal?: AbortSignal | undefined
}

/** Repeats an attempt until it succeeds, fails permanently, or has used up `maxRetries`. */
export async function repeat<T>(request: HttpRequest, attempted: () => Promise<T>, patience: Patience): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempted()
    } catch (error) {
      const pause =
        error instanceof ApiError && failures < patience.maxRetries ? pauseAfter(error, request, failures) : null
      if (pause === null) throw error
      await sleep(pause, patience.signal)
    }
  }
}

export const send = (request: HttpRequest, options: Attempt & Patience): Promise<unknown> =>
  repeat(request, () => attempt(request, options), options)
