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
