// Format of backup files: reading, checking, header.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { isJsonObject } from '../../core/json.ts'
import type { BackupTable } from '../bulk.ts'
import type { Value } from '../database.ts'
import { MIGRATIONS } from '../migrations/migrate.ts'
import { BACKUP_TABLES } from '../tables/table-lists.ts'

export const FORMAT = 'agent-network-backup'
export const VERSION = 1

/** A backup that cannot be made or used; the message is for the operator. */
export class BackupError extends Error {}

/** One line of a backup. JSON text never contains a raw line break, so lines need no other framing. */
export const formatLine = (value: unknown): string => `${JSON.stringify(value)}\n`

export interface Batch {
  readonly table: BackupTable
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Value[])[]
  /** Compressed bytes read so far. */
  readonly bytes: number
}

const BATCH = 500
const LINE_FEED = 0x0a
/** Far above any row of the store; a file without line breaks must not fill the memory. */
const LINE_MAX = 64 * 1_024 * 1_024

const unknownFormat = (): BackupError => new BackupError('the file is not a backup of this program')
const damaged = (what: string): BackupError =>
  new BackupError(`the backup is damaged (${what}); nothing was restored, use another copy`)

/** Splits at line feeds only: node:readline would also split at U+2028, which is ordinary text here. */
async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let bufferedBytes = 0
  for await (const chunk of source) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      parts.push(chunk.subarray(start, end + 1))
      yield parts.length === 1 ? parts[0]! : Buffer.concat(parts)
      parts = []
      bufferedBytes = 0
      start = end + 1
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start))
      bufferedBytes += chunk.length - start
    }
    if (bufferedBytes > LINE_MAX) throw damaged('a line has no end')
  }
  if (bufferedBytes > 0) throw damaged('the last line is cut off')
}

function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw damaged('a line is not JSON')
  }
}

function checkHeader(header: unknown): void {
  if (!isJsonObject(header) || header.format !== FORMAT) throw unknownFormat()
  const { version, schema } = header
  if (typeof version !== 'number' || typeof schema !== 'number') throw damaged('its first line is incomplete')
  if (version > VERSION || schema > MIGRATIONS.length)
    throw new BackupError(
      `the backup was made by a newer version (format ${version}, schema ${schema}; known here are ${VERSION} and ${MIGRATIONS.length}); use that version`,
    )
}

const COLUMN = /^[a-z][a-z0-9_]*$/

function readTable(value: unknown): Pick<Batch, 'table' | 'columns'> {
  const { table, columns } = isJsonObject(value) ? value : {}
  const knownTable = BACKUP_TABLES.find((name) => name === table)
  // The names become SQL text, so only plain words are accepted.
  if (knownTable === undefined || !Array.isArray(columns) || !columns.every((name) => COLUMN.test(String(name))))
    throw damaged('a table is not known')
  return { table: knownTable, columns: columns as string[] }
}

const fits = (end: unknown, rows: number, sha256: string): boolean =>
  isJsonObject(end) && end.rows === rows && end.sha256 === sha256

/** The rows of a decompressed file. Reading to the end verifies the whole file. */
async function* batchesIn(lines: AsyncGenerator<Buffer>, bytes: () => number): AsyncGenerator<Batch> {
  const hash = createHash('sha256')
  let current: Pick<Batch, 'table' | 'columns'> | null = null
  let rows: Value[][] = []
  let total = 0
  let headerChecked = false
  let ended = false
  for await (const text of lines) {
    if (ended) throw damaged('it goes on after its end')
    const value = parse(text)
    const isRow = Array.isArray(value)
    if (isRow) {
      if (current === null || value.length !== current.columns.length) throw damaged('a row does not fit its table')
      rows.push(value as Value[])
      total += 1
    }
    if (current !== null && rows.length >= (isRow ? BATCH : 1)) {
      yield { ...current, rows, bytes: bytes() }
      rows = []
    }
    if (!headerChecked) checkHeader(value)
    else if (isJsonObject(value) && value.end === true) ended = true
    else if (!isRow) current = readTable(value)
    headerChecked = true
    if (!ended) hash.update(text)
    else if (!fits(value, total, hash.digest('hex'))) throw damaged('its checksum does not fit')
  }
  if (!ended) throw damaged('its end is missing')
}

/** The first line of the file: its schema version and the time of the backup. */
export interface BackupHeader {
  readonly schema: number
  readonly engine: string
  readonly takenAt: string
}

/** Reads only the first line; `readBackup` verifies the rest. */
export async function readHeader(file: string): Promise<BackupHeader> {
  for await (const header of unpacked(file, (lines) => firstOf(lines))) return header
  throw unknownFormat()
}

async function* firstOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<BackupHeader> {
  for await (const text of lines) {
    const value = parse(text)
    checkHeader(value)
    yield value as BackupHeader
    return
  }
}

/** All rows of a backup in batches. Throws `BackupRefused` on any damage. */
export const readBackup = (file: string): AsyncGenerator<Batch> => unpacked(file, batchesIn)

async function* unpacked<T>(
  file: string,
  read: (lines: AsyncGenerator<Buffer>, bytes: () => number) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  try {
    yield* read(linesOf(gunzip), () => source.bytesRead)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupError(`there is no file ${file}`)
    if ((error as Error).message === 'incorrect header check') throw unknownFormat()
    if (code?.startsWith('Z_')) throw damaged((error as Error).message)
    throw error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
