// Findings of the doctor, and its checks of the data folder: secret, permissions, disk.
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Config, ConfigError, requireStrong } from '../../../platform/config/config.ts'
import { sqliteFile } from '../../../platform/db/sqlite.ts'

/** The result of one check: name, verdict, finding and advice. */
export interface Finding {
  readonly name: string
  readonly verdict: 'fine' | 'warning' | 'fault' | 'skipped'
  readonly found: string
  /** Empty if no action is needed. */
  readonly advice: string
}

export const fine = (name: string, found: string): Finding => ({ name, verdict: 'fine', found, advice: '' })
export const skipped = (name: string, found: string): Finding => ({ name, verdict: 'skipped', found, advice: '' })
export const warning = (name: string, found: string, advice: string): Finding => ({
  name,
  verdict: 'warning',
  found,
  advice,
})
export const fault = (name: string, found: string, advice: string): Finding => ({
  name,
  verdict: 'fault',
  found,
  advice,
})

/** 0 without problems, 1 with warnings, 2 with faults. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ verdict }) => verdict === 'fault')) return 2
  return findings.some(({ verdict }) => verdict === 'warning') ? 1 : 0
}

type Env = Readonly<Record<string, string | undefined>>

const OTHERS_MODE = 0o077
const GIB = 1_024 ** 3
const LOW_SPACE = GIB
const NO_SPACE = GIB / 8

/** The location and value of a secret; the value never leaves this process. */
export interface FoundSecret {
  readonly place: string
  readonly value: string
}

/** Finds the secret as the server does, without creating one. */
export function findSecret(config: Config, env: Env): FoundSecret | null {
  const { AGENT_NETWORK_SECRET: secretText = '', AGENT_NETWORK_SECRET_FILE: named = '' } = env
  if (named !== '')
    return existsSync(named)
      ? { place: `AGENT_NETWORK_SECRET_FILE (${named})`, value: readFileSync(named, 'utf8').trim() }
      : null
  if (secretText.trim() !== '') return { place: 'AGENT_NETWORK_SECRET', value: secretText.trim() }
  const file = join(config.data, 'secret')
  if (config.databaseUrl !== null || !existsSync(file)) return null
  return { place: file, value: readFileSync(file, 'utf8').trim() }
}

export function checkSecretIsThere(config: Config, secret: FoundSecret | null): Finding {
  const name = 'secret'
  if (secret === null) {
    if (config.databaseUrl !== null)
      return fault(name, 'no secret is set', 'set AGENT_NETWORK_SECRET to the same value on every node')
    return existsSync(sqliteFile(config.data))
      ? fault(
          name,
          'the store exists, but its secret is missing',
          `put ${join(config.data, 'secret')} back, or set AGENT_NETWORK_SECRET; without it no key works`,
        )
      : skipped(name, 'no secret yet; the first start creates one')
  }
  try {
    requireStrong(secret.place, secret.value.split(/[\s,]+/)[0]!)
    return fine(name, `found in ${secret.place}`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return fault(name, error.message, 'prepend a stronger one: new,old')
  }
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const isOpen = (path: string): boolean => (statSync(path).mode & OTHERS_MODE) !== 0

/** The server sets the permissions of its folder itself; the settings file belongs to the operator. */
export function checkPermissions(config: Config, settingsFile: string): Finding {
  const name = 'permissions'
  if (settingsFile !== '' && isOpen(settingsFile))
    return warning(name, `${settingsFile} has mode ${modeOf(settingsFile)}`, `chmod 600 ${settingsFile}`)
  if (!existsSync(config.data))
    return skipped(name, `there is no folder ${config.data} yet; the first start creates it`)
  const files = readdirSync(config.data, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(config.data, entry.name))
  const open = [config.data, ...files].filter(isOpen)
  if (open.length > 0)
    return warning(
      name,
      `others may read ${open.map((path) => `${path} (${modeOf(path)})`).join(', ')}`,
      `the next start fixes it; until then: chmod -R go= ${config.data}`,
    )
  const uid = process.getuid?.()
  const owner = statSync(config.data).uid
  if (uid !== undefined && uid !== 0 && uid !== owner)
    return warning(
      name,
      `${config.data} belongs to user ${owner}, not to the current user ${uid}`,
      'run doctor as that user',
    )
  return fine(name, `${config.data} is accessible only to its user`)
}

export function checkDisk(config: Config): Finding {
  const name = 'disk'
  let place = resolve(config.data)
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize, ffree, files } = statfsSync(place)
  const free = bavail * bsize
  const found = `${(free / GIB).toFixed(1)} GiB are free under ${place}`
  if (free < NO_SPACE) return fault(name, found, 'free space: writes fail when the disk is full')
  if (free < LOW_SPACE) return warning(name, found, 'free space soon')
  if (files > 0 && ffree === 0) return fault(name, 'the disk can hold no more files', 'remove some')
  return fine(name, found)
}
