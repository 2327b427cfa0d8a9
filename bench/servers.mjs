// Child processes that serve: started, awaited until they say where they listen, and stopped by their id.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { benchFolder, serverFolder } from './server-code.mjs'

const running = new Set()

/** Waits for the first line on stdout, which is JSON. */
function spawnReady(args, env = {}) {
  const started = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  running.add(child)
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4_000)
  })
  const ended = new Promise((resolve) => {
    // Not `exit`: what it said last may still be on its way then.
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
    ended.then(({ code, signal }) => reject(new Error(`${args[0]} ended (${signal ?? code}): ${said}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return ready.then(({ line, ms }) => ({ ...line, pid: child.pid, readyMs: ms, stop, said: () => said }))
}

/** The compiled server itself, or that of another checkout, on any free port. Profiles are written where BENCH_CPU_PROFILES points. */
export async function startServer(
  data,
  {
    seed = 'none',
    life = false,
    env: given = {},
    nodeFlags = [],
    flags: more = [],
    folder: from = serverFolder,
    entry = 'dist/app/main.js',
  } = {},
) {
  const folder = process.env.BENCH_CPU_PROFILES
  const profile = [...(folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []), ...nodeFlags]
  const flags = [
    '--data',
    data,
    '--port',
    '0',
    '--operator-port',
    '0',
    '--seed',
    seed,
    '--life',
    life ? 'on' : 'off',
    ...more,
  ]
  // All load comes from this machine.
  const env = { AGENT_NETWORK_LOG_LEVEL: 'warn', AGENT_NETWORK_MAX_CONNECTIONS_PER_ADDRESS: '20000', ...given }
  const server = await spawnReady([...profile, join(from, entry), ...flags], env)
  return {
    ...server,
    port: Number(new URL(server.baseUrl).port),
    operatorToken: () => readFileSync(join(data, 'operator-token'), 'utf8').trim(),
  }
}

/** The same with its statements, commits and round trips counted; see counted.mjs. `counts` is what came so far. */
export async function startCounted(data, options = {}) {
  const file = join(data, 'counts.json')
  const server = await startServer(data, {
    ...options,
    env: { ...options.env, BENCH_COUNTS: file },
    nodeFlags: ['--expose-gc', '--import', join(benchFolder, 'counted.mjs')],
  })
  return {
    ...server,
    async counts() {
      rmSync(file, { force: true })
      process.kill(server.pid, 'SIGUSR2')
      while (!existsSync(file) || !readFileSync(file, 'utf8').endsWith('\n')) await pause(5)
      return JSON.parse(readFileSync(file, 'utf8'))
    },
  }
}

/** A bare node:http server; see baseline.mjs for what it can serve. */
export const startBaseline = (job) => spawnReady([join(benchFolder, 'baseline.mjs'), JSON.stringify(job)])
export const startPeer = (databaseUrl) => spawnReady([join(benchFolder, 'peer-server.mjs'), databaseUrl])

const SENT_BY_NODE = /^(date|connection|keep-alive)$/i

/** An answer as a baseline takes it. */
export function copyable(head, body) {
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': '))
  return { headers: headers.filter(([name]) => !SENT_BY_NODE.test(name)).flat(), body: body.toString('base64') }
}

/** A provider of words that answers after `delayMs`; see model-stub.mjs. */
export async function startModel(delayMs) {
  const stub = await spawnReady([join(benchFolder, 'model-stub.mjs'), JSON.stringify({ delayMs })])
  const url = `http://127.0.0.1:${stub.port}/v1`
  return { ...stub, env: { AGENT_NETWORK_MODEL_URL: url, AGENT_NETWORK_MODEL_NAME: 'stub' } }
}

/** Keeps completions under way until it is stopped; see held-client.mjs. */
export const startHeld = (job) => spawnReady([join(benchFolder, 'held-client.mjs'), JSON.stringify(job)])

/** Adds posts and likes until it is stopped; see writer.mjs. */
export const startWriter = (job) => spawnReady([join(benchFolder, 'writer.mjs'), JSON.stringify(job)])

/**
 * Time that a process's main thread has spent on a core, where the system tells. Unlike wall time it does not depend
 * on what else the machine is doing.
 */
export const cpuMs = (pid) => threadMs(pid, pid)

/** By process and thread what was seen last, also of threads that have ended since: their time was spent. */
const seen = new Map()

/** The same of all its threads: signatures are made beside the main one. */
export function allCpuMs(pid) {
  if (!seen.has(pid)) seen.set(pid, new Map())
  const threads = seen.get(pid)
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) threads.set(thread, threadMs(pid, thread) || 0)
    return [...threads.values()].reduce((sum, ms) => sum + ms, 0)
  } catch {
    return Number.NaN
  }
}

/**
 * Now, in milliseconds that all threads of this process share, and for how long a process's main thread has been ready to
 * run and had no core by now, because others had them.
 */
export const momentOf = (pid) => ({ now: Number(process.hrtime.bigint()) / 1e6, waited: threadMs(pid, pid, 1) })

function threadMs(pid, thread, column = 0) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[column]) / 1e6
  } catch {
    return Number.NaN
  }
}

// Whatever ends us, nothing keeps running after us.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
