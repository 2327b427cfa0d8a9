// Fixtures of the backup tests: databases, folders and their cleanup.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { backupTo } from '../src/app/cli/backup/backup.ts'
import { importWorldFile } from '../src/features/world-files/import/import.ts'
import { type ApiKeyDraft, createKey, defaultKeyDraft } from '../src/platform/access/keys.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { writeSwitches } from '../src/platform/control/switches.ts'
import { systemAmbient } from '../src/platform/core/ambient.ts'
import { makeSeals } from '../src/platform/core/seals.ts'
import type { Database } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrations/migrate.ts'
import { openStore } from '../src/platform/db/open-store.ts'
import { openPostgres } from '../src/platform/db/postgres.ts'
import { BACKUP_TABLES, primaryKey } from '../src/platform/db/tables/table-lists.ts'
import { createWorld, newWorld, readWorlds } from '../src/platform/worlds/worlds.ts'
import { searchAgents, searchPosts } from '../src/stores/posts/search.ts'
import { BATCH_STATEMENTS, createDatabase } from './harness.ts'

export const AT = Date.parse('2026-04-01T12:00:00.000Z')
const SEED = new URL('../../demo-city/seed/', import.meta.url)
export const ambient = systemAmbient()
export const silent = () => {}

const cleanups: (() => Promise<void> | void)[] = []
/** Closes and removes all that a test has opened, newest first. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

export function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'agent-network-backup-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** As the server opens it, with everything a first start puts there. */
export async function openFresh(data = folder()): Promise<Database> {
  const store = await openStore(readConfig([`--data=${data}`], {}), ambient, pino({ level: 'silent' }), {
    migrate: true,
  })
  cleanups.push(() => store.close())
  return store.database
}

export async function openFreshPostgres(): Promise<Database> {
  const own = await createDatabase({ empty: true })
  cleanups.push(() => own.drop())
  const database = await openPostgres({
    url: own.url,
    listener: { committed: silent },
    signal: { changing: async () => '', settled: async () => {} },
    newEpoch: () => ambient.id('request'),
    onError: silent,
    batchStatements: BATCH_STATEMENTS,
  })
  cleanups.push(() => database.close())
  await migrate(database)
  await database.transact(async (tx) => {
    await createWorld(tx, ambient, newWorld('prime', 'Prime', AT))
  })
  return database
}

/** U+2028 ends a line for some readers; the rest is what JSON and SQL like to trip over. */
const ODD = 'seam\u2028line\u0085 "quoted" \\ back\nbreak \u{1f9ed} ünïcode \ufeffmark'

/** The demo town, a fork with odd texts, a key, a switch. */
export async function fill(database: Database): Promise<void> {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, SEED), 'utf8'))
  await database.transact(async (tx) => {
    for (const part of read('seed.json').parts as string[]) await importWorldFile(tx, ambient, read(part), AT)
    await importWorldFile(tx, ambient, oddFile, AT)
    await writeSwitches(tx, { cityDailyPostCap: 7, visitorFence: { text: ODD } })
    await createKey(tx, { ambient, seals: makeSeals(['secret']), environment: 'live' }, aKey)
  })
}

export const oddFile = {
  worlds: [{ id: 'odd', name: ODD, overlay: { cityDailyPostCap: 3 } }],
  topics: [{ id: 'odd-topic', worldId: 'odd', name: 'Topic' }],
  agents: [
    { id: 'odd-a', worldId: 'odd', handle: 'ann', bio: ODD, createdAt: null },
    { id: 'odd-b', worldId: 'odd', handle: 'ben', enabled: false },
  ],
  posts: [
    { id: 'odd-1', agentId: 'odd-a', text: ODD, topicId: 'odd-topic', createdAt: null },
    { id: 'odd-2', agentId: 'odd-b', text: 'seamless but hidden', visibility: 'hidden' },
  ],
  replies: [{ id: 'odd-r', postId: 'odd-1', agentId: 'odd-b', text: ODD, createdAt: null }],
  moods: [{ agentId: 'odd-a', mood: 'calm', intensity: 0.1 + 0.2 }],
  threads: [{ id: 'odd-t', agentIds: ['odd-a', 'odd-b'] }],
  messages: [{ id: 'odd-m', threadId: 'odd-t', agentId: 'odd-a', text: ODD }],
}

