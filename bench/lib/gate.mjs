// Compares the figures of the suite `gate` with the recorded ones in bench/gate.json. A figure that is worse by more than 15 %
// fails, and so does a missed target that is not in `knownMisses`.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder } from './paths.mjs'
import { median } from './statistics.mjs'
import { progress } from './suite.mjs'

const FILE = join(benchFolder, 'gate.json')
const TOLERANCE = 0.15
/** Recorded runs that stay in the file. */
const HISTORY = 40
/** How often figures are measured before a regression counts: core time varies by a third on shared machines. */
const ATTEMPTS = 10
/** Runs of which the median is recorded. */
const RECORDED_RUNS = 5

const major = (version) => version.split('.')[0]
const readHistory = () => JSON.parse(readFileSync(FILE, 'utf8'))

const worsening = ({ better, number }, recorded) =>
  (better === 'more' ? recorded - number : number - recorded) / recorded

/** Rows with a regression or a missed target. Only runs with the same major version of Node count, because its speed differs. */
function findFaults(rows, { knownMisses, runs }) {
  const sameNode = runs.filter(({ node }) => major(node) === major(process.version))
  const recorded = Object.assign({}, ...sameNode.map(({ figures }) => figures))
  return rows.flatMap((row) => {
    const before = recorded[row.measure]
    const faults = []
    if (before !== undefined && worsening(row, before) > TOLERANCE) faults.push(`recorded ${before.toFixed(3)}`)
    if (row.result === 'MISSED' && knownMisses[row.measure] === undefined)
      faults.push(`target ${row.target} missed and not in knownMisses`)
    return faults.length === 0 ? [] : [{ row, faults }]
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

/** True if there is no regression. While there is one, `measureAgain` measures the rows that it gets again. */
export async function passesGate(rows, measureAgain) {
  requireSensitivity(rows)
  const history = readHistory()
  let best = rows
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const faults = findFaults(best, history)
    if (faults.length === 0) break
    progress(`attempt ${attempt + 1} for ${faults.map(({ row }) => row.measure).join('; ')}`)
    const next = new Map((await measureAgain(faults.map(({ row }) => row))).map((row) => [row.measure, row]))
    best = best.map((row) => better(row, next.get(row.measure) ?? row))
  }
  for (const { measure, result } of best)
    if (result === 'ok' && history.knownMisses[measure] !== undefined)
      console.log(`in knownMisses, and met: ${measure}`)
  const faults = findFaults(best, history)
  for (const { row, faults: reasons } of faults)
    console.log(`REGRESSION  ${row.measure}: ${row.number.toFixed(3)} ${row.detail}; ${reasons.join('; ')}`)
  console.log(`\ngate ${faults.length === 0 ? 'passed' : 'failed'}: ${faults.length} regressions`)
  return faults.length === 0
}

const commit = () => spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim()

/** Records the medians of several runs as the figures to compare with. */
export async function recordFigures(rows, measureAgain) {
  const all = [rows]
  while (all.length < RECORDED_RUNS) all.push(await measureAgain(rows))
  const figures = Object.fromEntries(
    rows.map(({ measure }, n) => [measure, Number(median(all.map((run) => run[n].number)).toPrecision(4))]),
  )
  const history = readHistory()
  const run = { date: new Date().toISOString().slice(0, 10), commit: commit(), node: process.version, figures }
  const runs = [...history.runs, run].slice(-HISTORY)
  writeFileSync(FILE, `${JSON.stringify({ ...history, runs }, null, 2)}\n`)
}
