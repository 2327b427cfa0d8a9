import type { RequestGate } from '@agent-network/contract'

/** One request of a key: which route, how it ended, what refused it. Never what was asked for or sent. */
export interface RequestNote {
  readonly at: number
  /** The answer's `Request-Id`; null in lines of before there was one. */
  readonly requestId: string | null
  readonly route: string
  readonly status: number
  readonly code: string | null
  readonly refusedAt: RequestGate | null
  /** Requests of that minute. */
  readonly remaining: number | null
  /** Units of that day. */
  readonly remainingToday: number | null
}

/** One line as it is stored. Version 0.1.0 wrote shorter lines, so the last two may be missing. */
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
 * The reverse of `formatLines`. Versions between 0.1.0 and this one packed lines in a format that is no JSON list of lists.
 * Such a batch reads as empty; the sweep deletes it after seven days.
 */
export const parseLines = (entries: string): RequestNote[] =>
  entries.startsWith('[[') ? (JSON.parse(entries) as StoredLine[]).map(noteOf) : []
