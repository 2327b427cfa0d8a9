// Opens the store: SQLite in one process, or PostgreSQL with Redis.
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config/config.ts'
import type { Ambient } from '../core/ambient.ts'
import type { EventLoopBudget } from '../core/event-loop-budget.ts'
import { type Dependency, Outage, type OutageStatus } from '../core/outage.ts'
import { makePresence, nonceRegistryOfThread, WrongRedis } from '../redis/presence.ts'
import { inProcessState, type SharedState } from '../redis/shared-state.ts'
import type { Meter } from '../telemetry/meter.ts'
import { createWorld, newWorld, PRIME } from '../worlds/worlds.ts'
import { type LogArchive, openLogArchive } from './backup/log-archive.ts'
import { ForeignStore, refuseForeignStore } from './bulk.ts'
import { type CommitCount, type ControlSignal, type Database, type FactListener, guarded } from './database.ts'
import { claimMeta, deleteMeta, readEpoch, readMeta, startEpoch, UnsafeServerSettings, writeMeta } from './meta.ts'
import { migrate, SCHEMA_RANGE, SchemaTooNew } from './migrations/migrate.ts'
import { IncompatibleNodes, listNodes, type NodeStatus, refuseIncompatibleNodes } from './nodes.ts'
import { openSqlite, snapshotOf, sqliteFile } from './sqlite.ts'
import { DataDirectoryInUse, hasContent, lockDataDirectory } from './sqlite-at-rest.ts'

/** Primary result codes of SQLite: attempt to write a read-only database, I/O error, disk full. */
const SQLITE_FAULTS: ReadonlyMap<number, string> = new Map([
  [8, 'read-only'],
  [10, 'input/output error'],
  [13, 'disk full'],
])
/** SQLSTATE: disk_full, io_error. */
const POSTGRES_FAULTS: ReadonlyMap<string, string> = new Map([
  ['53100', 'disk full'],
  ['58030', 'input/output error'],
])
const CAUSES_MAX = 5

/** What is wrong with the disk if it caused the error, else null. */
function diskFaultOf(error: unknown): string | null {
  for (let n = 0, cause = error; n < CAUSES_MAX && cause instanceof Error; n++, cause = cause.cause) {
    const { errcode = 0, code = '' } = cause as Error & { errcode?: number; code?: string }
    // Extended codes carry the primary code in their low byte.
    const found = SQLITE_FAULTS.get(errcode & 0xff) ?? POSTGRES_FAULTS.get(code)
    if (found !== undefined) return found
  }
  return null
}

export interface WriteHealthOptions {
  readonly ambient: Pick<Ambient, 'elapsed' | 'secret'>
  readonly onFailed: (outage: Outage) => void
  readonly onRecovered: (seconds: number) => void
}

const PROBE_EVERY_MS = 1_000
/** Larger than the free space that a store has in its own pages. */
const PROBE_BYTES = 48 * 1_024

/**
 * The same database. A write that fails because of the disk is an outage of the store, which lasts until a probe
 * succeeds. Reads continue. Another write proves nothing: it may have changed no row.
 */
export function watchWrites(database: Database, { ambient, onFailed, onRecovered }: WriteHealthOptions): Database {
  let status: OutageStatus | null = null
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  async function probe(): Promise<void> {
    const text = ambient.secret(PROBE_BYTES).toString('base64url')
    await database.transact((tx) => writeMeta(tx, 'probe', text), { quiet: true })
    await database.transact((tx) => deleteMeta(tx, 'probe'), { quiet: true })
  }

  function recover(): void {
    if (status === null) return
    const seconds = (ambient.elapsed() - status.since) / 1_000
    status = null
    onRecovered(seconds)
  }

  function schedule(): void {
    if (timer !== null || isClosed) return
    timer = setTimeout(() => {
      timer = null
      probe().then(recover, schedule)
    }, PROBE_EVERY_MS).unref()
  }

  /** The error as an outage if the disk caused it. */
  function examine(error: unknown): unknown {
    const fault = diskFaultOf(error)
    if (fault === null) return error
    const reason = `writes fail: ${fault}`
    const outage = new Outage('store', reason, { cause: error })
    if (status === null) onFailed(outage)
    status ??= { reason, summary: reason, since: ambient.elapsed() }
    schedule()
    return outage
  }

  return {
    ...database,
    transact: (work, options) =>
      database.transact(work, options).catch((error: unknown) => {
        throw examine(error)
      }),
    yieldWriter: (work, readCommitNotes) =>
      database.yieldWriter(work, readCommitNotes).catch((error: unknown) => {
        // Errors of another thread arrive without their code, so a write of our own has to show the cause.
        if (!isClosed) probe().catch(examine)
        throw error
      }),
    away: () => database.away() ?? status,
    async close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      await database.close()
    },
  }
}

