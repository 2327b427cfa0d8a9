import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER, startTestServer, type TestServer } from '../../test/harness.ts'
import { NOW, OPEN } from '../../test/observe-harness.ts'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { tempFolder } from '../../test/processes.ts'
import { changeStore } from '../../test/store-access.ts'
import {
  act,
  addKey,
  addVisitor,
  atOnce,
  type Key,
  openTown,
  read,
  type Site,
  siteOf,
  siteOfProcess,
  type Visitor,
} from '../../test/visitor-site.ts'

type Sql = (text: string, values: readonly unknown[]) => Promise<unknown>

/** A visitor as the portal would have registered it, with everything that happens to it captured. */
async function watched(site: Site, sql: Sql, worldId: string): Promise<{ visitor: Visitor; key: Key }> {
  const visitor = await addVisitor(site, { worldId })
  const uid = `uid-${visitor.agentId}`
  const { id: appId } = await site.operator('POST', '/_operator/apps', { ownerUid: uid, name: 'app' })
  await sql('update visitors set app_id = $2, owner_uid = $3 where agent_id = $1', [visitor.agentId, appId, uid])
  const key = await addKey(site, visitor)
  await site.operator('PATCH', `/_operator/keys/${key.id}`, { appId })
  return { visitor, key }
}

const CROWD = 6
const ROUNDS = 12

/** Many at once do things to one visitor and to each other, and it acts itself, while its owner follows all of it. */
async function followWhileTold(
  site: Site,
  sql: Sql,
  journaled: boolean,
): Promise<{ positions: number[]; expected: number }> {
  const town = await openTown(site, { residents: 1, posts: ROUNDS })
  const { visitorObserveCanaryWorldIds: before } = await site.operator('GET', '/_operator/config')
  await site.operator('PATCH', '/_operator/config', {
    ...OPEN,
    visitorJournalEnabled: journaled,
    visitorJournalCanaryWorldIds: [town.worldId],
    visitorObserveCanaryWorldIds: [...before, town.worldId],
  })
  const star = await watched(site, sql, town.worldId)
  const crowd: { visitor: Visitor; key: Key }[] = []
  for (let n = 0; n < CROWD; n++) crowd.push(await watched(site, sql, town.worldId))
  const say = async (i: number) => {
    const createdPost = await act(
      site,
      star.visitor,
      star.key,
      `p${i}`,
      { post: { text: `Something to like, ${i}` } },
      i,
    )
    if (createdPost.status !== 200) throw new Error(createdPost.text)
    return createdPost.data.docId as string
  }
  const posts = await atOnce(ROUNDS, say)
  let writing = true
  const ownWords = atOnce(4, async (lane) => {
    for (let i = 0; i < ROUNDS / 4; i++) await say(ROUNDS + 4 * i + lane)
  })
  const others = crowd.map(async ({ visitor, key }, who) => {
    for (let i = 0; i < ROUNDS; i++) {
      const peer = crowd[(who + 1 + (i % (CROWD - 1))) % CROWD]!
      const answers = await Promise.all([
        act(site, visitor, key, `l${i}`, { like: { postId: posts[(i + who) % ROUNDS] } }, who + i),
        act(site, visitor, key, `d${i}`, { dm: { handle: star.visitor.handle, text: `Dear star, ${i}` } }, who),
        act(site, visitor, key, `f${i}`, { follow: { handle: peer.visitor.handle } }, i),
      ])
      for (const { status, text } of answers) if (status !== 200) throw new Error(text)
    }
  })
  const writers = Promise.all([ownWords, ...others]).finally(() => {
    writing = false
  })
  const sequences: number[] = []
  const follow = async () => {
    let cursor = ''
    for (let last = false; ; ) {
      const page = await read(site, `/v1/visitors/${star.visitor.agentId}/observe/events?limit=100${cursor}`, star.key)
      if (page.status !== 200) throw new Error(page.text)
      sequences.push(...page.data.events.map(({ sequence }: { sequence: number }) => sequence))
      cursor = `&forwardCursor=${page.data.forwardCursor}`
      if (last && !page.data.hasMore) return
      // A frozen clock never opens the next rate window of the key that reads.
      await new Promise((go) => setTimeout(go, 100))
      last = !writing
    }
  }
  await Promise.all([writers, follow()])
  return { positions: sequences, expected: 2 * (2 * ROUNDS + CROWD * ROUNDS) }
}

const oneTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)
const SITES = HAS_CLUSTER ? (['sqlite', 'postgres', 'two nodes'] as const) : (['sqlite'] as const)

for (const kind of SITES)
  describe(`facts that meet, on ${kind}`, () => {
    let servers: TestServer[]
    let drop = async () => {}
    beforeAll(async () => {
      if (kind === 'two nodes') {
        const database = await createDatabase()
        drop = database.drop
        servers = [await startTestServer('postgres', { databaseUrl: database.url })]
        servers.push(await startTestServer('postgres', { databaseUrl: database.url }))
      } else servers = [await startTestServer(kind)]
      await servers[0]!.setClock(NOW)
    })
    afterAll(async () => {
      for (const server of servers) {
        expect(server.errors()).toEqual([])
        await server.close()
      }
      await drop()
    })

    it('reach each follower once and in order', async () => {
      const sql: Sql = (text, values) => changeStore(servers[0]!, text, values)
      const { positions, expected } = await followWhileTold(siteOf(...servers), sql, true)
      expect(positions).toEqual(oneTo(expected))
    })
  })

/** Attempts whose commit takes its time; those of others come and go meanwhile, if nothing holds them. */
const LATE = `if (facts.length === 1 && facts[0].status === 'attempted') await new Promise((go) => setTimeout(go, 300));`
const LATE_COMMITS: Fault = {
  file: 'events.js',
  from: 'insertEvents(tx, observed, ingested);',
  to: `insertEvents(tx, observed, ingested); ${LATE}`,
}

/** Numbers from a counter that nobody holds until the commit, as a plain serial column would give them. */
const SERIAL: readonly Fault[] = [
  { file: 'roster.js', from: /\blockedVisitor(?=,| :)/g, to: 'visitorById' },
  {
    file: 'events.js',
    from: 'const ingested = isObserved && hasOwner(visitor) ?',
    to: `if (hasOwner(visitor)) {
      globalThis.serial ??= new Map();
      visitor.event_sequence = globalThis.serial.get(agentId) ?? 0;
      globalThis.serial.set(agentId, visitor.event_sequence + facts.length);
      insertEvents(tx, observed, ingestFacts(visitor, captureCeiling(switches), at, facts));
      ${LATE}
      return;
    }
    const ingested = isObserved && hasOwner(visitor) ?`,
  },
  {
    file: 'subject.js',
    from: 'return isStillOwner(',
    to: `const [{ n }] = await read.raw('select coalesce(max(sequence), 0) as n from events where agent_id = $1', [agent.id]);
    visitor.event_sequence = Number(n);
    return isStillOwner(`,
  },
]

describe.runIf(HAS_CLUSTER)('facts that are committed late', () => {
  async function followedOn(...faults: readonly Fault[]) {
    const database = await createDatabase()
    const data = tempFolder()
    const planted = plant(...faults)
    const flags = [`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`]
    const node = await launch({ main: planted.main, flags: [`--data=${data}`, '--test-clock', ...flags] })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      const site = siteOfProcess(node)
      await site.operator('PUT', '/_operator/clock', { now: NOW })
      return await followWhileTold(site, (text, values) => client.query(text, values as unknown[]), false)
    } finally {
      await client.end()
      await node.stop()
      planted.remove()
      rmSync(data, { recursive: true, force: true })
      await database.drop()
    }
  }

  it('are not skipped', async () => {
    const { positions, expected } = await followedOn(LATE_COMMITS)
    expect(positions).toEqual(oneTo(expected))
  })

  it('would be, if numbers could become visible before those below them', async () => {
    const { positions, expected } = await followedOn(...SERIAL)
    // The reader went past numbers that were not there yet, and never came back for them.
    expect(new Set(positions).size).toBeLessThan(expected)
  })
})
