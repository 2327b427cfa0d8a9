import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import type { Parting, TurnMaterial } from './material.ts'
import { turnDrafts } from './talk.ts'

/** A source of numbers in [0, 1) that follows from its seed. */
const chance = (seed: string) => (what: string) => {
  let state = 7
  for (const sign of `${seed} ${what}`) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

const NOW = Date.UTC(2026, 2, 10, 10)
const TALK: Parting = {
  subject: 'small debts',
  isSettled: false,
  reason: { clause: 'the book of who owes whom is longer than the friendship', by: 'Nan Tolliver' },
  next: { place: { label: 'The Wet Bishop', kind: 'cafe' }, at: NOW + 6 * 3_600_000, whom: 'Teo Lasko', now: NOW },
}
const turnOf = (id: string, parting?: Parting): TurnMaterial => ({
  speaker: {
    id,
    displayName: 'Ada Quill',
    handle: 'ada',
    bio: '',
    interests: ['bread'],
    specialty: 'baking',
    persona: '',
  },
  mood: null,
  beliefs: [],
  openQuestions: [],
  styleNotes: [],
  topics: [],
  ideas: [],
  episodes: [],
  ownWords: [],
  place: { label: 'Ember Market', kind: 'market' },
  places: [{ label: 'Pier Two', kind: 'pier' }],
  moment: { hour: 10, season: 'spring', weather: 'rain' },
  ties: [{ displayName: 'Nan Tolliver', handle: 'nan', type: 'friend' }],
  present: ['Nan Tolliver'],
  talk: [{ name: 'Nan Tolliver', text: 'The book of who owes whom is longer than the friendship.' }],
  leaving: true,
  ...(parting === undefined ? {} : { parting }),
})
const byes = (id: string, parting?: Parting, n = 40): string[] => {
  const found = new Set<string>()
  let tries = 0
  for (const text of turnDrafts(turnOf(id, parting), chance(id))) {
    found.add(text)
    tries += 1
    if (found.size === n || tries === 200) break
  }
  return [...found]
}

describe('goodbyes', () => {
  it.each(['agt_gudrun', 'agt_wick', 'ada'])('is one of many, also for %s', (id) => {
    const all = byes(id, TALK)
    expect(all).toHaveLength(40)
    for (const text of all) expect(text).not.toMatch(/[{}[\]|]|undefined|null/)
  })

  it('mention the talk and the next appointment', () => {
    const all = byes('agt_gudrun', TALK).join('\n')
    expect(all).toMatch(/debts/)
    expect(all).toMatch(/longer than the friendship/)
    expect(all).toMatch(/Wet Bishop/)
    expect(all).toMatch(/Teo/)
  })

  it('invent neither a subject nor an appointment', () => {
    const all = byes('agt_gudrun').join('\n')
    expect(all).not.toMatch(/debts|Wet Bishop|Teo|settled|agree/)
    expect(byes('agt_gudrun').length).toBeGreaterThan(20)
  })

  it('never ask the listener to greet itself', () => {
    for (const id of ['agt_gudrun', 'agt_casimir', 'ada'])
      expect(byes(id, { ...TALK, next: null }).join('\n')).not.toMatch(/see Nan, Nan/i)
  })
})
