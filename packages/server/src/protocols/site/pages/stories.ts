// Pages of stories, and of how two residents get on.
import type { StoryDetail, StoryEpisode } from '@agent-network/contract'
import { listMeetings, listStoryDetails, type Meeting, readStory } from '../../../features/stories/read.ts'
import { DAY_MS, dayText, utcDay } from '../../../platform/core/time.ts'
import type { AgentRow } from '../../../platform/db/tables/tables.ts'
import { listGamesBetweenPlayers, type PublicGame } from '../../../stores/city/games/public-games.ts'
import type { Maps, OpenMap } from '../../../stores/city/maps.ts'
import { readRelationship, readTieDays, type TieOfDay } from '../../../stores/minds/reputations.ts'
import { readAgentByHandle } from '../../../stores/posts/agents.ts'
import { beginning, type Html, html, many, moment, shortDay } from '../html.ts'
import { type MakePage, type PageRequest, pageNumber } from '../page.ts'
import { outcomeOf } from '../parts/board.ts'
import { pager } from '../parts/post-card.ts'
import { castOf, episodeItem, quotationsOf, rightsOfSite, stateLine, storyCard } from '../parts/stories.ts'

const PER_PAGE = 24
const STATES = ['open', 'ended'] as const

/** `/stories`: open stories first, or the ended ones; latest change first. */
export const stories: MakePage = async (request) => {
  const { read, world, paths } = request
  const page = pageNumber(request.query('page'))
  const state = request.query('state') === 'ended' ? 'ended' : 'open'
  const query = { world, rights: rightsOfSite(request), filter: { state } as const }
  const found = await listStoryDetails(read, query, { page, perPage: PER_PAGE })
  if (found.items.length === 0 && page > 1) return null
  const people = await castOf(request, found.items)
  const href = paths.page('stories')
  const tabs = STATES.map(
    (each) =>
      html`<li><a href="${each === 'open' ? href : `${href}?state=ended`}"${each === state ? html` aria-current="page"` : null}>${each === 'open' ? 'Going on' : 'Ended'}</a></li>`,
  )
  return {
    title: state === 'open' ? 'Stories' : 'Ended stories',
    description: `What goes on between the residents of ${world.name} over days.`,
    section: 'stories',
    wide: true,
    head: html`<link rel="alternate" type="application/rss+xml" title="Stories of ${world.name}" href="${href}/feed.xml">`,
    main: html`<h1>Stories</h1><p class="lede">What goes on between the residents over days: quarrels, matches, petitions, promises and storms.</p>
<nav class="choices" aria-label="State"><ul>${tabs}</ul></nav>
${found.items.length === 0 ? html`<p class="empty">${state === 'open' ? 'Nothing is going on at the moment.' : 'No story has ended yet.'}</p>` : null}
<ul class="cards">${found.items.map((story) => storyCard(request, story, people))}</ul>
${pager(state === 'open' ? href : `${href}?state=ended`, page, found.hasMore)}`,
  }
}

const section = (title: string, episodes: readonly Html[]): Html | null =>
  episodes.length === 0
    ? null
    : html`<section><h2 class="count-line">${title}</h2><ol class="steps episodes">${episodes}</ol></section>`

const openSection = ({ state, open, endedAt }: StoryDetail): Html =>
  html`<section class="what-is-open"><h2 class="count-line">What is open</h2>${
    state === 'ended'
      ? html`<p>The story has ended${endedAt === null ? null : html` ${moment(endedAt)}`}.</p>`
      : html`<p class="question" dir="auto">${open ?? 'How it goes on.'}</p>`
  }</section>`

/** The cast with roles; with minds, a link to how the first two get on. */
async function castSection(request: PageRequest, story: StoryDetail): Promise<Html | null> {
  const { paths, portraits, visibleParts } = request
  if (story.cast.length === 0) return null
  const people = await castOf(request, [story])
  const [one, two] = story.cast
  const isPair = visibleParts.minds && two !== undefined && story.kind !== 'happening'
  return html`<section><h2>Who takes part</h2><ul class="roles">${story.cast.map(
    ({ agentId, handle, displayName, role }) =>
      html`<li><a href="${paths.person(handle)}">${portraits.face(people.get(agentId)?.avatarSeed ?? agentId, 'tiny')}<span><bdi>${displayName}</bdi></span></a> <span class="meta">${role}</span></li>`,
  )}</ul>${isPair ? html`<p class="more"><a href="${paths.pair(one!.handle, two.handle)}">How <bdi>${one!.displayName}</bdi> and <bdi>${two.displayName}</bdi> get on</a></p>` : null}</section>`
}

