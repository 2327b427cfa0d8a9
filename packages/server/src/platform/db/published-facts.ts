// Facts published with a commit, passed to the other nodes of a cluster through PostgreSQL.
import { sql as fragment } from 'kysely'
import { type CommittedFact, prepare, type Read, type Tx } from './database.ts'
import { DATABASE_NOW } from './nodes.ts'
import type { Statement } from './postgres-batch.ts'

/** Maximum of facts per commit; beyond it, caches are reloaded instead. */
export const FACTS_MAX = 5_000
/**
 * Rows are kept for an hour. A reader that is more than half an hour behind reloads, so that late commits are not
 * missed.
 */
const RETENTION_MS = 60 * 60 * 1_000
const MARK_AGE_MAX_MS = RETENTION_MS / 2
/** Commits per query. */
const PAGE = 1_000

const ALL_WORLDS = ''

const insertFacts = (world: string, facts: string | null): Statement => ({
  name: 'tell',
  text: 'insert into told (world_id, facts) values ($1, $2)',
  values: [world, facts],
})

/** Statements that a commit includes: one row per world with facts. */
export function factStatements(facts: readonly CommittedFact[] | null): Statement[] {
  if (facts === null) return [insertFacts(ALL_WORLDS, null)]
  const worlds = new Set(facts.map(({ world }) => world))
  return [...worlds].map((world) => insertFacts(world, JSON.stringify(facts.filter((fact) => fact.world === world))))
}

/** A reader's position in the published facts. */
export interface FactMark {
  /** Identity and start time of the server: another server may reuse transaction numbers. */
  readonly server: string
  /** The transactions whose rows were read. */
  readonly snapshot: string
  /** By the clock of the database. */
  readonly at: number
}

const MARK = fragment`select case when pg_is_in_recovery() then gen_random_uuid()::text
    else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) || ' ' || pg_postmaster_start_time()::text end as server,
  pg_current_snapshot() as snapshot, ${fragment.raw(DATABASE_NOW)} as at`

interface MarkRow {
  readonly server: string
  readonly snapshot: string
  readonly at: number
}

const markNow = prepare<Record<string, never>, MarkRow>((sql) =>
  sql
    .selectFrom(fragment<MarkRow>`(${MARK})`.as('mark'))
    .select(['server', fragment<string>`snapshot::text`.as('snapshot'), 'at']),
)

/** The position of a snapshot: all facts visible in it count as read. */
export const readFactMark = async (read: Read): Promise<FactMark> => (await read.first(markNow, {}))!

type FactQuery = { world: string; since: string; until: string; after: string }
type FactRow = MarkRow & { readonly xid: string | null; readonly facts: string | null }

/** A transaction writes at most one row per world, so its number shows which rows were read. */
const factsBetween = prepare<FactQuery, FactRow>((sql, param) =>
  sql
    .selectFrom(
      fragment<FactRow>`(select mark.server, mark.snapshot::text as snapshot, mark.at, t.xid::text as xid, t.facts
        from (${MARK}) as mark left join lateral (
          select told.xid, told.facts from told
          where told.world_id in (${param('world')}, '')
            and told.xid >= pg_snapshot_xmin(${param('since')}::pg_snapshot) and told.xid > ${param('after')}::xid8
            and not pg_visible_in_snapshot(told.xid, ${param('since')}::pg_snapshot)
            and pg_visible_in_snapshot(told.xid, coalesce(nullif(${param('until')}, '')::pg_snapshot, mark.snapshot))
          order by told.xid limit ${fragment.lit(PAGE)}) as t on true)`.as('look'),
    )
    .selectAll(),
)

/**
 * The facts of a world since a mark, and the new mark; null if they are no longer available and anything may have
 * changed. Every commit acknowledged before the call is included.
 */
export async function* factsSince(
  read: Read,
  world: string,
  since: FactMark,
): AsyncGenerator<CommittedFact[], FactMark | null> {
  let until: FactMark | null = null
  let after = '0'
  for (;;) {
    const rows: FactRow[] = await read.all(factsBetween, {
      world,
      since: since.snapshot,
      until: until?.snapshot ?? '',
      after,
    })
    const { server, snapshot, at } = rows[0]!
    until ??= { server, snapshot, at }
    if (server !== since.server || at - since.at > MARK_AGE_MAX_MS || at < since.at - MARK_AGE_MAX_MS) return null
    const commits = rows.filter(({ xid }) => xid !== null)
    if (commits.some(({ facts }) => facts === null)) return null
    yield commits.flatMap(({ facts }) => JSON.parse(facts!) as CommittedFact[])
    if (commits.length < PAGE) return until
    after = commits.at(-1)!.xid!
  }
}

/** Deletes facts older than the retention. */
export async function sweepFacts(tx: Tx, limit: number): Promise<number> {
  if (tx.engine === 'sqlite') return 0
  const deletedRows = await tx.raw(
    `delete from told where ctid = any (array(
       select ctid from told where told_at < ${DATABASE_NOW} - ${RETENTION_MS} order by told_at limit $1)) returning 1`,
    [limit],
  )
  return deletedRows.length
}
