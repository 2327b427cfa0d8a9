import { describe, expect, it } from 'vitest'
import { telling } from './told.ts'

describe('what a commit tells the other nodes', () => {
  it('is nothing, one row for a world, or one that says that it was too much', () => {
    const rows = (facts: Parameters<typeof telling>[0]) => telling(facts).map(({ values }) => values)
    expect(rows([])).toEqual([])
    expect(rows([{ world: 'a' }, { world: 'b' }, { world: 'a' }])).toEqual([
      ['a', '[{"world":"a"},{"world":"a"}]'],
      ['b', '[{"world":"b"}]'],
    ])
    expect(rows(null)).toEqual([['', null]])
  })
})
