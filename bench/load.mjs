// Load from another process: wrk where it is installed, else our own client. One run never mixes the two.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchFolder } from './server-code.mjs'

export const CONNECTIONS = 50
const hasWrk = spawnSync('wrk', ['--version']).error === undefined
export const clientName = hasWrk ? 'wrk' : 'bench/load-client.mjs'

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
 * Seconds of load on a port, rotating over keys, paths and, for POST, bodies of one line each. Every answer must be 200, or 304 where that was asked for:
 * a run in which some were not has measured something else. No answer at all is a result only with `least` 0.
 * With `numbers` every request gets an Idempotency-Key of its own, and the next run goes on where this one ended.
 */
export async function load(
  port,
  seconds,
  { keysFile, paths, before = 'X-API-Key: ', type = null, bodies = [], numbers = null, least = 1 },
) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-load-'))
  const kept = (name, lines) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
    return join(folder, name)
  }
  try {
    const traffic = [keysFile, kept('paths.txt', paths), before]
    if (type !== null) traffic.push(type, kept('bodies.txt', bodies))
    if (numbers !== null) traffic.push(numbers.run, numbers.next)
    const wrk = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '30s', '-s', join(benchFolder, 'load.lua')]
    const text = hasWrk
      ? await outputOf('wrk', [...wrk, `http://127.0.0.1:${port}`, '--', ...traffic.map(String)])
      : await outputOf(
          process.execPath,
          [join(benchFolder, 'load-client.mjs'), port, CONNECTIONS, seconds, ...traffic].map(String),
        )
    const result = JSON.parse(text.trim().split('\n').at(-1))
    // Some were still under way when the time was over.
    if (numbers !== null) numbers.next += result.requests + 2 * CONNECTIONS
    if (result.refused > 0)
      throw new Error(`${result.refused} of ${result.requests} requests were not answered with 200`)
    if (result.requests < least) throw new Error('no request was answered')
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Several runs as one. */
export function together(runs) {
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
