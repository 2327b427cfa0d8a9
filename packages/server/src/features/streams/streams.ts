// Streams of keys: admission, authorisation checks and shutdown.
import { LIMITS, type StreamKind } from '@agent-network/contract'
import { type Caller, recheckCaller, worldOfCaller } from '../../platform/access/authenticate.ts'
import type { DrivenVisitor } from '../../platform/access/drive.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { yieldToEventLoop } from '../../platform/core/event-loop-budget.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { SemaphoreSlot } from '../../platform/redis/shared-state.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { currentInboxPosition, inboxPositionOf } from '../visitors/heartbeat/inbox.ts'
import { makeFeeds } from './feeds.ts'
import {
  type AdmittedStream,
  type OpenStream,
  OpenVisitor,
  OpenWorld,
  readsNetwork,
  requireFollowing,
  type StreamRegistry,
} from './open-stream.ts'
import { type ChangeNotifications, makeTicker } from './outlet.ts'
import { readVisitorStates, visitorStream } from './owners.ts'
import { makeSlotRenewal, resumeOf, type StreamRequest, streamContextOf, takeStreamSlot } from './request.ts'
import { worldHead, worldPositionOf } from './world-events.ts'
import { type Interest, worldFeed } from './world-feed.ts'

export interface Streams {
  /** Takes one slot for a stream that carries others. */
  takePlace(caller: Caller, kind: StreamKind): Promise<SemaphoreSlot>
  leavePlace(place: SemaphoreSlot): void
  followVisitor(request: StreamRequest, driven: DrivenVisitor): Promise<AdmittedStream>
  followWorld(request: StreamRequest, interest: Interest): Promise<AdmittedStream>
  /** Ends every open and future stream with this code. */
  end(code: 'SERVER_DRAINING'): void
  count(kind: StreamKind): number
  close(): Promise<void>
}

/**
 * Interval of authorisation checks, which take effect within a second, and of recovery of lost notifications, within
 * two.
 */
const TICK_MS = 750
const SLICE = 500

/** The result of a HEAD request. */
const HEAD_RESULT: AdmittedStream = { start: () => {}, closed: () => {} }

