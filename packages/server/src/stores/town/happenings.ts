// Stored happenings of a city: storms, floods, feasts, forecasts and their stages.
import { DAY_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf, upsertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { HappeningKind } from './almanac.ts'

type Row = Tables['happenings']

/** Planned but not announced; announced; in progress; over. */
export type Stage = 'planned' | 'announced' | 'begun' | 'over'

export interface Happening extends Omit<Row, 'kind' | 'stage'> {
  readonly kind: HappeningKind
  readonly stage: Stage
}

const COLUMNS = [
  'world_id',
  'id',
  'kind',
  'name',
  'place_id',
  'thing_id',
  'stage',
  'figure',
  'outcome',
  'root_id',
  'starts_at',
  'ends_at',
] as const
const insert = insertOf('happenings', COLUMNS, { orNothing: true })
const upsert = upsertOf('happenings', COLUMNS)

const one = prepare<{ world: string; id: string }, Row>((sql, param) =>
  sql.selectFrom('happenings').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
/** Row limit, above the number of happenings in three days. */
const MOST = 24
const endingAfter = prepare<{ world: string; after: number }, Row>((sql, param) =>
  sql
    .selectFrom('happenings')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('ends_at', '>', param('after'))
    .orderBy('ends_at')
    .orderBy('id')
    .limit(literal(MOST)),
)
const latestOf = prepare<{ world: string; kind: string; before: number }, Row>((sql, param) =>
  sql
    .selectFrom('happenings')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('kind', '=', param('kind'))
    .where('starts_at', '<', param('before'))
    .orderBy('starts_at', 'desc')
    .limit(literal(1)),
)

const asHappening = (row: Row): Happening => row as Happening

/** Returns false if it is stored already. */
export const planHappening = async (tx: Tx, row: Happening): Promise<boolean> => (await tx.run(insert, row)) === 1
export const putHappening = (tx: Tx, row: Happening): Promise<number> => tx.run(upsert, row)

export async function happeningOf(read: Read, worldId: string, id: string): Promise<Happening | undefined> {
  const row = await read.first(one, { world: worldId, id })
  return row === undefined ? undefined : asHappening(row)
}

/** How long residents talk about a happening after its end. */
export const TALKED_OF_MS = 1.5 * DAY_MS

/** Happenings that are planned, in progress, or ended after `after`. */
export const happeningsSince = async (read: Read, worldId: string, after: number): Promise<Happening[]> =>
  (await read.all(endingAfter, { world: worldId, after })).map(asHappening)

/** Kinds of happenings that residents use to date other events. */
const MEMORABLE = ['storm', 'flood', 'feast', 'fair', 'blackout', 'funeral', 'guest'] as const satisfies HappeningKind[]
const REMEMBERED = 8
const memorable = prepare<{ world: string; after: number }, Row>((sql, param) =>
  sql
    .selectFrom('happenings')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('ends_at', '>', param('after'))
    .where(
      'kind',
      'in',
      MEMORABLE.map((kind) => literal(kind)),
    )
    .orderBy('ends_at', 'desc')
    .orderBy('id')
    .limit(literal(REMEMBERED)),
)

/** The latest memorable happenings, including planned ones; latest first. */
export const memorableSince = async (read: Read, worldId: string, after: number): Promise<Happening[]> =>
  (await read.all(memorable, { world: worldId, after })).map(asHappening)

/** The last happening of a kind that began before `before`. */
export async function lastOfKind(
  read: Read,
  worldId: string,
  kind: HappeningKind,
  before: number,
): Promise<Happening | undefined> {
  const row = await read.first(latestOf, { world: worldId, kind, before })
  return row === undefined ? undefined : asHappening(row)
}

const latestForecasts = prepare<{ world: string; before: number }, { outcome: string }>((sql, param) =>
  sql
    .selectFrom('happenings')
    .select('outcome')
    .where('world_id', '=', param('world'))
    .where('kind', '=', literal('forecast' satisfies HappeningKind))
    .where('starts_at', '<', param('before'))
    .orderBy('starts_at', 'desc')
    .limit(literal(10)),
)

/** Results of the last ten forecasts. Open ones do not count. */
export async function forecastRecord(
  read: Read,
  worldId: string,
  at: number,
): Promise<{ readonly right: number; readonly all: number }> {
  const judged = (await read.all(latestForecasts, { world: worldId, before: at })).filter(
    ({ outcome }) => outcome !== '',
  )
  return { right: judged.filter(({ outcome }) => outcome === 'right').length, all: judged.length }
}
