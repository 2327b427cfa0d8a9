// Tests of digests, encryption and signatures.
import { describe, expect, it } from 'vitest'
import { makeSeals, NONCE_BYTES } from './seals.ts'

const nonce = (n: number) => Buffer.alloc(NONCE_BYTES, n)

describe('wrapping', () => {
  const seals = makeSeals(['first', 'second'])

  it('returns the text, which is not visible in the wrapped form', () => {
    const wrapped = seals.wrap('a private half ✓', nonce(1))
    expect(seals.unwrap(wrapped)).toBe('a private half ✓')
    expect(Buffer.from(wrapped, 'base64url').includes('private')).toBe(false)
    expect(seals.unwrap(seals.wrap('', nonce(2)))).toBe('')
  })

  it('wraps under the first secret and opens with any listed one', () => {
    const wrapped = seals.wrap('text', nonce(3))
    expect(makeSeals(['first']).unwrap(wrapped)).toBe('text')
    expect(makeSeals(['newer', 'first']).unwrap(wrapped)).toBe('text')
    expect(() => makeSeals(['second']).unwrap(wrapped)).toThrow('no listed secret')
  })

  it('rejects changed, truncated and unwrapped text', () => {
    const bytes = Buffer.from(seals.wrap('text', nonce(4)), 'base64url')
    for (const at of [0, NONCE_BYTES, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(() => seals.unwrap(changed.toString('base64url'))).toThrow('no listed secret')
    }
    for (const short of ['', 'AAAA', bytes.subarray(0, -1).toString('base64url')])
      expect(() => seals.unwrap(short)).toThrow('no listed secret')
  })

  it('takes a nonce of the right size only', () => {
    expect(() => seals.wrap('text', Buffer.alloc(8))).toThrow('nonce')
  })
})
