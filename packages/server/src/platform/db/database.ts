// Store interface: reads, transactions, commit notifications, prepared queries.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { Outage, type OutageStatus } from '../core/outage.ts'
import type { Tables } from './tables/tables.ts'

export type Engine = 'sqlite' | 'postgres'
export type Value = string | number | null

/** A query compiled once per engine. Building one with Kysely costs more than running it, so hot paths keep theirs. */
export interface Prepared<P extends Record<string, Value>, R> {
  readonly name: string
  readonly build: (sql: Kysely<Tables>, param: (name: keyof P & string) => never) => Compilable<R>
}

/**
 * A constant in the statement text. The planner uses a partial index only if it sees the condition. As a bound
 * parameter, SQLite would plan at every call and PostgreSQL would not use the index.
 */
export const literal = <T extends string | number>(value: T): RawBuilder<T> => sql.lit(value)

let preparedCount = 0

export function prepare<P extends Record<string, Value>, R>(build: Prepared<P, R>['build']): Prepared<P, R> {
  preparedCount += 1
  return { name: `q${preparedCount}`, build }
}

/** A fact: something that a commit changed in a world. */
export interface CommittedFact {
  readonly world: string
}

/** Read access. Domain readers take this type; a transaction implements it too. */
export interface Read {
  readonly engine: Engine
  /** Query builder, for queries outside hot paths. */
  readonly sql: Kysely<Tables>
  all<P extends Record<string, Value>, R>(query: Prepared<P, R>, params: P): Promise<R[]>
  first<P extends Record<string, Value>, R>(query: Prepared<P, R>, params: P): Promise<R | undefined>
  /** SQL for one engine only; used only inside `db/`. */
  raw<R>(text: string, params: readonly Value[]): Promise<R[]>
}

/** A transaction. Writers take this type, so that none can run outside one. */
export interface Tx extends Read {
  readonly writes: true
  /** Runs a statement and returns how many rows it changed; on SQLite far cheaper than RETURNING. */
  run<P extends Record<string, Value>>(query: Prepared<P, unknown>, params: P): Promise<number>
  /**
   * Runs a statement without waiting for its result: PostgreSQL gets it together with the following statements, at the
   * latest with the commit. If it fails, the transaction fails.
   */
  send<P extends Record<string, Value>>(query: Prepared<P, unknown>, params: P): void
  /** Marks a change of access control: every node must discard its cached decisions. */
  touchControl(): void
  /** Publishes a topic after the commit, for clients that wait for it. Delivery is best effort. */
  announce(topic: string): void
  /** Counts one occurrence at `at`, once this commits; a rollback counts nothing. */
  count(what: string, at: number): void
  /** Publishes a fact with the commit, to caches that are derived from the rows. */
  tell(fact: CommittedFact): void
  /** Work right before the commit: contended locks are taken last. */
  atEnd(work: () => Promise<void>): void
  /** Shared by all copies of this transaction. */
  readonly identity: object
}

export interface TransactOptions {
  /** Changes nothing that a public read shows, so cached reads stay valid. */
  readonly quiet?: boolean
  /**
   * The work has no effects besides its statements, so it may run again after a rollback. On PostgreSQL all work must.
   */
  readonly repeatable?: boolean
}

