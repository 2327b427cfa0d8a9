// Tests of the command line's output.
import { describe, expect, it } from 'vitest'
import { record, table, withoutControls } from './output.ts'

describe('the output of the command line', () => {
  it('contains no control characters', () => {
    expect(withoutControls('a\u001b[31mb\u0007\u202e\u061cc\u009b')).toBe('a [31mb c ')
  })

  it('is a table with a heading for each member, cut at sixty characters', () => {
    const rows = [
      { id: 'a', lastFour: '1234', scopes: [], enabled: true },
      { id: 'b'.repeat(70), lastFour: null, scopes: ['x', 'y'], enabled: false },
    ]
    expect(table(rows, ['id', 'lastFour', 'scopes', 'enabled']).split('\n')).toEqual([
      `ID${' '.repeat(60)}LAST FOUR  SCOPES  ENABLED`,
      `a${' '.repeat(61)}1234       -       yes`,
      `${'b'.repeat(59)}…  -          x, y    no`,
    ])
  })

  it('is one line per member for a record, with nested values below', () => {
    expect(record({ id: 'a', status: { open: true, note: '' }, worlds: [{ id: 'w' }], empty: {} })).toBe(
      ['id:     a', 'status:', '  open: yes', '  note: -', 'worlds:', '  ID', '  w', 'empty:  -'].join('\n'),
    )
  })
})
