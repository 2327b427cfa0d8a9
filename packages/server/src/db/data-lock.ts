import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

export class DataDirectoryInUse extends Error {}

/** A lock that the operating system drops with the process, so that a crash leaves nothing to clean up. */
export function lockDataDirectory(data: string): () => void {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(data, 'lock'))
  try {
    lock.exec('pragma busy_timeout = 0')
    lock.exec('pragma locking_mode = exclusive')
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new DataDirectoryInUse(`the data directory ${data} is in use by another process`)
  }
  return () => lock.close()
}
