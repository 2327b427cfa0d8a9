// Server of the model-based test, with worlds prepared in advance.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import {
  createDatabase,
  type EngineName,
  OPERATOR_TOKEN,
  startTestServer,
  type TestServer,
} from '../../../test/harness.ts'
import { RawClient } from '../../../test/raw-http.ts'
import { castOf, elsewhereFile, worldFile } from './cast.ts'
import { DAY_MS, type State } from './state.ts'
import { type ModerationStub, startModerationStub } from './stub.ts'

export interface Answer {
  readonly status: number
  readonly body: any
}

/** One server at a time, with worlds in stock: setting one up must not cost more than playing in it. */
export interface Lane {
  readonly engine: EngineName
  readonly stub: ModerationStub
  /** A world nobody has played in, and the noon its history leads up to. */
  world(): Promise<{ state: State; noon: number }>
  request(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer>
  operate(method: string, path: string, body?: unknown): Promise<any>
  /** Stops the server and starts it again on what it left, some time later by the test clock. */
  restart(downMs: number): Promise<void>
  /** Takes every running act of the world out of the hands of whoever runs it, as the end of a process would. */
  cutOff(worldId: string): Promise<void>
  rows(statement: string, ...values: string[]): Promise<any[]>
  /** Errors that were logged since the last call. */
  newErrors(): string[]
  close(): Promise<void>
}

/** The rules are played here, not the disk, so its flushes may cost nothing where that can be had. */
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const EPOCH = Date.UTC(2026, 0, 1, 12)
/** So far apart that no sequence reaches the next one's days. */
const APART = 120 * DAY_MS
/** Every change of a switch reads the list of worlds anew, so it must not grow for ever. */
const WORLDS_PER_SERVER = 100

/** A connection of our own to what the server stores. */
interface Store {
  run(statement: string, values: readonly (string | number)[]): Promise<any[]>
  close(): Promise<void>
}

function openSqlite(data: string): Store {
  const connection = new DatabaseSync(join(data, 'agent-network.db'))
  connection.exec('pragma busy_timeout = 0')
  const attempt = (statement: string, values: readonly (string | number)[]): any[] =>
    connection.prepare(statement).all(...values)
  return {
    async run(statement, values) {
      for (let n = 0; ; n++) {
        // The server's writer lives on this very thread: it can only finish while we wait without blocking.
        await new Promise((resume) => setImmediate(resume))
        try {
          return attempt(statement, values)
        } catch (error) {
          if (n > 500 || !/lock|busy/i.test(String(error))) throw error
        }
      }
    },
    close: async () => connection.close(),
  }
}

async function openPostgres(url: string): Promise<Store> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    run: async (statement, values) => {
      let n = 0
      return (
        await client.query(
          statement.replace(/\?/g, () => `$${++n}`),
          [...values],
        )
      ).rows
    },
    close: () => client.end(),
  }
}

interface Home {
  readonly data: string
  readonly database: { url: string; drop(): Promise<void> } | null
  server: TestServer
  store: Store
  readonly stock: { state: State; noon: number }[]
}

let worlds = 0

