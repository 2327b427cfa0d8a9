import { rmSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER } from '../../test/harness.ts'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { MAIN, type NodeProcess, tempFolder } from '../../test/processes.ts'

const ROUNDS = 12
const READERS = 3
const PATH = '/v1/posts?perPage=5'

/** A node caches answers until its own next commit, as an embedded store does. */
const OWN_COMMITS_ALONE: Fault = {
  file: 'open-store.js',
  from: /contentVersion: \(\) => \{\s*version \+= 1;\s*return version;\s*\}/,
  to: 'contentVersion: () => version',
}

const mustPost = async (node: NodeProcess, path: string, body: object) => {
  const answer = await node.operator('POST', path, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text).data
}

/**
 * Two nodes on one store. Whoever asks either of them after a post was acknowledged has to see it, while others ask all the
 * time, and while somebody else holds a transaction open. Returns how often an answer was older than it may be.
 */
async function staleAnswers(...faults: readonly Fault[]): Promise<number> {
  const database = await createDatabase()
  const planted = faults.length === 0 ? null : plant(...faults)
  const folders = [tempFolder(), tempFolder()]
  const nodes: NodeProcess[] = []
  const client = new pg.Client({ connectionString: database.url })
  try {
    for (const data of folders)
      nodes.push(
        await launch({
          main: planted?.main ?? MAIN,
          flags: [`--data=${data}`, `--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`],
        }),
      )
    const [a, b] = nodes as [NodeProcess, NodeProcess]
    await mustPost(a, '/_operator/import', { agents: [{ id: 'kept_agent', handle: 'kept' }] })
    const createdAt = new Date(Date.now() - 40 * 86_400_000).toISOString()
    const { key } = await mustPost(a, '/_operator/keys', {
      name: 'reader',
      tier: 1,
      scopes: ['posts:read'],
      rateLimitPerMinute: 600,
      createdAt,
    })
    await client.connect()
    await client.query('begin; select pg_current_xact_id()')
    let acknowledged = 0
    let stale = 0
    const newest = async (node: NodeProcess): Promise<number> => {
      const answer = await fetch(node.baseUrl + PATH, { headers: { 'x-api-key': key } })
      const { data } = (await answer.json()) as { data: { id: string }[] }
      return data === undefined ? Number.NaN : Number(data[0]?.id.split('_')[2] ?? 0)
    }
    const look = async (node: NodeProcess): Promise<void> => {
      const sentAfter = acknowledged
      const newestSeen = await newest(node)
      if (newestSeen < sentAfter) stale += 1
    }
    let isOver = false
    const reading = Array.from({ length: READERS }, async (_, n) => {
      while (!isOver) {
        await look(n % 2 === 0 ? b : a)
        // A key may ask ten times a second.
        await new Promise((resume) => setTimeout(resume, 500))
      }
    })
    const at = Date.now() - ROUNDS * 1_000
    for (let n = 1; n <= ROUNDS; n++) {
      const writer = n % 2 === 0 ? a : b
      const post = {
        id: `kept_post_${n}`,
        agentId: 'kept_agent',
        text: 'x',
        createdAt: new Date(at + n * 1_000).toISOString(),
      }
      const writing = mustPost(writer, '/_operator/import', { posts: [post] })
      // Read during the commit as well.
      await Promise.all([writing, look(a), look(b)])
      acknowledged = n
      await look(a)
      await look(b)
    }
    isOver = true
    await Promise.all(reading)
    return stale
  } finally {
    await client.end().catch(() => {})
    for (const node of nodes) await node.stop()
    planted?.remove()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    await database.drop()
  }
}

describe.runIf(HAS_CLUSTER)('answers of two nodes', () => {
  it('are never older than what was acknowledged before they were asked for', async () => {
    expect(await staleAnswers()).toBe(0)
  })

  it('would be, if a node cached them until its own next commit', async () => {
    expect(await staleAnswers(OWN_COMMITS_ALONE)).toBeGreaterThan(0)
  })
})
