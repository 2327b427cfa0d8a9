// npm test: installs, builds, starts what engines it finds, and runs every story on each of them.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServices } from './services.mjs'
import { build, install, root } from './setup.mjs'
import { workInMemory } from './work-in-memory.mjs'

install()
build()
// These use packages, so they can be loaded only now.
const { makeLeanServer } = await import('./lean-server.mjs')
const { makeTemplate } = await import('./template.mjs')
const memory = workInMemory()
const services = await startServices()
if (services.missing.length > 0) {
  const text = `${services.missing.join(' and ')} not found: those stories are skipped (install the Debian packages postgresql and redis-server to run them)`
  if (process.env.REQUIRE_ENGINES) {
    process.stderr.write(`agent-network: ${text}\n`)
    process.exit(1)
  }
  process.stderr.write(`  ${text}\n`)
}
// A server that was named in the environment is used as it is.
if (services.env.TEST_DATABASE_URL !== undefined && !process.env.TEST_DATABASE_URL)
  services.env.TEST_DATABASE_TEMPLATE = await makeTemplate(services.env.TEST_DATABASE_URL)
const lean = mkdtempSync(join(tmpdir(), 'agent-network-lean-'))
const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...services.env, TEST_LEAN_SERVER: await makeLeanServer(lean) },
  },
)
const stop = () => vitest.kill('SIGTERM')
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
const code = await new Promise((resolve) => vitest.on('exit', (status) => resolve(status ?? 1)))
await services.stop()
rmSync(lean, { recursive: true, force: true })
memory.remove()
process.exit(code)