export interface Database {
  readonly engine: Engine
  readonly read: Read
  transact<T>(work: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T>
  /** One consistent snapshot of the whole store for long reads; never blocks writers. */
  snapshot<T>(work: (read: Read) => Promise<T>): Promise<T>
  /**
   * Blocks the writers of this process while another thread writes; `heard` then returns what that thread's commits
   * published.
   */
  yieldWriter<T>(work: () => Promise<T>, readCommitNotes: () => CommitNotes): Promise<T>
  /** Number of waiting writers. */
  queueDepth(): number
  connections(): { readonly open: number; readonly busy: number }
  size(): Promise<number>
  /** Null while the store responds. */
  away(): OutageStatus | null
  close(): Promise<void>
}

/** Distributes changes of control state to the other nodes; see redis/. */
export interface ControlSignal {
  /** Called right before the commit, when the change is written and its row locked. */
  changing(): Promise<string>
  /** Called after the commit, or with null after a rollback. */
  settled(mark: string, epoch: string | null): Promise<void>
}

/** One counted occurrence in a commit. */
export interface CommitCount {
  readonly what: string
  readonly at: number
}

/** What commits publish besides their rows. */
export interface CommitNotes {
  readonly announced: readonly string[]
  /** Null: unknown, anything may have changed. */
  readonly facts: readonly object[] | null
}

export interface CommitListener {
  committed(
    change: CommitNotes & {
      readonly control: string | null
      readonly quiet: boolean
      readonly counted: readonly CommitCount[]
    },
  ): void
  /** Another thread writes from now on, until the next `committed`. */
  onWriterHandover?(): void
}

/** A cache that is kept current by published facts. */
export interface FactListener {
  onFacts(facts: readonly object[] | null): void
  /** From now on the store may be newer than the published facts, until the next facts arrive. */
  onWriterHandover(): void
}

/** The response to a commit was lost: it may or may not have taken effect. */
export class CommitOutcomeUnknown extends Outage {
  constructor() {
    super('store', 'the answer to a commit was lost')
  }
}

export type Execute = (text: string, params: readonly unknown[]) => Promise<{ rows: unknown[]; changes: number }>

/** Kysely over one execute function. Transactions are managed outside, so the driver does nothing else. */
export function kyselyOver(engine: Engine, execute: Execute): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await execute(query.sql, query.parameters)
      return { rows: rows as R[], numAffectedRows: BigInt(changes) }
    },
    streamQuery() {
      throw new Error('streaming queries are not used here')
    },
  }
  const nothing = async () => {}
  const dialect: Dialect = {
    createAdapter: () => (engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
    createQueryCompiler: () => (engine === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    createIntrospector: (db) => (engine === 'sqlite' ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => connection,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: nothing,
    }),
  }
  return new Kysely<Tables>({ dialect })
}

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export interface Compiled {
  readonly name: string
  readonly text: string
  bind(params: Record<string, Value>): Value[]
}

/** Orders values by a statement's parameters. */
function binder(parameters: readonly unknown[]): Compiled['bind'] {
  const members = parameters.map((one) =>
    one instanceof Placeholder ? { name: one.name, constant: null } : { name: null, constant: one as Value },
  )
  return (params) => members.map(({ name, constant }) => (name === null ? constant : params[name]!))
}

/** Compiles each prepared query the first time it is used on an engine. */
export function compiler(sql: Kysely<Tables>): (query: Prepared<never, unknown>) => Compiled {
  const done = new Map<Prepared<never, unknown>, Compiled>()
  return (query) => {
    let compiled = done.get(query)
    if (compiled === undefined) {
      const compiledQuery = query.build(sql, ((name: string) => new Placeholder(name)) as never).compile()
      compiled = { name: query.name, text: compiledQuery.sql, bind: binder(compiledQuery.parameters) }
      done.set(query, compiled)
    }
    return compiled
  }
}

const inside = new AsyncLocalStorage<true>()

/** A transaction holds the writer or locks, so waiting for a network inside it would block all others. */
export function assertOutsideTransaction(what: string): void {
  if (inside.getStore()) throw new Error(`${what} inside a transaction`)
}

/** For development and tests: `read` inside a transaction would miss the transaction's writes, so it throws. */
export function guarded(database: Database): Database {
  const outside = <F extends (...args: never[]) => unknown>(f: F): F =>
    ((...args: never[]) => {
      if (inside.getStore()) throw new Error('database.read was used inside a transaction; use its tx')
      return f(...args)
    }) as F
  const { read } = database
  const guardedRead: Read = {
    engine: read.engine,
    get sql() {
      if (inside.getStore()) throw new Error('database.read was used inside a transaction; use its tx')
      return read.sql
    },
    all: outside(read.all),
    first: outside(read.first),
    raw: outside(read.raw),
  }
  return {
    ...database,
    read: guardedRead,
    transact: (work, options) => database.transact((tx) => inside.run(true, () => work(tx)), options),
  }
}
