// Health check of PostgreSQL: detects a silent or missing server.
import { Socket } from 'node:net'
import pg from 'pg'
import { Outage, type OutageStatus } from '../core/outage.ts'
import { makeJointWaits } from '../core/time.ts'

/** Time limit for a new connection, and interval of the health check. */
export const CONNECT_MS = 2_000
const CHECK_EVERY_MS = 500
const RETRY_EVERY_MS = 200
/** Silence after which `/readyz` fails, and after which all pending work is aborted. Protocols allow 3 s and 5 s. */
const UNREADY_MS = 2_000
const ABORT_MS = 4_000

/** A standby accepts reads and refuses writes, so it counts as unavailable until promoted. */
const CHECK_STATEMENT = 'select pg_is_in_recovery() as standby'

/** Class 57P0: shutdown or start-up. 25006: the server is a standby. 53300: too many connections. */
const OUTAGE_CODES = /^(57P0\d|08\w{3}|25006|53300)$/
const OUTAGE_ERRNO = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** System calls of sockets. Files share the error codes, but fail in other calls or have a path. */
const SOCKET_CALLS: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'read', 'write', 'shutdown'])
const OUTAGE_MESSAGES =
  /connection terminated|connection error|timeout exceeded|timeout expired|connection timeout|not queryable/i

/** Whether the connection to the server failed. An error inside a transaction may also concern a local file. */
function isOfSocket({ code = '', syscall, path }: NodeJS.ErrnoException): boolean {
  if (path !== undefined || (syscall !== undefined && !SOCKET_CALLS.has(syscall))) return false
  // A server on the same machine uses a socket file, which it removes on exit.
  return OUTAGE_ERRNO.test(code) || (code === 'ENOENT' && syscall === 'connect')
}

/** Wraps the error as an outage if the server caused it; statement errors are returned unchanged. */
export function asOutage(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Outage) return error
  const { code = '' } = error as NodeJS.ErrnoException
  const isAway =
    error instanceof pg.DatabaseError
      ? OUTAGE_CODES.test(code)
      : isOfSocket(error) || (code === '' && OUTAGE_MESSAGES.test(error.message))
  return isAway ? new Outage('store', error.message || code) : error
}

const sockets = new WeakMap<pg.ClientBase, Socket>()

/** A client that `cutConnection` can cut. */
export class CuttableClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    sockets.set(this, socket)
  }
}

/** Closes a connection without waiting for the server; pending statements are rejected. */
export function cutConnection(client: pg.ClientBase): void {
  sockets.get(client)!.destroy()
}

export interface PostgresWatch {
  away(): OutageStatus | null
  /** Throws while the store counts as unavailable, so that callers do not wait. */
  requireThere(): void
  /** The result, or an outage if the store becomes unavailable first. */
  unlessGivenUp<T>(coming: Promise<T>): Promise<T>
  stop(): Promise<void>
}

export interface WatchOptions {
  readonly url: string
  readonly elapsed: () => number
  /** The store hangs or is gone: all pending work has to be aborted. */
  readonly onGivenUp: (outage: Outage) => void
  readonly onChange: (outage: Outage | null, seconds: number) => void
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })

/**
 * Checks the store over a connection of its own twice a second. A slow statement continues while the server responds
 * here. A silent server is given up as a whole, because each pending statement would wait for TCP's time-out.
 */
export function watchPostgres({ url, elapsed, onGivenUp, onChange }: WatchOptions): PostgresWatch {
  const ended = new AbortController()
  let client: pg.Client | null = null
  let away: OutageStatus | null = null
  let isGivenUp = false
  const waits = makeJointWaits()

  function lose(reason: string, giveUp: boolean): void {
    const outage = new Outage('store', reason)
    away ??= { reason, since: elapsed() }
    onChange(outage, (elapsed() - away.since) / 1_000)
    if (!giveUp || isGivenUp) return
    isGivenUp = true
    waits.endAll(outage)
    onGivenUp(outage)
  }

  function find(): void {
    if (away === null) return
    const seconds = (elapsed() - away.since) / 1_000
    away = null
    isGivenUp = false
    onChange(null, seconds)
  }

  function drop(): void {
    if (client !== null) cutConnection(client)
    client = null
  }

  async function connected(): Promise<pg.Client> {
    if (client !== null) return client
    const fresh = new CuttableClient({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true })
    fresh.on('error', () => {
      if (client === fresh) client = null
    })
    await fresh.connect()
    client = fresh
    return fresh
  }

  /** Waits for two timer runs: after a pause of this process, arrived results are read before they count as missing. */
  async function ask(): Promise<void> {
    const own = await connected()
    let silent: NodeJS.Timeout | undefined
    let hanging: NodeJS.Timeout | undefined
    const later = (ms: number, act: () => void) => setTimeout(() => setTimeout(act, 50), ms)
    const gaveUp = new Promise<never>((_, no) => {
      silent = later(UNREADY_MS, () => answered || lose('no response to statements', false))
      hanging = later(ABORT_MS, () => no(new Outage('store', 'no response to statements')))
    })
    let answered = false
    try {
      const { rows } = await Promise.race([own.query<{ standby: boolean }>(CHECK_STATEMENT), gaveUp])
      if (rows[0]?.standby === true) throw new Outage('store', 'the server is a standby and refuses writes')
    } finally {
      answered = true
      clearTimeout(silent)
      clearTimeout(hanging)
    }
  }

  async function run(): Promise<void> {
    let isSecondTry = false
    while (!ended.signal.aborted) {
      try {
        await ask()
        find()
        isSecondTry = false
      } catch (error) {
        if (ended.signal.aborted) return
        const hadConnection = client !== null || away === null
        drop()
        // A single closed connection proves little, since an administrator can end it. A second failure counts as an
        // outage.
        if (hadConnection && !isSecondTry && !(error instanceof Outage)) {
          isSecondTry = true
          continue
        }
        lose((error as Error).message || String((error as NodeJS.ErrnoException).code), true)
      }
      await pause(away === null ? CHECK_EVERY_MS : RETRY_EVERY_MS, ended.signal)
    }
  }

  const running = run()
  return {
    away: () => away,
    requireThere() {
      if (isGivenUp) throw new Outage('store', away?.reason ?? 'no response')
    },
    unlessGivenUp: waits.until,
    async stop() {
      ended.abort()
      drop()
      await running
    },
  }
}
