import { describe, expect, it } from 'vitest'
import { freshness, marksOf } from './freshness.ts'

const isSame = (one: string, other: string) => marksOf(one).some((mark) => marksOf(other).includes(mark))

describe('marks', () => {
  it('are those of the same text, whatever names and numbers stand in it', () => {
    expect(isSame('The column stands at sixteen, says Hannes.', 'The column stands at ninety-one, says Odile.')).toBe(
      true,
    )
    expect(isSame('The column stands at sixteen, says Hannes.', 'The column fell over, says Odile.')).toBe(false)
  })

  it('are numbers that both engines store', () => {
    for (const mark of marksOf('Bread is late again.')) expect(Number.isSafeInteger(mark)).toBe(true)
  })
})

describe('freshness', () => {
  it('wears six words out when they stand in as many of the latest texts as may be', () => {
    const fresh = freshness(['so the smell of fresh bread got me up early'], 10, 2)
    const again = 'and the smell of fresh bread got me down the stairs'
    expect(fresh.isWorn(again)).toBe(false)
    fresh.add(again)
    expect(fresh.isWorn('yes the smell of fresh bread got me there')).toBe(true)
    expect(fresh.isWorn('yes the smell of fresh bread kept me there')).toBe(false)
  })

  it('forgets turns of phrase after a while', () => {
    const fresh = freshness(['a very long rope hangs down there', 'a very long rope hangs down here'], 2, 2)
    expect(fresh.isWorn('a very long rope hangs down again')).toBe(true)
    fresh.add('something else entirely')
    expect(fresh.isWorn('a very long rope hangs down again')).toBe(false)
  })
})
