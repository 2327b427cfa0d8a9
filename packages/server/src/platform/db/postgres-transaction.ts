import pg from 'pg'
import { type SentStatement, type Statement, type StatementResult, submit } from './postgres-batch.ts'

/** How the statements of a transaction go to PostgreSQL: without waiting for each other's answers where nobody else does. */

export interface Queryable {
  ask(statement: Statement): Promise<StatementResult>
}

/** A connection as one transaction after the other uses it. */
export interface Transacting extends Queryable {
  /** The next statement begins a transaction. */
  open(): void
  /** There is one already. */
  opened(): void
  /** Ends it, with everything that was asked for before. */
  rollback(): Promise<void>
}

const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] }

/** A statement came after one that failed. */
const IN_FAILED_TRANSACTION = '25P02'

/** The server takes several statements in a text only if it has no values, and then only by itself. */
export const isPlain = ({ name, values }: Statement): boolean => name === undefined && values.length === 0

const answerOf = (result: pg.QueryResult): StatementResult => {
  const last = Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result
  return { rows: last.rows, changes: last.rowCount ?? 0, command: last.command }
}

/** One that stands outside of transactions. */
export const askPlain = async (client: pg.ClientBase, text: string): Promise<StatementResult> =>
  answerOf(await client.query(text))

/** Statements of one turn of the event loop leave together; the first takes `begin` along. */
export function inTransaction(client: pg.ClientBase): Transacting {
  let cause: unknown
  let isOpen = true
  let opening: Promise<unknown> | null = null
  let waiting: SentStatement[] = []

  /** Of statements that were sent together the first that failed says why all did. */
  const fail = (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION && cause !== undefined) throw cause
    cause = error
    throw error
  }
  function send(): void {
    const asked = waiting
    waiting = []
    if (asked.length > 0) submit(client, asked)
  }
  function add(statement: Statement): Promise<StatementResult> {
    if (waiting.length === 0) process.nextTick(send)
    return new Promise((resolve, reject) => waiting.push({ statement, resolve, reject }))
  }
  /** Where `begin` fails, the server skips what stands before the same Sync; a plain text stands behind it. */
  async function askAfter(begun: Promise<unknown>, statement: Statement): Promise<StatementResult> {
    await begun
    return isPlain(statement) ? askPlain(client, statement.text) : add(statement)
  }
  function ask(statement: Statement): Promise<StatementResult> {
    if (!isOpen) {
      isOpen = true
      const begun = add(BEGIN)
      if (isPlain(statement)) opening = begun.finally(() => (opening = null))
      else begun.catch(() => {})
    }
    if (opening !== null) return askAfter(opening, statement)
    if (!isPlain(statement)) return add(statement)
    send()
    return askPlain(client, statement.text)
  }
  return {
    open() {
      isOpen = false
      cause = undefined
    },
    opened() {
      isOpen = true
    },
    ask: (statement) => ask(statement).catch(fail),
    async rollback() {
      send()
      await askPlain(client, 'rollback')
    },
  }
}