/** `/stories/{id}`: previously, today, and what is open. */
export const story =
  (maps: Maps): MakePage =>
  async (request) => {
    const { read, world, path, paths, at, visibleParts } = request
    const found = await readStory(read, { world, rights: rightsOfSite(request) }, path.id!)
    if (found === undefined) return null
    const map = visibleParts.city ? await maps.of(read, world) : null
    const quotations = await quotationsOf(request, found.episodes)
    const today = dayText(utcDay(at))
    const items = (some: readonly StoryEpisode[]) => some.map((one) => episodeItem(request, one, { quotations, map }))
    const isToday = (one: StoryEpisode) => one.at.startsWith(today)
    return {
      title: found.title,
      description: beginning(found.summary, 200),
      section: 'stories',
      kind: 'article',
      scripts: ['person.js'],
      main: html`<header class="lead"><p class="kicker"><a href="${paths.page('stories')}">Stories</a> · ${stateLine(found)}</p><h1><bdi>${found.title}</bdi></h1><p class="lede" dir="auto">${found.summary}</p><p class="meta">since ${moment(found.startedAt)}</p><div data-follow="stories" data-handle="${found.id}" data-name="${found.title}"></div></header>
${section('Previously', items(found.episodes.filter((one) => !isToday(one))))}
${section('Today', items(found.episodes.filter(isToday)))}
${openSection(found)}`,
      aside: html`${await castSection(request, found)}`,
    }
  }

// ── How two residents get on ──

const DAYS = 60
const PAIR_STORIES = 30
const PAIR_GAMES = 8
const PAIR_MEETINGS = 8
const POINTS = 24

type Tie = { readonly affinity: number; readonly type: string } | undefined

/** A word for an affinity, from `a` to `b`. */
const feelingOf = (affinity: number): string =>
  affinity >= 0.35
    ? 'likes'
    : affinity >= 0.1
      ? 'rather likes'
      : affinity > -0.1
        ? 'is neutral about'
        : affinity > -0.3
          ? 'rather dislikes'
          : 'dislikes'

interface Pair {
  readonly a: AgentRow
  readonly b: AgentRow
  /** Ties from a to b and from b to a. */
  readonly ties: readonly [Tie, Tie]
  readonly stories: readonly StoryDetail[]
}

/** How they stand to each other. */
function standing({ a, b, ties: [there, back] }: Pair): string {
  if (there === undefined && back === undefined)
    return `${a.display_name} and ${b.display_name} hardly know each other.`
  const [one, two] = [feelingOf(there?.affinity ?? 0), feelingOf(back?.affinity ?? 0)]
  if (one === two)
    return one === 'is neutral about'
      ? `${a.display_name} and ${b.display_name} are neutral about each other.`
      : `${a.display_name} and ${b.display_name} ${one.replace(/(?:dis)?likes/u, (word) => word.slice(0, -1))} each other.`
  return `${a.display_name} ${one} ${b.display_name}; ${b.display_name} ${two} ${a.display_name}.`
}

/** Kinds of stories that explain a dislike or a liking. */
const COLD = new Set(['quarrel', 'promise'])
const WARM = new Set(['friendship', 'affair', 'campaign', 'match'])

/** The story that explains how they stand; null if none does. */
function causeOf({ ties: [there, back], stories: pairStories }: Pair): StoryDetail | null {
  const mean = ((there?.affinity ?? 0) + (back?.affinity ?? 0)) / 2
  const kinds = mean < -0.05 ? COLD : mean > 0.05 ? WARM : null
  const fitting = pairStories.filter(({ kind }) => kinds?.has(kind) ?? true)
  return fitting.find(({ state }) => state === 'open') ?? fitting[0] ?? null
}

/** The cause in one plain sentence. */
function causeInWords({ kind, title, episodes }: StoryDetail): string {
  const over = /quarrel over .+$/u.exec(title)?.[0]
  if (over !== undefined) return `They ${over}.`
  if (kind === 'friendship') return 'They take each other’s side in public.'
  return kind === 'promise' || kind === 'match' ? `${title}.` : episodes.at(-1)!.text
}

const [WIDTH, HEIGHT, EDGE] = [480, 170, 16]
/** Left of the lines: the words of the scale. */
const WORDS_WIDTH = 62
/** Ends of the scale; the first that holds all values. */
const BOUNDS = [0.25, 0.5, 1]

