import pg from 'pg'
import {
  type CommitListener,
  CommitUnknown,
  type ControlSignal,
  compiler,
  type Database,
  type Execute,
  kyselyOver,
  type Read,
  type Tx,
} from './database.ts'

// 64-bit integers arrive as text by default; everything we store fits a double exactly.
pg.types.setTypeParser(20, Number)

const SETTINGS = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const
const RETRYABLE = new Set(['40001', '40P01'])
const UNIQUE_VIOLATION = '23505'
const ATTEMPTS = 5

/** Two writers of one millisecond find the same position free; the one who comes second takes the next. */
const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (RETRYABLE.has(error.code ?? '') ||
    (error.code === UNIQUE_VIOLATION && error.constraint?.endsWith('_by_position') === true))

type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

export class UnsafeSettings extends Error {}

/** Read on every new connection, because a pooler or a role can change what the server's file says. */
async function verify(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set session characteristics as transaction isolation level read committed; set synchronous_commit = on`,
  )
  const names = Object.keys(SETTINGS)
  const { rows } = await client.query(`select ${names.map((n) => `current_setting('${n}') as ${n}`).join(', ')}`)
  for (const [name, wanted] of Object.entries(SETTINGS)) {
    const actual = String(rows[0][name])
    if (actual !== wanted)
      throw new UnsafeSettings(
        `PostgreSQL runs with ${name}=${actual}, which can lose acknowledged writes; set it to ${wanted}`,
      )
  }
}

/** `run` is for transactions alone; the type keeps it from readers. */
function session(target: Queryable): Read & Pick<Tx, 'run'> {
  const execute: Execute = async (text, params) => {
    const result = await target.query(text, params as unknown[])
    return { rows: result.rows, changes: result.rowCount ?? 0 }
  }
  const sql = kyselyOver('postgres', execute)
  const compile = compiler(sql)
  const prepared = async (query: never, params: never): Promise<pg.QueryResult> => {
    const compiled = compile(query)
    return target.query({ name: compiled.name, text: compiled.text, values: compiled.bind(params) })
  }
  return {
    engine: 'postgres',
    sql,
    all: async (query, params) => (await prepared(query as never, params as never)).rows,
    first: async (query, params) => (await prepared(query as never, params as never)).rows[0],
    run: async (query, params) => (await prepared(query as never, params as never)).rowCount ?? 0,
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
}

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { listener, signal, newEpoch } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? 16,
    // Also the longest wait for a free connection: a crowd is served late rather than refused.
    connectionTimeoutMillis: 25_000,
    statement_timeout: 60_000,
    keepAlive: true,
    verify: (client, done) => {
      verify(client).then(() => done(), done)
    },
  })
  // A connection that dies while idle is replaced on demand; without a listener it would end the process.
  pool.on('error', options.onError)
  try {
    ;(await pool.connect()).release()
  } catch (error) {
    await pool.end()
    throw error
  }

  const sessions = new WeakMap<pg.PoolClient, ReturnType<typeof session>>()
  const sessionOf = (client: pg.PoolClient): ReturnType<typeof session> => {
    let found = sessions.get(client)
    if (found === undefined) {
      found = session(client)
      sessions.set(client, found)
    }
    return found
  }

  async function commit(
    client: pg.PoolClient,
    { control, quiet, announced }: { control: boolean; quiet: boolean; announced: readonly string[] },
  ): Promise<void> {
    let epoch: string | null = null
    let mark: string | null = null
    if (control) {
      epoch = newEpoch()
      // Last lock of every such transaction: whoever reloads control state waits here for our commit.
      await client.query(
        `insert into epochs (name, value) values ('control', $1) on conflict (name) do update set value = excluded.value`,
        [epoch],
      )
      mark = await signal.changing()
    }
    try {
      await client.query('commit')
    } catch (error) {
      if (mark !== null) await signal.settled(mark, null)
      throw error instanceof pg.DatabaseError ? error : new CommitUnknown('the answer to a commit was lost')
    }
    if (mark !== null) await signal.settled(mark, epoch)
    listener.committed({ control: epoch, quiet, announced })
  }

  async function attempt<T>(work: (tx: Tx) => Promise<T>, quiet: boolean): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      let control = false
      const announced = new Set<string>()
      const tx: Tx = {
        ...sessionOf(client),
        writes: true,
        touchControl: () => {
          control = true
        },
        announce: (topic) => {
          announced.add(topic)
        },
      }
      const value = await work(tx)
      await commit(client, { control, quiet, announced: [...announced] })
      return value
    } catch (error) {
      if (!(error instanceof CommitUnknown))
        await client.query('rollback').catch((e: Error) => {
          broken = e
        })
      else broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    engine: 'postgres',
    read: session(pool),
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
      const client = await pool.connect()
      try {
        await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0')
        return await work(sessionOf(client))
      } finally {
        await client.query('rollback').catch(() => {})
        client.release()
      }
    },
    yieldWriter: (work) => work(),
    queueDepth: () => pool.waitingCount,
    close: () => pool.end(),
  }
}
