// Request log of each key, buffered in memory and written in batches.
import { LIMITS, type LoggedRequest, type RequestGate } from '@agent-network/contract'
import type { Logger } from 'pino'
import { boundedMap } from '../cache/content-cache.ts'
import type { Ambient } from '../core/ambient.ts'
import { DAY_MS, iso, utcDay } from '../core/time.ts'
import { type Database, literal, prepare, type Read, type Tx } from '../db/database.ts'
import { prepareRows, runRows } from '../db/world-rows.ts'
import { addUncappedBatch, type BudgetIncrement } from './budgets.ts'
import { budgetIncrementsOf, type DayCount } from './drive.ts'

/**
 * The requests of each key, shown to its owner. A line may be lost in a crash, so a request only appends to a list in
 * memory. The lists are written every few seconds and before each read here, as one row per key.
 */
export interface RequestLog {
  note(keyId: string, note: RequestNote): void
  /** Newest first: the last 1,000 requests of the last seven days. Buffered lines of this process are written first. */
  recent(read: Read, keyId: string, at: number): Promise<LoggedRequest[]>
  flush(): Promise<void>
}

const EVERY_MS = 5_000
const KEYS_AT_ONCE = 128
const TRIMS_AT_ONCE = 10
const TRACKED_KEYS = 50_000
const { entries: ENTRIES_MAX, keptMs } = LIMITS.requestLog
/**
 * Maximum of buffered lines of all keys, some tens of megabytes. While the store is unavailable, further lines are
 * dropped.
 */
const WAITING_MAX = 200_000

/** Older lines are not shown. */
export const oldestShownAt = (at: number): number => at - keptMs

const noteView = ({ at, ...rest }: RequestNote): LoggedRequest => ({ at: iso(at), ...rest })

/** One key's requests since the last write, with counts per day. */
interface WaitingRequests {
  /** Oldest first. Only the last 1,000 are kept. */
  notes: RequestNote[]
  readonly days: Map<number, DayCount>
}

/** All keys' requests since the last write. */
interface Waiting {
  readonly byKey: Map<string, WaitingRequests>
  lines: number
}

const emptyWaiting = (): Waiting => ({ byKey: new Map(), lines: 0 })

function addWaiting(waiting: Waiting, keyId: string, note: RequestNote): void {
  let own = waiting.byKey.get(keyId)
  if (own === undefined) {
    own = { notes: [], days: new Map() }
    waiting.byKey.set(keyId, own)
  }
  const day = utcDay(note.at)
  const count = own.days.get(day) ?? { requests: 0, refused: 0 }
  count.requests += 1
  if (note.code !== null) count.refused += 1
  own.days.set(day, count)
  if (waiting.lines >= WAITING_MAX) return
  own.notes.push(note)
  waiting.lines += 1
  if (own.notes.length < 2 * ENTRIES_MAX) return
  own.notes = own.notes.slice(-ENTRIES_MAX)
  waiting.lines -= ENTRIES_MAX
}

type Chunk = { key: string; id: string; lastAt: number; n: number; entries: string; worst: number }

const insertChunks = prepareRows<Chunk>(['key', 'id', 'lastAt', 'n', 'entries', 'worst'], (sql, rows) =>
  sql
    .insertInto('request_log')
    .values(
      rows.map(({ key, id, lastAt, n, entries, worst }) => ({ key_id: key, id, last_at: lastAt, n, entries, worst })),
    ),
)

const chunksOf = prepare<{ key: string; from: number }, { entries: string }>((sql, param) =>
  sql
    .selectFrom('request_log')
    .select('entries')
    .where('key_id', '=', param('key'))
    .where('last_at', '>=', param('from'))
    .orderBy('id', 'desc'),
)

/** Deletes everything before the last 1,000 lines. */
const trim = prepare<{ key: string }, unknown>((sql, param) =>
  sql
    .deleteFrom('request_log')
    .where('key_id', '=', param('key'))
    .where('id', '<', (eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('request_log')
            .select([
              'id',
              (inner) =>
                inner.fn
                  .sum('n')
                  .over((over) => over.orderBy('id', 'desc'))
                  .as('upTo'),
            ])
            .where('key_id', '=', param('key'))
            .as('counted'),
        )
        .select('id')
        .where('upTo', '>=', literal(ENTRIES_MAX))
        .orderBy('id', 'desc')
        .limit(literal(1)),
    ),
)

