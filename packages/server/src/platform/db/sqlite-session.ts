// One SQLite connection: prepared statements, reads and the transaction object.
import type { DatabaseSync, StatementSyncInstance } from '@photostructure/sqlite'
import { LRUCache } from 'lru-cache'
import type { EventLoopBudget } from '../core/event-loop-budget.ts'
import {
  type CommitCount,
  type Compiled,
  compiler,
  kyselyOver,
  type Prepared,
  type Read,
  type Tx,
  type Value,
} from './database.ts'

export type Connection = InstanceType<typeof DatabaseSync>

type Row = readonly unknown[]

interface Statement {
  readonly handle: StatementSyncInstance
  /** Null for a statement that returns no rows. */
  readonly named: ((row: Row) => unknown) | null
}

/** Builds row objects from arrays of values: the library takes a third longer. */
function rowBuilder(handle: StatementSyncInstance): Statement['named'] {
  const names = handle.columns().map(({ name }) => name)
  if (names.length === 0) return null
  handle.setReturnArrays(true)
  return (values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) row[names[i]!] = values[i]
    return row
  }
}

/** Where a session lets other work run: before a statement, or before its result is returned. */
interface SessionPauses {
  readonly before?: EventLoopBudget | undefined
  /** For sessions whose statements run in the order of the calls, without waiting for each other. */
  readonly after?: EventLoopBudget | undefined
}

/** One connection and its prepared statements. */
export function session(connection: Connection, { before, after }: SessionPauses = {}) {
  /** Ad-hoc statements. Prepared queries are few and cached permanently. */
  const statements = new LRUCache<string, Statement>({ max: 500 })
  const make = (text: string): Statement => {
    const handle = connection.prepare(text)
    return { handle, named: rowBuilder(handle) }
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

/** What a writer publishes besides its rows. */
export class TxNotes {
  control = false
  readonly announced = new Set<string>()
  readonly counted: CommitCount[] = []
  readonly facts: object[] = []
  readonly endings: (() => Promise<void>)[] = []
}

/** A class with own members only: creating it with a spread takes 20 µs, and it can still be copied with a spread. */
export class SqliteTx implements Tx {
  readonly engine = 'sqlite'
  readonly writes = true
  readonly identity: object
  readonly sql: Tx['sql']
  readonly all: Tx['all']
  readonly first: Tx['first']
  readonly raw: Tx['raw']
  readonly run: Tx['run']
  readonly send: Tx['send']
  readonly touchControl: Tx['touchControl']
  readonly announce: Tx['announce']
  readonly count: Tx['count']
  readonly tell: Tx['tell']
  readonly atEnd: Tx['atEnd']

  constructor({ read, change, paced }: ReturnType<typeof session>, notes: TxNotes) {
    this.identity = notes
    this.sql = read.sql
    this.all = read.all
    this.first = read.first
    this.raw = read.raw
    this.run = (query, params) => paced(() => change(query as never, params as never))
    this.send = (query, params) => {
      change(query as never, params as never)
    }
    this.touchControl = () => {
      notes.control = true
    }
    this.announce = (topic) => {
      notes.announced.add(topic)
    }
    this.count = (what, at) => {
      notes.counted.push({ what, at })
    }
    this.tell = (fact) => {
      notes.facts.push(fact)
    }
    this.atEnd = (work) => {
      notes.endings.push(work)
    }
  }
}
