// Search in the request log of all keys, for operators.
import type { LoggedRequestOfKey } from '@agent-network/contract'
import { decode32 } from '../core/ambient.ts'
import { invalidInput } from '../core/api-error.ts'
import { iso, MINUTE_MS } from '../core/time.ts'
import { literal, type Read } from '../db/database.ts'
import { parseLines, type RequestNote } from './request-lines.ts'
import { oldestShownAt } from './request-log.ts'

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

/** Chunks read at a time, with a pause for other requests in between, and the maximum of lines per call. */
const CHUNKS = 10
const LINES_MAX = 20_000

/** The end of a page: its chunk, and how many of that chunk's lines, newest first, were returned. */
interface SearchPosition {
  readonly lastAt: number
  readonly id: string
  readonly lines: number
}

const cursorOf = ({ lastAt, id, lines }: SearchPosition): string =>
  Buffer.from(JSON.stringify([lastAt, id, lines])).toString('base64url')

function parsePosition(cursor: string): SearchPosition {
  try {
    const [lastAt, id, lines] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[]
    if (Number.isSafeInteger(lastAt) && typeof id === 'string' && Number.isSafeInteger(lines))
      return { lastAt: lastAt as number, id, lines: lines as number }
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

/** Chunks that may contain matching lines, newest first. Errors have an index of their own. */
async function readChunks(
  read: Read,
  { key, status, code, from, to }: RequestQuery,
  place: SearchPosition | null,
  at: number,
) {
  let query = read.sql
    .selectFrom('request_log')
    .select(['key_id', 'id', 'last_at', 'entries'])
    .where('last_at', '>=', Math.max(from ?? 0, oldestShownAt(at)))
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(CHUNKS)
  if (key !== '') query = query.where('key_id', '=', key)
  if (status !== null && status >= 500) query = query.where('worst', '>=', literal(500))
  else if (code !== '' || (status !== null && status >= 400)) query = query.where('worst', '>=', literal(400))
  // A chunk's lines are older than its last one, by at most the duration of a slow response.
  if (to !== null) query = query.where('last_at', '<', to + SLACK_MS)
  if (place !== null)
    query = query
      .where('last_at', '<=', place.lastAt)
      .where(({ eb, or }) => or([eb('last_at', '<', place.lastAt), eb('id', '<=', place.id)]))
  return query.execute()
}

const breath = (): Promise<unknown> => new Promise((resume) => setImmediate(resume))

/**
 * Requests of all keys. Lines are stored in chunks, one per key every few seconds. A page reads from the newest chunk
 * back and is sorted by time. The cost of a call does not grow with the log.
 */
export async function searchRequests(
  read: Read,
  query: RequestQuery,
  at: number,
  ownTime: boolean,
): Promise<RequestSearchPage> {
  const narrowedQuery = narrowQuery(query, ownTime)
  const items: { keyId: string; note: RequestNote }[] = []
  let place = narrowedQuery.cursor === null ? null : parsePosition(narrowedQuery.cursor)
  let looked = 0
  let hasMore = true
  const isFull = (): boolean => items.length >= narrowedQuery.perPage
  while (hasMore && !isFull() && looked < LINES_MAX) {
    const found = await readChunks(read, narrowedQuery, place, at)
    hasMore = found.length === CHUNKS
    for (const { key_id: keyId, id, last_at: lastAt, entries } of found) {
      const notes = parseLines(entries).reverse()
      // An empty batch of another format counts as one line, which bounds the number of batches per call.
      if (notes.length === 0) looked += 1
      let lines = place?.lastAt === lastAt && place.id === id ? place.lines : 0
      while (lines < notes.length && !isFull()) {
        const note = notes[lines]!
        lines += 1
        looked += 1
        if (note.at >= oldestShownAt(at) && fits(narrowedQuery, note)) items.push({ keyId, note })
      }
      place = { lastAt, id, lines }
      if (isFull()) {
        hasMore ||= lines < notes.length || found.at(-1)!.id !== id
        break
      }
    }
    // The last chunk is read again with the next ones, and skipped.
    await breath()
  }
  items.sort((a, b) => b.note.at - a.note.at)
  return {
    items: items.map(({ keyId, note: { at: madeAt, ...note } }) => ({ keyId, at: iso(madeAt), ...note })),
    nextCursor: hasMore && place !== null ? cursorOf(place) : null,
  }
}
