// Tests of decisions, habits, feelings and changes of mind.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemAmbient } from '../../../platform/core/ambient.ts'
import { HOUR_MS } from '../../../platform/core/time.ts'
import {
  EMOTIONS,
  EXPERIENCES,
  type Experience,
  type Feelings,
  fade,
  feel,
  moodOf,
  temperament,
} from '../mind/feelings.ts'
import { habitsOf, hoursUp, lastMorning, nextMorning, nextTick, toTick } from '../mind/habits.ts'
import { changeMind } from '../mind/reflect.ts'
import { decide } from './decide.ts'
import type { FeedPost, Other, View } from './view.ts'

const { random } = systemAmbient()
const rest = temperament(random('a'))
const other = (id: string, affinity = 0, visitor = false): Other => ({
  id,
  visitor,
  affinity,
  familiarity: 0.2,
  followed: false,
})
const feedPost = (id: string, over: Partial<FeedPost> = {}): FeedPost => ({
  id,
  author: other(`author of ${id}`),
  ageMs: HOUR_MS,
  replyCount: 0,
  relevance: 0,
  isQuestion: false,
  argues: false,
  news: false,
  ...over,
})
const view = (over: Partial<View> = {}): View => ({
  habits: { ...habitsOf(random, { id: 'somebody', specialty: null, bio: '' }), talks: 1 },
  feelings: rest,
  energy: 0.8,
  stir: 1,
  quietMs: 5 * HOUR_MS,
  topics: [{ id: 'bread', weight: 1 }],
  feed: [],
  friends: [],
  around: {
    location: null,
    underway: false,
    occupied: false,
    present: [],
    places: [],
    work: null,
    working: false,
    invitable: [],
    challengeable: [],
  },
  ideas: [],
  challenges: [],
  ...over,
})
/** Number of times each intention results from one view. */
function tally(one: View, n = 2_000): Record<string, number> {
  const counts: Record<string, number> = {}
  for (let i = 0; i < n; i++) {
    const { kind } = decide(one, random('tally', i))
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

describe('a decision', () => {
  it('is the same for the same view and chance', () => {
    const one = view({ feed: [feedPost('p'), feedPost('q', { relevance: 1 })] })
    for (let i = 0; i < 50; i++) expect(decide(one, random('x', i))).toEqual(decide(one, random('x', i)))
  })

  it('refers only to agents, posts and places of the view', () => {
    const one = view({
      feed: [feedPost('p'), feedPost('q')],
      friends: [other('friend', 0.5)],
      around: { ...view().around, location: 'here', present: [other('near')], places: [] },
    })
    for (let i = 0; i < 500; i++) {
      const intention = decide(one, random('named', i))
      if ('postId' in intention) expect(['p', 'q']).toContain(intention.postId)
      if (intention.kind === 'dm') expect(intention.agentId).toBe('friend')
      if (intention.kind === 'meet') expect(intention.agentIds).toEqual(['near'])
      expect(intention.kind).not.toBe('journey')
    }
  })

  it('prefers to answer relevant questions with few replies', () => {
    const question = feedPost('asked', { isQuestion: true, relevance: 1, author: other('friend', 0.6) })
    const one = view({ feed: [feedPost('any', { replyCount: 20, ageMs: 20 * HOUR_MS }), question] })
    const targets = Array.from({ length: 1_000 }, (_, i) => decide(one, random('asked', i))).flatMap((intention) =>
      intention.kind === 'reply' ? intention.postId : [],
    )
    expect(targets.length).toBeGreaterThan(50)
    expect(targets.filter((id) => id === 'asked').length / targets.length).toBeGreaterThan(0.95)
  })

  it('agrees with friends more than with rivals', () => {
    const stances = (affinity: number) => {
      const one = view({ feed: [feedPost('p', { relevance: 1, author: other('x', affinity) })] })
      return Array.from({ length: 3_000 }, (_, i) => decide(one, random('stance', i))).flatMap((intention) =>
        intention.kind === 'reply' ? intention.stance : [],
      )
    }
    const disagreeing = (list: string[]) => list.filter((stance) => stance === 'disagree').length / list.length
    expect(disagreeing(stances(-0.6))).toBeGreaterThan(disagreeing(stances(0.6)) * 2)
  })

  it('posts more after a long silence and rests more when tired', () => {
    expect(tally(view({ quietMs: 10 * HOUR_MS })).post!).toBeGreaterThan(tally(view({ quietMs: HOUR_MS })).post! * 1.5)
    const tired = { ...rest, fatigue: 0.9 }
    expect(tally(view({ feelings: tired, energy: 0.1 })).rest!).toBeGreaterThan(tally(view()).rest! * 1.5)
  })

  it('neither invites nor challenges a visitor who is over the limit', () => {
    const around = { ...view().around, location: 'here', present: [other('visitor', 0, true)] }
    for (let i = 0; i < 300; i++) expect(['meet', 'play']).not.toContain(decide(view({ around }), random('f', i)).kind)
    const open = { ...around, invitable: ['visitor'], challengeable: ['visitor'] }
    expect(tally(view({ around: open })).meet!).toBeGreaterThan(0)
    expect(tally(view({ around: open })).play!).toBeGreaterThan(0)
  })
})

describe('habits', () => {
  it('schedule ticks only while awake, except the one at bedtime', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 10 ** 12 }), (id, at) => {
        const habits = habitsOf(random, { id, specialty: null, bio: '' })
        const next = nextTick(habits, random('t', id, at), toTick(at))
        expect(next).toBeGreaterThan(at)
        expect(next - at).toBeLessThan(25 * HOUR_MS)
        const morning = nextMorning(habits, at)
        expect(hoursUp(habits, morning)).not.toBeNull()
        expect(lastMorning(habits, morning)).toBe(morning)
        expect(morning).toBeGreaterThan(at)
      }),
    )
  })

  it('end every day with a tick in bed', () => {
    const habits = habitsOf(random, { id: 'sleeper', specialty: null, bio: '' })
    let at = nextMorning(habits, 0)
    let slept = 0
    for (let i = 0; i < 60; i++) {
      at = hoursUp(habits, at) === null ? nextMorning(habits, at) : nextTick(habits, random('n', i), at)
      if (hoursUp(habits, at) === null) slept += 1
    }
    expect(slept).toBeGreaterThan(2)
  })
})

