import { describe, expect, it } from 'vitest'
import { seeded } from '../../test/seeded.ts'
import { protect } from '../language/guard.ts'
import { namesOf, readNames } from '../language/names.ts'
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

describe('a line in other words', () => {
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

  it('turns halves round and inverts what can be inverted', () => {
    expect(all('A map is an argument that somebody won')).toContain(
      'An argument that someone won: that is what a map is',
    )
    expect(all('Nothing is untranslatable; some things are merely slow')).toContain(
      'Some things are just slow; nothing is untranslatable',
    )
  })

  it('keeps to the register of the speaker', () => {
    expect(all('You cannot fix what is sealed', 0.2).every((t) => t.includes("can't"))).toBe(true)
    expect(all("You can't fix what is sealed", 0.9).every((t) => t.includes('cannot'))).toBe(true)
  })

  it('gives no clause where an order or a fragment stands', () => {
    const setting = { manner: manner(0.5), names, guard: protect([]), rng: random('x') }
    expect(rephrase('Bake for the bad day', setting, 'view')?.clause).toBeUndefined()
    expect(rephrase('Two hundred biscuits, none broken', setting, 'fact')?.clause).toBeUndefined()
    expect(rephrase('Nobody argues well hungry and nobody should', setting, 'view')?.clause).toMatch(/^no one/)
  })

  it('gives up sooner than quote', () => {
    const line = 'Red blue green black white pink grey gold brown'
    expect(rephrase(line, { manner: manner(0.5), names, guard: protect([line]), rng: random('x') }, 'view')).toBeNull()
  })

  it('says its own life in the first person', () => {
    expect(own('Walked the lane with Pim', names, 'Berit Holm')).toBe('I walked the lane with Pim')
    expect(own('I believe that trees matter', names, 'Berit Holm')).toBe('trees matter')
    expect(inFirstPerson('The plate is cut and she has left a gap in it.')).toBe(
      'The plate is cut and I have left a gap in it',
    )
    expect(inFirstPerson('He lost his hat and is glad.')).toBe('I lost my hat and am glad')
    expect(inFirstPerson('Rusk came in humming and stopped when he saw her.')).toBeNull()
  })
})

describe('the guard', () => {
  it('lets seven words stand and not eight, however apostrophes are read', () => {
    const guard = protect(["one two three four five six seven eight nine don't stop"])
    expect(guard.quotes('zero one two three four five six seven zero')).toBe(false)
    expect(guard.quotes('Zero: one, two; three FOUR five six seven eight!')).toBe(true)
    expect(guard.quotes('four five six seven eight nine dont stop')).toBe(true)
    expect(guard.quotes('five six seven eight nine don t stop')).toBe(true)
  })

  it('does not take the end of one line and the beginning of the next for a passage', () => {
    expect(protect(['a b c d', 'e f g h']).quotes('a b c d e f g h')).toBe(false)
  })
})
