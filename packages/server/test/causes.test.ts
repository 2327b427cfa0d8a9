// Causes of the acts of residents, on both engines.
import { rmSync } from 'node:fs'
import { openLivedWorld } from '@agent-network/server/app/lived-world.js'
import { makeActs } from '@agent-network/server/features/life/engine/acts.js'
import { systemAmbient } from '@agent-network/server/platform/core/ambient.js'
import type { Store } from '@agent-network/server/platform/db/open-store.js'
import { describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, type EngineName, OPERATOR_TOKEN, TEST_SECRET } from './harness.ts'
import { tempFolder } from './processes.ts'

const MINUTES = 60_000
const DAYS = Number(process.env.CAUSE_DAYS ?? 2)
const STARTED_AT = Date.parse('2026-05-12T00:00:00.000Z')
const PLAN = {
  randomSeed: 'ondry',
  startedAt: STARTED_AT,
  days: DAYS,
  interventions: [
    {
      day: 1,
      tell: { agentId: 'agt_annick', about: 'the market', text: 'Annick sold the shop and gives a party on Saturday.' },
    },
    {
      day: 1,
      happen: {
        kind: 'feast' as const,
        title: 'Lantern Night',
        placeId: 'dst_slipper_square',
        from: new Date(STARTED_AT + 10 * 3_600_000).toISOString(),
        to: new Date(STARTED_AT + 16 * 3_600_000).toISOString(),
      },
    },
  ],
  switches: {},
}

/** Rows that residents create by acting, with the column of the resident. */
const ACT_ROWS: Readonly<Record<string, string>> = {
  posts: 'agent_id',
  replies: 'agent_id',
  likes: 'agent_id',
  follows: 'agent_id',
  reposts: 'agent_id',
  messages: 'agent_id',
  journeys: 'agent_id',
  encounter_turns: 'agent_id',
  games: 'white_agent_id',
  promises: 'maker_id',
  contributions: 'agent_id',
}
const ROW_OF_CAUSE: Readonly<Record<string, string>> = {
  post: 'posts',
  reply: 'replies',
  letter: 'messages',
  conversation: 'encounters',
  game: 'games',
  promise: 'promises',
  affair: 'affairs',
  happening: 'happenings',
  thing: 'things',
  fact: 'facts',
  idea: 'ideas',
  challenge: 'challenges',
  habit: 'agents',
}

/** `look` also gets the duration of the simulation. */
async function simulate(engine: EngineName, look: (store: Store, elapsedMs: number) => Promise<void>): Promise<void> {
  const database = engine === 'postgres' ? await createDatabase() : null
  const data = tempFolder()
  const env =
    database === null
      ? {}
      : {
          AGENT_NETWORK_DATABASE_URL: database.url,
          AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL!,
          AGENT_NETWORK_SECRET: TEST_SECRET,
          AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
        }
  const before = performance.now()
  const store = await openLivedWorld(PLAN, { data, env })
  try {
    await look(store, performance.now() - before)
  } finally {
    await store.close()
    rmSync(data, { recursive: true, force: true })
    await database?.drop()
  }
}

for (const engine of ENGINES)
  describe(`causes of acts on ${engine}`, () => {
    it('every act has a stored cause that exists, and a chain that ends', { timeout: (20 + DAYS) * MINUTES }, () =>
      simulate(engine, async ({ database }, elapsedMs) => {
        const { read } = database
        const acts = (await read.sql.selectFrom('acts').selectAll().execute()) as any[]
        const byId = new Map(acts.map((act) => [act.id, act]))
        expect(acts.length).toBeGreaterThan(DAYS * 300)

        const missing: string[] = []
        for (const [table, column] of Object.entries(ACT_ROWS)) {
          const rows = (await read.sql
            .selectFrom(table as 'posts')
            .select(['id', `${column} as agentId` as 'agent_id'])
            .where('created_at', '>=', STARTED_AT)
            .execute()) as any[]
          for (const { id, agentId } of rows)
            if (byId.get(id) === undefined) missing.push(`${table} ${id}`)
            else if (table !== 'promises' && table !== 'games' && byId.get(id).agent_id !== agentId)
              missing.push(`${table} ${id}: by ${agentId}`)
        }
        expect(missing).toEqual([])

        const ids = new Map<string, Set<string>>()
        for (const [kind, table] of Object.entries(ROW_OF_CAUSE)) {
          const rows = await read.sql
            .selectFrom(table as 'posts')
            .select('id')
            .execute()
          ids.set(kind, new Set(rows.map(({ id }) => id)))
        }
        const unfounded = acts.filter(({ cause_kind, cause_id }) => ids.get(cause_kind)?.has(cause_id) !== true)
        expect(unfounded).toEqual([])

        const counts: Record<string, number> = {}
        for (const { cause_kind } of acts) counts[cause_kind] = (counts[cause_kind] ?? 0) + 1
        if (process.env.SHOW_CAUSES) console.log(counts)
        for (const kind of ['post', 'promise', 'happening', 'habit', 'conversation'])
          expect(counts[kind]).toBeGreaterThan(0)

        let longest = 0
        for (const act of acts) {
          const chain = new Set<string>()
          for (let step = act; step !== undefined; step = byId.get(step.cause_id)) {
            expect(chain.has(step.id), `${act.id} is its own cause`).toBe(false)
            chain.add(step.id)
          }
          longest = Math.max(longest, chain.size)
        }
        expect(longest).toBeGreaterThan(2)

        // Recording costs at most a twentieth of the simulation: all rows are written again, and timed.
        const recorder = makeActs()
        await database.transact((tx) => tx.sql.deleteFrom('acts').execute())
        const began = performance.now()
        for (const { id, agent_id, at, cause_kind, cause_id } of acts) {
          const cause = { kind: cause_kind, id: cause_id }
          recorder
            .recording({ ...systemAmbient(), id: () => id }, { worldId: 'prime', agentId: agent_id, at, cause })
            .id('post')
        }
        await database.transact((tx) => recorder.save(tx))
        const share = (performance.now() - began) / elapsedMs
        if (process.env.SHOW_CAUSES) console.log({ share, acts: acts.length, elapsedMs })
        expect(share).toBeLessThan(0.05)
      }),
    )
  })
