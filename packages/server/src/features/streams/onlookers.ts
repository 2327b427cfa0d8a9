// Streams of the public pages, for viewers without a key.
import type { ControlState } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { yieldToEventLoop } from '../../platform/core/event-loop-budget.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { makeFeeds, type PolledScene, type SceneFeed, sceneFeed } from './feeds.ts'
import type { ChangeNotifications } from './outlet.ts'
import { makePageStreams, type PageStream, type PendingStream, type StreamGroup } from './page-streams.ts'
import { worldHead } from './world-events.ts'
import { type Interest, interestKeyOf, type WorldFeed, type WorldFollower, worldFeed } from './world-feed.ts'

/** A request of a public page for live updates, without a key. */
export interface PageViewRequest {
  readonly world: World
  /** The part of the public log that the page shows, or a scene without a log. */
  readonly interest: Interest
  readonly scene?: PolledScene
  /** The address that the limit counts. */
  readonly address: string
  /** Throws the error that the next request for the page would get. */
  require(state: ControlState): void
}

/** Streams of the public pages: no key, no replay, and closed within a second after a switch changes. */
export interface PageViewers extends StreamGroup {
  follow(request: PageViewRequest): Promise<PendingStream>
}

/** Over all nodes. A browser opens one per visible page. */
const PER_ADDRESS = 20
/** Per node: a tenth of the default connection limit, so that keys have enough connections. */
const PAGE_VIEWERS_MAX = 2_000
const SLICE = 500

type Feed = WorldFeed | SceneFeed

interface Open extends PageStream {
  readonly request: PageViewRequest
  readonly follower: WorldFollower
}

/** Streams of one topic share a feed. */
const topicOf = ({ world, scene }: Pick<PageViewRequest, 'world' | 'scene'>): string =>
  scene === undefined ? world.id : `${world.id} ${scene.name}`

export function makePageViewers(deps: Deps, hints: ChangeNotifications): PageViewers {
  const { control, database, ambient } = deps
  const pages = makePageStreams<Open>(deps, {
    name: 'site',
    max: PAGE_VIEWERS_MAX,
    full: 'As many pages are being followed as this server allows; wait for Retry-After',
    perReader: PER_ADDRESS,
    readerFull: `One address follows at most ${PER_ADDRESS} pages at a time; close one, or wait for Retry-After`,
    tick,
  })
  const feeds = makeFeeds<PageViewRequest, Feed>(topicOf, async ({ world, scene }) => {
    if (scene !== undefined) return sceneFeed(deps, scene)
    const failed = (error: unknown) => failTopic(topicOf({ world }), error)
    return worldFeed(deps, hints, world, { head: await worldHead(database.read, world), failed })
  })

  function mayGo(stream: Open, state: ControlState): boolean {
    if (!stream.outlet.open) return false
    try {
      stream.request.require(state)
      return true
    } catch (error) {
      pages.endWith(stream, error)
      return false
    }
  }

  const failTopic = (topic: string, error: unknown): void => {
    for (const stream of [...pages.open]) if (topicOf(stream.request) === topic) pages.endWith(stream, error)
  }

  async function follow(request: PageViewRequest): Promise<PendingStream> {
    pages.requireServing()
    const place = await pages.takePlace(request.address)
    try {
      const position = await worldHead(database.read, request.world)
      const { feed, letGo } = await feeds.hold(request)
      return pages.startOf({
        place,
        open(outlet) {
          const follower: WorldFollower = {
            interest: request.interest,
            wish: interestKeyOf(request.interest),
            outlet,
            position,
            mayNetwork: false,
            mayGo: ({ state }) => mayGo(own, state),
          }
          const forget = () => {
            feed.leave(follower)
            letGo()
          }
          const own: Open = { request, place, outlet, follower, forget, commentedAt: ambient.elapsed() }
          return own
        },
        begin: ({ follower }) => feed.join(follower),
        unused: letGo,
      })
    } catch (error) {
      pages.leave(place)
      throw error
    }
  }

  async function tick(elapsed: number): Promise<void> {
    const admitted = await control.current().catch((error: unknown) => {
      for (const stream of [...pages.open]) pages.endWith(stream, error)
      return null
    })
    if (admitted === null) return
    let n = 0
    for (const stream of [...pages.open]) {
      if (mayGo(stream, admitted.state)) pages.comment(stream, elapsed)
      n += 1
      if (n % SLICE === 0) await yieldToEventLoop()
    }
    // Not awaited: while a world is busy, its feed does not pause.
    for (const [topic, lease] of feeds.all())
      lease.then(({ feed }) => feed.look()).catch((error: unknown) => failTopic(topic, error))
  }

  return { follow, count: pages.count, end: pages.end, close: pages.close }
}
