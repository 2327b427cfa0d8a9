// Test harness: starts servers on each engine and offers clients for their APIs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { threadId } from 'node:worker_threads'
import { startServer } from '@agent-network/server'
import { readConfig } from '@agent-network/server/platform/config/config.js'
import { migrate } from '@agent-network/server/platform/db/migrations/migrate.js'
import { openSqlite, sqliteFile } from '@agent-network/server/platform/db/sqlite.js'
import { readTraceSettings } from '@agent-network/server/platform/telemetry/traces.js'
import pg from 'pg'
import { pino } from 'pino'
import { send } from './send.ts'

export type EngineName = 'sqlite' | 'postgres'

const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE, TEST_REDIS_URL } = process.env
export const HAS_CLUSTER = TEST_DATABASE_URL !== undefined && TEST_REDIS_URL !== undefined
/** Every test runs on each of these. */
export const ENGINES: readonly EngineName[] = HAS_CLUSTER ? ['sqlite', 'postgres'] : ['sqlite']

/** `AGENT_NETWORK_TEST_PLAIN_PG=1` runs the tests on connections that send each statement alone. */
export const BATCH_STATEMENTS = process.env.AGENT_NETWORK_TEST_PLAIN_PG !== '1'

let names = 0
export const fresh = (prefix: string): string => {
  names += 1
  return `${prefix}-${process.pid}${threadId}-${Date.now().toString(36)}-${names}`
}

/** Ids are unique across worlds, so each test marks its own. */
let cases = 0
export const marker = (): ((name: string) => string) => {
  cases += 1
  const mark = `s${cases}_${process.pid}`
  return (name) => `${name}_${mark}`
}

/** A database of its own on the test server, with all tables in it where they can be had ready made. */
export async function createDatabase({ empty = false } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const name = fresh('t').replaceAll('-', '_')
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: TEST_DATABASE_URL })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const copied =
    empty || TEST_DATABASE_TEMPLATE === undefined ? '' : ` template ${TEST_DATABASE_TEMPLATE} strategy file_copy`
  await run(`create database ${name}${copied}`)
  const url = new URL(TEST_DATABASE_URL!)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}

let emptyStore: Promise<Uint8Array> | null = null
/** The bytes of an embedded store with all tables in it and nothing else: made once, since that takes half of a start. */
function emptySqlite(): Promise<Uint8Array> {
  emptyStore ??= (async () => {
    const data = mkdtempSync(join(tmpdir(), 'agent-network-empty-'))
    const unused = { listener: { committed: () => {} }, newEpoch: () => 'empty', elapsed: () => 0 }
    const database = openSqlite({ ...unused, file: sqliteFile(data) })
    await migrate(database)
    await database.close()
    const bytes = readFileSync(sqliteFile(data))
    rmSync(data, { recursive: true, force: true })
    return bytes
  })()
  return emptyStore
}

/** A folder for one embedded store, with all tables in it. */
export async function storeFolder(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'agent-network-test-'))
  writeFileSync(sqliteFile(data), await emptySqlite())
  return data
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

async function call(url: string, init: RequestInit): Promise<Reply> {
  const sent = await send(url, init)
  let body: unknown = sent.text
  try {
    body = JSON.parse(sent.text)
  } catch {
    // Not everything is JSON: HEAD has no body, metrics are text.
  }
  return {
    status: sent.status,
    get headers() {
      return sent.headers
    },
    body,
  }
}

