import { describe, expect, it } from 'vitest'
import { seeded } from '../../test/seeded.ts'
import { protect } from '../language/guard.ts'
import { LIKENESS, likenessOf, marksOf } from './freshness.ts'

const isSame = (one: string, other: string) => marksOf(one).some((mark) => marksOf(other).includes(mark))

describe('marksOf', () => {
  it('ignores names and numbers', () => {
    expect(isSame('The column stands at sixteen, says Hannes.', 'The column stands at ninety-one, says Odile.')).toBe(
      true,
    )
    expect(isSame('The column stands at sixteen, says Hannes.', 'The column fell over, says Odile.')).toBe(false)
  })

  it('returns safe integers', () => {
    for (const mark of marksOf('Bread is late again.')) expect(Number.isSafeInteger(mark)).toBe(true)
  })
})

describe('likenessOf', () => {
  const WORDS = 'oar brine tar lamp moss rope bell crust slate gull stove ferry ink lid soup thread'.split(' ')
  const text = (rng: () => number, length: number) =>
    Array.from({ length }, () => WORDS[Math.floor(rng() * WORDS.length)]!)
  const isAlike = (one: string, other: string) => {
    const marks = new Set(likenessOf(one))
    return likenessOf(other).some((mark) => marks.has(mark))
  }

  it('matches a text with a few more words, and no other text', () => {
    const rng = seeded('alike')
    let found = 0
    let mistaken = 0
    for (let n = 0; n < 400; n++) {
      const words = text(rng, 24)
      // Twenty runs, of which the longer text has all and five more: four fifths are shared.
      if (isAlike(words.join(' '), [...words, ...text(rng, 5)].join(' '))) found += 1
      if (isAlike(words.join(' '), text(rng, 24).join(' '))) mistaken += 1
    }
    expect(found).toBeGreaterThan(380)
    expect(mistaken).toBeLessThan(4)
  })

  it('returns distinct negative safe integers', () => {
    const marks = likenessOf('the smell of fresh bread got me up early')
    expect(marks).toHaveLength(LIKENESS)
    for (const [n, mark] of marks.entries()) {
      expect(Number.isSafeInteger(mark)).toBe(true)
      expect(-mark % LIKENESS).toBe((n + 1) % LIKENESS)
    }
  })
})

describe('reading by characters', () => {
  const TEXTS = [
    'Old Marrow’s lamp, the twenty-third of its kind, went out at nine; nobody minded.',
    "I'd say 'well-kept' - or WELL kept? It isn't mine -- it's Pella's, A B c.",
    'Don’t‑ “quote” me: rock-’n’-roll, ’tis-, o’-clock, a-\nb… 1,200 of them - ten hundred',
    '',
    '-x- ’y’ z',
  ]
  // A sign that only patterns know and that is no letter: what is read beside it stays the same.
  it.each(TEXTS)('have the marks that patterns find: %s', (text) => {
    const odd = `${text} ☃`
    expect(marksOf(text)).toEqual(marksOf(odd))
    expect(likenessOf(text)).toEqual(likenessOf(odd))
  })

  it.each(TEXTS)('quote what patterns find quoted: %s', (text) => {
    const guard = protect([TEXTS[0]!, TEXTS[1]!])
    expect(guard.quotes(text)).toBe(guard.quotes(`${text} ☃`))
    expect(protect([text]).quotes(`He said: ${text}`)).toBe(protect([text]).quotes(`He said: ${text} ☃`))
  })
})
