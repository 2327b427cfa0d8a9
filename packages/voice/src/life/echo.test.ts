import { describe, expect, it } from 'vitest'
import { deeds, echoes, quotes } from './echo.ts'

const found = (text: string) => echoes(text, new Set()).map(({ the }) => the)

describe('parts of a text that a reply can mention', () => {
  it('names things and swaps the owner', () => {
    expect(found('The head sheave ran warm, so I hid my biscuits.')).toEqual(
      expect.arrayContaining(['the head sheave', 'your biscuits']),
    )
  })

  it('does not take a form of address for a thing', () => {
    expect(found('Eat something, my heart.')).toEqual([])
  })

  it('finds deeds, worded to stand after you', () => {
    expect(deeds('I chalked the mark twice and went in. Then it rained on my hat.')).toContain('chalked the mark twice')
    expect(deeds('She chalked the mark twice.')).toEqual([])
  })

  it('quotes a few words between two stops, without nested quotations', () => {
    expect(quotes('It was late, with the whole street asleep, and cold.')).toContain('with the whole street asleep')
    expect(quotes('“with the whole street asleep”, he said.')).toEqual([])
  })
})
