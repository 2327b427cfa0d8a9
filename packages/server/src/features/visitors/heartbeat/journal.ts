// A visitor's journal: cursors and pages.
import { type JournalEntry, type JournalPage, type JournalView, LIMITS } from '@agent-network/contract'
import type { Caller } from '../../../platform/access/authenticate.ts'
import { readUsed, spend } from '../../../platform/access/budgets.ts'
import { type DrivenVisitor, isProbation } from '../../../platform/access/drive.ts'
import { ApiError } from '../../../platform/core/api-error.ts'
import type { Deps } from '../../../platform/core/deps.ts'
import { retryHint } from '../../../platform/core/outage.ts'
import type { Seals } from '../../../platform/core/seals.ts'
import { DAY_MS, iso } from '../../../platform/core/time.ts'
import { prepare, type Read } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { readVisitor } from '../../../platform/worlds/roster.ts'
import { isJournaled } from '../../../stores/event-log/journal.ts'

const { pagesPerDay, pagesPerDayInProbation, recentDays } = LIMITS.journal

interface Position {
  readonly agentId: string
  readonly worldId: string
  readonly view: JournalView
  /** The last sequence number that was returned. */
  readonly after: number
}

const PURPOSE = 'journal-cursor'

/** 1.17: versioned, sealed, without time and key, so that any key of the visitor can use it. */
function cursorOf(seals: Seals, { agentId, worldId, view, after }: Position): string {
  const payload = Buffer.from(JSON.stringify([agentId, worldId, view, after])).toString('base64url')
  return Buffer.from(`1.${payload}.${seals.sign(PURPOSE, payload)}`).toString('base64url')
}

const invalidQuery = (message: string): ApiError => new ApiError('INVALID_JOURNAL_QUERY', { message })
const noCursor = (): ApiError =>
  invalidQuery('cursor is no cursor of a journal; send nextCursor of a page before, or leave it out')

function readCursor(seals: Seals, cursor: string): Position {
  const [version, payload = '', signature = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
  if (version !== '1' || !seals.verify(PURPOSE, payload, signature)) throw noCursor()
  const [agentId, worldId, view, after] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  const position = { agentId, worldId, view, after }
  // Another encoding of the same bytes is not a cursor that we issued.
  if (cursorOf(seals, position) !== cursor) throw noCursor()
  return position
}

type Who = { world: string; agent: string }
type JournalRow = Tables['journal']

const entriesAfter = prepare<Who & { after: number; limit: number }, JournalRow>((sql, param) =>
  sql
    .selectFrom('journal')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('sequence', '>', param('after'))
    .orderBy('sequence')
    .limit(param('limit')),
)
const firstSince = prepare<Who & { since: number }, { sequence: number }>((sql, param) =>
  sql
    .selectFrom('journal')
    .select('sequence')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('created_at', '>=', param('since'))
    .orderBy('created_at')
    .orderBy('sequence')
    .limit(1),
)

const entryView = (row: JournalRow): JournalEntry => {
  const common = {
    schemaVersion: 1 as const,
    sequence: row.sequence,
    requestId: row.request_id,
    worldId: row.world_id,
    agentId: row.agent_id,
    createdAt: iso(row.created_at),
    action: JSON.parse(row.action),
  }
  return row.outcome === null
    ? { ...common, type: 'attempt' }
    : { ...common, type: 'outcome', outcome: JSON.parse(row.outcome) }
}

/** The 30 days apply only to the start of a read; after that the cursor has the position (AMB-83). */
async function startOf(
  read: Read,
  { world, agent }: DrivenVisitor,
  { view, last }: { view: JournalView; last: number },
  at: number,
): Promise<number> {
  if (view === 'history') return 0
  const since = at - recentDays * DAY_MS
  const first = await read.first(firstSince, { world: world.id, agent: agent.id, since })
  return first === undefined ? last : first.sequence - 1
}

export interface JournalQuery {
  readonly limit: number
  readonly view: JournalView | null
  readonly cursor: string | null
}

/** The start position: 400 for an invalid cursor, 403 for another visitor's (AMB-85). */
function positionOf(seals: Seals, { world, agent }: DrivenVisitor, { view, cursor }: JournalQuery): Position | null {
  if (cursor === null) return null
  const position = readCursor(seals, cursor)
  if (view !== null && view !== position.view)
    throw invalidQuery(`view: the cursor is of the view ${position.view}; leave view out, or begin without the cursor`)
  if (position.agentId !== agent.id || position.worldId !== world.id)
    throw new ApiError('JOURNAL_CURSOR_SCOPE_MISMATCH')
  return position
}

/** 4.11, in the order of AMB-84: gate, query, cursor, allowance, then the history. */
export async function readJournal(
  deps: Deps,
  caller: Caller,
  driven: DrivenVisitor,
  query: () => JournalQuery,
): Promise<JournalPage> {
  const { key, at, state } = caller
  const { world, agent } = driven
  if (!isJournaled(state.switches, world.id)) throw new ApiError('VISITOR_JOURNAL_DISABLED')
  const request = query()
  const { limit } = request
  const position = positionOf(deps.seals, driven, request)
  const cap = isProbation(caller) ? pagesPerDayInProbation : pagesPerDay
  const budget = { worldId: world.id, subject: key.id, counter: 'journal' }
  const failed = (error: unknown): never => {
    deps.log.error({ event: 'visitors.journal_failed', err: error }, 'journal page read failed')
    throw new ApiError('JOURNAL_READ_FAILED', retryHint(error))
  }
  const admitted = await deps.database
    .transact(async (tx) => ((await spend(tx, budget, cap, at)) ? readUsed(tx, budget, at) : null), { quiet: true })
    .catch(failed)
  if (admitted === null) throw new ApiError('JOURNAL_DAILY_BUDGET_EXCEEDED')
  const { read } = deps.database
  try {
    const visitor = await readVisitor(read, world.id, agent.id)
    const view = position?.view ?? request.view ?? 'recent'
    const after = position?.after ?? (await startOf(read, driven, { view, last: visitor?.journal_sequence ?? 0 }, at))
    const rows = await read.all(entriesAfter, { world: world.id, agent: agent.id, after, limit: limit + 1 })
    const pageRows = rows.slice(0, limit)
    const last = pageRows.at(-1)?.sequence ?? after
    const started = visitor?.capture_started_at ?? null
    return {
      schemaVersion: 1,
      agentId: agent.id,
      worldId: world.id,
      entries: pageRows.map(entryView),
      nextCursor: cursorOf(deps.seals, { agentId: agent.id, worldId: world.id, view, after: last }),
      hasMore: rows.length > limit,
      coverage: {
        kind: 'visitor_action_attempts_and_outcomes',
        captureStartedAt: started === null ? null : iso(started),
        preCaptureHistoryIncluded: false,
      },
      history: { retention: 'durable', recentWindowDays: 30, view },
      budget: { used: admitted, cap, remaining: Math.max(0, cap - admitted) },
    }
  } catch (error) {
    return failed(error)
  }
}
