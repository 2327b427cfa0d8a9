// Tests of the cache of published texts and marks.
import { describe, expect, it } from 'vitest'
import { makeHeardTexts } from './heard.ts'

describe('cache of published texts', () => {
  it('has texts and marks until it is cleared', () => {
    const heard = makeHeardTexts('w')
    heard.addText('The lower clock gains at night.')
    heard.addMarks([7, -8])
    expect([heard.hasText('The lower clock gains at night.'), heard.hasMark(7), heard.hasMark(-8)]).toEqual([
      true,
      true,
      true,
    ])
    expect([heard.hasText('The upper clock gains at night.'), heard.hasMark(8)]).toEqual([false, false])
    heard.clear()
    expect([heard.hasText('The lower clock gains at night.'), heard.hasMark(7)]).toEqual([false, false])
  })

  it('drops old entries instead of growing without bound', () => {
    const heard = makeHeardTexts('w')
    for (let n = 0; n < 70_000; n++) heard.addMarks([n])
    for (let n = 0; n < 9_000; n++) heard.addText(`text ${n}`)
    expect([heard.hasMark(0), heard.hasMark(69_999)]).toEqual([false, true])
    expect([heard.hasText('text 0'), heard.hasText('text 8999')]).toEqual([false, true])
  })
})
