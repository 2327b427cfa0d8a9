// Runs vitest with private PostgreSQL and Redis instances, if they are installed, and a template database. It needs
// packages and the compiled server, so import it only after `install` and `build`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startServices } from './services.mjs'
import { root } from './setup.mjs'
import { makeTemplate } from './template.mjs'
import { workInMemory } from './work-in-memory.mjs'

function reportMissing(missing) {
  if (missing.length === 0) return
  const text = `${missing.join(' and ')} not found: their tests are skipped (install the Debian packages postgresql and redis-server to run them)`
  if (process.env.REQUIRE_ENGINES) {
    process.stderr.write(`agent-network: ${text}\n`)
    process.exit(1)
  }
  process.stderr.write(`  ${text}\n`)
}

/** `node` is the program that runs vitest and every server that tests start. Returns the exit code. */
export async function runVitest(args, { node = process.execPath } = {}) {
  const memory = workInMemory()
  const services = await startServices()
  reportMissing(services.missing)
  // A server that was named in the environment is used as it is.
  if (services.env.TEST_DATABASE_URL !== undefined && !process.env.TEST_DATABASE_URL)
    services.env.TEST_DATABASE_TEMPLATE = await makeTemplate(services.env.TEST_DATABASE_URL)
  const vitest = spawn(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...services.env },
  })
  const stop = () => vitest.kill('SIGTERM')
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const code = await new Promise((resolve) => vitest.on('exit', (status) => resolve(status ?? 1)))
  await services.stop()
  memory.remove()
  return code
}
