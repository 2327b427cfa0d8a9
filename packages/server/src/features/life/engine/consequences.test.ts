// Tests of the causes that count as setbacks.
import { describe, expect, it } from 'vitest'
import { isSetback } from './consequences.ts'

describe('causes of feelings', () => {
  it.each([
    ['lost to Ada at the board', true],
    ['Ada would not have it', true],
    ['beat Ada at the board', false],
    ['Ada answered me', false],
    ['a long talk with Ada', false],
    ['', false],
  ])('“%s” is a setback: %s', (cause, setback) => expect(isSetback(cause)).toBe(setback))
})
