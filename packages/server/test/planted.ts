// Planted faults: copies of the compiled server with one change.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPERATOR_TOKEN, TEST_SECRET } from './harness.ts'
import { MAIN, type NodeProcess, tempFolder } from './processes.ts'

/** One change to the compiled server that breaks a promise on purpose. */
export interface Fault {
  /** The name of a compiled file, in whatever room it stands. */
  readonly file: string
  readonly from: string | RegExp
  readonly to: string
}

const file = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

export interface Planted {
  readonly main: string
  remove(): void
}

const SOURCES = file('src')
/** Compiled output of a file that has moved may still be at its old path. */
const hasSource = (path: string): boolean => existsSync(join(SOURCES, path.replace(/\.js$/, '.ts')))

/** The file has to be found by its name and by the text that is to be changed, and no other one with it. */
function change(dist: string, { file, from, to }: Fault): void {
  const named = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (path) => basename(path) === file && hasSource(path),
  )
  const changed = named.flatMap((path) => {
    const before = readFileSync(join(dist, path), 'utf8')
    const after = before.replace(from, to)
    return after === before ? [] : [{ path, after }]
  })
  if (changed.length !== 1)
    throw new Error(`${changed.length} of ${named.length} files ${file} fit: the fault no longer fits the code`)
  writeFileSync(join(dist, changed[0]!.path), changed[0]!.after)
}

/** Two of three compiled files are types and source maps. */
const isRun = (path: string): boolean => !/\.(?:d\.ts|map|tsbuildinfo)$/.test(path)

/** A copy of the compiled server with a fault in it: what finds nothing wrong with this one proves nothing. */
export function plant(...faults: readonly Fault[]): Planted {
  const room = tempFolder()
  const folder = join(room, 'server')
  const dist = join(folder, 'dist')
  cpSync(file('dist'), dist, { recursive: true, filter: isRun })
  cpSync(file('package.json'), join(folder, 'package.json'))
  symlinkSync(file('../../node_modules'), join(folder, 'node_modules'))
  // Pages are looked for beside the server.
  symlinkSync(file('../web'), join(room, 'web'))
  for (const fault of faults) change(dist, fault)
  const { status, stderr } = spawnSync(process.execPath, [file('scripts/bundle.mjs'), `--from=${dist}`])
  if (status !== 0) throw new Error(`the broken server could not be bundled: ${stderr}`)
  return { main: join(folder, 'program/main.js'), remove: () => rmSync(room, { recursive: true, force: true }) }
}

export interface Launch {
  readonly flags: readonly string[]
  /** Another build than the ordinary one. */
  readonly main?: string | undefined
  /** Settings that have no flag. */
  readonly env?: Readonly<Record<string, string>>
  /** A program to run the server under, such as a tracer. It must leave the server as our own child. */
  readonly under?: readonly string[]
}

const HOLD = fileURLToPath(new URL('./wait-for-signal.mjs', import.meta.url))

/** A server that has loaded its code and waits to be told to start, so that a restart costs next to nothing. */
export interface Standby {
  start(): Promise<NodeProcess>
  discard(): Promise<void>
}

export function standBy({ flags, main = MAIN, under = [], env = {} }: Launch): Standby {
  const [command = '', ...args] = [...under, process.execPath, '--import', HOLD, main]
  const child = spawn(command, [...args, '--port=0', '--operator-port=0', '--life=off', '--seed=none', ...flags], {
    env: {
      PATH: process.env.PATH ?? '',
      AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
      AGENT_NETWORK_SECRET: TEST_SECRET,
      AGENT_NETWORK_CHECKS: 'on',
      // No balancer routes requests to it, so it need not announce its end.
      AGENT_NETWORK_DRAIN_NOTICE_SECONDS: '0',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ready = new Promise<{ baseUrl: string; operatorUrl: string }>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      if (stdout.includes('\n')) resolve(JSON.parse(stdout.slice(0, stdout.indexOf('\n'))))
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server did not start (exit ${code}): ${stderr}`)))
  })
  // A caller may never await it; its rejection must not end the process.
  ready.catch(() => {})
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  return {
    async start() {
      child.stdin.on('error', () => {})
      child.stdin.write('start\n')
      const { baseUrl, operatorUrl } = await ready
      const operator: NodeProcess['operator'] = (method, path, body) =>
        fetch(operatorUrl + path, {
          method,
          headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      return { child, baseUrl, operatorUrl, operator, complaints: () => stderr, stop }
    },
    async discard() {
      await stop('SIGKILL')
    },
  }
}

/** Like startNode, for a build and under a program of one's choice. */
export const launch = (options: Launch): Promise<NodeProcess> => standBy(options).start()
