// SQLite store: group commits, snapshots, writer handover.
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { EventLoopBudget } from '../core/event-loop-budget.ts'
import { yieldToEventLoop } from '../core/event-loop-budget.ts'
import type { Meter } from '../telemetry/meter.ts'
import type { CommitListener, CommitNotes, Database, Read, TransactOptions, Tx } from './database.ts'
import { type Connection, SqliteTx, session, TxNotes } from './sqlite-session.ts'

const PRAGMAS = { busy_timeout: 5_000, cache_size: -32_000, temp_store: 2, mmap_size: 268_435_456 }
/** Write-ahead log with a flush per commit: acknowledged writes survive a power cut. */
const WRITER_PRAGMAS = { journal_mode: 'wal', synchronous: 2, ...PRAGMAS }
const READER_PRAGMAS = { query_only: 1, ...PRAGMAS }

export const sqliteFile = (data: string): string => join(data, 'agent-network.db')

/** Sets each pragma and reads it back: with a wrong setting an acknowledged write could be lost. */
function configure(connection: Connection, pragmas: Record<string, string | number>): void {
  for (const [name, wanted] of Object.entries(pragmas)) {
    connection.exec(`pragma ${name} = ${wanted}`)
    const row = connection.prepare(`pragma ${name}`).get() as Record<string, unknown>
    const [actual] = Object.values(row)
    if (String(actual) !== String(wanted) && name !== 'mmap_size')
      throw new Error(`SQLite refused the setting ${name}=${wanted} (it is ${String(actual)})`)
  }
}

interface Job {
  readonly work: (tx: Tx) => Promise<unknown>
  readonly quiet: boolean
  readonly repeatable: boolean
  readonly queuedAt: number
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

interface CompletedJob {
  readonly job: Job
  readonly value: unknown
  readonly notes: TxNotes
}

/** Maximum of writers per flush, and how long the first of them wait. */
const GROUP_MAX = 64
const GROUP_MS = 20

/** How a failed writer is rolled back. */
type Undo = 'transaction' | 'savepoint' | 'group'

/** After a group rollback, this many writers use a savepoint, so that frequent failures repeat little work. */
const SAVEPOINT_JOBS = 256

export interface SqliteOptions {
  readonly file: string
  readonly listener: CommitListener
  readonly newEpoch: () => string
  readonly elapsed: () => number
  readonly meter?: Meter | undefined
  /** Set on a thread that also serves requests. */
  readonly slices?: EventLoopBudget | undefined
  /** Whether an archive copies the log; then only the archive checkpoints it. */
  readonly archived?: boolean
}

export interface SqliteDatabase extends Database {
  /** Runs work while no writer is active. */
  pause<T>(work: () => Promise<T>): Promise<T>
}

/** A separate connection with one read transaction: a stable snapshot that blocks no writer. */
export async function snapshotOf<T>(file: string | URL, work: (read: Read) => Promise<T>): Promise<T> {
  const connection = new DatabaseSync(file, { readOnly: true })
  configure(connection, READER_PRAGMAS)
  const own = session(connection)
  try {
    own.exec('begin')
    return await work(own.read)
  } finally {
    // A closed connection stays open as long as its statements exist. With a read transaction it would prevent
    // checkpoints.
    if (connection.isTransaction) own.exec('rollback')
    own.close()
  }
}

/** For another thread: reads committed data, statement by statement. */
export function openSqliteReader(file: string): { readonly read: Read; close(): void } {
  const connection = new DatabaseSync(file, { readOnly: true })
  configure(connection, READER_PRAGMAS)
  const { read, close } = session(connection)
  return { read, close }
}

export type ReadOnlyStore = Pick<Database, 'engine' | 'snapshot' | 'close'>

/** For a second process: it cannot write, so it needs no lock and blocks no writer. */
export const openSqliteReadOnly = (file: string): ReadOnlyStore => ({
  engine: 'sqlite',
  snapshot: (work) => snapshotOf(file, work),
  close: async () => {},
})

export function openSqlite(options: SqliteOptions): SqliteDatabase {
  const { file, listener, newEpoch, elapsed, meter, slices, archived = false } = options
  const writerConnection = new DatabaseSync(file)
  configure(writerConnection, { ...WRITER_PRAGMAS, ...(archived ? { wal_autocheckpoint: 0 } : {}) })
  const writer = session(writerConnection, { after: slices })
  const readerConnection = new DatabaseSync(file, { readOnly: true })
  configure(readerConnection, READER_PRAGMAS)
  const reader = session(readerConnection, { before: slices })

  const queue: (Job | (() => Promise<void>))[] = []
  let draining = false

  let careful = 0

  /**
   * The first writer of a group needs only the transaction. A savepoint for each of the others costs a tenth of an
   * action, because SQLite copies every changed page and scans the copies after each multi-row statement. So repeatable
   * writers have none, as long as all writers before them are repeatable.
   */
  function undoOf(job: Job, done: readonly CompletedJob[]): Undo {
    if (done.length === 0) return 'transaction'
    return careful === 0 && job.repeatable && done.every((d) => d.job.repeatable) ? 'group' : 'savepoint'
  }

  /**
   * Runs one writer so that a failure rolls back only that writer; `undone` means that the whole group was rolled back.
   */
  async function perform(job: Job, undo: Undo): Promise<CompletedJob | 'undone' | null> {
    const notes = new TxNotes()
    meter?.time('store_wait', (elapsed() - job.queuedAt) / 1_000)
    if (undo === 'savepoint') writer.exec('savepoint job')
    try {
      const value = await job.work(new SqliteTx(writer, notes))
      for (const end of notes.endings) await end()
      if (undo === 'savepoint') writer.exec('release job')
      return { job, value, notes }
    } catch (error) {
      if (undo === 'group') return 'undone'
      job.reject(error)
      writer.exec(undo === 'transaction' ? 'rollback; begin immediate' : 'rollback to job; release job')
      return null
    }
  }

  /**
   * No writer of the group has been acknowledged: they go back to the front of the queue in order, now with a savepoint
   * each.
   */
  function startOver(jobs: readonly Job[]): void {
    if (writerConnection.isTransaction) writer.exec('rollback')
    queue.unshift(...jobs)
    careful = SAVEPOINT_JOBS
  }

  /** Resolves the writers of a commit one by one, while the next commit is in progress. */
  async function answerAll(done: readonly CompletedJob[]): Promise<void> {
    for (const [n, { job, value }] of done.entries()) {
      if (n > 0) await slices?.inLine()
      job.resolve(value)
    }
  }

  /** Queued writers share one commit and are acknowledged after it. */
  async function group(): Promise<void> {
    const done: CompletedJob[] = []
    const started = elapsed()
    try {
      writer.exec('begin immediate')
    } catch (error) {
      // A full or broken disk fails this writer; the queue continues.
      ;(queue.shift() as Job).reject(error)
      return
    }
    try {
      do {
        const job = queue.shift() as Job
        const finished = await perform(job, undoOf(job, done))
        if (finished === 'undone') return startOver([...done.map((d) => d.job), job])
        if (finished !== null) done.push(finished)
        careful = Math.max(0, careful - 1)
      } while (typeof queue[0] === 'object' && done.length < GROUP_MAX && elapsed() - started < GROUP_MS)
      const epoch = done.some(({ notes }) => notes.control) ? newEpoch() : null
      if (epoch !== null)
        await writer.read.raw(
          `insert into epochs (name, value) values ('control', ?) on conflict (name) do update set value = excluded.value`,
          [epoch],
        )
      const committing = elapsed()
      writer.exec('commit')
      meter?.time('store_commit', (elapsed() - committing) / 1_000)
      // No await between the commit and this call: a request sees either both or neither.
      if (done.length > 0) {
        const announced = done.flatMap(({ notes }) => [...notes.announced])
        const counted = done.flatMap(({ notes }) => notes.counted)
        const facts = done.flatMap(({ notes }) => notes.facts)
        listener.committed({ control: epoch, quiet: done.every((d) => d.job.quiet), announced, counted, facts })
      }
      void answerAll(done)
    } catch (error) {
      if (writerConnection.isTransaction) writer.exec('rollback')
      for (const { job } of done) job.reject(error)
    }
  }

  async function drain(): Promise<void> {
    if (draining) return
    draining = true
    try {
      while (queue.length > 0) {
        if (typeof queue[0] === 'function') await (queue.shift() as () => Promise<void>)()
        else await group()
        // Serves sockets between groups.
        await yieldToEventLoop()
      }
    } finally {
      draining = false
    }
  }

  const transact = <T>(work: (tx: Tx) => Promise<T>, options: TransactOptions = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const { quiet = false, repeatable = false } = options
      queue.push({ work, quiet, repeatable, queuedAt: elapsed(), resolve: resolve as (value: unknown) => void, reject })
      void drain()
    })