/** Database and shared state, opened together because a change in one is announced in the other. */
export interface Store {
  readonly database: Database
  readonly sharedState: SharedState
  readonly contentVersion: () => number
  /** Called with the topics of commits on any node. Delivery is best effort. */
  onAnnounced(listener: (topics: readonly string[]) => void): void
  /** Called with the counts of this process's commits. */
  onCounted(listener: (counted: readonly CommitCount[]) => void): void
  nodes(): Promise<NodeStatus[]>
  /** Null in a cluster: other nodes write too, and their facts do not arrive here. */
  readonly onTold: ((listener: FactListener) => void) | null
  close(): Promise<void>
}

const newEpoch = (ambient: Ambient) => () => ambient.secret(12).toString('base64url')

/** Creates the rows of every installation: identity, epoch and prime world. */
async function bootstrap(database: Database, ambient: Ambient): Promise<void> {
  await database.transact(async (tx) => {
    await claimMeta(tx, 'instance', ambient.secret(9).toString('base64url'))
    await startEpoch(tx, newEpoch(ambient)())
    const prime = await tx.sql.selectFrom('worlds').select('id').where('id', '=', PRIME).executeTakeFirst()
    if (prime === undefined) await createWorld(tx, ambient, newWorld(PRIME, 'Prime', ambient.now()))
  })
}

const OPERATOR_ERRORS = [UnsafeServerSettings, SchemaTooNew, IncompatibleNodes, DataDirectoryInUse, WrongRedis]

/** Turns errors that an operator can correct into one line. */
function explain(error: unknown, config: Config): never {
  if (error instanceof ForeignStore)
    throw new ConfigError(
      `cannot use ${config.databaseUrl === null ? sqliteFile(config.data) : 'the database of --database-url'}: ${error.message}`,
    )
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) throw new ConfigError((error as Error).message)
  const { code, message } = error as NodeJS.ErrnoException
  if (config.databaseUrl === null && /unable to open|readonly|disk is full|disk I\/O/.test(message))
    throw new ConfigError(`cannot write to ${sqliteFile(config.data)}: ${message}`)
  if (config.databaseUrl === null && /not a database|malformed|disk image/.test(message))
    throw new ConfigError(
      `${sqliteFile(config.data)} cannot be read (${message}); move it away and restore a backup with "agent-network restore"`,
    )
  if (
    config.databaseUrl !== null &&
    (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || /^(28|3D)/.test(code ?? '') || /timeout/.test(message))
  )
    throw new ConfigError(
      `cannot use the database or Redis that --database-url and --redis-url name: ${message || code}`,
    )
  throw error
}

export interface StoreOptions {
  /** True for a main process, which migrates the schema and is listed among the nodes. */
  readonly migrate: boolean
  /** As shown in the list of nodes. */
  readonly node?: { readonly version: string; readonly host: string; address(): string }
  readonly epoch?: () => string
  /** Applies changes since the last call; called periodically. */
  readonly look?: () => Promise<unknown>
  readonly meter?: Meter
  /** Set on a thread that also serves requests. */
  readonly eventLoopBudget?: EventLoopBudget
  /** PostgreSQL only: see `PostgresOptions`. */
  readonly batchStatements?: boolean
  /** With --archive: the main thread archives and receives every moment; other threads do not checkpoint the log. */
  readonly archiving?: { onMoment(at: number): void } | 'elsewhere'
}

/** Commands that use the store for a moment. */
const UNNAMED = { version: '', host: '', address: () => '' } as const

type Listeners<T> = ((what: readonly T[]) => void)[]

const notifyAll = <T>(listeners: Listeners<T>, what: readonly T[]): void => {
  if (what.length > 0) for (const listener of listeners) listener(what)
}