/** The streams of keys on this node. */
export function makeStreams(deps: Deps, hints: ChangeNotifications): Streams {
  const { control, database, sharedState, ambient, seals, log, meter } = deps
  const { read } = database
  const open = new Set<OpenStream>()
  const visitors = new Set<OpenVisitor>()
  const feeds = makeFeeds(
    ({ id }: World) => id,
    async (world) => worldFeed(deps, hints, world, { head: await worldHead(read, world), failed: failWorlds }),
  )
  const renew = makeSlotRenewal(sharedState)
  let ending: 'SERVER_DRAINING' | null = null

  /** Called once, whether or not the stream has started. */
  function remove(stream: OpenStream, reason: string): void {
    if (open.delete(stream)) meter.add('streams_ended', `${stream.kind} ${reason}`)
    visitors.delete(stream as OpenVisitor)
    stream.forget()
    leave(stream.place)
  }

  /** A slot that cannot be released expires. */
  const leave = (place: SemaphoreSlot): void => void sharedState.leavePlace(place).catch(() => {})

  /** Any error that is not a refusal is an internal error, as for the next request. */
  function endWith(stream: OpenStream, error: unknown): void {
    const code = error instanceof ApiError ? error.code : 'INTERNAL_ERROR'
    if (!(error instanceof ApiError))
      log.warn({ event: 'streams.look_failed', err: error, stream: stream.kind }, 'stream check failed, stream closed')
    // First, because the end of an outlet reports that its reader left.
    stream.closed(code)
    stream.outlet.end(code)
  }

  /** Synchronous if no row has to be read. */
  function mayGo(stream: OpenStream, admitted: Admitted, agent?: AgentRow): boolean | Promise<boolean> {
    if (!stream.outlet.open) return false
    const refused = (error: unknown): false => {
      endWith(stream, error)
      return false
    }
    const allowed = (): boolean => stream.outlet.open
    try {
      const caller = recheckCaller(read, seals, admitted, stream.raw)
      if (caller instanceof Promise)
        return caller.then((currentCaller) => stream.require(currentCaller, agent)).then(allowed, refused)
      const required = stream.require(caller, agent)
      return required instanceof Promise ? required.then(allowed, refused) : allowed()
    } catch (error) {
      return refused(error)
    }
  }

  /** The log cannot be read, so a request for posts would fail too. */
  function failWorlds(error: unknown): void {
    for (const stream of [...open]) if (!isVisitors(stream)) endWith(stream, error)
  }

  const isVisitors = (stream: OpenStream): boolean => visitors.has(stream as OpenVisitor)

  const looking = (stream: OpenStream): void => {
    stream.look().catch((error: unknown) => endWith(stream, error))
  }

  const placeFor = async ({ head, caller, within }: StreamRequest, kind: StreamKind): Promise<SemaphoreSlot | null> =>
    head ? null : (within?.place ?? (await takeStreamSlot(sharedState, ambient, caller.key.id, kind)))

  function begin(stream: OpenStream): void {
    stream.commentedAt = ambient.elapsed()
    open.add(stream)
    if (stream instanceof OpenVisitor) follow(stream)
    if (ending !== null) endWith(stream, new ApiError(ending))
    else looking(stream)
  }

  function follow(stream: OpenVisitor): void {
    visitors.add(stream)
    stream.inner = visitorStream(deps, hints, stream.driven, {
      from: stream.position,
      outlet: stream.outlet,
      mayGo: (admitted) => mayGo(stream, admitted),
      failed: (error) => endWith(stream, error),
    })
  }

  const keeper: StreamRegistry = { read, begin, remove, mayGo }

  async function followVisitor(request: StreamRequest, driven: DrivenVisitor): Promise<AdmittedStream> {
    const { at } = request.caller
    const resume = resumeOf(request)
    const { position: from } =
      resume === null ? await currentInboxPosition(read, driven, at) : await inboxPositionOf(deps, driven, resume, at)
    const place = await placeFor(request, 'visitor')
    return place === null
      ? HEAD_RESULT
      : new OpenVisitor(keeper, { ...streamContextOf(request, 'visitor'), from, place }, driven)
  }

  async function followWorld(request: StreamRequest, interest: Interest): Promise<AdmittedStream> {
    const { caller } = request
    const world = worldOfCaller(caller)
    if (world === null) throw new ApiError('WORLD_NOT_FOUND')
    requireFollowing(caller, world, interest)
    const resume = resumeOf(request)
    const from =
      resume === null ? await worldHead(read, world) : await worldPositionOf({ read, seals }, world, resume, caller.at)
    const mayNetwork = readsNetwork(caller)
    const place = await placeFor(request, 'world')
    if (place === null) return HEAD_RESULT
    try {
      const lease = await feeds.hold(world)
      return new OpenWorld(
        keeper,
        { ...streamContextOf(request, 'world'), from, place },
        { world, interest, mayNetwork, lease },
      )
    } catch (error) {
      leave(place)
      throw error
    }
  }

  /** A visitor can be disabled, or a notification lost, without a change of control state; its row shows both. */
  async function tickVisitors(admitted: Admitted): Promise<void> {
    const all = [...visitors]
    for (let start = 0; start < all.length; start += SLICE) {
      const some = all.slice(start, start + SLICE)
      const now = await readVisitorStates(
        read,
        some.map(({ driven }) => ({ worldId: driven.world.id, agentId: driven.agent.id })),
      )
      for (const stream of some) {
        const row = now.get(`${stream.driven.world.id} ${stream.driven.agent.id}`)
        const isAllowed = await mayGo(stream, admitted, row?.agent)
        if (isAllowed && row !== undefined && row.inbox > stream.position) looking(stream)
      }
      await yieldToEventLoop()
    }
  }

  async function tickOthers(admitted: Admitted): Promise<void> {
    let n = 0
    for (const stream of [...open]) {
      if (isVisitors(stream)) continue
      await mayGo(stream, admitted)
      n += 1
      if (n % SLICE === 0) await yieldToEventLoop()
    }
    // Not awaited: while a world is busy, its feed does not pause.
    for (const [, lease] of feeds.all()) lease.then(({ feed }) => feed.look()).catch(failWorlds)
  }

  async function tick(): Promise<void> {
    const elapsed = ambient.elapsed()
    for (const stream of open) {
      if (elapsed - stream.commentedAt < LIMITS.streams.commentMs) continue
      stream.commentedAt = elapsed
      stream.outlet.comment()
    }
    await renew(open, elapsed)
    let admitted: Admitted
    try {
      admitted = await control.current()
    } catch (error) {
      // Authorisation cannot be checked, and the next request would be refused.
      for (const stream of [...open]) endWith(stream, error)
      return
    }
    await tickVisitors(admitted)
    await tickOthers(admitted)
  }

  const ticker = makeTicker(TICK_MS, { isIdle: () => open.size === 0, tick, log })

  const endAll = (code: 'SERVER_DRAINING'): void => {
    ending = code
    for (const stream of [...open]) endWith(stream, new ApiError(code))
  }

  return {
    takePlace: ({ key }, kind) => takeStreamSlot(sharedState, ambient, key.id, kind),
    leavePlace: leave,
    followVisitor,
    followWorld,
    end: endAll,
    count: (kind) => {
      const places = new Set<SemaphoreSlot>()
      for (const stream of open) if (stream.kind === kind) places.add(stream.place)
      return places.size
    },
    async close() {
      const stopped = ticker.stop()
      endAll('SERVER_DRAINING')
      await stopped
    },
  }
}
