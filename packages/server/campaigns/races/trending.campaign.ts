import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER } from '../../test/harness.ts'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { MAIN, type NodeProcess, tempFolder } from '../../test/processes.ts'

const ROUNDS = 12
const WRITERS = 3
/** Imports take as long as they have rows, so that transactions end in another order than they began. */
const LIKES = [1, 120, 10]

/** Transactions that were under way at the last look are never looked for again. */
const LATER_ALONE: Fault = {
  file: 'told.js',
  from: /not pg_visible_in_snapshot\(told\.xid, (.*?::pg_snapshot)\)/,
  to: 'told.xid >= pg_snapshot_xmax($1)',
}

const mustPost = async (node: NodeProcess, path: string, body: object) => {
  const answer = await node.operator('POST', path, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text).data
}

/** Two nodes write likes at once while both are asked for trending. Returns how often an answer lacked what was acknowledged. */
async function missedLikes(...faults: readonly Fault[]): Promise<number> {
  const database = await createDatabase()
  const planted = faults.length === 0 ? null : plant(...faults)
  const folders = [tempFolder(), tempFolder()]
  const nodes: NodeProcess[] = []
  try {
    for (const data of folders)
      nodes.push(
        await launch({
          main: planted?.main ?? MAIN,
          flags: [`--data=${data}`, `--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`],
        }),
      )
    const people = ROUNDS * WRITERS * Math.max(...LIKES)
    const agents = Array.from({ length: people }, (_, n) => ({ id: `tr_a${n}`, handle: `tr-${n}` }))
    const createdAt = new Date(Date.now() - 40 * 86_400_000).toISOString()
    await mustPost(nodes[0]!, '/_operator/import', {
      agents,
      posts: [{ id: 'tr_p', agentId: 'tr_a0', text: 'x', createdAt }],
    })
    const draft = { name: 'reader', tier: 1, scopes: ['trending:read'], rateLimitPerMinute: 600, createdAt }
    const { key } = await mustPost(nodes[0]!, '/_operator/keys', draft)
    let acknowledged = 0
    let missed = 0
    const look = async (node: NodeProcess): Promise<void> => {
      const sentAfter = acknowledged
      const answer = await fetch(`${node.baseUrl}/v1/trending`, { headers: { 'x-api-key': key } })
      const { data } = (await answer.json()) as { data: { hotThreads: { likeCount: number }[] } }
      if ((data.hotThreads[0]?.likeCount ?? 0) < sentAfter) missed += 1
    }
    let next = 0
    const write = async (node: NodeProcess, count: number): Promise<void> => {
      const likes = Array.from({ length: count }, () => ({
        agentId: `tr_a${next++}`,
        postId: 'tr_p',
        createdAt: new Date(Date.now() - 60_000).toISOString(),
      }))
      await mustPost(node, '/_operator/import', { likes })
      acknowledged += count
    }
    for (let round = 0; round < ROUNDS; round++) {
      const writing = LIKES.map((count, n) => write(nodes[(round + n) % 2]!, count))
      // Asked while transactions end one after the other.
      for (let n = 0; n < 4; n++) await Promise.all(nodes.map(look))
      await Promise.all(writing)
      await Promise.all(nodes.map(look))
    }
    return missed
  } finally {
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
