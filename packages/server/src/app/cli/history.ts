// The command `history`: simulates the past days of the worlds.
import { existsSync } from 'node:fs'
import pino from 'pino'
import { HistoryError, simulateHistory } from '../../features/life/engine/history.ts'
import type { Config } from '../../platform/config/config.ts'
import { clockNow, readClock } from '../../platform/control/clock.ts'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { openStore } from '../../platform/db/open-store.ts'
import { sqliteFile } from '../../platform/db/sqlite.ts'
import { progressBar } from '../progress.ts'
import { refuseWhileServing } from './backup/store-files.ts'
import { CliError } from './client.ts'
import { printJson, printMessage } from './output.ts'

const DAYS_MAX = 400

export interface HistoryOptions {
  readonly days: string
  readonly worldIds: readonly string[] | undefined
}

/** Simulates the days before now. Existing history is kept, so an interrupted run can be repeated. */
export async function history(
  config: Config,
  { days: daysText, worldIds }: HistoryOptions,
  json: boolean,
): Promise<void> {
  const days = /^\d{1,3}$/.test(daysText) ? Number(daysText) : Number.NaN
  if (!(days >= 1 && days <= DAYS_MAX)) throw new CliError(`--days must be from 1 to ${DAYS_MAX}, not "${daysText}"`)
  if (config.databaseUrl === null && !existsSync(sqliteFile(config.data)))
    throw new CliError(`there is no store in ${config.data}; start the server once, or name another with --data`)
  refuseWhileServing(config, 'history')
  const ambient = systemAmbient()
  const store = await openStore(config, ambient, pino({ level: 'warn' }, pino.destination(2)), { migrate: true })
  const bar = progressBar('simulating history')
  try {
    const until = clockNow(await readClock(store.database.read), ambient)
    const summaries = await simulateHistory(store.database, ambient, { days, until, worldIds }, bar.update)
    bar.stop()
    if (json) printJson(summaries)
    for (const { worldId, hours, turns, acts } of json ? [] : summaries)
      printMessage(
        hours === 0
          ? `${worldId}: history is complete already`
          : `${worldId}: ${acts} acts in ${turns} ticks, ${hours} hours`,
      )
  } catch (error) {
    throw error instanceof HistoryError ? new CliError(error.message) : error
  } finally {
    bar.stop()
    await store.close()
  }
}
