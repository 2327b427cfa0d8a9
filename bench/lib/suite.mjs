// Options of all suites, and the run of one suite from the command line.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formatTable, machineLine, saveTables } from './report.mjs'

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  seconds: { type: 'string' },
  'as-built': { type: 'boolean', default: false },
}

export const progress = (text) => process.stderr.write(`  ${text} …\n`)

/**
 * Reads the command line. `--quick` shows that a suite works; its figures mean little. `--full` uses the largest data sets.
 * `pace` is how long and how often a suite measures.
 */
export function readOptions(own = {}) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { ...OPTIONS, ...own } })
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
  if (seconds !== undefined && !(seconds > 0)) throw new Error('--seconds needs a number above 0')
  const pace = values.quick ? { seconds: 1, rounds: 1, times: 40 } : { seconds: 10, rounds: 2, times: 300 }
  return { ...values, positionals, seconds, pace: { ...pace, ...(seconds === undefined ? {} : { seconds }) } }
}

export function printTables(tables) {
  console.log(`\n${machineLine()}`)
  for (const table of tables) console.log(`\n${formatTable(table)}`)
}

/** Runs a suite, `{ title, run, options }`, if its file was started by node and not imported. */
export async function runIfMain(meta, { title, run, options: own }) {
  if (process.argv[1] !== fileURLToPath(meta.url)) return
  const options = readOptions(own)
  progress(title)
  const tables = await run(options)
  printTables(tables)
  console.log(`\nwrote ${saveTables(options, tables)}`)
}
