// Operator decisions on reports and reviews.
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  LIMITS,
  type OperatorReport,
  type Paging,
  type ReportKind,
  type ReportState,
  type TermPreview,
} from '@agent-network/contract'
import { audit } from '../../platform/access/audit.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { invalidInput, notFound, type Page } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso, isoOrEmpty } from '../../platform/core/time.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { rowsBy } from '../../platform/db/world-rows.ts'
import { matchesTermAlone } from '../../platform/moderation/banned-terms.ts'
import { normalise } from '../../platform/moderation/normalise.ts'
import { findById, type World, type Worlds } from '../../platform/worlds/worlds.ts'
import { newestPublicTexts } from '../../stores/posts/moderated.ts'
import { purgedIds } from './reporting.ts'
import { listReportRows, type ReportRow, readReport, updateReport } from './rows.ts'

/** The text of a subject and whether it is visible. */
interface CurrentSubject {
  readonly text: string
  readonly visibility: string | null
}

const keyOf = (worldId: string, id: string): string => `${worldId} ${id}`

/** The current subjects of a page of reports, by world and id. */
async function subjectsOf(read: Read, reports: readonly ReportRow[]): Promise<Map<string, CurrentSubject>> {
  const found = new Map<string, CurrentSubject>()
  for (const worldId of new Set(reports.map(({ world_id }) => world_id))) {
    const idsOf = (kind: string) =>
      reports.filter((one) => one.world_id === worldId && one.of_kind === kind).map(({ subject_id }) => subject_id)
    const byId = { column: 'id', worldId } as const
    for (const { id, text, visibility } of await rowsBy(read, { table: 'posts', ...byId }, idsOf('post')))
      found.set(keyOf(worldId, id), { text, visibility })
    for (const { id, text, visibility } of await rowsBy(read, { table: 'replies', ...byId }, idsOf('reply')))
      found.set(keyOf(worldId, id), { text, visibility })
    for (const { id, bio } of await rowsBy(read, { table: 'agents', ...byId }, idsOf('agent')))
      found.set(keyOf(worldId, id), { text: bio, visibility: null })
  }
  return found
}

const reportView = (row: ReportRow, subject: CurrentSubject | undefined): OperatorReport => ({
  id: row.id,
  kind: row.kind as ReportKind,
  state: row.state as ReportState,
  note: row.note,
  reason: row.reason,
  text: row.text,
  of: row.of_kind as OperatorReport['of'],
  subjectId: row.subject_id,
  subjectText: subject?.text ?? null,
  visibility: subject?.visibility ?? null,
  worldId: row.world_id,
  agentId: row.agent_id,
  keyId: row.key_id,
  appId: row.app_id,
  createdAt: iso(row.created_at),
  settledAt: row.settled_at === null ? null : iso(row.settled_at),
})

async function viewsOf(read: Read, rows: readonly ReportRow[]): Promise<OperatorReport[]> {
  const subjects = await subjectsOf(read, rows)
  return rows.map((row) => reportView(row, subjects.get(keyOf(row.world_id, row.subject_id))))
}

/** Reports and reviews with their subjects, newest first. */
export async function listReports(
  read: Read,
  worlds: Worlds,
  filter: { readonly state: ReportState | null; readonly kind: ReportKind | null } & Paging,
): Promise<Page<OperatorReport>> {
  const { state, kind } = filter
  const { items, hasMore } = await listReportRows(read, { state, kind, purged: purgedIds(worlds) }, filter)
  return { items: await viewsOf(read, items), hasMore }
}

/**
 * Records an operator's decision. It does not hide or show the subject; that is a separate call with its own audit
 * entry.
 */
export async function decideReport(
  tx: Tx,
  {
    ambient,
    actor,
    worlds,
    id,
    change,
  }: {
    ambient: Ambient
    actor: string
    worlds: Worlds
    id: string
    change: { readonly state?: ReportState; readonly note?: string | null }
  },
  at: number,
): Promise<OperatorReport> {
  const stored = await findById(tx, worlds, id, (world) => readReport(tx, world, id))
  if (stored === null) throw notFound('Report not found; GET /_operator/reports lists them')
  const { state = stored.state, note = stored.note } = change
  const settledAt = state === 'open' ? null : state === stored.state ? stored.settled_at : at
  const changed = { state, note, settled_at: settledAt }
  await updateReport(tx, stored, changed)
  await audit(tx, ambient, {
    at,
    actor,
    action: 'report.change',
    target: id,
    detail: { changed: Object.keys(change), state },
    before: { state: stored.state },
  })
  const [view] = await viewsOf(tx, [{ ...stored, ...changed }])
  return view!
}

const { previewTexts, previewTextsMax, previewShown } = LIMITS.moderation

/** Milliseconds between two event loop yields. */
const YIELD_MS = 5

/** The newest public texts that a banned term would match. */
export async function previewTerm(
  { database, ambient }: Pick<Deps, 'database' | 'ambient'>,
  term: string,
  worlds: readonly World[],
): Promise<TermPreview> {
  if (normalise(term).folded.trim() === '') throw invalidInput('term: holds nothing that could be looked for')
  const items: TermPreview['items'] = []
  let scanned = 0
  let matches = 0
  let since = ambient.elapsed()
  for (const world of worlds) {
    let ofWorld = 0
    for await (const { kind, id, agentId, text, createdAt } of newestPublicTexts(database.read, world.id)) {
      if (ofWorld >= previewTexts || scanned >= previewTextsMax) break
      ofWorld += 1
      scanned += 1
      if (matchesTermAlone(term, text)) {
        matches += 1
        if (items.length < previewShown)
          items.push({ kind, id, worldId: world.id, agentId, text, at: isoOrEmpty(createdAt) })
      }
      if (ambient.elapsed() - since < YIELD_MS) continue
      await nextTurn()
      since = ambient.elapsed()
    }
  }
  return { scanned, matches, items }
}
