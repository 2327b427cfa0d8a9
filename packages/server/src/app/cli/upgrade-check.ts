// The command `upgrade-check`: runs the migrations on a copy of the store or on a backup.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { checkIntegrity, listColumns, storedSchema } from '../../platform/db/bulk.ts'
import type { Database } from '../../platform/db/database.ts'
import { MIGRATIONS, migrate, SCHEMA_RANGE, SchemaTooNew } from '../../platform/db/migrations/migrate.ts'
import { openSqlite } from '../../platform/db/sqlite.ts'
import { copySqlite } from '../../platform/db/sqlite-at-rest.ts'
import { inTemporaryFolder, openDatabase, storeFile, verifyBackup } from './backup/verify-backup.ts'
import { CliError } from './client.ts'
import { print, printJson, printMessage } from './output.ts'

/** The changes that a start of this version would make to a store. */
interface Upgrade {
  readonly from: number
  readonly to: number
  readonly steps: readonly string[]
  /** As `table.column`. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly seconds: number
  /** Whether nodes of the old version cannot work beside this one. */
  readonly stopAllNodes: boolean
}

const stepsAfter = (schema: number): string[] => MIGRATIONS.slice(schema).map(({ name }) => name)

async function upgrade(copy: Database): Promise<Upgrade> {
  const { elapsed } = systemAmbient()
  const from = await storedSchema(copy.read)
  if (from === 0) throw new CliError('there is nothing to upgrade: no server has used this store yet')
  const before = new Set(await listColumns(copy.read))
  const started = elapsed()
  await migrate(copy).catch((error: unknown) => {
    throw error instanceof SchemaTooNew ? new CliError(error.message) : error
  })
  const seconds = Math.round(elapsed() - started) / 1_000
  const after = new Set(await listColumns(copy.read))
  const broken = await checkIntegrity(copy.read)
  if (broken.length > 0) throw new CliError(`the upgraded copy is damaged: ${broken.join(', ')}`)
  return {
    from,
    to: MIGRATIONS.length,
    steps: stepsAfter(from),
    stopAllNodes: from < SCHEMA_RANGE.min,
    added: [...after].filter((name) => !before.has(name)),
    removed: [...before].filter((name) => !after.has(name)),
    seconds,
  }
}

/** Twice the size: the copy, and the data written by the migrations. */
const SIZE_FACTOR = 2

function upgradeEmbedded(config: Config): Promise<Upgrade> {
  const file = storeFile(config)
  return inTemporaryFolder(statSync(file).size * SIZE_FACTOR, async (folder) => {
    const copy = join(folder, 'store.db')
    copySqlite(config.data, file, copy)
    const { elapsed } = systemAmbient()
    const database = openSqlite({ file: copy, listener: { committed() {} }, newEpoch: () => 'copy', elapsed })
    try {
      return await upgrade(database)
    } finally {
      await database.close()
    }
  })
}

const COPY_FIRST =
  'upgrade-check changes its database, so it needs a copy: run "createdb agent_network_copy" and "pg_dump agent_network | psql agent_network_copy", and set AGENT_NETWORK_COPY_URL to its address'

/** Server process and database name identify a database. */
async function identityOf({ read }: Database): Promise<string> {
  const [row] = await read.raw<{ identity: string }>(
    `select current_database() || ' ' || pg_postmaster_start_time() as identity`,
    [],
  )
  return row!.identity
}

async function upgradePostgres(url: string, copyUrl: string): Promise<Upgrade> {
  if (copyUrl === '') throw new CliError(COPY_FIRST)
  const [original, copy] = [await openDatabase(url), await openDatabase(copyUrl)]
  try {
    if ((await identityOf(original)) === (await identityOf(copy)))
      throw new CliError(`AGENT_NETWORK_COPY_URL names the database itself; ${COPY_FIRST}`)
    return await upgrade(copy)
  } finally {
    await original.close()
    await copy.close()
  }
}

const STOP_ALL_NODES = 'stop all nodes first: nodes of the old version cannot work beside this one'

function printUpgrade({ from, to, steps, added, removed, seconds, stopAllNodes }: Upgrade): void {
  if (steps.length === 0) {
    print(`the schema is up to date (step ${to}); a start changes nothing`)
    return
  }
  print(`a start brings the schema from step ${from} to ${to}; on the copy that took ${seconds} s:`)
  for (const step of steps) print(`  ${step}`)
  for (const [word, names] of [
    ['added', added],
    ['removed', removed],
  ] as const)
    if (names.length > 0) print(`  ${word}: ${names.join(', ')}`)
  print(stopAllNodes ? STOP_ALL_NODES : 'nodes can be replaced one after the other')
}

async function checkBackupFile(config: Config, file: string, json: boolean): Promise<void> {
  const verified = await verifyBackup(config, file)
  const steps = stepsAfter(verified.schema)
  const stopAllNodes = verified.schema < SCHEMA_RANGE.min
  if (json) return printJson({ ...verified, steps, stopAllNodes })
  print(`${verified.rows} rows from ${verified.takenAt} were restored into a temporary store in ${verified.seconds} s`)
  print(steps.length === 0 ? 'its schema is up to date' : `pending migrations: ${steps.join(', ')}`)
  if (stopAllNodes) print(STOP_ALL_NODES)
}

/** Runs the migrations on a copy and reports the changes; the original is only read. */
export async function upgradeCheck(
  config: Config,
  { backup, copyUrl }: { backup: string | undefined; copyUrl: string },
  json: boolean,
): Promise<void> {
  if (backup !== undefined) return checkBackupFile(config, backup, json)
  const report = await (config.databaseUrl === null
    ? upgradeEmbedded(config)
    : upgradePostgres(config.databaseUrl, copyUrl))
  if (json) printJson(report)
  else printUpgrade(report)
  if (report.steps.length > 0) printMessage('take a backup before the upgrade: migrations cannot be undone')
}
