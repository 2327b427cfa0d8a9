// Tests of the states of things and of the trials that depend on them.
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../platform/core/time.ts'
import { measure, type TrialContext } from './closures.ts'
import { type DayConditions, drift, initialState, isNews, type State, type ThingKind } from './states.ts'
import type { Thing } from './things.ts'
import { dayName, describeState } from './things.ts'

const AT = Date.parse('2026-05-12T12:00:00Z')
const AROUND: DayConditions = {
  at: AT,
  season: 'spring',
  stormy: false,
  market: false,
  tide: 9,
  borrowers: ['nan'],
}
const thing = (kind: ThingKind, state: State, since = AT - 3 * DAY_MS): Thing => ({
  id: `${kind}-1`,
  name: `the ${kind}`,
  kind,
  placeId: 'place',
  keeperId: 'keeper',
  state,
  since,
})
const always = (value: number) => () => value
const describeNow = (of: Thing) => describeState(of, AT, () => 'Nan Tolliver')

describe('a thing', () => {
  it.each([
    [thing('clock', { sort: 'offset', minutes: -4 }), 'is four minutes slow'],
    [thing('clock', { sort: 'offset', minutes: 1 }), 'is one minute fast'],
    [thing('clock', { sort: 'offset', minutes: 0 }), 'is right to the minute'],
    [thing('lift', { sort: 'working', broken: true }), 'has been out of order since Saturday'],
    [thing('lift', { sort: 'working', broken: true }, AT - HOUR_MS), 'has been out of order since 11:00 today'],
    [thing('lift', { sort: 'working', broken: false }), 'is running'],
    [thing('book', { sort: 'lent', to: 'nan' }, AT - DAY_MS), 'has been with Nan Tolliver since yesterday'],
    [thing('bread', { sort: 'stock', goneAt: AT - 3 * HOUR_MS }), 'was sold out at 9:00'],
    [thing('bread', { sort: 'stock', goneAt: AT + HOUR_MS }), 'is still to be had'],
    [thing('boat', { sort: 'away', until: AT + HOUR_MS, why: '' }), 'is out until 13:00'],
    [thing('tide', { sort: 'steps', steps: 9 }), 'stands at nine steps'],
    [thing('tally', { sort: 'count', n: 41, of: 'slugs' }), 'holds 41 slugs'],
    [thing('starter', { sort: 'fed', at: AT - 3 * DAY_MS }), 'has not been fed since Saturday'],
  ])('is described by its state: %#', (of, clause) => expect(describeNow(of)).toBe(clause))

  it('changes by the rules of its kind', () => {
    const broken = drift(thing('oven', { sort: 'working', broken: true }), AROUND, always(0))
    expect(broken).toEqual({ state: { sort: 'working', broken: false }, cause: 'it has been mended' })
    const lamp = thing('lamp', { sort: 'working', broken: false })
    expect(drift(lamp, AROUND, always(0.2)).state).toEqual(lamp.state)
    expect(drift(lamp, { ...AROUND, stormy: true }, always(0.2)).cause).toBe('the storm')
    expect(drift(thing('tide', { sort: 'steps', steps: 3 }), AROUND, always(0)).state).toEqual({
      sort: 'steps',
      steps: 9,
    })
    const book = drift(thing('book', { sort: 'lent', to: '' }), AROUND, always(0.1))
    expect(book.state).toEqual({ sort: 'lent', to: 'nan' })
    const wound = drift({ ...thing('clock', { sort: 'offset', minutes: 11 }), id: 'even' }, AROUND, always(0.1))
    expect(wound.state).toEqual({ sort: 'offset', minutes: 0 })
  })

  it('changes the same way for the same random numbers, and keeps its sort', () => {
    const kinds: ThingKind[] = ['clock', 'lift', 'book', 'bread', 'boat', 'tide', 'tally', 'cistern', 'starter']
    for (const kind of kinds) {
      const of = thing(kind, initialState(kind, AT))
      const after = drift(of, AROUND, always(0.3))
      expect(after).toEqual(drift(of, AROUND, always(0.3)))
      expect(after.state.sort).toBe(of.state.sort)
    }
  })

  it('is news when it breaks, is repaired or is lent', () => {
    expect(isNews({ sort: 'working', broken: false }, { sort: 'working', broken: true })).toBe(true)
    expect(isNews({ sort: 'lent', to: '' }, { sort: 'lent', to: 'nan' })).toBe(true)
    expect(isNews({ sort: 'offset', minutes: 1 }, { sort: 'offset', minutes: 2 })).toBe(false)
    expect(isNews({ sort: 'count', n: 1, of: '' }, { sort: 'count', n: 9, of: '' })).toBe(false)
  })

  it('names days relative to today', () => {
    expect([0, -1, 1, -3, 4, -30].map((days) => dayName(AT + days * DAY_MS, AT))).toEqual([
      'today',
      'yesterday',
      'tomorrow',
      'Saturday',
      'Saturday',
      '12 April',
    ])
  })
})

describe('a trial', () => {
  const trialContext = (things: Thing[], forecasts = { right: 0, all: 0 }): TrialContext => ({
    things,
    forecasts,
    at: AT,
    nameOf: () => 'Nan Tolliver',
  })
  const clock = (id: string, minutes: number) => ({
    ...thing('clock', { sort: 'offset', minutes }),
    id,
    name: `the ${id} clock`,
  })

  it('is decided by the state of things', () => {
    const apart = measure('clocks', trialContext([clock('upper', 3), clock('lower', -4)]))
    expect(apart).toMatchObject({
      side: 'for',
      found: 'the lower clock is four minutes slow and the upper clock is three minutes fast',
    })
    expect(measure('clocks', trialContext([clock('upper', 1), clock('lower', -1)]))?.side).toBe('against')
    expect(measure('bells', trialContext([thing('bell', { sort: 'working', broken: true })]))?.side).toBe('for')
    expect(measure('liftspeed', trialContext([thing('lift', { sort: 'working', broken: true })]))?.side).toBe('against')
    const out = thing('book', { sort: 'lent', to: 'nan' }, AT - 9 * DAY_MS)
    expect(measure('lostbook', trialContext([out]))).toMatchObject({
      side: 'for',
      found: expect.stringContaining('with Nan'),
    })
    const vane = thing('vane', { sort: 'working', broken: false })
    expect(measure('forecast', trialContext([vane], { right: 8, all: 10 }))?.side).toBe('against')
  })

  it('has no finding if the issue has no things', () => {
    expect(measure('clocks', trialContext([]))).toBeNull()
    expect(measure('solitude', trialContext([clock('upper', 3)]))).toBeNull()
  })
})
