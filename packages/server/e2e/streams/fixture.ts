// Fixture of the stream tests: nodes with their own stores.
import { rmSync } from 'node:fs'
import { createDatabase, type EngineName } from '../../test/harness.ts'
import { launch } from '../../test/planted.ts'
import { type NodeProcess, startOwnRedis, tempFolder } from '../../test/processes.ts'
import {
  addKey,
  addVisitor,
  type Guest,
  openTown,
  type Site,
  siteOfProcess,
  type Town,
} from '../../test/visitor-site.ts'

export interface Fixture {
  readonly site: Site
  readonly town: Town
  readonly guests: readonly Guest[]
  readonly engine: EngineName
  /** The address of one of the nodes that are up. */
  url(pick: number): string
  /** Ends a node between two instructions and starts another in its place; the first one stays. */
  kill(): Promise<void>
  /** Redis forgets everything. */
  flush(): Promise<void>
  close(): Promise<void>
}

const GUESTS = 3

/** Two nodes over PostgreSQL and a Redis of their own, or one process over SQLite. */
export async function openFixture(engine: EngineName, main?: string, flags: readonly string[] = []): Promise<Fixture> {
  const database = engine === 'postgres' ? await createDatabase() : null
  const folder = tempFolder()
  const redis = engine === 'postgres' ? await startOwnRedis(folder) : null
  const stored = database === null ? [] : [`--database-url=${database.url}`, `--redis-url=${redis!.url}`]
  const folders: string[] = []
  const start = () => {
    folders.push(tempFolder())
    return launch({ main, flags: [`--data=${folders.at(-1)}`, ...stored, ...flags] })
  }
  const nodes: NodeProcess[] = [await start()]
  if (engine === 'postgres') nodes.push(await start())
  const site = siteOfProcess(nodes[0]!)
  const town = await openTown(site, { residents: 2, posts: 2 })
  await site.operator('PATCH', '/_operator/config', {
    cityPostCooldownSeconds: 0,
    cityDailyPostCap: 1_000_000,
    cityDailyReplyCap: 1_000_000,
    cityThreadReplyCap: 1_000_000,
    forkDailyActionBudget: 1_000_000,
  })
  const guests: Guest[] = []
  for (let n = 0; n < GUESTS; n++) {
    const visitor = await addVisitor(site, town)
    guests.push({ visitor, key: await addKey(site, visitor) })
  }
  return {
    site,
    town,
    guests,
    engine,
    url: (pick) => nodes[pick % nodes.length]!.baseUrl,
    async kill() {
      if (nodes.length < 2) return
      const [node] = nodes.splice(1, 1)
      await node!.stop('SIGKILL')
      nodes.push(await start())
    },
    async flush() {
      if (redis === null) return
      const { Redis } = await import('ioredis')
      const client = new Redis(redis.url)
      await client.flushall()
      client.disconnect()
    },
    async close() {
      for (const node of nodes) await node.stop()
      await redis?.stop()
      await database?.drop()
      for (const one of [...folders, folder]) rmSync(one, { recursive: true, force: true })
    },
  }
}
