// Entry point of the worker threads of experiments: simulates one run after the other and writes its folder.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { metricOf, parseMetric, type RunData, type RunResult } from '@agent-network/research'
import { exportData } from '../../features/world-files/data-files.ts'
import { readManifest, type WorldManifest } from '../../features/world-files/manifest.ts'
import { DAY_MS } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import { PRIME } from '../../platform/worlds/worlds.ts'
import { type LivedWorldPlan, openLivedWorld } from '../lived-world.ts'
import type { NamedIntervention } from './experiment-file.ts'
import { writeJson } from './output.ts'

/** One run: a replicate of an arm. */
export interface RunJob {
  readonly arm: string
  readonly replicate: number
  readonly randomSeed: string
  readonly startedAt: number
  readonly days: number
  readonly historyDays: number
  readonly interventions: readonly NamedIntervention[]
  readonly switches: Readonly<Record<string, unknown>>
  readonly metrics: readonly string[]
  /** The folder of the finished run. It appears with all its files at once. */
  readonly folder: string
}

/** The file `run.json` of a finished run. */
export interface RunFile extends RunResult {
  readonly randomSeed: string
  /** Digests of the world by day. */
  readonly digest: WorldManifest['digest']
}

export type WorkerMessage =
  | { readonly kind: 'day' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string }

/** Posts that a `like` has marked, and when. */
interface MarkedPosts {
  readonly ids: readonly string[]
  readonly at: number
}

interface Measuring {
  readonly job: RunJob
  readonly facts: ReadonlyMap<string, string>
  readonly marked: ReadonlyMap<string, MarkedPosts>
}

type Sql = Read['sql']

const inWorld = { world: PRIME } as const

async function likesOf(sql: Sql, { ids, at }: MarkedPosts, agentIds: readonly string[]) {
  if (ids.length === 0) return { count: 0, possible: 0 }
  const rows = await sql
    .selectFrom('likes')
    .select(['agent_id', 'post_id', 'created_at'])
    .where('world_id', '=', inWorld.world)
    .where('post_id', 'in', [...ids])
    .where('reply_id', '=', '')
    .execute()
  const residents = new Set(agentIds)
  const own = rows.filter(({ agent_id }) => residents.has(agent_id))
  const count = own.filter(({ created_at }) => created_at > at).length
  // Neither the author nor those who liked it before can like a post.
  return { count, possible: ids.length * (agentIds.length - 1) - (own.length - count) }
}

/** Reads what the metrics need. Posts, replies and promises count from the start of the experiment. */
async function readRunData({ sql }: Read, { job, facts, marked }: Measuring): Promise<RunData> {
  const { startedAt } = job
  const { world } = inWorld
  const agents = await sql
    .selectFrom('agents')
    .select('id')
    .where('world_id', '=', world)
    .where('kind', '=', 'resident')
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute()
  const agentIds = agents.map(({ id }) => id)
  const ties = await sql
    .selectFrom('relationships')
    .select(['agent_id', 'other_agent_id'])
    .where('world_id', '=', world)
    // A resident knows another after their first dealing.
    .where('interaction_count', '>', 0)
    .execute()
  const posts = await sql
    .selectFrom('posts')
    .select('agent_id')
    .where('world_id', '=', world)
    .where('created_at', '>=', startedAt)
    .where('visibility', '=', 'public')
    .execute()
  const replies = await sql
    .selectFrom('replies')
    .select(['id', 'post_id', 'parent_reply_id'])
    .where('world_id', '=', world)
    .where('created_at', '>=', startedAt)
    .where('visibility', '=', 'public')
    .execute()
  const knowledge = await sql
    .selectFrom('knowledge')
    .select(['agent_id', 'fact_id'])
    .where('world_id', '=', world)
    .where('fact_id', 'in', ['', ...facts.values()])
    .execute()
  const plans = await sql
    .selectFrom('plans')
    .select(['agent_id', 'issue', 'side'])
    .where('world_id', '=', world)
    .where('side', 'in', ['for', 'against'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const promises = await sql
    .selectFrom('promises')
    .select('status')
    .where('world_id', '=', world)
    .where('at', '>=', startedAt)
    .execute()
  const latest = new Map(plans.map(({ agent_id, issue, side }) => [`${issue} ${agent_id}`, { agent_id, issue, side }]))
  const likes = new Map<string, { count: number; possible: number }>()
  for (const [id, posted] of marked) likes.set(id, await likesOf(sql, posted, agentIds))
  return {
    agentIds,
    ties: ties.map(({ agent_id, other_agent_id }) => [agent_id, other_agent_id] as const),
    postAuthors: posts.map(({ agent_id }) => agent_id),
    replies: replies.map(({ id, post_id, parent_reply_id }) => ({ id, postId: post_id, parentId: parent_reply_id })),
    knowers: new Map(
      [...facts].map(([id, factId]) => [
        id,
        knowledge.filter(({ fact_id }) => fact_id === factId).map(({ agent_id }) => agent_id),
      ]),
    ),
    stances: [...latest.values()].map(({ agent_id, issue, side }) => ({
      ...{ agentId: agent_id, issue },
      value: side === 'for' ? 1 : -1,
    })),
    promises: promises.flatMap(({ status }) =>
      status === 'kept' ? [true] : status.startsWith('broken') ? [false] : [],
    ),
    likes,
  }
}

/** Simulates a run in a store of its own, which is deleted afterwards. */
async function perform(job: RunJob, onDay: () => void): Promise<void> {
  const { arm, replicate, folder, randomSeed, startedAt, days, historyDays, interventions, switches } = job
  const partial = `${folder}.partial`
  const data = join(partial, '.store')
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(data, { recursive: true })
  const facts = new Map<string, string>()
  const marked = new Map<string, MarkedPosts>()
  const series: Record<string, (number | null)[]> = Object.fromEntries(job.metrics.map((text) => [text, []]))
  const plan: LivedWorldPlan = { randomSeed, startedAt, days, historyDays, interventions, switches }
  const store = await openLivedWorld(plan, {
    data,
    onIntervention(intervention, recordId) {
      const { id, day } = intervention as NamedIntervention
      if ('tell' in intervention) facts.set(id, recordId)
      if ('like' in intervention)
        marked.set(id, { ids: recordId === '' ? [] : recordId.split(','), at: startedAt + (day - 1) * DAY_MS })
    },
    async onDay({ read }, day) {
      const runData = await readRunData(read, { job, facts, marked })
      for (const text of job.metrics) series[text]!.push(metricOf(parseMetric(text)!, runData))
      if (day > 0) onDay()
    },
  })
  let manifest: WorldManifest
  try {
    const { database } = store
    manifest = await database.snapshot((read) => readManifest(read, PRIME))
    await exportData(database, { worldId: PRIME, format: 'csv', out: join(partial, 'data') })
  } finally {
    await store.close()
  }
  rmSync(data, { recursive: true, force: true })
  writeJson(join(partial, 'reproduce.json'), manifest)
  const { digest } = manifest
  writeJson(join(partial, 'run.json'), { arm, replicate, randomSeed, digest, series } satisfies RunFile)
  mkdirSync(dirname(folder), { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  renameSync(partial, folder)
}

const post = (message: WorkerMessage): void => parentPort!.postMessage(message)

parentPort!.on('message', (job: RunJob | null) => {
  if (job === null) process.exit(0)
  perform(job, () => post({ kind: 'day' })).then(
    () => post({ kind: 'done' }),
    (error: Error) => post({ kind: 'failed', message: error.message, stack: error.stack ?? '' }),
  )
})
