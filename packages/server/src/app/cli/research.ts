// Commands for research: manifest, reproduce, export-data. They work on the store, also while the server runs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Command } from 'commander'
import pino from 'pino'
import { type DataFormat, exportData } from '../../features/world-files/data-files.ts'
import { readManifest, type WorldManifest } from '../../features/world-files/manifest.ts'
import { type Config, readConfig, readSecrets, VERSION } from '../../platform/config/config.ts'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { DAY_MS, parseIso } from '../../platform/core/time.ts'
import { listLiveNodes } from '../../platform/db/backup/set-aside.ts'
import { storedSchema } from '../../platform/db/bulk.ts'
import { MIGRATIONS } from '../../platform/db/migrations/migrate.ts'
import { isInUse } from '../../platform/db/sqlite-at-rest.ts'
import { progressBar } from '../first-start.ts'
import { NotReproducible, reproduce } from '../lived-world.ts'
import { openDatabase, openReadOnly } from './backup/verify-backup.ts'
import { CliError } from './client.ts'
import { printJson, printMessage, writeJson } from './output.ts'

/** The settings of the store; flags of the command line have precedence. */
const configOf = (data: string) => readConfig(['--data', data], process.env)

/** Reads the store in one snapshot. Errors of the caller are printed in one line. */
async function withStore<T>(data: string, work: (store: Awaited<ReturnType<typeof openReadOnly>>) => Promise<T>) {
  const store = await openReadOnly(configOf(data))
  try {
    const schema = await store.snapshot(storedSchema)
    if (schema !== MIGRATIONS.length)
      throw new CliError(
        `the store has schema ${schema} and this program has ${MIGRATIONS.length}; start the server of this version once`,
      )
    return await work(store)
  } catch (error) {
    throw error instanceof ApiError ? new CliError(error.message) : error
  } finally {
    await store.close()
  }
}

// ── Interventions and interviews while the server is stopped ──

const IDLE_FLAGS = ['--life=off', '--seed=none', '--test-clock', '--host=127.0.0.1', '--operator-host=127.0.0.1']

async function isServed({ databaseUrl, data }: Config): Promise<boolean> {
  if (databaseUrl === null) return isInUse(data)
  const database = await openDatabase(databaseUrl)
  return (await listLiveNodes(database).finally(() => database.close())).length > 0
}

/** Runs a server without residents and periodic jobs on ports of loopback during `work`. */
export async function withIdleServer<T>(
  data: string,
  work: (operatorUrl: string, token: string) => Promise<T>,
): Promise<T> {
  const flags = [...IDLE_FLAGS, '--port=0', '--operator-port=0', `--data=${data}`]
  const config = { ...readConfig(flags, process.env), metricsPort: null }
  await withStore(data, async () => {})
  if (await isServed(config))
    throw new CliError('a server is running on this store; name its operator listener with --operator-url')
  const secrets = readSecrets(config, process.env, systemAmbient())
  const { startServer } = await import('../composition.ts')
  const server = await startServer(config, secrets, pino({ level: 'error' }, pino.destination(2)), { isIdle: true })
  return work(server.urls.operator, secrets.operatorToken).finally(() => server.close())
}

// ── manifest ──

export async function printManifest(data: string, world: string, out: string | undefined): Promise<void> {
  const manifest = await withStore(data, (store) => store.snapshot((read) => readManifest(read, world)))
  if (out === undefined) return printJson(manifest)
  writeJson(out, manifest)
  if (manifest.reproducible === false) printMessage(`wrote ${out}; it cannot be reproduced: ${manifest.reason}`)
  else printMessage(`wrote ${out} (${Object.keys(manifest.digest).length} days)`)
}

// ── reproduce ──

const EXIT = { equal: 0, different: 1, notReproducible: 2 } as const

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTime = (value: unknown): boolean => value === null || (typeof value === 'string' && parseIso(value) !== null)

