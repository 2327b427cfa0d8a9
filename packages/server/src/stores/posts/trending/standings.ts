// Activity windows of worlds that only this process writes, updated by its commits.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Database, type FactListener, literal, prepare, type Read } from '../../../platform/db/database.ts'
import { type SlotParams, slots } from '../../../platform/db/statements.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { Activity, type ActivityFact, isActivity, WINDOW_MS } from './activity.ts'

/** Rows to read, or events to process, before the event loop is released. */
export const PAGE = 1_000

type Since = { world: string; after: number; offset: number }

interface Dated {
  readonly at: number
}
type ThreadRow = Dated & { post: string }

const likesAfter = prepare<Since, ThreadRow>((sql, param) =>
  sql
    .selectFrom('likes')
    .select(['created_at as at', 'post_id as post'])
    .where('world_id', '=', param('world'))
    .where('reply_id', '=', literal(''))
    .where('created_at', '>', param('after'))
    .orderBy('created_at')
    .orderBy('post_id')
    .limit(literal(PAGE))
    .offset(param('offset')),
)
const repliesAfter = prepare<Since, ThreadRow>((sql, param) =>
  sql
    .selectFrom('replies')
    .select(['created_at as at', 'post_id as post'])
    .where('world_id', '=', param('world'))
    .where('visibility', '=', literal('public'))
    .where('created_at', '>', param('after'))
    .orderBy('created_at')
    .orderBy('post_id')
    .limit(literal(PAGE))
    .offset(param('offset')),
)
const postsAfter = prepare<Since, Dated & { post: string; topic: string; agent: string }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select(['created_at as at', 'id as post', 'topic_id as topic', 'agent_id as agent'])
    .where('world_id', '=', param('world'))
    .where('visibility', '=', literal('public'))
    .where('created_at', '>', param('after'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(PAGE))
    .offset(param('offset')),
)
const followsAfter = prepare<Since, Dated & { agent: string }>((sql, param) =>
  sql
    .selectFrom('follows')
    .select(['created_at as at', 'target_agent_id as agent'])
    .where('world_id', '=', param('world'))
    .where('created_at', '>', param('after'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(PAGE))
    .offset(param('offset')),
)

/** Reads all rows page by page. A single time may have more rows than a page; they are then skipped by offset. */
async function eachPage<R extends Dated>(
  page: (since: { after: number; offset: number }) => Promise<R[]>,
  after: number,
  each: (row: R) => void,
): Promise<void> {
  let since = { after, offset: 0 }
  for (;;) {
    const rows = await page(since)
    rows.forEach(each)
    if (rows.length < PAGE) return
    const last = rows.at(-1)!.at
    const first = rows.findIndex(({ at }) => at === last)
    // Rows of the last time that were read already come first among the rows after the time before it.
    since =
      first === 0
        ? { after: since.after, offset: since.offset + rows.length }
        : { after: rows[first - 1]!.at, offset: rows.length - first }
    await nextTurn()
  }
}

const LIST = slots(20)

interface PlaceOfPost {
  id: string
  topic: string
  agent: string
  visibility: string
}

const placesOf = prepare<SlotParams, PlaceOfPost>((sql, param) =>
  sql
    .selectFrom('posts')
    .select(['id', 'topic_id as topic', 'agent_id as agent', 'visibility'])
    .where('world_id', '=', param('world'))
    .where('id', 'in', LIST.names.map(param)),
)

/** Reads the posts that the activity does not know yet from the store. */
export async function resolveUnknown(read: Read, world: World, activity: Activity): Promise<void> {
  for (let ids = activity.unknown(); ids.length > 0; ids = activity.unknown()) {
    for (let from = 0; from < ids.length; from += LIST.size) {
      const some = ids.slice(from, from + LIST.size)
      const rows = await read.all(placesOf, { world: world.id, ...LIST.filled(some) })
      const found = new Map(rows.map((row) => [row.id, row]))
      for (const id of some) {
        const row = found.get(id)
        activity.learn(id, row === undefined ? null : { ...row, isVisible: row.visibility === 'public' })
      }
      if (from % PAGE === 0 && from > 0) await nextTurn()
    }
  }
}

export async function readActivity(read: Read, world: World, now: number): Promise<Activity> {
  const activity = new Activity(now)
  const since = now - WINDOW_MS
  const common = { world: world.id, n: 1 } as const
  const page =
    <R>(query: Parameters<typeof read.all<Since, R>>[0]) =>
    (from: { after: number; offset: number }) =>
      read.all(query, { world: world.id, ...from })
  await eachPage(page(likesAfter), since, (row) => activity.add({ kind: 'like', ...common, ...row }))
  await eachPage(page(repliesAfter), since, (row) => activity.add({ kind: 'reply', ...common, ...row }))
  await eachPage(page(postsAfter), since, (row) => activity.add({ kind: 'post', ...common, ...row }))
  await eachPage(page(followsAfter), since, (row) => activity.add({ kind: 'follow', ...common, ...row }))
  await resolveUnknown(read, world, activity)
  return activity
}

/** Maximum number of worlds in memory; the least recently used one is evicted. */
const WORLDS = 8
/** Number of facts without a request after which a world is evicted, so that it does not grow without limit. */
const UNREQUESTED_FACTS_MAX = 50_000

interface ActivityEntry {
  readonly tag: string
  readonly activity: Promise<Activity>
  /** Facts committed since the snapshot from which the activity is being read; null once it is read. */
  missed: ActivityFact[] | null
  current: Activity | null
  /** Facts since the last request. */
  unasked: number
}

/** Registers a listener for every commit of this store, which has no other writer. */
export type SubscribeToFacts = (listener: FactListener) => void

export interface ActivityWindows {
  /**
   * Applies `take` to the last 24 hours up to `at`, or up to a slightly later time, synchronously. Returns null if `at`
   * is before a change that is already included; then the rows must be read.
   */
  at<T>(world: World, at: number, take: (activity: Activity, at: number) => T): Promise<T | null>
  /** An identifier of the last included write. */
  versionOf(world: World): string
  /** Whether the store still has the state that `version` identifies. */
  isStill(world: World, version: string, at: number): Promise<boolean>
}

/** Creates activity windows that are updated by the commits of this process. */
export function makeActivityWindows(
  database: Database,
  onTold: SubscribeToFacts,
  contentVersion: () => number,
): ActivityWindows {
  const entries = new Map<string, ActivityEntry>()

  /** The entries that existed before another thread began to write; null while no other thread writes. */
  let before: ReadonlySet<ActivityEntry> | null = null

  onTold({
    onWriterHandover() {
      before = new Set(entries.values())
    },
    onFacts(facts) {
      // A snapshot taken while another thread wrote may contain facts that are published only now.
      if (before !== null) for (const [id, entry] of entries) if (!before.has(entry)) entries.delete(id)
      before = null
      if (facts === null) entries.clear()
      else
        for (const fact of facts) {
          if (!isActivity(fact)) continue
          const here = entries.get(fact.world)
          if (here === undefined) continue
          here.unasked += 1
          if (here.unasked > UNREQUESTED_FACTS_MAX) entries.delete(fact.world)
          else if (here.missed !== null) here.missed.push(fact)
          else here.current!.add(fact)
        }
    },
  })

  function begin(world: World, now: number): ActivityEntry {
    // The snapshot is taken synchronously. It contains every commit so far, and `missed` collects those after it.
    const activity = database
      .snapshot((read) => readActivity(read, world, now))
      .then((loaded) => {
        for (const fact of entry.missed!) loaded.add(fact)
        entry.missed = null
        entry.current = loaded
        return loaded
      })
    const entry: ActivityEntry = { tag: world.tag, activity, missed: [], current: null, unasked: 0 }
    activity.catch(() => {
      if (entries.get(world.id) === entry) entries.delete(world.id)
    })
    return entry
  }

  return {
    versionOf: () => String(contentVersion()),
    // While another thread writes, the store may contain changes that are not published yet.
    isStill: async (_world, version) => before === null && version === String(contentVersion()),
    async at(world, at, take) {
      let entry = entries.get(world.id)
      if (entry?.tag !== world.tag) entry = begin(world, at)
      entry.unasked = 0
      entries.delete(world.id)
      entries.set(world.id, entry)
      if (entries.size > WORLDS) entries.delete(entries.keys().next().value!)
      const activity = entry.current ?? (await entry.activity)
      for (;;) {
        while (!activity.advance(at, PAGE)) await nextTurn()
        if (!activity.standsAt(at)) return null
        if (!activity.hasUnknown) return take(activity, at)
        await resolveUnknown(database.read, world, activity)
      }
    },
  }
}
