import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { backup, DatabaseSync } from '@photostructure/sqlite'
import { writeDurably } from '../meta.ts'
import {
  baseOf,
  type Chain,
  chainFolder,
  chainsIn,
  foldersIn,
  type LogHeader,
  logBytes,
  newestMoment,
  readLogHeader,
  segmentName,
} from './log-files.ts'

const DAY_MS = 86_400_000
/** What SQLite itself would let a log grow to before it brings it into the store. */
const LOG_FRAMES = 1_000
/** An archive that cannot be written to must not fill the disk of the store: 256 MiB in pages of 4 KiB. */
const LOG_FRAMES_MAX = 65_536
/** Pages of one step of a copy. */
const COPY_PAGES = 2_000
/** Commits from one look at the length of the log to the next. */
const LOOK_EVERY = 100

export interface LogArchiveOptions {
  /** The store, whose log nobody but this archive empties. */
  readonly file: string
  readonly archive: string
  readonly days: number
  readonly seconds: number
  readonly now: () => number
  /** Runs work while nobody writes. */
  readonly pause: <T>(work: () => Promise<T>) => Promise<T>
  /** Called with a moment up to which everything is in the archive. */
  readonly onMoment: (at: number) => void
  readonly onError: (error: unknown) => void
}

export interface LogArchive {
  /** Archives what has been committed. A log that is long is brought into the store when it is its turn. */
  step(): Promise<void>
  /** Called at every commit: a log that grows quickly does not wait for its time. */
  committed(): void
  close(): Promise<void>
}

interface Position {
  readonly folder: string
  readonly startedAt: number
  number: number
  life: string
  bytes: number
}

/** What is committed in the log. */
interface Committed {
  readonly header: LogHeader
  readonly bytes: number
  /** Frames that are not in the store yet. */
  readonly waiting: number
}

/**
 * Keeps every change of the embedded store, so that it can be restored as it was at any archived moment. A chain begins
 * with a copy of the store; after that the bytes that commits append to the write-ahead log are copied. SQLite begins its
 * log anew once all of it is in the store, so only the archive brings it there, after having copied it.
 */
