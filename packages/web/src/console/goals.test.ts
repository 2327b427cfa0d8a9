// Tests of the search ranking.
import { describe, expect, it } from 'vitest'
import { matching } from './goals.ts'

const goal = (text: string, kind = 'switch') => ({ text, kind, href: '#/' })

describe('the finder', () => {
  it('finds goals with all typed words, prefix matches first', () => {
    const goals = [goal('visitorDriveEnabled'), goal('Visitors', 'screen'), goal('driveway', 'world')]
    const found = (typed: string) => matching(goals, typed).map(({ text }) => text)
    expect(found('drive')).toEqual(['driveway', 'visitorDriveEnabled'])
    expect(found('visitor screen')).toEqual(['Visitors'])
    expect(found('nothing')).toEqual([])
    expect(found('')).toHaveLength(3)
  })
})
