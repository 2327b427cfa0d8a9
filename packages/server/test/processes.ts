// Server processes for tests: start, stop and exit.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/services.mjs'
import { OPERATOR_TOKEN, TEST_SECRET } from './harness.ts'

/** As `npm start` runs it. */
export const MAIN = fileURLToPath(new URL('../program/main.js', import.meta.url))

export interface NodeProcess {
  readonly child: ChildProcess
  readonly baseUrl: string
  readonly operatorUrl: string
  operator(method: string, path: string, body?: unknown): Promise<Response>
  /** Everything it wrote to standard error so far. */
  complaints(): string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface Exit {
  readonly code: number | null
  readonly stderr: string
}

export const tempFolder = (): string => mkdtempSync(join(tmpdir(), 'agent-network-test-'))

/** A disk of its own, of so many bytes, where this user may make one. */
export const smallDisk = (size: string): string | null => {
  const folder = tempFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    return null
  }
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

/** The compiled server as a process of its own; resolves with its end if it ends before it is ready. */
export async function spawnNode(
  flags: readonly string[],
  env: Record<string, string> = {},
  nodeFlags: readonly string[] = [],
): Promise<NodeProcess | Exit> {
  const child = spawn(process.execPath, [...nodeFlags, MAIN, '--port=0', '--operator-port=0', '--life=off', ...flags], {
    env: {
      PATH: process.env.PATH ?? '',
      AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
      AGENT_NETWORK_SECRET: TEST_SECRET,
      AGENT_NETWORK_CHECKS: 'on',
      // No balancer routes requests to it, so it need not announce its end.
      AGENT_NETWORK_DRAIN_NOTICE_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stderr!.on('data', (chunk) => {
    stderr += chunk
  })
  const ready = await new Promise<{ baseUrl: string; operatorUrl: string } | null>((resolve) => {
    child.stdout!.on('data', (chunk) => {
      stdout += chunk
      if (stdout.includes('\n')) resolve(JSON.parse(stdout.slice(0, stdout.indexOf('\n'))))
    })
    // Not `exit`: what it wrote last may still be on its way.
    child.once('close', () => resolve(null))
  })
  if (ready === null) return { code: await ended(child), stderr }
  return {
    child,
    ...ready,
    operator: (method, path, body) =>
      fetch(ready.operatorUrl + path, {
        method,
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    complaints: () => stderr,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended(child)
    },
  }
}

export const isRunning = (node: NodeProcess | Exit): node is NodeProcess => 'child' in node

export async function startNode(...args: Parameters<typeof spawnNode>): Promise<NodeProcess> {
  const node = await spawnNode(...args)
  if (!isRunning(node)) throw new Error(`the server did not start (exit ${node.code}): ${node.stderr}`)
  return node
}

/** A Redis that a test may stop, pause and restart from an older copy of its data. */
export async function startOwnRedis(
  folder: string,
  port?: number,
): Promise<{ url: string; port: number; pid: number; stop(): Promise<void> }> {
  const chosen = port ?? (await freePort())
  const child = spawn(
    'redis-server',
    ['--port', String(chosen), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout!.on('data', (chunk) => {
      output += chunk
      if (output.includes('Ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(output)))
  })
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    pid: child.pid!,
    async stop() {
      child.kill('SIGKILL')
      await ended(child)
    },
  }
}
