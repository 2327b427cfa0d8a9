// Tests of the circuit breaker.
import { describe, expect, it } from 'vitest'
import { makeBreaker } from './model.ts'

const settings = { failures: 3, openMs: 60_000 }

describe('the circuit breaker', () => {
  const opened = () => {
    const breaker = makeBreaker()
    for (let n = 0; n < 3; n++) breaker.enter(n, settings)!('failed', n)
    return breaker
  }

  it('opens after the configured consecutive failures, not earlier', () => {
    const breaker = makeBreaker()
    breaker.enter(0, settings)!('failed', 0)
    breaker.enter(0, settings)!('failed', 0)
    breaker.enter(0, settings)!('answered', 0)
    breaker.enter(0, settings)!('failed', 0)
    breaker.enter(0, settings)!('failed', 0)
    expect(breaker.state(0, settings).state).toBe('closed')
    breaker.enter(0, settings)!('failed', 5)
    expect(breaker.state(5, settings)).toEqual({ state: 'open', failures: 3, openedAt: 5 })
    expect(breaker.enter(5, settings)).toBeNull()
  })

  it('stays open for exactly its period', () => {
    const breaker = opened()
    expect(breaker.enter(60_001, settings)).toBeNull()
    expect(breaker.state(60_002, settings).state).toBe('half-open')
    expect(breaker.enter(60_002, settings)).not.toBeNull()
  })

  it('admits one probe at a time, whose outcome closes or opens it', () => {
    const breaker = opened()
    const probe = breaker.enter(70_000, settings)!
    expect(breaker.enter(70_000, settings)).toBeNull()
    probe('failed', 71_000)
    expect(breaker.enter(71_000 + 59_999, settings)).toBeNull()
    breaker.enter(71_000 + 60_000, settings)!('answered', 140_000)
    expect(breaker.state(140_000, settings)).toEqual({ state: 'closed', failures: 0, openedAt: null })
  })

  it('admits another probe if the first was aborted', () => {
    const breaker = opened()
    breaker.enter(70_000, settings)!('nothing', 70_001)
    expect(breaker.enter(70_002, settings)).not.toBeNull()
  })

  it('is not closed by a late response from before it opened', () => {
    const breaker = makeBreaker()
    const slow = breaker.enter(0, settings)!
    for (let n = 0; n < 3; n++) breaker.enter(1, settings)!('failed', 1)
    slow('answered', 2)
    expect(breaker.state(2, settings).state).toBe('open')
  })
})
