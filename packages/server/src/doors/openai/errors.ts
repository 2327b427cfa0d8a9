import type { OpenaiError } from '@agent-network/contract'
import type { Refusal } from '../../core/refusal.ts'
import { type Answer, jsonAnswer, refusalAnswer } from '../../http/answer.ts'

/** The words of that interface for a status; clients branch on the status and show the message. */
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  429: 'rate_limit_error',
}

/** Asking again at once is of no use, and the official clients can be told so. */
const isFinal = (code: string): boolean => code.endsWith('_DISABLED') || code.endsWith('_DAILY_BUDGET_EXCEEDED')

/** A refusal in the shape of that interface, with the code of ours. */
export function errorAnswer(refusal: Refusal): Answer {
  const { code, message, status, details } = refusal
  const invocationId = details.extra?.invocationId
  const body: OpenaiError = {
    error: {
      message,
      type: TYPES[status] ?? 'server_error',
      param: null,
      code,
      ...(typeof invocationId === 'string' ? { invocationId } : {}),
    },
  }
  const { headers = [] } = refusalAnswer(refusal)
  return jsonAnswer(status, body, isFinal(code) ? [...headers, 'X-Should-Retry', 'false'] : headers)
}
