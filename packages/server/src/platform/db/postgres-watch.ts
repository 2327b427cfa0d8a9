import { Socket } from 'node:net'
import pg from 'pg'
import { type Away, Outage } from '../core/outage.ts'
import { makeJointWaits } from '../core/time.ts'

/** How long a new connection may take, and how often the store is asked whether it is there. */
export const CONNECT_MS = 2_000
const BEAT_EVERY_MS = 500
const RETRY_EVERY_MS = 200
/** Silence after which `/readyz` says no, and after which everything under way is given up: doors allow 3 s and 5 s. */
const SILENT_MS = 2_000
const HANGING_MS = 4_000

/** A standby takes reads and refuses writes, so it is no store of ours until it is promoted. */
const BEAT = 'select pg_is_in_recovery() as standby'

/** Class 57P0: the server goes away or is not there yet. 25006: it has become a standby. 53300: it takes nobody in. */
const AWAY_CODES = /^(57P0\d|08\w{3}|25006|53300)$/
const AWAY_ERRNO = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** What a socket fails in. Files share its errnos, and fail in other calls or name their path. */
const SOCKET_CALLS: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'read', 'write', 'shutdown'])
const AWAY_WORDS =
  /connection terminated|connection error|timeout exceeded|timeout expired|connection timeout|not queryable/i

/** Whether the way to the server failed. What is thrown inside of a transaction may as well be about a file of ours. */
function isOfSocket({ code = '', syscall, path }: NodeJS.ErrnoException): boolean {
  if (path !== undefined || (syscall !== undefined && !SOCKET_CALLS.has(syscall))) return false
  // The socket of a server on the same machine is a file, which goes with it.
  return AWAY_ERRNO.test(code) || (code === 'ENOENT' && syscall === 'connect')
}

/** The error as an outage if the server is the reason, and as it is if a statement was. */
export function asOutage(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Outage) return error
  const { code = '' } = error as NodeJS.ErrnoException
  const isAway =
    error instanceof pg.DatabaseError
      ? AWAY_CODES.test(code)
      : isOfSocket(error) || (code === '' && AWAY_WORDS.test(error.message))
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

/** Closes a connection without asking the server, which may never answer; pending statements are rejected. */
export function cutConnection(client: pg.ClientBase): void {
  sockets.get(client)!.destroy()
}

export interface Watch {
  away(): Away | null
  /** Throws while the store is given up, so that nobody waits for what will not come. */
  requireThere(): void
  /** What comes, unless the store is given up before. */
  unlessGivenUp<T>(coming: Promise<T>): Promise<T>
  stop(): Promise<void>
}

export interface WatchOptions {
  readonly url: string
  readonly elapsed: () => number
  /** The store hangs or is gone: whatever still waits for it has to be ended. */
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
 * Asks the store over a connection of its own twice a second. A slow statement is left alone as long as the server
 * answers here; a server that is silent is given up as a whole, because each statement that waits for it would wait
 * for as long as TCP does.
 */
export function watchPostgres({ url, elapsed, onGivenUp, onChange }: WatchOptions): Watch {
  const ended = new AbortController()
  let client: pg.Client | null = null
  let away: Away | null = null
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

  /** Twice the timer's turn: after a pause of our own, what has arrived meanwhile is read before it is called missing. */
  async function ask(): Promise<void> {
    const own = await connected()
    let silent: NodeJS.Timeout | undefined
    let hanging: NodeJS.Timeout | undefined
    const later = (ms: number, act: () => void) => setTimeout(() => setTimeout(act, 50), ms)
    const gaveUp = new Promise<never>((_, no) => {
      silent = later(SILENT_MS, () => answered || lose('it takes statements and does not answer them', false))
      hanging = later(HANGING_MS, () => no(new Outage('store', 'it takes statements and does not answer them')))
    })
    let answered = false
    try {
      const { rows } = await Promise.race([own.query<{ standby: boolean }>(BEAT), gaveUp])
      if (rows[0]?.standby === true) throw new Outage('store', 'it is a standby and takes no writes')
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
        // One connection that ends says little: an administrator can end it alone. A second one that fails says enough.
        if (hadConnection && !isSecondTry && !(error instanceof Outage)) {
          isSecondTry = true
          continue
        }
        lose((error as Error).message || String((error as NodeJS.ErrnoException).code), true)
      }
      await pause(away === null ? BEAT_EVERY_MS : RETRY_EVERY_MS, ended.signal)
    }
  }

  const running = run()
  return {
    away: () => away,
    requireThere() {
      if (isGivenUp) throw new Outage('store', away?.reason ?? 'it does not answer')
    },
    unlessGivenUp: waits.until,
    async stop() {
      ended.abort()
      drop()
      await running
    },
  }
}