async function openEmbedded(config: Config, ambient: Ambient, log: Logger, options: StoreOptions): Promise<Store> {
  const { migrate: isMain, node = UNNAMED, epoch = () => '' } = options
  const unlock = isMain ? lockDataDirectory(config.data) : () => {}
  // Before it is opened for writing, which would already change a file of another program.
  if (isMain && hasContent(sqliteFile(config.data)))
    await snapshotOf(sqliteFile(config.data), refuseForeignStore).catch((error: unknown) => {
      unlock()
      throw error
    })
  const topicListeners: Listeners<string> = []
  const countListeners: Listeners<CommitCount> = []
  const factListeners: FactListener[] = []
  const self = { id: ambient.secret(9).toString('base64url'), startedAt: ambient.now() }
  let version = 0
  const shared = inProcessState(() => ambient.now())
  const archiving = config.archive === null ? undefined : options.archiving
  let archive: LogArchive | null = null
  const database = openSqlite({
    file: sqliteFile(config.data),
    newEpoch: newEpoch(ambient),
    elapsed: () => ambient.elapsed(),
    meter: options.meter,
    slices: options.eventLoopBudget,
    archived: archiving !== undefined,
    listener: {
      committed({ control, quiet, announced, counted, facts }) {
        archive?.committed()
        if (!quiet) version += 1
        for (const keeper of factListeners) keeper.onFacts(facts)
        if (control !== null) shared.setEpoch(control)
        notifyAll(topicListeners, announced)
        notifyAll(countListeners, counted)
      },
      onWriterHandover() {
        for (const keeper of factListeners) keeper.onWriterHandover()
      },
    },
  })
  if (isMain) {
    await migrate(database)
    await bootstrap(database, ambient)
  }
  if (archiving !== undefined && archiving !== 'elsewhere')
    archive = openLogArchive({
      ...config.archive!,
      file: sqliteFile(config.data),
      now: () => ambient.now(),
      pause: database.pause,
      onMoment: archiving.onMoment,
      onError: (error) => log.error({ event: 'store.archive_failed', err: error }, 'archive write failed'),
    })
  const served = isMain ? watchWrites(database, writeHealth(ambient, log)) : database
  return {
    database: config.checks ? guarded(served) : served,
    sharedState: shared,
    contentVersion: () => version,
    onAnnounced: (listener) => {
      topicListeners.push(listener)
    },
    onCounted: (listener) => {
      countListeners.push(listener)
    },
    onTold: (listener) => {
      factListeners.push(listener)
    },
    async nodes() {
      const isCurrent = (await readEpoch(database.read)) === epoch()
      // The epoch is a variable of this one process, set with the commit, so there is no delay.
      const appliedAfterMs = isCurrent ? 0 : null
      const status = { epoch: epoch(), seenAt: ambient.now(), isLive: true, isCurrent, appliedAfterMs }
      const { version: program, host } = node
      return [
        { ...self, version: program, host, address: node.address(), schema: SCHEMA_RANGE, silentMs: 0, ...status },
      ]
    },
    async close() {
      await archive?.close()
      await served.close()
      unlock()
    },
  }
}

