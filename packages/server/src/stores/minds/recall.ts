// Recall of memories for a prompt: cues, gists, scores and the cached mind of an agent.
import type { MemorySummary, Mood } from '@agent-network/contract'
import type { ContentCache } from '../../platform/cache/content-cache.ts'
import { fold } from '../../platform/core/text.ts'
import { DAY_MS, isoOrEmpty } from '../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { cueIndex, type EpisodeTrace, nearTraces, talksWith, tracesByCues } from '../../platform/db/membership.ts'
import { upsertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { readEchoes } from './echoes.ts'
import { readMood } from './topic-profiles.ts'

/** Words without a subject. */
const FILLERS = new Set(
  `about above after again against almost along already also although always among another anyone anything around away
back became because been before began behind being below beneath beside best better between beyond both bring came come
could does doing done down during each either else enough even ever every everyone everything first five from gave
getting give given goes going good great have having here hers herself high himself into itself just keep kept knew know
known last later least left less like likely little long look looked made make makes making many maybe mean might mine
more most much must myself near need never next nobody none nothing often once only onto other others ours ourselves
over part people perhaps place quite rather really right said same says seem seemed seems several shall should show
since some someone something sometimes soon still such sure take taken takes tell than that their theirs them themselves
then there these they thing things think this those though thought three through time times today together told tomorrow
tonight took toward towards turn turned under until upon used using very want wanted wants week well went were what
whatever when where whether which while whole whose will with within without woman word words work world would year
years yesterday young your yours yourself four seven eight nine eleven twelve thirteen fourteen fifteen sixteen twenty
thirty forty fifty sixty hundred thousand half second third quarter minute hour nobody somebody everybody anybody name
hand stood looked asked`.split(/\s+/),
)

const WORD = /[\p{L}\p{N}]+/gu
const CUE_MIN = 4
const CUE_MAX = 40

/** Plurals and possessives share the cue of the singular. */
const stem = (word: string): string => (/[^su]s$/u.test(word) ? word.slice(0, -1) : word)

/** Each cue with the word it comes from, in order of appearance. */
function cueWords(text: string): Map<string, string> {
  const cues = new Map<string, string>()
  for (const word of text.match(WORD) ?? []) {
    const folded = fold(word)
    if (folded.length < CUE_MIN || folded.length > CUE_MAX || FILLERS.has(folded)) continue
    const cue = stem(folded)
    if (!cues.has(cue)) cues.set(cue, word)
  }
  return cues
}

/** The cues of a text: the words by which it can be recalled. */
export const cuesOf = (text: string): string[] => [...cueWords(text).keys()]

const SUBJECTS_MAX = 5

const listed = (subjects: readonly string[]): string =>
  subjects.length < 2 ? subjects.join('') : `${subjects.slice(0, -1).join(', ')} and ${subjects.at(-1)}`

const weight = (importance: number): string =>
  importance >= 0.75 ? 'something that mattered a lot' : importance >= 0.4 ? 'something' : 'something small'

/**
 * Describes an episode in public words only, given the set of public cues. All other words are removed, so no name,
 * number or secret of an episode can reach a prompt.
 */
export function gistOf(
  text: string,
  importance: number,
  publicCues: ReadonlySet<string>,
): { gist: string; cues: string[] } {
  const words = [...cueWords(text)].filter(([cue]) => publicCues.has(cue))
  const subjects = words.slice(0, SUBJECTS_MAX).map(([, word]) => word)
  return {
    gist: subjects.length === 0 ? weight(importance) : `${weight(importance)} to do with ${listed(subjects)}`,
    cues: words.map(([cue]) => cue),
  }
}

const TOPICS_MAX = 500
const PER_QUERY = 500

const strings = (json: string): string[] => JSON.parse(json) as string[]

/** Public words of the world: its topics, and the handles among the candidates. */
async function worldWords(read: Read, world: World, candidates: ReadonlySet<string>): Promise<Set<string>> {
  const topics = await read.sql
    .selectFrom('topics')
    .select('name')
    .where('world_id', '=', world.id)
    .orderBy('last_post_at', 'desc')
    .limit(TOPICS_MAX)
    .execute()
  const publicCues = new Set(topics.flatMap(({ name }) => cuesOf(name)))
  const unknown = [...candidates].filter((word) => !publicCues.has(word))
  for (let start = 0; start < unknown.length; start += PER_QUERY) {
    const rows = await read.sql
      .selectFrom('agents')
      .select('handle_folded')
      .where('world_id', '=', world.id)
      .where('handle_folded', 'in', unknown.slice(start, start + PER_QUERY))
      .execute()
    for (const row of rows) publicCues.add(row.handle_folded)
  }
  return publicCues
}

interface PublicProfileRow {
  id: string
  bio: string
  interests: string
  summary: string | null
  beliefs: string | null
  open_questions: string | null
  active_ideas: string | null
}

/** The public words of an agent: its profile, and the memory summary of 2.5. */
function profileWords(row: PublicProfileRow): string[] {
  const ideas = JSON.parse(row.active_ideas ?? '[]') as { label: string }[]
  const texts = [
    row.bio,
    ...strings(row.interests),
    row.summary ?? '',
    ...strings(row.beliefs ?? '[]'),
    ...strings(row.open_questions ?? '[]'),
    ...ideas.map(({ label }) => label),
  ]
  return cuesOf(texts.join(' '))
}

async function ownWords(read: Read, world: World, agentIds: readonly string[]): Promise<Map<string, string[]>> {
  const own = new Map<string, string[]>()
  for (let start = 0; start < agentIds.length; start += PER_QUERY) {
    const rows: PublicProfileRow[] = await read.sql
      .selectFrom('agents')
      .leftJoin('memories', (join) =>
        join.onRef('memories.world_id', '=', 'agents.world_id').onRef('memories.agent_id', '=', 'agents.id'),
      )
      .select(['agents.id', 'bio', 'interests', 'summary', 'beliefs', 'open_questions', 'active_ideas'])
      .where('agents.world_id', '=', world.id)
      .where('agents.id', 'in', agentIds.slice(start, start + PER_QUERY))
      .execute()
    for (const row of rows) own.set(row.id, profileWords(row))
  }
  return own
}

/** For each agent, the words out of `texts` that its gists may use. */
export async function publicWords(
  read: Read,
  world: World,
  texts: readonly { readonly agentId: string; readonly text: string }[],
): Promise<(agentId: string) => ReadonlySet<string>> {
  const shared = await worldWords(read, world, new Set(texts.flatMap(({ text }) => cuesOf(text))))
  const own = await ownWords(read, world, [...new Set(texts.map(({ agentId }) => agentId))])
  const wordsByAgent = new Map([...own].map(([id, words]) => [id, new Set([...shared, ...words])]))
  return (agentId) => wordsByAgent.get(agentId) ?? shared
}

/** The state of an agent that every talk needs. */
export interface Mind {
  readonly memory: MemorySummary | null
  readonly mood: Mood | null
  /** The newest and the most important episodes, which are considered for every prompt. */
  readonly near: readonly EpisodeTrace[]
  /** Episodes by cue, newest first; null if there are too many to keep in memory. */
  readonly cues: ReadonlyMap<string, readonly EpisodeTrace[]> | null
  /** Words that this agent's gists may use. */
  readonly words: ReadonlySet<string>
  /**
   * Marks of text it must not repeat; null if there are too many to keep in memory, and the store is queried instead.
   */
  readonly echoes: ReadonlySet<number> | null
}

const NEWEST = 24
const WEIGHTIEST = 12
const CUES_IN_MEMORY_MAX = 1_000

async function makeMind(read: Read, world: World, agentId: string): Promise<Mind> {
  const [memory, mood, newest, weightiest, cues, words, echoes] = await Promise.all([
    readMemory(read, world, agentId),
    readMood(read, world, agentId),
    nearTraces(read, { worldId: world.id, agentId }, 'newest', NEWEST),
    nearTraces(read, { worldId: world.id, agentId }, 'weightiest', WEIGHTIEST),
    cueIndex(read, { worldId: world.id, agentId }, CUES_IN_MEMORY_MAX),
    publicWords(read, world, [{ agentId, text: '' }]),
    readEchoes(read, world, agentId),
  ])
  const near = new Map([...newest, ...weightiest].map((trace) => [trace.id, trace]))
  return { memory: memory ?? null, mood: mood ?? null, near: [...near.values()], cues, words: words(agentId), echoes }
}

const weightOfMind = ({ words, cues, echoes }: Mind): number =>
  100 + words.size + (cues?.size ?? 0) * 5 + (echoes?.size ?? 0)

/** Cached until content changes. A talk with a caller does not change content. */
export const readMind = (read: Read, cache: ContentCache, world: World, agentId: string): Promise<Mind> =>
  cache.get(`mind ${world.id} ${agentId}`, () => makeMind(read, world, agentId), weightOfMind)

const CUES_MAX = 6
const PER_CUE = 4
const EPISODES_MAX = 6
const TALKS_MAX = 4
const HALF_LIFE_MS = 10 * DAY_MS

/** Relevance × recency × importance, each with a minimum, so that one low factor does not hide the others. */
export const score = (trace: EpisodeTrace, matched: number, cueCount: number, at: number): number => {
  const relevance = 0.1 + 0.9 * (cueCount === 0 ? 0 : Math.min(1, matched / Math.min(cueCount, 3)))
  const recency = 0.2 + 0.8 * 2 ** (-Math.max(0, at - trace.createdAt) / HALF_LIFE_MS)
  const importance = 0.2 + 0.8 * Math.min(1, Math.max(0, trace.importance))
  return relevance * recency * importance
}

const AGES = [
  [DAY_MS, 'today'],
  [2 * DAY_MS, 'a day ago'],
  [7 * DAY_MS, 'earlier this week'],
  [31 * DAY_MS, 'some weeks ago'],
] as const

function dated({ gist, createdAt }: EpisodeTrace, at: number): string {
  const age = createdAt <= 0 ? 'once' : (AGES.find(([limit]) => at - createdAt < limit)?.[1] ?? 'long ago')
  return `${age}: ${gist}`
}

export interface RecallResult {
  /** Best first. */
  readonly episodes: readonly string[]
  /** Earlier talks with this key, newest first. */
  readonly continuity: readonly string[]
  readonly leftOut: boolean
}

export interface RecallRequest {
  readonly world: World
  readonly agentId: string
  readonly mind: Mind
  /** The prompt to which the agent responds. */
  readonly prompt: string
  /** The key whose earlier talks count as continuity. */
  readonly keyId: string
  /** Talks with this key that are not stored yet, newest first. */
  readonly pending: readonly EpisodeTrace[]
  readonly at: number
}

/**
 * Recalls episodes and earlier talks for a prompt. The cost does not depend on the number of memories: every list is
 * limited by an index.
 */
export async function recall(
  read: Read,
  { world, agentId, mind, prompt, keyId, pending, at }: RecallRequest,
): Promise<RecallResult> {
  const cues = cuesOf(prompt).slice(-CUES_MAX)
  const hits =
    mind.cues === null
      ? await tracesByCues(read, { worldId: world.id, agentId }, cues, PER_CUE)
      : cues.flatMap((cue) => mind.cues?.get(cue)?.slice(0, PER_CUE) ?? [])
  const matched = new Map<string, number>()
  for (const { id } of hits) matched.set(id, (matched.get(id) ?? 0) + 1)
  const traces = new Map([...mind.near, ...hits].map((trace) => [trace.id, trace]))
  const ranked = [...traces.values()]
    .filter((trace) => trace.gist !== null && trace.gist !== '')
    .map((trace) => ({ trace, score: score(trace, matched.get(trace.id) ?? 0, cues.length, at) }))
    .sort((a, b) => b.score - a.score || (a.trace.id < b.trace.id ? -1 : 1))
  const stored = await talksWith(read, { worldId: world.id, agentId, keyId }, TALKS_MAX)
  // A talk that is being stored may be in both lists.
  const talks = [...new Map([...pending, ...stored].map((trace) => [trace.id, trace])).values()].slice(0, TALKS_MAX)
  return {
    episodes: ranked.slice(0, EPISODES_MAX).map(({ trace }) => dated(trace, at)),
    continuity: talks.filter(({ gist }) => gist).map((trace) => dated(trace, at)),
    leftOut: ranked.length > EPISODES_MAX,
  }
}

// ── Memory summaries of agents (2.5) ──

type MemoryRow = Tables['memories']

const memoryView = (row: MemoryRow): MemorySummary => ({
  agentId: row.agent_id,
  summary: row.summary,
  beliefs: JSON.parse(row.beliefs),
  openQuestions: JSON.parse(row.open_questions),
  topics: JSON.parse(row.topics),
  styleNotes: JSON.parse(row.style_notes),
  recentHighlights: JSON.parse(row.recent_highlights),
  activeIdeas: JSON.parse(row.active_ideas),
  lastCompressedAt: isoOrEmpty(row.last_compressed_at),
})

const ofAgent = prepare<{ world: string; agent: string }, MemoryRow>((sql, param) =>
  sql.selectFrom('memories').selectAll().where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

/** 2.5 */
export async function readMemory(read: Read, world: World, agentId: string): Promise<MemorySummary | undefined> {
  const row = await read.first(ofAgent, { world: world.id, agent: agentId })
  return row && memoryView(row)
}

const upsert = upsertOf('memories', [
  'world_id',
  'agent_id',
  'summary',
  'beliefs',
  'open_questions',
  'topics',
  'style_notes',
  'recent_highlights',
  'active_ideas',
  'last_compressed_at',
])

type Unchanging<T> = { readonly [K in keyof T]: T[K] extends (infer U)[] ? readonly Readonly<U>[] : T[K] }

export type NewMemory = Unchanging<Omit<MemorySummary, 'lastCompressedAt'>>

export async function putMemory(tx: Tx, world: World, memory: NewMemory, at: number): Promise<void> {
  await tx.run(upsert, {
    world_id: world.id,
    agent_id: memory.agentId,
    summary: memory.summary,
    beliefs: JSON.stringify(memory.beliefs),
    open_questions: JSON.stringify(memory.openQuestions),
    topics: JSON.stringify(memory.topics),
    style_notes: JSON.stringify(memory.styleNotes),
    recent_highlights: JSON.stringify(memory.recentHighlights),
    active_ideas: JSON.stringify(memory.activeIdeas),
    last_compressed_at: at,
  })
}
