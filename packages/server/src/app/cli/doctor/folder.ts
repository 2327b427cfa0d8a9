import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Config, ConfigError, requireStrong } from '../../../platform/config/config.ts'
import { sqliteFile } from '../../../platform/db/sqlite.ts'

/** What a check says: what it looked at, how that is, what was found, and what to do about it. */
export interface Finding {
  readonly name: string
  readonly verdict: 'fine' | 'warning' | 'fault' | 'skipped'
  readonly found: string
  /** Empty where there is nothing to do. */
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

/** 0, 1 with warnings, 2 with faults. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ verdict }) => verdict === 'fault')) return 2
  return findings.some(({ verdict }) => verdict === 'warning') ? 1 : 0
}

type Env = Readonly<Record<string, string | undefined>>

const OTHERS = 0o077
const GIB = 1_024 ** 3
const LITTLE = GIB
const TOO_LITTLE = GIB / 8

/** Where a secret is and what it is; the value never leaves this process. */
export interface FoundSecret {
  readonly place: string
  readonly value: string
}

/** As the server looks for it, except that nothing is made. */
export function findSecret(config: Config, env: Env): FoundSecret | null {
  const { AGENT_NETWORK_SECRET: given = '', AGENT_NETWORK_SECRET_FILE: named = '' } = env
  if (named !== '')
    return existsSync(named)
      ? { place: `AGENT_NETWORK_SECRET_FILE (${named})`, value: readFileSync(named, 'utf8').trim() }
      : null
  if (given.trim() !== '') return { place: 'AGENT_NETWORK_SECRET', value: given.trim() }
  const file = join(config.data, 'secret')
  if (config.databaseUrl !== null || !existsSync(file)) return null
  return { place: file, value: readFileSync(file, 'utf8').trim() }
}

export function checkSecretIsThere(config: Config, secret: FoundSecret | null): Finding {
  const name = 'secret'
  if (secret === null) {
    if (config.databaseUrl !== null)
      return fault(name, 'there is none', 'set AGENT_NETWORK_SECRET to the same value on every node')
    return existsSync(sqliteFile(config.data))
      ? fault(
          name,
          'the store is there and its secret is not',
          `put ${join(config.data, 'secret')} back, or set AGENT_NETWORK_SECRET; without it no key works`,
        )
      : skipped(name, 'there is none yet; the first start makes one')
  }
  try {
    requireStrong(secret.place, secret.value.split(/[\s,]+/)[0]!)
    return fine(name, `it is in ${secret.place}`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return fault(name, error.message, 'put a stronger one in front of it: new,old')
  }
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const isOpen = (path: string): boolean => (statSync(path).mode & OTHERS) !== 0

/** The server sets what is in its folder itself; a file of settings is the operator's. */
export function checkPermissions(config: Config, settingsFile: string): Finding {
  const name = 'permissions'
  if (settingsFile !== '' && isOpen(settingsFile))
    return warning(name, `${settingsFile} has mode ${modeOf(settingsFile)}`, `chmod 600 ${settingsFile}`)
  if (!existsSync(config.data)) return skipped(name, `there is no folder ${config.data} yet; the first start makes it`)
  const files = readdirSync(config.data, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(config.data, entry.name))
  const open = [config.data, ...files].filter(isOpen)
  if (open.length > 0)
    return warning(
      name,
      `others may read ${open.map((path) => `${path} (${modeOf(path)})`).join(', ')}`,
      `the next start mends it; until then: chmod -R go= ${config.data}`,
    )
  const uid = process.getuid?.()
  const owner = statSync(config.data).uid
  if (uid !== undefined && uid !== 0 && uid !== owner)
    return warning(name, `${config.data} belongs to user ${owner}, and this is user ${uid}`, 'ask as that user')
  return fine(name, `${config.data} is for its user alone`)
}

export function checkDisk(config: Config): Finding {
  const name = 'disk'
  let place = resolve(config.data)
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize, ffree, files } = statfsSync(place)
  const free = bavail * bsize
  const found = `${(free / GIB).toFixed(1)} GiB are free under ${place}`
  if (free < TOO_LITTLE) return fault(name, found, 'make room: what cannot be written is refused')
  if (free < LITTLE) return warning(name, found, 'make room before it runs out')
  if (files > 0 && ffree === 0) return fault(name, 'the disk can hold no more files', 'remove some')
  return fine(name, found)
}
