import { describe, expect, it } from 'vitest'
import { isSetback } from './consequences.ts'

describe('what somebody feels a certain way about', () => {
  it.each([
    ['lost to Ada at the board', true],
    ['Ada would not have it', true],
    ['beat Ada at the board', false],
    ['Ada answered me', false],
    ['a long talk with Ada', false],
    ['', false],
  ])('“%s” went against one: %s', (cause, setback) => expect(isSetback(cause)).toBe(setback))
})
