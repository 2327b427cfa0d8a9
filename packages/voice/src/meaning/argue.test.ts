import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import { expand } from '../life/grammar.ts'
import { usualChoices } from '../life/voice.ts'
import { answerDrafts, isPersonal } from './answering.ts'
import { type ArgueMaterial, argueDrafts, claimsOf, issuesOf, stubbornness, usualClaim } from './argue.ts'
import { issueSubject, issues, SPEECH_ACTS } from './issues.ts'

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

describe('arguments', () => {
  it('have claims, reasons and cases on both sides of every issue, a test and a compromise', () => {
    for (const { id, sides, test, mid } of issues().values()) {
      expect(issueSubject(id), id).toBeDefined()
      expect(test.length, id).toBeGreaterThan(1)
      expect(mid.length, id).toBeGreaterThan(1)
      for (const side of [sides.for, sides.against]) {
        expect(side.claim.length, id).toBeGreaterThan(1)
        expect(side.why.length, id).toBeGreaterThan(2)
        expect(side.saw.length, id).toBeGreaterThan(2)
      }
    }
  })

  it.each(SPEECH_ACTS.filter((move) => move !== 'remark'))('finds words for every issue: %s', (move) => {
    const other = { to: 'Nan Tolliver', their: 'I watched five people miss my boat' }
    for (const issue of issues().keys())
      for (const side of ['for', 'against'] as const) {
        const [draft] = argueDrafts(life({ issue, side, move, ...other }), chance(`${issue} ${side}`))
        expect(draft?.text, `${issue} ${move}`).toMatch(/\p{L}/u)
        expect(draft!.text).not.toMatch(/[{}[\]]|undefined|null/)
      }
  })

  it('answer the reason of the other', () => {
    const argument = { move: 'concede', to: 'Nan Tolliver', their: 'my own soup was ruined' } as const
    const texts: string[] = []
    for (const { text } of argueDrafts(life(argument), chance('concede'))) if (texts.push(text) === 20) break
    expect(texts.every((text) => text.includes('your own soup was ruined'.slice(5)))).toBe(true)
    expect(texts.some((text) => /\bmy own soup\b/.test(text))).toBe(false)
  })

  it('repeat no case of the talk, also with another number', () => {
    const used = ['I watched nine people miss the same boat by the same four minutes, and I thought of all of you.']
    for (const { text } of argueDrafts(life({ move: 'support', to: 'Nan Tolliver', used }), chance('again')))
      expect(text).not.toMatch(/miss the same boat/)
  })

  it('are the same for the same seed, and return the reason', () => {
    const first = argueDrafts(life(), chance('same'))[Symbol.iterator]().next().value
    expect(first).toEqual(argueDrafts(life(), chance('same'))[Symbol.iterator]().next().value)
    expect(first!.reason).not.toBeNull()
    expect(first!.text.toLowerCase()).toContain(first!.reason!.slice(4, 20).toLowerCase())
  })

  it('concern issues near the speaker, on a side that follows from its traits', () => {
    const weights = new Map(issuesOf(life()).map(({ issue, weight }) => [issue, weight]))
    expect(weights.get('clocks')!).toBeGreaterThan(weights.get('solitude')!)
    expect(issuesOf(life())).toEqual(issuesOf(life()))
    expect(stubbornness(life())).toBeGreaterThan(0)
    expect(claimsOf('clocks', 'for')[0]).toBe('the public clocks should be made to agree')
  })

  it('word a claim in one way for each speaker, and in different ways for different ones', () => {
    const claims = new Set(Array.from({ length: 20 }, (_, n) => usualClaim(`agt_${n}`, 'clocks', 'for')))
    expect(claims.size).toBeGreaterThan(4)
    expect(usualClaim('agt_1', 'clocks', 'for')).toBe(usualClaim('agt_1', 'clocks', 'for'))
    expect(usualClaim('agt_1', 'no such issue', 'for')).toBeNull()
    const own = issues()
      .get('clocks')!
      .sides.for.claim.map((line) => expand(line.line, usualChoices('ada', line), () => null)!)
    const asserted = [...argueDrafts(life({ move: 'assert' }), chance('usual'))].slice(0, 40)
    for (const { text } of asserted)
      expect(
        own.some((claim) => text.toLowerCase().includes(claim.slice(0, 14))),
        text,
      ).toBe(true)
  })

  const answers = (text: string) => [
    ...answerDrafts(life(), { turns: [{ role: 'user', content: text }], longest: 400 }, chance(text)),
  ]

  it('give a reason to a visitor who asks why', () => {
    const [first = ''] = answers('Why do you get up so early?')
    expect(first).toMatch(/early|seven|nine|breakfast|bread|morning|night|asleep|bell|day/i)
  })

  it('are not started by a visitor who states a feeling', () => {
    const all = answers('I feel lonely in this town.')
    expect(all.length).toBeGreaterThan(8)
    for (const text of all) expect(text).not.toContain('lonely in this town')
  })

  it('distinguish personal turns from statements', () => {
    for (const text of ['My mother died last month.', 'Thank you so much!', 'Good morning', 'Goodbye then'])
      expect(isPersonal(text), text).toBe(true)
    expect(isPersonal('The lower clock is slow.')).toBe(false)
  })
})
