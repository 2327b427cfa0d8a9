// Harness of the import and fork tests: demo files, installations and counter checks.
import { readFileSync, rmSync } from 'node:fs'
import type { WorldFile } from '@agent-network/contract'
import { expect } from 'vitest'
import { exportWorld } from '../src/features/world-files/export-world.ts'
import { type ImportReport, importWorldFile } from '../src/features/world-files/import/import.ts'
import { type Ambient, systemAmbient } from '../src/platform/core/ambient.ts'
import { ApiError } from '../src/platform/core/api-error.ts'
import type { Database } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrations/migrate.ts'
import { openPostgres } from '../src/platform/db/postgres.ts'
import { openSqlite, sqliteFile } from '../src/platform/db/sqlite.ts'
import { BACKUP_TABLES, primaryKey } from '../src/platform/db/tables/table-lists.ts'
import { createWorld, newWorld } from '../src/platform/worlds/worlds.ts'
import { BATCH_STATEMENTS, createDatabase, type EngineName, storeFolder } from './harness.ts'

export const AT = Date.parse('2026-04-01T12:00:00.000Z')
const SEED = new URL('../../demo-city/seed/', import.meta.url)

/** The parts of the demo seed as the one file they are parts of. */
export function demo(): WorldFile {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, SEED), 'utf8'))
  const file: Record<string, unknown> = {}
  for (const part of (read('seed.json') as { parts: string[] }).parts)
    for (const [list, items] of Object.entries(read(part) as Record<string, unknown>))
      file[list] = Array.isArray(items) ? [...((file[list] as unknown[]) ?? []), ...items] : items
  return { ...(file as WorldFile), ...dealings(file as WorldFile) }
}

/** Replies, likes and follows between agents; the seed itself leaves them to the simulation. */
function dealings({ agents = [], posts = [] }: WorldFile): WorldFile {
  const ids = agents.filter(({ kind }) => kind === 'resident').map(({ id }) => id!)
  const publicPosts = posts.filter(({ visibility = 'public' }) => visibility === 'public')
  const other = (agentId: string, step: number) => ids[(ids.indexOf(agentId) + step) % ids.length]!
  const later = (post: { createdAt?: string | null | undefined }, hours: number) =>
    new Date(Date.parse(post.createdAt!) + hours * 3_600_000).toISOString()
  const replies = publicPosts.flatMap((post) =>
    [1, 2].map((step) => ({
      id: `rep_${step}_${post.id}`,
      postId: post.id!,
      parentReplyId: step === 2 ? `rep_1_${post.id}` : null,
      agentId: other(post.agentId, step),
      text: `That is one way to see it, and here is another, number ${step}: ${post.text.slice(0, 80)}`,
      createdAt: later(post, step),
    })),
  )
  const likes = publicPosts.flatMap((post) =>
    [1, 3, 5].map((step) => ({ agentId: other(post.agentId, step), postId: post.id!, createdAt: later(post, step) })),
  )
  const reposts = publicPosts
    .filter((_, i) => i % 4 === 0)
    .map((post) => ({ agentId: other(post.agentId, 2), postId: post.id!, createdAt: later(post, 3) }))
  const threads = ids
    .slice(0, 12)
    .map((id, i) => ({ id: `thr_${i}`, agentIds: [id, other(id, 13)] as [string, string] }))
  const messages = threads.flatMap(({ id, agentIds }, i) =>
    agentIds.map((agentId, n) => ({ id: `msg_${i}_${n}`, threadId: id, agentId, text: `Between us: ${i} and ${n}.` })),
  )
  return { replies, likes, reposts, threads, messages }
}

export interface Installation {
  readonly database: Database
  readonly ambient: Ambient
  readonly load: (file: unknown, at?: number) => Promise<ImportReport>
  readonly save: (worldId?: string) => Promise<WorldFile>
  readonly dump: () => Promise<Record<string, unknown[]>>
}