/** Client of a test for a server, in this process or in another. */
export interface TestClient {
  readonly baseUrl: string
  readonly operatorUrl: string
  /** A request of the public API. */
  get(path: string, key?: string, init?: RequestInit): Promise<Reply>
  post(path: string, key: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
  operator(method: string, path: string, body?: unknown): Promise<Reply>
  /** Changes runtime switches. */
  switches(change: Record<string, unknown>): Promise<unknown>
  /** A key of tier 3 with all read scopes, past its probation, unless said otherwise. */
  key(attributes?: Record<string, unknown>): Promise<{ id: string; key: string }>
  /** A fork of its own with whatever the file puts into it. */
  world(file?: Record<string, unknown>): Promise<string>
  import(file: Record<string, unknown>): Promise<Reply>
  setClock(now: string): Promise<void>
  advance(ms: number): Promise<void>
}

export interface TestServer extends TestClient {
  readonly engine: EngineName
  /** Of the listener for metrics, if one was asked for. */
  readonly metricsUrl: string | null
  readonly data: string
  readonly databaseUrl: string | null
  /** Errors that the server logged; a test that expects none checks that. */
  errors(): string[]
  /** Every line of the log from `logLevel` on. */
  lines(): any[]
  close(): Promise<void>
}

/** As pino numbers it. */
const ERROR = 50

export const OPERATOR_TOKEN = 'a-test-operator-token-that-nobody-guesses'
export const TEST_SECRET = 'a-test-secret-that-all-nodes-share'

/** Speaks to a server at these addresses as its operator and as its callers. */
export function speakTo(base: string, operatorUrl: string): TestClient {
  const operator = (method: string, path: string, body?: unknown) =>
    call(operatorUrl + path, {
      method,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const mustOperate = async (method: string, path: string, body?: unknown) => {
    const reply = await operator(method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.data
  }

  return {
    baseUrl: base,
    operatorUrl,
    get: (path, key, init = {}) =>
      call(base + path, { ...init, headers: { ...(key === undefined ? {} : { 'x-api-key': key }), ...init.headers } }),
    operator,
    key: (attributes = {}) =>
      mustOperate('POST', '/_operator/keys', {
        tier: 3,
        rateLimitPerMinute: 600,
        createdAt: '2020-01-01T00:00:00.000Z',
        ...attributes,
      }),
    async world(file = {}) {
      const { id } = await mustOperate('POST', '/_operator/worlds', { id: fresh('world') })
      const scoped = Object.fromEntries(
        Object.entries(file).map(([list, items]) => [
          list,
          Array.isArray(items) ? items.map((item) => withWorld(list, item, id)) : { ...(items as object), worldId: id },
        ]),
      )
      await mustOperate('POST', '/_operator/import', scoped)
      return id
    },
    import: (file) => operator('POST', '/_operator/import', file),
    setClock: (now) => mustOperate('PUT', '/_operator/clock', { now }),
    advance: (advanceMs) => mustOperate('PUT', '/_operator/clock', { advanceMs }),
    switches: (change) => mustOperate('PATCH', '/_operator/config', change),
    post: (path, key, body, headers = {}) =>
      call(base + path, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

export interface ServerOptions {
  readonly testClock?: boolean
  readonly seed?: string
  /** Whether residents are simulated; off unless a test is about them. */
  readonly life?: boolean
  /** Days of simulated history of the seed; none by default. */
  readonly historyDays?: number
  /** Join an existing node's database instead of making one. */
  readonly databaseUrl?: string
  readonly redisUrl?: string
  readonly data?: string
  /** Any free one unless given; a server that calls itself by another address cannot tell where it listens. */
  readonly port?: number
  /** Level of the lines in `lines`; errors only, unless a test is about the log. */
  readonly logLevel?: 'info' | 'error'
  /** Settings that have no flag, such as where the model is. */
  readonly env?: Record<string, string>
}

export async function startTestServer(engine: EngineName, options: ServerOptions = {}): Promise<TestServer> {
  const data =
    options.data ?? (engine === 'sqlite' ? await storeFolder() : mkdtempSync(join(tmpdir(), 'agent-network-test-')))
  const own = engine === 'postgres' && options.databaseUrl === undefined ? await createDatabase() : null
  const databaseUrl = engine === 'postgres' ? (options.databaseUrl ?? own!.url) : null
  const flags = [
    `--port=${options.port ?? 0}`,
    '--operator-port=0',
    `--data=${data}`,
    `--seed=${options.seed ?? 'none'}`,
  ]
  flags.push(`--life=${options.life === true ? 'on' : 'off'}`, `--history-days=${options.historyDays ?? 0}`)
  if (options.testClock ?? true) flags.push('--test-clock')
  if (databaseUrl !== null)
    flags.push(`--database-url=${databaseUrl}`, `--redis-url=${options.redisUrl ?? TEST_REDIS_URL}`)
  const logged: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  })
  const env: Record<string, string | undefined> = { AGENT_NETWORK_CHECKS: 'on', ...options.env }
  const config = readConfig(flags, env)
  const server = await startServer(
    config,
    {
      secrets: [TEST_SECRET],
      operatorToken: OPERATOR_TOKEN,
      metricsToken: env.AGENT_NETWORK_METRICS_TOKEN ?? null,
      modelKey: env.AGENT_NETWORK_MODEL_KEY ?? null,
      moderationKey: env.AGENT_NETWORK_MODERATION_KEY ?? null,
    },
    pino({ level: options.logLevel ?? 'error' }, sink),
    { traces: readTraceSettings(env), batchStatements: BATCH_STATEMENTS },
  )
  return {
    ...speakTo(server.urls.base, server.urls.operator),
    engine,
    metricsUrl: server.metricsUrl,
    data,
    databaseUrl,
    errors: () => logged.filter((line) => JSON.parse(line).level >= ERROR),
    lines: () => logged.map((line) => JSON.parse(line)),
    async close() {
      // A connection that a client opened in advance and never used would keep it open for a minute.
      const late = setTimeout(() => server.cut(), 2_000)
      await server.close()
      clearTimeout(late)
      await own?.drop()
      if (options.data === undefined) rmSync(data, { recursive: true, force: true })
    },
  }
}

const CARRIES_WORLD = new Set(['topics', 'agents', 'ideas', 'challenges', 'city', 'encounters', 'games'])
const withWorld = (list: string, item: object, worldId: string): object =>
  CARRIES_WORLD.has(list) ? { worldId, ...item } : item
