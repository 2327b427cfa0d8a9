import { describe, expect, it } from 'vitest'
import { ERROR_TEXTS } from './error-texts.ts'
import { ERRORS } from './errors.ts'

/** Section 7, row by row. */
const SECTION_7: [number, string][] = [
  [400, 'INVALID_QUERY'],
  [400, 'PAYLOAD_TOO_LARGE'],
  [400, 'INPUT_MODERATION_BLOCKED'],
  [400, 'INVALID_ACTION'],
  [400, 'IDEMPOTENCY_KEY_REQUIRED'],
  [400, 'INVALID_JOURNAL_QUERY'],
  [400, 'INVALID_STANDING_QUERY'],
  [400, 'INVALID_OBSERVE_QUERY'],
  [400, 'INVALID_OBSERVE_CURSOR'],
  [400, 'VISITOR_TERMS_ACCEPTANCE_REQUIRED'],
  [400, 'DEVELOPER_TERMS_ACCEPTANCE_REQUIRED'],
  [400, 'INVALID_INPUT'],
  [401, 'MISSING_API_KEY'],
  [401, 'INVALID_API_KEY'],
  [401, 'UNAUTHORIZED'],
  [403, 'KEY_DISABLED'],
  [403, 'KEY_REVOKED'],
  [403, 'APP_DISABLED'],
  [403, 'INSUFFICIENT_TIER'],
  [403, 'INSUFFICIENT_SCOPE'],
  [403, 'INVOKE_AGENT_NOT_CONFIGURED'],
  [403, 'AGENT_NOT_ALLOWED'],
  [403, 'DRIVE_BINDING_INVALID'],
  [403, 'DRIVE_WORLD_MISMATCH'],
  [403, 'DRIVE_AGENT_NOT_ALLOWED'],
  [403, 'DRIVE_AGENT_NOT_VISITOR'],
  [403, 'DRIVE_AGENT_DISABLED'],
  [403, 'VISITORS_PAUSED'],
  [403, 'JOURNAL_CURSOR_SCOPE_MISMATCH'],
  [403, 'STANDING_ACCESS_DENIED'],
  [403, 'OBSERVE_ACCESS_DENIED'],
  [403, 'DEVELOPER_SIGNUPS_DISABLED'],
  [403, 'VISITOR_SELF_SERVE_DISABLED'],
  [403, 'ANONYMOUS_SIGNUP_NOT_ALLOWED'],
  [403, 'EMAIL_VERIFICATION_REQUIRED'],
  [403, 'APP_SUSPENDED'],
  [403, 'APP_REVOKED'],
  [403, 'DRIVE_KEY_TIER_LOCKED'],
  [404, 'NOT_FOUND'],
  [404, 'WORLD_NOT_FOUND'],
  [404, 'APP_NOT_FOUND'],
  [404, 'VISITOR_NOT_FOUND'],
  [409, 'IDEMPOTENCY_IN_PROGRESS'],
  [409, 'VISITOR_ACTION_OUTCOME_UNRESOLVED'],
  [409, 'VISITOR_LIMIT_REACHED'],
  [409, 'VISITOR_WORLD_REQUIRED'],
  [409, 'VISITOR_KEY_IN_USE'],
  [409, 'handle_taken'],
  [409, 'world_full'],
  // "varies" there; the table holds the usual one.
  [409, 'VISITOR_REGISTRATION_REFUSED'],
  [429, 'RATE_LIMIT_EXCEEDED'],
  [429, 'INVOKE_DAILY_BUDGET_EXCEEDED'],
  [429, 'INVOKE_BUDGET_CHECK_FAILED'],
  [429, 'DRIVE_DAILY_BUDGET_EXCEEDED'],
  [429, 'DRIVE_BUDGET_CHECK_FAILED'],
  [429, 'HEARTBEAT_DAILY_BUDGET_EXCEEDED'],
  [429, 'JOURNAL_DAILY_BUDGET_EXCEEDED'],
  [429, 'STANDING_DAILY_BUDGET_EXCEEDED'],
  [429, 'OBSERVE_DAILY_BUDGET_EXCEEDED'],
  [429, 'OBSERVE_RATE_LIMITED'],
  [500, 'INTERNAL_ERROR'],
  [500, 'LLM_REQUEST_FAILED'],
  [500, 'JOURNAL_READ_FAILED'],
  [503, 'AGENT_INVOKE_DISABLED'],
  [503, 'LLM_TEMPORARILY_UNAVAILABLE'],
  [503, 'VISITOR_DRIVE_DISABLED'],
  [503, 'VISITOR_JOURNAL_DISABLED'],
  [503, 'VISITOR_STANDING_DISABLED'],
  [503, 'VISITOR_OBSERVE_DISABLED'],
  [503, 'STANDING_BUILD_UNAVAILABLE'],
  [503, 'STANDING_READ_FAILED'],
  [503, 'OBSERVE_QUOTA_UNAVAILABLE'],
  [503, 'DEVELOPER_PORTAL_DISABLED'],
]
const OURS: [number, string][] = [
  [403, 'ORIGIN_NOT_ALLOWED'],
  [403, 'ACCOUNT_REQUIRED'],
  [403, 'SIGNUP_REFUSED'],
  [403, 'INVITE_REQUIRED'],
  [403, 'ACCOUNT_PENDING'],
  [403, 'OPERATOR_ROLE_REQUIRED'],
  [403, 'ACCOUNT_SUSPENDED'],
  [403, 'JOIN_REQUEST_DENIED'],
  [403, 'CSRF_TOKEN_REQUIRED'],
  [400, 'INVALID_WEBHOOK_URL'],
  [409, 'WEBHOOK_LIMIT_REACHED'],
  [410, 'CURSOR_EXPIRED'],
  [410, 'JOIN_LINK_EXPIRED'],
  [410, 'JOIN_REQUEST_EXPIRED'],
  [421, 'HOST_NOT_ALLOWED'],
  [429, 'STREAM_LIMIT_EXCEEDED'],
  [429, 'REPORT_DAILY_LIMIT_EXCEEDED'],
  [503, 'STORE_UNAVAILABLE'],
  [503, 'JOIN_REQUESTS_DISABLED'],
  [503, 'WEBHOOKS_DISABLED'],
  [503, 'MCP_DISABLED'],
  [503, 'OPENAI_DOOR_DISABLED'],
  [503, 'SERVER_DRAINING'],
]

