// Tests of the rules for promises and apologies.
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../platform/core/time.ts'
import { habitsOf, hoursUp } from '../mind/habits.ts'
import { acceptsApology, agreesTo, apologises, type Disposition, forgetsPromise, hourForBoth } from './store.ts'

const CALM: Disposition = {
  affinity: 0,
  trust: 0.3,
  fatigue: 0.1,
  bearsGrudge: false,
  isPromised: false,
  isUp: true,
}
const rolls = Array.from({ length: 100 }, (_, i) => i / 100)
const share = (rule: (roll: number) => boolean): number => rolls.filter(rule).length / 100

describe('a promise', () => {
  it('is refused while asleep or promised elsewhere', () => {
    expect(share((roll) => agreesTo({ ...CALM, isUp: false }, roll))).toBe(0)
    expect(share((roll) => agreesTo({ ...CALM, isPromised: true }, roll))).toBe(0)
  })

  it('is likelier with affinity and trust, and rare with a grudge', () => {
    const agreementShare = (over: Partial<Disposition>) => share((roll) => agreesTo({ ...CALM, ...over }, roll))
    expect(agreementShare({ affinity: 0.6 })).toBeGreaterThan(agreementShare({}))
    expect(agreementShare({ trust: 0.05 })).toBeLessThan(agreementShare({}))
    expect(agreementShare({ affinity: -0.5 })).toBeLessThan(0.55)
    expect(agreementShare({ bearsGrudge: true })).toBeLessThan(0.1)
  })

  it('is seldom forgotten, more often with fatigue or dislike', () => {
    const forgotten = (over: Partial<Disposition>) => share((roll) => forgetsPromise({ ...CALM, ...over }, roll))
    expect(forgotten({})).toBeLessThan(0.1)
    expect(forgotten({ affinity: -0.5 })).toBeGreaterThan(forgotten({}))
    expect(forgotten({ fatigue: 0.9 })).toBeGreaterThan(forgotten({}))
  })

  it('is for an hour at which both are awake', () => {
    const random =
      (...seed: (string | number)[]) =>
      () =>
        Number(seed.at(-1)) / 10
    const [one, other] = [
      habitsOf(random, { id: '1', specialty: null, bio: '' }),
      habitsOf(random, { id: '8', specialty: null, bio: '' }),
    ]
    for (const roll of rolls) {
      const at = hourForBoth(one, other, 0, roll)!
      expect(at % HOUR_MS).toBe(0)
      expect(at).toBeGreaterThan(HOUR_MS)
      expect(hoursUp(one, at)).not.toBeNull()
      expect(hoursUp(other, at)).not.toBeNull()
    }
  })
})

describe('an apology', () => {
  it('is less likely to be made and accepted by stubborn residents', () => {
    for (const rule of [apologises, acceptsApology])
      expect(share((roll) => rule(0.9, 0, roll))).toBeLessThan(share((roll) => rule(0.1, 0, roll)))
  })
})
