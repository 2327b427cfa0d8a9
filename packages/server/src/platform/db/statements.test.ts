// Tests of generated statements.
import { describe, expect, it } from 'vitest'
import { compiler, type Engine, kyselyOver } from './database.ts'
import { insertOf, upsertOf } from './statements.ts'

const COLUMNS = ['world_id', 'agent_id', 'day', 'mood', 'emoji', 'intensity', 'changed_at'] as const
const compiled = (engine: Engine, query: unknown) => {
  const compile = compiler(
    kyselyOver(engine, async () => {
      throw new Error('nothing is executed here')
    }),
  )
  return compile(query as never)
}

describe.each(['sqlite', 'postgres'] as const)('statements on %s', (engine) => {
  const place = (n: number) => (engine === 'sqlite' ? '?' : `$${n}`)

  it('insert every column once, and bind values by name', () => {
    const { text, bind } = compiled(engine, insertOf('directory', ['id', 'world_id']))
    expect(text).toBe(`insert into "directory" ("id", "world_id") values (${place(1)}, ${place(2)})`)
    expect(bind({ world_id: 'w', id: 'p' })).toEqual(['p', 'w'])
  })

  it('keep an existing row if requested', () => {
    const { text } = compiled(engine, insertOf('directory', ['id', 'world_id'], { orNothing: true }))
    expect(text).toMatch(/on conflict do nothing$/)
  })

  it('replace columns that are neither key nor kept', () => {
    const { text } = compiled(engine, upsertOf('mood_days', COLUMNS, { keeps: ['mood'] }))
    const [, key] = /on conflict \(([^)]*)\)/.exec(text)!
    expect(key).toBe('"world_id", "agent_id", "day"')
    expect(text.slice(text.indexOf('do update'))).toBe(
      'do update set "emoji" = "excluded"."emoji", "intensity" = "excluded"."intensity", "changed_at" = "excluded"."changed_at"',
    )
  })
})