export function openLogArchive(options: LogArchiveOptions): LogArchive {
  const { file, archive, days, seconds, now, pause, onMoment, onError } = options
  mkdirSync(archive, { recursive: true, mode: 0o700 })
  const log = `${file}-wal`
  // Of its own, because a connection that is in a transaction cannot ask for the state of the log.
  const connection = new DatabaseSync(file)
  connection.exec('pragma wal_autocheckpoint = 0; pragma busy_timeout = 0')
  connection.prepare('select count(*) from sqlite_master').get()
  const noop = connection.prepare('pragma wal_checkpoint(noop)')

  /** The count belongs to the header that stands there before and after: a thread may begin the log anew in between. */
  function committed(): Committed | null {
    for (;;) {
      const before = readLogHeader(log)
      const { log: frames, checkpointed } = noop.get() as { log: number; checkpointed: number }
      const after = readLogHeader(log)
      if (before?.life !== after?.life) continue
      if (after === null || frames <= 0) return null
      return { header: after, bytes: logBytes(after, frames), waiting: frames - checkpointed }
    }
  }

  /** Where a crash left off: the log that was being copied is still there, so nothing has come between. */
  function resumed(): Position | null {
    const newest = chainsIn(archive).at(-1)
    const last = newest?.segments.at(-1)
    const found = committed()
    if (newest === undefined || last === undefined || found === null) return null
    if (found.header.life !== last.life || found.bytes < last.to) return null
    const { folder, startedAt } = newest
    return { folder, startedAt, number: last.number, life: last.life, bytes: last.to }
  }

  let position = resumed()
  let latest = newestMoment(archive)
  /** Moments only grow, also when somebody sets the clock back. */
  const tick = (): number => {
    latest = Math.max(latest + 1, now())
    return latest
  }

  async function copySegment(to: Position, { header, bytes }: Committed, moment: number): Promise<void> {
    const from = to.life === header.life ? to.bytes : 0
    if (bytes <= from) return
    const segment = { number: to.number + 1, life: header.life, from, to: bytes, moment }
    const source = createReadStream(log, { start: from, end: bytes - 1 })
    await writeDurably(join(to.folder, segmentName(segment)), (target) =>
      pipeline(source, createGzip({ level: 1 }), target),
    )
    Object.assign(to, { number: segment.number, life: segment.life, bytes })
  }

  const closing = new AbortController()
  const { signal } = closing

  /** Of the picture that the reader has, which stays as it is while writers go on. */
  async function copyStore(reader: InstanceType<typeof DatabaseSync>, folder: string): Promise<void> {
    const copy = join(folder, 'base.db')
    try {
      await backup(reader, copy, { rate: COPY_PAGES, progress: () => signal.throwIfAborted() })
      await writeDurably(baseOf(folder), (target) =>
        pipeline(createReadStream(copy), createGzip({ level: 1 }), target, { signal }),
      )
    } finally {
      for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${copy}${ending}`, { force: true })
    }
  }

  /** A chain whose copy is there. While its reader has not been released, the log is not begun anew. */
  let next: { readonly position: Position; release(): void } | null = null

  async function makeNext(): Promise<void> {
    const reader = new DatabaseSync(file, { readOnly: true })
    const release = (): void => {
      if (reader.isTransaction) reader.exec('rollback')
      reader.close()
    }
    try {
      // In one turn of the queue: the picture and the first segment end at the same commit.
      const begun = await pause(async () => {
        reader.exec('begin; select count(*) from sqlite_master')
        const at = tick()
        const made: Position = { folder: chainFolder(archive, at), startedAt: at, number: 0, life: '', bytes: 0 }
        mkdirSync(made.folder, { mode: 0o700 })
        const found = committed()
        // The copy has those frames already; but a log can be used only from its beginning on.
        if (found !== null) await copySegment(made, found, at)
        return made
      })
      await copyStore(reader, begun.folder)
      next = { position: begun, release }
    } catch (error) {
      release()
      throw error
    }
  }

  let copying: Promise<void> | null = null

  /** Beside the chain of yesterday, which goes on until the new one can take its place. */
  function startChain(): Promise<void> {
    copying ??= makeNext().finally(() => {
      copying = null
    })
    return copying
  }

  function takeNext(): void {
    if (next === null) return
    position = next.position
    next.release()
    next = null
    prune()
  }

  /** Chains go that nobody needs who wants a moment of the last days, and those that a crash left without their copy. */
  function prune(): void {
    const chains = chainsIn(archive)
    const first = chains.findLastIndex(({ startedAt }: Chain) => startedAt <= now() - days * DAY_MS)
    const kept = chains.slice(Math.max(0, first)).map(({ folder }) => folder)
    for (const folder of foldersIn(archive))
      if (!kept.includes(folder)) rmSync(folder, { recursive: true, force: true })
  }

  /** What is copied is copied by one at a time, since each begins where the one before has ended. */
  let copied: Promise<unknown> = Promise.resolve()
  function inTurn<T>(copy: () => Promise<T>): Promise<T> {
    const mine = copied.then(copy)
    copied = mine.catch(() => {})
    return mine
  }

  /** Copies what is committed now; says how many frames the store lacks. */
  const copyLog = (moment: number): Promise<number> =>
    inTurn(async () => {
      const found = committed()
      if (found === null || position === null) return 0
      await copySegment(position, found, moment)
      return found.waiting
    })

  /** Everything is copied before any of it is brought into the store, and nobody writes between the two. */
  const emptyLog = (): Promise<void> =>
    pause(async () => {
      if (position === null) return
      await copyLog(tick())
      connection.exec('pragma wal_checkpoint(passive)')
    })

  let emptying: Promise<void> | null = null

  /** Nobody waits for its turn: an import has the writers' queue for minutes, and what it commits is archived meanwhile. */
  function startEmptying(): void {
    emptying ??= emptyLog()
      .catch(fail)
      .finally(() => {
        emptying = null
      })
  }

  const isOld = ({ startedAt }: Position): boolean => now() - startedAt >= DAY_MS

  async function work(): Promise<void> {
    takeNext()
    if (position === null) {
      await startChain()
      takeNext()
    } else if (isOld(position) && copying === null) void startChain().catch(fail)
    if (position === null) return
    const moment = tick()
    if ((await copyLog(moment)) >= LOG_FRAMES) startEmptying()
    onMoment(moment)
  }

  async function fail(error: unknown): Promise<void> {
    if (signal.aborted) return
    onError(error)
    // What follows would have a gap before it, so a new chain begins once the archive can be written to again.
    if ((committed()?.waiting ?? 0) < LOG_FRAMES_MAX) return
    position = null
    await pause(async () => connection.exec('pragma wal_checkpoint(passive)'))
  }

  let running: Promise<void> | null = null
  let commits = 0
  const step = (): Promise<void> => {
    running ??= work()
      .catch(fail)
      .finally(() => {
        running = null
      })
    return running
  }

  const timer = setInterval(() => void step(), seconds * 1_000).unref()
  void step()
  return {
    step,
    committed() {
      commits += 1
      if (commits % LOOK_EVERY === 0 && (committed()?.waiting ?? 0) >= 4 * LOG_FRAMES) void step()
    },
    async close() {
      clearInterval(timer)
      // A copy may take minutes, and the next start takes one in any case.
      closing.abort()
      await copying?.catch(() => {})
      await running
      await emptying
      if (position !== null) await step()
      await emptying
      next?.release()
      connection.close()
    },
  }
}
