// Private PostgreSQL and Redis servers on free ports, for tests: found if installed, started here, gone afterwards.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const isRoot = process.getuid?.() === 0

export function findProgram(name, extra = []) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...extra]
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}

export function postgresFolders() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return []
  return readdirSync(base)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, 'bin'))
}

export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

async function answering(port, attempts = 200) {
  for (let n = 0; n < attempts; n++) {
    const open = await new Promise((resolve) => {
      const socket = createConnection(port, '127.0.0.1')
      socket.on('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    if (open) return
    await new Promise((resume) => setTimeout(resume, 50))
  }
  throw new Error(`nothing answers on port ${port}`)
}

/** The port opens before the server takes connections: on a busy machine a client in between is turned away. */
async function accepting(port, attempts = 200) {
  const probe = findProgram('pg_isready', postgresFolders())
  if (probe === null) return
  for (let n = 0; n < attempts; n++) {
    if (spawnSync(probe, ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0) return
    await new Promise((resume) => setTimeout(resume, 50))
  }
  throw new Error(`PostgreSQL on port ${port} takes no connections`)
}

/** PostgreSQL refuses to run as root, so root lends it to the `postgres` user that its package made. */
const asPostgres = (command, args) =>
  isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]

/** The folders of a server are its user's. */
export function lend(...folders) {
  if (!isRoot) return
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString())
  for (const folder of folders) chownSync(folder, id('-u'), id('-g'))
}

/** `extra` settings override the server's defaults, for tests of unsafe settings. */
export async function startPostgres(folder, extra = {}) {
  const initdb = findProgram('initdb', postgresFolders())
  const server = findProgram('postgres', postgresFolders())
  if (initdb === null || server === null) return null
  const data = join(folder, 'postgres')
  mkdirSync(data)
  lend(folder, data)
  const made = spawnSync(
    ...asPostgres(initdb, ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']),
    { cwd: folder },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const settings = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `port=${port}`,
    '-c',
    `unix_socket_directories=${folder}`,
    '-c',
    'max_connections=300',
    // Hundreds of small databases come and go within minutes: nothing to tidy up, to compile or to ship elsewhere.
    ...['autovacuum=off', 'jit=off', 'wal_level=minimal', 'max_wal_senders=0'].flatMap((setting) => ['-c', setting]),
    ...Object.entries(extra).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  let child = null
  const start = async () => {
    child = spawn(...asPostgres(server, ['-D', data, ...settings]), { cwd: folder, stdio: 'ignore' })
    await answering(port)
    await accepting(port)
  }
  await start()
  // The server itself, because the program that lends it to another user does not pass signals on.
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    port,
    data,
    start,
    pid,
    // The program that lends the server to another user stops itself with it, and would not notice its end.
    wake: () => child.kill('SIGCONT'),
    stop: (signal = 'SIGINT') => process.kill(pid(), signal),
    ended: () =>
      child.exitCode !== null || child.signalCode !== null
        ? Promise.resolve()
        : new Promise((resolve) => child.once('exit', resolve)),
  }
}

/** A synchronous standby of a server that `startPostgres` started with `wal_level=replica`; it can be promoted. */
export async function startStandby(primary, folder) {
  const bins = postgresFolders()
  const data = join(folder, 'standby')
  lend(folder)
  const run = (program, args) => {
    const done = spawnSync(...asPostgres(findProgram(program, bins), args), { cwd: folder })
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}`)
  }
  run('pg_basebackup', ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'test', '-D', data, '-R', '-c', 'fast'])
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`]
  const plain = ['max_connections=300', 'max_wal_senders=5', 'wal_level=replica', 'jit=off']
  spawn(
    ...asPostgres(findProgram('postgres', bins), [
      '-D',
      data,
      ...[...settings, ...plain].flatMap((setting) => ['-c', setting]),
    ]),
    { cwd: folder, stdio: 'ignore' },
  )
  await answering(port)
  await accepting(port)
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    port,
    promote: () => run('pg_ctl', ['-D', data, '-w', 'promote']),
    stop: () => process.kill(pid(), 'SIGQUIT'),
  }
}

async function startRedis(folder) {
  const server = findProgram('redis-server') ?? findProgram('valkey-server')
  if (server === null) return null
  const port = await freePort()
  const child = spawn(
    server,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  )
  await answering(port)
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill('SIGKILL') }
}

/** `missing` names what could not be found. Servers named in the environment are used as they are. */
export async function startServices() {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-services-'))
  const given = (name) => (process.env[name] ? { url: process.env[name], stop() {} } : null)
  const postgres = given('TEST_DATABASE_URL') ?? (await startPostgres(folder))
  const redis = given('TEST_REDIS_URL') ?? (await startRedis(folder))
  return {
    env: {
      ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}),
      ...(redis ? { TEST_REDIS_URL: redis.url } : {}),
    },
    missing: [...(postgres ? [] : ['PostgreSQL']), ...(redis ? [] : ['Redis'])],
    /** Of the Redis that was started here. */
    redisPid: redis?.pid,
    async stop() {
      postgres?.stop()
      redis?.stop()
      await new Promise((resume) => setTimeout(resume, 300))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
