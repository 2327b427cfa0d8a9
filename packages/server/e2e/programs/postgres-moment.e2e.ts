import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { findProgram, freePort, lend, postgresFolders, startPostgres } from '../../../../scripts/services.mjs'
import { systemAmbient } from '../../src/platform/core/ambient.ts'
import { migrate } from '../../src/platform/db/migrations/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { createWorld, newWorld } from '../../src/platform/worlds/worlds.ts'
import { HAS_CLUSTER, TEST_SECRET } from '../../test/harness.ts'
import { tempFolder } from '../../test/processes.ts'
import { waitUntil } from '../../test/wait-until.ts'

const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))
const PAGE = fileURLToPath(new URL('../../../../docs/how-to/operate/backup.md', import.meta.url))
const page = readFileSync(PAGE, 'utf8')
const blocks = [...page.matchAll(/^```sh postgres(?: restore)?\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)
const settings = Object.fromEntries(
  [.../^```ini\n([\s\S]*?)^```$/m.exec(page)![1]!.matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [
    name!,
    value!.replace(/^'|'$/g, ''),
  ]),
)

const folder = tempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BACKUPS = join(folder, 'backups')
const NEW = join(folder, 'new')
const bins = postgresFolders()[0] ?? ''

const isRoot = process.getuid?.() === 0

/** A server may not be root's; its tools find it by its variables. */
function shell(code: string, env: Record<string, string>, asServer = false): string {
  const program = `agent-network() { "${process.execPath}" "${CLI}" "$@"; }\n`
  const command = ['bash', '--norc', '-euo', 'pipefail', '-c', program + code]
  const [first, ...rest] = isRoot && asServer ? ['runuser', '-u', 'postgres', '--', ...command] : command
  return execFileSync(first!, rest, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${bins}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`, HOME: folder, BACKUPS, NEW, ...env },
  })
}

const on = (url: string) => ({
  AGENT_NETWORK_DATABASE_URL: url,
  AGENT_NETWORK_REDIS_URL: 'redis://127.0.0.1:9',
  AGENT_NETWORK_SECRET: TEST_SECRET,
})

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query<T>(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  )
}

async function fillStore(url: string): Promise<void> {
  const ambient = systemAmbient()
  const database = await openPostgres({
    url,
    listener: { committed() {} },
    signal: { changing: async () => '', settled: async () => {} },
    newEpoch: () => ambient.id('request'),
    onError: () => {},
  })
  await migrate(database)
  await database.transact((tx) => createWorld(tx, ambient, newWorld('prime', 'Prime', ambient.now())))
  await database.close()
}

describe('PostgreSQL', () => {
  it('is brought back by three commands at most', () => {
    expect(blocks.map((block) => block.trim().split('\n').length)).toEqual([3, 3])
  })

  it.runIf(HAS_CLUSTER && findProgram('pg_basebackup', postgresFolders()) !== null)(
    'is brought back to a moment by the lines of the handbook',
    async () => {
      for (const directory of [folder, BACKUPS, join(BACKUPS, 'log'), NEW]) {
        mkdirSync(directory, { recursive: true })
        chmodSync(directory, 0o700)
        lend(directory)
      }
      rmSync(NEW, { recursive: true })
      const own = Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, value.replaceAll('/backups', BACKUPS)]),
      )
      const old = (await startPostgres(folder, { ...own, max_wal_senders: '5' }))!
      // Settings passed as flags, which a copy of its folder does not have.
      const serverSettings = {
        ...{ unix_socket_directories: folder, max_connections: 300, max_wal_senders: 5 },
        restore_command: own.restore_command!,
      }
      for (const [name, value] of Object.entries(serverSettings))
        appendFileSync(join(old.data, 'postgresql.auto.conf'), `${name} = '${value}'\n`)
      const asOld = { PGHOST: '127.0.0.1', PGPORT: String(old.port), PGUSER: 'test', ...on(old.url) }
      await fillStore(old.url)
      const mark = (id: string) => query(old.url, `insert into meta (name, value) values ('${id}', 'x')`)
      shell(blocks[0]!, asOld)
      if (isRoot) execFileSync('chown', ['-R', 'postgres:', BACKUPS])
      await mark('early')
      const [{ moment }] = (await query<{ moment: string }>(old.url, 'select clock_timestamp()::text as moment')) as [
        { moment: string },
      ]
      await mark('late')
      const [{ file }] = (await query<{ file: string }>(
        old.url,
        'select pg_walfile_name(pg_switch_wal()) as file',
      )) as [{ file: string }]
      await waitUntil(`the archived log file ${file}`, () => existsSync(join(BACKUPS, 'log', file)), { everyMs: 50 })
      old.stop('SIGQUIT')
      await old.ended()

      const port = String(await freePort())
      shell(blocks[1]!, { PGHOST: '127.0.0.1', PGPORT: port, PGUSER: 'test', MOMENT: moment }, true)
      const url = `postgres://test@127.0.0.1:${port}/postgres`
      try {
        const found = await query<{ name: string }>(url, `select name from meta where name in ('early', 'late')`)
        expect(found).toEqual([{ name: 'early' }])
        shell('agent-network backup after.backup', on(url))
        expect(JSON.parse(shell('agent-network restore --verify --json after.backup', on(url))).rows).toBeGreaterThan(0)
      } finally {
        shell('pg_ctl --pgdata="$NEW" --mode=immediate stop', {}, true)
      }
    },
  )
})
