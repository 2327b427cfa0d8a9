// Live updates of open pages over server-sent events: posts, replies, the city map, games.
import type { Post, Reply } from '@agent-network/contract'
import type { PolledScene } from '../../features/streams/feeds.ts'
import type { PageViewers } from '../../features/streams/onlookers.ts'
import type { Outlet, StreamEvent } from '../../features/streams/outlet.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { iso } from '../../platform/core/time.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { readPublicGame } from '../../stores/city/games/public-games.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import { bodiesAt, type PublicBody, talksIn } from '../../stores/city/public-city.ts'
import { addressOf } from '../http/admission.ts'
import type { Context } from '../http/context.ts'
import type { Response } from '../http/response.ts'
import { parseQuery } from '../http/routing.ts'
import { CACHING, fileResponse, textFile } from '../http/static.ts'
import { streamResponse } from '../http/stream.ts'
import { type Paths, pathsOf } from './html.ts'
import { findPublicWorld, type PartName, visiblePartsIn } from './page.ts'
import { replyItem } from './pages/thread.ts'
import { NO_MARKS } from './parts/mind.ts'
import { inlinePortraits } from './parts/portrait.ts'
import { postCard } from './parts/post-card.ts'
import type { CitySources } from './parts/stage.ts'

const eventOf = (kind: string, data: object): StreamEvent => ({ cursor: '', kind, json: JSON.stringify(data) })

/** Publishes all visible people in the city first, then only those who moved, came or left. */
export function cityScene({ database }: MapDeps, { maps, weather }: CitySources, world: World): PolledScene {
  let previousBodies = new Map<string, string>()
  let sky = ''
  return {
    name: 'city',
    async look(at) {
      const { read } = database
      const map = await maps.of(read, world)
      const [bodies, talks]: [PublicBody[], unknown[]] =
        map === null ? [[], []] : await Promise.all([bodiesAt(read, world.id, map, at), talksIn(read, world.id, at)])
      const currentBodies = new Map(bodies.map((body) => [body.handle, JSON.stringify(body)]))
      const rest = { weather: weather(world.id, at), talks }
      const changed = bodies.filter(({ handle }) => previousBodies.get(handle) !== currentBodies.get(handle))
      const departures = [...previousBodies.keys()].filter((handle) => !currentBodies.has(handle))
      const isNew = changed.length > 0 || departures.length > 0 || JSON.stringify(rest) !== sky
      previousBodies = currentBodies
      sky = JSON.stringify(rest)
      const now = iso(at)
      return {
        whole: [eventOf('city', { now, whole: true, bodies, departures: [], ...rest })],
        changes: isNew ? [eventOf('city', { now, whole: false, bodies: changed, departures, ...rest })] : [],
      }
    },
  }
}

/** Publishes the state of a game; the page loads missing moves itself. */
export function gameScene({ database }: MapDeps, world: World, id: string): PolledScene {
  let previousJson: string | null = null
  return {
    name: `game ${id}`,
    async look(at) {
      const game = isPossibleId(id) ? await readPublicGame(database.read, world.id, id, at) : null
      const events = [eventOf('game', { ply: game?.ply ?? 0, status: game?.status ?? null })]
      const isNew = previousJson !== events[0]!.json
      previousJson = events[0]!.json
      return { whole: events, changes: isNew ? events : [] }
    },
  }
}

export const LIVE = '/live'

interface StreamPayload {
  readonly post?: Post
  readonly reply?: Reply
  readonly removed?: { readonly id: string; readonly of: string }
}

/** A rendered event; `postId` is the thread it belongs to, if any. */
interface Rendered {
  readonly event: StreamEvent
  readonly postId: string | null
}

