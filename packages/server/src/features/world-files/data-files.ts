// Export of research data: tables as CSV, JSON Lines or Parquet files, with a Frictionless description.
import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { notFound } from '../../platform/core/api-error.ts'
import { iso } from '../../platform/core/time.ts'
import { batches } from '../../platform/db/bulk.ts'
import type { Database, Read } from '../../platform/db/database.ts'
import { readWorlds } from '../../platform/worlds/worlds.ts'
import { type Cell, type ColumnType, type DataTable, dataTables } from './data-tables.ts'

export type DataFormat = 'csv' | 'jsonl' | 'parquet'

export interface DataExport {
  readonly worldId: string
  readonly format: DataFormat
  /** Folder of the files; created if needed. */
  readonly out: string
  /** First day, inclusive, in milliseconds; default: all days. */
  readonly from?: number
  /** End of the last day, exclusive, in milliseconds; default: all days. */
  readonly to?: number
  /** Whether words of talks, dreams, personas and private facts are included. */
  readonly withPrivate?: boolean
  /** Called every 5,000 rows to free memory; the heap would grow beyond what is in use. */
  readonly collectGarbage?: () => void
}

/** Rows by table. */
export type DataReport = Readonly<Record<string, number>>

interface TableWriter {
  write(rows: readonly Cell[][]): Promise<void>
  close(): Promise<void>
}

type MakeWriter = (file: string, columns: DataTable['columns']) => Promise<TableWriter>

/** Long texts are freed late by the garbage collector, so that memory would grow. */
const LINES_A_WRITE = 100

/** Text files wait for the disk, so that memory does not grow. */
function makeTextWriter(file: string, lineOf: (row: readonly Cell[]) => string, header: string): TableWriter {
  const stream = createWriteStream(file)
  const failed = finished(stream)
  failed.catch(() => {})
  const write = (text: string): Promise<unknown> =>
    stream.write(text)
      ? nextTurn()
      : Promise.race([new Promise<void>((resolve) => stream.once('drain', () => resolve())), failed])
  if (header !== '') stream.write(header)
  return {
    async write(rows) {
      for (const lines of batches(rows, LINES_A_WRITE)) await write(lines.map(lineOf).join(''))
    },
    async close() {
      stream.end()
      await failed
    },
  }
}

const SPECIAL = /[",\r\n]/
const quote = (text: string): string => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function csvText(cell: Cell, type: ColumnType): string {
  if (cell === null) return ''
  if (type === 'datetime') return iso(cell as number)
  return quote(typeof cell === 'object' ? JSON.stringify(cell) : String(cell))
}

const makeCsvWriter: MakeWriter = async (file, columns) =>
  makeTextWriter(
    file,
    (row) => `${row.map((cell, n) => csvText(cell, columns[n]!.type)).join(',')}\n`,
    `${columns.map(({ name }) => name).join(',')}\n`,
  )

const makeJsonWriter: MakeWriter = async (file, columns) =>
  makeTextWriter(
    file,
    (row) => {
      const entries = row.map((cell, n) => {
        const { name, type } = columns[n]!
        return [name, type === 'datetime' && cell !== null ? iso(cell as number) : cell] as const
      })
      return `${JSON.stringify(Object.fromEntries(entries))}\n`
    },
    '',
  )

/** Physical and logical types of Parquet columns. */
const PARQUET_TYPES = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  array: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  object: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  datetime: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    // DuckDB takes times for local times without it.
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  date: { type: 'INT32', converted_type: 'DATE' },
} as const satisfies Record<ColumnType, object>

function parquetValue(cell: Cell, type: ColumnType): unknown {
  if (cell === null) return null
  if (type === 'integer') return BigInt(Math.round(cell as number))
  if (type === 'datetime' || type === 'date') return new Date(cell as number | string)
  return cell
}

/** Rows of one row group, which are in memory together. */
const ROW_GROUP = 5_000