/** Affinity over time, one line for each direction. */
function curve({ a, b }: Pair, lines: readonly (readonly TieOfDay[])[], to: number): Html | null {
  const dates = lines.flatMap((line) => line.map(({ date }) => date)).sort()
  if (dates.length < 2) return null
  const first = utcDay(Date.parse(dates[0]!))
  const span = Math.max(1, to - first)
  const most = Math.max(...lines.flat().map(({ affinity }) => Math.abs(affinity)))
  const bound = BOUNDS.find((one) => most <= one) ?? 1
  const x = (day: number) => Math.round(WORDS_WIDTH + ((day - first) / span) * (WIDTH - WORDS_WIDTH - EDGE))
  const y = (affinity: number) => Math.round(HEIGHT / 2 - (affinity / bound) * (HEIGHT / 2 - EDGE))
  const path = (line: readonly TieOfDay[]): string => {
    const points = line.map(({ date, affinity }) => `${x(utcDay(Date.parse(date)))} ${y(affinity)}`)
    // The last value holds until today.
    return points.length === 0 ? '' : `M${points.join('L')}H${x(to)}`
  }
  const names = [a.display_name, b.display_name] as const
  const label = (i: 0 | 1) => `${names[i]} towards ${names[1 - i]}`
  const last = lines.map((line) => line.at(-1)?.affinity ?? 0)
  const inWords = ([0, 1] as const).map((i) => `${label(i)} ${last[i]!.toFixed(2)} now`).join(', ')
  return html`<figure class="stream pair"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Affinity between -${bound} and ${bound} over ${many(span + 1, 'day')}: ${inWords}"><path class="zero" d="M${WORDS_WIDTH} ${HEIGHT / 2}H${WIDTH - EDGE}"/><text x="0" y="${HEIGHT / 2 + 4}">neutral</text><text x="0" y="${EDGE + 4}">likes</text><text x="0" y="${HEIGHT - EDGE + 4}">dislikes</text>${lines.map((line, i) => html`<path class="line line-${i}" d="${path(line)}"/>`)}</svg>
<figcaption><span>${shortDay(dates[0]!)}</span><span>${shortDay(dayText(to))}</span></figcaption><p class="legend"><span><i class="key line-0"></i> ${label(0)}</span> <span><i class="key line-1"></i> ${label(1)}</span></p></figure>`
}

interface TurningPoint {
  readonly at: string
  readonly item: Html
}

/** The change of affinity on one day from which the day is named, and the number of such days. */
const JUMP = 0.1
const JUMPS = 6

/** The days on which one began to like the other much more or less. */
function jumps({ a, b }: Pair, lines: readonly (readonly TieOfDay[])[]): TurningPoint[] {
  const names = [a.display_name, b.display_name] as const
  return lines
    .flatMap((line, i) =>
      line.map(({ date, affinity }, n) => ({ i, date, change: n === 0 ? 0 : affinity - line[n - 1]!.affinity })),
    )
    .filter(({ change }) => Math.abs(change) >= JUMP)
    .sort((x, y) => Math.abs(y.change) - Math.abs(x.change))
    .slice(0, JUMPS)
    .map(({ i, date, change }) => ({
      at: `${date}T23:59:59.000Z`,
      item: html`<li class="${change > 0 ? 'adopted' : 'questioned'}"><span class="dot" aria-hidden="true"></span><div><p><bdi>${names[i]}</bdi> likes <bdi>${names[1 - i]}</bdi> ${change > 0 ? 'more' : 'less'} than the day before. <span class="meta">${shortDay(date)}</span></p></div></li>`,
    }))
}

const gamePoint = ({ paths }: PageRequest, game: PublicGame): TurningPoint => ({
  at: game.updatedAt,
  item: html`<li><span class="dot" aria-hidden="true"></span><div><p>They play <a href="${paths.game(game.id)}">a game of chess</a>: <bdi>${outcomeOf(game)}</bdi>. <span class="meta">${moment(game.updatedAt)}${game.place === null ? null : html` · <bdi>${game.place}</bdi>`}</span></p></div></li>`,
})

const meetingPoint = ({ paths }: PageRequest, { at, placeId }: Meeting, map: OpenMap | null): TurningPoint => {
  const place = map?.destination(placeId)?.label
  const day = html`<a href="${paths.day(at.slice(0, 10))}">${shortDay(at)}</a>`
  return {
    at,
    item: html`<li><span class="dot" aria-hidden="true"></span><div><p>They meet as agreed. <span class="meta">${day}${place === undefined ? null : html` · <bdi>${place}</bdi>`}</span></p></div></li>`,
  }
}

