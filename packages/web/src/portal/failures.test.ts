// Tests of the error texts.
import { ERRORS, REGISTRATION_REFUSALS } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { ADVICE, adviceFor, failureWords } from './failures.ts'

const describeFailure = (code: string, more: Partial<Parameters<typeof failureWords>[0]> = {}) =>
  failureWords({ code, message: 'no', retryAfter: null, details: {}, ...more })

describe('error texts', () => {
  it('exist as sentences for exactly the codes of the contract', () => {
    expect(Object.keys(ADVICE).sort()).toEqual(Object.keys(ERRORS).sort())
    for (const text of Object.values(ADVICE)) expect(text).toMatch(/^[A-Z].*\.$/)
  })

  it('say what to do next, or when', () => {
    const next =
      /\b(ask|try|again|choose|check|create|use|send|start|leave|sign|open|correct|accept|put|compare|rotate|read|take|raise|enable|go|look|load|release|back|tell|wait)\b/i
    for (const code of Object.keys(ERRORS)) expect(describeFailure(code, { retryAfter: 30 }), code).toMatch(next)
  })

  it('give waiting times in a readable unit', () => {
    expect(describeFailure('RATE_LIMIT_EXCEEDED', { retryAfter: 40 })).toBe(
      'Too many requests. Try again in 40 seconds.',
    )
    expect(describeFailure('OBSERVE_RATE_LIMITED', { retryAfter: 130 })).toContain('Try again in 3 minutes.')
  })

  it('start with the server message if it names a field', () => {
    const message = 'password must have 10 to 200 characters'
    expect(describeFailure('INVALID_INPUT', { message })).toMatch(
      /^Password must have 10 to 200 characters\. A value in/,
    )
    expect(describeFailure('APP_NOT_FOUND', { message })).not.toContain('password')
  })

  it('exist for each registration error', () => {
    const texts = Object.keys(REGISTRATION_REFUSALS).map((reasonCode) =>
      describeFailure('VISITOR_REGISTRATION_REFUSED', { details: { reasonCode } }),
    )
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts).not.toContain(ADVICE.VISITOR_REGISTRATION_REFUSED)
    expect(describeFailure('VISITOR_REGISTRATION_REFUSED', { details: { reasonCode: 'toString' } })).toBe(
      ADVICE.VISITOR_REGISTRATION_REFUSED,
    )
  })

  it('exist for unknown codes and missing responses', () => {
    expect(describeFailure('NEW_CODE', { message: 'the moon is full' })).toBe('The moon is full. Try again later.')
    expect(describeFailure('CONNECTION_FAILED')).toContain('cannot be reached')
    expect(describeFailure('TIMEOUT')).toContain('too long')
    expect(describeFailure('UNREADABLE_ANSWER')).toContain('Try again')
    expect(adviceFor('constructor')).toBeNull()
  })
})
