// Continuous archive of the embedded store: base copies and write-ahead log segments.
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { backup, DatabaseSync } from '@photostructure/sqlite'
import { writeDurably } from '../meta.ts'
import {
  baseOf,
  type Chain,
  chainFolder,
  chainsIn,
  committedBytes,
  foldersIn,
  type LogHeader,
  logBytes,
  newestMoment,
  readLogHeader,
  type Segment,
  segmentName,
} from './log-files.ts'

const DAY_MS = 86_400_000
/** SQLite's default limit for the log before a checkpoint. */
const LOG_FRAMES = 1_000
/** If the archive cannot be written, the log may grow to 256 MiB (in pages of 4 KiB), not fill the disk. */
const LOG_FRAMES_MAX = 65_536
/** Pages per step of a copy. */
const COPY_PAGES = 2_000
/** Commits between two checks of the log's length. */
const CHECK_EVERY_COMMITS = 100

export interface LogArchiveOptions {
  /** The store file. Only this archive checkpoints its log. */
  readonly file: string
  readonly archive: string
  readonly days: number
  readonly seconds: number
  readonly now: () => number
  /** Runs work while no writer is active. */
  readonly pause: <T>(work: () => Promise<T>) => Promise<T>
  /** Called with a moment up to which all changes are archived. */
  readonly onMoment: (at: number) => void
  readonly onError: (error: unknown) => void
}