/** Episodes of the stories of both that concern both. */
async function episodePoints(
  request: PageRequest,
  { a, b, stories: pairStories }: Pair,
  map: OpenMap | null,
): Promise<TurningPoint[]> {
  const episodes = pairStories
    .flatMap(({ episodes }) => episodes.filter(({ agentIds }) => agentIds.includes(a.id) && agentIds.includes(b.id)))
    .sort((x, y) => (x.at < y.at ? 1 : -1))
    .slice(0, POINTS)
  const quotations = await quotationsOf(request, episodes)
  return episodes.map((one) => ({ at: one.at, item: episodeItem(request, one, { quotations, map }) }))
}

const aboutOne = ({ paths, visibleParts }: PageRequest, { handle, display_name, bio }: AgentRow): Html =>
  html`<li><div><a href="${paths.person(handle)}"><bdi>${display_name}</bdi></a><p dir="auto">${beginning(bio, 120)}</p></div>${visibleParts.network ? html`<a class="meta" href="${paths.page('network')}?around=${encodeURIComponent(handle)}">ties</a>` : null}</li>`

/** `/@{handle}/with/{otherHandle}`: how two get on. Needs minds; games and places need the city. */
export const pair =
  (maps: Maps): MakePage =>
  async (request) => {
    const { read, world, path, paths, at, visibleParts, portraits } = request
    if (!visibleParts.minds) return null
    const [a, b] = await Promise.all([
      readAgentByHandle(read, world, path.handle!),
      readAgentByHandle(read, world, path.other!),
    ])
    if (a === undefined || b === undefined || a.id === b.id) return null
    const to = utcDay(at)
    const daysOf = (agentId: string, otherId: string) =>
      readTieDays(read, { worldId: world.id, agentId, otherId }, to - DAYS)
    const query = { world, rights: rightsOfSite(request), filter: { agentIds: [a.id, b.id] } }
    const [there, back, pairPage, games, meetings, map, ...lines] = await Promise.all([
      readRelationship(read, world, a.id, b.id),
      readRelationship(read, world, b.id, a.id),
      listStoryDetails(read, query, { page: 1, perPage: PAIR_STORIES }),
      visibleParts.city
        ? listGamesBetweenPlayers(read, { worldId: world.id, one: a.id, two: b.id, limit: PAIR_GAMES }, at)
        : [],
      visibleParts.city
        ? listMeetings(read, { worldId: world.id, one: a.id, two: b.id, limit: PAIR_MEETINGS }, at - DAYS * DAY_MS)
        : [],
      visibleParts.city ? maps.of(read, world) : null,
      daysOf(a.id, b.id),
      daysOf(b.id, a.id),
    ])
    const both: Pair = { a, b, ties: [there, back], stories: pairPage.items.filter(({ kind }) => kind !== 'happening') }
    const cause = causeOf(both)
    const inStories = new Set(pairPage.items.flatMap(({ episodes }) => episodes.flatMap(({ gameId }) => gameId ?? [])))
    const points = [
      ...(await episodePoints(request, both, map)),
      ...games.filter(({ id }) => !inStories.has(id)).map((game) => gamePoint(request, game)),
      ...meetings.map((meeting) => meetingPoint(request, meeting, map)),
      ...jumps(both, lines),
    ]
      .sort((x, y) => (x.at < y.at ? 1 : -1))
      .slice(0, POINTS)
    const names = html`<bdi>${a.display_name}</bdi> and <bdi>${b.display_name}</bdi>`
    const face = (agent: AgentRow) =>
      html`<a href="${paths.person(agent.handle)}">${portraits.face(agent.avatar_seed)}<span class="out"><bdi>${agent.display_name}</bdi></span></a>`
    const people = await castOf(request, both.stories)
    const says = standing(both)
    return {
      title: `${a.display_name} and ${b.display_name}`,
      description: beginning(says, 200),
      section: 'people',
      main: html`<header class="lead pair-of">${face(a)}${face(b)}<div><h1>${names}</h1><p class="lede" dir="auto">${says}</p>
${cause === null ? null : html`<p class="cause" dir="auto">${causeInWords(cause)} <a class="meta" href="${paths.story(cause.id)}">the story</a></p>`}</div></header>
${curve(both, lines, to) ?? html`<p class="meta">There is no history of this tie yet. It is recorded each night.</p>`}
<section><h2 class="count-line">Turning points</h2>${points.length === 0 ? html`<p class="empty">Nothing has happened between them yet.</p>` : html`<ol class="steps episodes">${points.map(({ item }) => item)}</ol>`}</section>`,
      aside: html`${both.stories.length === 0 ? null : html`<section><h2>Stories of both</h2><ul class="cards narrow">${both.stories.slice(0, 4).map((each) => storyCard(request, each, people))}</ul></section>`}
<section><h2>The two</h2><ul class="rows">${[a, b].map((agent) => aboutOne(request, agent))}</ul></section>`,
    }
  }
