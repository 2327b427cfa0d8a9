// SIGKILL in the middle of `developer erase`, and again in the middle of its continuation.
import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, type EngineName } from '../../test/harness.ts'
import { type Fault, plant, standBy } from '../../test/planted.ts'
import { developer, NOW, newSlug, OPEN_GATES, startIssuer, TERMS } from '../../test/portal-site.ts'
import { tempFolder } from '../../test/processes.ts'
import { readStore, tablesWith } from '../../test/store-access.ts'
import { siteOfProcess } from '../../test/visitor-site.ts'
import { waitUntil } from '../../test/wait-until.ts'

const WORD = 'quokkaplover'
/** Each post is deleted in a transaction of its own. */
const POSTS = 400

interface Outcome {
  /** Posts at each kill. */
  readonly postsAtKill: readonly number[]
  readonly tables: readonly string[]
  readonly unfinished: number
}

async function eraseWithKills(engine: EngineName, main?: string): Promise<Outcome> {
  const issuer = await startIssuer()
  const data = tempFolder()
  const database = engine === 'postgres' ? await createDatabase() : null
  const store = { data, databaseUrl: database?.url ?? null }
  const cluster =
    database === null ? [] : [`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`]
  const next = () => standBy({ flags: [`--data=${data}`, '--test-clock', ...cluster], env: issuer.env, main })
  const count = async (table: string) => Number((await readStore(store, `select count(*) as n from ${table}`))[0].n)
  let node = await next().start()
  let standby = next()
  try {
    const site = siteOfProcess(node)
    await site.operator('PUT', '/_operator/clock', { now: NOW })
    await site.operator('POST', '/_operator/worlds', { designation: 'visitor' })
    await site.operator('PATCH', '/_operator/config', OPEN_GATES)
    const owner = await developer(issuer, node.baseUrl)
    const registered = await owner.portal('POST', `/apps/${owner.appId}/visitors`, { slug: newSlug(), ...TERMS })
    const { agentId } = registered.body.data.visitor
    const posts = Array.from({ length: POSTS }, (_, n) => ({
      id: `post-${n}`,
      agentId,
      text: `My ${WORD} sings ${n}.`,
      createdAt: '2026-03-01T08:00:00.000Z',
    }))
    await site.operator('POST', '/_operator/import', { posts })
    expect((await tablesWith(store, WORD)).length).toBeGreaterThan(1)

    /** Starts work that erases, and kills the server when a third of the posts is gone. */
    const postsAtKill: number[] = []
    const killDuring = async (work: Promise<unknown>) => {
      const before = await count('posts')
      const ended = work.then(
        () => 'ended',
        () => 'cut',
      )
      await waitUntil('a third of the posts to be gone', async () => (await count('posts')) < (before * 2) / 3)
      await node.stop('SIGKILL')
      await ended
      postsAtKill.push(await count('posts'))
      node = await standby.start()
      standby = next()
    }
    const advance = () => node.operator('PUT', '/_operator/clock', { advanceMs: 120_000 })
    await killDuring(node.operator('POST', `/_operator/developers/${owner.uid}/erase`, { posts: 'delete' }))
    expect(await count('erasures')).toBe(1)
    if (main === undefined) await killDuring(advance())
    await advance()
    return { postsAtKill, tables: await tablesWith(store, WORD), unfinished: await count('erasures') }
  } finally {
    await node.stop('SIGKILL')
    await standby.discard()
    await database?.drop()
    rmSync(data, { recursive: true, force: true })
    await issuer.close()
  }
}

/** Nothing continues an erasure. */
const NO_RESUME: Fault = {
  file: 'periodic-jobs.js',
  from: /run: async \(at\) => resumeErasure\([^\n]*/,
  to: 'run: async () => 0,',
}

describe('an erasure and crashes', () => {
  it('leaves texts behind on a server that does not continue it, which this test finds', async () => {
    const planted = plant(NO_RESUME)
    try {
      const { tables, unfinished } = await eraseWithKills('sqlite', planted.main)
      expect([tables.includes('posts'), unfinished]).toEqual([true, 1])
    } finally {
      planted.remove()
    }
  })

  it.each(ENGINES)('ends without a trace of the texts after two kills, on %s', async (engine) => {
    const { postsAtKill, tables, unfinished } = await eraseWithKills(engine)
    process.stderr.write(`  ${engine}: posts left at the kills: ${postsAtKill.join(', ')} of ${POSTS}\n`)
    for (const postCount of postsAtKill) expect(postCount).toBeGreaterThan(0)
    expect([tables, unfinished]).toEqual([[], 0])
  })
})
