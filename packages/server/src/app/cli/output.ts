// Output of the command line: tables, records, JSON.
import { writeFileSync } from 'node:fs'
import { isJsonObject } from '../../platform/core/json.ts'
import { stripControlCharacters } from '../../platform/core/text.ts'
import type { Envelope } from './client.ts'

/** Results go to standard output, messages to standard error. */
export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}
export const printMessage = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** C1 control characters are valid in JSON, but some terminals interpret them. */
const escaped = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const printJson = (value: unknown): void => print(escaped(JSON.stringify(value, null, 2)))

export const writeJson = (file: string, value: unknown): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

/** The response of the server, byte for byte. On a terminal it is escaped and ends with a line break. */
export function printResponse(bytes: Buffer): void {
  if (process.stdout.isTTY) print(escaped(bytes.toString('utf8')))
  else process.stdout.write(bytes)
}

/** Removes control characters and direction marks, so that texts of agents cannot control the terminal. */
export const withoutControls = stripControlCharacters

const EMPTY = '-'
const CELL_MAX = 60

function inline(value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? EMPTY : value.map(inline).join(', ')
  if (isJsonObject(value)) return Object.keys(value).length === 0 ? EMPTY : withoutControls(JSON.stringify(value))
  return withoutControls(String(value))
}

const cell = (value: unknown): string => {
  const characters = [...inline(value)]
  return characters.length > CELL_MAX ? `${characters.slice(0, CELL_MAX - 1).join('')}…` : characters.join('')
}

const width = (text: string): number => [...text].length
const pad = (text: string, to: number): string => text + ' '.repeat(Math.max(0, to - width(text)))

/** `lastFour` -> `LAST FOUR` */
const heading = (member: string): string => member.replaceAll(/([A-Z])/g, ' $1').toUpperCase()

export function table(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  const lines = [columns.map(heading), ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, i) => Math.max(...lines.map((cells) => width(cells[i]!))))
  return lines
    .map((cells) =>
      cells
        .map((text, i) => pad(text, widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const listed = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 && value.every(isJsonObject) ? table(value, Object.keys(value[0]!)) : ''

/** One `name: value` per line, aligned; nested values are indented below. */
export function record(value: Record<string, unknown>): string {
  const names = Object.keys(value)
  const widest = Math.max(0, ...names.map(width)) + 1
  return names
    .map((name) => {
      const member = value[name]
      const below = isJsonObject(member) ? record(member) : listed(member)
      if (below !== '') return `${withoutControls(name)}:\n${below.replaceAll(/^/gm, '  ')}`
      return `${pad(`${withoutControls(name)}:`, widest)} ${inline(member)}`
    })
    .join('\n')
}

/** Prints a list as a table and other values as lines. */
export function printForPeople({ data, meta }: Envelope, columns: readonly string[] = []): void {
  if (!Array.isArray(data)) {
    print(isJsonObject(data) ? record(data) : inline(data))
    return
  }
  if (data.length === 0) printMessage('(nothing)')
  else print(table(data as Record<string, unknown>[], columns.length > 0 ? columns : Object.keys(data[0] as object)))
  if (meta?.hasMore)
    printMessage(`there is more: ${'nextCursor' in meta ? `--cursor ${meta.nextCursor}` : `--page ${meta.page + 1}`}`)
}
