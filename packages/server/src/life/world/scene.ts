import { type Freshness, freshness } from '@agent-network/voice/life'
import { lit, prepare, type Read } from '../../db/database.ts'
import { positionsFrom } from '../../db/search.ts'
import { contentWords } from '../resident/people.ts'

/** Issues of plans that are about the city and not about an opinion. */
export const OF_CITY = 'city:'
export const OF_THING = 'thing:'
const isNews = (issue: string): boolean => issue.startsWith(OF_CITY) || issue.startsWith(OF_THING)

/** A post as life remembers it. What changes about it is asked of the store. */
export interface RecentPost {
  readonly id: string
  readonly agentId: string
  readonly visitor: boolean
  readonly text: string
  readonly topicId: string
  readonly createdAt: number
  /** Whether it claims or asks something that others can dispute. */
  readonly argues: boolean
  /** Whether it tells of what happens in the city. */
  readonly news: boolean
  readonly words: ReadonlySet<string>
}

interface Row {
  id: string
  agent_id: string
  kind: string
  text: string
  topic_id: string
  created_at: number
  position: number
  issue: string | null
}

/** What anybody may have seen of a world lately. */
const HELD = 120
/** How far back a turn of phrase counts as worn. */
const WORN_FOR = 1_000

const newest = prepare<{ world: string; after: number; upTo: number }, Row>((sql, param) =>
  sql
    .selectFrom('posts as p')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'p.world_id').onRef('a.id', '=', 'p.agent_id'))
    .leftJoin('plans as m', (j) => j.onRef('m.world_id', '=', 'p.world_id').onRef('m.id', '=', 'p.id'))
    .select(['p.id', 'p.agent_id', 'a.kind', 'p.text', 'p.topic_id', 'p.created_at', 'p.position', 'm.issue'])
    .where('p.world_id', '=', param('world'))
    .where('p.visibility', '=', lit('public'))
    .where('p.position', '>', param('after'))
    .where('p.position', '<', param('upTo'))
    .orderBy('p.position', 'desc')
    .limit(lit(WORN_FOR)),
)
const allTopics = prepare<{ world: string }, { id: string; name: string; description: string }>((sql, param) =>
  sql
    .selectFrom('topics')
    .select(['id', 'name', 'description'])
    .where('world_id', '=', param('world'))
    .where('archived', '=', lit(0))
    .orderBy('id'),
)

const recentOf = (row: Row): RecentPost => ({
  id: row.id,
  agentId: row.agent_id,
  visitor: row.kind === 'visitor',
  text: row.text,
  topicId: row.topic_id,
  createdAt: row.created_at,
  argues: (row.issue ?? '') !== '' && !isNews(row.issue!),
  news: isNews(row.issue ?? ''),
  words: contentWords(row.text),
})

type Topics = ReadonlyMap<string, { readonly name: string; readonly description: string }>

/** What all residents of one world share: the latest posts, what they have worn out, and what there is to talk about. */
export interface Scene {
  readonly recent: readonly RecentPost[]
  readonly topics: Topics
  /** Brings in what was posted since and up to now, so that what is held is always what would be read afresh. */
  refresh(read: Read, at: number): Promise<void>
  find(postId: string): RecentPost | undefined
  /** Posts that speak of any of these words, and of how many. */
  about(words: ReadonlySet<string>): ReadonlyMap<RecentPost, number>
  isWorn(text: string): boolean
  clear(): void
}

export function makeScene(worldId: string): Scene {
  let recent: RecentPost[] = []
  let topics: Topics | null = null
  let last = -1
  let worn: Freshness = freshness([], WORN_FOR)
  const byId = new Map<string, RecentPost>()
  const byWord = new Map<string, Set<RecentPost>>()

  function add(post: RecentPost): void {
    recent.unshift(post)
    byId.set(post.id, post)
    for (const word of post.words) {
      const posts = byWord.get(word)
      if (posts === undefined) byWord.set(word, new Set([post]))
      else posts.add(post)
    }
  }

  function dropOldest(): void {
    const post = recent.pop()!
    byId.delete(post.id)
    for (const word of post.words) {
      const posts = byWord.get(word)!
      posts.delete(post)
      if (posts.size === 0) byWord.delete(word)
    }
  }

  return {
    get recent() {
      return recent
    },
    get topics() {
      return topics ?? new Map()
    },
    async refresh(read, at) {
      topics ??= new Map((await read.all(allTopics, { world: worldId })).map(({ id, ...topic }) => [id, topic]))
      const rows = await read.all(newest, { world: worldId, after: last, upTo: positionsFrom(at + 1) })
      if (rows.length === 0) return
      last = rows[0]!.position
      for (const { text } of rows.toReversed()) worn.add(text)
      for (const row of rows.slice(0, HELD).toReversed()) add(recentOf(row))
      while (recent.length > HELD) dropOldest()
    },
    find: (postId) => byId.get(postId),
    about(words) {
      const shared = new Map<RecentPost, number>()
      for (const word of words) for (const post of byWord.get(word) ?? []) shared.set(post, (shared.get(post) ?? 0) + 1)
      return shared
    },
    isWorn: (text) => worn.isWorn(text),
    clear() {
      recent = []
      topics = null
      last = -1
      worn = freshness([], WORN_FOR)
      byId.clear()
      byWord.clear()
    },
  }
}
