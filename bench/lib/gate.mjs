// Compares the figures of the suite `gate` with the recorded ones in bench/gate.json. A figure that is worse by more than 15 %
// fails, and so does a missed target that is not in `knownMisses`.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder } from './paths.mjs'
import { median } from './statistics.mjs'

const FILE = join(benchFolder, 'gate.json')
const TOLERANCE = 0.15
/** Recorded runs that stay in the file. */
const HISTORY = 40
/** How often figures are measured before a regression counts: core time varies by a third on shared machines. */
const ATTEMPTS = 16
/** Runs of which the median is recorded. */
const RECORDED_RUNS = 5

const major = (version) => version.split('.')[0]
const readHistory = () => JSON.parse(readFileSync(FILE, 'utf8'))

const worsening = ({ better, number }, recorded) =>
  (better === 'more' ? recorded - number : number - recorded) / recorded

/** Regressions and missed targets. Only runs with the same major version of Node count, because its speed differs. */
function findFaults(rows, { knownMisses, runs }) {
  const sameNode = runs.filter(({ node }) => major(node) === major(process.version))
  const recorded = Object.assign({}, ...sameNode.map(({ figures }) => figures))
  return rows.flatMap((row) => {
    const before = recorded[row.measure]
    const faults = []
    if (before !== undefined && worsening(row, before) > TOLERANCE) faults.push(`recorded ${before.toFixed(3)}`)
    if (row.result === 'MISSED' && knownMisses[row.measure] === undefined)
      faults.push(`target ${row.target} missed and not in knownMisses`)
    return faults.length === 0 ? [] : [`${row.measure}: ${row.number.toFixed(3)} ${row.detail}; ${faults.join('; ')}`]
  })
}

/** Checks that the comparison reports a figure that is 20 % worse, and a missed target. */
function requireSensitivity(rows) {
  const figures = Object.fromEntries(rows.map(({ measure, number }) => [measure, number]))
  const history = { knownMisses: {}, runs: [{ node: process.version, figures }] }
  for (const row of rows) {
    const worse = { ...row, result: '', number: row.number * (row.better === 'more' ? 0.8 : 1.2) }
    if (row.number > 0 && findFaults([worse], history).length !== 1)
      throw new Error(`the gate does not report a regression of: ${row.measure}`)
  }
  if (findFaults([{ ...rows[0], result: 'MISSED' }], history).length !== 1)
    throw new Error('the gate does not report a missed target')
}

/** The better of two measurements of one figure: other programs only make figures worse. */
const better = (one, other) => ((one.better === 'more') === one.number > other.number ? one : other)

/** True if there is no regression. Figures are measured again, by `measureAgain`, while there is one. */
export async function passesGate(rows, measureAgain) {
  requireSensitivity(rows)
  const history = readHistory()
  let best = rows
  for (let attempt = 1; attempt < ATTEMPTS && findFaults(best, history).length > 0; attempt++) {
    const next = new Map((await measureAgain()).map((row) => [row.measure, row]))
    best = best.map((row) => better(row, next.get(row.measure)))
  }
  for (const { measure, result } of best)
    if (result === 'ok' && history.knownMisses[measure] !== undefined)
      console.log(`in knownMisses, and met: ${measure}`)
  const faults = findFaults(best, history)
  for (const fault of faults) console.log(`REGRESSION  ${fault}`)
  console.log(`\ngate ${faults.length === 0 ? 'passed' : 'failed'}: ${faults.length} regressions`)
  return faults.length === 0
}

const commit = () => spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim()

/** Records the medians of several runs as the figures to compare with. */
export async function recordFigures(rows, measureAgain) {
  const all = [rows]
  while (all.length < RECORDED_RUNS) all.push(await measureAgain())
  const figures = Object.fromEntries(
    rows.map(({ measure }, n) => [measure, Number(median(all.map((run) => run[n].number)).toPrecision(4))]),
  )
  const history = readHistory()
  const run = { date: new Date().toISOString().slice(0, 10), commit: commit(), node: process.version, figures }
  const runs = [...history.runs, run].slice(-HISTORY)
  writeFileSync(FILE, `${JSON.stringify({ ...history, runs }, null, 2)}\n`)
}
