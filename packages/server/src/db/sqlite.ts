import { join } from 'node:path'
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import { LRUCache } from 'lru-cache'
import { breath } from '../core/breath.ts'
import type { Meter } from '../core/meter.ts'
import type { Slices } from '../core/slices.ts'
import {
  type CommitCount,
  type CommitListener,
  type Compiled,
  compiler,
  type Database,
  type Heard,
  kyselyOver,
  type Prepared,
  type Read,
  type TransactOptions,
  type Tx,
  type Value,
} from './database.ts'

type Connection = InstanceType<typeof DatabaseSync>

const PRAGMAS = { busy_timeout: 5_000, cache_size: -32_000, temp_store: 2, mmap_size: 268_435_456 }
/** Write-ahead log, and a real flush for every commit: an acknowledged write survives a power cut. */
const WRITER_PRAGMAS = { journal_mode: 'wal', synchronous: 2, ...PRAGMAS }
const READER_PRAGMAS = { query_only: 1, ...PRAGMAS }

export const sqliteFile = (data: string): string => join(data, 'agent-network.db')

/** Sets each pragma and reads it back; a setting that did not take could lose an acknowledged write. */
function configure(connection: Connection, pragmas: Record<string, string | number>): void {
  for (const [name, wanted] of Object.entries(pragmas)) {
    connection.exec(`pragma ${name} = ${wanted}`)
    const row = connection.prepare(`pragma ${name}`).get() as Record<string, unknown>
    const [actual] = Object.values(row)
    if (String(actual) !== String(wanted) && name !== 'mmap_size')
      throw new Error(`SQLite refused the setting ${name}=${wanted} (it is ${String(actual)})`)
  }
}

type Row = readonly unknown[]

interface Statement {
  readonly handle: StatementSyncInstance
  /** Null for a statement that returns no rows. */
  readonly named: ((row: Row) => unknown) | null
}

/**
 * Names the values of a row. The library would do so itself, one call into the engine's API for each property of each row;
 * an object literal made once for the statement takes half the time.
 */
function namer(handle: StatementSyncInstance): Statement['named'] {
  const members = handle.columns().map(({ name }, i) => `${JSON.stringify(name)}: row[${i}]`)
  if (members.length === 0) return null
  handle.setReturnArrays(true)
  return new Function('row', `return { ${members.join(', ')} }`) as (row: Row) => unknown
}

/** Where a session lets others go on: before it runs a statement, or before it hands over what came of it. */
interface Pauses {
  readonly before?: Slices | undefined
  /** Where statements run in the order in which they are asked for, and some do not wait for those before them. */
  readonly after?: Slices | undefined
}

/** One connection and its prepared statements. */
function session(connection: Connection, { before, after }: Pauses = {}) {
  /** Of statements made on the way. Those prepared beforehand are few, and kept for good. */
  const statements = new LRUCache<string, Statement>({ max: 500 })
  const make = (text: string): Statement => {
    const handle = connection.prepare(text)
    return { handle, named: namer(handle) }
  }
  const statement = (text: string): Statement => {
    let found = statements.get(text)
    if (found === undefined) {
      found = make(text)
      statements.set(text, found)
    }
    return found
  }
  const run = ({ handle, named }: Statement, values: readonly Value[]): { rows: unknown[]; changes: number } => {
    if (named !== null) {
      const rows = handle.all(...values)
      return { rows: rows.length === 0 ? rows : rows.map(named), changes: 0 }
    }
    return { rows: [], changes: Number(handle.run(...values).changes) }
  }
  /** `work` is one statement. */
  async function paced<T>(work: () => T): Promise<T> {
    const free = before?.next()
    if (free) await free
    const result = work()
    const done = after?.next()
    if (done) await done
    return result
  }
  const runText = (text: string, params: readonly unknown[]) => paced(() => run(statement(text), params as Value[]))
  const sql = kyselyOver('sqlite', runText)
  const compile = compiler(sql)
  const prepared = new Map<Prepared<never, unknown>, Statement & Pick<Compiled, 'bind'>>()
  const preparedOf = (query: Prepared<never, unknown>) => {
    let found = prepared.get(query)
    if (found === undefined) {
      const { text, bind } = compile(query)
      found = { ...make(text), bind }
      prepared.set(query, found)
    }
    return found
  }
  const read: Read = {
    engine: 'sqlite',
    sql,
    all: (query, params) =>
      paced(() => {
        const found = preparedOf(query as never)
        return run(found, found.bind(params)).rows as never
      }),
    first: (query, params) =>
      paced(() => {
        const { handle, named, bind } = preparedOf(query as never)
        const row = handle.get(...bind(params)) as Row | undefined
        return (row === undefined ? undefined : named!(row)) as never
      }),
    raw: async (text, params) => (await runText(text, params)).rows as never,
  }
  const change = (query: Prepared<never, unknown>, params: never): number => {
    const found = preparedOf(query)
    return run(found, found.bind(params)).changes
  }
  return { read, change, paced, exec: (text: string) => connection.exec(text), close: () => connection.close() }
}

