// Tests of the guard against guessed operator tokens.
import type { Logger } from 'pino'
import { describe, expect, it } from 'vitest'
import type { ApiError } from '../../platform/core/api-error.ts'
import { makeTokenGuard } from './console-session.ts'

const TOKEN = 'the-right-one-of-at-least-32-characters'
const codeOf = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'in',
    (error: ApiError) => error.code,
  )

describe('wrong operator tokens', () => {
  const open = () => {
    const logged: unknown[] = []
    const waits: (() => void)[] = []
    const guard = makeTokenGuard(TOKEN, {
      elapsed: () => 0,
      operators: { byToken: async () => null },
      log: { warn: (line: unknown) => logged.push(line) } as unknown as Logger,
      wait: () => new Promise((resume) => waits.push(resume)),
    })
    return { guard, logged, waits }
  }

  it('get immediate responses first, then delayed ones; the right token always passes', async () => {
    const { guard, waits, logged } = open()
    for (let n = 0; n < 5; n++) expect(await codeOf(guard.check('a', 'x'))).toBe('UNAUTHORIZED')
    expect(waits).toHaveLength(0)
    const sixth = codeOf(guard.check('a', 'x'))
    expect(waits).toHaveLength(1)
    expect(await codeOf(guard.check('a', TOKEN))).toBe('in')
    waits[0]!()
    expect(await sixth).toBe('UNAUTHORIZED')
    expect(guard.failures()).toBe(6)
    expect(logged).toHaveLength(1)
  })

  it('are rejected unchecked in a flood, without effect on other addresses', async () => {
    const { guard, waits } = open()
    const flood = Array.from({ length: 15 }, () => codeOf(guard.check('a', 'x')))
    expect(await codeOf(guard.check('a', TOKEN))).toBe('RATE_LIMIT_EXCEEDED')
    expect(await codeOf(guard.check('b', TOKEN))).toBe('in')
    for (const resume of waits) resume()
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['UNAUTHORIZED']))
    expect(await codeOf(guard.check('a', TOKEN))).toBe('in')
  })
})
