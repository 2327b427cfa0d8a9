// Tests of canonical JSON (RFC 8785).
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from './json.ts'

// The package's types claim an ES module, but it is CommonJS.
const require = createRequire(import.meta.url)
const canonicalize: (value: unknown) => string | undefined = require('canonicalize')

it('writes the canonical form as the implementation of the RFC’s author does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }),
  )
})

it('sorts by UTF-16 units at every depth and omits undefined members', () => {
  const value = {
    '\u20ac': 1,
    '\r': 2,
    '\ufb33': 3,
    '1': 4,
    '\ud83d\ude00': 5,
    '\u0080': 6,
    ö: { b: [], a: undefined },
  }
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":{"b":[]},"€":1,"😀":5,"\ufb33":3}')
})
