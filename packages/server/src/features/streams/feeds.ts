// Feeds that several streams of one node share.
import type { Admitted } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { yieldToEventLoop } from '../../platform/core/event-loop-budget.ts'
import type { Outlet, StreamEvent } from './outlet.ts'

interface Ending {
  forget(): void
}

/** A reference-counted feed, shared by all its followers. */
export interface FeedLease<Feed> {
  readonly feed: Feed
  /** Called once per holder. */
  letGo(): void
}

interface Shared<Feed> {
  users: number
  readonly lease: Promise<FeedLease<Feed>>
  letGo(): void
}

/** The feeds that this node follows. */
export interface Feeds<Topic, Feed> {
  hold(topic: Topic): Promise<FeedLease<Feed>>
  /** Each with the name of its topic. */
  all(): readonly (readonly [name: string, lease: Promise<FeedLease<Feed>>])[]
}

/** One feed per topic on this node. The last release ends it. */
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
      own.lease.then(({ feed }) => feed.forget()).catch(() => {})
    }
    const own: Shared<Feed> = { users: 0, letGo, lease: open(topic).then((feed) => ({ feed, letGo })) }
    shared.set(name, own)
    return own
  }

  return {
    async hold(topic) {
      const name = nameOf(topic)
      const own = shared.get(name) ?? share(name, topic)
      own.users += 1
      try {
        return await own.lease
      } catch (error) {
        own.letGo()
        throw error
      }
    },
    all: () => [...shared].map(([name, { lease }]) => [name, lease]),
  }
}

/** Data of a world that has no event log. It is polled once for all followers on this node. */
export interface PolledScene {
  /** Equal names mean equal content. */
  readonly name: string
  /** The full state, and the changes since the last poll (empty if there are none). */
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

/** A map needs no faster updates. */
const EVERY_MS = 2_000
/** Polling a large city takes longer; it may use at most a twentieth of the time. */
const REST_TIMES = 20
const SLICE = 50

export function sceneFeed({ control, ambient }: Deps, scene: PolledScene): SceneFeed {
  const followers = new Set<SceneFollower>()
  let whole: readonly StreamEvent[] | null = null
  let underway: Promise<void> | null = null
  let nextAt = 0

  async function lookNow(): Promise<void> {
    const began = ambient.elapsed()
    const { at } = await control.current()
    const snapshot = await scene.look(at)
    const before = [...followers]
    whole = snapshot.whole
    const now = ambient.elapsed()
    nextAt = Math.max(began + EVERY_MS, now + (now - began) * REST_TIMES)
    if (snapshot.changes.length === 0) return
    // Read after the data, so a follower who lost access before the change does not receive it.
    const admitted = await control.current()
    for (const [n, follower] of before.entries()) {
      if (await follower.mayGo(admitted)) follower.outlet.send(snapshot.changes)
      else followers.delete(follower)
      if (n % SLICE === SLICE - 1) await yieldToEventLoop()
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
      // A running poll may have read earlier data; a new follower gets the state of the last finished poll.
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
