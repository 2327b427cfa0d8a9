// Stored format of request log lines.
import type { RequestGate } from '@agent-network/contract'

/** One request of a key: route, status and error code. Never parameters or bodies. */
export interface RequestNote {
  readonly at: number
  /** The response's `Request-Id`; null in lines written before it existed. */
  readonly requestId: string | null
  readonly route: string
  readonly status: number
  readonly code: string | null
  readonly refusedAt: RequestGate | null
  /** Requests left in that minute. */
  readonly remaining: number | null
  /** Units left on that day. */
  readonly remainingToday: number | null
}

/** One stored line. Version 0.1.0 wrote shorter lines, so the last two fields may be missing. */
type StoredLine = [
  at: number,
  route: string,
  status: number,
  code: string | null,
  refusedAt: string | null,
  remaining: number | null,
  remainingToday?: number | null,
  requestId?: string | null,
]

const storedLine = (note: RequestNote): StoredLine => [
  note.at,
  note.route,
  note.status,
  note.code,
  note.refusedAt,
  note.remaining,
  note.remainingToday,
  note.requestId,
]

const noteOf = ([
  at,
  route,
  status,
  code,
  refusedAt,
  remaining,
  remainingToday,
  requestId,
]: StoredLine): RequestNote => ({
  at,
  requestId: requestId ?? null,
  route,
  status,
  code,
  refusedAt: refusedAt as RequestGate | null,
  remaining,
  remainingToday: remainingToday ?? null,
})

/** The lines of one stored batch, oldest first: a JSON list of lists. */
export const formatLines = (notes: readonly RequestNote[]): string => JSON.stringify(notes.map(storedLine))

/**
 * The reverse of `formatLines`. Versions after 0.1.0 and before this one used another format. Such a batch reads as
 * empty; the periodic job deletes it after seven days.
 */
export const parseLines = (entries: string): RequestNote[] =>
  entries.startsWith('[[') ? (JSON.parse(entries) as StoredLine[]).map(noteOf) : []
