import type { World } from '../worlds/worlds.ts'
import type { WorldFeed } from './world-feed.ts'

/** A feed for as long as somebody follows it; the same object for all who do. */
export interface HeldFeed {
  readonly feed: WorldFeed
  /** Once by each who held it. */
  letGo(): void
}

interface Shared {
  users: number
  readonly held: Promise<HeldFeed>
  letGo(): void
}

/** The worlds that are followed on this node. */
export interface Feeds {
  hold(world: World): Promise<HeldFeed>
  all(): readonly Promise<HeldFeed>[]
}

/** One feed for all who follow a world here; the last one that lets go of it ends it. */
export function makeFeeds(open: (world: World) => Promise<WorldFeed>): Feeds {
  const shared = new Map<string, Shared>()

  function share(world: World): Shared {
    const letGo = (): void => {
      own.users -= 1
      if (own.users > 0) return
      if (shared.get(world.id) === own) shared.delete(world.id)
      own.held.then(({ feed }) => feed.forget()).catch(() => {})
    }
    const own: Shared = { users: 0, letGo, held: open(world).then((feed) => ({ feed, letGo })) }
    shared.set(world.id, own)
    return own
  }

  return {
    async hold(world) {
      const own = shared.get(world.id) ?? share(world)
      own.users += 1
      try {
        return await own.held
      } catch (error) {
        own.letGo()
        throw error
      }
    },
    all: () => [...shared.values()].map(({ held }) => held),
  }
}
