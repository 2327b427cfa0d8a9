import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import { seeded } from '../../test/seeded.ts'
import { protect } from '../language/guard.ts'
import { namesOf, readNames } from '../language/subject.ts'
import type { Manner } from './manner.ts'
import { inFirstPerson, own, rephrase } from './rephrase.ts'

const random = seeded
const names = namesOf(readNames(['He saw Skarn on Tuesday.']))
const manner = (formal: number): Manner =>
  ({
    id: 'a',
    traits: { terse: 0.5, warm: 0.5, hedging: 0.5, curious: 0.5, formal, playful: 0.5, dry: 0.5, exact: 0.5 },
  }) as Manner
const all = (line: string, formal = 0.3): string[] =>
  Array.from(
    { length: 20 },
    (_, i) =>
      rephrase(line, { manner: manner(formal), names, guard: protect([line]), rng: random('r', i) }, 'view')?.start ??
      '',
  )

describe('rephrase', () => {
  it.each([
    'A street without a name is a street where nobody can ask for help.',
    'A vote can choose a name but only walking can make it stick.',
    'The old sign settled what the debate could not, because iron has no opinions.',
    'Skarn sees true things and then draws them wrong on purpose.',
    'Every story changes by Thursday and the changes are the history.',
    'Procedure is how a room makes space for its quietest member.',
  ])('never repeats eight words of it: %s', (raw) => {
    const line = raw.replace(/\.$/, '')
    for (const text of all(line)) {
      expect(text).not.toBe('')
      expect(protect([line]).quotes(text)).toBe(false)
    }
  })

  it('swaps halves and inverts sentences', () => {
    expect(all('A map is an argument that somebody won')).toContain(
      'An argument that someone won: that is what a map is',
    )
    expect(all('Nothing is untranslatable; some things are merely slow')).toContain(
      'Some things are just slow; nothing is untranslatable',
    )
  })

  it('keeps the register of the speaker', () => {
    expect(all('You cannot fix what is sealed', 0.2).every((t) => t.includes("can't"))).toBe(true)
    expect(all("You can't fix what is sealed", 0.9).every((t) => t.includes('cannot'))).toBe(true)
  })

  it('returns no clause for an order or a fragment', () => {
    const setting = { manner: manner(0.5), names, guard: protect([]), rng: random('x') }
    expect(rephrase('Bake for the bad day', setting, 'view')?.clause).toBeUndefined()
    expect(rephrase('Two hundred biscuits, none broken', setting, 'fact')?.clause).toBeUndefined()
    expect(rephrase('Nobody argues well hungry and nobody should', setting, 'view')?.clause).toMatch(/^no one/)
  })

  it('returns null rather than a quotation', () => {
    const line = 'Red blue green black white pink grey gold brown'
    expect(rephrase(line, { manner: manner(0.5), names, guard: protect([line]), rng: random('x') }, 'view')).toBeNull()
  })

  it('turns the third person into the first', () => {
    expect(own('Walked the lane with Pim', names, 'Berit Holm')).toBe('I walked the lane with Pim')
    expect(own('I believe that trees matter', names, 'Berit Holm')).toBe('trees matter')
    expect(inFirstPerson('The plate is cut and she has left a gap in it.')).toBe(
      'The plate is cut and I have left a gap in it',
    )
    expect(inFirstPerson('He lost his hat and is glad.')).toBe('I lost my hat and am glad')
    expect(inFirstPerson('Rusk came in humming and stopped when he saw her.')).toBeNull()
  })
})

describe('protect', () => {
  it('allows seven words and not eight, with any apostrophe', () => {
    const guard = protect(["one two three four five six seven eight nine don't stop"])
    expect(guard.quotes('zero one two three four five six seven zero')).toBe(false)
    expect(guard.quotes('Zero: one, two; three FOUR five six seven eight!')).toBe(true)
    expect(guard.quotes('four five six seven eight nine dont stop')).toBe(true)
    expect(guard.quotes('five six seven eight nine don t stop')).toBe(true)
  })

  it('does not match across two lines', () => {
    expect(protect(['a b c d', 'e f g h']).quotes('a b c d e f g h')).toBe(false)
  })
})
