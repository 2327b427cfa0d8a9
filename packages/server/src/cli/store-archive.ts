import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { systemAmbient } from '../core/ambient.ts'
import { iso, parseIso } from '../core/day.ts'
import { ArchiveRefused, findMoment, rebuild } from '../db/log-replay.ts'
import { sqliteFile } from '../db/sqlite.ts'
import { CliError } from './client.ts'

/** A backup holds one moment, and no other can be asked of it. */
export function refuseMoment(at: string | undefined): void {
  if (at !== undefined) throw new CliError('--at is for an archive, which is a folder; a backup holds one moment')
}

function momentOf(at: string | undefined): number {
  if (at === undefined) return systemAmbient().now()
  const moment = parseIso(at)
  if (moment === null) throw new CliError(`--at must be a moment such as 2026-04-01T12:00:00Z, not "${at}"`)
  return moment
}

/** Writes the store as an archive had it at a moment or shortly before; returns which moment that was. */
export async function rebuildFrom(archive: string, at: string | undefined, data: string): Promise<string> {
  try {
    const { chain, moment } = findMoment(archive, momentOf(at))
    await rebuild(chain, sqliteFile(data))
    return iso(moment)
  } catch (error) {
    throw error instanceof ArchiveRefused ? new CliError(error.message) : error
  }
}

/** The data folder keeps its secret, which an archive does not hold. */
export async function rebuildStore(config: Config, archive: string, at: string | undefined): Promise<string> {
  if (config.databaseUrl !== null)
    throw new CliError('an archive is of the embedded store; restore it there, and move it with "backup" and "restore"')
  mkdirSync(config.data, { recursive: true, mode: 0o700 })
  for (const ending of ['', '-wal'])
    if (existsSync(`${sqliteFile(config.data)}${ending}`))
      throw new CliError(
        `${join(config.data)} holds a store; move ${sqliteFile(config.data)}* away first, or add --replace`,
      )
  return rebuildFrom(archive, at, config.data)
}
