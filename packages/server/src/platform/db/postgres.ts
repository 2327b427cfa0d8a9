// PostgreSQL store: pool, transactions, commits.
import pg from 'pg'
import { Outage } from '../core/outage.ts'
import { withDeadline } from '../core/time.ts'
import type { Meter } from '../telemetry/meter.ts'
import {
  type CommitCount,
  type CommitListener,
  CommitOutcomeUnknown,
  type CommittedFact,
  type ControlSignal,
  compiler,
  type Database,
  type Execute,
  kyselyOver,
  type Read,
  type Tx,
} from './database.ts'
import { UnsafeServerSettings } from './meta.ts'
import { DATABASE_NOW } from './nodes.ts'
import {
  batchingConnection,
  isScript,
  type PendingStatement,
  type PostgresConnection,
  plainConnection,
  type Statement,
  type StatementResult,
} from './postgres-batch.ts'
import { asOutage, CONNECT_MS, CuttableClient, cutConnection, watchPostgres } from './postgres-watch.ts'
import { FACTS_MAX, factStatements } from './published-facts.ts'

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

// 64-bit integers arrive as text by default; all stored values fit a double exactly.
pg.types.setTypeParser(20, Number)

const SETTINGS = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const
const RETRYABLE = new Set(['40001', '40P01'])
const UNIQUE_VIOLATION = '23505'
const ATTEMPTS = 5

/** Conflicts with a concurrent writer: the same position in one millisecond, the same like, or the same claim. */
const RETRYABLE_CONSTRAINT = /_by_position$|^likes_once$|^claims_pkey$/

const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (RETRYABLE.has(error.code ?? '') ||
    (error.code === UNIQUE_VIOLATION && RETRYABLE_CONSTRAINT.test(error.constraint ?? '')))

