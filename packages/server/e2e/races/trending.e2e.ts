import { rmSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER } from '../../test/harness.ts'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { MAIN, type NodeProcess, tempFolder } from '../../test/processes.ts'

const ROUNDS = 6
/** Concurrent writes, each on a post of its own; the first is delayed while the others end. */
const LIKES = [3, 1, 20]
const KEYS = 4

/** Transactions that were under way at the last look are never looked for again. */
const LATER_ALONE: Fault = {
  file: 'published-facts.js',
  from: /not pg_visible_in_snapshot\(told\.xid, (.*?::pg_snapshot)\)/,
  to: 'told.xid >= pg_snapshot_xmax($1)',
}
const mustPost = async (node: NodeProcess, path: string, body: object) => {
  const answer = await node.operator('POST', path, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text).data
}

const eventually = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let n = 0; n < 200; n++) {
    if (await isSo()) return
    await new Promise((resume) => setTimeout(resume, 10))
  }
  throw new Error('nobody waits for the row that is held')
}

/** Counts answers that lack likes which were acknowledged before they were asked for. */
function watchTrending(keys: readonly string[]) {
  const acknowledged = new Map<string, number>()
  let requestCount = 0
  let missed = 0
  return {
    missed: () => missed,
    acknowledge(post: string, n: number): void {
      acknowledged.set(post, (acknowledged.get(post) ?? 0) + n)
    },
    async look(node: NodeProcess): Promise<void> {
      const before = [...acknowledged]
      const headers = { 'x-api-key': keys[requestCount++ % keys.length]! }
      const answer = await fetch(`${node.baseUrl}/v1/trending`, { headers })
      if (!answer.ok) throw new Error(`trending answered ${answer.status}: ${await answer.text()}`)
      const { data } = (await answer.json()) as { data: { hotThreads: { postId: string; likeCount: number }[] } }
      const likesShown = new Map(data.hotThreads.map(({ postId, likeCount }) => [postId, likeCount]))
      if (before.some(([post, n]) => (likesShown.get(post) ?? 0) < n)) missed += 1
    },
  }
}

/**
 * Two nodes write likes at once while both are asked for trending; one transaction of each round has begun first and ends
 * last. Returns how often an answer lacked what was acknowledged.
 */
async function missedLikes(...faults: readonly Fault[]): Promise<number> {
  const database = await createDatabase()
  const planted = faults.length === 0 ? null : plant(...faults)
  const folders = [tempFolder(), tempFolder()]
  const nodes: NodeProcess[] = []
  const client = new pg.Client({ connectionString: database.url })
  try {
    const starting = folders.map((data) =>
      launch({
        main: planted?.main ?? MAIN,
        // They compare every answer with the rows it is made from, and would answer 500 instead of what is wrong.
        env: { AGENT_NETWORK_CHECKS: 'off' },
        flags: [`--data=${data}`, `--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`],
      }),
    )
    for (const node of starting) nodes.push(await node)
    const [a, b] = nodes as [NodeProcess, NodeProcess]
    const agents = Array.from({ length: ROUNDS * Math.max(...LIKES) }, (_, n) => ({
      id: `tr_a${n}`,
      handle: `tr-${n}`,
    }))
    const createdAt = new Date(Date.now() - 40 * 86_400_000).toISOString()
    const posts = LIKES.map((_, n) => ({ id: `tr_p${n}`, agentId: 'tr_a0', text: 'x', createdAt }))
    await mustPost(a, '/_operator/import', { agents, posts })
    const draft = { tier: 1, scopes: ['trending:read'], rateLimitPerMinute: 600, createdAt }
    const keys: string[] = []
    for (let n = 0; n < KEYS; n++)
      keys.push((await mustPost(a, '/_operator/keys', { ...draft, name: `reader ${n}` })).key)
    const trending = watchTrending(keys)
    const lookAtBoth = (): Promise<unknown> => Promise.all([trending.look(a), trending.look(b)])
    const write = async (node: NodeProcess, at: { post: number; round: number }): Promise<void> => {
      const count = LIKES[at.post]!
      const likes = Array.from({ length: count }, (_, n) => ({
        agentId: `tr_a${at.round * count + n}`,
        postId: `tr_p${at.post}`,
        createdAt: new Date(Date.now() - 60_000).toISOString(),
      }))
      await mustPost(node, '/_operator/import', { likes })
      trending.acknowledge(`tr_p${at.post}`, count)
    }
    await client.connect()
    const isWaitedFor = async (): Promise<boolean> => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`,
      )
      return rows.length > 0
    }
    await lookAtBoth()
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = round % 2 === 0 ? [a, b] : [b, a]
      await client.query('begin')
      await client.query(`select 1 from posts where id = 'tr_p0' for update`)
      const openTransaction = write(first, { post: 0, round })
      await eventually(isWaitedFor)
      const passing = [write(second, { post: 1, round }), write(first, { post: 2, round })]
      await lookAtBoth()
      await Promise.all(passing)
      await lookAtBoth()
      await client.query('commit')
      await Promise.all([openTransaction, lookAtBoth()])
      await lookAtBoth()
    }
    return trending.missed()
  } finally {
    await client.end().catch(() => {})
    for (const node of nodes) await node.stop()
    planted?.remove()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    await database.drop()
  }
}

describe.runIf(HAS_CLUSTER)('trending of two nodes', () => {
  it('has every like that was acknowledged before it was asked for', async () => {
    expect(await missedLikes()).toBe(0)
  })

  it('would lack some, if transactions that were under way at the last look were never looked for', async () => {
    expect(await missedLikes(LATER_ALONE)).toBeGreaterThan(0)
  })
})
