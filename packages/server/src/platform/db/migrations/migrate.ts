// Schema migrations: list of steps and their execution.
import { refuseForeignStore } from '../bulk.ts'
import type { Database, Engine, Tx } from '../database.ts'
import { writePlannerStatistics } from '../meta.ts'
import type { FormatRange } from '../nodes.ts'
import { lockForTransaction } from '../statements.ts'
import { city, content, control, minds, scheduling, search } from './step-0001.ts'
import {
  applied,
  auditBefore,
  bonds,
  cardSignatures,
  consoleSignOuts,
  disablePendingLists,
  fillPeriods,
  fillSearchWords,
  flushPendingLists,
  inbox,
  joinLinks,
  monitoring,
  moodDays,
  plans,
  publicSite,
  reports,
  searchWords,
  secondFactors,
  things,
  toldTable,
  worldLog,
} from './steps-0002-0020.ts'
import {
  departures,
  episodeSources,
  erasures,
  joinRequests,
  knowledge,
  lookPositions,
  moodTimes,
  nodeDetails,
  oauth,
  operators,
  orderOfStories,
  research,
  stories,
  webhooks,
} from './steps-0021-0036.ts'

/**
 * One schema step for both engines: TEXT, INT and REAL become the engine's column types, and CLUSTERED marks tables
 * that SQLite stores by primary key.
 */
export interface Migration {
  readonly name: string
  statements(engine: Engine): string
  /** Converts existing rows. */
  fill?(tx: Tx): Promise<void>
}

/** Released steps never change, because existing stores have run them. A schema change is a new step at the end. */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: '0001-version-0.1.0',
    statements: (engine) => [control, content, minds, city, scheduling, search[engine]].join('\n'),
  },
  { name: '0002-inbox', statements: () => inbox },
  { name: '0003-public-site', statements: () => publicSite },
  { name: '0004-join-links', statements: () => joinLinks },
  { name: '0005-world-log', statements: () => worldLog },
  { name: '0006-card-signatures', statements: () => cardSignatures },
  { name: '0007-second-factors', statements: () => secondFactors },
  { name: '0008-plans', statements: () => plans },
  { name: '0009-console-sign-outs', statements: () => consoleSignOuts },
  { name: '0010-audit-before', statements: () => auditBefore },
  { name: '0011-watching', statements: () => monitoring },
  { name: '0012-reports', statements: () => reports },
  { name: '0013-mood-days', statements: () => moodDays },
  { name: '0014-applied', statements: () => applied },
  { name: '0015-bonds', statements: () => bonds },
  { name: '0016-things', statements: () => things },
  { name: '0017-told', statements: (engine) => toldTable[engine] },
  { name: '0018-search-words', statements: (engine) => searchWords[engine], fill: fillSearchWords },
  { name: '0019-stretches', statements: () => '', fill: fillPeriods },
  { name: '0020-search-at-once', statements: (engine) => disablePendingLists[engine], fill: flushPendingLists },
  { name: '0021-node-details', statements: () => nodeDetails },
  { name: '0022-erasures', statements: () => erasures },
  { name: '0023-operators', statements: () => operators },
  { name: '0024-join-requests', statements: () => joinRequests },
  { name: '0025-look-positions', statements: () => lookPositions },
  { name: '0026-knowledge', statements: () => knowledge },
  { name: '0027-episode-sources', statements: () => episodeSources },
  { name: '0030-departures', statements: () => departures },
  { name: '0031-webhooks', statements: () => webhooks },
  { name: '0032-oauth', statements: () => oauth },
  { name: '0033-stories', statements: () => stories },
  { name: '0034-research', statements: () => research },
  { name: '0035-order-of-stories', statements: () => orderOfStories },
  { name: '0036-mood-times', statements: () => moodTimes },
]

/**
 * Nodes work beside each other if each knows at least this step. Later steps only add tables and nullable columns, so
 * this number never grows: no further step may need all nodes stopped.
 */
export const SCHEMA_RANGE: FormatRange = { min: 20, max: MIGRATIONS.length }

export class SchemaTooNew extends Error {}

const TYPES: Record<Engine, Record<string, string>> = {
  sqlite: { TEXT: 'text', INT: 'integer', REAL: 'real', CLUSTERED: 'without rowid' },
  // Byte order, so that both engines sort alike in every locale.
  postgres: { TEXT: 'text collate "C"', INT: 'bigint', REAL: 'double precision', CLUSTERED: '' },
}

const translate = (text: string, engine: Engine): string =>
  text.replace(/\b(TEXT|INT|REAL|CLUSTERED)\b/g, (word) => TYPES[engine][word]!)

/** An arbitrary constant, the same on every node. */
const LOCK_ID = 7_224_801

async function versionOf(tx: Tx): Promise<number> {
  await tx.raw(translate('create table if not exists schema_version (version INT primary key)', tx.engine), [])
  const [row] = await tx.raw<{ version: number | null }>('select max(version) as version from schema_version', [])
  return row?.version ?? 0
}

/** Runs all missing steps in one transaction. If several nodes start together, one of them does it. */
export async function migrate(database: Database, migrations = MIGRATIONS): Promise<number> {
  return database.transact(async (tx) => {
    await lockForTransaction(tx, LOCK_ID)
    await refuseForeignStore(tx)
    const from = await versionOf(tx)
    if (from > migrations.length)
      throw new SchemaTooNew(
        `the database has schema version ${from}, but this program knows only ${migrations.length}; start a newer version`,
      )
    for (let version = from; version < migrations.length; version++) {
      const text = translate(migrations[version]!.statements(tx.engine), tx.engine)
      for (const statement of text.split(/;\s*\n/)) if (statement.trim() !== '') await tx.raw(statement, [])
      await migrations[version]!.fill?.(tx)
      await tx.raw(`insert into schema_version (version) values (${version + 1})`, [])
    }
    if (from < migrations.length) await writePlannerStatistics(tx)
    return migrations.length - from
  })
}
