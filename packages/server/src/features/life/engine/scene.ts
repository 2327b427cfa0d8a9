// Recent posts and topics of a world in memory.
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { positionsFrom } from '../../../platform/db/search.ts'
import { visibleChangesIn } from '../../../stores/posts/posts.ts'
import { contentWords } from '../mind/people.ts'

/** Prefixes of plan issues that concern the city instead of an opinion. */
export const CITY_ISSUE = 'city:'
export const THING_ISSUE = 'thing:'
const isNews = (issue: string): boolean => issue.startsWith(CITY_ISSUE) || issue.startsWith(THING_ISSUE)

/** The immutable part of a recent post. Counts and visibility are read from the store. */
export interface RecentPost {
  readonly id: string
  readonly agentId: string
  readonly visitor: boolean
  readonly text: string
  readonly topicId: string
  readonly createdAt: number
  /** Whether it makes a claim or asks a question that can be disputed. */
  readonly argues: boolean
  /** Whether it is about an event in the city. */
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

/** Recent posts kept in memory. */
const RECENT_MAX = 120

const newest = prepare<{ world: string; after: number; upTo: number }, Row>((sql, param) =>
  sql
    .selectFrom('posts as p')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'p.world_id').onRef('a.id', '=', 'p.agent_id'))
    .leftJoin('plans as m', (j) => j.onRef('m.world_id', '=', 'p.world_id').onRef('m.id', '=', 'p.id'))
    .select(['p.id', 'p.agent_id', 'a.kind', 'p.text', 'p.topic_id', 'p.created_at', 'p.position', 'm.issue'])
    .where('p.world_id', '=', param('world'))
    .where('p.visibility', '=', literal('public'))
    .where('p.position', '>', param('after'))
    .where('p.position', '<', param('upTo'))
    .orderBy('p.position', 'desc')
    .limit(literal(RECENT_MAX)),
)
const nextAfter = prepare<{ world: string; from: number }, { position: number }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select('position')
    .where('world_id', '=', param('world'))
    .where('visibility', '=', literal('public'))
    .where('position', '>=', param('from'))
    .orderBy('position')
    .limit(literal(1)),
)

/** The last read of new posts, with the state that must be unchanged to skip the next read. */
interface LastRead {
  readonly identity: object
  readonly turnover: number
  readonly upTo: number
  /** Position of the next later post; null until it is needed. */
  next: number | null
}

const allTopics = prepare<{ world: string }, { id: string; name: string; description: string }>((sql, param) =>
  sql
    .selectFrom('topics')
    .select(['id', 'name', 'description'])
    .where('world_id', '=', param('world'))
    .where('archived', '=', literal(0))
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

/** State shared by all residents of a world: recent posts and topics. */
export interface Scene {
  readonly recent: readonly RecentPost[]
  readonly topics: Topics
  /** Adds new posts up to `at`. The result equals a fresh read. */
  refresh(read: Read | Tx, at: number): Promise<void>
  find(postId: string): RecentPost | undefined
  /** Returns a function: number of these words in a recent post, by its place in `recent`. */
  about(words: ReadonlySet<string>): (place: number) => number
  /** Forgets uncommitted posts. The caller uses it after a rolled back transaction. */
  rewind(): void
  clear(): void
}

/** Slots for recent posts, by number modulo this. */
const RING_SIZE = 128
const RING_MASK = RING_SIZE - 1

/** Number of a resident's words in each recent post, up to the last counted post. */
interface WordCounts {
  readonly counts: Uint8Array
  upTo: number
}

export function makeScene(worldId: string): Scene {
  let recent: RecentPost[] = []
  let topics: Topics | null = null
  let last = -1
  let lastRead: LastRead | null = null
  const byId = new Map<string, RecentPost>()
  const byWord = new Map<string, Set<RecentPost>>()
  /** Number of posts added so far; the latest post has this number. */
  let addedCount = 0
  const numbers = new Map<RecentPost, number>()
  /** Counts by word set: the interests of a resident stay the same for a day. */
  let countsByWords = new WeakMap<ReadonlySet<string>, WordCounts>()

  function add(post: RecentPost): void {
    recent.unshift(post)
    addedCount += 1
    numbers.set(post, addedCount)
    byId.set(post.id, post)
    for (const word of post.words) {
      const posts = byWord.get(word)
      if (posts === undefined) byWord.set(word, new Set([post]))
      else posts.add(post)
    }
  }

  /** Counts by word, for a new word set. */
  function countAllPosts(words: ReadonlySet<string>): WordCounts {
    const counts = new Uint8Array(RING_SIZE)
    for (const word of words) for (const post of byWord.get(word) ?? []) counts[numbers.get(post)! & RING_MASK]! += 1
    return { counts, upTo: addedCount }
  }

  /** Counts by post, for posts added since the last call. */
  function countNewPosts(words: ReadonlySet<string>, wordCounts: WordCounts): void {
    const fresh = Math.min(recent.length, addedCount - wordCounts.upTo)
    for (let place = 0; place < fresh; place++) {
      let count = 0
      for (const word of recent[place]!.words) if (words.has(word)) count += 1
      wordCounts.counts[(addedCount - place) & RING_MASK] = count
    }
    wordCounts.upTo = addedCount
  }

  function dropOldest(): void {
    const post = recent.pop()!
    byId.delete(post.id)
    numbers.delete(post)
    for (const word of post.words) {
      const posts = byWord.get(word)!
      posts.delete(post)
      if (posts.size === 0) byWord.delete(word)
    }
  }

  /** Whether this transaction has seen no new posts since its last read. Other writers are excluded while it runs. */
  async function isUnchanged(tx: Tx, upTo: number): Promise<boolean> {
    if (lastRead?.identity !== tx.identity || lastRead.turnover !== visibleChangesIn(tx)) return false
    lastRead.next ??=
      (await tx.first(nextAfter, { world: worldId, from: lastRead.upTo }))?.position ?? Number.POSITIVE_INFINITY
    return upTo <= lastRead.next
  }

  function rewind(): void {
    lastRead = null
    recent = []
    topics = null
    last = -1
    byId.clear()
    byWord.clear()
    numbers.clear()
    countsByWords = new WeakMap()
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
      const before = positionsFrom(at + 1)
      if ('identity' in read) {
        if (await isUnchanged(read, before)) return
        lastRead = { identity: read.identity, turnover: visibleChangesIn(read), upTo: before, next: null }
      }
      const page = await read.all(newest, { world: worldId, after: last, upTo: before })
      if (page.length === 0) return
      last = page[0]!.position
      for (const row of page.toReversed()) add(recentOf(row))
      while (recent.length > RECENT_MAX) dropOldest()
    },
    find: (postId) => byId.get(postId),
    about(words) {
      let wordCounts = countsByWords.get(words)
      if (wordCounts === undefined) {
        wordCounts = countAllPosts(words)
        countsByWords.set(words, wordCounts)
      } else if (wordCounts.upTo < addedCount) countNewPosts(words, wordCounts)
      const { counts, upTo } = wordCounts
      return (place) => counts[(upTo - place) & RING_MASK]!
    },
    rewind,
    clear: rewind,
  }
}