const makeParquetWriter: MakeWriter = async (file, columns) => {
  // Loaded on use: the server does not need it.
  const { fileWriter, ParquetWriter } = await import('hyparquet-writer')
  const fields = columns.map(({ name, type }) => ({
    name,
    repetition_type: 'OPTIONAL' as const,
    ...PARQUET_TYPES[type],
  }))
  const parquet = new ParquetWriter({
    writer: fileWriter(file),
    schema: [{ name: 'root', num_children: fields.length }, ...fields],
    createdBy: 'agent-network',
  })
  let rows: Cell[][] = []
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return
    const columnData = columns.map(({ name, type }, n) => ({
      name,
      data: rows.map((row) => parquetValue(row[n]!, type)),
    }))
    rows = []
    await parquet.write({ columnData, rowGroupSize: ROW_GROUP })
  }
  return {
    async write(more) {
      for (const row of more) {
        rows.push(row)
        if (rows.length === ROW_GROUP) await flush()
      }
      await nextTurn()
    },
    async close() {
      await flush()
      await parquet.finish()
    },
  }
}

const WRITERS: Readonly<Record<DataFormat, MakeWriter>> = {
  csv: makeCsvWriter,
  jsonl: makeJsonWriter,
  parquet: makeParquetWriter,
}
const MEDIA_TYPES: Readonly<Record<DataFormat, string>> = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  parquet: 'application/vnd.apache.parquet',
}

const CHUNK_BYTES = 65_536

/** Reads into one buffer: the buffers of a stream are freed late, so that memory would grow. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES)
      if (bytesRead === 0) return `sha256:${hash.digest('hex')}`
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** The description of one file, as a Frictionless data resource. */
async function resourceOf(table: DataTable, file: string, { format, out }: DataExport, rows: number) {
  const path = join(out, file)
  return {
    name: table.name,
    type: 'table',
    path: file,
    format,
    mediatype: MEDIA_TYPES[format],
    encoding: 'utf-8',
    bytes: statSync(path).size,
    hash: await digestOf(path),
    rows,
    schema: {
      fields: table.columns.map(({ name, type }) => ({ name, type })),
      primaryKey: [...table.key],
      missingValues: [''],
    },
  }
}

const PACKAGE_PROFILE = 'https://datapackage.org/profiles/2.0/datapackage.json'

/** Name of a package: lower case, and only characters that Frictionless allows. */
const packageName = (worldId: string): string => worldId.toLowerCase().replaceAll(/[^a-z0-9._-]/g, '-')

async function exportTable(read: Read, table: DataTable, file: string, job: DataExport): Promise<number> {
  const writer = await WRITERS[job.format](file, table.columns)
  const { worldId, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER, withPrivate = false } = job
  let count = 0
  for await (const rows of table.read(read, { worldId, from, to, withPrivate })) {
    await writer.write(rows)
    if (Math.floor(count / ROW_GROUP) < Math.floor((count + rows.length) / ROW_GROUP)) job.collectGarbage?.()
    count += rows.length
  }
  await writer.close()
  return count
}

/** Writes all tables of a world and `datapackage.json` into a folder. Memory does not grow with the world. */
export const exportData = (
  database: Pick<Database, 'snapshot'>,
  job: DataExport,
  onProgress: (done: number, total: number, table: string) => void = () => {},
): Promise<DataReport> =>
  database.snapshot(async (read) => {
    // Mapped pages of a large store count as memory of this process. SQLite ignores this after the first read.
    if (read.engine === 'sqlite') await read.raw('pragma mmap_size = 0', [])
    const world = (await readWorlds(read)).byId.get(job.worldId)
    if (world === undefined) throw notFound(`World not found: ${job.worldId}`)
    mkdirSync(job.out, { recursive: true })
    const tables = dataTables(read.engine)
    const report: Record<string, number> = {}
    const resources: unknown[] = []
    for (const [n, table] of tables.entries()) {
      onProgress(n, tables.length, table.name)
      const file = `${table.name}.${job.format}`
      const rows = await exportTable(read, table, join(job.out, file), job)
      report[table.name] = rows
      resources.push(await resourceOf(table, file, job, rows))
    }
    const description = {
      $schema: PACKAGE_PROFILE,
      name: packageName(world.id),
      title: world.name,
      ...(job.from === undefined ? {} : { from: iso(job.from).slice(0, 10) }),
      ...(job.to === undefined ? {} : { to: iso(job.to - 1).slice(0, 10) }),
      private: job.withPrivate === true,
      resources,
    }
    writeFileSync(join(job.out, 'datapackage.json'), `${JSON.stringify(description, null, 2)}\n`)
    onProgress(tables.length, tables.length, 'done')
    return report
  })