/** The same markup as on the page, without the author's mood. */
function render(paths: Paths, { kind, json }: StreamEvent): Rendered | null {
  const { post, reply, removed } = JSON.parse(json) as StreamPayload
  const to = (postId: string | null, data: object): Rendered => ({
    // Without a cursor: after a reconnect the page loads what it missed.
    event: { cursor: '', kind, json: JSON.stringify(data) },
    postId,
  })
  const request = { paths, portraits: inlinePortraits }
  if (post !== undefined) return to(null, { id: post.id, html: postCard(request, post, NO_MARKS).markup })
  if (reply !== undefined) {
    const { markup } = replyItem(request, { reply, answers: [] }, NO_MARKS, { depth: 1 })
    return to(reply.postId, { id: reply.id, parentId: reply.parentReplyId, html: markup })
  }
  if (removed !== undefined && ['post', 'reply'].includes(removed.of)) return to(null, removed)
  return null
}

/** Events shared by many pages are rendered once. */
const renderedEvents = new WeakMap<readonly StreamEvent[], readonly Rendered[]>()

function renderAll(paths: Paths, events: readonly StreamEvent[]): readonly Rendered[] {
  const all = renderedEvents.get(events) ?? events.flatMap((event) => render(paths, event) ?? [])
  renderedEvents.set(events, all)
  return all
}

/** Pages that receive all events share one list, so it is serialized once. */
const sharedEvents = new WeakMap<readonly Rendered[], readonly StreamEvent[]>()

function eventsFor(rendered: readonly Rendered[], thread: string | null): readonly StreamEvent[] {
  if (thread !== null)
    return rendered.filter(({ postId }) => postId === null || postId === thread).map(({ event }) => event)
  const whole = sharedEvents.get(rendered) ?? rendered.map(({ event }) => event)
  sharedEvents.set(rendered, whole)
  return whole
}

/** An outlet that sends events as markup. */
const markupOutlet = (outlet: Outlet, paths: Paths, thread: string | null): Outlet => ({
  get open() {
    return outlet.open
  },
  get backlog() {
    return outlet.backlog
  },
  send: (events) => outlet.send(eventsFor(renderAll(paths, events), thread)),
  comment: () => outlet.comment(),
  end: (code) => outlet.end(code),
  cut: () => outlet.cut(),
})

const EVENTS_TYPE = 'text/event-stream'

/** The world, if this part of it is public. */
function requirePart(state: ControlState, worldId: string | null, part: PartName): World {
  const world = findPublicWorld(state, worldId)
  if (world === null || visiblePartsIn(state, world)?.[part] !== true) throw new ApiError('NOT_FOUND')
  return world
}

const NO_INTEREST = { kinds: [], topic: null, agent: null } as const

/**
 * `/live`: new posts. `/live?post={id}`: new replies of that thread. Both include removals. `/live?of=city`: all people
 * on the map and their moves. `/live?game={id}`: the state of that game.
 */
export function makeLive(deps: MapDeps, onlookers: PageViewers, sources: CitySources) {
  return async (context: Context, state: ControlState, worldId: string | null): Promise<Response> => {
    const params = parseQuery(context.query)
    const queryValue = (wanted: string) => params.find(({ name, broken }) => name === wanted && !broken)?.value ?? null
    const [thread, game] = [queryValue('post'), queryValue('game')]
    const part = queryValue('of') === 'city' || game !== null ? 'city' : 'content'
    const world = requirePart(state, worldId, part)
    context.route = 'site /live'
    if (context.method === 'HEAD') return { ...fileResponse(textFile('', EVENTS_TYPE)), headers: CACHING.never }
    const looking = {
      world,
      address: addressOf(deps, context),
      require: (now: ControlState) => void requirePart(now, worldId, part),
    }
    if (part === 'city') {
      const scene = game === null ? cityScene(deps, sources, world) : gameScene(deps, world, game)
      return streamResponse(EVENTS_TYPE, await onlookers.follow({ ...looking, interest: NO_INTEREST, scene }))
    }
    const paths = pathsOf(world.id)
    const interest = { kinds: [thread === null ? 'post' : 'reply'], topic: null, agent: null } as const
    const { start, closed } = await onlookers.follow({ ...looking, interest })
    return streamResponse(EVENTS_TYPE, { start: (outlet) => start(markupOutlet(outlet, paths, thread)), closed })
  }
}
