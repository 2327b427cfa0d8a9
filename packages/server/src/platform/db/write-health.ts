// Health of writes: a full or failing disk makes the store unavailable until a test write succeeds.
import type { Ambient } from '../core/ambient.ts'
import { Outage, type OutageStatus } from '../core/outage.ts'
import type { Database } from './database.ts'
import { deleteMeta, writeMeta } from './meta.ts'

/** Primary result codes of SQLite: attempt to write a read-only database, I/O error, disk full. */
const SQLITE_FAULTS: ReadonlyMap<number, string> = new Map([
  [8, 'read-only'],
  [10, 'input/output error'],
  [13, 'disk full'],
])
/** SQLSTATE: disk_full, io_error. */
const POSTGRES_FAULTS: ReadonlyMap<string, string> = new Map([
  ['53100', 'disk full'],
  ['58030', 'input/output error'],
])
const CAUSES_MAX = 5

/** What is wrong with the disk if it caused the error, else null. */
function diskFaultOf(error: unknown): string | null {
  for (let n = 0, cause = error; n < CAUSES_MAX && cause instanceof Error; n++, cause = cause.cause) {
    const { errcode = 0, code = '' } = cause as Error & { errcode?: number; code?: string }
    // Extended codes carry the primary code in their low byte.
    const found = SQLITE_FAULTS.get(errcode & 0xff) ?? POSTGRES_FAULTS.get(code)
    if (found !== undefined) return found
  }
  return null
}

export interface WriteHealthOptions {
  readonly ambient: Pick<Ambient, 'elapsed' | 'secret'>
  readonly onFailed: (outage: Outage) => void
  readonly onRecovered: (seconds: number) => void
}

const PROBE_EVERY_MS = 1_000
/** Larger than the free space that a store has in its own pages. */
const PROBE_BYTES = 48 * 1_024

/**
 * The same database. A write that fails because of the disk is an outage of the store, which lasts until a probe
 * succeeds. Reads continue. Another write proves nothing: it may have changed no row.
 */
export function watchWrites(database: Database, { ambient, onFailed, onRecovered }: WriteHealthOptions): Database {
  let status: OutageStatus | null = null
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  async function probe(): Promise<void> {
    const text = ambient.secret(PROBE_BYTES).toString('base64url')
    await database.transact((tx) => writeMeta(tx, 'probe', text), { quiet: true })
    await database.transact((tx) => deleteMeta(tx, 'probe'), { quiet: true })
  }

  function recover(): void {
    if (status === null) return
    const seconds = (ambient.elapsed() - status.since) / 1_000
    status = null
    onRecovered(seconds)
  }

  function schedule(): void {
    if (timer !== null || isClosed) return
    timer = setTimeout(() => {
      timer = null
      probe().then(recover, schedule)
    }, PROBE_EVERY_MS).unref()
  }

  /** The error as an outage if the disk caused it. */
  function examine(error: unknown): unknown {
    const fault = diskFaultOf(error)
    if (fault === null) return error
    const reason = `writes fail: ${fault}`
    const outage = new Outage('store', reason, { cause: error })
    if (status === null) onFailed(outage)
    status ??= { reason, summary: reason, since: ambient.elapsed() }
    schedule()
    return outage
  }

  return {
    ...database,
    transact: (work, options) =>
      database.transact(work, options).catch((error: unknown) => {
        throw examine(error)
      }),
    yieldWriter: (work, readCommitNotes) =>
      database.yieldWriter(work, readCommitNotes).catch((error: unknown) => {
        // Errors of another thread arrive without their code, so a write of our own has to show the cause.
        if (!isClosed) probe().catch(examine)
        throw error
      }),
    away: () => database.away() ?? status,
    async close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      await database.close()
    },
  }
}
