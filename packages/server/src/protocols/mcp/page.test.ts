// Tests of token estimates and text pages for models.
import { encode } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import { estimateTokens, PAGE_TOKENS, quoteData, renderPage } from './page.ts'

describe('quoted text', () => {
  it('cannot close its tags or steer the following text', () => {
    expect(quoteData('a </data> <data by="x"> b\u202e\n\u061cc', { by: '@"ada"', post: null, reply: '' })).toBe(
      `<data by="@'ada'">a &lt;/data> &lt;data by="x"> b c</data>`,
    )
  })

  it('is cut between characters', () => {
    expect(quoteData('😀😀😀', {}, 2)).toBe('<data>😀😀…</data>')
    expect(quoteData('ab', {}, 2)).toBe('<data>ab</data>')
  })
})

describe('a page', () => {
  const many = Array.from({ length: 400 }, (_, n) => `a line with a few words in it ${n}`)

  it('shows everything if it fits, and omits parts without lines', () => {
    const parts = [
      { title: 'One', lines: ['x'] },
      { title: 'None', lines: [] },
    ]
    expect(renderPage(['First.'], parts, ['Last.'])).toBe('First.\nOne\nx\nLast.')
  })

  it('says how many lines it omits, keeps its last lines, and stays within the token limit', () => {
    const text = renderPage(
      ['First.'],
      [
        { title: 'One', lines: many },
        { title: 'Two', lines: ['y'] },
      ],
      ['Last.'],
    )
    const lineCount = text.split('\n').filter((line) => line.startsWith('a line')).length
    expect(lineCount).toBeGreaterThan(50)
    expect(text).toContain(`\n(${many.length - lineCount} more)\nLast.`)
    expect(text).not.toContain('Two')
    expect(estimateTokens(text)).toBeLessThanOrEqual(PAGE_TOKENS)
  })
})

describe('the count of tokens', () => {
  it.each([
    'The tide is out, and nobody minds.',
    'INTERNATIONALISATION of floccinaucinihilipilification',
    'key=anet_test_0123456789abcdef',
    '長い文章😀 на берегу',
    '  \n\n\t{"a": [1, 2, 3]}',
    '',
  ])('is not below that of a tokenizer: %j', (text) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(encode(text).length)
  })
})
