import { describe, expect, it } from 'vitest'
import { tellingText } from './told.ts'

const literal = (text: string): string => `'${text}'`

describe('what a commit tells the other nodes', () => {
  it('is nothing, one row for a world, or one that says that it was too much', () => {
    expect(tellingText([], literal)).toBe('')
    expect(tellingText([{ world: 'a' }, { world: 'b' }, { world: 'a' }], literal)).toBe(
      `insert into told (world_id, facts) values ('a', '[{"world":"a"},{"world":"a"}]'), ('b', '[{"world":"b"}]'); `,
    )
    expect(tellingText(null, literal)).toBe(`insert into told (world_id, facts) values ('', null); `)
  })
})
