import { LIMITS, type StreamKind } from '@agent-network/contract'
import { type Caller, stillKnown, worldOfCaller } from '../access/authenticate.ts'
import { authorizeDrive, type Driven, requireDrive } from '../access/drive.ts'
import { Refusal } from '../core/refusal.ts'
import type { AgentRow } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Admitted } from '../settings/control.ts'
import type { SharedPlace } from '../shared-state/shared-state.ts'
import { placeOf, presentPlace } from '../visitors/inbox.ts'
import type { World } from '../worlds/worlds.ts'
import { readsNetwork, requireFollowing } from './following.ts'
import type { Hints } from './hints.ts'
import type { Outlet } from './outlet.ts'
import { takePlace } from './places.ts'
import { type VisitorStream, visitorStream } from './visitor-stream.ts'
import { visitorsNow } from './visitors-now.ts'
import { worldHead, worldPlaceOf } from './world-cursors.ts'
import { type Interest, type WorldFeed, type WorldFollower, worldFeed } from './world-feed.ts'

/** Whoever asks for a stream, and where it is to go on; the header wins over the parameter. */
export interface StreamRequest {
  readonly caller: Caller
  /** The key as it was sent: whether it still opens the stream is asked again and again. */
  readonly raw: string
  readonly lastEventId: string | undefined
  readonly after: string | null
  /** Only whether it would be opened is asked; no place is taken. */
  readonly head: boolean
  /** The stream of another kind that carries this one among others, and has taken a place; without it, this takes its own. */
  readonly within?: { readonly kind: StreamKind; readonly place: SharedPlace }
  /** What else has to hold for the caller, at every look. */
  also?(caller: Caller): void
}

/** A stream that may begin as soon as its head is sent. */
export interface Opened {
  start(outlet: Outlet): void
  /** What the outlet calls when it is over, for whatever reason. */
  closed(): void
}

export interface Streams {
  /** One place for a stream that carries others. */
  takePlace(caller: Caller, kind: StreamKind): Promise<SharedPlace>
  leavePlace(place: SharedPlace): void
  followVisitor(asked: StreamRequest, driven: Driven): Promise<Opened>
  followWorld(asked: StreamRequest, interest: Interest): Promise<Opened>
  /** Ends every stream, and each that is opened from now on, with this code. */
  end(code: 'SERVER_DRAINING'): void
  count(kind: StreamKind): number
  close(): Promise<void>
}

interface Open {
  readonly kind: StreamKind
  readonly raw: string
  readonly place: SharedPlace
  readonly outlet: Outlet
  commentedAt: number
  /** Throws what the next request would be refused with; `agent` where it was just read. */
  require(caller: Caller, agent?: AgentRow): Promise<void> | void
  look(): Promise<void>
  forget(): void
}
interface OpenVisitor extends Open {
  readonly driven: Driven
  readonly position: () => number
}

/** What a stream keeps of the request that opened it; neither the request nor the control state of its time. */
interface Kept {
  readonly kind: StreamKind
  readonly raw: string
  also(caller: Caller): void
  readonly from: number
  readonly place: SharedPlace
}
interface ForVisitor extends Kept {
  readonly driven: Driven
}
interface ForWorld extends Kept {
  readonly world: World
  readonly interest: Interest
  readonly mayNetwork: boolean
  readonly feed: WorldFeed
  letGo(): void
}

/** Authority is looked at, and lost hints are made up for, this often: within a second, and within two. */
const TICK_MS = 750
const RENEW_MS = 3_000
const SLICE = 500

const resumeOf = ({ lastEventId, after }: StreamRequest): { name: string; cursor: string } | null => {
  if (lastEventId !== undefined && lastEventId !== '') return { name: 'Last-Event-ID', cursor: lastEventId }
  return after === null ? null : { name: 'after', cursor: after }
}

const nothingElse = (): void => {}
const keptOf = ({ raw, within, also }: StreamRequest, own: StreamKind): Pick<Kept, 'kind' | 'raw' | 'also'> => ({
  kind: within?.kind ?? own,
  raw,
  also: also ?? nothingElse,
})

const breath = (): Promise<unknown> => new Promise((resume) => setImmediate(resume))

/** Of whoever only asks whether it would be opened. */
const NOTHING: Opened = { start: () => {}, closed: () => {} }