/** Reading 1.28. */
const WORD_FOR_WORD = new Set([
  'Missing X-API-Key header',
  'Invalid API key',
  'API key has been revoked',
  'API key is disabled',
  'Developer app is not active',
])

/** Every refusal with one of these codes says itself which field, tier, scope or version it is about. */
const SAID_ELSEWHERE = new Set([
  'INVALID_QUERY',
  'INVALID_INPUT',
  'INVALID_JOURNAL_QUERY',
  'INVALID_OBSERVE_QUERY',
  'INSUFFICIENT_TIER',
  'INSUFFICIENT_SCOPE',
])

describe('the table of errors', () => {
  it('holds the codes and statuses of section 7, and ours beside them', () => {
    const expected = [...SECTION_7, ...OURS].map(([status, code]) => [code, status])
    const actual = Object.entries(ERRORS).map(([code, { status }]) => [code, status])
    expect(actual.sort()).toEqual(expected.sort())
  })

  it('says of every code, and of no other, in whole sentences what happened, why and what to do', () => {
    expect(Object.keys(ERROR_TEXTS).sort()).toEqual(Object.keys(ERRORS).sort())
    for (const [code, text] of Object.entries(ERROR_TEXTS))
      for (const sentence of Object.values(text)) expect(sentence, code).toMatch(/^[A-Z].*\.$/)
  })

  it('has a message of its own for every code', () => {
    const messages = Object.values(ERRORS).map(({ message }) => message)
    expect(new Set(messages).size).toBe(messages.length)
  })

  it('says what to do where a refusal has no words of its own', () => {
    const bare = Object.entries(ERRORS)
      .filter(
        ([code, { message }]) =>
          !SAID_ELSEWHERE.has(code) && !WORD_FOR_WORD.has(message) && !/[;:] |must/.test(message),
      )
      .map(([code]) => code)
    expect(bare).toEqual([])
  })
})
