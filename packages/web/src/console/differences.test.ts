// Tests of the differences of audit entries.
import { describe, expect, it } from 'vitest'
import { differences, written } from './differences.ts'

describe('differences of an audit entry', () => {
  it('list each member with its previous value if known', () => {
    expect(differences({ mcpEnabled: true }, { mcpEnabled: false, searchMode: 'scan' })).toEqual([
      { name: 'mcpEnabled', before: true, after: false },
      { name: 'searchMode', before: undefined, after: 'scan' },
    ])
    expect(differences(null, {})).toEqual([])
  })

  it('go one level into objects', () => {
    const [before, after] = [{ overlay: { a: 1, b: 2 } }, { overlay: { a: 1, b: 3, c: 4 } }]
    expect(differences(before, after)).toEqual([
      { name: 'overlay.b', before: 2, after: 3 },
      { name: 'overlay.c', before: undefined, after: 4 },
    ])
  })

  it('are written on one line and cut', () => {
    expect([written(undefined), written('a'), written(null)]).toEqual(['—', '"a"', 'null'])
    expect(written('x'.repeat(500))).toHaveLength(158)
  })
})
