// Folders of the repository, the build that benchmarks need, and packages as the server resolves them.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, install, root } from '../../scripts/setup.mjs'

export const serverFolder = join(root, 'packages/server')
export const benchFolder = join(root, 'bench')

/** The compiled server and command line, from the folder of the package. */
export const SERVER_ENTRY = 'dist/app/main.js'
export const cliFile = join(serverFolder, 'dist/app/cli/main.js')

/** A program of lib/programs: started as a process, as a thread or with `--import`. */
export const programFile = (name) => join(benchFolder, 'lib/programs', `${name}.mjs`)

/** Installs and builds what has changed, once per run: child processes inherit the mark. `--as-built` skips it. */
export function ensureBuilt() {
  if (process.env.BENCH_BUILT !== undefined || process.argv.includes('--as-built')) return
  install()
  build()
  process.env.BENCH_BUILT = 'yes'
}

/** Requires a package from the server's dependencies. */
export const serverPackage = createRequire(join(serverFolder, 'package.json'))

const packageCode = (name) => import(pathToFileURL(serverPackage.resolve(`@agent-network/${name}`)).href)

/** Imports an entry of the voice package, with the phrases of the demo city. */
export async function voiceCode(entry) {
  const [{ definePhrases }, { phrases }] = await Promise.all([packageCode('voice/phrases'), packageCode('demo-city')])
  definePhrases(phrases)
  return packageCode(`voice/${entry}`)
}
