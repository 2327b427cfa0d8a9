// Load from another process: wrk where it is installed, else programs/load-client.mjs. One run uses one of them.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mainThreadMs } from './core-time.mjs'
import { benchFolder, programFile } from './paths.mjs'

export const CONNECTIONS = 50
const WARM_UP_SECONDS = 1
const hasWrk = spawnSync('wrk', ['--version']).error === undefined
export const clientName = hasWrk ? 'wrk' : 'bench/lib/programs/load-client.mjs'

/** Stdout of a command; a status other than 0 ends the run. */
export function outputOf(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}`))))
  })
}

/**
 * Sends requests to a port for some seconds, rotating over keys, paths and, for POST, bodies of one line each. A response
 * other than 200 or 304 ends the run, and so do fewer than `least` responses. With `numbers` every request has its own
 * Idempotency-Key, and the next run continues the numbers.
 */
async function load(
  port,
  seconds,
  { keysFile, paths, before = 'X-API-Key: ', type = null, bodies = [], numbers = null, least = 1 },
) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-load-'))
  const fileOf = (name, lines) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
    return join(folder, name)
  }
  try {
    const traffic = [keysFile, fileOf('paths.txt', paths), before]
    if (type !== null) traffic.push(type, fileOf('bodies.txt', bodies))
    if (numbers !== null) traffic.push(numbers.run, numbers.next)
    const script = join(benchFolder, 'lib/programs/load.lua')
    const wrk = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '30s', '-s', script]
    const text = hasWrk
      ? await outputOf('wrk', [...wrk, `http://127.0.0.1:${port}`, '--', ...traffic.map(String)])
      : await outputOf(
          process.execPath,
          [programFile('load-client'), port, CONNECTIONS, seconds, ...traffic].map(String),
        )
    const result = JSON.parse(text.trim().split('\n').at(-1))
    // Requests in flight at the end have used numbers, too.
    if (numbers !== null) numbers.next += result.requests + 2 * CONNECTIONS
    if (result.refused > 0) throw new Error(`${result.refused} of ${result.requests} responses were not 200`)
    if (result.requests < least) throw new Error('no responses')
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One run of load, with the core time of the server's main thread, or of what `coreMsOf` counts. */
export async function measureLoad({ port, pid }, seconds, traffic, coreMsOf = mainThreadMs) {
  const before = coreMsOf(pid)
  const run = await load(port, seconds, traffic)
  return { ...run, cpu: coreMsOf(pid) - before }
}

/** Several runs as one. */
export function combineRuns(runs) {
  const sum = (read) => runs.reduce((total, run) => total + read(run), 0)
  const requests = sum((run) => run.requests)
  const weighted = (read) => sum((run) => read(run) * run.requests) / requests
  return {
    requests,
    perSecond: requests / sum((run) => run.seconds),
    cpuPerRequest: sum((run) => run.cpu) / requests,
    p50: weighted((run) => run.p50),
    p99: weighted((run) => run.p99),
  }
}

/** `ratio` by requests per second, `cpuRatio` by core time; 1 is as fast as the baseline, and more is faster. */
export const compareRuns = (ours, baseline) => ({
  ours,
  baseline,
  ratio: ours.perSecond / baseline.perSecond,
  cpuRatio: baseline.cpuPerRequest / ours.cpuPerRequest,
})

/** Two servers under the same load, alternating: a slow machine slows both. */
export async function measureInTurns(ours, theirs, traffic, { seconds, rounds, warmUp = WARM_UP_SECONDS }) {
  const measured = { ours: [], theirs: [] }
  for (const side of [ours, theirs]) await measureLoad(side, warmUp, traffic)
  for (let n = 0; n < rounds; n++) {
    measured.ours.push(await measureLoad(ours, seconds / rounds, traffic))
    measured.theirs.push(await measureLoad(theirs, seconds / rounds, traffic))
  }
  return compareRuns(combineRuns(measured.ours), combineRuns(measured.theirs))
}
