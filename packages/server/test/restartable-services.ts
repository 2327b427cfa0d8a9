// PostgreSQL and Redis instances that a test may stop and restart.
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '../../../scripts/services.mjs'
import { startOwnRedis, tempFolder } from './processes.ts'

/** A PostgreSQL that a test may stop, freeze and bring back on the same port. */
export interface OwnPostgres extends PostgresServer {
  /** Stops every process of it where it is: connections stay open and nothing answers. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

const signalAll = (server: PostgresServer, signal: NodeJS.Signals): void => {
  const parent = server.pid()
  let children: number[] = []
  try {
    children = execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number)
  } catch {
    // None left.
  }
  for (const pid of [parent, ...children])
    try {
      process.kill(pid, signal)
    } catch {
      // It ended meanwhile.
    }
}

const thaw = (server: PostgresServer): void => {
  signalAll(server, 'SIGCONT')
  server.wake()
}

export async function startOwnPostgres(extra: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const folder = tempFolder()
  const server = (await startPostgres(folder, { max_connections: '100', ...extra }))!
  return {
    ...server,
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => thaw(server),
    async remove() {
      if (existsSync(join(server.data, 'postmaster.pid'))) {
        thaw(server)
        server.stop('SIGQUIT')
        await server.ended()
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A Redis of its own folder; `replace` puts another server in its place on the same port. */
export async function startMovableRedis() {
  let folder = tempFolder()
  let redis = await startOwnRedis(folder)
  return {
    /** Folder where SAVE writes its copy. */
    folder: () => folder,
    url: redis.url,
    port: redis.port,
    pid: () => redis.pid,
    stop: () => redis.stop(),
    async replace(next = tempFolder()) {
      await redis.stop()
      folder = next
      redis = await startOwnRedis(folder, redis.port)
    },
  }
}
