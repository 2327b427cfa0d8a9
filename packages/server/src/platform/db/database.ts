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
import { type Away, Outage } from '../core/outage.ts'
import type { Tables } from './tables/tables.ts'

export type Engine = 'sqlite' | 'postgres'
export type Value = string | number | null

/** A query compiled once per engine. Building one with Kysely costs more than running it, so hot paths keep theirs. */
export interface Prepared<P extends Record<string, Value>, R> {
  readonly name: string
  readonly build: (sql: Kysely<Tables>, param: (name: keyof P & string) => never) => Compilable<R>
}

/**
 * A constant written into the statement itself. A partial index helps only a query whose condition the planner can
 * see; bound as a parameter it makes SQLite plan anew at every call and PostgreSQL give the index up.
 */
export const lit = <T extends string | number>(value: T): RawBuilder<T> => sql.lit(value)

let preparedCount = 0

export function prepare<P extends Record<string, Value>, R>(build: Prepared<P, R>['build']): Prepared<P, R> {
  preparedCount += 1
  return { name: `q${preparedCount}`, build }
}

/** Something that a commit changed in a world. */
export interface Told {
  readonly world: string
}

/** What can be asked of the store. Domain readers take this; a transaction is one too. */
export interface Read {
  readonly engine: Engine
  /** Query builder, for everything that is not hot. */
  readonly sql: Kysely<Tables>
  all<P extends Record<string, Value>, R>(query: Prepared<P, R>, params: P): Promise<R[]>
  first<P extends Record<string, Value>, R>(query: Prepared<P, R>, params: P): Promise<R | undefined>
  /** Text for one engine only; nobody outside `db/` writes such text. */
  raw<R>(text: string, params: readonly Value[]): Promise<R[]>
}

/** A transaction. Writers ask for this type, so that none can run outside one. */
export interface Tx extends Read {
  readonly writes: true
  /** Runs a statement and says how many rows it changed; on SQLite far cheaper than asking for them back. */
  run<P extends Record<string, Value>>(query: Prepared<P, unknown>, params: P): Promise<number>
  /**
   * Runs a statement whose outcome nobody asks for: PostgreSQL gets it in one write with what follows, at the latest the commit.
   * If it fails, so does the transaction.
   */
  send<P extends Record<string, Value>>(query: Prepared<P, unknown>, params: P): void
  /** This change alters who may do what: every cached decision of every node must be made anew. */
  touchControl(): void
  /** Names something that is new once this commits, for those who wait for it; a hint, which may be lost. */
  announce(topic: string): void
  /** Counts one of these once this commits, as of `at`; a rehearsal that is undone has counted nothing. */
  count(what: string, at: number): void
  /** Tells whoever keeps something made of the rows, with the commit, what exactly it changed for them. */
  tell(fact: Told): void
  /** Work to be done right before the commit: what takes a lock that everybody wants takes it last. */
  atEnd(work: () => Promise<void>): void
  /** The same for every copy of this transaction. */
  readonly identity: object
}

export interface TransactOptions {
  /** Nothing that a public read shows is changed, so cached reads stay valid. */
  readonly quiet?: boolean
  /** The work leaves nothing behind but its statements, so it may run again after those were undone. On PostgreSQL all does. */
  readonly repeatable?: boolean
}

export interface Database {
  readonly engine: Engine
  readonly read: Read
  transact<T>(work: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T>
  /** One consistent picture of the whole store for long reads; never blocks writers. */
  snapshot<T>(work: (read: Read) => Promise<T>): Promise<T>
  /** Keeps writers of this process waiting while another thread writes; `heard` says afterwards what it told. */
  yieldWriter<T>(work: () => Promise<T>, heard: () => Heard): Promise<T>
  /** Writers waiting for their turn. */
  queueDepth(): number
  connections(): { readonly open: number; readonly busy: number }
  /** In bytes. */
  size(): Promise<number>
  /** Null while the store answers. */
  away(): Away | null
  close(): Promise<void>
}

/** How a change of control state reaches the other nodes; see shared-state/. */
export interface ControlSignal {
  /** Called with the change written and its row locked, right before the commit. */
  changing(): Promise<string>
  /** Called after the commit, or with null after a rollback. */
  settled(mark: string, epoch: string | null): Promise<void>
}

/** Something that happened in a commit. */
export interface CommitCount {
  readonly what: string
  readonly at: number
}

/** What commits say beside their rows. */
export interface Heard {
  readonly announced: readonly string[]
  /** Null where it is not known: anything may have changed. */
  readonly told: readonly object[] | null
}

export interface CommitListener {
  committed(
    change: Heard & {
      readonly control: string | null
      readonly quiet: boolean
      readonly counted: readonly CommitCount[]
    },
  ): void
  /** From now on until the next `committed` another thread writes. */
  lent?(): void
}

/** Whoever keeps something that is made of what commits tell. */
export interface ToldListener {
  told(facts: readonly object[] | null): void
  /** What the store shows from now on may be newer than what was told, until something is told again. */
  lent(): void
}

/** The answer to a commit was lost: it may or may not have happened. */
export class CommitUnknown extends Outage {
  constructor() {
    super('store', 'the answer to a commit was lost')
  }
}

export type Execute = (text: string, params: readonly unknown[]) => Promise<{ rows: unknown[]; changes: number }>

/** Kysely over one way of executing a statement; transactions are ours, so the driver has nothing else to do. */
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

/** Puts values in the order of a statement's parameters. */
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
      const made = query.build(sql, ((name: string) => new Placeholder(name)) as never).compile()
      compiled = { name: query.name, text: made.sql, bind: binder(made.parameters) }
      done.set(query, compiled)
    }
    return compiled
  }
}

const inside = new AsyncLocalStorage<true>()

/** A transaction holds the writer or its locks; waiting for a network in there would hold everybody. */
export function assertOutsideTransaction(what: string): void {
  if (inside.getStore()) throw new Error(`${what} inside a transaction`)
}

/** Development and tests: `read` inside a transaction would miss the transaction's own writes, so it throws. */
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
