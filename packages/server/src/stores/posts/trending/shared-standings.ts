import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database.ts'
import { markOf, type ToldMark, toldSince } from '../../../platform/db/told.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { type Activity, isActivity } from './activity.ts'
import { learnUnknown, PAGE, readActivity, type Standings } from './standings.ts'

/** Worlds of which the last 24 hours are kept; the one asked for longest ago makes room. */
const WORLDS = 64
/** Another reader may have moved the window on while this one waited for the store; its moment is as good by then. */
const LATE_MS = 1_000

interface Kept {
  readonly tag: string
  /** Null until it was read for the first time, and after it was lost. */
  state: { readonly activity: Activity; mark: ToldMark } | null
  /** A look at the store that is under way, and the one that comes after it. */
  looking: Promise<void> | null
  next: Promise<void> | null
}

/**
 * The activity of worlds where several nodes write: what commits told stands in a table, and everybody who asks reads what
 * has been added since the last look, in the order of transactions rather than commits.
 */
export function makeSharedStandings(database: Database): Standings {
  const kept = new Map<string, Kept>()

  async function begin(entry: Kept, world: World, at: number): Promise<void> {
    entry.state = await database.snapshot(async (read) => {
      const mark = await markOf(read)
      return { activity: await readActivity(read, world, at), mark }
    })
  }

  /** Adds what was told since the last look, and says up to where; null where that is not known. */
  async function follow({ activity, mark }: NonNullable<Kept['state']>, world: World): Promise<ToldMark | null> {
    const pages = toldSince(database.read, world.id, mark)
    for (;;) {
      const page = await pages.next()
      if (page.done) return page.value
      for (const fact of page.value) {
        if (!isActivity(fact)) continue
        activity.add(fact)
        // A transaction with a lower number may have shown or hidden it later.
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
      // What was added of it cannot be taken back.
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

  /** Everything that was committed before this call; a look that is under way may have begun before it was. */
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
