import { describe, expect, it } from 'vitest'
import { authorshipShare, countRepeats, nameWords, wordsWithoutNames, wornRun } from './quality.ts'

const samples = (...texts: (readonly [author: string, text: string])[]) =>
  texts.map(([author, text]) => ({ author, words: text.split(' ') }))

describe('measures of texts', () => {
  it('removes names and numbers, but not a small word that is part of a name', () => {
    const names = nameWords(['Ada Pell', 'The Mill, upstairs'])
    expect(wordsWithoutNames('Ada’s twenty-one loaves left The Mill at 7. The end.', names)).toEqual([
      'loaves',
      'left',
      'the',
      'at',
      'the',
      'end',
    ])
  })

  it('counts exact repeats', () => {
    expect(countRepeats(samples(['a', 'rain again'], ['b', 'rain again'], ['a', 'rain at last']))).toBe(1)
  })

  it('finds the run of words that is in most texts, each text counted once', () => {
    const texts = samples(['a', 'so it was late so it was'], ['b', 'and so it was'], ['a', 'nothing of it'])
    expect(wornRun(texts, 3)).toEqual({ count: 2, run: 'so it was' })
  })

  it('names authors by their words', () => {
    const baker = ['a', 'bread oven'] as const
    const pilot = ['b', 'tide ferry'] as const
    expect(authorshipShare(samples(baker, baker, pilot, pilot, baker, baker))).toBe(1)
  })
})