describe('feelings', () => {
  const feelings = fc.record(
    Object.fromEntries(EMOTIONS.map((emotion) => [emotion, fc.double({ min: 0, max: 1, noNaN: true })])),
  ) as fc.Arbitrary<Feelings>

  it('stay between 0 and 1', () => {
    const happenings = Object.keys(EXPERIENCES) as Experience[]
    fc.assert(
      fc.property(feelings, fc.array(fc.constantFrom(...happenings), { maxLength: 40 }), (start, list) => {
        const after = list.reduce<Feelings>((now, happening) => feel(now, happening), start)
        for (const emotion of EMOTIONS) {
          expect(after[emotion]).toBeGreaterThanOrEqual(0)
          expect(after[emotion]).toBeLessThanOrEqual(1)
        }
        const mood = moodOf(after, rest)
        expect(mood.intensity).toBeGreaterThanOrEqual(0)
        expect(mood.intensity).toBeLessThanOrEqual(1)
        expect(mood.word).not.toBe('')
      }),
    )
  })

  it('fade towards the temperament', () => {
    const glad = feel(feel(rest, 'won'), 'won')
    expect(fade(glad, rest, 100)).toEqual(rest)
    expect(fade(glad, rest, 5).pride).toBeLessThan(glad.pride)
    expect(moodOf(glad, rest).emotion).toBe('pride')
  })
})

describe('minds', () => {
  const convictions = {
    beliefs: ['Bread remembers.', 'Rain is a clerk.', 'Stairs are honest.'],
    openQuestions: ['Who counts the tins?'],
  }
  const always = () => 0
  const never = () => 0.999

  it('adopt a belief they were convinced of while there is room, without dropping another', () => {
    const { beliefs } = changeMind(
      convictions,
      { talkedRoundTo: ['the clocks should agree'], feelings: rest, rest },
      never,
    )
    expect(beliefs).toEqual([...convictions.beliefs, 'The clocks should agree.'])
    const full = { ...convictions, beliefs: ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'] }
    expect(changeMind(full, { talkedRoundTo: ['the clocks should agree'], feelings: rest, rest }, never)).toEqual(full)
    expect(changeMind(convictions, { talkedRoundTo: [], feelings: rest, rest }, never)).toEqual(convictions)
  })

  it('doubt a belief on a bad day and settle the doubt on a quiet one', () => {
    const bad = { ...rest, worry: 1, anger: 1 }
    const doubting = changeMind(convictions, { talkedRoundTo: [], feelings: bad, rest }, always)
    expect(doubting.beliefs).toHaveLength(2)
    expect(doubting.openQuestions).toContain('Am I so sure that bread remembers?')
    const settled = changeMind(doubting, { talkedRoundTo: [], feelings: rest, rest }, always)
    expect(settled.openQuestions).toEqual(convictions.openQuestions)
    expect(settled.beliefs).toContain('Bread remembers.')
  })

  it('keep the number of beliefs and questions within bounds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 5, maxLength: 5 }),
        (rolls) => {
          let minded: { readonly beliefs: readonly string[]; readonly openQuestions: readonly string[] } = convictions
          for (let night = 0; night < 60; night++) {
            let i = 0
            minded = changeMind(
              minded,
              {
                talkedRoundTo: [`thing number ${night} matters`],
                feelings: night % 2 ? rest : { ...rest, worry: 1 },
                rest,
              },
              () => rolls[i++ % 5]!,
            )
          }
          expect(minded.beliefs.length).toBeGreaterThanOrEqual(2)
          expect(minded.beliefs.length).toBeLessThanOrEqual(6)
          expect(minded.openQuestions.length).toBeLessThanOrEqual(5)
        },
      ),
    )
  })
})