interface Job {
  readonly work: (tx: Tx) => Promise<unknown>
  readonly quiet: boolean
  readonly queuedAt: number
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

interface Done {
  readonly job: Job
  readonly value: unknown
  readonly control: boolean
  readonly announced: ReadonlySet<string>
  readonly counted: readonly CommitCount[]
  readonly told: readonly object[]
}

/** How many writers may share one flush, and how long those wait for it who came first. */
const GROUP_MAX = 64
const GROUP_MS = 20

export interface SqliteOptions {
  readonly file: string
  readonly listener: CommitListener
  readonly newEpoch: () => string
  readonly elapsed: () => number
  readonly meter?: Meter | undefined
  /** On a thread that serves as well. */
  readonly slices?: Slices | undefined
  /** Whether an archive keeps the log, which then nobody else brings into the store. */
  readonly archived?: boolean
}

export interface SqliteDatabase extends Database {
  /** Runs work while nobody writes. */
  pause<T>(work: () => Promise<T>): Promise<T>
}

/** A connection of its own with one read transaction: a picture that stays still and blocks nobody. */
export async function snapshotOf<T>(file: string | URL, work: (read: Read) => Promise<T>): Promise<T> {
  const connection = new DatabaseSync(file, { readOnly: true })
  configure(connection, READER_PRAGMAS)
  const own = session(connection)
  try {
    own.exec('begin')
    return await work(own.read)
  } finally {
    // A closed connection lives on as long as its statements do, and with a read transaction it would keep the log from
    // ever being emptied.
    if (connection.isTransaction) own.exec('rollback')
    own.close()
  }
}

/** For a thread beside the one that serves: reads what is committed, statement by statement. */
export function openSqliteReader(file: string): { readonly read: Read; close(): void } {
  const connection = new DatabaseSync(file, { readOnly: true })
  configure(connection, READER_PRAGMAS)
  const { read, close } = session(connection)
  return { read, close }
}

/** A store that can be looked at and nothing else. */
export type ReadOnlyStore = Pick<Database, 'engine' | 'snapshot' | 'close'>

/** For a second process beside the server: nothing here could write, so it needs no lock and makes no writer wait. */
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

  /**
   * Runs one writer so that a failure undoes that writer alone. The first of a group has only the transaction to undo;
   * the others have a savepoint each, in which SQLite copies every page before it is changed, and goes through all those
   * copies after each statement that writes several rows: the more a writer writes, the more it would pay for that.
   */
  async function perform(job: Job, first: boolean): Promise<Done | null> {
    let control = false
    const announced = new Set<string>()
    const counted: CommitCount[] = []
    const told: object[] = []
    const endings: (() => Promise<void>)[] = []
    meter?.time('store_wait', (elapsed() - job.queuedAt) / 1_000)
    if (!first) writer.exec('savepoint job')
    try {
      const tx: Tx = {
        ...writer.read,
        writes: true,
        run: (query, params) => writer.paced(() => writer.change(query as never, params as never)),
        send: (query, params) => {
          writer.change(query as never, params as never)
        },
        touchControl: () => {
          control = true
        },
        announce: (topic) => {
          announced.add(topic)
        },
        count: (what, at) => {
          counted.push({ what, at })
        },
        tell: (fact) => {
          told.push(fact)
        },
        atEnd: (work) => {
          endings.push(work)
        },
        identity: announced,
      }
      const value = await job.work(tx)
      for (const end of endings) await end()
      if (!first) writer.exec('release job')
      return { job, value, control, announced, counted, told }
    } catch (error) {
      job.reject(error)
      writer.exec(first ? 'rollback; begin immediate' : 'rollback to job; release job')
      return null
    }
  }

  /** Whoever shared a commit goes on after it, one by one, while the next is under way. */
  async function answerAll(done: readonly Done[]): Promise<void> {
    for (const [n, { job, value }] of done.entries()) {
      if (n > 0) await slices?.inLine()
      job.resolve(value)
    }
  }

  /** Writers that queued together share one commit, and nobody is answered before it. */
  async function group(): Promise<void> {
    const done: Done[] = []
    const started = elapsed()
    try {
      writer.exec('begin immediate')
    } catch (error) {
      // A full or broken disk refuses this writer; the queue goes on.
      ;(queue.shift() as Job).reject(error)
      return
    }
    try {
      do {
        const finished = await perform(queue.shift() as Job, done.length === 0)
        if (finished) done.push(finished)
      } while (typeof queue[0] === 'object' && done.length < GROUP_MAX && elapsed() - started < GROUP_MS)
      const epoch = done.some((d) => d.control) ? newEpoch() : null
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
        const announced = done.flatMap((d) => [...d.announced])
        const counted = done.flatMap((d) => d.counted)
        const told = done.flatMap((d) => d.told)
        listener.committed({ control: epoch, quiet: done.every((d) => d.job.quiet), announced, counted, told })
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
        // Let sockets be served between groups.
        await breath()
      }
    } finally {
      draining = false
    }
  }

  const transact = <T>(work: (tx: Tx) => Promise<T>, options: TransactOptions = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const quiet = options.quiet ?? false
      queue.push({ work, quiet, queuedAt: elapsed(), resolve: resolve as (value: unknown) => void, reject })
      void drain()
    })

  return {
    engine: 'sqlite',
    read: reader.read,
    transact,
    snapshot: (work) => snapshotOf(file, work),
    yieldWriter: (work, heard) =>
      new Promise((resolve, reject) => {
        const takeBack = async (said: Heard): Promise<void> => {
          const [row] = await reader.read.raw<{ value: string }>(`select value from epochs where name = 'control'`, [])
          listener.committed({ control: row?.value ?? null, quiet: false, counted: [], ...said })
        }
        queue.push(async () => {
          listener.lent?.()
          try {
            const value = await work()
            await takeBack(heard())
            resolve(value)
          } catch (error) {
            // Some of its commits may have happened before it failed.
            await takeBack({ announced: heard().announced, told: null }).catch(() => {})
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
    picture: null,
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
      while (queue.length > 0 || draining) await breath()
      reader.close()
      // What the next start would have to replay, and a copy of the file would miss.
      writer.exec('pragma wal_checkpoint(truncate)')
      writer.close()
    },
  }
}