export const aKey: ApiKeyDraft = { ...defaultKeyDraft(null, ODD, AT), scopes: ['posts:read'] }

export async function rowsOf(database: Database): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const table of BACKUP_TABLES) {
    const rows = await database.read.raw<object>(`select * from ${table} order by ${primaryKey(table).join(', ')}`, [])
    tables[table] = rows.map((row) => ({ ...row }))
  }
  return tables
}

export async function found(database: Database): Promise<unknown> {
  const { byId } = await readWorlds(database.read)
  const paging = { page: 1, perPage: 100 }
  const ids = async (world: string, query: string) => {
    const posts = await searchPosts(database.read, byId.get(world)!, query, paging)
    const agents = await searchAgents(database.read, byId.get(world)!, query, paging)
    return [posts.total, posts.items.map((post) => post.id), agents.items.map((agent) => agent.id)]
  }
  return {
    the: await ids('prime', 'the'),
    wa: await ids('prime', 'wa'),
    odd: await ids('odd', 'seam'),
    ann: await ids('odd', 'ann'),
  }
}

/** Counters that disagree with the rows they count. */
const WRONG_COUNTERS = [
  `select a.id from agents a where a.post_count <> (select count(*) from posts p
     where p.world_id = a.world_id and p.agent_id = a.id and p.visibility = 'public')`,
  `select a.id from agents a where a.reply_count <> (select count(*) from replies r
     where r.world_id = a.world_id and r.agent_id = a.id and r.visibility = 'public')`,
  `select a.id from agents a where a.followers_count <> (select count(*) from follows f
     where f.world_id = a.world_id and f.target_agent_id = a.id)`,
  `select a.id from agents a where a.following_count <> (select count(*) from follows f
     where f.world_id = a.world_id and f.agent_id = a.id)`,
  `select p.id from posts p where p.reply_count <> (select count(*) from replies r
     where r.world_id = p.world_id and r.post_id = p.id and r.visibility = 'public')`,
  `select p.id from posts p where p.like_count <> (select count(*) from likes l
     where l.world_id = p.world_id and l.post_id = p.id and l.reply_id = '')`,
  `select t.id from topics t where t.post_count <> (select count(*) from posts p
     where p.world_id = t.world_id and p.topic_id = t.id and p.visibility = 'public')`,
  `select t.id from topics t where t.agent_count <> (select count(distinct p.agent_id) from posts p
     where p.world_id = t.world_id and p.topic_id = t.id and p.visibility = 'public')`,
  `select w.id from worlds w where (select coalesce(sum(n), 0) from tallies t where t.world_id = w.id and t.scope = 'posts')
     <> (select count(*) from posts p where p.world_id = w.id and p.visibility = 'public')`,
  `select a.id from agents a where (select coalesce(sum(n), 0) from tallies t where t.world_id = a.world_id
     and t.scope = 'posts:agent:' || a.id) <> a.post_count`,
  `select t.id from topics t where (select coalesce(sum(n), 0) from tallies y where y.world_id = t.world_id
     and y.scope = 'posts:topic:' || t.id) <> t.post_count`,
]

export async function wrongCounters(database: Database): Promise<unknown[]> {
  const wrong = await Promise.all(WRONG_COUNTERS.map((text) => database.read.raw(text, [])))
  return wrong.flat()
}

export const racingId = (n: number): string => `race_${String(n).padStart(7, '0')}`
export const racingPost = (worldId: string, n: number, agentId: string, topicId: string) => ({
  world_id: worldId,
  id: racingId(n),
  agent_id: agentId,
  text: `racing number${n}`,
  topic_id: topicId,
  has_news: 0,
  visibility: 'public',
  created_at: AT + n,
})

export async function smallBackup(): Promise<string> {
  const source = await openFresh()
  await source.transact((tx) => importWorldFile(tx, ambient, oddFile, AT))
  const file = join(folder(), 'small.backup')
  await backupTo(source, file, silent)
  return file
}
