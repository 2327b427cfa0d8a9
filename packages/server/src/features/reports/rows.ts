// Rows of reports and reviews.
import {
  type HiddenItem,
  LIMITS,
  type OwnReport,
  type Paging,
  type ReportKind,
  type ReportOutcome,
  type ReportReceipt,
  type ReportState,
  type ReviewBody,
} from '@agent-network/contract'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError, notFound, offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { iso } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { listModeratedOf } from '../../stores/posts/moderated.ts'
import { readAnyPost } from '../../stores/posts/posts.ts'
import { readAnyReply } from '../../stores/posts/replies.ts'
import { readVerdict } from '../../stores/posts/verdicts.ts'

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

/** Null if the subject has a review already. A unique index decides between concurrent requests. */
export async function addReview(tx: Tx, draft: ReportDraft): Promise<ReportRow | null> {
  const row = opened(draft)
  return (await tx.run(insertOnce, row)) === 1 ? row : null
}

const byId = prepare<{ world: string; id: string }, ReportRow>((sql, param) =>
  sql.selectFrom('reports').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
export const readReport = (read: Read, world: { id: string }, id: string): Promise<ReportRow | undefined> =>
  read.first(byId, { world: world.id, id })

/** The operator's list. Deep pages are limited as in moderation. */
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
    .where('kind', '=', literal('report'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offset)
  if (purged.length > 0) query = query.where('world_id', 'not in', purged)
  return pageOf(await query.execute(), paging)
}

/** Reports about these subjects of one world. */
export async function reportsAbout(read: Read, worldId: string, subjectIds: readonly string[]): Promise<ReportRow[]> {
  if (subjectIds.length === 0) return []
  return read.sql
    .selectFrom('reports')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('subject_id', 'in', subjectIds)
    .where((eb) => eb.or([eb('kind', '=', literal('review')), eb('state', '=', literal('upheld'))]))
    .execute()
}

export async function updateReport(
  tx: Tx,
  { world_id, id }: ReportRow,
  changed: Pick<ReportRow, 'state' | 'note' | 'settled_at'>,
): Promise<void> {
  await tx.sql.updateTable('reports').set(changed).where('world_id', '=', world_id).where('id', '=', id).execute()
}

/** Account deletion removes its reports and reviews in all worlds. */
export async function eraseReportsOfApps(tx: Tx, appIds: readonly string[]): Promise<void> {
  if (appIds.length > 0) await tx.sql.deleteFrom('reports').where('app_id', 'in', appIds).execute()
}

/** Release of a visitor removes its owner's reviews of it. */
export async function eraseReviewsOf(
  tx: Tx,
  { world_id, agent_id }: Pick<ReportRow, 'world_id' | 'agent_id'>,
): Promise<void> {
  await tx.sql
    .deleteFrom('reports')
    .where('world_id', '=', world_id)
    .where('agent_id', '=', agent_id)
    .where('kind', '=', literal('review'))
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

/** For subjects that an operator hid without a category. */
const NO_CATEGORY = 'other'

/** The category of moderation or the operator; else the reason of an upheld report. */
const categoryOf = (category: string | null | undefined, about: readonly ReportRow[]): string =>
  category ?? about.find(({ kind, state }) => kind === 'report' && state === 'upheld')?.reason ?? NO_CATEGORY

/** The visitor whose owner asks for a review. */
interface ReviewedVisitor {
  readonly world: World
  readonly agentId: string
}

/** Hidden texts of a visitor, newest first: with category, without rule and text. */
export async function listHiddenOf(
  read: Read,
  { world, agentId, ...paging }: ReviewedVisitor & Paging,
  at: number,
): Promise<Page<HiddenItem>> {
  const { items, hasMore } = await listModeratedOf(read, { worldId: world.id, agentId, ...paging }, at)
  const all = await reportsAbout(
    read,
    world.id,
    items.map(({ id }) => id),
  )
  return {
    hasMore,
    items: items.map(({ id, kind, verdict, category, at: when }) => {
      const about = all.filter(({ subject_id }) => subject_id === id)
      const review = about.find((one) => one.kind === 'review')
      return {
        id,
        kind,
        verdict,
        category: categoryOf(category, about),
        at: when,
        review: review === undefined ? null : outcomeView(review),
      }
    }),
  }
}

const HIDDEN: readonly string[] = ['quarantined', 'hidden', 'removed']

/** Requests a review of a hidden post or reply of this visitor. One per subject, whatever the outcome. */
export async function requestReview(
  tx: Tx,
  {
    ambient,
    visitor: { world, agentId },
    appId,
    body,
  }: { ambient: Ambient; visitor: ReviewedVisitor; appId: string; body: ReviewBody },
  at: number,
): Promise<ReportReceipt> {
  const [of, id] = 'postId' in body ? (['post', body.postId] as const) : (['reply', body.replyId] as const)
  const find = of === 'post' ? readAnyPost : readAnyReply
  const subject = isPossibleId(id) ? await find(tx, world, id) : undefined
  if (subject === undefined || subject.agent_id !== agentId || !HIDDEN.includes(subject.visibility))
    throw notFound(`Nothing hidden of this visitor has this ${of}Id; only what moderation hid can be looked at again`)
  const about = await reportsAbout(tx, world.id, [id])
  const isAdded = await addReview(tx, {
    world_id: world.id,
    id: ambient.id('review', world.tag),
    kind: 'review',
    reason: categoryOf((await readVerdict(tx, world.id, id))?.category, about),
    text: null,
    of_kind: of,
    subject_id: id,
    agent_id: agentId,
    key_id: null,
    app_id: appId,
    created_at: at,
  })
  if (isAdded === null)
    throw new ApiError('VISITOR_LIMIT_REACHED', {
      message: `Another look at this ${of} was asked for already; GET its id for the outcome`,
    })
  return { id: isAdded.id, state: 'open' }
}

/** Erasure of a visitor removes the reports that it filed with its keys. */
export async function eraseReportsOfKeys(tx: Tx, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length > 0)
    await tx.sql
      .deleteFrom('reports')
      .where('key_id', 'is not', null)
      .where('key_id', 'in', [...keyIds])
      .execute()
}

const ofApps = (read: Read, appIds: readonly string[]) =>
  read.sql
    .selectFrom('reports')
    .where('app_id', 'is not', null)
    .where('app_id', 'in', [...appIds])

export const countReportsOfApps = async (read: Read, appIds: readonly string[]): Promise<number> =>
  appIds.length === 0
    ? 0
    : Number(
        (
          await ofApps(read, appIds)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )

/** Reports of one app, oldest first, after a report. */
export const reportsOfAppAfter = (
  read: Read,
  appId: string,
  { after, limit }: { readonly after: Pick<ReportRow, 'created_at' | 'id'>; readonly limit: number },
): Promise<ReportRow[]> =>
  ofApps(read, [appId])
    .selectAll()
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after.created_at, after.id)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Deletes decided reports and reviews from before `before`, oldest first. Open ones stay. */
export async function sweepReports(tx: Tx, before: number, limit: number): Promise<number> {
  const old = await tx.sql
    .selectFrom('reports')
    .select(['world_id', 'id'])
    .where('state', 'in', ['upheld', 'dismissed'])
    .where('created_at', '<', before)
    .limit(limit)
    .execute()
  for (const { world_id, id } of old)
    await tx.sql.deleteFrom('reports').where('world_id', '=', world_id).where('id', '=', id).execute()
  return old.length
}
