import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError } from './client.ts'

/** A folder for a store that is thrown away, with room for `bytes`. */
export async function inScratch<T>(bytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize < bytes)
    throw new CliError(
      `this needs ${Math.ceil(bytes / 1_048_576)} MiB in ${tmpdir()}, where less is free; name another folder in TMPDIR`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-scratch-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
