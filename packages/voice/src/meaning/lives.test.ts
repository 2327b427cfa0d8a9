import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import { phrases } from '@agent-network/demo-city'
import type { LifeMaterial } from '../life/material.ts'
import { isToldAs, type LifeTurn, type LivedEvent, lifeDrafts, pointsOf } from './lives.ts'

/** A source of numbers in [0, 1) that follows from its seed. */
const chance = (seed: string) => (what: string) => {
  let state = 7
  for (const sign of `${seed} ${what}`) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

const life: LifeMaterial = {
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
  places: [],
  moment: { hour: 10 },
  ties: [],
}

const NOW = Date.parse('2026-05-12T10:00:00.000Z')
const DAY_MS = 86_400_000

const game: LivedEvent = {
  kind: 'game.lost',
  mood: 'bad',
  at: NOW - DAY_MS,
  owner: 'Ada Quill',
  other: 'Ciro Fennel',
  place: { label: 'The Spout', kind: 'cafe' },
  facts: { moves: '31', minutes: '40', end: 'resignation', colour: 'black', again: 'no' },
}

const turn = (over: Partial<LifeTurn>): LifeTurn => ({
  move: 'tell',
  event: game,
  to: 'Pim Ledger',
  affinity: 0.2,
  isFirst: false,
  now: NOW,
  ...over,
})

const drafts = (over: Partial<LifeTurn>, most = 40): string[] => {
  const found: string[] = []
  for (const text of lifeDrafts(life, turn(over), chance('lives'))) {
    found.push(text)
    if (found.length === most) break
  }
  return found
}

describe('talk about lives', () => {
  it('leaves nobody silent whose lines all name the listener', () => {
    const asks: Partial<LifeTurn> = { move: 'inquire', event: null, point: 'self', link: 'change' }
    const silent: string[] = []
    for (let n = 0; n < 60; n++) {
      const speaker = { ...life.speaker, id: `speaker ${n}` }
      const [text] = lifeDrafts({ ...life, speaker }, turn(asks), chance(`${n}`))
      if (text === undefined) silent.push(speaker.id)
      else expect(text.split('Pim').length, text).toBeLessThanOrEqual(2)
    }
    expect(silent).toEqual([])
  })

  it('tells who, where and when, from the row', () => {
    const texts = drafts({})
    expect(texts.length).toBe(40)
    for (const text of texts) {
      expect(text, text).toContain('Ciro')
      expect(text).not.toMatch(/[{}[\]|]|undefined|null/)
    }
    expect(texts.some((text) => /yesterday/i.test(text))).toBe(true)
    expect(texts.some((text) => text.includes('31 moves'))).toBe(true)
  })

  it('asks only what the row can answer', () => {
    expect(pointsOf(game).sort()).toEqual(['again', 'colour', 'end', 'long'])
    expect(pointsOf({ ...game, facts: { colour: 'white' } })).toEqual(['colour'])
    for (const text of drafts({ move: 'answer', point: 'colour' })) expect(text).toMatch(/black|white|began/i)
    for (const text of drafts({ move: 'answer', point: 'long' })) expect(text).toContain('40 minutes')
  })

  it('asks nothing that the telling has answered', () => {
    expect(pointsOf(game, 'I lost to Ciro, 31 moves, 40 minutes.').sort()).toEqual(['again', 'colour', 'end'])
    const news: LivedEvent = {
      ...game,
      kind: 'news.other.bad',
      facts: { sure: 'yes', from: 'somebody', source: 'Nan', heard: 'today' },
    }
    expect(pointsOf(news, 'Ciro kept Wick waiting.').sort()).toEqual(['from', 'sure'])
    expect(pointsOf(news, 'Nan told me that Ciro kept Wick waiting.')).toEqual(['sure'])
    expect(pointsOf(news, 'Ciro kept Wick waiting. That much is certain.')).toEqual(['from'])
  })

  it('reacts to the answer to a question', () => {
    for (const text of drafts({ move: 'react', point: 'end' })) expect(text).not.toContain('beats most of us')
    const again = {
      ...game,
      facts: { ...game.facts, again: 'yes', nextwhen: 'tomorrow at six', nextat: 'at the Spout' },
    }
    const texts = drafts({ move: 'react', point: 'again', event: again })
    expect(texts.join(' ')).toMatch(/practising|watch|luck|remember|crowd|good game|how it ends/u)
    expect(texts.join(' ')).not.toMatch(/ask Ciro/u)
  })

  it('reacts without a question, which nobody would answer', () => {
    let head = ''
    for (const line of phrases.talk.lines.flat()) {
      if (line.startsWith('= ')) head = line
      else if (/ react\b/u.test(head)) expect(line, head).not.toContain('?')
    }
  })

  it('asks back how the other is, and leaves an argument with a word', () => {
    const back = drafts({ move: 'inquire', event: null, point: 'back' })
    for (const text of back) expect(text).toMatch(/you|your week/u)
    const texts = drafts({ link: 'change' }).join(' ')
    expect(texts).toMatch(
      /Something else|Enough of that|come back to that|another day|So much for that|another matter/u,
    )
  })

  it('names the owner of an event that somebody else lived', () => {
    const texts = drafts({ move: 'cited', isCited: true, event: { ...game, owner: 'Odile Barm' } })
    for (const text of texts) expect(text).toContain('Odile')
  })

  it('is a function of its material and chance', () => {
    expect(drafts({ move: 'react' })).toEqual(drafts({ move: 'react' }))
  })

  it('knows which kinds have words', () => {
    expect(isToldAs(game, 'shared')).toBe(true)
    expect(isToldAs({ ...game, kind: 'unheard' }, 'tell')).toBe(false)
  })

  it('has slots and brackets that close in every line', () => {
    for (const line of phrases.talk.lines.flat()) {
      expect(line.split('{').length, line).toBe(line.split('}').length)
      expect(line.split('[').length, line).toBe(line.split(']').length)
    }
  })
})
