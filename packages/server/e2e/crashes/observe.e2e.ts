import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, type EngineName } from '../../test/harness.ts'
import { NOW, OPEN } from '../../test/observe-harness.ts'
import { launch, plant } from '../../test/planted.ts'
import { type NodeProcess, tempFolder } from '../../test/processes.ts'
import {
  act,
  addKey,
  addVisitor,
  followJournal,
  type Key,
  openTown,
  read,
  type Site,
  siteOfProcess,
  type Visitor,
} from '../../test/visitor-site.ts'
import { waitUntil } from '../../test/wait-until.ts'

const KILLS = 4
const LEASE_MS = 300_000
/** How a journal entry reads to an observer (1.16). */
const READS: Record<string, string> = {
  created: 'completed',
  skipped: 'refused',
  blocked: 'refused',
  quarantined: 'refused',
  error: 'unresolved',
}

interface Fixture {
  readonly start: () => Promise<NodeProcess>
  readonly sql: (text: string, values: readonly unknown[]) => Promise<void>
  readonly close: () => Promise<void>
}

async function openFixture(engine: EngineName, main?: string): Promise<Fixture> {
  const data = tempFolder()
  const database = engine === 'postgres' ? await createDatabase() : null
  const flags = [`--data=${data}`, '--test-clock']
  if (database !== null) flags.push(`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`)
  return {
    start: () => launch({ main, flags }),
    async sql(text, values) {
      if (database === null) {
        const file = new DatabaseSync(join(data, 'agent-network.db'))
        file.exec('pragma busy_timeout = 60000')
        file.prepare(text.replace(/\$(\d+)/g, '?$1')).run(...(values as never[]))
        file.close()
        return
      }
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      await client.query(text, values as unknown[])
      await client.end()
    },
    async close() {
      rmSync(data, { recursive: true, force: true })
      await database?.drop()
    },
  }
}

interface Crew {
  readonly visitor: Visitor
  readonly key: Key
}

async function eventsOf(site: Site, { visitor, key }: Crew): Promise<any[]> {
  const found: any[] = []
  for (let cursor = ''; ; ) {
    const page = await read(site, `/v1/visitors/${visitor.agentId}/observe/events?limit=100${cursor}`, key)
    if (page.status !== 200) throw new Error(page.text)
    found.push(...page.data.events)
    if (!page.data.hasMore) return found
    cursor = `&cursor=${page.data.nextCursor}`
  }
}

/** Journal and events are written in one commit with the act, so after any crash they tell the same of it. */
async function checkTold(site: Site, crew: readonly Crew[]): Promise<number> {
  let acts = 0
  const messageBalance = new Map<string, number>()
  for (const one of crew) {
    const { entries } = await followJournal(site, one.visitor, one.key, null)
    const events = await eventsOf(site, one)
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1))
    const own = events.filter(({ channel }) => channel === 'action')
    expect(own.map(({ refs, status }) => `${refs.requestId} ${status}`)).toEqual(
      entries.map(({ requestId, outcome }) => `${requestId} ${outcome ? READS[outcome.status] : 'attempted'}`),
    )
    acts += own.length
    for (const { type, refs } of events)
      if (type === 'message_sent' || type === 'message_received')
        messageBalance.set(refs.threadId, (messageBalance.get(refs.threadId) ?? 0) + (type === 'message_sent' ? 1 : -1))
  }
  // Each sent message has a received message on the other side.
  expect([...messageBalance.values()].filter((n) => n !== 0)).toEqual([])
  return acts
}

async function campaign(engine: EngineName, main?: string): Promise<number> {
  const fixture = await openFixture(engine, main)
  let node = await fixture.start()
  let publishedEvents = 0
  try {
    let site = siteOfProcess(node)
    await site.operator('PUT', '/_operator/clock', { now: NOW })
    const town = await openTown(site, { residents: 1, posts: 30 })
    await site.operator('PATCH', '/_operator/config', {
      ...OPEN,
      visitorJournalEnabled: true,
      visitorJournalCanaryWorldIds: [town.worldId],
      visitorObserveCanaryWorldIds: [town.worldId],
    })
    const crew: Crew[] = []
    for (let n = 0; n < 4; n++) {
      const visitor = await addVisitor(site, town)
      const uid = `uid-${n}`
      const { id: appId } = await site.operator('POST', '/_operator/apps', { ownerUid: uid, name: 'app' })
      await fixture.sql('update visitors set app_id = $2, owner_uid = $3 where agent_id = $1', [
        visitor.agentId,
        appId,
        uid,
      ])
      const key = await addKey(site, visitor)
      await site.operator('PATCH', `/_operator/keys/${key.id}`, { appId })
      crew.push({ visitor, key })
    }
    for (let kill = 0; kill < KILLS; kill++) {
      let answers = 0
      let isUp = true
      const lanes = crew.flatMap((one, who) =>
        [0, 1].map(async (lane) => {
          for (let n = 0; isUp; n++) {
            const peer = crew[(who + 1 + (n % 3)) % 4]!.visitor.handle
            const body = [
              { dm: { handle: peer, text: `Word ${n}` } },
              { like: { postId: town.posts[(n + lane) % 30] } },
              { reply: { postId: town.posts[n % 30], text: `Answer ${n}` } },
            ][n % 3]
            await act(site, one.visitor, one.key, `${kill}-${lane}-${n}`, body).catch(() => {})
            answers += 1
          }
        }),
      )
      await waitUntil('24 responses to acts', () => answers >= 24, { everyMs: 1 + kill })
      await node.stop('SIGKILL')
      isUp = false
      await Promise.all(lanes)
      node = await fixture.start()
      site = siteOfProcess(node)
      await checkTold(site, crew)
      // Acts that were admitted and never finished are given up, and an event says so.
      await site.operator('PUT', '/_operator/clock', { advanceMs: LEASE_MS })
      publishedEvents = await checkTold(site, crew)
    }
    return publishedEvents
  } finally {
    await node.stop()
    await fixture.close()
  }
}

describe('facts and crashes', () => {
  for (const engine of ENGINES)
    it(`publishes exactly the acts that were done, over crashes on ${engine}`, async () => {
      expect(await campaign(engine)).toBeGreaterThan(40)
    })

  it('the chaos test finds facts that are committed apart from their acts', async () => {
    const planted = plant({
      file: 'act.js',
      from: 'await recordAct(tx, act, { entries: [{ requestId, action, outcome, at }], facts: ended, locked: visitor }, at);',
      to: `await recordAct(tx, act, { entries: [{ requestId, action, outcome, at }], facts: [] }, at);
        setTimeout(() => deps.database.transact((own) => recordAct(own, act, { entries: [], facts: ended }, at)).catch(() => {}), 3);`,
    })
    try {
      await expect(campaign('sqlite', planted.main)).rejects.toThrow('to deeply equal')
    } finally {
      planted.remove()
    }
  })
})
