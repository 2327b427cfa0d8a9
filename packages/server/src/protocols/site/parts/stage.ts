// The stage of the front page: a strip of the city, what happens now, and a replay of the last two hours.
import { HOUR_MS, iso } from '../../../platform/core/time.ts'
import { listGamesBetween, listOpenGames, type PublicGame } from '../../../stores/city/games/public-games.ts'
import type { Maps, OpenMap } from '../../../stores/city/maps.ts'
import {
  bodiesAt,
  bodiesBefore,
  type PublicBody,
  type PublicMap,
  type PublicTalk,
  publicMap,
  talksIn,
  walksBetween,
} from '../../../stores/city/public-city.ts'
import { listPosts, listPostsBetween } from '../../../stores/posts/posts.ts'
import { listRepliesBetween, type RecentReply } from '../../../stores/posts/replies.ts'
import type { SiteDocument } from '../documents/feeds.ts'
import { beginning, type Html, html, many, moment, NOTHING, type Paths } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { bestGame, board, stateOf } from './board.ts'
import { inlinePortraits, type Portraits } from './portrait.ts'

/** Sources of the map and the weather. */
export interface CitySources {
  readonly maps: Maps
  /** The weather in the city; null if the world has no weather. */
  weather(worldId: string, at: number): string | null
}

/** What can be watched at a time. */
interface Scene {
  readonly map: OpenMap | null
  readonly bodies: readonly PublicBody[]
  readonly talks: readonly PublicTalk[]
  readonly games: readonly PublicGame[]
  readonly replies: readonly RecentReply[]
  /** The time of the latest event; empty if there is none. */
  readonly latestAt: string
}

/** Replies older than this are not current. */
const CURRENT_MS = HOUR_MS
const REPLIES = 6

async function readScene(request: PageRequest, { maps }: CitySources): Promise<Scene> {
  const { read, world, at, visibleParts } = request
  const map = visibleParts.city ? await maps.of(read, world) : null
  const [bodies, talks, games, replies, posts] = await Promise.all([
    map === null ? [] : bodiesAt(read, world.id, map, at),
    map === null ? [] : talksIn(read, world.id, at),
    visibleParts.city ? listOpenGames(read, world.id, at) : [],
    visibleParts.content ? listRepliesBetween(read, world, { from: at - CURRENT_MS, to: at, limit: REPLIES }) : [],
    visibleParts.content ? listPosts(read, world, null, { page: 1, perPage: 1 }) : { items: [] },
  ])
  const times = [
    ...bodies.flatMap(({ since, walk }) => (walk === null ? [since] : [since, walk.departAt])),
    ...games.map(({ updatedAt }) => updatedAt),
    ...replies.map(({ createdAt }) => createdAt),
    ...posts.items.map(({ createdAt }) => createdAt),
  ].filter((time) => time <= iso(at))
  return { map, bodies, talks, games, replies, latestAt: times.sort().at(-1) ?? '' }
}

// ── Cards ──

/** The parts of a request that a card needs, so that a document can show the same cards. */
interface CardSources {
  readonly paths: Paths
  readonly portraits: Pick<Portraits, 'face'>
}

const nowCard = (kind: string, label: string, faces: readonly Html[], body: Html): Html =>
  html`<li class="now-card ${kind}"><p class="kicker">${label}</p><div class="now-faces" aria-hidden="true">${faces}</div><div class="now-words">${body}</div></li>`

const personLink = (paths: Paths, { handle, displayName }: { handle: string; displayName: string }): Html =>
  handle === ''
    ? html`<bdi>${displayName}</bdi>`
    : html`<a href="${paths.person(handle)}"><bdi>${displayName}</bdi></a>`

/** Names joined by commas and a final "and". */
export const joined = (names: readonly Html[]): Html[] =>
  names.map((name, i) => html`${i === 0 ? null : i === names.length - 1 ? ' and ' : ', '}${name}`)

