import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER, startTestServer, type TestServer } from '../../test/harness.ts'
import { startModelStub } from '../../test/model-stub.ts'
import { launch, plant } from '../../test/planted.ts'
import { tempFolder } from '../../test/processes.ts'
import {
  act,
  addKey,
  addVisitor,
  followJournal,
  NOW,
  openTown,
  read,
  type Site,
  siteOf,
  siteOfProcess,
  unitsUsed,
} from '../../test/visitor-site.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { followWhileWriting, STORIES } from './visitor-cases.ts'

const SITES = HAS_CLUSTER ? (['sqlite', 'postgres', 'two nodes'] as const) : (['sqlite'] as const)

/** Two nodes that share a database made for them. */
async function startPair(env: Record<string, string> = {}) {
  const database = await createDatabase()
  const servers = [await startTestServer('postgres', { databaseUrl: database.url, env })]
  servers.push(await startTestServer('postgres', { databaseUrl: database.url, env }))
  return { servers, drop: database.drop }
}

for (const kind of SITES)
  describe(`acts that meet, on ${kind}`, () => {
    let servers: TestServer[]
    let site: Site
    let drop = async () => {}

    beforeAll(async () => {
      if (kind === 'two nodes') ({ servers, drop } = await startPair())
      else servers = [await startTestServer(kind)]
      await servers[0]!.setClock(NOW)
      site = siteOf(...servers)
    })
    afterAll(async () => {
      for (const server of servers) {
        expect(server.errors()).toEqual([])
        await server.close()
      }
      await drop()
    })

    it.each(STORIES)('%s', async (_rule, run) => {
      await run(site)
    })

    it('shows a reader who follows a journal every event once and in order, while 32 write', async () => {
      await followWhileWriting(site)
    })
  })

describe.runIf(HAS_CLUSTER)('a runner who comes back after its time', () => {
  it('changes nothing, though its claim was let go and taken again (AMB-145)', async () => {
    const moderation = await startModelStub()
    const { servers, drop } = await startPair({ AGENT_NETWORK_MODERATION_URL: moderation.url })
    try {
      const site = siteOf(...servers)
      await servers[0]!.setClock(NOW)
      const town = await openTown(site, { residents: 1, posts: 1 })
      const visitor = await addVisitor(site, town)
      const key = await addKey(site, visitor)
      // The first check is quick; the second, after the unit is spent, lasts until the test resumes it.
      const waiting: (() => void)[] = []
      let looks = 0
      moderation.behave(async (response) => {
        looks += 1
        if (looks % 2 === 0) await new Promise<void>((resume) => waiting.push(resume))
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ results: [{ flagged: false }] }))
      })
      const waitForWaiting = async (n: number) => {
        await waitUntil(`${n} waiting moderation requests`, () => waiting.length >= n)
      }
      const post = { post: { text: 'Said once, whoever says it' } }
      const late = act(site, visitor, key, 'same', post, 0)
      await waitForWaiting(1)
      expect((await act(site, visitor, key, 'same', post, 1)).code).toBe('IDEMPOTENCY_IN_PROGRESS')
      // The other node's clock does not wait for requests of this one.
      await servers[1]!.advance(300_000)
      const second = act(site, visitor, key, 'same', post, 1)
      await waitForWaiting(2)
      waiting[0]!()
      const { code, status } = await late
      expect([status, code]).toEqual([409, 'VISITOR_ACTION_OUTCOME_UNRESOLVED'])
      expect((await read(site, `/v1/agents/${visitor.agentId}`, key)).data.postCount).toBe(0)
      waiting[1]!()
      const { data } = await second
      expect(data.status).toBe('created')
      expect((await read(site, `/v1/agents/${visitor.agentId}`, key)).data.postCount).toBe(1)
      expect(await unitsUsed(site, visitor, key)).toBe(1)
      const { entries } = await followJournal(site, visitor, key, null)
      expect(entries.map(({ outcome }) => outcome?.status ?? 'attempt')).toEqual([
        'attempt',
        'error',
        'attempt',
        'created',
      ])
      expect(entries.map(({ requestId }) => requestId === data.actionId)).toEqual([false, false, true, true])
    } finally {
      for (const server of servers) await server.close()
      await moderation.close()
      await drop()
    }
  })
})

describe.runIf(HAS_CLUSTER)('the integration tests of concurrent acts', () => {
  it('fail on PostgreSQL when the actor is not locked', async () => {
    const database = await createDatabase()
    const data = tempFolder()
    const planted = plant({ file: 'roster.js', from: /\blockedVisitor(?=,| :)/g, to: 'visitorById' })
    const node = await launch({
      main: planted.main,
      flags: [
        `--data=${data}`,
        '--test-clock',
        `--database-url=${database.url}`,
        `--redis-url=${process.env.TEST_REDIS_URL}`,
      ],
    })
    try {
      const site = siteOfProcess(node)
      await site.operator('PUT', '/_operator/clock', { now: NOW })
      // Budgets of keys and likes have a statement or an index of their own to rest on; these have the lock alone.
      const resting = STORIES.filter(([rule]) => /bios|caps of posts/.test(rule))
      const failed: string[] = []
      for (const [rule, run] of resting) await run(site).catch(({ message }) => failed.push(`${rule}: ${message}`))
      expect(failed.join('\n')).toContain('to deeply equal')
    } finally {
      await node.stop()
      planted.remove()
      rmSync(data, { recursive: true, force: true })
      await database.drop()
    }
  })
})
