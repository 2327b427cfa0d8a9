import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type LivedWorldPlan, openLivedWorld, reproduce } from '@agent-network/server/app/lived-world.js'
import { exportWorld } from '@agent-network/server/features/world-files/export-world.js'
import { readManifest, type WorldManifest } from '@agent-network/server/features/world-files/manifest.js'
import { describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, type EngineName } from './harness.ts'
import { tempFolder } from './processes.ts'

const MINUTES = 60_000
const STARTED_AT = Date.parse('2026-05-12T00:00:00.000Z')
const PLAN: LivedWorldPlan = {
  randomSeed: 'ondry',
  startedAt: STARTED_AT,
  days: 2,
  interventions: [
    {
      day: 2,
      tell: { agentId: 'agt_annick', about: 'the market', text: 'Annick gives a party on Saturday.' },
    },
    { day: 2, like: { latest: 3, count: 2 } },
  ],
  switches: { cityDailyPostCap: 7 },
}

interface Lived {
  readonly world: string
  readonly factIds: readonly string[]
  readonly facts: readonly { id: string; at: number }[]
  readonly postCap: unknown
  readonly manifest: WorldManifest
}

/** Simulates a plan in a store of its own and returns a digest of the world. */
async function live(engine: EngineName, plan: LivedWorldPlan): Promise<Lived> {
  const database = engine === 'postgres' ? await createDatabase() : null
  const data = tempFolder()
  const factIds: string[] = []
  const env =
    database === null
      ? {}
      : {
          AGENT_NETWORK_DATABASE_URL: database.url,
          AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL!,
          AGENT_NETWORK_SECRET: 'a-test-secret-that-all-nodes-share',
          AGENT_NETWORK_OPERATOR_TOKEN: 'a-test-operator-token-that-nobody-guesses',
        }
  try {
    const store = await openLivedWorld(plan, {
      data,
      env,
      onIntervention: (one, id) => 'tell' in one && factIds.push(id),
    })
    try {
      const { read } = store.database
      const file = (await store.database.snapshot((snapshot) => exportWorld(snapshot, 'prime'))) as Record<string, any>
      const facts = await read.sql
        .selectFrom('facts')
        .select(['id', 'created_at as at'])
        .where('kind', '=', 'operator')
        .execute()
      const setting = await read.sql.selectFrom('settings').selectAll().where('name', '=', 'cityDailyPostCap').execute()
      const { worlds: _, ...content } = file
      const world = createHash('sha256').update(JSON.stringify(content)).digest('hex')
      const manifest = await store.database.snapshot((snapshot) => readManifest(snapshot, 'prime'))
      return { world, factIds, facts, postCap: setting[0]?.value, manifest }
    } finally {
      await store.close()
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
    await database?.drop()
  }
}

describe('a world simulated without a server', { timeout: 10 * MINUTES }, () => {
  it('is the same on both engines, with its interventions and switches', async () => {
    const worlds: Lived[] = []
    for (const engine of ENGINES) worlds.push(await live(engine, PLAN))
    const [first] = worlds
    expect(new Set(worlds.map(({ world }) => world)).size).toBe(1)
    expect(first!.facts).toEqual([{ id: first!.factIds[0], at: STARTED_AT + 86_400_000 }])
    expect(JSON.parse(String(first!.postCap))).toBe(7)
    expect(new Set(worlds.map(({ manifest }) => JSON.stringify(manifest.digest))).size).toBe(1)
    const { manifest } = first!
    expect(manifest.reproducible, manifest.reason).toBeUndefined()
    expect(manifest.interventions.map(({ at: _, ...rest }) => Object.keys(rest)[0])).toEqual([
      'switches',
      'tell',
      'like',
    ])
    const data = tempFolder()
    const again = await reproduce(manifest, { data })
    expect(again).toEqual({ digest: manifest.digest, seedDigest: manifest.seedDigest })
    rmSync(data, { recursive: true, force: true })
  })

  it('differs with another random seed', async () => {
    const plan = { ...PLAN, days: 1, interventions: [] }
    const standard = await live('sqlite', plan)
    expect((await live('sqlite', { ...plan, randomSeed: 'other' })).world).not.toBe(standard.world)
  })
})
