import { describe, expect, it } from 'vitest'
import { record, safe, table } from './output.ts'

describe('what the command line prints', () => {
  it('cannot steer a terminal', () => {
    expect(safe('a\u001b[31mb\u0007\u202e\u061cc\u009b')).toBe('a [31mb c ')
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

  it('is a line a member otherwise, with what a member holds below it', () => {
    expect(record({ id: 'a', status: { open: true, note: '' }, worlds: [{ id: 'w' }], empty: {} })).toBe(
      ['id:     a', 'status:', '  open: yes', '  note: -', 'worlds:', '  ID', '  w', 'empty:  -'].join('\n'),
    )
  })
})
