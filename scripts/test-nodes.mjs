// npm run test:nodes [-- --all]: the tests on the newer Node versions, whose programs the registry's `node` package
// brings; they are installed into a temporary folder and are no dependency. Unless all is asked for, that is a few
// stories, and the unit tests on the newest, where their coverage is printed: enough to see a library or a built-in that
// behaves otherwise.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cover } from './coverage.mjs'
import { build, install } from './setup.mjs'

const VERSIONS = ['22', '24']
const STORIES = ['golden/doors', 'storage']

install()
build()
const { runVitest } = await import('./run-vitest.mjs')

/** Returns the program of the newest release of a major version. */
function installNode(version, folder) {
  const flags = ['--prefix', folder, '--no-audit', '--no-fund', '--no-save', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...flags, `node@${version}`], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`node@${version} could not be installed`)
  return join(folder, 'node_modules/node/bin/node')
}

const all = process.argv.includes('--all')
const stories = STORIES.map((name) => `packages/server/test/${name}.test.ts`)
const failed = []
for (const version of VERSIONS) {
  const folder = mkdtempSync(join(tmpdir(), `node-${version}-`))
  try {
    const node = installNode(version, folder)
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    console.log(`── Node ${stdout.trim()}`)
    const chosen = all ? ['--project', 'unit', '--project', 'stories'] : ['--project', 'stories', ...stories]
    const passed = (await runVitest(chosen, { node })) === 0
    if (!passed || (!all && version === VERSIONS.at(-1) && !cover(node))) failed.push(version)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
if (failed.length > 0) {
  console.error(`failed on Node ${failed.join(' and ')}`)
  process.exit(1)
}
