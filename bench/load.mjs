// Load from another process: wrk where it is installed, else our own client. One run never mixes the two.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchFolder } from './server-code.mjs'

const CONNECTIONS = 50
const hasWrk = spawnSync('wrk', ['--version']).error === undefined
export const clientName = hasWrk ? 'wrk' : 'bench/load-client.mjs'

function outputOf(command, args) {
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

/** Seconds of load on a port. Every answer must be 200: a run in which some were not has measured something else. */
export async function load(port, seconds, keysFile, paths) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-load-'))
  try {
    const pathsFile = join(folder, 'paths.txt')
    writeFileSync(pathsFile, `${paths.join('\n')}\n`)
    const script = join(benchFolder, 'load.lua')
    const text = hasWrk
      ? await outputOf('wrk', [
          '-t1',
          `-c${CONNECTIONS}`,
          `-d${seconds}s`,
          '--timeout',
          '30s',
          '-s',
          script,
          `http://127.0.0.1:${port}`,
          '--',
          keysFile,
          pathsFile,
        ])
      : await outputOf(
          process.execPath,
          [join(benchFolder, 'load-client.mjs'), port, CONNECTIONS, seconds, keysFile, pathsFile].map(String),
        )
    const result = JSON.parse(text.trim().split('\n').at(-1))
    if (result.refused > 0)
      throw new Error(`${result.refused} of ${result.requests} requests were not answered with 200`)
    if (result.requests === 0) throw new Error('no request was answered')
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