export interface LogArchive {
  /** Archives all commits. A long log is checkpointed into the store when the queue allows. */
  step(): Promise<void>
  /** Called at every commit, so that a fast-growing log is archived early. */
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

/** The committed part of the log. */
interface CommittedLog {
  readonly header: LogHeader
  readonly bytes: number
  /** Frames that are not in the store file yet. */
  readonly waiting: number
}

/**
 * Archives every change of the embedded store, so that any archived moment can be restored. A chain starts with a copy
 * of the store, followed by the bytes that commits append to the write-ahead log. SQLite restarts its log after a full
 * checkpoint, so only the archive checkpoints, and only after copying the log.
 */
export function openLogArchive(options: LogArchiveOptions): LogArchive {
  const { file, archive, days, seconds, now, pause, onMoment, onError } = options
  mkdirSync(archive, { recursive: true, mode: 0o700 })
  const log = `${file}-wal`
  // A separate connection, because a connection in a transaction cannot query the log's state.
  const connection = new DatabaseSync(file)
  connection.exec('pragma wal_autocheckpoint = 0; pragma busy_timeout = 0')
  connection.prepare('select count(*) from sqlite_master').get()
  const noop = connection.prepare('pragma wal_checkpoint(noop)')

  /** The header is read before and after the count: another thread may restart the log in between. */
  function committed(): CommittedLog | null {
    for (;;) {
      const before = readLogHeader(log)
      const { log: frames, checkpointed } = noop.get() as { log: number; checkpointed: number }
      const after = readLogHeader(log)
      if (before?.life !== after?.life) continue
      if (after === null || frames <= 0) return null
      return { header: after, bytes: logBytes(after, frames), waiting: frames - checkpointed }
    }
  }

  /** Resumes after a crash: if the copied log still exists, no change is missing. */
  function resumePosition(): Position | null {
    const newest = chainsIn(archive).at(-1)
    const last = newest?.segments.at(-1)
    const found = committed()
    if (newest === undefined || last === undefined || found === null) return null
    if (found.header.life !== last.life || found.bytes < last.to) return null
    const { folder, startedAt } = newest
    return { folder, startedAt, number: last.number, life: last.life, bytes: last.to }
  }

  let position = resumePosition()
  let latest = newestMoment(archive)
  /** Moments only increase, even if the clock is set back. */
  const tick = (): number => {
    latest = Math.max(latest + 1, now())
    return latest
  }

  async function copySegment(to: Position, { header, bytes }: CommittedLog, moment: number): Promise<void> {
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

  /** Copies the reader's snapshot, which stays the same while writers continue. */
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

  /** A chain whose copy is complete. Until its reader is released, the log is not restarted. */
  let next: { readonly position: Position; release(): void } | null = null

  async function makeNext(): Promise<void> {
    const reader = new DatabaseSync(file, { readOnly: true })
    const release = (): void => {
      if (reader.isTransaction) reader.exec('rollback')
      reader.close()
    }
    try {
      // In one step of the queue: snapshot and first segment end at the same commit.
      const newPosition = await pause(async () => {
        reader.exec('begin; select count(*) from sqlite_master')
        const at = tick()
        const startPosition: Position = {
          folder: chainFolder(archive, at),
          startedAt: at,
          number: 0,
          life: '',
          bytes: 0,
        }
        mkdirSync(startPosition.folder, { mode: 0o700 })
        const found = committed()
        // The copy already contains those frames, but a log can only be replayed from its start.
        if (found !== null) await copySegment(startPosition, found, at)
        return startPosition
      })
      await copyStore(reader, newPosition.folder)
      next = { position: newPosition, release }
    } catch (error) {
      release()
      throw error
    }
  }

  let copying: Promise<void> | null = null

  /** Starts a chain in parallel with the previous one, which continues until the new one is complete. */
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

  /** Deletes chains that are older than the retention, and chains without a complete copy. */
  function prune(): void {
    const chains = chainsIn(archive)
    const first = chains.findLastIndex(({ startedAt }: Chain) => startedAt <= now() - days * DAY_MS)
    const retainedFolders = chains.slice(Math.max(0, first)).map(({ folder }) => folder)
    for (const folder of foldersIn(archive))
      if (!retainedFolders.includes(folder)) rmSync(folder, { recursive: true, force: true })
  }

  /** Copies run one at a time, since each starts where the previous one ended. */
  let copied: Promise<unknown> = Promise.resolve()
  function inTurn<T>(copy: () => Promise<T>): Promise<T> {
    const mine = copied.then(copy)
    copied = mine.catch(() => {})
    return mine
  }

  /** Copies all committed frames; returns how many the store file lacks. */
  const copyLog = (moment: number): Promise<number> =>
    inTurn(async () => {
      const found = committed()
      if (found === null || position === null) return 0
      await copySegment(position, found, moment)
      return found.waiting
    })

  /** Copies the log and checkpoints it, with no writes in between. */
  const emptyLog = (): Promise<void> =>
    pause(async () => {
      if (position === null) return
      await copyLog(tick())
      connection.exec('pragma wal_checkpoint(passive)')
    })

  let emptying: Promise<void> | null = null

  /** Does not wait: an import occupies the writers' queue for minutes, and its commits are archived meanwhile. */
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
    // Later segments would follow a gap, so a new chain starts when the archive is writable again.
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
      if (commits % CHECK_EVERY_COMMITS === 0 && (committed()?.waiting ?? 0) >= 4 * LOG_FRAMES) void step()
    },
    async close() {
      clearInterval(timer)
      // A copy may take minutes, and the next start makes one anyway.
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

/** An archive that cannot be used; the message is for the operator. */
export class ArchiveError extends Error {}

const damaged = (what: string): ArchiveError =>
  new ArchiveError(`the archive is damaged (${what}); choose a moment before it, or use another copy`)

/** Segments of one log generation, in order and without gaps. */
function generationsOf({ segments }: Pick<Chain, 'segments'>): Segment[][] {
  const lives: Segment[][] = []
  let last: Segment | null = null
  for (const segment of segments) {
    const goesOn = last !== null && last.life === segment.life
    if (segment.number !== (last?.number ?? 0) + 1 || segment.from !== (goesOn ? last!.to : 0))
      throw damaged(`something is missing before ${segment.file}`)
    if (goesOn) lives.at(-1)!.push(segment)
    else lives.push([segment])
    last = segment
  }
  return lives
}

async function unpack(from: string, to: NodeJS.WritableStream): Promise<void> {
  await pipeline(createReadStream(from), createGunzip(), to).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith('Z_') ? damaged(`${from}: ${error.message}`) : error
  })
}

/**
 * SQLite silently replays the log only up to the first fault, as after a crash, so the log is verified before. No
 * statement is prepared on that connection, because it would keep the connection open.
 */
async function replayGeneration(file: string, segments: readonly Segment[]): Promise<void> {
  const log = `${file}-wal`
  for (const segment of segments) await unpack(segment.file, createWriteStream(log, { flags: 'a', mode: 0o600 }))
  const { life, to } = segments.at(-1)!
  if (committedBytes(log, life) !== to) throw damaged(`a segment of the log ${life} was altered`)
  const store = new DatabaseSync(file)
  try {
    store.exec('select count(*) from sqlite_master; pragma wal_checkpoint(truncate)')
  } finally {
    store.close()
  }
  if (existsSync(log) && statSync(log).size > 0) throw damaged(`the log ${life} does not fit its store`)
  rmSync(log, { force: true })
}

/** The newest archived moment not after `at`, and its chain. */
export function findMoment(archive: string, at: number): { chain: Chain; moment: number } {
  const chains = chainsIn(archive)
  if (chains.length === 0) throw new ArchiveError(`${archive} is no archive of a store`)
  const chain = chains.findLast(({ startedAt }) => startedAt <= at)
  if (chain === undefined) throw new ArchiveError('the archive begins later than that moment')
  const after = chain.segments.findIndex(({ moment }) => moment > at)
  const segments = after === -1 ? chain.segments : chain.segments.slice(0, after)
  return { chain: { ...chain, segments }, moment: segments.at(-1)?.moment ?? chain.startedAt }
}

/** Restores the store as of that moment. The file gets its final name only when it is complete. */
export async function rebuild(chain: Chain, file: string): Promise<void> {
  const partial = `${file}.partial`
  try {
    await unpack(baseOf(chain.folder), createWriteStream(partial, { mode: 0o600 }))
    for (const life of generationsOf(chain)) await replayGeneration(partial, life)
    renameSync(partial, file)
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${partial}${ending}`, { force: true })
  }
}
