import pg from 'pg'

/**
 * Statements that go to PostgreSQL in one write and are answered in one: they stand before one Sync. The package would put one
 * behind each of them, for which the server writes to its socket and this process is woken every time, and would have the
 * columns of a prepared statement described whenever it runs.
 */

export interface Statement {
  /** Under this name it stays prepared on the connection. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

export interface StatementResult {
  readonly rows: unknown[]
  readonly changes: number
  /** What the server says it has done: `COMMIT`, or `ROLLBACK` where that was asked for in vain. */
  readonly command: string
}

export interface SentStatement {
  readonly statement: Statement
  resolve(answer: StatementResult): void
  reject(reason: unknown): void
}

/** The part of a connection and of a query that the package's types leave out. */
interface Wire {
  /** By name, those that the server has, and those that it was sent. */
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(config: { statement: string; values: readonly unknown[]; valueMapper: unknown }): void
  describe(portal: { type: 'P' }): void
  execute(): void
  sync(): void
  _send(bytes: Buffer): void
}
interface PlainQuery {
  name: string
  text: string
}
const PlainQuery = pg.Query as unknown as new (config: pg.QueryConfig) => PlainQuery
const { prepareValue } = (pg as unknown as { utils: { prepareValue: unknown } }).utils

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** A row made of its values as they came, in text. */
type Shape = (values: readonly (string | null)[]) => unknown

/** An object literal made once for the columns, as on SQLite. */
function shapeOf(fields: readonly Field[]): Shape {
  const parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'))
  const members = fields.map(
    ({ name }, i) => `${JSON.stringify(name)}: values[${i}] === null ? null : parsers[${i}](values[${i}])`,
  )
  return new Function('parsers', `return (values) => ({ ${members.join(', ')} })`)(parsers) as Shape
}

const shapes = new Map<string, Shape>()

/** Statements with the same columns share one. */
function sharedShape(fields: readonly Field[]): Shape {
  const columns = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  let found = shapes.get(columns)
  if (found === undefined) {
    found = shapeOf(fields)
    shapes.set(columns, found)
  }
  return found
}

const NO_ROWS: Shape = () => {
  throw new Error('a statement that has no columns sent a row')
}

/** By connection and name: should a statement's columns change, the server refuses what was prepared before. */
const shapesOf = new WeakMap<Wire, Map<string, Shape>>()

/** What a statement says it did: `INSERT 0 1`, `SELECT 25`, `COMMIT`. */
function tagOf(text: string): Pick<StatementResult, 'command' | 'changes'> {
  const [command, ...numbers] = text.split(' ')
  return { command: command!, changes: Number(numbers.at(-1) ?? 0) || 0 }
}

/** Of the package's own class, as that is what it takes on a connection that sends without waiting. */
class Batch extends PlainQuery {
  private readonly answers: StatementResult[] = []
  /** Of statements with a row that could not be read. */
  private readonly unread = new Map<number, unknown>()
  /** The package refuses a query that has a member `rows`. */
  private came: unknown[] = []
  private shape: Shape | undefined
  private known = new Map<string, Shape>()

  constructor(private readonly asked: readonly SentStatement[]) {
    super({ text: '' })
    this.turnTo(0)
  }

  /** The package notes under these what the server has parsed. */
  private turnTo(n: number): void {
    const { name = '', text = '' } = this.asked[n]?.statement ?? {}
    this.name = name
    this.text = text
    this.came = []
    this.shape = this.known.get(name)
  }

  submit(wire: Wire): Error | null {
    const known = shapesOf.get(wire)
    if (known === undefined) shapesOf.set(wire, this.known)
    else this.known = known
    this.shape = this.known.get(this.name)
    const messages: Buffer[] = []
    const collecting: Wire = Object.create(wire, { _send: { value: (bytes: Buffer) => messages.push(bytes) } })
    try {
      for (const { statement } of this.asked) this.write(collecting, statement)
    } catch (error) {
      // Nothing has left, so the connection is as it was.
      return error as Error
    }
    collecting.sync()
    wire._send(Buffer.concat(messages))
    return null
  }

  private write(wire: Wire, { name = '', text, values }: Statement): void {
    const isThere = name in wire.parsedStatements || name in wire.submittedNamedStatements
    if (name === '' || !isThere) wire.parse({ name, text })
    if (name !== '' && !isThere) wire.submittedNamedStatements[name] = text
    wire.bind({ statement: name, values, valueMapper: prepareValue })
    if (!this.known.has(name)) wire.describe({ type: 'P' })
    wire.execute()
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.shape = sharedShape(fields)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.came.push((this.shape ?? NO_ROWS)(fields))
    } catch (error) {
      // Thrown from here, it would end the process.
      this.unread.set(this.answers.length, error)
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.name !== '') this.known.set(this.name, this.shape ?? NO_ROWS)
    this.answers.push({ rows: this.came, ...tagOf(text) })
    this.turnTo(this.answers.length)
  }

  handleReadyForQuery(): void {
    for (const [n, { resolve, reject }] of this.asked.entries())
      if (this.unread.has(n)) reject(this.unread.get(n))
      else resolve(this.answers[n]!)
  }

  /** The server skips what stands behind a statement that failed. A last one whose end was not told may have happened or not. */
  handleError(error: unknown, { parsedStatements, submittedNamedStatements }: Wire): void {
    const done = Math.min(this.answers.length, this.asked.length - 1)
    for (const [n, { statement, resolve, reject }] of this.asked.entries()) {
      if (n < done) resolve(this.answers[n]!)
      else reject(error)
      const { name = '' } = statement
      if (!(name in parsedStatements)) delete submittedNamedStatements[name]
    }
  }
}

export function submit(client: pg.ClientBase, asked: readonly SentStatement[]): void {
  client.query(new Batch(asked) as unknown as pg.Submittable)
}

export const ask = (client: pg.ClientBase, statement: Statement): Promise<StatementResult> =>
  new Promise((resolve, reject) => submit(client, [{ statement, resolve, reject }]))