/** Who follows what on this node: opens, looks again at who may, and ends. */
export function makeStreams(deps: Deps, hints: Hints): Streams {
  const { control, database, sharedState, ambient, seals, log } = deps
  const { read } = database
  const open = new Set<Open>()
  const visitors = new Set<OpenVisitor>()
  const feeds = new Map<string, { users: number; readonly feed: Promise<WorldFeed> }>()
  let ending: 'SERVER_DRAINING' | null = null

  function remove(stream: Open): void {
    if (!open.delete(stream)) return
    visitors.delete(stream as OpenVisitor)
    stream.forget()
    leave(stream.place)
  }

  /** A place that cannot be given back lapses by itself. */
  const leave = (place: SharedPlace): void => void sharedState.leavePlace(place).catch(() => {})

  /** Whatever is no refusal is the server's own fault, and would be 500 for the next request. */
  function endWith(stream: Open, error: unknown): void {
    const code = error instanceof Refusal ? error.code : 'INTERNAL_ERROR'
    if (!(error instanceof Refusal))
      log.warn({ event: 'streams.look_failed', err: error, stream: stream.kind }, 'a stream could not be served')
    stream.outlet.end(code)
    remove(stream)
  }

  /** Answers at once where nothing has to be read. */
  function mayGo(stream: Open, admitted: Admitted, agent?: AgentRow): boolean | Promise<boolean> {
    if (!stream.outlet.open) return false
    const refused = (error: unknown): false => {
      endWith(stream, error)
      return false
    }
    const allowed = (): boolean => stream.outlet.open
    try {
      const caller = stillKnown(read, seals, admitted, stream.raw)
      if (caller instanceof Promise) return caller.then((known) => stream.require(known, agent)).then(allowed, refused)
      const required = stream.require(caller, agent)
      return required instanceof Promise ? required.then(allowed, refused) : allowed()
    } catch (error) {
      return refused(error)
    }
  }

  /** The log cannot be read, so a request for posts would fail as well. */
  function failWorlds(error: unknown): void {
    for (const stream of [...open]) if (!isVisitors(stream)) endWith(stream, error)
  }

  const isVisitors = (stream: Open): boolean => visitors.has(stream as OpenVisitor)

  const looking = (stream: Open): void => {
    stream.look().catch((error: unknown) => endWith(stream, error))
  }

  const placeFor = async ({ head, caller, within }: StreamRequest, kind: StreamKind): Promise<SharedPlace | null> =>
    head ? null : (within?.place ?? (await takePlace(sharedState, ambient, caller.key.id, kind)))

  /** An outlet may be gone before its stream began; then `unused` gives back what was held for it. */
  function opened(place: SharedPlace, begin: (outlet: Outlet) => Open, unused: () => void = () => {}): Opened {
    let stream: Open | null = null
    let isOver = false
    return {
      start(outlet) {
        if (isOver) return
        stream = begin(outlet)
        open.add(stream)
        if (ending !== null) endWith(stream, new Refusal(ending))
        else looking(stream)
      },
      closed() {
        isOver = true
        if (stream !== null) return remove(stream)
        leave(place)
        unused()
      },
    }
  }

  async function followVisitor(asked: StreamRequest, driven: Driven): Promise<Opened> {
    const { at } = asked.caller
    const resume = resumeOf(asked)
    const { position: from } =
      resume === null ? await presentPlace(read, driven, at) : await placeOf(deps, driven, resume, at)
    const place = await placeFor(asked, 'visitor')
    return place === null ? NOTHING : openVisitor({ ...keptOf(asked, 'visitor'), driven, from, place })
  }

  /** A function of its own: what an async function is given lives as long as a closure that is made in it. */
  function openVisitor({ kind, raw, also, driven, from, place }: ForVisitor): Opened {
    return opened(place, (outlet) => {
      const stream: OpenVisitor = {
        kind,
        raw,
        place,
        outlet,
        driven,
        commentedAt: ambient.elapsed(),
        require: async (caller, agent) => {
          also(caller)
          if (agent === undefined) await authorizeDrive(read, caller, driven.agent.id)
          else requireDrive(caller, driven.agent.id, agent)
        },
        look: () => inner.look(),
        position: () => inner.position(),
        forget: () => inner.forget(),
      }
      const inner: VisitorStream = visitorStream(deps, hints, driven, {
        from,
        outlet,
        mayGo: (admitted) => mayGo(stream, admitted),
        failed: (error) => endWith(stream, error),
      })
      visitors.add(stream)
      return stream
    })
  }

  /** One for all who follow a world here; the last one that lets go of it ends it. */
  async function holdFeed(world: World): Promise<{ feed: WorldFeed; letGo(): void }> {
    let held = feeds.get(world.id)
    if (held === undefined) {
      const begun = worldHead(read, world)
      held = { users: 0, feed: begun.then((head) => worldFeed(deps, hints, world, { head, failed: failWorlds })) }
      feeds.set(world.id, held)
    }
    const own = held
    own.users += 1
    const letGo = () => {
      own.users -= 1
      if (own.users > 0) return
      if (feeds.get(world.id) === own) feeds.delete(world.id)
      own.feed.then((feed) => feed.forget()).catch(() => {})
    }
    try {
      return { feed: await own.feed, letGo }
    } catch (error) {
      letGo()
      throw error
    }
  }

  async function followWorld(asked: StreamRequest, interest: Interest): Promise<Opened> {
    const { caller } = asked
    const world = worldOfCaller(caller)
    if (world === null) throw new Refusal('WORLD_NOT_FOUND')
    requireFollowing(caller, world, interest)
    const resume = resumeOf(asked)
    const from =
      resume === null ? await worldHead(read, world) : await worldPlaceOf({ read, seals }, world, resume, caller.at)
    const mayNetwork = readsNetwork(caller)
    const place = await placeFor(asked, 'world')
    if (place === null) return NOTHING
    try {
      const held = await holdFeed(world)
      return openWorld({ ...keptOf(asked, 'world'), world, interest, from, mayNetwork, place, ...held })
    } catch (error) {
      leave(place)
      throw error
    }
  }

  function openWorld({ kind, raw, also, world, interest, from, mayNetwork, place, feed, letGo }: ForWorld): Opened {
    const begin = (outlet: Outlet): Open => {
      const follower: WorldFollower = {
        interest,
        outlet,
        position: from,
        mayNetwork,
        mayGo: (admitted) => mayGo(stream, admitted),
      }
      const stream: Open = {
        kind,
        raw,
        place,
        outlet,
        commentedAt: ambient.elapsed(),
        require: (now) => {
          also(now)
          requireFollowing(now, world, interest)
          follower.mayNetwork = readsNetwork(now)
        },
        look: () => feed.join(follower),
        forget() {
          feed.leave(follower)
          letGo()
        },
      }
      return stream
    }
    return opened(place, begin, letGo)
  }

  /** A visitor may be switched off, or a hint lost, without a change of control state: its row tells both. */
  async function tickVisitors(admitted: Admitted): Promise<void> {
    const all = [...visitors]
    for (let start = 0; start < all.length; start += SLICE) {
      const some = all.slice(start, start + SLICE)
      const now = await visitorsNow(
        read,
        some.map(({ driven }) => ({ worldId: driven.world.id, agentId: driven.agent.id })),
      )
      for (const stream of some) {
        const row = now.get(`${stream.driven.world.id} ${stream.driven.agent.id}`)
        const isAllowed = await mayGo(stream, admitted, row?.agent)
        if (isAllowed && row !== undefined && row.inbox > stream.position()) looking(stream)
      }
      await breath()
    }
  }

  async function tickOthers(admitted: Admitted): Promise<void> {
    let n = 0
    for (const stream of [...open]) {
      if (isVisitors(stream)) continue
      await mayGo(stream, admitted)
      n += 1
      if (n % SLICE === 0) await breath()
    }
    // Not waited for: while a world is busy, its look goes on and on.
    for (const { feed } of feeds.values()) feed.then(({ look }) => look()).catch(failWorlds)
  }

  async function renew(): Promise<void> {
    const places = [...open].map(({ place }) => place)
    for (let start = 0; start < places.length; start += SLICE)
      await sharedState.keepPlaces(places.slice(start, start + SLICE))
  }

  let renewedAt = 0
  async function tick(): Promise<void> {
    const elapsed = ambient.elapsed()
    for (const stream of open) {
      if (elapsed - stream.commentedAt < LIMITS.streams.commentMs) continue
      stream.commentedAt = elapsed
      stream.outlet.comment()
    }
    if (elapsed - renewedAt >= RENEW_MS) {
      renewedAt = elapsed
      await renew().catch(() => {})
    }
    let admitted: Admitted
    try {
      admitted = await control.current()
    } catch (error) {
      // Nobody can say who may still follow: the next request would be refused.
      for (const stream of [...open]) endWith(stream, error)
      return
    }
    await tickVisitors(admitted)
    await tickOthers(admitted)
  }

  let ticking: Promise<void> | null = null
  const timer = setInterval(() => {
    if (open.size === 0 || ticking !== null) return
    ticking = tick()
      .catch((error: unknown) =>
        log.warn({ event: 'streams.tick_failed', err: error }, 'streams could not be looked after; tried again'),
      )
      .finally(() => {
        ticking = null
      })
  }, TICK_MS)
  timer.unref()

  const endAll = (code: 'SERVER_DRAINING'): void => {
    ending = code
    for (const stream of [...open]) endWith(stream, new Refusal(code))
  }

  return {
    takePlace: ({ key }, kind) => takePlace(sharedState, ambient, key.id, kind),
    leavePlace: leave,
    followVisitor,
    followWorld,
    end: endAll,
    count: (kind) => {
      const places = new Set<SharedPlace>()
      for (const stream of open) if (stream.kind === kind) places.add(stream.place)
      return places.size
    },
    async close() {
      clearInterval(timer)
      endAll('SERVER_DRAINING')
      await ticking?.catch(() => {})
    },
  }
}
