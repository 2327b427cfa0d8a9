// First start: seed file, demo key, and checks of the listen ports.

import { existsSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import cliProgress from 'cli-progress'
import type { Logger } from 'pino'
import type { Offload } from '../features/world-files/offload.ts'
import { readSeedName, type SeedReport } from '../features/world-files/past.ts'
import { type Config, ConfigError, isPublic } from '../platform/config/config.ts'
import { ApiError } from '../platform/core/api-error.ts'
import type { Read } from '../platform/db/database.ts'

const DEMO_SEED = fileURLToPath(new URL('../../../demo-city/seed/seed.json', import.meta.url))

/** The world file named by `--seed`; null for an empty store. */
export function seedFile(config: Config): string | null {
  if (config.seed === 'none') return null
  const file = config.seed === 'demo' ? DEMO_SEED : resolve(config.seed)
  if (!existsSync(file)) throw new ConfigError(`--seed: there is no file ${file}`)
  return file
}

/** Name of the demo in its manifest, which a seeded store keeps. */
const DEMO_NAME = 'demo'

/**
 * Whether this start has to seed. The demo opens switches, sign-up and a read key to everyone, so a start that would
 * seed it in public is refused; a store that has it already gets a warning.
 */
export async function needsSeed(read: Read, config: Config, manifest: string | null, log: Logger): Promise<boolean> {
  const stored = await readSeedName(read)
  const isExposed = isPublic(config) && !config.demoInPublic
  if (stored === DEMO_NAME && isExposed)
    log.warn(
      { event: 'serve.demo_in_public' },
      'the store has the demo seed and other machines can reach this server: check switches and keys, or set --demo-in-public',
    )
  const isNeeded = manifest !== null && stored === null
  if (isNeeded && manifest === DEMO_SEED && isExposed)
    throw new ConfigError(
      '--seed demo is for one machine, and this listener or a public URL is open to others: use --seed none, or allow it with --demo-in-public',
    )
  return isNeeded
}

/** The file with the raw demo key, mode 600. */
export const demoKeyFile = ({ data }: Config): string => join(data, 'demo-key')

interface SeedOptions {
  readonly config: Config
  readonly manifest: string
  readonly onProgress?: (done: number, total: number, label: string) => void
}

/** Imports a world file into an empty store; null if another node did it first. */
export async function seed(
  offload: Offload,
  { config, manifest, onProgress = () => {} }: SeedOptions,
  at: number,
): Promise<SeedReport | null> {
  try {
    return await offload.seed({ manifest, at, demoKeyFile: demoKeyFile(config) }, onProgress)
  } catch (error) {
    if (error instanceof ApiError)
      throw new ConfigError(`--seed: ${manifest} is not a valid world file: ${error.message}`)
    throw error
  }
}

/** A listen address and its flag. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly flag: 'port' | 'operator-port' | 'metrics-port'
}

/** Turns listen errors that the operator can fix into one line. */
export function listenFault(error: unknown, { host, port, flag }: ListenAddress): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new ConfigError(`port ${port} is in use; choose another with --${flag}, or 0 for any`)
  if (code === 'EACCES') return new ConfigError(`port ${port} needs privileges; choose one above 1023 with --${flag}`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ConfigError(`--host: cannot listen on ${host}`)
  return error
}

const openPort = (place: ListenAddress): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => reject(listenFault(error, place)))
    server.listen({ host: place.host, port: place.port }, () => resolve(server))
  })

/**
 * Opens all ports at once and closes them again. A port in use, or used twice, is reported before the history is
 * simulated. The real listeners open only when the server is ready.
 */
export async function probePorts(places: readonly ListenAddress[]): Promise<void> {
  const probes: Server[] = []
  try {
    for (const place of places) probes.push(await openPort(place))
  } finally {
    await Promise.all(probes.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

/** Host and port of a listener, for the list of nodes: on all interfaces, the first address of this machine. */
export function reachableAddress(url: string, host: string): string {
  const { hostname, port } = new URL(url)
  if (host !== '0.0.0.0' && host !== '::') return `${hostname}:${port}`
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')
  return `${own?.address ?? hostname}:${port}`
}

/** Starts listening and returns the URL under which this machine reaches the server. */
export async function listen(server: Server, place: ListenAddress): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => reject(listenFault(error, place))
    server.once('error', fail)
    server.listen({ host: place.host, port: place.port }, () => {
      server.off('error', fail)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name === '0.0.0.0' || name === '[::]' ? '127.0.0.1' : name}:${address.port}`
}

const OLLAMA_URL = 'http://127.0.0.1:11434'
const PROBE_MS = 200

/** The line that names the flag for a local Ollama; null if none answers within 200 ms. It never fails. */
export async function findOllama(url = OLLAMA_URL): Promise<string | null> {
  try {
    const response = await fetch(`${url}/api/tags`, { signal: AbortSignal.timeout(PROBE_MS) })
    if (!response.ok) return null
    const { models } = (await response.json()) as { models?: { name?: unknown }[] }
    if (!Array.isArray(models)) return null
    const names = models.flatMap(({ name }) => (typeof name === 'string' && /^[\w./:-]+$/.test(name) ? [name] : []))
    return names.length === 0
      ? 'Ollama is running without a model: run "ollama pull llama3.1:8b", then start with --model ollama:llama3.1:8b'
      : `Ollama is running: start with --model ollama:${names[0]} to let residents use it`
  } catch {
    return null
  }
}

// ── Progress bars on standard error ──

export interface ProgressBar {
  readonly update: (done: number, total: number, label: string) => void
  /** Restores the cursor, also if the work failed. */
  readonly stop: () => void
}

/** A bar on standard error. Work in several stages shows one bar after the other. */
export function progressBar(title: string): ProgressBar {
  const bar = new cliProgress.SingleBar(
    {
      format: `  ${title}  {bar} {value}/{total}  {label}`,
      stream: process.stderr,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 5_000,
      clearOnComplete: false,
    },
    cliProgress.Presets.shades_classic,
  )
  let running = false
  const stop = (): void => {
    if (running) bar.stop()
    running = false
  }
  return {
    update(done, total, label) {
      if (!running) bar.start(total, done, { label })
      running = true
      bar.update(done, { label })
      if (done === total) stop()
    },
    stop,
  }
}
