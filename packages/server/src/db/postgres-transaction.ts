import type { Socket } from 'node:net'
import pg from 'pg'

/** How the statements of a transaction go to PostgreSQL: without waiting for each other's answers where nobody else does. */

export type Queryable = Pick<pg.PoolClient, 'query'>

/** A connection as one transaction after the other uses it. */
export interface Transacting extends Queryable {
  /** The next statement begins a transaction. */
  open(): void
  /** There is one already. */
  opened(): void
}

/** The name under which every connection has prepared `begin`. */
const OPEN = 'open'

export async function readyToOpen(client: pg.ClientBase): Promise<void> {
  await client.query({ name: OPEN, text: 'begin' })
  await client.query('rollback')
}

type Answered = (error: Error | undefined, result: pg.QueryResult) => void

/** The part of a connection and of a query that the package's types leave out. */
interface Wire {
  readonly stream: Socket
  bind(config: { statement: string }): void
  execute(config: object): void
}
interface PlainQuery {
  submit(connection: Wire): Error | null
  handleCommandComplete(message: { readonly text: string }, connection: Wire): void
}
const PlainQuery = pg.Query as unknown as new (config: pg.QueryConfig, values: undefined, done: Answered) => PlainQuery

/**
 * The first statement of a transaction takes `begin` along. Both stand before one Sync: where `begin` fails, the server skips the
 * other, which must not run outside of the transaction.
 */
class FirstStatement extends PlainQuery {
  override submit(connection: Wire): Error | null {
    connection.bind({ statement: OPEN })
    connection.execute({})
    return super.submit(connection)
  }

  override handleCommandComplete(message: { readonly text: string }, connection: Wire): void {
    if (message.text !== 'BEGIN') super.handleCommandComplete(message, connection)
  }
}

const askFirst = (client: pg.ClientBase, statement: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const done: Answered = (error, result) => (error ? reject(error) : resolve(result))
    client.query(new FirstStatement(statement, undefined, done) as unknown as pg.Submittable)
  })

/** Only one that is prepared is sent in a way that a failed `begin` stops. */
const isPrepared = (statement: unknown): statement is pg.QueryConfig =>
  typeof statement === 'object' && statement !== null && 'name' in statement

/** Statements of one turn of the event loop leave in one write rather than one each. */
function sendTogether(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: Wire }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** A statement came after one that failed. */
const IN_FAILED_TRANSACTION = '25P02'

/** Of statements that were sent together the first that failed says why all did. */
export function inTransaction(client: pg.PoolClient): Transacting {
  let cause: unknown
  let isOpen = true
  let opening: Promise<unknown> | null = null
  const fail = (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION && cause !== undefined) throw cause
    cause = error
    throw error
  }
  async function askAfter(begun: Promise<unknown>, statement: pg.QueryConfig, values?: unknown[]) {
    await begun
    sendTogether(client)
    return client.query(statement, values)
  }
  function ask(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const isFirst = !isOpen
    isOpen = true
    if (isFirst && isPrepared(statement)) return askFirst(client, statement)
    if (isFirst) opening = client.query('begin').finally(() => (opening = null))
    return opening === null ? client.query(statement, values) : askAfter(opening, statement, values)
  }
  return {
    open() {
      isOpen = false
    },
    opened() {
      isOpen = true
    },
    query: ((statement: pg.QueryConfig, values?: unknown[]) => {
      sendTogether(client)
      return ask(statement, values).catch(fail)
    }) as never,
  }
}