const opened: (() => Promise<void>)[] = []

/** The store of one engine, with nothing in it. */
async function openEmpty(engine: EngineName, ambient: Ambient): Promise<Database> {
  const common = { listener: { committed: () => {} }, newEpoch: () => ambient.id('request') }
  if (engine === 'postgres') {
    const { url, drop } = await createDatabase()
    const signal = { changing: async () => '', settled: async () => {} }
    const database = await openPostgres({
      ...common,
      url,
      signal,
      onError: () => {},
      connections: 2,
      batchStatements: BATCH_STATEMENTS,
    })
    opened.push(() => database.close().then(drop))
    return database
  }
  const data = await storeFolder()
  const database = openSqlite({ ...common, file: sqliteFile(data), elapsed: ambient.elapsed })
  opened.push(() => database.close().then(() => rmSync(data, { recursive: true, force: true })))
  return database
}

export async function install(engine: EngineName): Promise<Installation> {
  const ambient = systemAmbient()
  const database = await openEmpty(engine, ambient)
  await migrate(database)
  await database.transact(async (tx) => {
    await createWorld(tx, ambient, newWorld('prime', 'prime', 0))
  })
  return {
    database,
    ambient,
    load: (file, at = AT) => database.transact((tx) => importWorldFile(tx, ambient, file, at)),
    save: (worldId = 'prime') => database.snapshot((read) => exportWorld(read, worldId)),
    dump: async () => {
      const tables: Record<string, unknown[]> = {}
      for (const table of BACKUP_TABLES)
        tables[table] = await database.read.raw(`select * from ${table} order by ${primaryKey(table).join(', ')}`, [])
      return tables
    },
  }
}

export async function closeAll(): Promise<void> {
  for (const close of opened.splice(0)) await close()
}

/** Every counter beside what it should be, counted anew from the rows; rows that disagree. */
const RECOUNTS = {
  agents: `select id from agents a where
    post_count <> (select count(*) from posts p where p.world_id = a.world_id and p.agent_id = a.id and p.visibility = 'public')
    or reply_count <> (select count(*) from replies r where r.world_id = a.world_id and r.agent_id = a.id and r.visibility = 'public')
    or followers_count <> (select count(*) from follows f where f.world_id = a.world_id and f.target_agent_id = a.id)
    or following_count <> (select count(*) from follows f where f.world_id = a.world_id and f.agent_id = a.id)`,
  posts: `select id from posts p where
    like_count <> (select count(*) from likes l where l.world_id = p.world_id and l.post_id = p.id and l.reply_id = '')
    or reply_count <> (select count(*) from replies r where r.world_id = p.world_id and r.post_id = p.id and r.visibility = 'public')`,
  replies: `select id from replies r where
    like_count <> (select count(*) from likes l where l.world_id = r.world_id and l.reply_id = r.id)`,
  topics: `select id from topics t where
    post_count <> (select count(*) from posts p where p.world_id = t.world_id and p.topic_id = t.id and p.visibility = 'public')
    or agent_count <> (select count(distinct p.agent_id) from posts p where p.world_id = t.world_id and p.topic_id = t.id and p.visibility = 'public')
    or last_post_at <> (select coalesce(max(p.created_at), -1) from posts p where p.world_id = t.world_id and p.topic_id = t.id and p.visibility = 'public')`,
  tallies: `with seen as (
      select world_id, agent_id, topic_id, created_at, cast(floor(created_at / 86400000.0) as integer) as day from posts where visibility = 'public'
    ), answers as (
      select r.world_id, p.topic_id, cast(floor(r.created_at / 86400000.0) as integer) as day from replies r
      join posts p on p.world_id = r.world_id and p.id = r.post_id
      where r.visibility = 'public' and p.visibility = 'public' and p.topic_id <> ''
    ), shown as (
      select world_id, 'posts' as scope, day, count(*) as n from seen group by 1, 2, 3
      union all select world_id, 'posts:agent:' || agent_id, day, count(*) from seen group by 1, 2, 3
      union all select world_id, 'posts:topic:' || topic_id, day, count(*) from seen where topic_id <> '' group by 1, 2, 3
    ), due as (
      select * from shown
      union all select world_id, 'stretch:' || scope, cast(floor(day / 64.0) as integer), cast(sum(n) as integer) from shown group by 1, 2, 3
      union all select world_id, 'replies:topic:' || topic_id, day, count(*) from answers group by 1, 2, 3
      union all select world_id, 'agents', 0, count(*) from agents where enabled = 1 group by 1, 2, 3
      union all select world_id, 'agents:' || specialty, 0, count(*) from agents where enabled = 1 and specialty is not null group by 1, 2, 3
    ), kept as (select world_id, scope, day, n from tallies where n <> 0)
    select * from (select * from due except select * from kept) missing
    union all select * from (select * from kept except select * from due) excess`,
  voices: `with said as (
      select world_id, topic_id, agent_id, cast(floor(created_at / 86400000.0) as integer) as day, 1 as post from posts where visibility = 'public' and topic_id <> ''
      union all
      select r.world_id, p.topic_id, r.agent_id, cast(floor(r.created_at / 86400000.0) as integer), 0 from replies r
      join posts p on p.world_id = r.world_id and p.id = r.post_id
      where r.visibility = 'public' and p.visibility = 'public' and p.topic_id <> ''
    ), due as (
      select world_id, topic_id, day, agent_id, count(*) as n from said group by 1, 2, 3, 4
      union all select world_id, topic_id, -2, agent_id, count(*) from said where post = 1 group by 1, 2, 4
    ), kept as (select world_id, topic_id, day, agent_id, n from topic_voices where n <> 0)
    select * from (select * from due except select * from kept) missing
    union all select * from (select * from kept except select * from due) excess`,
}

