// Faults of the outage tests: stopped, frozen and unreachable stores and nodes.
import { Redis } from 'ioredis'
import { startOwnRedis, tempFolder } from '../../test/processes.ts'
import type { Fixture } from './fixture.ts'

/** Something that happens to the network. When `strike` returns, what was away is there again. */
export interface Fault {
  readonly name: string
  strike(fixture: Fixture): Promise<void>
  /** Answers of 200 that would be wrong while it lasts, counted apart. */
  readonly mustNotServe?: boolean
  /** Cannot be struck again. */
  readonly isFinal?: boolean
}

const pause = (seconds: number): Promise<void> => new Promise((resume) => setTimeout(resume, seconds * 1_000))

const restartPostgres = (name: string, signal: NodeJS.Signals, seconds: number): Fault => ({
  name,
  async strike({ postgres }) {
    postgres.stop(signal)
    await postgres.ended()
    await pause(seconds)
    await postgres.start()
  },
})

const freezePostgres = (seconds: number): Fault => ({
  name: `PostgreSQL frozen for ${seconds} s`,
  async strike({ postgres }) {
    postgres.freeze()
    await pause(seconds)
    postgres.thaw()
  },
})

const freezeRedis = (seconds: number): Fault => ({
  name: `Redis frozen for ${seconds} s`,
  async strike({ redis }) {
    process.kill(redis.pid(), 'SIGSTOP')
    await pause(seconds)
    process.kill(redis.pid(), 'SIGCONT')
  },
})

const onRedis = async <T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(url)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

const killNode = (n: number): Fault => ({
  name: `kill -9 of node ${n + 1}`,
  async strike(fixture) {
    fixture.expectEnd(n)
    await fixture.node(n).stop('SIGKILL')
    await fixture.restart(n)
  },
})

/** Keys of another network in the same Redis. */
async function foreignFolder(): Promise<string> {
  const folder = tempFolder()
  const redis = await startOwnRedis(folder)
  await onRedis(redis.url, async (admin) => {
    await admin.sadd('agent-network:networks', 'somebody-else')
    await admin.set('{agent-network:somebody-else}:nonce', 'theirs')
    await admin.save()
  })
  await redis.stop()
  return folder
}

const FOREIGN_SECONDS = 3

const foreignRedis: Fault = {
  name: 'Redis replaced by another network’s',
  mustNotServe: true,
  async strike({ redis }) {
    const own = redis.folder()
    await onRedis(redis.url, (admin) => admin.save())
    await redis.replace(await foreignFolder())
    await pause(FOREIGN_SECONDS)
    await redis.replace(own)
  },
}

const rollingRestart: Fault = {
  name: 'rolling restart',
  async strike(fixture) {
    for (const n of [0, 1]) {
      fixture.expectEnd(n)
      await fixture.node(n).stop('SIGTERM')
      await fixture.restart(n)
    }
  },
}

const promotion: Fault = {
  name: 'promotion of a synchronous standby',
  strike: (fixture) => fixture.promoteStandby(),
  isFinal: true,
}

const COMMON: readonly Fault[] = [
  killNode(0),
  restartPostgres('PostgreSQL restarted, fast', 'SIGINT', 0),
  restartPostgres('PostgreSQL restarted, immediate', 'SIGQUIT', 0),
  freezePostgres(0.1),
  { name: 'Redis killed', strike: ({ redis }) => redis.replace(redis.folder()) },
  { name: 'Redis flushed', strike: ({ redis }) => onRedis(redis.url, async (admin) => void (await admin.flushall())) },
  { name: 'Redis replaced by an empty one', strike: ({ redis }) => redis.replace() },
  foreignRedis,
]

export const SHORT: readonly Fault[] = [...COMMON, freezePostgres(6), freezeRedis(3), rollingRestart, promotion]

const STOPS = [0.1, 1, 5, 20, 60]

export const LONG: readonly Fault[] = [
  ...COMMON,
  killNode(1),
  ...STOPS.map((seconds) => restartPostgres(`PostgreSQL stopped for ${seconds} s`, 'SIGINT', seconds)),
  ...STOPS.map(freezePostgres),
  ...[0.1, 1, 5, 20].map(freezeRedis),
  rollingRestart,
  promotion,
]

/** Faults that show each planted bug at least once. */
export const PLANTED: readonly Fault[] = [
  freezePostgres(7),
  killNode(0),
  restartPostgres('PostgreSQL restarted, immediate', 'SIGQUIT', 0),
]
