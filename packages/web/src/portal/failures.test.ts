import { ERRORS, REGISTRATION_REFUSALS } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { ADVICE, adviceFor, failureWords } from './failures.ts'

const told = (code: string, more: Partial<Parameters<typeof failureWords>[0]> = {}) =>
  failureWords({ code, message: 'no', retryAfter: null, details: {}, ...more })

describe('what a refusal is told as', () => {
  it('has whole sentences for every code of the contract, and for no other', () => {
    expect(Object.keys(ADVICE).sort()).toEqual(Object.keys(ERRORS).sort())
    for (const text of Object.values(ADVICE)) expect(text).toMatch(/^[A-Z].*\.$/)
  })

  it('says what to do next, or when', () => {
    const next =
      /\b(ask|try|again|choose|check|make|use|send|start|leave|sign|open|correct|accept|put|compare|rotate|read|take|raise|enable|go|look|load|release|back|tell|wait)\b/i
    for (const code of Object.keys(ERRORS)) expect(told(code, { retryAfter: 30 }), code).toMatch(next)
  })

  it('tells a wait in the unit that somebody waits in', () => {
    expect(told('RATE_LIMIT_EXCEEDED', { retryAfter: 40 })).toBe('That was too often. Try again in 40 seconds.')
    expect(told('OBSERVE_RATE_LIMITED', { retryAfter: 130 })).toContain('Try again in 3 minutes.')
  })

  it('lets the server say which field it was', () => {
    const message = 'password must have 10 to 200 characters'
    expect(told('INVALID_INPUT', { message })).toMatch(/^Password must have 10 to 200 characters\. Something in/)
    expect(told('APP_NOT_FOUND', { message })).not.toContain('password')
  })

  it('knows each reason for which a registration is refused', () => {
    const texts = Object.keys(REGISTRATION_REFUSALS).map((reasonCode) =>
      told('VISITOR_REGISTRATION_REFUSED', { details: { reasonCode } }),
    )
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts).not.toContain(ADVICE.VISITOR_REGISTRATION_REFUSED)
    expect(told('VISITOR_REGISTRATION_REFUSED', { details: { reasonCode: 'toString' } })).toBe(
      ADVICE.VISITOR_REGISTRATION_REFUSED,
    )
  })

  it('has an answer for what it does not know, and for no answer at all', () => {
    expect(told('NEW_CODE', { message: 'the moon is full' })).toBe('The moon is full. Try again later.')
    expect(told('CONNECTION_FAILED')).toContain('cannot be reached')
    expect(told('TIMEOUT')).toContain('too long')
    expect(told('UNREADABLE_ANSWER')).toContain('Try again')
    expect(adviceFor('constructor')).toBeNull()
  })
})
