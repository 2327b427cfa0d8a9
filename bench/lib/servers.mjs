// Starts servers and clients as child processes, waits until they are ready, and stops them.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt, programFile, SERVER_ENTRY, serverFolder } from './paths.mjs'

const running = new Set()

/** Resolves with the first line on stdout, which is JSON. */
function spawnReady(args, env = {}) {
  const started = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  running.add(child)
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-4_000)
  })
  const ended = new Promise((resolve) => {
    // `close` comes after the last output, `exit` may come before it.
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  const ready = new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n'))
        resolve({ line: JSON.parse(text.slice(0, text.indexOf('\n'))), ms: performance.now() - started })
    })
    ended.then(({ code, signal }) => reject(new Error(`${args[0]} ended (${signal ?? code}): ${stderr}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return ready.then(({ line, ms }) => ({ ...line, pid: child.pid, readyMs: ms, stop, stderr: () => stderr }))
}

const startProgram = (name, job) => spawnReady([programFile(name), JSON.stringify(job)])

/**
 * The compiled server of this checkout or of another one (`folder`), on free ports. The server writes CPU profiles to the
 * folder in BENCH_CPU_PROFILES.
 */
export async function startServer(data, options = {}) {
  ensureBuilt()
  const { seed = 'none', life = false, nodeFlags = [], folder = serverFolder, entry = SERVER_ENTRY } = options
  const profiles = process.env.BENCH_CPU_PROFILES
  const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
  const flags = ['--data', data, '--port', '0', '--operator-port', '0', '--seed', seed, '--life', life ? 'on' : 'off']
  const env = {
    AGENT_NETWORK_LOG_LEVEL: 'warn',
    // All load comes from this machine.
    AGENT_NETWORK_MAX_CONNECTIONS_PER_ADDRESS: '20000',
    ...options.env,
  }
  const args = [...profiling, ...nodeFlags, join(folder, entry), ...flags, ...(options.flags ?? [])]
  const server = await spawnReady(args, env)
  return {
    ...server,
    port: Number(new URL(server.baseUrl).port),
    operatorToken: () => readFileSync(join(data, 'operator-token'), 'utf8').trim(),
  }
}

/** Sends SIGUSR2 and reads the JSON that a preloaded program then writes to `file`. */
export async function readOnSignal(pid, file) {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(file) || !readFileSync(file, 'utf8').endsWith('\n')) await pause(5)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** A server that counts its statements, commits and round trips; `counts()` reads them. */
export async function startCountingServer(data, options = {}) {
  const file = join(data, 'counts.json')
  const server = await startServer(data, {
    ...options,
    env: { ...options.env, BENCH_COUNTS: file },
    nodeFlags: ['--expose-gc', '--import', programFile('count-statements')],
  })
  return { ...server, counts: () => readOnSignal(server.pid, file) }
}

/** A bare node:http server; programs/baseline.mjs lists the kinds of responses. */
export const startBaseline = (job) => startProgram('baseline', job)

export const startExpress = (databaseUrl) => spawnReady([programFile('express-server'), databaseUrl])

const SENT_BY_NODE = /^(date|connection|keep-alive)$/i

/** A response in the form that a baseline server sends. */
export function replayableResponse(head, body) {
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': '))
  return { headers: headers.filter(([name]) => !SENT_BY_NODE.test(name)).flat(), body: body.toString('base64') }
}

/** A model provider that responds after `delayMs`; `env` makes a server use it. */
export async function startModel(delayMs) {
  const stub = await startProgram('model-stub', { delayMs })
  const url = `http://127.0.0.1:${stub.port}/v1`
  return { ...stub, env: { AGENT_NETWORK_MODEL_URL: url, AGENT_NETWORK_MODEL_NAME: 'stub' } }
}

/** Has a fixed number of completions in flight until it is stopped. */
export const startCompletionClient = (job) => startProgram('completion-client', job)

/** Imports posts and likes until it is stopped. */
export const startWriter = (job) => startProgram('post-writer', job)

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