/** Checked on every new connection, because a pooler or a role can override the server's settings. */
async function verify(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set session characteristics as transaction isolation level read committed; set synchronous_commit = on`,
  )
  const names = Object.keys(SETTINGS)
  const { rows } = await client.query(`select ${names.map((n) => `current_setting('${n}') as ${n}`).join(', ')}`)
  for (const [name, wanted] of Object.entries(SETTINGS)) {
    const actual = String(rows[0][name])
    if (actual !== wanted)
      throw new UnsafeServerSettings(
        `PostgreSQL runs with ${name}=${actual}, which can lose acknowledged writes; set it to ${wanted}`,
      )
  }
}

/** `run` is for transactions only; the type hides it from readers. */
function session(target: Queryable): Read & Pick<Tx, 'run'> {
  const execute: Execute = (text, params) => target.ask({ text, values: params })
  const sql = kyselyOver('postgres', execute)
  const compile = compiler(sql)
  const prepared = (query: never, params: never): Promise<StatementResult> => {
    const { name, text, bind } = compile(query)
    return target.ask({ name, text, values: bind(params) })
  }
  return {
    engine: 'postgres',
    sql,
    all: async (query, params) => (await prepared(query as never, params as never)).rows as never,
    first: async (query, params) => (await prepared(query as never, params as never)).rows[0] as never,
    run: async (query, params) => (await prepared(query as never, params as never)).changes,
    raw: async (text, params) => (await execute(text, params)).rows as never,
  }
}

export interface PostgresOptions {
  readonly url: string
  readonly listener: CommitListener
  readonly signal: ControlSignal
  readonly newEpoch: () => string
  readonly onError: (error: unknown) => void
  readonly connections?: number
  readonly meter?: Meter | undefined
  /** Health check, so that no caller waits for a hanging server; left out for a job without a time limit. */
  readonly watch?: { readonly elapsed: () => number; readonly onBack: (seconds: number) => void }
  /** Whether statements that are ready together are sent in one batch; default true. */
  readonly batchStatements?: boolean
}

/** The pool's limit applies to the wait in its queue, which may be long. Connecting has a shorter limit. */
class PromptClient extends CuttableClient {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS })
  }
}

const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] }

/** A commit waits for the disk and for a synchronous standby. After this time its outcome is unknown. */
const COMMIT_MS = 4_000

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { listener, signal, newEpoch, meter } = options
  /** Only a node with a health check has a clock. */
  const elapsed = options.watch?.elapsed ?? (() => 0)
  const pool = new pg.Pool({
    connectionString: options.url,
    Client: PromptClient as never,
    max: options.connections ?? 16,
    // The longest wait for a free connection: under load, requests are served late rather than refused.
    connectionTimeoutMillis: 25_000,
    statement_timeout: 60_000,
    keepAlive: true,
    verify: (client, done) => {
      verify(client).then(() => done(), done)
    },
  })
  const onError = (error: unknown): void => options.onError(asOutage(error))
  // A connection that dies while idle is replaced on demand; without a listener it would end the process.
  pool.on('error', onError)
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    client.once('end', () => {
      open.delete(client)
    })
    // The pool listens only to idle connections: one that dies in use would also end the process.
    client.on('error', onError)
  })
  try {
    ;(await pool.connect()).release()
  } catch (error) {
    await pool.end()
    throw error
  }
  const watch =
    options.watch === undefined
      ? null
      : watchPostgres({
          url: options.url,
          elapsed: options.watch.elapsed,
          // Idle ones too: they may lead to a server that its standby has replaced.
          onGivenUp: () => open.forEach(cutConnection),
          onChange: (outage, seconds) => (outage === null ? options.watch?.onBack(seconds) : options.onError(outage)),
        })

  /** A connection from the pool; throws if the server is unavailable. */
  async function acquire(): Promise<pg.PoolClient> {
    watch?.requireThere()
    const coming = pool.connect()
    try {
      return await (watch === null ? coming : watch.unlessGivenUp(coming))
    } catch (error) {
      // The caller has given up; a connection that arrives later goes back to the pool.
      coming.then((client) => client.release()).catch(() => {})
      throw asOutage(error)
    }
  }

  const connect = options.batchStatements === false ? plainConnection : batchingConnection
  const connections = new WeakMap<pg.PoolClient, PostgresConnection>()
  const connectionOf = (client: pg.PoolClient): PostgresConnection => {
    let found = connections.get(client)
    if (found === undefined) {
      found = connect(client)
      connections.set(client, found)
    }
    return found
  }

  const pooled: Queryable = {
    async ask(statement) {
      const client = await acquire()
      let broken: Error | undefined
      try {
        return await connectionOf(client).run(statement)
      } catch (error) {
        const outageError = asOutage(error)
        if (outageError !== error) broken = outageError as Outage
        throw outageError
      } finally {
        client.release(broken)
      }
    },
  }

  const read = session(pooled)
  const sessions = new WeakMap<pg.PoolClient, ReturnType<typeof session> & TransactionConnection>()
  const sessionOf = (client: pg.PoolClient): ReturnType<typeof session> & TransactionConnection => {
    let found = sessions.get(client)
    if (found === undefined) {
      const target = transactionConnection(connectionOf(client))
      found = { ...session(target), ...target }
      sessions.set(client, found)
    }
    return found
  }

  const promptly = <T>(answer: Promise<T>): Promise<T> =>
    watch === null ? answer : withDeadline(COMMIT_MS, answer, () => new Outage('store', 'no response to a commit'))

  async function commit(
    client: Queryable,
    {
      control,
      facts,
      sent,
      ...change
    }: { control: boolean; facts: readonly CommittedFact[] | null; sent: readonly Promise<unknown>[] } & Omit<
      Parameters<CommitListener['committed']>[0],
      'control' | 'facts'
    >,
  ): Promise<void> {
    let epoch: string | null = null
    let mark: string | null = null
    if (control) {
      epoch = newEpoch()
      // The last lock of every such transaction: nodes that reload control state wait here for the commit.
      await client.ask({
        text: `insert into epochs (name, value, changed_at) values ('control', $1, ${DATABASE_NOW})
         on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`,
        values: [epoch],
      })
      mark = await signal.changing()
    }
    try {
      const committing = elapsed()
      const pendingResults = [...factStatements(facts), COMMIT].map((statement) => client.ask(statement))
      const answers = await promptly(Promise.all(pendingResults))
      await Promise.all(sent)
      meter?.time('store_commit', (elapsed() - committing) / 1_000)
      if (answers.at(-1)!.command !== 'COMMIT')
        throw new Error('the store rolled a transaction back that was to be committed')
    } catch (error) {
      if (mark !== null) await signal.settled(mark, null)
      throw asOutage(error) === error ? error : new CommitOutcomeUnknown()
    }
    if (mark !== null) await signal.settled(mark, epoch)
    // Other nodes write too, so facts published here would be incomplete. They are read from a table.
    listener.committed({ control: epoch, ...change, facts: null })
  }

  async function attempt<T>(work: (tx: Tx) => Promise<T>, quiet: boolean): Promise<T> {
    const queuedAt = elapsed()
    const client = await acquire()
    meter?.time('store_wait', (elapsed() - queuedAt) / 1_000)
    let broken: Error | undefined
    try {
      const statements = sessionOf(client)
      statements.open()
      let control = false
      const announced = new Set<string>()
      const counted: CommitCount[] = []
      let facts: CommittedFact[] | null = []
      const endings: (() => Promise<void>)[] = []
      const sent: Promise<unknown>[] = []
      const tx: Tx = {
        ...statements,
        writes: true,
        send: (query, params) => {
          const answered = statements.run(query, params)
          // The commit reports the failure.
          answered.catch(() => {})
          sent.push(answered)
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
          facts?.push(fact)
          if (facts !== null && facts.length > FACTS_MAX) facts = null
        },
        atEnd: (ending) => {
          endings.push(ending)
        },
        identity: announced,
      }
      const value = await work(tx)
      for (const end of endings) await end()
      await commit(statements, { control, facts, sent, quiet, announced: [...announced], counted })
      return value
    } catch (error) {
      const outageError = asOutage(error)
      if (outageError instanceof Outage && outageError.part === 'store') broken = outageError
      else
        await sessionOf(client)
          .rollback()
          .catch((e: Error) => {
            broken = e
          })
      // A connection with an unconfirmed commit would keep its locks and wait for a regular close.
      if (outageError instanceof CommitOutcomeUnknown) cutConnection(client)
      throw outageError
    } finally {
      client.release(broken)
    }
  }

  return {
    engine: 'postgres',
    read,
    async transact(work, transactOptions = {}) {
      for (let n = 1; ; n++) {
        try {
          return await attempt(work, transactOptions.quiet ?? false)
        } catch (error) {
          if (n >= ATTEMPTS || !isRetryable(error)) throw error
        }
      }
    },
    async snapshot(work) {
      const client = await acquire()
      let broken: Error | undefined
      try {
        await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0')
        const statements = sessionOf(client)
        statements.opened()
        return await work(statements)
      } catch (error) {
        throw asOutage(error)
      } finally {
        await sessionOf(client)
          .rollback()
          .catch((e: Error) => {
            broken = e
          })
        client.release(broken)
      }
    },
    yieldWriter: (work) => work(),
    queueDepth: () => pool.waitingCount,
    connections: () => ({ open: pool.totalCount, busy: pool.totalCount - pool.idleCount }),
    async size() {
      const [row] = await read.raw<{ bytes: number }>('select pg_database_size(current_database()) as bytes', [])
      return row!.bytes
    },
    away: () => watch?.away() ?? null,
    async close() {
      await watch?.stop()
      await pool.end()
    },
  }
}

/** For a thread that only reads, so there are no commit listeners. */
export async function openPostgresReader(
  url: string,
  connections: number,
  elapsed: () => number,
): Promise<Pick<Database, 'read' | 'close'>> {
  return openPostgres({
    url,
    connections,
    listener: { committed() {} },
    signal: { changing: async () => '', settled: async () => {} },
    newEpoch: () => '',
    // The caller receives the error, and the serving thread logs it.
    onError() {},
    watch: { elapsed, onBack() {} },
  })
}
