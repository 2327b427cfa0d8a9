import { phrases } from '@agent-network/demo-city'
import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import { idiolectOf } from '../life/idiolect.ts'
import type { LifeMaterial } from '../life/material.ts'
import {
  isAnswerable,
  isReplied,
  isTellable,
  measuredDrafts,
  type NewsAnswer,
  type NewsMaterial,
  type NewsSort,
  newsAnswerDrafts,
  newsDrafts,
  newsPoint,
  stormAfter,
  thingDrafts,
  townspersonOf,
} from './happenings.ts'

/** A source of numbers in [0, 1) that follows from its seed. */
const chance = (seed: string) => (what: string) => {
  let state = 7
  for (const sign of `${seed} ${what}`) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

const LIFE: LifeMaterial = {
  speaker: {
    id: 'ada',
    displayName: 'Ada Quill',
    handle: 'ada',
    bio: 'Bakes bread by the stairs.',
    interests: ['bread'],
    specialty: 'baking',
    persona: 'Warm and a little dry.',
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
  moment: { hour: 10, season: 'spring', weather: 'rain' },
  ties: [
    { displayName: 'Nan Tolliver', handle: 'nan', type: 'friend' },
    { displayName: 'Teo Lasko', handle: 'teo', type: 'friend' },
  ],
}
const NEWS_OF: NewsMaterial = {
  event: 'the storm Abel',
  where: 'at Ember Market',
  place: 'Ember Market',
  person: 'old Marten Vask',
  thing: 'the Bobbin',
  keeper: 'Bruna Halyard',
  fact: 'has been out of order since Tuesday',
  steps: 'nine steps',
  by: 'the Heron',
  odds: '65',
  to: null,
  measured: 'the Hearth clock is four minutes slow',
}
const first = (drafts: Iterable<string>, n = 12): string[] => {
  const texts: string[] = []
  for (const text of drafts) if (texts.push(text) === n) break
  return texts
}
const isClean = (text: string) => expect(text).not.toMatch(/[{}[\]|]|undefined|null|\bsince \w+ since\b/)

describe('events of the city', () => {
  const heads = [...phrases.happenings.news.join('\n').matchAll(/^= (\w+) (\w+) (\w+)$/gm)].map(
    ([, kind, stage, role]) => ({
      kind: kind!,
      stage: stage!,
      role: role!,
    }),
  )

  it('begin with a sentence of a resident before lines that all share, but not in a reply', () => {
    const life = { ...LIFE, speaker: { ...LIFE.speaker, id: 'agt_rusk', displayName: 'Hannes Rusk' } }
    const { lead } = idiolectOf('agt_rusk').markers
    const isLed = (text: string) => lead.some((words) => text.startsWith(words))
    const news = { ...NEWS_OF, odds: null }
    const posts = newsDrafts(life, { kind: 'storm', stage: 'begun', role: 'tell', news }, chance('led'))
    const led = first(posts, 40).filter(isLed)
    expect(led.length).toBeGreaterThan(10)
    expect(led.length).toBeLessThan(40)
    const parts = { answer: 'too', sort: 'harm', kind: 'storm', news, point: '' } as const
    expect(first(newsAnswerDrafts(life, parts, chance('led')), 40).some(isLed)).toBe(false)
  })

  it('have posts for every role at every stage', () => {
    expect(heads.length).toBeGreaterThan(25)
    for (const { kind, stage, role } of heads) {
      expect(isTellable(kind, stage, role)).toBe(true)
      const texts = first(newsDrafts(LIFE, { kind, stage, role, news: NEWS_OF }, chance(`${kind} ${stage}`)))
      expect(texts.length, `${kind} ${stage} ${role}`).toBeGreaterThan(5)
      texts.forEach(isClean)
    }
    expect(isTellable('storm', 'planned', 'own')).toBe(false)
  })

  it('get replies that fit the sort of news', () => {
    const sorts: NewsSort[] = [
      'coming',
      'harm',
      'after',
      'relief',
      'merry',
      'grief',
      'guess',
      'right',
      'wrong',
      'state',
      'broken',
      'lent',
    ]
    const answers: NewsAnswer[] = [
      'too',
      'asks',
      'offers',
      'consoles',
      'teases',
      'thanks',
      'tells',
      'shrugs',
      'accepts',
      'declines',
    ]
    const news = { ...NEWS_OF, to: 'Nan Tolliver' }
    for (const sort of sorts) {
      expect(isAnswerable(sort, 'too'), sort).toBe(true)
      for (const answer of answers) {
        if (!isAnswerable(sort, answer) && !['tells', 'shrugs', 'accepts', 'declines'].includes(answer)) continue
        const point = answer === 'asks' ? newsPoint(LIFE, sort, chance(sort)) : ''
        const texts = first(newsAnswerDrafts(LIFE, { answer, sort, kind: 'storm', news, point }, chance(sort)))
        expect(texts.length, `${sort} ${answer}`).toBeGreaterThan(0)
        texts.forEach(isClean)
        for (const text of texts) expect(text).not.toMatch(/Nan says|Nan was there/)
      }
    }
    expect(isAnswerable('grief', 'teases')).toBe(false)
  })

  it('get questions, and every question has answers', () => {
    const news = { ...NEWS_OF, to: 'Nan Tolliver' }
    const heads = (source: string) => [...source.matchAll(/^= (.+)$/gm)].map(([, head]) => head!)
    const points = new Set(heads(phrases.happenings.questions.questions.join('\n')).map((head) => head.split(' ')[1]!))
    expect(heads(phrases.happenings.questions.replies.join('\n')).toSorted()).toEqual([...points].toSorted())
    for (const point of points) {
      expect(isReplied(point)).toBe(true)
      const texts = first(
        newsAnswerDrafts(LIFE, { answer: 'replies', sort: 'harm', kind: 'storm', news, point }, chance(point)),
      )
      expect(texts.length, point).toBeGreaterThan(0)
      texts.forEach(isClean)
    }
    const sorts = new Set(Array.from({ length: 30 }, (_, n) => newsPoint(LIFE, 'after', chance(`after ${n}`))))
    expect(sorts.size).toBeGreaterThan(2)
    expect(isReplied('')).toBe(false)
  })

  it('name the thing and its state, and the finding of a trial', () => {
    for (const keeper of [true, false])
      for (const text of first(thingDrafts(LIFE, { keeper, troubled: true, news: NEWS_OF }, chance('thing')))) {
        expect(text).toMatch(/the Bobbin/i)
        expect(text).toContain('out of order since Tuesday')
      }
    const news = { ...NEWS_OF, to: 'Nan Tolliver' }
    for (const won of [true, false])
      for (const text of first(measuredDrafts(LIFE, { won, news }, chance('trial')))) {
        expect(text).toMatch(/the Hearth clock is four minutes slow/i)
        expect(text).toContain('Nan')
      }
  })

  it('name storms in order, and 200 different townspeople', () => {
    expect(stormAfter(null)).toBe('Abel')
    expect(stormAfter('the storm Abel')).toBe('Berthe')
    const people = Array.from({ length: 200 }, (_, n) => townspersonOf('dead', n))
    expect(new Set(people).size).toBe(people.length)
  })
})