  return {
    engine: 'sqlite',
    read: reader.read,
    transact,
    snapshot: (work) => snapshotOf(file, work),
    yieldWriter: (work, readCommitNotes) =>
      new Promise((resolve, reject) => {
        const takeBack = async (commitNotes: CommitNotes): Promise<void> => {
          const [row] = await reader.read.raw<{ value: string }>(`select value from epochs where name = 'control'`, [])
          listener.committed({ control: row?.value ?? null, quiet: false, counted: [], ...commitNotes })
        }
        queue.push(async () => {
          listener.onWriterHandover?.()
          try {
            const value = await work()
            await takeBack(readCommitNotes())
            resolve(value)
          } catch (error) {
            // Some commits may have succeeded before the failure.
            await takeBack({ announced: readCommitNotes().announced, facts: null }).catch(() => {})
            reject(error)
          }
        })
        void drain()
      }),
    pause: (work) =>
      new Promise((resolve, reject) => {
        queue.push(() => work().then(resolve, reject))
        void drain()
      }),
    queueDepth: () => queue.length,
    connections: () => ({ open: 2, busy: draining ? 1 : 0 }),
    async size() {
      const [row] = await reader.read.raw<{ bytes: number }>(
        'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
        [],
      )
      return row?.bytes ?? 0
    },
    away: () => null,
    async close() {
      while (queue.length > 0 || draining) await yieldToEventLoop()
      reader.close()
      // Otherwise the next start would have to replay it, and a copy of the file would lack it.
      writer.exec('pragma wal_checkpoint(truncate)')
      writer.close()
    },
  }
}
