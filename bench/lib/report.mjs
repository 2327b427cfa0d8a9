// Rows and tables of results. A table is { title, columns, rows }; a row is an object with a text for each column.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { benchFolder } from './paths.mjs'

/** A number with its unit, to three digits. */
export function withUnit(value, unit = '') {
  const digits =
    value === 0 || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.095 ? 2 : 3
  const text = value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  return unit === '' ? text : `${text} ${unit}`
}

export const count = (n) => n.toLocaleString('en')
export const perSecond = (rate) => withUnit(rate, '/s')
export const ms = (value) => withUnit(value, 'ms')
export const change = ([from, to], unit = 'ms') => `${withUnit(from)} -> ${withUnit(to, unit)}`

const COLUMNS = ['measure', 'value', 'target', 'result', 'detail']

/** A row with a direction: `better` is 'more' or 'less'. Without a target the result is empty. */
function measureRow(better, measure, value, target, { unit = '×', detail = '', ...more } = {}) {
  const isMet = target === null || (better === 'more' ? value >= target : value <= target)
  return {
    measure,
    number: value,
    better,
    value: withUnit(value, unit),
    target: target === null ? '' : `${better === 'more' ? '>=' : '<='} ${target} ${unit}`.trim(),
    result: target === null ? '' : isMet ? 'ok' : 'MISSED',
    detail,
    ...more,
  }
}
export const atLeast = (...row) => measureRow('more', ...row)
export const atMost = (...row) => measureRow('less', ...row)
export const plainRow = (measure, value, options) => measureRow('less', measure, value, null, options)

export const measureTable = (title, rows) => ({ title, columns: COLUMNS, rows })

const isNumeric = (text) => /^[\d.,<>= /×-]*( ?(ms|s|µs|KB|MB|GB|%|\/s))?$/.test(text)

/** A table as text; columns of numbers are aligned to the right. */
export function formatTable({ title, columns, rows }) {
  const visible = columns.filter((name) => rows.some((row) => row[name] !== ''))
  const widths = visible.map((name) => Math.max(name.length, ...rows.map((row) => row[name].length)))
  const isRight = visible.map((name) => name !== 'detail' && rows.every((row) => isNumeric(row[name])))
  const line = (row) =>
    visible
      .map((name, i) => (isRight[i] ? row[name].padStart(widths[i]) : row[name].padEnd(widths[i])))
      .join('  ')
      .trimEnd()
  const head = line(Object.fromEntries(visible.map((name) => [name, name])))
  return [title, '', head, widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
})

export const machineLine = () => {
  const { cpu, cores, memoryGigabytes, node } = machine()
  return `${cpu}, ${cores} cores, ${memoryGigabytes} GB, Node ${node}`
}

/** Writes the tables to bench/results and returns the path. */
export function saveTables(options, tables) {
  const folder = join(benchFolder, 'results')
  mkdirSync(folder, { recursive: true })
  const at = new Date().toISOString()
  const file = join(folder, `${at.replaceAll(':', '-').slice(0, 19)}.json`)
  writeFileSync(file, `${JSON.stringify({ at, options, machine: machine(), tables }, null, 2)}\n`)
  return file
}