function walkCard({ paths, portraits }: CardSources, { bodies, map }: Scene): Html | null {
  const [latest] = bodies
    .filter(({ walk, placeId }) => walk !== null && placeId !== null)
    .sort((a, b) => (a.walk!.departAt < b.walk!.departAt ? 1 : -1))
  if (latest === undefined) return null
  const label = map?.destination(latest.placeId!)?.label ?? ''
  return nowCard(
    'walk',
    'On the way',
    [portraits.face(latest.avatarSeed)],
    html`<p>${personLink(paths, latest)} is walking to <a href="${paths.page('city')}"><bdi>${label}</bdi></a>.</p><p class="meta">There ${moment(latest.walk!.arriveAt)}</p>`,
  )
}

const TABLE_FACES = 4

function tableCard({ paths, portraits }: CardSources, { talks, bodies, map }: Scene): Html | null {
  const talk = talks.toSorted((a, b) => b.people.length - a.people.length)[0]
  if (talk === undefined) return null
  const seeds = new Map(bodies.map(({ handle, avatarSeed }) => [handle, avatarSeed]))
  const faces = talk.people.slice(0, TABLE_FACES).map(({ handle }) => portraits.face(seeds.get(handle) ?? handle))
  const label = map?.destination(talk.placeId)?.label ?? ''
  return nowCard(
    'talk',
    'At a table',
    faces,
    html`<p>${joined(talk.people.map((one) => personLink(paths, one)))} are talking at <a href="${paths.page('city')}"><bdi>${label}</bdi></a>.</p>`,
  )
}

function gameCard({ paths }: CardSources, { games }: Scene): Html | null {
  const game = bestGame(games)
  if (game === undefined) return null
  const { white, black, ply, lastMoveSan, toMove } = game
  return nowCard(
    'game',
    'At the board',
    [html`<a href="${paths.game(game.id)}" tabindex="-1">${board(game.fen, '')}</a>`],
    html`<p>${personLink(paths, white)} against ${personLink(paths, black)}</p><p class="meta"><a href="${paths.game(game.id)}">${many(Math.ceil(ply / 2), 'move')}${lastMoveSan === null ? null : `, last ${lastMoveSan}`}, ${toMove} to move</a></p>`,
  )
}

const answeredWords = ({ displayName, answered }: RecentReply): Html =>
  answered === displayName ? html`replied in their own thread` : html`replied to <bdi>${answered}</bdi>`

function replyCard({ paths, portraits }: CardSources, { replies }: Scene): Html | null {
  const latest = replies.at(-1)
  if (latest === undefined) return null
  return nowCard(
    'reply',
    'In a thread',
    [portraits.face(latest.avatarSeed)],
    html`<p>${personLink(paths, latest)} ${answeredWords(latest)}: <a href="${paths.post(latest.postId)}#${encodeURIComponent(latest.id)}" dir="auto">${beginning(latest.text, 90)}</a></p><p class="meta">${moment(latest.createdAt)}</p>`,
  )
}

function cards(sources: CardSources, scene: Scene): Html {
  const all = [gameCard, tableCard, walkCard, replyCard].flatMap((card) => card(sources, scene) ?? [])
  return all.length === 0
    ? html`<li class="now-card quiet-card"><p>No walk, table or game at the moment.</p></li>`
    : html`${all}`
}

// ── Strip of the city ──

/** Size of the drawing. */
const STRIP = { width: 1_000, height: 360, margin: 34 }
/** The strip is wider than the plan by at most this factor. */
const STRETCH_MAX = 2.4
const TILT = 0.56
/** Height of a level, in units of the plan. */
const RISE = 105
const FACE = 34
const LINES_MAX = 600

interface Projection {
  u(x: number): number
  v(y: number, level: number): number
  /** Factors and offsets: u = x * first + second; v = y * third + level * fourth + fifth. */
  readonly fit: readonly [number, number, number, number, number]
}

