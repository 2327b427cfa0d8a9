// Tests of facts published with a commit.
import { describe, expect, it } from 'vitest'
import { factStatements } from './published-facts.ts'

describe('facts of a commit for the other nodes', () => {
  it('are no row, one row per world, or one row that says that there were too many', () => {
    const rows = (facts: Parameters<typeof factStatements>[0]) => factStatements(facts).map(({ values }) => values)
    expect(rows([])).toEqual([])
    expect(rows([{ world: 'a' }, { world: 'b' }, { world: 'a' }])).toEqual([
      ['a', '[{"world":"a"},{"world":"a"}]'],
      ['b', '[{"world":"b"}]'],
    ])
    expect(rows(null)).toEqual([['', null]])
  })
})
