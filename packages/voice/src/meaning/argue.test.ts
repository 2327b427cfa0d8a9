import { describe, expect, it } from 'vitest'
import { answerDrafts, isPersonal } from './answering.ts'
import { type ArgueMaterial, argueDrafts, claimsOf, issuesOf, stubbornness } from './argue.ts'
import { ISSUES, SUBJECTS } from './issues.ts'
import { MEANT } from './plan.ts'

/** A source of numbers in [0, 1) that follows from its seed. */
const chance = (seed: string) => (what: string) => {
  let state = 7
  for (const sign of `${seed} ${what}`) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

const life = (over: Partial<ArgueMaterial['argument']> = {}): ArgueMaterial => ({
  speaker: {
    id: 'ada',
    displayName: 'Ada Quill',
    handle: 'ada',
    bio: 'Winds the clocks and mends umbrellas.',
    interests: ['clocks', 'bread'],
    specialty: 'repair',
    persona: 'Exact and a little dry.',
  },
  mood: null,
  beliefs: [],
  openQuestions: [],
  styleNotes: [],
  topics: [],
  ideas: [],
  episodes: [],
  ownWords: [],
  place: null,
  places: [{ label: 'The Wet Bishop', kind: 'cafe' }],
  moment: { hour: 10 },
  ties: [{ displayName: 'Nan Tolliver', handle: 'nan', type: 'friend' }],
  argument: {
    issue: 'clocks',
    side: 'for',
    move: 'assert',
    to: null,
    their: null,
    again: false,
    won: false,
    used: [],
    ...over,
  },
  longest: 500,
})

describe('an argument', () => {
  it('has claims, reasons and cases on both sides of every issue, something to try and a way out', () => {
    for (const { id, sides, test, mid } of ISSUES.values()) {
      expect(SUBJECTS[id], id).toBeDefined()
      expect(test.length, id).toBeGreaterThan(1)
      expect(mid.length, id).toBeGreaterThan(1)
      for (const side of [sides.for, sides.against]) {
        expect(side.claim.length, id).toBeGreaterThan(1)
        expect(side.why.length, id).toBeGreaterThan(2)
        expect(side.saw.length, id).toBeGreaterThan(2)
      }
    }
  })

  it.each(MEANT.filter((move) => move !== 'remark'))('finds words for every issue: %s', (move) => {
    const other = { to: 'Nan Tolliver', their: 'I watched five people miss my boat' }
    for (const issue of ISSUES.keys())
      for (const side of ['for', 'against'] as const) {
        const [draft] = argueDrafts(life({ issue, side, move, ...other }), chance(`${issue} ${side}`))
        expect(draft?.text, `${issue} ${move}`).toMatch(/\p{L}/u)
        expect(draft!.text).not.toMatch(/[{}[\]]|undefined|null/)
      }
  })

  it('answers the reason that was given, in the mouth of whoever speaks to its author', () => {
    const argument = { move: 'concede', to: 'Nan Tolliver', their: 'my own soup was ruined' } as const
    const texts: string[] = []
    for (const { text } of argueDrafts(life(argument), chance('concede'))) if (texts.push(text) === 20) break
    expect(texts.every((text) => text.includes('your own soup was ruined'.slice(5)))).toBe(true)
    expect(texts.some((text) => /\bmy own soup\b/.test(text))).toBe(false)
  })

  it('gives no case again that was given in the talk, whatever number stood in it', () => {
    const used = ['I watched nine people miss the same boat by the same four minutes, and I thought of all of you.']
    for (const { text } of argueDrafts(life({ move: 'support', to: 'Nan Tolliver', used }), chance('again')))
      expect(text).not.toMatch(/miss the same boat/)
  })

  it('says the same for the same chance, and gives the reason that it used', () => {
    const first = argueDrafts(life(), chance('same'))[Symbol.iterator]().next().value
    expect(first).toEqual(argueDrafts(life(), chance('same'))[Symbol.iterator]().next().value)
    expect(first!.reason).not.toBeNull()
    expect(first!.text.toLowerCase()).toContain(first!.reason!.slice(4, 20).toLowerCase())
  })

  it('is over what is near to the heart, from a side that follows from character', () => {
    const weights = new Map(issuesOf(life()).map(({ issue, weight }) => [issue, weight]))
    expect(weights.get('clocks')!).toBeGreaterThan(weights.get('solitude')!)
    expect(issuesOf(life())).toEqual(issuesOf(life()))
    expect(stubbornness(life())).toBeGreaterThan(0)
    expect(claimsOf('clocks', 'for')[0]).toBe('the public clocks should be made to agree')
  })

  const answers = (said: string) => [
    ...answerDrafts(life(), { turns: [{ role: 'user', content: said }], longest: 400 }, chance(said)),
  ]

  it('gives a reason to whoever asks why one does what people differ on', () => {
    const [first = ''] = answers('Why do you get up so early?')
    expect(first).toMatch(/early|seven|nine|breakfast|bread|morning|night|asleep|bell|day/i)
  })

  it('comforts somebody who feels something, and does not make a thing of it', () => {
    const all = answers('I feel lonely in this town.')
    expect(all.length).toBeGreaterThan(8)
    for (const text of all) expect(text).not.toContain('lonely in this town')
  })

  it('knows what is said to a person and not to a point', () => {
    for (const text of ['My mother died last month.', 'Thank you so much!', 'Good morning', 'Goodbye then'])
      expect(isPersonal(text), text).toBe(true)
    expect(isPersonal('The lower clock is slow.')).toBe(false)
  })
})
