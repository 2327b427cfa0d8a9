// Tests of relationship types.
import { describe, expect, it } from 'vitest'
import { typeOf } from './relationships.ts'

const tie = (type: string, affinity: number, trust = 0.3, familiarity = 0.4) =>
  typeOf({
    world_id: 'w',
    id: 'r',
    agent_id: 'a',
    other_agent_id: 'b',
    type,
    affinity,
    trust,
    familiarity,
    interaction_count: 1,
    last_interaction_at: 0,
    created_at: 0,
    updated_at: 0,
  })

describe('relationship type', () => {
  it('follows from the numbers, independent of the previous type', () => {
    for (const before of ['neutral', 'friend', 'rival']) {
      expect(tie(before, 0.4, 0.5)).toBe('friend')
      expect(tie(before, 0.25)).toBe('ally')
      expect(tie(before, 0)).toBe('acquaintance')
      expect(tie(before, 0, 0.3, 0.05)).toBe('neutral')
      expect(tie(before, -0.2)).toBe('rival')
    }
  })

  it('stays mentor until the two become rivals', () => {
    expect(tie('mentor', 0.1)).toBe('mentor')
    expect(tie('mentor', -0.2)).toBe('rival')
  })
})
