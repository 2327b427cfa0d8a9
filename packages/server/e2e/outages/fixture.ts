// Fixture of the outage tests: two nodes with their own PostgreSQL and Redis.
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startStandby } from '../../../../scripts/services.mjs'
import { launch } from '../../test/planted.ts'
import { type NodeProcess, tempFolder } from '../../test/processes.ts'
import { type OwnPostgres, startMovableRedis, startOwnPostgres } from '../../test/restartable-services.ts'
import { addKey, addVisitor, type Key, openTown, type Site, type Town, type Visitor } from '../../test/visitor-site.ts'
import { startBalancer, startRelay } from './proxies.ts'

const CLOCK_APART = fileURLToPath(new URL('./clock-apart.mjs', import.meta.url))
const TEN_MINUTES = 600_000

export interface Member {
  readonly visitor: Visitor
  readonly keys: readonly (Key & { readonly cap: number })[]
}

/** Two nodes, ten minutes apart, on a PostgreSQL and a Redis that faults are done to, behind a balancer. */
export interface Fixture {
  readonly postgres: OwnPostgres
  readonly redis: Awaited<ReturnType<typeof startMovableRedis>>
  readonly url: string
  readonly town: Town
  readonly crew: readonly Member[]
  /** A key that is switched off and on again all the time. */
  readonly toggled: Key
  node(n: number): NodeProcess
  restart(n: number): Promise<void>
  /** Ends that nobody asked for. */
  deaths(): number
  /** Marks an end as wanted. */
  expectEnd(n: number): void
  rows(sql: string): Promise<any[]>
  promoteStandby(): Promise<void>
  close(): Promise<void>
}

const CREW = 4
const PLENTY = 100_000
/** Used up within seconds, so that every fault meets the cap too. */
const TIGHT = 3

export async function openFixture(main?: string): Promise<Fixture> {
  const replicating = { wal_level: 'replica', max_wal_senders: '5', max_connections: '300', hot_standby: 'on' }
  const [postgres, redis] = await Promise.all([startOwnPostgres(replicating), startMovableRedis()])
  const relay = await startRelay(postgres.port)
  const databaseUrl = `postgres://test@127.0.0.1:${relay.port}/postgres`
  const nodes: NodeProcess[] = []
  const wanted = new WeakSet<object>()
  let deaths = 0
  let program: string | undefined
  const start = async (n: number): Promise<void> => {
    const node = await launch({
      main: program,
      flags: [
        `--data=${tempFolder()}`,
        `--database-url=${databaseUrl}`,
        `--redis-url=${redis.url}`,
        '--drain-notice-seconds=1',
        '--drain-seconds=5',
      ],
      env: n === 0 ? {} : { NODE_OPTIONS: `--import=${CLOCK_APART}`, CLOCK_APART_MS: String(TEN_MINUTES) },
    })
    node.child.once('exit', () => {
      if (wanted.has(node.child)) return
      deaths += 1
      // A supervisor would start the node again.
      void start(n).catch(() => {})
    })
    nodes[n] = node
  }
  await start(0)
  await start(1)
  const balancer = await startBalancer(() => nodes.map(({ baseUrl }) => baseUrl))
  const site: Site = {
    nodes: [balancer.url],
    async operator(method, path, body) {
      const response = await nodes[0]!.operator(method, path, body)
      const { data, error } = (await response.json()) as any
      if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(error)}`)
      return data
    },
  }
  const town = await openTown(site, { residents: 5, posts: 10 })
  await site.operator('PATCH', '/_operator/config', {
    cityDailyPostCap: PLENTY,
    forkDailyActionBudget: PLENTY * 10,
    visitorHeartbeatIntervalMinutes: 1_000,
  })
  const crew: Member[] = []
  for (let i = 0; i < CREW; i++) {
    const visitor = await addVisitor(site, town)
    const caps = [PLENTY, PLENTY, PLENTY, TIGHT]
    const keys = []
    for (const cap of caps) keys.push({ ...(await addKey(site, visitor, cap)), cap })
    crew.push({ visitor, keys })
  }
  // Past its probation, whose ten requests a minute would refuse what a key that is off must be refused for.
  const toggled: Key = await site.operator('POST', '/_operator/keys', {
    tier: 3,
    rateLimitPerMinute: 600,
    createdAt: '2020-01-01T00:00:00.000Z',
  })
  // The planted fault is to break the load, not the preparations.
  if (main !== undefined) {
    program = main
    for (const n of [0, 1]) {
      wanted.add(nodes[n]!.child)
      await nodes[n]!.stop()
      await start(n)
    }
  }
  let standby: Awaited<ReturnType<typeof startStandby>> | null = null
  let database = postgres.url
  return {
    postgres,
    redis,
    url: balancer.url,
    town,
    crew,
    toggled,
    node: (n) => nodes[n]!,
    restart: start,
    deaths: () => deaths,
    expectEnd: (n) => {
      wanted.add(nodes[n]!.child)
    },
    async rows(sql) {
      const client = new pg.Client({ connectionString: database })
      await client.connect()
      try {
        return (await client.query(sql)).rows
      } finally {
        await client.end()
      }
    },
    async promoteStandby() {
      standby = await startStandby(postgres, tempFolder())
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(`alter system set synchronous_standby_names = '*'`)
      await client.query('select pg_reload_conf()')
      for (let state = ''; state !== 'sync'; ) {
        const { rows } = await client.query('select sync_state from pg_stat_replication')
        state = rows[0]?.sync_state ?? ''
      }
      await client.end()
      // Some writes that only the standby will have.
      await new Promise((resume) => setTimeout(resume, 1_000))
      postgres.stop('SIGQUIT')
      await postgres.ended()
      relay.moveTo(standby.port)
      standby.promote()
      database = `postgres://test@127.0.0.1:${standby.port}/postgres`
    },
    async close() {
      for (const [n, node] of nodes.entries()) {
        wanted.add(nodes[n]!.child)
        await node.stop('SIGKILL')
      }
      balancer.stop()
      relay.stop()
      await redis.stop()
      standby?.stop()
      await postgres.remove()
    },
  }
}
