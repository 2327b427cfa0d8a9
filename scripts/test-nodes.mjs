// npm run test:nodes [-- --all]: runs tests on newer Node versions, which it installs from the npm package `node` into a
// temporary folder. Without --all: two integration tests on each, and the unit tests with coverage on the newest. Also
// installs the packed tarballs as a user does, and starts them on each version; on the first, the conformance runner of
// the Model Context Protocol tests the demo.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installRunner, tryConformance } from './conformance.mjs'
import { cover } from './coverage.mjs'
import { installNode, installTarballs, TEMPORARY, tryInstalled } from './install-packed.mjs'
import { build, install, root } from './setup.mjs'

const VERSIONS = ['22', '24']
const INTEGRATION_TESTS = ['golden/doors', 'storage']

install()
build()
const { runVitest } = await import('./run-vitest.mjs')

const temporary = []
function temporaryFolder(name) {
  temporary.push(mkdtempSync(join(TEMPORARY, `agent-network-${name}-`)))
  return temporary.at(-1)
}

/** Installs the packed packages without a clone and returns the folder. */
async function installPackages(node) {
  const pack = [join(root, 'scripts/pack.mjs'), temporaryFolder('packed')]
  const env = { ...process.env, TMPDIR: TEMPORARY }
  const { stdout } = await promisify(execFile)(process.execPath, pack, { env })
  const folder = temporaryFolder('installed')
  await installTarballs(stdout.trim().split('\n'), node, folder)
  return folder
}

const all = process.argv.includes('--all')
const files = INTEGRATION_TESTS.map((name) => `packages/server/test/${name}.test.ts`)
const failed = []
let installing = null
/** The conformance runner needs Node 22; it runs on one version only. */
let runner = null
try {
  for (const version of VERSIONS) {
    const node = installNode(version, temporaryFolder(`node-${version}`))
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    console.log(`── Node ${stdout.trim()}`)
    // Runs beside the tests, because it waits for the registry; its result is awaited below.
    installing ??= installPackages(node)
    installing.catch(() => {})
    runner ??= installRunner(temporaryFolder('runner'))
    runner.catch(() => {})
    const chosen = all ? ['--project', 'unit', '--project', 'integration'] : ['--project', 'integration', ...files]
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
