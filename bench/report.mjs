// From measurements to a table of claims. Times are judged by readers, never by an exit code; judge.mjs judges the rest.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { httpRows } from './http.mjs'
import { lifeRows } from './life.mjs'
import { observabilityRows } from './observability.mjs'
import { observeRows } from './observe.mjs'
import { readWaitRows } from './read-wait.mjs'
import { benchFolder } from './server-code.mjs'
import { steadyRows } from './steady-rows.mjs'
import { streamRows } from './streams.mjs'

const verdict = (holds) => (holds ? 'ok' : 'MISSED')
const atLeast = (claim, ratio, target, detail) => ({
  claim,
  measured: `${ratio.toFixed(2)}  ${detail}`,
  target: `>= ${target}`,
  verdict: verdict(ratio >= target),
})
const atMost = (claim, value, target, unit, detail = '') => ({
  claim,
  measured: `${value.toFixed(2)}${unit}  ${detail}`.trim(),
  target: `<= ${target}${unit}`,
  verdict: verdict(value <= target),
})
/** A figure that nothing was promised about. */
const noted = (claim, ratio, detail) => ({
  claim,
  measured: `${ratio.toFixed(2)}  ${detail}`,
  target: '-',
  verdict: '-',
})
const posts = (n) => `${n.toLocaleString('en')} posts`

function throughputRows({ posts: n, results }) {
  return results.map(({ mix, name, ours, baseline, ratio, cpuRatio }) => {
    const detail = `${Math.round(ours.perSecond)}/s of ${Math.round(baseline.perSecond)}/s, by core time ${cpuRatio.toFixed(2)}`
    return atLeast(`${mix}, ${posts(n)}: ${name}`, ratio, 0.5, detail)
  })
}

const SLOWDOWNS = {
  'page 1': 1.5,
  'page 300': 1.5,
  'post by id': 1.5,
  'topic filter': 1.5,
  trending: 1.5,
  'search, equally many hits': 1.5,
  'search, one letter': 3,
}
const HOLD_MAX_MS = 20

function growthRows({ from, to, latencies, holds }) {
  const rows = Object.entries(SLOWDOWNS).map(([name, target]) => {
    const {
      ms: [short, long],
      cpu,
    } = latencies[name]
    const detail = `${short.toFixed(2)} -> ${long.toFixed(2)} ms, core time ${cpu.map((ms) => ms.toFixed(2)).join(' -> ')}`
    return atMost(`${posts(from)} to ${posts(to)}: ${name}`, long / short, target, 'x', detail)
  })
  const [deep, last] = ['page 300', 'last page'].map((name) => latencies[name].ms[1])
  rows.push(
    atMost(
      `${posts(to)}: last page against page 300`,
      last / deep,
      5,
      'x',
      `${deep.toFixed(2)} -> ${last.toFixed(2)} ms`,
    ),
  )
  const { nothing, ...reads } = holds
  for (const [name, { max, p99 }] of Object.entries(reads))
    rows.push(
      atMost(
        `${posts(to)}: loop held by ${name}`,
        max,
        HOLD_MAX_MS,
        ' ms',
        `p99 ${p99.toFixed(2)}; idle ${nothing.max.toFixed(2)}`,
      ),
    )
  return rows
}

const sizeRows = ({ first, second }) => [
  atMost(
    'demo seed: memory, idle',
    second.megabytes,
    130,
    ' MB',
    `right after seeding ${first.megabytes.toFixed(0)} MB`,
  ),
  atMost(
    'demo seed: second start to ready',
    second.readyMs / 1_000,
    1.2,
    ' s',
    `first ${(first.readyMs / 1_000).toFixed(2)} s`,
  ),
]

const perSecond = ({ ours, baseline }) => `${Math.round(ours.perSecond)}/s of ${Math.round(baseline.perSecond)}/s`
const coreTime = ({ ours, baseline, cpuRatio }) =>
  `by core time ${cpuRatio.toFixed(2)} (${ours.cpuPerRequest.toFixed(2)} against ${baseline.cpuPerRequest.toFixed(2)} ms)`

function completionRows({ atOnce, localVoice, beside }) {
  const { held, leastInFlight, completionsPerSecond } = beside
  return [
    atLeast(
      'completion, a model that answers at once',
      atOnce.ratio,
      0.25,
      `${perSecond(atOnce)}, ${coreTime(atOnce)}`,
    ),
    noted('completion, the local voice', localVoice.ratio, `${perSecond(localVoice)}, ${coreTime(localVoice)}`),
    atLeast(
      `GET /v1/posts?perPage=25 beside ${held} completions under way`,
      beside.ratio,
      0.8,
      `${perSecond(beside)} when idle, by core time ${beside.cpuRatio.toFixed(2)}; ${Math.round(completionsPerSecond)} completions/s, never fewer than ${leastInFlight} under way`,
    ),
    atMost(
      `the same: its 99th percentile`,
      beside.ours.p99 / beside.baseline.p99,
      2,
      'x',
      `${beside.baseline.p99.toFixed(1)} -> ${beside.ours.p99.toFixed(1)} ms`,
    ),
  ]
}