export async function expectExactCounters({ database }: Installation): Promise<void> {
  for (const [name, query] of Object.entries(RECOUNTS))
    expect({ [name]: await database.read.raw(query, []) }).toEqual({ [name]: [] })
}

export async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  expect((error as ApiError).code).toBe('INVALID_INPUT')
  return (error as ApiError).message
}

/** A little of everything, in two worlds. */
export const small = (): WorldFile => ({
  worlds: [{ id: 'fork_a', name: 'A fork', designation: 'visitor', capacity: 3, overlay: { cityDailyPostCap: 5 } }],
  topics: [
    { id: 'top_1', name: 'Tea' },
    { id: 'top_2', name: 'Rain', archived: true },
    { id: 'top_f', name: 'Tea', worldId: 'fork_a' },
  ],
  agents: [
    { id: 'a1', handle: '@Ada', specialty: 'tea' },
    { id: 'a2', handle: 'bob', displayName: 'Bob', enabled: false, createdAt: null },
    { id: 'f1', handle: 'ada', worldId: 'fork_a' },
    { id: 'v1', handle: 'visitor-v', kind: 'visitor', worldId: 'fork_a' },
  ],
  posts: [
    { id: 'p1', agentId: 'a1', text: 'one', topicId: 'top_1', createdAt: '2026-03-01T00:00:00.000Z' },
    { id: 'p2', agentId: 'a2', text: 'two', createdAt: null, visibility: 'dream' },
    { id: 'p3', agentId: 'a2', text: 'three', topicId: 'top_1', hasNews: true, createdAt: '2026-03-02T00:00:00.000Z' },
    { id: 'pf', agentId: 'v1', text: 'hello', topicId: 'top_f' },
    { id: 'pf1', agentId: 'f1', text: 'hello too', topicId: 'top_f' },
  ],
  replies: [
    { id: 'r1', postId: 'p1', agentId: 'a2', text: 'yes', createdAt: null },
    { id: 'r2', postId: 'p1', parentReplyId: 'r1', agentId: 'a1', text: 'no', visibility: 'hidden' },
    { id: 'r3', postId: 'p3', agentId: 'a1', text: 'maybe', createdAt: '2026-03-05T00:00:00.000Z' },
    { id: 'rf', postId: 'pf', agentId: 'f1', text: 'welcome' },
    { id: 'rf2', postId: 'pf1', agentId: 'v1', text: 'thanks' },
    { id: 'rf3', postId: 'pf1', parentReplyId: 'rf2', agentId: 'f1', text: 'of course' },
  ],
  likes: [
    { id: 'l1', agentId: 'a1', postId: 'p3' },
    { id: 'l2', agentId: 'a2', replyId: 'r2' },
    { id: 'lf', agentId: 'v1', postId: 'pf1' },
  ],
  follows: [
    { id: 'w1', agentId: 'a1', targetAgentId: 'a2' },
    { id: 'wf', agentId: 'f1', targetAgentId: 'v1' },
  ],
  reposts: [{ id: 's1', agentId: 'a2', postId: 'p1' }],
  threads: [
    { id: 't1', agentIds: ['a2', 'a1'] },
    { id: 't2', agentIds: ['a1', 'a2'], status: 'closed' },
  ],
  messages: [{ id: 'm1', threadId: 't1', agentId: 'a1', text: 'psst' }],
  ideas: [
    { id: 'i1', label: 'Idea', originAgentId: 'a1', events: [{ type: 'introduced', agentId: 'a1', postId: 'p1' }] },
  ],
  challenges: [{ id: 'c1', title: 'Contest', contributions: [{ agentId: 'a2', text: 'mine', score: 3 }] }],
  memories: [{ agentId: 'a1', activeIdeas: [{ ideaId: 'i1' }] }],
  moods: [{ agentId: 'a1', mood: 'calm' }],
  thoughts: [{ id: 'th1', agentId: 'f1', text: 'who is this', aboutAgentId: 'v1' }],
  episodes: [{ id: 'e1', agentId: 'f1', text: 'met someone' }],
  city: [
    {
      nodes: [
        { id: 'n1', x: 0, y: 0 },
        { id: 'n2', x: 30, y: 40 },
        { id: 'n3', x: 0, y: 0, level: 1 },
        { id: 'n4', x: 9, y: 9 },
      ],
      edges: [
        { from: 'n1', to: 'n2', meters: 50 },
        { from: 'n1', to: 'n3', meters: 10, lift: true },
      ],
      destinations: [
        { id: 'd1', nodeId: 'n2', label: 'Café', purposes: ['coffee'] },
        { id: 'd2', nodeId: 'n3', label: 'Roof' },
      ],
    },
    {
      worldId: 'fork_a',
      nodes: [{ id: 'n1', x: 0, y: 0 }],
      destinations: [{ id: 'df', nodeId: 'n1', label: 'Home', kind: 'home' }],
    },
  ],
  stays: [{ id: 'st1', agentId: 'a1', destinationId: 'd1', purpose: 'coffee' }],
  journeys: [
    {
      id: 'j1',
      agentId: 'v1',
      destinationId: 'df',
      departAt: '2026-03-01T00:00:00Z',
      arriveAt: '2026-03-01T00:10:00Z',
    },
  ],
  encounters: [
    {
      id: 'en1',
      destinationId: 'd1',
      participants: [{ agentId: 'a1' }, { agentId: 'a2', state: 'declined' }],
      turns: [{ agentId: 'a1', text: 'anyone?' }],
    },
  ],
  games: [
    { id: 'g1', whiteAgentId: 'a1', blackAgentId: 'a2', moves: ['e2e4', 'e7e5'], destinationId: 'd1' },
    { id: 'g2', whiteAgentId: 'a2', blackAgentId: 'a1', fen: '8/8/8/8/8/8/8/K1k5 w - - 0 1', status: 'finished' },
  ],
})
