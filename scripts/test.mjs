// npm test: installs, builds, starts what engines it finds, and runs every story on each of them.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startServices } from './services.mjs'
import { build, install, root } from './setup.mjs'

install()
build()
const services = await startServices()
if (services.missing.length > 0) {
  const text = `${services.missing.join(' and ')} not found: those stories are skipped (install the Debian packages postgresql and redis-server to run them)`
  if (process.env.REQUIRE_ENGINES) {
    process.stderr.write(`agent-network: ${text}\n`)
    process.exit(1)
  }
  process.stderr.write(`  ${text}\n`)
}
const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...services.env },
  },
)
const stop = () => vitest.kill('SIGTERM')
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
const code = await new Promise((resolve) => vitest.on('exit', (status) => resolve(status ?? 1)))
await services.stop()
process.exit(code)
