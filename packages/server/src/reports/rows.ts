import type { OwnReport, Paging, ReportKind, ReportOutcome, ReportState } from '@agent-network/contract'
import { LIMITS } from '@agent-network/contract'
import { iso } from '../core/day.ts'
import { offsetOf, type Page, pageOf } from '../core/paging.ts'
import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import { insertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'

export type ReportRow = Tables['reports']

const COLUMNS = [
  'world_id',
  'id',
  'kind',
  'state',
  'note',
  'reason',
  'text',
  'of_kind',
  'subject_id',
  'agent_id',
  'key_id',
  'app_id',
  'created_at',
  'settled_at',
] as const
const insert = insertOf('reports', COLUMNS)
const insertOnce = insertOf('reports', COLUMNS, { orNothing: true })

type ReportDraft = Omit<ReportRow, 'state' | 'note' | 'settled_at'>
const opened = (draft: ReportDraft): ReportRow => ({ ...draft, state: 'open', note: null, settled_at: null })

export async function addReport(tx: Tx, draft: ReportDraft): Promise<ReportRow> {
  const row = opened(draft)
  await tx.run(insert, row)
  return row
}

/** Null where there is a review of this subject already: an index holds that, so that two who ask at once are one. */
export async function addReview(tx: Tx, draft: ReportDraft): Promise<ReportRow | null> {
  const row = opened(draft)
  return (await tx.run(insertOnce, row)) === 1 ? row : null
}

const byId = prepare<{ world: string; id: string }, ReportRow>((sql, param) =>
  sql.selectFrom('reports').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
export const readReport = (read: Read, world: { id: string }, id: string): Promise<ReportRow | undefined> =>
  read.first(byId, { world: world.id, id })

/** Where an operator lists them; deep pages are cut as those of moderation are. */
export async function listReportRows(
  read: Read,
  {
    state,
    kind,
    purged,
  }: { readonly state: ReportState | null; readonly kind: ReportKind | null; readonly purged: readonly string[] },
  paging: Paging,
): Promise<Page<ReportRow>> {
  const offset = offsetOf(paging)
  if (offset >= LIMITS.moderation.listed) return { items: [], hasMore: false }
  let query = read.sql
    .selectFrom('reports')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offset)
  if (state !== null) query = query.where('state', '=', state)
  if (kind !== null) query = query.where('kind', '=', kind)
  if (purged.length > 0) query = query.where('world_id', 'not in', purged)
  return pageOf(await query.execute(), paging)
}

export async function listReportsOfApp(
  read: Read,
  { appId, purged }: { readonly appId: string; readonly purged: readonly string[] },
  paging: Paging,
): Promise<Page<ReportRow>> {
  const offset = offsetOf(paging)
  if (offset >= LIMITS.moderation.listed) return { items: [], hasMore: false }
  let query = read.sql
    .selectFrom('reports')
    .selectAll()
    .where('app_id', '=', appId)
    .where('kind', '=', lit('report'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offset)
  if (purged.length > 0) query = query.where('world_id', 'not in', purged)
  return pageOf(await query.execute(), paging)
}

/** About these subjects of one world. */
export async function reportsAbout(read: Read, worldId: string, subjectIds: readonly string[]): Promise<ReportRow[]> {
  if (subjectIds.length === 0) return []
  return read.sql
    .selectFrom('reports')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('subject_id', 'in', subjectIds)
    .where((eb) => eb.or([eb('kind', '=', lit('review')), eb('state', '=', lit('upheld'))]))
    .execute()
}

export async function updateReport(
  tx: Tx,
  { world_id, id }: ReportRow,
  changed: Pick<ReportRow, 'state' | 'note' | 'settled_at'>,
): Promise<void> {
  await tx.sql.updateTable('reports').set(changed).where('world_id', '=', world_id).where('id', '=', id).execute()
}

/** With the account go its reports and reviews, in whatever world they stand. */
export async function eraseReportsOfApps(tx: Tx, appIds: readonly string[]): Promise<void> {
  if (appIds.length > 0) await tx.sql.deleteFrom('reports').where('app_id', 'in', appIds).execute()
}

/** With a visitor goes what its owner asked about it. */
export async function eraseReviewsOf(
  tx: Tx,
  { world_id, agent_id }: Pick<ReportRow, 'world_id' | 'agent_id'>,
): Promise<void> {
  await tx.sql
    .deleteFrom('reports')
    .where('world_id', '=', world_id)
    .where('agent_id', '=', agent_id)
    .where('kind', '=', lit('review'))
    .execute()
}

export const outcomeView = ({ id, state, note }: ReportRow): ReportOutcome => ({
  id,
  state: state as ReportState,
  note,
})

export const ownReportView = (row: ReportRow): OwnReport => ({
  ...outcomeView(row),
  of: row.of_kind as OwnReport['of'],
  subjectId: row.subject_id,
  reason: row.reason as OwnReport['reason'],
  createdAt: iso(row.created_at),
})
