// npm run test:nodes [-- --all]: the tests on the newer Node versions, whose programs the registry's `node` package
// brings; they are installed into a temporary folder and are no dependency. Unless all is asked for, that is a few
// stories, and the unit tests on the newest, where their coverage is printed: enough to see a library or a built-in that
// behaves otherwise. The tarballs are installed once, as somebody would who has no clone, and tried on each of them; on the
// first, the conformance runner of the Model Context Protocol asks the demo.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installRunner, tryConformance } from './conformance.mjs'
import { cover } from './coverage.mjs'
import { installNode, installTarballs, TEMPORARY, tryInstalled } from './install-packed.mjs'
import { build, install, root } from './setup.mjs'

const VERSIONS = ['22', '24']
const STORIES = ['golden/doors', 'storage']

install()
build()
const { runVitest } = await import('./run-vitest.mjs')

const temporary = []
function temporaryFolder(name) {
  temporary.push(mkdtempSync(join(TEMPORARY, `agent-network-${name}-`)))
  return temporary.at(-1)
}

/** The folder in which the packages are installed as somebody does it who has no clone. */
async function installPackages(node) {
  const pack = [join(root, 'scripts/pack.mjs'), temporaryFolder('packed')]
  const env = { ...process.env, TMPDIR: TEMPORARY }
  const { stdout } = await promisify(execFile)(process.execPath, pack, { env })
  const folder = temporaryFolder('installed')
  await installTarballs(stdout.trim().split('\n'), node, folder)
  return folder
}

const all = process.argv.includes('--all')
const stories = STORIES.map((name) => `packages/server/test/${name}.test.ts`)
const failed = []
let installing = null
/** The conformance runner needs Node 22, and one Node is enough to see what the server answers. */
let runner = null
try {
  for (const version of VERSIONS) {
    const node = installNode(version, temporaryFolder(`node-${version}`))
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    console.log(`── Node ${stdout.trim()}`)
    // Meanwhile, since it waits for the registry; whether it failed is asked below.
    installing ??= installPackages(node)
    installing.catch(() => {})
    runner ??= installRunner(temporaryFolder('runner'))
    runner.catch(() => {})
    const chosen = all ? ['--project', 'unit', '--project', 'stories'] : ['--project', 'stories', ...stories]
    const passed = (await runVitest(chosen, { node })) === 0
    if (!passed || (!all && version === VERSIONS.at(-1) && !cover(node))) failed.push(version)
    const conforms = async (demo) =>
      tryConformance({ node, runner: await runner, temporary: temporaryFolder('conformance'), ...demo })
    await tryInstalled(await installing, node, version === VERSIONS[0] ? conforms : undefined)
  }
} finally {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true })
}
if (failed.length > 0) {
  console.error(`failed on Node ${failed.join(' and ')}`)
  process.exit(1)
}
