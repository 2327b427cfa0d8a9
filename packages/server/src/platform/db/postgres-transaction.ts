// Transactions on one PostgreSQL connection.
import pg from 'pg'
import {
  isScript,
  type PendingStatement,
  type PostgresConnection,
  type Statement,
  type StatementResult,
} from './postgres-batch.ts'

/** The statements of a transaction on one connection. */

export interface Queryable {
  ask(statement: Statement): Promise<StatementResult>
}

/** A connection that runs one transaction after the other. */
export interface TransactionConnection extends Queryable {
  /** The next statement begins a transaction. */
  open(): void
  /** Marks the transaction as open. */
  opened(): void
  /** Ends the transaction after all statements requested before. */
  rollback(): Promise<void>
}

const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] }
const ROLLBACK: Statement = { text: 'rollback', values: [] }

/**
 * Runs statements in the order of the calls. Statements of one event-loop iteration form a batch, and so do statements
 * requested while a batch runs. The first batch includes `begin`.
 */
export function transactionConnection(connection: PostgresConnection): TransactionConnection {
  /** Why no further statement of the transaction can run. */
  let failure: unknown = null
  let isOpen = true
  let isBusy = false
  let isScheduled = false
  const waiting: PendingStatement[] = []

  function takeBatch(): PendingStatement[] {
    const script = waiting.findIndex(({ statement }) => isScript(statement))
    return waiting.splice(0, script < 0 ? waiting.length : Math.max(script, 1))
  }

  async function runNext(): Promise<void> {
    isScheduled = false
    isBusy = true
    const batch = takeBatch()
    const { statement, resolve, reject } = batch[0]!
    if (failure !== null && statement !== ROLLBACK) for (const pending of batch) pending.reject(failure)
    else if (isScript(statement)) await connection.run(statement).then(resolve, reject)
    else await connection.runBatch(batch)
    isBusy = false
    schedule()
  }

  function schedule(): void {
    if (isBusy || isScheduled || waiting.length === 0) return
    isScheduled = true
    process.nextTick(runNext)
  }

  function add(statement: Statement): Promise<StatementResult> {
    const result = new Promise<StatementResult>((resolve, reject) => waiting.push({ statement, resolve, reject }))
    schedule()
    return result.catch((error: unknown) => {
      if (error instanceof pg.DatabaseError || statement === BEGIN) failure ??= error
      throw error
    })
  }

  return {
    open() {
      isOpen = false
      failure = null
    },
    opened() {
      isOpen = true
      failure = null
    },
    ask(statement) {
      if (!isOpen) {
        isOpen = true
        // If it fails, every statement of the transaction fails.
        add(BEGIN).catch(() => {})
      }
      return add(statement)
    },
    async rollback() {
      await add(ROLLBACK)
    },
  }
}
