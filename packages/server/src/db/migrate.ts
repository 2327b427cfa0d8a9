import type { Database, Engine, Tx } from './database.ts'
import { foundation, foundationSearch } from './migrations/0001-foundation.ts'
import { doors } from './migrations/0002-doors.ts'
import { visitors } from './migrations/0003-visitors.ts'
import { city } from './migrations/0004-city.ts'
import { identity } from './migrations/0005-identity.ts'
import { portal } from './migrations/0006-portal.ts'
import { observe } from './migrations/0007-observe.ts'
import { life } from './migrations/0008-life.ts'
import { erased } from './migrations/0009-erased.ts'
import { lookups } from './migrations/0010-lookups.ts'
import { teachPlanner } from './planner.ts'

export interface Migration {
  readonly name: string
  statements(engine: Engine): string
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-foundation', statements: (engine) => foundation + foundationSearch[engine] },
  { name: '0002-doors', statements: () => doors },
  { name: '0003-visitors', statements: () => visitors },
  { name: '0004-city', statements: () => city },
  { name: '0005-identity', statements: () => identity },
  { name: '0006-portal', statements: () => portal },
  { name: '0007-observe', statements: () => observe },
  { name: '0008-life', statements: () => life },
  { name: '0009-erased', statements: () => erased },
  { name: '0010-lookups', statements: () => lookups },
]

export class SchemaTooNew extends Error {}

const TYPES: Record<Engine, Record<string, string>> = {
  sqlite: { TEXT: 'text', INT: 'integer', REAL: 'real', CLUSTERED: 'without rowid' },
  // Byte order everywhere, so that both engines sort alike whatever the server's locale.
  postgres: { TEXT: 'text collate "C"', INT: 'bigint', REAL: 'double precision', CLUSTERED: '' },
}

const translate = (text: string, engine: Engine): string =>
  text.replace(/\b(TEXT|INT|REAL|CLUSTERED)\b/g, (word) => TYPES[engine][word]!)

/** Any constant will do, as long as every node uses the same. */
const LOCK_ID = 7_224_801

async function lock(tx: Tx): Promise<void> {
  // SQLite's single writer is the lock already.
  if (tx.engine === 'postgres') await tx.raw(`select pg_advisory_xact_lock(${LOCK_ID})`, [])
}

async function versionOf(tx: Tx): Promise<number> {
  await tx.raw(translate('create table if not exists schema_version (version INT primary key)', tx.engine), [])
  const [row] = await tx.raw<{ version: number | null }>('select max(version) as version from schema_version', [])
  return row?.version ?? 0
}

/** Brings the schema up to date, once, whichever node comes first. Each step commits with its version. */
export async function migrate(database: Database, migrations = MIGRATIONS): Promise<number> {
  return database.transact(async (tx) => {
    await lock(tx)
    const from = await versionOf(tx)
    if (from > migrations.length)
      throw new SchemaTooNew(
        `the database has schema version ${from}, but this program knows only ${migrations.length}; start a newer version`,
      )
    for (let version = from; version < migrations.length; version++) {
      const text = translate(migrations[version]!.statements(tx.engine), tx.engine)
      for (const statement of text.split(/;\s*\n/)) if (statement.trim() !== '') await tx.raw(statement, [])
      await tx.raw(`insert into schema_version (version) values (${version + 1})`, [])
    }
    if (from < migrations.length) await teachPlanner(tx)
    return migrations.length - from
  })
}
