// npm run bench [-- --quick] [-- --full] [-- --only <suite>] [-- --gate] [-- --record]: runs the suites and prints their tables.
// --gate compares the suite `gate` with bench/gate.json and exits with 1 on a regression; --record records new figures there.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { passesGate, recordFigures } from './lib/gate.mjs'
import { benchFolder, ensureBuilt } from './lib/paths.mjs'
import { saveTables } from './lib/report.mjs'
import { printTables, progress, readOptions } from './lib/suite.mjs'

const options = readOptions({
  only: { type: 'string', multiple: true },
  gate: { type: 'boolean' },
  record: { type: 'boolean' },
})
const NAMES = readdirSync(join(benchFolder, 'suites')).map((file) => file.replace('.mjs', ''))
/** Suites that take ten minutes or more run only by name or with --quick. */
const LONG = ['peers', 'read-wait', 'reads-growth']

const usesGate = options.gate || options.record
const selected = usesGate ? ['gate'] : (options.only ?? NAMES.filter((name) => options.quick || !LONG.includes(name)))
const unknown = selected.find((name) => !NAMES.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`agent-network bench: unknown suite ${unknown}; the suites are ${NAMES.join(', ')}\n`)
  process.exit(1)
}
ensureBuilt()

async function runSuites() {
  const tables = []
  for (const name of selected) {
    const { suite } = await import(`./suites/${name}.mjs`)
    progress(suite.title)
    tables.push(...(await suite.run(options)))
  }
  return tables
}

try {
  const tables = await runSuites()
  printTables(tables)
  console.log(`\nwrote ${saveTables(options, tables)}`)
  const { measureAgain } = usesGate ? await import('./suites/gate.mjs') : {}
  if (options.record) await recordFigures(tables[0].rows, measureAgain)
  if (options.gate && !(await passesGate(tables[0].rows, measureAgain))) process.exitCode = 1
} catch (error) {
  process.stderr.write(`agent-network bench: ${error.stack}\n`)
  process.exit(1)
}