/** Host, port and database number, without credentials. */
function redisName(url: string): string {
  if (!URL.canParse(url)) return 'the address given'
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || '6379'}/${pathname.slice(1) || '0'}`
}

const logRecovery = (log: Logger, part: Dependency) => (seconds: number) =>
  log.info({ event: 'store.recovered', part, seconds: Math.round(seconds * 10) / 10 }, 'dependency recovered')

const writeHealth = (ambient: Ambient, log: Logger): WriteHealthOptions => ({
  ambient,
  onFailed: ({ message }) =>
    log.error({ event: 'store.write_failed', reason: message }, 'store writes fail, node is not ready'),
  onRecovered: logRecovery(log, 'store'),
})

async function openCluster(config: Config, ambient: Ambient, log: Logger, options: StoreOptions): Promise<Store> {
  const { migrate: isMain, node = UNNAMED, epoch = () => '', look = async () => {} } = options
  const topicListeners: Listeners<string> = []
  const countListeners: Listeners<CommitCount> = []
  let version = 0
  let shared: SharedState | null = null
  // Before Redis is connected there are no listeners; migrations and bootstrap rows need no announcement.
  const signal: ControlSignal = {
    changing: async () => (shared === null ? '' : shared.changing()),
    settled: async (mark, epoch) => {
      if (mark !== '' && shared !== null) await shared.settled(mark, epoch)
    },
  }
  // A single node starts faster without these two libraries.
  const [{ openPostgres }, { connectRedis }] = await Promise.all([import('./postgres.ts'), import('../redis/redis.ts')])
  const database = await openPostgres({
    url: config.databaseUrl!,
    signal,
    newEpoch: newEpoch(ambient),
    listener: {
      committed({ quiet, announced, counted }) {
        if (!quiet) version += 1
        notifyAll(countListeners, counted)
        if (announced.length === 0) return
        notifyAll(topicListeners, announced)
        shared?.publish(announced)
      },
    },
    onError: (error) => log.warn({ event: 'store.connection_lost', err: error }, 'database connection lost'),
    connections: isMain ? 16 : 2,
    meter: options.meter,
    batchStatements: options.batchStatements ?? true,
    ...(isMain ? { watch: { elapsed: () => ambient.elapsed(), onBack: logRecovery(log, 'store') } } : {}),
  })
  const presence = isMain
    ? makePresence({
        database,
        ambient,
        redis: redisName(config.redisUrl!),
        node: { ...node, schema: SCHEMA_RANGE },
        epoch,
        look,
      })
    : null
  try {
    if (isMain) {
      // Before the migration, which they could not work beside.
      await refuseIncompatibleNodes(database.read, SCHEMA_RANGE)
      await migrate(database)
      await bootstrap(database, ambient)
    }
    shared = await connectRedis({
      onUnreachable: (error) => {
        throw new WrongRedis(`cannot reach the Redis at ${redisName(config.redisUrl!)} (--redis-url): ${error.message}`)
      },
      url: config.redisUrl!,
      namespace: (await readMeta(database.read, 'instance'))!,
      mark: newEpoch(ambient),
      book: presence?.book ?? nonceRegistryOfThread(database),
      unfit: () => presence?.unfit() ?? null,
      testClock: config.testClock,
      elapsed: () => ambient.elapsed(),
      meter: options.meter,
      onError: (error) => log.warn({ event: 'store.redis_unreachable', err: error }, 'Redis does not respond'),
      onBack: logRecovery(log, 'sharedState'),
    })
  } catch (error) {
    await database.close()
    throw error
  }
  const state = shared
  state.onPublished((topics) => notifyAll(topicListeners, topics))
  presence?.start((error) => log.warn({ event: 'store.node_not_seen', err: error }, 'node heartbeat write failed'))
  const watched = presence === null ? database : watchWrites(database, writeHealth(ambient, log))
  const staleHeartbeat = (): OutageStatus | null => {
    const unfitness = presence?.unfit() ?? null
    return unfitness?.part === 'store' ? unfitness : null
  }
  const served = { ...watched, away: () => watched.away() ?? staleHeartbeat() }
  return {
    database: config.checks ? guarded(served) : served,
    sharedState: state,
    // Other nodes write too, so no node can validate its cached content.
    contentVersion: () => {
      version += 1
      return version
    },
    onAnnounced: (listener) => {
      topicListeners.push(listener)
    },
    onCounted: (listener) => {
      countListeners.push(listener)
    },
    nodes: () => listNodes(database.read),
    onTold: null,
    async close() {
      await presence?.stop()
      await state.close()
      await served.close()
    },
  }
}

export async function openStore(config: Config, ambient: Ambient, log: Logger, options: StoreOptions): Promise<Store> {
  try {
    return await (config.databaseUrl === null
      ? openEmbedded(config, ambient, log, options)
      : openCluster(config, ambient, log, options))
  } catch (error) {
    return explain(error, config)
  }
}

/** Keys are hashed under the secret, so another secret would reject every caller. */
export async function checkSecret(database: Database, fingerprints: readonly string[]): Promise<void> {
  await database.transact(
    async (tx) => {
      const stored = await readMeta(tx, 'secret')
      if (stored !== null && !fingerprints.includes(stored))
        throw new ConfigError(
          'AGENT_NETWORK_SECRET is not the secret this data was made with; restore it, or list it after the new one',
        )
      if (stored !== fingerprints[0]) await writeMeta(tx, 'secret', fingerprints[0]!)
    },
    { quiet: true },
  )
}
