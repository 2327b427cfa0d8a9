// Golden test of simulated history: a hash of each part of a world.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exportWorld } from '@agent-network/server/features/world-files/export-world.js'
import { seedWorlds, simulatePendingHistory } from '@agent-network/server/features/world-files/past.js'
import { readConfig } from '@agent-network/server/platform/config/config.js'
import { type Ambient, ambientAt, systemAmbient } from '@agent-network/server/platform/core/ambient.js'
import { makeSeals } from '@agent-network/server/platform/core/seals.js'
import type { Read } from '@agent-network/server/platform/db/database.js'
import { openStore } from '@agent-network/server/platform/db/open-store.js'
import { pino } from 'pino'
import { expect } from 'vitest'
import { createDatabase, type EngineName, TEST_SECRET } from '../harness.ts'
import { tempFolder } from '../processes.ts'
import { expectGolden } from './record.ts'

/** Of an id, time and chance. */
const ID_CHARS = 23
const PRESENT = Date.parse('2026-05-12T00:00:00.000Z')
const MANIFEST = fileURLToPath(new URL('../../../demo-city/seed/seed.json', import.meta.url))

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 20)

/** One line for everything of a kind, and for posts one a day: the first line that differs says what did and when. */
function summary(worldId: string, file: Record<string, any>): string[] {
  const days = new Map<string, unknown[]>()
  for (const post of file.posts) {
    const day = String(post.createdAt).slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), post])
  }
  const lists = Object.entries(file).map(([name, list]): [string, unknown] => [name, list])
  const parts = [...lists, ...[...days].sort().map(([day, posts]): [string, unknown] => [`posts of ${day}`, posts])]
  const describePart = ([name, value]: [string, unknown]) =>
    `${worldId} ${name}: ${Array.isArray(value) ? value.length : 1} ${hash(value)}`
  return [...parts.map(describePart), `${worldId}: ${hash(file)}`]
}

/** Ids that a seed leaves to chance are counted instead; those of a life are a matter of its world and turn already. */
export function countingIds(base: Ambient): Ambient {
  let ids = 0
  const id: Ambient['id'] = (kind, tag) => {
    // The audit log is not part of a world.
    if (kind === 'audit') return base.id(kind, tag)
    ids += 1
    return base.id(kind, tag).slice(0, -ID_CHARS) + String(ids).padStart(ID_CHARS, '0')
  }
  return { ...base, id }
}

/** Days in which the demo has at least one lasting change. */
const LASTING_DAYS = 30

/** A lasting change is in a profile or is a new resident, and residents have heard of it. */
async function expectLastingChange({ sql }: Read): Promise<void> {
  const changes = await sql
    .selectFrom('affairs')
    .selectAll()
    .where('world_id', '=', 'prime')
    .where('status', '=', 'lasting')
    .execute()
  expect(changes.length).toBeGreaterThan(0)
  for (const { id, kind, parties, thing } of changes) {
    const { owner, third } = JSON.parse(parties) as Record<string, string>
    const profile = await sql
      .selectFrom('agents')
      .select(['bio', 'display_name'])
      .where('world_id', '=', 'prime')
      .where('id', '=', kind === 'newcomer' ? third! : owner!)
      .executeTakeFirstOrThrow()
    if (kind === 'newcomer') expect(profile.display_name, id).toBe(thing)
    else expect(profile.bio, id).toMatch(/\b(?:[Ss]ince|in) (?:April|May) 2026\b/)
    const knowers = await sql
      .selectFrom('knowledge as k')
      .innerJoin('facts as f', (j) => j.onRef('f.world_id', '=', 'k.world_id').onRef('f.id', '=', 'k.fact_id'))
      .select('k.agent_id')
      .where('k.world_id', '=', 'prime')
      .where('f.kind', '=', 'affair')
      .where('f.subject_id', '=', kind === 'newcomer' ? third! : owner!)
      .execute()
    expect(new Set(knowers.map(({ agent_id }) => agent_id)).size, id).toBeGreaterThan(3)
  }
}

/** Seeds the demo, lives the days before a fixed one, and says what the worlds hold then. */
async function lived(engine: EngineName, days: number): Promise<string> {
  const database = engine === 'postgres' ? await createDatabase() : null
  const data = tempFolder()
  const env =
    database === null
      ? {}
      : { AGENT_NETWORK_DATABASE_URL: database.url, AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL! }
  const config = readConfig([`--data=${data}`, `--history-days=${days}`], env)
  const ambient = countingIds(ambientAt(systemAmbient(), () => PRESENT))
  const store = await openStore(config, ambient, pino({ level: 'silent' }), { migrate: true })
  try {
    const job = { manifest: MANIFEST, at: PRESENT, demoKeyFile: join(data, 'demo-key') }
    const seeding = { database: store.database, ambient, seals: makeSeals([TEST_SECRET]), config }
    await seedWorlds(seeding, job, () => {})
    await simulatePendingHistory({ database: store.database, ambient }, () => {})
    if (days >= LASTING_DAYS) await expectLastingChange(store.database.read)
    const worlds = await store.database.read.sql.selectFrom('worlds').select('id').orderBy('id').execute()
    const lines: string[] = []
    for (const { id } of worlds) {
      lines.push(
        ...summary(id, (await store.database.snapshot((read) => exportWorld(read, id))) as Record<string, any>),
      )
      // Rows that no world file contains; they have to be the same, too.
      const { sql } = store.database.read
      const things = await sql.selectFrom('things').selectAll().where('world_id', '=', id).orderBy('id').execute()
      const happenings = await sql
        .selectFrom('happenings')
        .selectAll()
        .where('world_id', '=', id)
        .orderBy('id')
        .execute()
      for (const [name, rows] of Object.entries({ things, happenings }))
        lines.push(`${id} ${name}: ${rows.length} ${hash(rows.map((row) => Object.entries(row).sort()))}`)
    }
    return `${lines.join('\n')}\n`
  } finally {
    await store.close()
    await database?.drop()
    rmSync(data, { recursive: true, force: true })
  }
}

export async function expectLived(engine: EngineName, days: number): Promise<void> {
  expectGolden(`lived-${days}-days.txt`, await lived(engine, days))
}
