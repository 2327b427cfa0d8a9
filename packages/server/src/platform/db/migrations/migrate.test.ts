// Tests of the rule that nodes can be replaced one after the other.
import { expect, it } from 'vitest'
import { MIGRATIONS, SCHEMA_RANGE } from './migrate.ts'

const LAST_STEP_WITH_ALL_NODES_STOPPED = 20

it('needs no stop of all nodes after step 20', () => {
  expect(SCHEMA_RANGE).toEqual({ min: LAST_STEP_WITH_ALL_NODES_STOPPED, max: MIGRATIONS.length })
})

it('only adds tables, indexes and nullable columns after step 20', () => {
  for (const { name, statements } of MIGRATIONS.slice(LAST_STEP_WITH_ALL_NODES_STOPPED))
    for (const engine of ['sqlite', 'postgres'] as const)
      for (const statement of statements(engine)
        .split(/;\s*\n/)
        .map((text) => text.trim())
        .filter(Boolean)) {
        expect(statement, name).toMatch(/^(create |alter table \w+ add column )/)
        if (statement.startsWith('alter')) expect(statement, name).not.toMatch(/not null(?! default)/)
      }
})
