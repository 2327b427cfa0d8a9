// Recent posts and topics of a world in memory, with the phrases that are already overused.
import { freshness } from '@agent-network/voice/life'
import { lit, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { positionsFrom } from '../../../platform/db/search.ts'
import { turnoverIn } from '../../../stores/posts/posts.ts'
import { contentWords } from '../mind/people.ts'

/** Prefixes of plan issues that concern the city instead of an opinion. */
export const OF_CITY = 'city:'
export const OF_THING = 'thing:'
const isNews = (issue: string): boolean => issue.startsWith(OF_CITY) || issue.startsWith(OF_THING)

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
const HELD = 120
/** Overused phrases: posts that count, posts that may share a phrase, and posts that can be undone. */
const WORN = { span: 4_000, most: 8, spare: 250 }
/** Posts per read, so that reads of a busy world stay short. */
const PAGE = 500

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
    .limit(lit(PAGE)),
)
const nextAfter = prepare<{ world: string; from: number }, { position: number }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select('position')
    .where('world_id', '=', param('world'))
    .where('visibility', '=', lit('public'))
    .where('position', '>=', param('from'))
    .orderBy('position')
    .limit(lit(1)),
)

/** The last read of new posts, with the state that must be unchanged to skip the next read. */
interface Look {
  readonly identity: object
  readonly turnover: number
  readonly upTo: number
  /** Position of the next later post; null until it is needed. */
  next: number | null
}

/** A page of the newest posts and older ones, up to the span of overused phrases. */
async function olderThan(read: Read, world: string, page: readonly Row[]): Promise<Row[]> {
  const rows = [...page]
  for (let got = page.length; got === PAGE && rows.length < WORN.span; ) {
    const older = await read.all(newest, { world, after: -1, upTo: rows.at(-1)!.position })
    rows.push(...older)
    got = older.length
  }
  return rows
}

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

/** State shared by all residents of a world: recent posts, overused phrases and topics. */
export interface Scene {
  readonly recent: readonly RecentPost[]
  readonly topics: Topics
  /** Adds new posts up to `at`. The result equals a fresh read. */
  refresh(read: Read | Tx, at: number): Promise<void>
  find(postId: string): RecentPost | undefined
  /** Returns a function: number of these words in a recent post, by its place in `recent`. */
  about(words: ReadonlySet<string>): (place: number) => number
  isWorn(text: string): boolean
  /** 0 to 1: share of a text that occurs in the latest posts. */
  staleness(text: string): number
  /** Forgets uncommitted posts. The caller uses it after a rolled back transaction. */
  rewind(): void
  clear(): void
}

/** Slots for recent posts, by number modulo this. */
const RING = 128
const OF_RING = RING - 1

/** Number of a resident's words in each recent post, up to the last counted post. */
interface Shared {
  readonly counts: Uint8Array
  upTo: number
}

export function makeScene(worldId: string): Scene {
  let recent: RecentPost[] = []
  let topics: Topics | null = null
  let last = -1
  let looked: Look | null = null
  let worn = freshness(WORN)
  /** Positions and ids of counted posts, oldest first. */
  let counted: Pick<Row, 'position' | 'id'>[] = []
  const byId = new Map<string, RecentPost>()
  const byWord = new Map<string, Set<RecentPost>>()
  /** Number of posts added so far; the latest post has this number. */
  let brought = 0
  const numbers = new Map<RecentPost, number>()
  /** Counts by word set: the interests of a resident stay the same for a day. */
  let shared = new WeakMap<ReadonlySet<string>, Shared>()

  function add(post: RecentPost): void {
    recent.unshift(post)
    brought += 1
    numbers.set(post, brought)
    byId.set(post.id, post)
    for (const word of post.words) {
      const posts = byWord.get(word)
      if (posts === undefined) byWord.set(word, new Set([post]))
      else posts.add(post)
    }
  }

  /** Counts by word, for a new word set. */
  function firstLook(words: ReadonlySet<string>): Shared {
    const counts = new Uint8Array(RING)
    for (const word of words) for (const post of byWord.get(word) ?? []) counts[numbers.get(post)! & OF_RING]! += 1
    return { counts, upTo: brought }
  }

  /** Counts by post, for posts added since the last call. */
  function lookOn(words: ReadonlySet<string>, seen: Shared): void {
    const fresh = Math.min(recent.length, brought - seen.upTo)
    for (let place = 0; place < fresh; place++) {
      let count = 0
      for (const word of recent[place]!.words) if (words.has(word)) count += 1
      seen.counts[(brought - place) & OF_RING] = count
    }
    seen.upTo = brought
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

  function count({ position, id, text }: Row): void {
    worn.add(text)
    counted.push({ position, id })
    if (counted.length > 2 * WORN.span) counted = counted.slice(-WORN.span)
  }

  /** Removes counted posts that are missing from the store, by comparing them with its newest page. */
  function undoUnless(page: readonly Row[]): void {
    const stored = new Map(page.map(({ position, id }) => [position, id]))
    const oldest = page.at(-1)?.position ?? 0
    for (let top = counted.at(-1); top !== undefined && stored.get(top.position) !== top.id; top = counted.at(-1)) {
      counted.pop()
      if (!worn.drop() || top.position < oldest) uncount()
    }
  }

  function uncount(): void {
    worn = freshness(WORN)
    counted = []
  }

  /** Whether this transaction has seen no new posts since its last read. Other writers are excluded while it runs. */
  async function isNothingNew(tx: Tx, upTo: number): Promise<boolean> {
    if (looked?.identity !== tx.identity || looked.turnover !== turnoverIn(tx)) return false
    looked.next ??=
      (await tx.first(nextAfter, { world: worldId, from: looked.upTo }))?.position ?? Number.POSITIVE_INFINITY
    return upTo <= looked.next
  }

  function rewind(): void {
    looked = null
    recent = []
    topics = null
    last = -1
    byId.clear()
    byWord.clear()
    numbers.clear()
    shared = new WeakMap()
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
        if (await isNothingNew(read, before)) return
        looked = { identity: read.identity, turnover: turnoverIn(read), upTo: before, next: null }
      }
      const page = await read.all(newest, { world: worldId, after: last, upTo: before })
      if (page.length === 0 && (last !== -1 || counted.length === 0)) return
      if (last === -1) undoUnless(page)
      // A full page: posts between it and the last read were not counted.
      else if (page.length === PAGE) uncount()
      const rows = counted.length === 0 ? await olderThan(read, worldId, page) : page
      const upTo = counted.at(-1)?.position ?? -1
      for (const row of rows.toReversed()) if (row.position > upTo) count(row)
      last = rows[0]?.position ?? -1
      for (const row of rows.slice(0, HELD).toReversed()) add(recentOf(row))
      while (recent.length > HELD) dropOldest()
    },
    find: (postId) => byId.get(postId),
    about(words) {
      let seen = shared.get(words)
      if (seen === undefined) {
        seen = firstLook(words)
        shared.set(words, seen)
      } else if (seen.upTo < brought) lookOn(words, seen)
      const { counts, upTo } = seen
      return (place) => counts[(upTo - place) & OF_RING]!
    },
    isWorn: (text) => worn.isWorn(text),
    staleness: (text) => worn.staleness(text),
    rewind,
    clear() {
      rewind()
      uncount()
    },
  }
}