function memoryRows({ from, to, ms, cpu }) {
  const claim = `completion, ${from.toLocaleString('en')} to ${to.toLocaleString('en')} episodes`
  const both = ([short, long], unit) => `${short.toFixed(2)} -> ${long.toFixed(2)} ${unit}`
  return [
    atMost(`${claim}: latency`, ms[1] / ms[0], 2, 'x', both(ms, 'ms')),
    atMost(`${claim}: core time`, cpu[1] / cpu[0], 2, 'x', both(cpu, 'ms')),
  ]
}

const tokenRows = (result) => [
  noted('POST /oidc/token against its signature alone', result.ratio, perSecond(result)),
  noted(
    'POST /oidc/token: share of the signature in the core time',
    result.cpuRatio,
    `${result.baseline.cpuPerRequest.toFixed(2)} of ${result.ours.cpuPerRequest.toFixed(2)} ms`,
  ),
]

/** Core time that a tool takes beyond the route it calls, in milliseconds. */
const mcpRows = (results) =>
  Object.entries(results).map(([name, { tool, route, beyond }]) =>
    atMost(
      `MCP ${name}: core time beyond the REST call`,
      beyond,
      0.1,
      ' ms',
      `${tool.toFixed(3)} against ${route.toFixed(3)} ms`,
    ),
  )

const ACT_TARGETS = { like: 0.3, reply: 0.2 }

function actRows({ visitors, posts: n, results }) {
  return Object.entries(results).flatMap(([kind, result]) => {
    const claim = `${kind} of ${visitors} visitors, ${posts(n)}`
    const cost = `${result.rows.toFixed(1)} rows in ${result.commits.toFixed(1)} commits`
    const detail = `${perSecond(result)} that write ${cost}, ${coreTime(result)}`
    const target = ACT_TARGETS[kind]
    const plain =
      target === undefined ? noted(claim, result.ratio, detail) : atLeast(claim, result.ratio, target, detail)
    const { grouped } = result
    return grouped === null
      ? [plain]
      : [plain, noted(`${claim}: shared commits`, grouped.ratio, `${perSecond(grouped)}, ${coreTime(grouped)}`)]
  })
}

const ACT_SLOWDOWN = 2

const actGrowthRows = ({ from, to, latencies }) =>
  Object.entries(latencies).flatMap(([name, measured]) =>
    Object.entries({ latency: measured.ms, 'core time': measured.cpu }).map(([what, [short, long]]) =>
      atMost(
        `${posts(from)} to ${posts(to)}: ${name}, ${what}`,
        long / short,
        ACT_SLOWDOWN,
        'x',
        `${short.toFixed(2)} -> ${long.toFixed(2)} ms`,
      ),
    ),
  )

function cityRows({ places, bodies, ms, cpu }) {
  const claim = `heartbeat, the demo's city to ${places.toLocaleString('en')} places and ${bodies.toLocaleString('en')} bodies`
  const both = ([small, large]) => `${small.toFixed(2)} -> ${large.toFixed(2)} ms`
  return [
    atMost(`${claim}: latency`, ms[1] / ms[0], 2, 'x', both(ms)),
    atMost(`${claim}: core time`, cpu[1] / cpu[0], 2, 'x', both(cpu)),
  ]
}

function routeRows({ places, compile, firstOpen, open, plain, prepared, ratio, cpuRatio }) {
  const city = `city of ${places.toLocaleString('en')} places`
  const byCore = ({ perCoreSecond }) => `routes/s, by core time ${Math.round(perCoreSecond)}/s`
  return [
    atLeast(`${city}: plain A*`, plain.perSecond, 300, byCore(plain)),
    atLeast(`${city}: prepared routes`, prepared.perSecond, 2_000, byCore(prepared)),
    noted(`${city}: prepared against plain`, ratio, `by core time ${cpuRatio.toFixed(2)}`),
    noted(`${city}: compile, s`, compile.ms / 1_000, `core time ${(compile.cpuMs / 1_000).toFixed(2)} s`),
    noted(`${city}: open, ms`, open.ms, `first ${firstOpen.ms.toFixed(0)} ms, core time ${open.cpuMs.toFixed(0)} ms`),
  ]
}

const ROWS = {
  steady: steadyRows,
  throughput: (mixes) => mixes.flatMap(throughputRows),
  growth: growthRows,
  size: sizeRows,
  completion: completionRows,
  memory: memoryRows,
  tokens: tokenRows,
  mcp: mcpRows,
  acts: actRows,
  'acts-growth': actGrowthRows,
  city: cityRows,
  routes: routeRows,
  observe: observeRows,
  life: lifeRows,
  streams: streamRows,
  http: httpRows,
  observability: observabilityRows,
  'read-wait': readWaitRows,
}

/** Rows of whatever was measured, in the order in which it was. */
export const rowsOf = (measured) => Object.entries(measured).flatMap(([part, result]) => ROWS[part](result))

export function table(rows) {
  const columns = ['claim', 'measured', 'target', 'verdict']
  const lines = [Object.fromEntries(columns.map((name) => [name, name])), ...rows]
  const widths = columns.map((name) => Math.max(...lines.map((row) => row[name].length)))
  const line = (row) =>
    columns
      .map((name, i) => row[name].padEnd(widths[i]))
      .join('  ')
      .trimEnd()
  return [line(lines[0]), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

export const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
})

/** Writes everything that was measured, and returns where. */
export function save(result) {
  const folder = join(benchFolder, 'results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`)
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  return file
}
