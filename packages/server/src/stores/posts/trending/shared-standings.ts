// Activity windows of worlds that several nodes write, updated from the table of published facts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database.ts'
import { markOf, type ToldMark, toldSince } from '../../../platform/db/told.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { type Activity, isActivity } from './activity.ts'
import { learnUnknown, PAGE, readActivity, type Standings } from './standings.ts'

/** Maximum number of worlds in memory; the least recently used one is evicted. */
const WORLDS = 64
/**
 * Another reader may have moved the window forward during a wait for the store. A later time within this limit is
 * accepted.
 */
const LATE_MS = 1_000

interface Kept {
  readonly tag: string
  /** Null until it is read for the first time, and after an error. */
  state: { readonly activity: Activity; mark: ToldMark } | null
  /** The refresh in progress, and the one that follows it. */
  looking: Promise<void> | null
  next: Promise<void> | null
}

/**
 * Activity windows for worlds that several nodes write. Commits store their facts in a table. Each reader adds the
 * facts since its last refresh, in the order of transactions, not of commits.
 */
export function makeSharedStandings(database: Database): Standings {
  const kept = new Map<string, Kept>()

  async function begin(entry: Kept, world: World, at: number): Promise<void> {
    entry.state = await database.snapshot(async (read) => {
      const mark = await markOf(read)
      return { activity: await readActivity(read, world, at), mark }
    })
  }

  /** Adds the facts since the last refresh and returns the new mark; null if the mark is no longer known. */
  async function follow({ activity, mark }: NonNullable<Kept['state']>, world: World): Promise<ToldMark | null> {
    const pages = toldSince(database.read, world.id, mark)
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

  async function lookAtStore(entry: Kept, world: World, at: number): Promise<void> {
    try {
      const mark = entry.state === null ? null : await follow(entry.state, world)
      if (mark === null) await begin(entry, world, at)
      else entry.state!.mark = mark
      await learnUnknown(database.read, world, entry.state!.activity)
    } catch (error) {
      // Facts that were already added cannot be removed again.
      entry.state = null
      throw error
    }
  }

  function look(entry: Kept, world: World, at: number): Promise<void> {
    const looking = lookAtStore(entry, world, at).finally(() => {
      entry.looking = null
    })
    entry.looking = looking
    return looking
  }

  /**
   * Waits until all earlier commits are included. A refresh in progress may have started before them, so another one
   * follows.
   */
  function upToDate(entry: Kept, world: World, at: number): Promise<void> {
    if (entry.next !== null) return entry.next
    if (entry.looking === null) return look(entry, world, at)
    entry.next = entry.looking
      .catch(() => {})
      .then(() => {
        entry.next = null
        return look(entry, world, at)
      })
    return entry.next
  }

  function entryOf(world: World): Kept {
    let entry = kept.get(world.id)
    if (entry?.tag !== world.tag) entry = { tag: world.tag, state: null, looking: null, next: null }
    kept.delete(world.id)
    kept.set(world.id, entry)
    if (kept.size > WORLDS) kept.delete(kept.keys().next().value!)
    return entry
  }

  const versionOf = (world: World): string => kept.get(world.id)?.state?.mark.snapshot ?? ''

  return {
    versionOf,
    async isStill(world, version, at) {
      await upToDate(entryOf(world), world, at)
      return versionOf(world) === version
    },
    async at(world, asked, take) {
      const entry = entryOf(world)
      await upToDate(entry, world, asked)
      for (;;) {
        if (entry.state === null) return null
        const { activity } = entry.state
        const at = activity.now > asked && activity.now - asked <= LATE_MS ? activity.now : asked
        while (!activity.advance(at, PAGE)) await nextTurn()
        if (!activity.standsAt(at)) return null
        if (!activity.hasUnknown) return take(activity, at)
        await learnUnknown(database.read, world, activity)
      }
    },
  }
}
