import { freshness } from '@agent-network/voice/life'
import { lit, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { positionsFrom } from '../../../platform/db/search.ts'
import { turnoverIn } from '../../../stores/posts/posts.ts'
import { contentWords } from '../mind/people.ts'

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
/** How far back a turn of phrase counts as worn, in how many posts it may be, and how many posts may be undone. */
const WORN = { span: 4_000, most: 8, spare: 250 }
/** Posts that are read at once, so that no read of a busy world takes long. */
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

/** A look at the newest posts, and what has to be as it was for the next one to find nothing new. */
interface Look {
  readonly identity: object
  readonly turnover: number
  readonly upTo: number
  /** Where posts of a later time begin; null until somebody asks. */
  next: number | null
}

/** A page of the newest posts and those before it, as far back as anything counts. */
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

/** What all residents of one world share: the latest posts, what they have worn out, and what there is to talk about. */
export interface Scene {
  readonly recent: readonly RecentPost[]
  readonly topics: Topics
  /** Brings in what was posted since and up to now, so that what is held is always what would be read afresh. */
  refresh(read: Read | Tx, at: number): Promise<void>
  find(postId: string): RecentPost | undefined
  /** Says of how many of these words a recent post speaks, by its place among them. */
  about(words: ReadonlySet<string>): (place: number) => number
  isWorn(text: string): boolean
  /** 0 to 1: how much of a text stood in the latest posts. */
  staleness(text: string): number
  /** What was undone is forgotten: to be called when the store has given up a transaction. */
  rewind(): void
  clear(): void
}

/** Room for the recent posts, by their numbers modulo it. */
const RING = 128
const OF_RING = RING - 1

/** How many of somebody's words stand in posts, as far as posts were looked at. */
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
  /** Positions and ids of what was counted, oldest first. */
  let counted: Pick<Row, 'position' | 'id'>[] = []
  const byId = new Map<string, RecentPost>()
  const byWord = new Map<string, Set<RecentPost>>()
  /** Posts count up as they are brought in. */
  let brought = 0
  const numbers = new Map<RecentPost, number>()
  /** Of those who looked before: what people care for stays the same for a day. */
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

  /** From the words, for somebody who looks for the first time. */
  function firstLook(words: ReadonlySet<string>): Shared {
    const counts = new Uint8Array(RING)
    for (const word of words) for (const post of byWord.get(word) ?? []) counts[numbers.get(post)! & OF_RING]! += 1
    return { counts, upTo: brought }
  }

  /** From the posts that are new. */
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

  /** Takes back what was counted and is not in the store; a page of its newest posts is what tells. */
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

  /** Whether a transaction can have nothing new since it last looked: nobody posts in it but who lives in it. */
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
      // More than was read at once: there is a gap behind it.
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
