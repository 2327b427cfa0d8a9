// node bench/restore.mjs [posts]: how long a backup takes to be made, tried and restored, on SQLite and on a PostgreSQL that
// is started here; commands as an operator types them, by the clock.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, startServices } from '../scripts/services.mjs'
import { dataset, scratchCopy } from './dataset.mjs'
import { serverFolder } from './server-code.mjs'

const SECRET = 'a secret of a store that lives for a minute'.replaceAll(' ', '-')

/** One command, and the seconds it took. */
function timed(args, env = {}) {
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(serverFolder, 'dist/app/cli/main.js'), ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    },
  )
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
  return (performance.now() - began) / 1_000
}

const set = await dataset(Number(process.argv[2] ?? 10_000))
// Not where data sets lie: the user that PostgreSQL runs as may not look there.
const folder = mkdtempSync(join(tmpdir(), 'agent-network-restore-'))
const copy = scratchCopy(set)
const postgres = await startPostgres(folder)
if (postgres !== null) process.env.TEST_DATABASE_URL = postgres.url
const services = await startServices()
try {
  const file = join(folder, 'network.backup')
  const say = (what, seconds) => console.log(`${what.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`)
  say('backup', timed(['backup', file, '--data', copy.data]))
  console.log(`${'its size'.padEnd(28)} ${(statSync(file).size / 1_048_576).toFixed(1).padStart(6)} MB`)
  say('restore --verify', timed(['restore', '--verify', file, '--data', copy.data]))
  mkdirSync(join(folder, 'again'))
  say('restore, SQLite', timed(['restore', file, '--data', join(folder, 'again')]))
  if (postgres === null || services.missing.length > 0) console.log('PostgreSQL or Redis is not found')
  else {
    const env = {
      AGENT_NETWORK_DATABASE_URL: postgres.url,
      AGENT_NETWORK_REDIS_URL: services.env.TEST_REDIS_URL,
      AGENT_NETWORK_SECRET: SECRET,
    }
    say('restore, PostgreSQL', timed(['restore', file, '--data', join(folder, 'node')], env))
  }
} finally {
  await services.stop()
  postgres?.stop()
  await postgres?.ended()
  copy.remove()
  rmSync(folder, { recursive: true, force: true })
}
