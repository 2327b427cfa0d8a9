// Tests of the cache of published texts and marks.
import { describe, expect, it } from 'vitest'
import { makePublishedTexts } from './published-texts.ts'

describe('cache of published texts', () => {
  it('has texts and marks until it is cleared', () => {
    const publishedTexts = makePublishedTexts('w')
    publishedTexts.addText('The lower clock gains at night.')
    publishedTexts.addMarks([7, -8])
    expect([
      publishedTexts.hasText('The lower clock gains at night.'),
      publishedTexts.hasMark(7),
      publishedTexts.hasMark(-8),
    ]).toEqual([true, true, true])
    expect([publishedTexts.hasText('The upper clock gains at night.'), publishedTexts.hasMark(8)]).toEqual([
      false,
      false,
    ])
    publishedTexts.clear()
    expect([publishedTexts.hasText('The lower clock gains at night.'), publishedTexts.hasMark(7)]).toEqual([
      false,
      false,
    ])
  })

  it('drops old entries instead of growing without bound', () => {
    const boundedTexts = makePublishedTexts('w')
    for (let n = 0; n < 70_000; n++) boundedTexts.addMarks([n])
    for (let n = 0; n < 9_000; n++) boundedTexts.addText(`text ${n}`)
    expect([boundedTexts.hasMark(0), boundedTexts.hasMark(69_999)]).toEqual([false, true])
    expect([boundedTexts.hasText('text 0'), boundedTexts.hasText('text 8999')]).toEqual([false, true])
  })
})
