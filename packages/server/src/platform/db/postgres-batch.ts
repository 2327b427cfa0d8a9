// Connections that run statements on PostgreSQL, alone or in batches.
import pg from 'pg'

/**
 * The plain connection sends one statement per round trip. The batching one sends a batch with one Sync message: the
 * server responds to a batch in one write and wakes this process once.
 */

export interface Statement {
  /** A named statement stays prepared on its connection. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

export interface StatementResult {
  readonly rows: unknown[]
  readonly changes: number
  /** The command tag: `COMMIT`, or `ROLLBACK` if the server responded to a commit with a rollback. */
  readonly command: string
}

export interface PendingStatement {
  readonly statement: Statement
  resolve(result: StatementResult): void
  reject(reason: unknown): void
}

export interface PostgresConnection {
  run(statement: Statement): Promise<StatementResult>
  /**
   * Runs statements in order and settles each of them. After a failed statement, the rest of the batch does not run and
   * is rejected with the same error. Resolves when the connection is free. Each statement has a name or values.
   */
  runBatch(batch: readonly PendingStatement[]): Promise<void>
}

/** The simple protocol allows several statements in one text, but no values. */
export const isScript = ({ name, values }: Statement): boolean => name === undefined && values.length === 0

async function runWithPg(client: pg.ClientBase, statement: Statement): Promise<StatementResult> {
  const result = await client.query(isScript(statement) ? statement.text : (statement as pg.QueryConfig))
  const last = Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result
  return { rows: last.rows, changes: last.rowCount ?? 0, command: last.command }
}

export function plainConnection(client: pg.ClientBase): PostgresConnection {
  return {
    run: (statement) => runWithPg(client, statement),
    async runBatch(batch) {
      let refusal: pg.DatabaseError | null = null
      for (const { statement, resolve, reject } of batch) {
        if (refusal !== null) {
          reject(refusal)
          continue
        }
        try {
          resolve(await runWithPg(client, statement))
        } catch (error) {
          if (error instanceof pg.DatabaseError) refusal = error
          reject(error)
        }
      }
    },
  }
}

/** A value in the text format of the protocol; a list as `{"a","b",NULL}`. */
function encode(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `{${value.map((item) => encodeItem(encode(item))).join()}}`
  throw new TypeError(`a value of type ${typeof value} cannot be bound to a statement`)
}

const encodeItem = (text: string | null): string => (text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`)

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

const columnsOf = ({ fields }: RowDescription): Column[] =>
  fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }))

function rowOf(columns: readonly Column[], values: readonly (string | null)[]): unknown {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) {
    const { name, parse } = columns[i]!
    const value = values[i]!
    row[name] = value === null ? null : parse(value)
  }
  return row
}

/** `INSERT 0 1`, `SELECT 25`, `COMMIT`. */
function tagOf(text: string): Pick<StatementResult, 'command' | 'changes'> {
  const [command, ...numbers] = text.split(' ')
  return { command: command!, changes: Number(numbers.at(-1) ?? 0) || 0 }
}

/** Columns of the statements that are prepared on one connection, by name. */
type PreparedStatements = Map<string, readonly Column[]>

/**
 * A query object for `client.query(submittable)`, like pg-cursor: the client calls `submit` once and then a handler for
 * each server message.
 */
class StatementBatch implements pg.Submittable {
  private readonly results: StatementResult[] = []
  /** By position, statements with a row that could not be parsed. */
  private readonly unreadable = new Map<number, unknown>()
  private rows: unknown[] = []
  private columns: readonly Column[] = []

  constructor(
    private readonly batch: readonly PendingStatement[],
    private readonly prepared: PreparedStatements,
    private readonly onFree: () => void,
  ) {
    this.startResult()
  }

  private startResult(): void {
    this.rows = []
    this.columns = this.prepared.get(this.batch[this.results.length]?.statement.name ?? '') ?? []
  }

  /** The client hands a returned error to `handleError`. */
  submit(connection: pg.Connection): Error | null {
    let values: (string | null)[][]
    try {
      values = this.batch.map(({ statement }) => statement.values.map(encode))
    } catch (error) {
      return error as Error
    }
    connection.stream.cork()
    for (const [n, { statement }] of this.batch.entries()) this.write(connection, statement, values[n]!)
    connection.sync()
    connection.stream.uncork()
    return null
  }

  private write(connection: pg.Connection, { name = '', text }: Statement, values: (string | null)[]): void {
    const isPrepared = this.prepared.has(name)
    if (!isPrepared) {
      // A statement that failed after it was parsed still exists. Closing a missing statement is no error.
      if (name !== '') connection.close({ type: 'S', name }, true)
      connection.parse({ name, text, types: [] }, true)
    }
    connection.bind({ statement: name, values }, true)
    if (!isPrepared) connection.describe({ type: 'P' }, true)
    connection.execute({}, true)
  }

  handleRowDescription(message: RowDescription): void {
    this.columns = columnsOf(message)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.rows.push(rowOf(this.columns, fields))
    } catch (error) {
      // The client does not catch errors of a handler.
      this.unreadable.set(this.results.length, error)
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const { name } = this.batch[this.results.length]!.statement
    if (name !== undefined) this.prepared.set(name, this.columns)
    this.results.push({ rows: this.rows, ...tagOf(text) })
    this.startResult()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    for (const [n, { resolve, reject }] of this.batch.entries())
      if (this.unreadable.has(n)) reject(this.unreadable.get(n))
      else resolve(this.results[n]!)
    this.onFree()
  }

  /**
   * The server skips the statements behind a failed one. Without the end of the batch, the last statement may have run
   * or not.
   */
  handleError(error: unknown): void {
    const done = Math.min(this.results.length, this.batch.length - 1)
    for (const [n, { statement, resolve, reject }] of this.batch.entries()) {
      if (n < done) resolve(this.results[n]!)
      else reject(error)
      if (n >= done && statement.name !== undefined) this.prepared.delete(statement.name)
    }
    this.onFree()
  }
}

export function batchingConnection(client: pg.ClientBase): PostgresConnection {
  const prepared: PreparedStatements = new Map()
  const runBatch = (batch: readonly PendingStatement[]): Promise<void> =>
    new Promise((onFree) => {
      client.query(new StatementBatch(batch, prepared, onFree))
    })
  return {
    run: (statement) =>
      isScript(statement)
        ? runWithPg(client, statement)
        : new Promise((resolve, reject) => void runBatch([{ statement, resolve, reject }])),
    runBatch,
  }
}
