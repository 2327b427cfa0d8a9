// Holds steady figures against the last that were recorded. A figure that is worse by more than 15 % of its recorded value
// fails, and so does a target that is missed without being listed as known.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './median.mjs'
import { benchFolder } from './server-code.mjs'

const FILE = join(benchFolder, 'judged.json')
const TOLERANCE = 0.15
/** Runs that are kept: how a figure came to be what it is. */
const RUNS = 40

const major = (version) => version.split('.')[0]

const worsening = ({ better, value }, before) => (better === 'more' ? before - value : value - before) / before

/** What is wrong with these figures, by claim. Another Node has another bare server, so runs of this one count alone. */
function faultsOf(rows, { known, runs }) {
  const here = runs.filter(({ node }) => major(node) === major(process.version))
  const recorded = Object.assign({}, ...here.map(({ figures }) => figures))
  return rows.flatMap((row) => {
    const before = recorded[row.claim]
    const said = []
    if (before !== undefined && worsening(row, before) > TOLERANCE) said.push(`recorded ${before.toFixed(3)}`)
    if (row.verdict === 'MISSED' && known[row.claim] === undefined)
      said.push(`wanted ${row.target}, and not listed as known`)
    return said.length === 0 ? [] : [`${row.claim}: ${row.measured}; ${said.join('; ')}`]
  })
}

/** The judge has to see a figure that is a fifth worse before its silence counts. */
function requireSight(rows) {
  const figures = Object.fromEntries(rows.map(({ claim, value }) => [claim, value]))
  const fair = { known: {}, runs: [{ node: process.version, figures }] }
  for (const row of rows) {
    const worse = { ...row, verdict: '-', value: row.value * (row.better === 'more' ? 0.8 : 1.2) }
    if (row.value > 0 && faultsOf([worse], fair).length !== 1) throw new Error(`the judge did not see: ${row.claim}`)
  }
  if (faultsOf([{ ...rows[0], verdict: 'MISSED' }], fair).length !== 1)
    throw new Error('the judge saw no missed target')
}

const commit = () => spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim()

function write(history, rows) {
  const figures = Object.fromEntries(rows.map(({ claim, value }) => [claim, Number(value.toPrecision(4))]))
  const run = { on: new Date().toISOString().slice(0, 10), after: commit(), node: process.version, figures }
  const runs = [...history.runs, run].slice(-RUNS)
  writeFileSync(FILE, `${JSON.stringify({ ...history, runs }, null, 2)}\n`)
}

/** Of two measurements of one claim the better: what slows a program down for a moment does not speed it up. */
const better = (one, other) => ((one.better === 'more') === one.value > other.value ? one : other)

/** How often figures are measured before one that has fallen counts. */
const LOOKS = 3

/** True if nothing has fallen; while something has, all are measured once more, by `again`. */
export async function judge(rows, again) {
  requireSight(rows)
  const history = JSON.parse(readFileSync(FILE, 'utf8'))
  let judged = rows
  for (let look = 1; look < LOOKS && faultsOf(judged, history).length > 0; look++) {
    const next = new Map((await again()).map((each) => [each.claim, each]))
    judged = judged.map((each) => better(each, next.get(each.claim)))
  }
  for (const { claim, verdict } of judged)
    if (verdict === 'ok' && history.known[claim] !== undefined) console.log(`listed as missed, and met: ${claim}`)
  const faults = faultsOf(judged, history)
  for (const fault of faults) console.log(`FELL  ${fault}`)
  console.log(faults.length === 0 ? '\nnothing has fallen' : `\n${faults.length} figures have fallen`)
  return faults.length === 0
}

/** Runs of which the middle is recorded, so that a lucky one binds nobody. */
const RECORDED = 5

/** From now on these are what figures are held against. */
export async function record(rows, again) {
  const runs = [rows]
  while (runs.length < RECORDED) runs.push(await again())
  const recorded = rows.map((row, n) => ({ ...row, value: median(runs.map((run) => run[n].value)) }))
  write(JSON.parse(readFileSync(FILE, 'utf8')), recorded)
}
