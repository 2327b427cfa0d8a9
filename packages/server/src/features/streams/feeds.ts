import type { Admitted } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { breath } from '../../platform/core/event-loop-budget.ts'
import type { Outlet, StreamEvent } from './outlet.ts'

interface Ending {
  forget(): void
}

/** A feed for as long as somebody follows it; the same object for all who do. */
export interface HeldFeed<Feed> {
  readonly feed: Feed
  /** Once by each who held it. */
  letGo(): void
}

interface Shared<Feed> {
  users: number
  readonly held: Promise<HeldFeed<Feed>>
  letGo(): void
}

/** What is followed on this node. */
export interface Feeds<Topic, Feed> {
  hold(topic: Topic): Promise<HeldFeed<Feed>>
  /** Each under the name of its topic. */
  all(): readonly (readonly [name: string, held: Promise<HeldFeed<Feed>>])[]
}

/** One feed for all who follow a topic here; the last one that lets go of it ends it. */
export function makeFeeds<Topic, Feed extends Ending>(
  nameOf: (topic: Topic) => string,
  open: (topic: Topic) => Promise<Feed>,
): Feeds<Topic, Feed> {
  const shared = new Map<string, Shared<Feed>>()

  function share(name: string, topic: Topic): Shared<Feed> {
    const letGo = (): void => {
      own.users -= 1
      if (own.users > 0) return
      if (shared.get(name) === own) shared.delete(name)
      own.held.then(({ feed }) => feed.forget()).catch(() => {})
    }
    const own: Shared<Feed> = { users: 0, letGo, held: open(topic).then((feed) => ({ feed, letGo })) }
    shared.set(name, own)
    return own
  }

  return {
    async hold(topic) {
      const name = nameOf(topic)
      const own = shared.get(name) ?? share(name, topic)
      own.users += 1
      try {
        return await own.held
      } catch (error) {
        own.letGo()
        throw error
      }
    },
    all: () => [...shared].map(([name, { held }]) => [name, held]),
  }
}

/** What of a world has no log: it is looked at again and again, once for everybody on this node who follows it. */
export interface Scenery {
  /** Two who name the same see the same. */
  readonly name: string
  /** All that there is to see, and what of it has changed since the last time; nothing where nothing has. */
  look(at: number): Promise<{ readonly whole: readonly StreamEvent[]; readonly changes: readonly StreamEvent[] }>
}

interface SceneFollower {
  readonly outlet: Outlet
  mayGo(admitted: Admitted): boolean | Promise<boolean>
}

export interface SceneFeed {
  look(): Promise<void>
  join(follower: SceneFollower): Promise<void>
  leave(follower: SceneFollower): void
  forget(): void
}

/** Nobody sees on a map that somebody set out a second ago. */
const EVERY_MS = 2_000
/** A large city takes longer to look at; it is looked at for at most a twentieth of the time. */
const REST_TIMES = 20
const SLICE = 50

export function sceneFeed({ control, ambient }: Deps, scene: Scenery): SceneFeed {
  const followers = new Set<SceneFollower>()
  let whole: readonly StreamEvent[] | null = null
  let underway: Promise<void> | null = null
  let nextAt = 0

  async function lookNow(): Promise<void> {
    const began = ambient.elapsed()
    const { at } = await control.current()
    const seen = await scene.look(at)
    const before = [...followers]
    whole = seen.whole
    const now = ambient.elapsed()
    nextAt = Math.max(began + EVERY_MS, now + (now - began) * REST_TIMES)
    if (seen.changes.length === 0) return
    // After it was read: whoever was refused before it came about is refused here.
    const admitted = await control.current()
    for (const [n, follower] of before.entries()) {
      if (await follower.mayGo(admitted)) follower.outlet.send(seen.changes)
      else followers.delete(follower)
      if (n % SLICE === SLICE - 1) await breath()
    }
  }

  function look(): Promise<void> {
    underway ??= lookNow().finally(() => {
      underway = null
    })
    return underway
  }

  return {
    look: async () => {
      if (ambient.elapsed() >= nextAt) await look()
    },
    async join(follower) {
      // What is being looked at now may have been read before; whoever joins sees all of what was read last.
      while (underway !== null) await underway
      if (whole === null) await look()
      followers.add(follower)
      follower.outlet.send(whole!)
    },
    leave: (follower) => {
      followers.delete(follower)
    },
    forget: () => {},
  }
}