/** Fits the map into the strip; null for an empty map. */
function projectionOf({ streets }: PublicMap): Projection | null {
  if (streets.length === 0) return null
  const us = streets.flatMap(({ x1, x2 }) => [x1, x2])
  const vs = streets.flatMap(({ y1, level1, y2, level2 }) => [-y1 * TILT - level1 * RISE, -y2 * TILT - level2 * RISE])
  const [minU, maxU, minV, maxV] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)]
  const { width, height, margin } = STRIP
  const down = (height - 2 * margin) / Math.max(1, maxV - minV)
  const across = Math.min((width - 2 * margin) / Math.max(1, maxU - minU), STRETCH_MAX * down)
  const [start, top] = [(width - (maxU - minU) * across) / 2, margin]
  const round = (n: number) => Math.round(n * 1_000) / 1_000
  const [a, b, c, d, e] = [across, start - minU * across, -TILT * down, -RISE * down, top - minV * down].map(round) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return {
    u: (x) => Math.round(a * x + b),
    v: (y, level) => Math.round(c * y + d * level + e),
    fit: [a, b, c, d, e],
  }
}

/** The position of a walking body between two corners. */
function pointOfWalk(
  { corners, departAt }: NonNullable<PublicBody['walk']>,
  at: number,
): readonly [number, number, number] {
  const elapsed = at - Date.parse(departAt)
  const next = corners.findIndex(([, , , offset]) => offset > elapsed)
  const [x, y, level, start] = corners[next < 0 ? corners.length - 1 : Math.max(0, next - 1)]!
  if (next <= 0) return [x, y, level]
  const [toX, toY, toLevel, end] = corners[next]!
  const share = end === start ? 1 : (elapsed - start) / (end - start)
  return [x + (toX - x) * share, y + (toY - y) * share, level + (toLevel - level) * share]
}

function strip({ paths, portraits, at }: PageRequest, map: OpenMap, bodies: readonly PublicBody[]): Html | null {
  const drawing = publicMap(map)
  const projection = projectionOf(drawing)
  if (projection === null) return null
  const { u, v } = projection
  const levels = new Map<number, string[]>()
  for (const { x1, y1, level1, x2, y2, level2, lift } of drawing.streets.slice(0, LINES_MAX)) {
    const name = lift ? -1 : level1
    levels.set(name, [...(levels.get(name) ?? []), `M${u(x1)} ${v(y1, level1)}L${u(x2)} ${v(y2, level2)}`])
  }
  const places = new Map(drawing.places.map((place) => [place.id, place]))
  const crowd = new Map<string, number>()
  const spots = bodies.flatMap((body) => {
    const place = places.get(body.placeId ?? '')
    if (body.walk !== null) {
      const [x, y, level] = pointOfWalk(body.walk, at)
      return [{ body, x: u(x), y: v(y, level) }]
    }
    if (place === undefined) return []
    const n = crowd.get(place.id) ?? 0
    crowd.set(place.id, n + 1)
    return [{ body, x: u(place.x) + n * (FACE / 2), y: v(place.y, place.level) }]
  })
  const { width, height } = STRIP
  return html`<a class="strip-link" href="${paths.page('city')}" aria-label="Map of the city: ${many(spots.length, 'person is', 'people are')} out"><svg class="strip" id="strip" viewBox="0 0 ${width} ${height}" data-fit="${projection.fit.join(' ')}" data-face="${FACE}" aria-hidden="true"><clipPath id="round"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2}"/></clipPath>${[...levels].sort(([a], [b]) => a - b).map(([level, lines]) => html`<path class="${level < 0 ? 'lifts' : `level level-${level % 5}`}" d="${lines.join('')}"/>`)}<g class="spots">${drawing.places.map((place) => html`<circle data-place="${place.id}" cx="${u(place.x)}" cy="${v(place.y, place.level)}" r="5"/>`)}</g><g class="strip-bodies">${spots.map(({ body, x, y }) => html`<g data-handle="${body.handle}" transform="translate(${x - FACE / 2} ${y - FACE})"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2 + 2}"/>${portraits.inset(body.avatarSeed, FACE)}</g>`)}</g></svg></a>`
}

