// Files of the archive: SQLite log format, chains and segments.
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** SQLite's log format: a header of 32 bytes, then frames of a page each behind 24 bytes. */
const HEADER_BYTES = 32
const FRAME_BYTES = 24
/** The last bit of the magic number is the byte order of the checksums. */
const BIG_ENDIAN_BIT = 1

export interface LogHeader {
  /** The salts of the log, which change whenever SQLite restarts it. */
  readonly life: string
  readonly pageBytes: number
}

const headerIn = (bytes: Buffer): LogHeader => ({
  life: bytes.subarray(16, 24).toString('hex'),
  pageBytes: bytes.readUInt32BE(8),
})

export const logBytes = ({ pageBytes }: LogHeader, frames: number): number =>
  HEADER_BYTES + frames * (FRAME_BYTES + pageBytes)

function withFile<T>(file: string, work: (read: (at: number, length: number) => Buffer | null) => T): T {
  const handle = openSync(file, 'r')
  try {
    return work((at, length) => {
      const bytes = Buffer.alloc(length)
      return readSync(handle, bytes, 0, length, at) === length ? bytes : null
    })
  } finally {
    closeSync(handle)
  }
}

/** Null if the log has not been started. */
export function readLogHeader(log: string): LogHeader | null {
  if (!existsSync(log)) return null
  const bytes = withFile(log, (read) => read(0, HEADER_BYTES))
  return bytes === null ? null : headerIn(bytes)
}

type Sums = readonly [number, number]

function checksum(bytes: Buffer, isBigEndian: boolean, [first, second]: Sums): Sums {
  let a = first
  let b = second
  for (let i = 0; i < bytes.length; i += 8) {
    a = (a + (isBigEndian ? bytes.readInt32BE(i) : bytes.readInt32LE(i)) + b) | 0
    b = (b + (isBigEndian ? bytes.readInt32BE(i + 4) : bytes.readInt32LE(i + 4)) + a) | 0
  }
  return [a, b]
}

const sumsAt = (bytes: Buffer, at: number): Sums => [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)]
const same = (one: Sums, other: Sums): boolean => one[0] === other[0] && one[1] === other[1]

/** The valid length of a log with these salts by SQLite's rule: up to the last commit before the first fault. */
export const committedBytes = (log: string, life: string): number =>
  withFile(log, (read) => {
    const bytes = read(0, HEADER_BYTES)
    if (bytes === null || headerIn(bytes).life !== life) return 0
    const isBigEndian = (bytes.readUInt32BE(0) & BIG_ENDIAN_BIT) !== 0
    const header = headerIn(bytes)
    let sums = checksum(bytes.subarray(0, 24), isBigEndian, [0, 0])
    if (!same(sums, sumsAt(bytes, 24))) return 0
    let committed = 0
    for (let n = 1; ; n++) {
      const frame = read(logBytes(header, n - 1), FRAME_BYTES + header.pageBytes)
      if (frame === null || frame.subarray(8, 16).toString('hex') !== life) return committed
      sums = checksum(frame.subarray(0, 8), isBigEndian, sums)
      sums = checksum(frame.subarray(FRAME_BYTES), isBigEndian, sums)
      if (!same(sums, sumsAt(frame, 16))) return committed
      // Commit frames contain the size of the store, other frames 0.
      if (frame.readUInt32BE(4) !== 0) committed = logBytes(header, n)
    }
  })

/** A chain is a folder: a copy of the store and the log segments written since. */
export interface Chain {
  readonly folder: string
  /** When the copy was taken. */
  readonly startedAt: number
  /** In the order in which they were written. */
  readonly segments: readonly Segment[]
}

/** Bytes of one log generation. A generation ends when SQLite restarts the log with other salts. */
export interface Segment {
  readonly file: string
  readonly number: number
  readonly life: string
  readonly from: number
  readonly to: number
  /** Everything acknowledged before this moment is in this segment or an earlier one. */
  readonly moment: number
}

const BASE = 'base.db.gz'
export const baseOf = (folder: string): string => join(folder, BASE)

/** Names sort by creation time. */
export const chainFolder = (archive: string, at: number): string => join(archive, String(at).padStart(14, '0'))

export const segmentName = ({ number, life, from, to, moment }: Omit<Segment, 'file'>): string =>
  `${String(number).padStart(8, '0')}-${life}-${from}-${to}-${moment}.gz`

const SEGMENT = /^(\d{8})-([0-9a-f]{16})-(\d+)-(\d+)-(\d+)\.gz$/

function segmentsIn(folder: string): Segment[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const parts = SEGMENT.exec(name)
      if (parts === null) return []
      const [number, from, to, moment] = [parts[1], parts[3], parts[4], parts[5]].map(Number) as [
        number,
        number,
        number,
        number,
      ]
      return [{ file: join(folder, name), number, life: parts[2]!, from, to, moment }]
    })
}

/** Chain folders, oldest first, complete or not. */
export const foldersIn = (archive: string): string[] =>
  (existsSync(archive) ? readdirSync(archive) : [])
    .filter((name) => /^\d{14}$/.test(name))
    .sort()
    .map((name) => join(archive, name))

/** Complete chains, oldest first. A chain without a finished copy does not count. */
export const chainsIn = (archive: string): Chain[] =>
  foldersIn(archive)
    .filter((folder) => existsSync(baseOf(folder)))
    .map((folder) => ({ folder, startedAt: Number(basename(folder)), segments: segmentsIn(folder) }))

/** Compressed size of the largest copy, an estimate of the space that a restore needs. */
export const archiveBytes = (archive: string): number =>
  Math.max(0, ...chainsIn(archive).map(({ folder }) => statSync(baseOf(folder)).size))

/** 0 if there is none. */
export function newestMoment(archive: string): number {
  const folder = foldersIn(archive).at(-1)
  return folder === undefined ? 0 : (segmentsIn(folder).at(-1)?.moment ?? Number(basename(folder)))
}
