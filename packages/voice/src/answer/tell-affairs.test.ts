import { phrases } from '@agent-network/demo-city'
import { describe, expect, it } from 'vitest'
import { affairOf } from '../meaning/affairs.ts'
import { byHead, definePhrases } from '../phrases.ts'
import { type AffairTelling, affairLikeness, tellAffair } from './tell-affairs.ts'

definePhrases(phrases)
const NOW = Date.parse('2026-05-12T14:30:00.000Z')
const DAY = 86_400_000

const telling = (over: Partial<AffairTelling>): AffairTelling => ({
  kind: 'missing',
  stage: 'thanked',
  thing: 'reading lamp',
  names: { owner: null, other: 'Pim Ledger', third: 'Casimir Roque' },
  beganAt: NOW - 4 * DAY,
  endedAt: NOW - 2 * DAY,
  points: null,
  ...over,
})
const question = (low: string, over = {}) => ({ low, isOwn: false, isOfParties: false, isOfOthers: false, ...over })

describe('affairs as residents tell them', () => {
  it('has a beginning for every kind, and an end for every last stage', () => {
    const [begins, ends] = [byHead(phrases.stories.begins), byHead(phrases.stories.ends)]
    for (const kind of byHead(phrases.stories.kinds).keys()) {
      expect(begins.has(kind), kind).toBe(true)
      for (const [stage, { next }] of affairOf(kind)!.stages)
        if (next.length === 0) expect(ends.has(`${kind} ${stage}`), `${kind} ${stage}`).toBe(true)
    }
  })

  it('leaves no slot open, whoever tells it', () => {
    const names = { owner: 'Nan Tolliver', other: 'Pim Ledger', third: 'Wick' }
    for (const head of byHead(phrases.stories.ends).keys())
      for (const self of ['owner', 'other', 'third', null]) {
        const [kind = '', stage = ''] = head.split(' ')
        const own = self === null ? names : { ...names, [self]: null }
        const sentences = tellAffair(telling({ kind, stage, names: own, points: [1, 0] }), NOW)!
        expect(sentences).toHaveLength(2)
        expect(sentences.join(' ')).not.toMatch(/[{}]|undefined/)
      }
  })

  it('speaks of the teller in the first person', () => {
    expect(tellAffair(telling({}), NOW)).toEqual([
      'On Friday I lost a reading lamp.',
      'On Sunday I found the reading lamp and thanked Casimir Roque for the help.',
    ])
    expect(tellAffair(telling({ endedAt: null }), NOW)![1]).toBe('It is not over yet.')
    const match = telling({ kind: 'match', stage: 'abandoned', thing: '10 games', points: [1, 0] })
    expect(tellAffair(match, NOW)![1]).toContain('given up at 1 to 0 for me')
  })

  it.each([
    ['missing', 'reading lamp', 'did your reading lamp ever turn up?', true],
    ['missing', 'reading lamp', 'is the breakwater lamp lit?', false],
    ['bet', 'that nobody can eat ten buns', 'what was that bet about buns?', true],
    ['bet', 'that nobody can eat ten buns', 'where can i eat a bun?', false],
    ['takeover', 'the pump at Soup Steps', 'so you gave up the pump at soup steps?', true],
    ['takeover', 'the pump at Soup Steps', 'is the pump at soup steps working?', false],
    ['boat', 'a bottle with a letter in it', 'something washed up in a bottle last week, right?', true],
    ['match', '10 games', 'who won the match?', false],
  ])('%s: %s, asked “%s”', (kind, thing, low, isNamed) => {
    expect(affairLikeness({ kind, thing }, question(low)) > 0).toBe(isNamed)
  })

  it('takes a word of the affair for it where its people are named, and never where others are', () => {
    const match = { kind: 'match', thing: '10 games' }
    expect(affairLikeness(match, question('who won the match?', { isOfParties: true }))).toBeGreaterThan(0)
    const petition = { kind: 'petition', thing: 'a longer bell in fog' }
    expect(affairLikeness(petition, question('how did your petition end?', { isOwn: true }))).toBeGreaterThan(0)
    expect(affairLikeness(petition, question('the petition for a fog bell', { isOfOthers: true }))).toBe(0)
  })
})