/** `needed` is how many worlds will be asked for, as far as one knows. */
export async function makeLane(engine: EngineName, needed: number): Promise<Lane> {
  const stub = await startModerationStub()
  const logged: string[] = []
  let home: Home | null = null
  let next: Promise<Home> | null = null
  let worldsUsed = 0
  let idle = new Map<string, RawClient[]>()

  const start = (data: string, url: string | null): Promise<TestServer> =>
    startTestServer(engine, {
      data,
      ...(url === null ? {} : { databaseUrl: url }),
      env: { AGENT_NETWORK_MODERATION_URL: stub.url },
    })
  const openStore = (data: string, url: string | null): Store | Promise<Store> =>
    url === null ? openSqlite(data) : openPostgres(url)

  async function send(base: string, bytes: Buffer): Promise<Answer> {
    const clients = idle.get(base) ?? []
    idle.set(base, clients)
    const client = clients.pop() ?? new RawClient(base)
    const reply = await client.send(bytes, false)
    if (reply === null) throw new Error('the server hung up')
    clients.push(client)
    return { status: reply.status, body: JSON.parse(reply.body.toString()) }
  }

  function encode(method: string, path: string, headers: Record<string, string>, body: string): Buffer {
    const payload = Buffer.from(body)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}content-length: ${payload.length}\r\n\r\n`
    return Buffer.concat([Buffer.from(head, 'latin1'), payload])
  }

  async function operate(method: string, path: string, body?: unknown): Promise<any> {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' }
    const text = body === undefined ? '' : JSON.stringify(body)
    const { status, body: answer } = await send(home!.server.operatorUrl, encode(method, path, headers, text))
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
    return answer.data
  }

  function hangUp(): void {
    for (const clients of idle.values()) for (const client of clients) client.close()
    idle = new Map()
  }

  async function leave(old: Home | null): Promise<void> {
    if (old === null) return
    await old.store.close()
    await old.server.close()
    logged.push(...old.server.errors())
    await old.database?.drop()
    rmSync(old.data, { recursive: true, force: true })
  }

  /** A server with worlds in it; mostly work of another thread, so it is made while the one before is still in use. */
  async function furnish(): Promise<Home> {
    const data = mkdtempSync(join(ROOM, 'agent-network-model-'))
    const database = engine === 'postgres' ? await createDatabase() : null
    const server = await start(data, database?.url ?? null)
    // A few more than needed, for shrinking.
    const size = Math.min(WORLDS_PER_SERVER, Math.max(20, needed - worldsUsed + 5))
    const stock = Array.from({ length: size }, (_, i) => {
      worlds += 1
      const noon = EPOCH + i * APART
      return { state: castOf(`w${worlds}`, noon), noon }
    })
    await server.setClock(new Date(EPOCH - DAY_MS).toISOString())
    const file: Record<string, object[]> = { ...elsewhereFile }
    for (const { state, noon } of stock)
      for (const [list, items] of Object.entries(worldFile(state, noon))) file[list] = [...(file[list] ?? []), ...items]
    const { status, body } = await server.import(file)
    if (status !== 200) throw new Error(`the worlds could not be imported: ${JSON.stringify(body)}`)
    return { data, database, server, store: await openStore(data, database?.url ?? null), stock }
  }

  async function move(): Promise<Home> {
    hangUp()
    const old = home
    home = await (next ?? furnish())
    next = null
    await leave(old)
    return home
  }

  return {
    engine,
    stub,
    operate,
    async world() {
      const here = home !== null && home.stock.length > 0 ? home : await move()
      worldsUsed += 1
      if (worldsUsed % WORLDS_PER_SERVER === WORLDS_PER_SERVER / 2 && needed > worldsUsed + here.stock.length)
        next = furnish()
      return here.stock.shift()!
    },
    request: (method, path, headers, body = '') => send(home!.server.baseUrl, encode(method, path, headers, body)),
    async restart(downMs) {
      const here = home!
      const url = here.database?.url ?? null
      hangUp()
      await here.server.close()
      logged.push(...here.server.errors())
      if (downMs > 0) await here.store.run('update clock set now = now + ? where id = 1', [downMs])
      await here.store.close()
      here.server = await start(here.data, url)
      here.store = await openStore(here.data, url)
    },
    cutOff: async (worldId) => {
      await home!.store.run(`update claims set fence = fence + 1 where world_id = ? and state != 'done'`, [worldId])
    },
    rows: (statement, ...values) => home!.store.run(statement, values),
    newErrors: () => [...logged.splice(0), ...(home?.server.errors().splice(0) ?? [])],
    async close() {
      hangUp()
      await leave(home)
      await leave((await next) ?? null)
      await stub.close()
    },
  }
}
