// Search in the request log of all keys, for operators.
import type { LoggedRequestOfKey } from '@agent-network/contract'
import { decode32 } from '../core/ambient.ts'
import { invalidInput } from '../core/api-error.ts'
import { iso, MINUTE_MS } from '../core/time.ts'
import { literal, type Read } from '../db/database.ts'
import { oldestShownAt, parseLines, type RequestNote } from './request-log.ts'

/** Empty strings and nulls do not filter. */
export interface RequestFilter {
  readonly key: string
  readonly route: string
  readonly status: number | null
  readonly code: string
  readonly requestId: string
  readonly from: number | null
  readonly to: number | null
}

interface RequestQuery extends RequestFilter {
  readonly perPage: number
  readonly cursor: string | null
}

interface RequestSearchPage {
  readonly items: LoggedRequestOfKey[]
  readonly nextCursor: string | null
}

/** Chunks read at a time, with a pause for other requests in between, and the lines after which one match is enough. */
const CHUNKS = 10
const LINES_MAX = 20_000

/**
 * The end of a page: its last line, and the newest chunk that still has lines for the next page. Lines are ordered by
 * time, then by chunk and place in it.
 */
interface SearchPosition extends LinePosition {
  readonly newestChunkAt: number
}

interface LinePosition {
  readonly at: number
  readonly id: string
  readonly line: number
}

interface FoundLine extends LinePosition {
  readonly keyId: string
  readonly note: RequestNote
  readonly chunkAt: number
}

/** Negative if `a` comes first, which is the newer one. */
const compareLines = (a: LinePosition, b: LinePosition): number =>
  b.at - a.at || (a.id === b.id ? b.line - a.line : a.id > b.id ? -1 : 1)

const cursorOf = ({ newestChunkAt, at, id, line }: SearchPosition): string =>
  Buffer.from(JSON.stringify([newestChunkAt, at, id, line])).toString('base64url')

function parsePosition(cursor: string): SearchPosition {
  try {
    const [newestChunkAt, at, id, line] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[]
    if ([newestChunkAt, at, line].every(Number.isSafeInteger) && typeof id === 'string')
      return { newestChunkAt: newestChunkAt as number, at: at as number, id, line: line as number }
  } catch {
    // Rejected below like any other invalid cursor.
  }
  throw invalidInput('cursor is none of this list; send meta.nextCursor of the page before, or begin without one')
}

/** Maximum difference between a request's time and its chunk's time: slow responses and clock skew. */
const SLACK_MS = 10 * MINUTE_MS

/** An id starts with the machine's time, which narrows the search if the network uses that clock. */
function narrowQuery(query: RequestQuery, ownTime: boolean): RequestQuery {
  const [, digits] = /^req_([0-9a-z]{10})/.exec(query.requestId) ?? []
  const at = digits === undefined || !ownTime ? Number.NaN : decode32(digits)
  if (Number.isNaN(at)) return query
  return {
    ...query,
    from: Math.max(query.from ?? 0, at - SLACK_MS),
    to: Math.min(query.to ?? Number.MAX_SAFE_INTEGER, at + SLACK_MS),
  }
}

const fits = ({ route, status, code, requestId, from, to }: RequestFilter, note: RequestNote): boolean =>
  (route === '' || note.route === route) &&
  (status === null || note.status === status) &&
  (code === '' || note.code === code) &&
  (requestId === '' || note.requestId === requestId) &&
  (from === null || note.at >= from) &&
  (to === null || note.at < to)

/** Chunks that may contain matching lines, newest first, after the chunk `last`. Errors have an index of their own. */
async function readChunks(
  read: Read,
  { key, status, code, from, to }: RequestQuery,
  last: { readonly lastAt: number; readonly id: string | null },
  at: number,
) {
  let query = read.sql
    .selectFrom('request_log')
    .select(['key_id', 'id', 'last_at', 'entries'])
    .where('last_at', '>=', Math.max(from ?? 0, oldestShownAt(at)))
    .where('last_at', '<=', last.lastAt)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(CHUNKS)
  if (key !== '') query = query.where('key_id', '=', key)
  if (status !== null && status >= 500) query = query.where('worst', '>=', literal(500))
  else if (code !== '' || (status !== null && status >= 400)) query = query.where('worst', '>=', literal(400))
  // A chunk's lines are older than its last one, by at most the duration of a slow response.
  if (to !== null) query = query.where('last_at', '<', to + SLACK_MS)
  const { id } = last
  if (id !== null) query = query.where(({ eb, or }) => or([eb('last_at', '<', last.lastAt), eb('id', '<', id)]))
  return query.execute()
}

const breath = (): Promise<unknown> => new Promise((resume) => setImmediate(resume))

/**
 * Requests of all keys, newest first. Lines are stored in chunks, one per key every few seconds. A line is certain to be
 * the next one when all chunks that are left are older. A call ends after a full page, or after many lines with at least
 * one match, so the newest match is always on the first page.
 */
export async function searchRequests(
  read: Read,
  query: RequestQuery,
  at: number,
  ownTime: boolean,
): Promise<RequestSearchPage> {
  const narrowedQuery = narrowQuery(query, ownTime)
  const start = narrowedQuery.cursor === null ? null : parsePosition(narrowedQuery.cursor)
  const isWanted = (line: FoundLine): boolean =>
    line.at >= oldestShownAt(at) && fits(narrowedQuery, line.note) && (start === null || compareLines(start, line) < 0)
  const lines: FoundLine[] = []
  let last: { lastAt: number; id: string | null } = {
    lastAt: start?.newestChunkAt ?? Number.MAX_SAFE_INTEGER,
    id: null,
  }
  let looked = 0
  let hasMore = true
  /** Lines that no unread chunk can precede. */
  const certainLines = (): FoundLine[] => (hasMore ? lines.filter((line) => line.at > last.lastAt) : lines)

  while (hasMore) {
    const count = certainLines().length
    if (count > narrowedQuery.perPage || (looked >= LINES_MAX && count > 0)) break
    const chunks = await readChunks(read, narrowedQuery, last, at)
    hasMore = chunks.length === CHUNKS
    for (const { key_id: keyId, id, last_at: chunkAt, entries } of chunks) {
      const notes = parseLines(entries)
      // An empty batch of another format counts as one line, which bounds the number of batches per call.
      looked += Math.max(notes.length, 1)
      lines.push(...notes.map((note, line) => ({ at: note.at, id, line, keyId, note, chunkAt })).filter(isWanted))
      last = { lastAt: chunkAt, id }
    }
    await breath()
  }

  const certain = certainLines().sort(compareLines)
  const page = certain.slice(0, narrowedQuery.perPage)
  const end = page.at(-1)
  const rest = lines.filter((line) => end !== undefined && compareLines(end, line) < 0)
  const newestChunkAt = Math.max(last.lastAt, ...rest.map(({ chunkAt }) => chunkAt))
  const isOver = end === undefined || (rest.length === 0 && !hasMore)
  return {
    items: page.map(({ keyId, note: { at: madeAt, ...note } }) => ({ keyId, at: iso(madeAt), ...note })),
    nextCursor: isOver ? null : cursorOf({ newestChunkAt, at: end.at, id: end.id, line: end.line }),
  }
}
