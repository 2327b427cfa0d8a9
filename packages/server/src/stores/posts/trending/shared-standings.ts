// Activity windows of worlds that several nodes write, updated from the table of published facts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database.ts'
import { type FactMark, factsSince, readFactMark } from '../../../platform/db/published-facts.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { type Activity, isActivity } from './activity.ts'
import { type ActivityWindows, PAGE, readActivity, resolveUnknown } from './standings.ts'

/** Maximum number of worlds in memory; the least recently used one is evicted. */
const WORLDS = 64
/**
 * Another reader may have moved the window forward during a wait for the store. A later time within this limit is
 * accepted.
 */
const LATE_TOLERANCE_MS = 1_000

interface SharedActivityEntry {
  readonly tag: string
  /** Null until it is read for the first time, and after an error. */
  state: { readonly activity: Activity; mark: FactMark } | null
  /** The refresh in progress, and the one that follows it. */
  looking: Promise<void> | null
  next: Promise<void> | null
}

/**
 * Activity windows for worlds that several nodes write. Commits store their facts in a table. Each reader adds the
 * facts since its last refresh, in the order of transactions, not of commits.
 */
export function makeSharedActivityWindows(database: Database): ActivityWindows {
  const entries = new Map<string, SharedActivityEntry>()

  async function begin(entry: SharedActivityEntry, world: World, at: number): Promise<void> {
    entry.state = await database.snapshot(async (read) => {
      const mark = await readFactMark(read)
      return { activity: await readActivity(read, world, at), mark }
    })
  }

  /** Adds the facts since the last refresh and returns the new mark; null if the mark is no longer known. */
  async function addPublishedFacts(
    { activity, mark }: NonNullable<SharedActivityEntry['state']>,
    world: World,
  ): Promise<FactMark | null> {
    const pages = factsSince(database.read, world.id, mark)
    for (;;) {
      const page = await pages.next()
      if (page.done) return page.value
      for (const fact of page.value) {
        if (!isActivity(fact)) continue
        activity.add(fact)
        // A transaction with a lower number may have changed its visibility later.
        if (fact.kind === 'post') activity.doubt(fact.post)
      }
      if (page.value.length >= PAGE) await nextTurn()
    }
  }

  async function refreshFromStore(entry: SharedActivityEntry, world: World, at: number): Promise<void> {
    try {
      const mark = entry.state === null ? null : await addPublishedFacts(entry.state, world)
      if (mark === null) await begin(entry, world, at)
      else entry.state!.mark = mark
      await resolveUnknown(database.read, world, entry.state!.activity)
    } catch (error) {
      // Facts that were already added cannot be removed again.
      entry.state = null
      throw error
    }
  }

  function startRefresh(entry: SharedActivityEntry, world: World, at: number): Promise<void> {
    const looking = refreshFromStore(entry, world, at).finally(() => {
      entry.looking = null
    })
    entry.looking = looking
    return looking
  }

  /**
   * Waits until all earlier commits are included. A refresh in progress may have started before them, so another one
   * follows.
   */
  function waitForRefresh(entry: SharedActivityEntry, world: World, at: number): Promise<void> {
    if (entry.next !== null) return entry.next
    if (entry.looking === null) return startRefresh(entry, world, at)
    entry.next = entry.looking
      .catch(() => {})
      .then(() => {
        entry.next = null
        return startRefresh(entry, world, at)
      })
    return entry.next
  }

  function entryOf(world: World): SharedActivityEntry {
    let entry = entries.get(world.id)
    if (entry?.tag !== world.tag) entry = { tag: world.tag, state: null, looking: null, next: null }
    entries.delete(world.id)
    entries.set(world.id, entry)
    if (entries.size > WORLDS) entries.delete(entries.keys().next().value!)
    return entry
  }

  const versionOf = (world: World): string => entries.get(world.id)?.state?.mark.snapshot ?? ''

  return {
    versionOf,
    async isStill(world, version, at) {
      await waitForRefresh(entryOf(world), world, at)
      return versionOf(world) === version
    },
    async at(world, requestedAt, take) {
      const entry = entryOf(world)
      await waitForRefresh(entry, world, requestedAt)
      for (;;) {
        if (entry.state === null) return null
        const { activity } = entry.state
        const at =
          activity.now > requestedAt && activity.now - requestedAt <= LATE_TOLERANCE_MS ? activity.now : requestedAt
        while (!activity.advance(at, PAGE)) await nextTurn()
        if (!activity.standsAt(at)) return null
        if (!activity.hasUnknown) return take(activity, at)
        await resolveUnknown(database.read, world, activity)
      }
    },
  }
}
