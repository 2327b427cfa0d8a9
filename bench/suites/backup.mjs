// node bench/suites/backup.mjs [--quick] [--full]: seconds that the commands backup, restore --verify and restore take, on SQLite
// and, where they are installed, on PostgreSQL and Redis.
import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dataset, scratchCopy } from '../lib/datasets.mjs'
import { cliFile } from '../lib/paths.mjs'
import { count, measureTable, plainRow } from '../lib/report.mjs'
import { hasServices, withFolder, withServices } from '../lib/services.mjs'
import { progress, runIfMain } from '../lib/suite.mjs'

const SECRET = 'a-secret-of-a-store-for-one-benchmark'

/** Wall time of one command in seconds. */
function runCommand(args, env = {}) {
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliFile, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
  return (performance.now() - began) / 1_000
}

async function run({ quick, full }) {
  const posts = full ? 1_000_000 : quick ? 1_000 : 10_000
  const copy = scratchCopy(await dataset(posts))
  const seconds = (measure, value) => plainRow(measure, value, { unit: 's' })
  const measure = async ({ folder, databaseUrl, redisUrl }) => {
    const file = join(folder, 'network.backup')
    const rows = [seconds('backup', runCommand(['backup', file, '--data', copy.data]))]
    rows.push(plainRow('size of the backup', statSync(file).size / 1_048_576, { unit: 'MB' }))
    rows.push(seconds('restore --verify', runCommand(['restore', '--verify', file, '--data', copy.data])))
    mkdirSync(join(folder, 'restored'))
    rows.push(seconds('restore, SQLite', runCommand(['restore', file, '--data', join(folder, 'restored')])))
    if (databaseUrl === undefined) return rows
    const env = {
      AGENT_NETWORK_DATABASE_URL: databaseUrl,
      AGENT_NETWORK_REDIS_URL: redisUrl,
      AGENT_NETWORK_SECRET: SECRET,
    }
    rows.push(seconds('restore, PostgreSQL', runCommand(['restore', file, '--data', join(folder, 'node')], env)))
    return rows
  }
  try {
    if (!hasServices) progress('PostgreSQL or Redis is not installed: SQLite only')
    const rows = await (hasServices ? withServices : withFolder)('backup', measure)
    return [measureTable(`Backup and restore, ${count(posts)} posts: wall time of the whole command`, rows)]
  } finally {
    copy.remove()
  }
}

export const suite = { title: 'backup and restore', run }
await runIfMain(import.meta, suite)
