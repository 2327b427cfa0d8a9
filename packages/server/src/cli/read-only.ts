import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { isInUse, openSqliteAtRest } from '../db/at-rest.ts'
import type { Database } from '../db/database.ts'
import { openSqliteReadOnly, type ReadOnlyStore, sqliteFile } from '../db/sqlite.ts'
import { CliError } from './client.ts'

const refuse = async (): Promise<never> => {
  throw new Error('nothing here changes what nodes cache')
}

export async function openDatabase(url: string): Promise<Database> {
  const { openPostgres } = await import('../db/postgres.ts')
  return openPostgres({
    url,
    connections: 1,
    listener: { committed() {} },
    signal: { changing: refuse, settled: refuse },
    newEpoch: () => '',
    onError: () => {},
  }).catch((error: Error) => {
    throw new CliError(`cannot use the database that AGENT_NETWORK_DATABASE_URL names: ${error.message}`)
  })
}

/** The file of the embedded store, which has to be there. */
export function storeFile(config: Config): string {
  const file = sqliteFile(config.data)
  if (!existsSync(file))
    throw new CliError(
      `there is no store in ${config.data}; name it with --data, or set AGENT_NETWORK_DATABASE_URL and AGENT_NETWORK_REDIS_URL`,
    )
  return file
}

/** For a copy of what is there, also while a server writes. */
export const openReadOnly = async (config: Config): Promise<ReadOnlyStore> =>
  config.databaseUrl === null ? openSqliteReadOnly(storeFile(config)) : openDatabase(config.databaseUrl)

/** For a look that leaves no trace: the folder of a stopped server stays as it is, to the byte. */
export async function openUntouched(config: Config): Promise<ReadOnlyStore> {
  if (config.databaseUrl !== null) return openDatabase(config.databaseUrl)
  const file = storeFile(config)
  return isInUse(config.data) ? openSqliteReadOnly(file) : openSqliteAtRest(file)
}