/** The stage: the strip, what happens now, and the place of the replay, which a script fills. */
export async function stageSection(request: PageRequest, sources: CitySources): Promise<Html> {
  const { paths, at } = request
  const scene = await readScene(request, sources)
  const { map, bodies, latestAt } = scene
  return html`<section class="now-stage" id="now-stage" data-now="${paths.page('now.json')}" data-replay="${paths.page('replay.json')}" data-at="${iso(at)}" data-latest="${latestAt}" aria-labelledby="now-title">
<header class="now-head"><h2 id="now-title">Happening now</h2><p class="now-mode" id="now-mode" role="status"></p><button type="button" id="now-replay" hidden>Replay two hours</button></header>
${map === null ? NOTHING : strip(request, map, bodies)}
<ul class="now-cards" id="now-cards">${cards(request, scene)}</ul>
<ol class="now-lines" id="now-lines" hidden></ol></section>`
}

// ── Data of the stage ──

const JSON_TYPE = 'application/json; charset=utf-8'
/** The span of the replay, and the number of its entries at most. */
const REPLAY_MS = 2 * HOUR_MS
const ENTRIES_MAX = 60

interface ReplayLine {
  readonly at: string
  readonly html: string
}

const lineOf = (at: string, body: Html): ReplayLine => ({ at, html: html`<li>${body}</li>`.markup })

async function readReplay(request: PageRequest, { maps }: CitySources): Promise<object> {
  const { read, world, at, visibleParts, paths } = request
  const from = at - REPLAY_MS
  const span = { from, to: at, limit: ENTRIES_MAX }
  const map = visibleParts.city ? await maps.of(read, world) : null
  const [bodies, walks, posts, replies, games] = await Promise.all([
    map === null ? [] : bodiesBefore(read, world.id, map, from),
    map === null ? [] : walksBetween(read, world.id, map, { from, to: at }),
    visibleParts.content ? listPostsBetween(read, world, span) : [],
    visibleParts.content ? listRepliesBetween(read, world, span) : [],
    visibleParts.city ? listGamesBetween(read, { worldId: world.id, ...span }, at) : [],
  ])
  const lines = [
    ...walks.flatMap((body) =>
      body.placeId === null
        ? []
        : [
            lineOf(
              body.departAt,
              html`${personLink(paths, body)} set out for <bdi>${map!.destination(body.placeId)?.label ?? ''}</bdi>`,
            ),
          ],
    ),
    ...posts.map((post) =>
      lineOf(
        post.createdAt,
        html`${personLink(paths, { handle: post.agentHandle, displayName: post.agentDisplayName })} wrote <a href="${paths.post(post.id)}" dir="auto">${beginning(post.text, 80)}</a>`,
      ),
    ),
    ...replies.map((reply) =>
      lineOf(
        reply.createdAt,
        html`${personLink(paths, reply)} ${answeredWords(reply)}: <a href="${paths.post(reply.postId)}#${encodeURIComponent(reply.id)}" dir="auto">${beginning(reply.text, 80)}</a>`,
      ),
    ),
    ...games.map((game) =>
      lineOf(
        game.updatedAt,
        html`<a href="${paths.game(game.id)}"><bdi>${game.white.displayName}</bdi> against <bdi>${game.black.displayName}</bdi></a>: ${stateOf(game)}`,
      ),
    ),
  ]
  return { from: iso(from), to: iso(at), bodies, walks, lines: lines.sort((a, b) => (a.at < b.at ? -1 : 1)) }
}

/** `/now.json`: the cards and bodies of the moment. `/replay.json`: the last two hours. Only the front page uses them. */
export const stageData = (sources: CitySources): readonly SiteDocument[] => [
  {
    path: '/now.json',
    needs: ['content'],
    lastsMs: 5_000,
    type: JSON_TYPE,
    make: async (request) => {
      const scene = await readScene(request, sources)
      const { markup } = cards({ paths: request.paths, portraits: inlinePortraits }, scene)
      return JSON.stringify({ now: iso(request.at), latestAt: scene.latestAt, bodies: scene.bodies, cards: markup })
    },
  },
  {
    path: '/replay.json',
    needs: ['content'],
    lastsMs: 60_000,
    type: JSON_TYPE,
    make: async (request) => JSON.stringify(await readReplay(request, sources)),
  },
]