/** The manifest of a file; refuses what the program did not write. */
function readManifestFile(file: string): WorldManifest {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(code === undefined ? `${file} is not JSON` : `cannot read ${file}: ${code}`)
  }
  const isManifest =
    isRecord(value) &&
    ['version', 'world', 'randomSeed', 'seed'].every((name) => typeof value[name] === 'string') &&
    isTime(value.startedAt) &&
    isTime(value.livedUntil) &&
    isRecord(value.flags) &&
    isRecord(value.digest) &&
    Array.isArray(value.interventions) &&
    value.interventions.every((entry) => isRecord(entry) && typeof entry.at === 'string' && isTime(entry.at))
  if (!isManifest)
    throw new CliError(`${file} is no manifest; "agent-network manifest <world> --out ${file}" makes one`)
  const { format } = value as Record<string, unknown>
  if (format !== 1) throw new CliError(`${file} has format ${String(format)}, and this program reads format 1`)
  return value as unknown as WorldManifest
}

/** The first day whose digests differ, or that only one side has; null if all are equal. */
function firstDifferentDay(first: WorldManifest['digest'], second: WorldManifest['digest']): string | null {
  const days = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort()
  return days.find((day) => first[day] !== second[day]) ?? null
}

/** Simulates the world of a manifest again and compares. Sets the exit code: 0 equal, 1 different, 2 not reproducible. */
export async function reproduceFile(file: string, data: string, json: boolean): Promise<void> {
  const manifest = readManifestFile(file)
  if (existsSync(data) && readdirSync(data).length > 0) throw new CliError(`--data: ${data} is not empty`)
  if (manifest.version !== VERSION && !json)
    printMessage(`the manifest is of version ${manifest.version}, and this program is version ${VERSION}`)
  const bar = progressBar('simulating the world again')
  try {
    const { digest, seedDigest, refusal } = await reproduce(manifest, {
      data,
      onProgress: (done, total) => bar.update(done, total, 'days'),
    })
    bar.stop()
    const day = firstDifferentDay(manifest.digest, digest)
    const faults = [
      ...(manifest.version === VERSION ? [] : [`version ${manifest.version} instead of ${VERSION}`]),
      ...(manifest.seedDigest === seedDigest ? [] : ['other seed files']),
      ...(refusal === undefined ? [] : [refusal]),
      ...(day === null ? [] : [`first different day: ${day}`]),
    ]
    const isEqual = faults.length === 0
    process.exitCode = isEqual ? EXIT.equal : EXIT.different
    if (json) printJson({ equal: isEqual, firstDifferentDay: day, faults })
    else printMessage(isEqual ? `equal: ${Object.keys(digest).length} days` : `different: ${faults.join('; ')}`)
  } catch (error) {
    if (!(error instanceof NotReproducible)) throw error
    process.exitCode = EXIT.notReproducible
    if (json) printJson({ equal: null, reason: error.message })
    else printMessage(`not reproducible: ${error.message}`)
  } finally {
    bar.stop()
  }
}

// ── export-data ──

function dayOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? parseIso(`${text}T00:00:00Z`) : null
  if (at === null) throw new CliError(`--${flag} must be a UTC date such as 2026-01-31, not "${text}"`)
  return at
}

export interface DataOptions {
  readonly format: DataFormat
  readonly out: string
  readonly from?: string
  readonly to?: string
  readonly private?: true
}

export async function writeData(data: string, world: string, options: DataOptions, json: boolean): Promise<void> {
  const { format, out } = options
  const [from, lastDay] = [dayOf('from', options.from), dayOf('to', options.to)]
  if (from !== undefined && lastDay !== undefined && lastDay < from)
    throw new CliError('--to must not be before --from')
  const withPrivate = options.private === true
  // Private texts are readable by this user only.
  if (withPrivate) process.umask(0o077)
  const bar = progressBar('exporting data')
  try {
    const range = {
      ...(from === undefined ? {} : { from }),
      ...(lastDay === undefined ? {} : { to: lastDay + DAY_MS }),
    }
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const job = { worldId: world, format, out, withPrivate, collectGarbage, ...range }
    const report = await withStore(data, (store) => exportData(store, job, bar.update))
    bar.stop()
    const rows = Object.values(report).reduce((sum, n) => sum + n, 0)
    if (json) printJson({ folder: out, rows: report })
    else printMessage(`wrote ${rows} rows in ${Object.keys(report).length} tables to ${out}`)
  } finally {
    bar.stop()
  }
}

/** The folder of `--data`, which `reproduce` requires on the command line. */
export function requireFolder(program: Command): string {
  if (program.getOptionValueSource('data') !== 'cli')
    throw new CliError('name an empty folder with --data; the world is simulated there')
  return program.opts<{ data: string }>().data
}
