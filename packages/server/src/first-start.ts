import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Offload } from './archive/offload.ts'
import type { SeedReport } from './archive/seed.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { Refusal } from './core/refusal.ts'

const SEEDS = fileURLToPath(new URL('../../../seeds', import.meta.url))

/** The world file that `--seed` names; null where a store begins empty. */
export function seedFile(config: Config): string | null {
  if (config.seed === 'none') return null
  const file = config.seed === 'demo' ? join(SEEDS, 'demo', 'seed.json') : resolve(config.seed)
  if (!existsSync(file)) throw new ConfigError(`--seed: there is no file ${file}`)
  return file
}

const demoKeyFile = ({ data }: Config): string => join(data, 'demo-key')

interface Seeding {
  readonly config: Config
  readonly manifest: string
  readonly onProgress?: (done: number, total: number, label: string) => void
}

/** Puts a world file into an empty store; null where another node was faster. */
export async function seed(
  offload: Offload,
  { config, manifest, onProgress = () => {} }: Seeding,
  at: number,
): Promise<SeedReport | null> {
  try {
    return await offload.seed({ manifest, at, demoKeyFile: demoKeyFile(config) }, onProgress)
  } catch (error) {
    if (error instanceof Refusal)
      throw new ConfigError(`--seed: ${manifest} is not a valid world file: ${error.message}`)
    throw error
  }
}

/** The key that came with the demo, for the banner. */
export const demoKey = (config: Config): string | null => {
  const file = demoKeyFile(config)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}
