import { LIMITS } from '@agent-network/contract'
import { Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { ControlState } from '../settings/control.ts'
import type { SharedPlace } from '../shared-state/shared-state.ts'
import type { World } from '../worlds/worlds.ts'
import type { Hints } from './hints.ts'
import type { Outlet } from './outlet.ts'
import { type SceneFeed, type Scenery, sceneFeed } from './scene-feed.ts'
import { makeTicker } from './ticker.ts'
import { worldHead } from './world-cursors.ts'
import { type Interest, type WorldFeed, type WorldFollower, wishOf, worldFeed } from './world-feed.ts'

/** A page that somebody reads without a key, and wants to stay current. */
export interface Onlooking {
  readonly world: World
  /** What of the public log it shows; or what else, which has no log. */
  readonly interest: Interest
  readonly scene?: Scenery
  /** Whom it is counted for. */
  readonly address: string
  /** Throws what the next request for the page would be refused with. */
  require(state: ControlState): void
}

/** A stream that may begin as soon as its head is sent. */
interface Begun {
  start(outlet: Outlet): void
  closed(): void
}

/** Streams of the public pages: no key, no replay, and an end within a second of a switch. */
export interface Onlookers {
  follow(asked: Onlooking): Promise<Begun>
  count(): number
  end(code: 'SERVER_DRAINING'): void
  close(): Promise<void>
}

/** Over all nodes; a browser holds one for each page that is in sight. */
const PER_ADDRESS = 20
/** On one node: a tenth of the connections that it takes by default, so that pages leave room for keys. */
const ONLOOKERS_MAX = 2_000
/** As for other streams: within a second of a switch, and lost hints are made up for. */
const TICK_MS = 750
const RENEW_MS = 3_000
const SLICE = 500

type Feed = WorldFeed | SceneFeed

interface Open {
  readonly asked: Onlooking
  readonly place: SharedPlace
  readonly outlet: Outlet
  readonly follower: WorldFollower
  readonly feed: Feed
  commentedAt: number
  letGo(): void
}

interface Held {
  users: number
  readonly feed: Promise<Feed>
}

/** Streams of one topic share a feed. */
const topicOf = ({ world, scene }: Pick<Onlooking, 'world' | 'scene'>): string =>
  scene === undefined ? world.id : `${world.id} ${scene.name}`

const breath = (): Promise<unknown> => new Promise((resume) => setImmediate(resume))

export function makeOnlookers(deps: Deps, hints: Hints): Onlookers {
  const { control, database, sharedState, ambient, log } = deps
  const open = new Set<Open>()
  const feeds = new Map<string, Held>()
  let admittedCount = 0
  let ending: 'SERVER_DRAINING' | null = null

  const leave = (place: SharedPlace): void => void sharedState.leavePlace(place).catch(() => {})

  function remove(stream: Open): void {
    if (!open.delete(stream)) return
    stream.feed.leave(stream.follower)
    stream.letGo()
  }

  function endWith(stream: Open, error: unknown): void {
    const isRefusal = error instanceof Refusal
    if (!isRefusal)
      log.warn({ event: 'streams.look_failed', err: error, stream: 'site' }, 'a stream could not be served')
    stream.outlet.end(isRefusal ? error.code : 'INTERNAL_ERROR')
    remove(stream)
  }

  function mayGo(stream: Open, state: ControlState): boolean {
    if (!stream.outlet.open) return false
    try {
      stream.asked.require(state)
      return true
    } catch (error) {
      endWith(stream, error)
      return false
    }
  }

  const failTopic = (topic: string, error: unknown): void => {
    for (const stream of [...open]) if (topicOf(stream.asked) === topic) endWith(stream, error)
  }

  async function feedOf({ world, scene }: Onlooking, failed: (error: unknown) => void): Promise<Feed> {
    if (scene !== undefined) return sceneFeed(deps, scene)
    return worldFeed(deps, hints, world, { head: await worldHead(database.read, world), failed })
  }

  /** One for all who look at the same here; the last one that lets go of it ends it. */
  async function hold(asked: Onlooking): Promise<{ feed: Feed; letGo(): void }> {
    const topic = topicOf(asked)
    let held = feeds.get(topic)
    if (held === undefined) {
      held = { users: 0, feed: feedOf(asked, (error) => failTopic(topic, error)) }
      feeds.set(topic, held)
    }
    const own = held
    own.users += 1
    const letGo = () => {
      own.users -= 1
      if (own.users > 0) return
      if (feeds.get(topic) === own) feeds.delete(topic)
      own.feed.then((feed) => feed.forget()).catch(() => {})
    }
    try {
      return { feed: await own.feed, letGo }
    } catch (error) {
      letGo()
      throw error
    }
  }

  const refused = (message: string): Refusal =>
    new Refusal('STREAM_LIMIT_EXCEEDED', { message, retryAfterSeconds: LIMITS.streams.placeLeaseMs / 1_000 })

  async function takePlace(address: string): Promise<SharedPlace> {
    if (admittedCount >= ONLOOKERS_MAX)
      throw refused('As many pages are being followed as this server allows; wait for Retry-After')
    const place = { name: `site:${address}`, id: ambient.secret(9).toString('base64url') }
    if (await sharedState.takePlace(place, PER_ADDRESS)) return place
    throw refused(`One address follows at most ${PER_ADDRESS} pages at a time; close one, or wait for Retry-After`)
  }

  async function follow(asked: Onlooking): Promise<Begun> {
    if (ending !== null) throw new Refusal(ending)
    const place = await takePlace(asked.address)
    try {
      const [position, { feed, letGo }] = [await worldHead(database.read, asked.world), await hold(asked)]
      admittedCount += 1
      return begun(asked, { place, position, feed, letGo })
    } catch (error) {
      leave(place)
      throw error
    }
  }

  function begun(asked: Onlooking, held: { place: SharedPlace; position: number; feed: Feed; letGo(): void }): Begun {
    const { place, position, feed } = held
    let stream: Open | null = null
    let isOver = false
    const letGo = () => {
      admittedCount -= 1
      leave(place)
      held.letGo()
    }
    return {
      start(outlet) {
        if (isOver) return
        const follower: WorldFollower = {
          interest: asked.interest,
          wish: wishOf(asked.interest),
          outlet,
          position,
          mayNetwork: false,
          mayGo: ({ state }) => mayGo(own, state),
        }
        const own: Open = { asked, place, outlet, follower, feed, commentedAt: ambient.elapsed(), letGo }
        stream = own
        open.add(own)
        if (ending !== null) endWith(own, new Refusal(ending))
        else feed.join(follower).catch((error: unknown) => endWith(own, error))
      },
      closed() {
        if (isOver) return
        isOver = true
        if (stream === null) letGo()
        else remove(stream)
      },
    }
  }

  async function renew(): Promise<void> {
    const places = [...open].map(({ place }) => place)
    for (let start = 0; start < places.length; start += SLICE)
      await sharedState.keepPlaces(places.slice(start, start + SLICE))
  }

  let renewedAt = 0
  async function tick(): Promise<void> {
    const elapsed = ambient.elapsed()
    if (elapsed - renewedAt >= RENEW_MS) {
      renewedAt = elapsed
      await renew().catch(() => {})
    }
    const admitted = await control.current().catch((error: unknown) => {
      for (const stream of [...open]) endWith(stream, error)
      return null
    })
    if (admitted === null) return
    let n = 0
    for (const stream of [...open]) {
      if (mayGo(stream, admitted.state) && elapsed - stream.commentedAt >= LIMITS.streams.commentMs) {
        stream.commentedAt = elapsed
        stream.outlet.comment()
      }
      n += 1
      if (n % SLICE === 0) await breath()
    }
    // Not waited for: while a world is busy, its look goes on and on.
    for (const [topic, { feed }] of feeds)
      feed.then(({ look }) => look()).catch((error: unknown) => failTopic(topic, error))
  }

  const ticker = makeTicker(TICK_MS, { isIdle: () => open.size === 0, tick, log })

  const endAll = (code: 'SERVER_DRAINING'): void => {
    ending = code
    for (const stream of [...open]) endWith(stream, new Refusal(code))
  }

  return {
    follow,
    count: () => open.size,
    end: endAll,
    async close() {
      const stopped = ticker.stop()
      endAll('SERVER_DRAINING')
      await stopped
    },
  }
}