export function makeRequestLog(database: Database, ambient: Ambient, log: Logger): RequestLog {
  let waiting = emptyWaiting()
  /** Lines written since a key's log was last trimmed. A key new to this process is trimmed first. */
  const sinceTrim = boundedMap<{ n: number }>(TRACKED_KEYS)
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  function chunkOf(key: string, waitingNotes: readonly RequestNote[]): Chunk[] {
    const notes = waitingNotes.slice(-ENTRIES_MAX)
    // If too many lines were buffered, a key may have counts but no lines.
    if (notes.length === 0) return []
    const worst = Math.max(...notes.map(({ status }) => status))
    // Lines are in the order of their responses, so the last one need not be the newest.
    const lastAt = Math.max(...notes.map(({ at }) => at))
    return [{ key, id: ambient.id('request'), lastAt, n: notes.length, entries: formatLines(notes), worst }]
  }

  /** Keys whose logs have grown by 1,000 lines since the last trim, up to a maximum per call. */
  function overgrown(chunks: readonly Chunk[]): { key: string; written: { n: number } }[] {
    return chunks
      .map(({ key, n }) => {
        const trackedEntry = sinceTrim.get(key)
        const written = trackedEntry ?? { n: ENTRIES_MAX }
        if (trackedEntry === undefined) sinceTrim.set(key, written)
        written.n += n
        return { key, written }
      })
      .filter(({ written }) => written.n >= ENTRIES_MAX)
      .slice(0, TRIMS_AT_ONCE)
  }

  async function writeSome(tx: Tx, chunks: readonly Chunk[], grown: readonly BudgetIncrement[]): Promise<void> {
    await runRows(tx, insertChunks, chunks)
    await addUncappedBatch(tx, grown)
    for (const { key, written } of overgrown(chunks)) {
      await tx.run(trim, { key })
      written.n = 0
    }
  }

  async function write(): Promise<void> {
    // Sorted, so that nodes which count for the same keys lock rows in the same order.
    const keys = [...waiting.byKey].sort(([a], [b]) => (a < b ? -1 : 1))
    waiting = emptyWaiting()
    try {
      for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
        const part = keys.slice(i, i + KEYS_AT_ONCE)
        const chunks = part.flatMap(([keyId, { notes }]) => chunkOf(keyId, notes))
        const grown = part.flatMap(([keyId, { days }]) => budgetIncrementsOf(keyId, days))
        await database.transact((tx) => writeSome(tx, chunks, grown), { quiet: true })
      }
    } catch (error) {
      log.warn({ event: 'access.request_log_failed', err: error, keys: keys.length }, 'request log write failed')
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing = flushing.then(write)
    return flushing
  }

  return {
    note(keyId, note) {
      addWaiting(waiting, keyId, note)
      timer ??= setTimeout(() => void flush(), EVERY_MS).unref()
    },
    async recent(read, keyId, at) {
      await flush()
      const chunks = await read.all(chunksOf, { key: keyId, from: oldestShownAt(at) })
      return chunks
        .flatMap(({ entries }) => parseLines(entries).reverse())
        .filter((note) => note.at >= oldestShownAt(at))
        .sort((a, b) => b.at - a.at)
        .slice(0, ENTRIES_MAX)
        .map(noteView)
    },
    flush,
  }
}

/** Deletes lines that are too old to be shown. */
/** `keptDays` can shorten the retention, not extend it. */
export async function sweepRequestLog(
  tx: Tx,
  at: number,
  limit: number,
  keptDays: number | null = null,
): Promise<number> {
  const before = Math.max(oldestShownAt(at), keptDays === null ? 0 : at - keptDays * DAY_MS)
  const old = await tx.sql
    .selectFrom('request_log')
    .select(['key_id', 'id'])
    .where('last_at', '<', before)
    .limit(limit)
    .execute()
  for (const { key_id, id } of old)
    await tx.sql.deleteFrom('request_log').where('key_id', '=', key_id).where('id', '=', id).execute()
  return old.length
}

/** Called when the key or its account is deleted. */
export async function deleteRequests(tx: Tx, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length > 0)
    await tx.sql
      .deleteFrom('request_log')
      .where('key_id', 'in', [...keyIds])
      .execute()
}

// ── Stored format of request log lines ──

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
