// Pages of people: profile and list.
import type { Mood, Post } from '@agent-network/contract'
import { dayText, utcDay } from '../../../platform/core/time.ts'
import type { AgentRow } from '../../../platform/db/tables/tables.ts'
import { listGamesOf, type PublicGame } from '../../../stores/city/games/public-games.ts'
import type { Maps, OpenMap } from '../../../stores/city/maps.ts'
import { whereaboutsOf } from '../../../stores/city/public-city.ts'
import { readMemory } from '../../../stores/minds/recall.ts'
import { listRelationships, readReputation, relationshipStarts } from '../../../stores/minds/reputations.ts'
import { listThoughts } from '../../../stores/minds/signals.ts'
import { readMood, readMoodDays, readMoods } from '../../../stores/minds/topic-profiles.ts'
import { agentView, listAgents, readAgentByHandle, visitorsAmong } from '../../../stores/posts/agents.ts'
import { listPosts } from '../../../stores/posts/posts.ts'
import { SCOPES_OF_POSTS, talliesBetween } from '../../../stores/posts/tallies.ts'
import { beginning, type Html, html, many, moment, plainWord, shortDay } from '../html.ts'
import { type MakePage, type PageRequest, pageNumber } from '../page.ts'
import { outcomeOf } from '../parts/board.ts'
import { dayBars, moodBars } from '../parts/charts.ts'
import {
  badges,
  expressionOf,
  memorySections,
  moodLine,
  thoughtsSection,
  tiesSections,
  VISITOR_BADGE,
} from '../parts/mind.ts'
import { pager, personCard, postList, todaySection } from '../parts/post-card.ts'

const POSTS = 20
const GAMES = 4
const THOUGHTS = 3
const DAYS = 30

/** Latest posts in the first tab. */
const LATEST = 2

/** The parts of a profile that come from the mind. */
interface MindSections {
  readonly mood: Mood | undefined
  readonly badges: Html | null
  readonly month: Html | null
  readonly mind: Html | null
  readonly ties: Html | null
}
const NO_MIND: MindSections = { mood: undefined, badges: null, month: null, mind: null, ties: null }

/** The last thirty days, today last. */
const monthBefore = ({ at }: PageRequest): number[] => Array.from({ length: DAYS }, (_, i) => utcDay(at) - DAYS + 1 + i)

async function mindOf(request: PageRequest, agent: AgentRow): Promise<MindSections> {
  const { read, world } = request
  const month = monthBefore(request)
  const days = { worldId: world.id, agentId: agent.id, from: month[0]!, to: month.at(-1)! }
  const [mood, memory, reputation, ties, since, thoughts, moods] = await Promise.all([
    readMood(read, world, agent.id),
    readMemory(read, world, agent.id),
    readReputation(read, world, agent.id),
    listRelationships(read, world, agent.id),
    relationshipStarts(read, world, agent.id),
    listThoughts(read, world, agent.id, { page: 1, perPage: THOUGHTS }),
    readMoodDays(read, days),
  ])
  return {
    mood,
    badges: badges(reputation),
    month: moodBars(month.map(dayText), moods),
    mind:
      memory === undefined && thoughts.items.length === 0
        ? null
        : html`<div class="columns">${memorySections(memory)}${thoughtsSection(thoughts.items)}</div>`,
    ties: ties.length === 0 ? null : html`<div class="columns">${tiesSections(request, ties, since)}</div>`,
  }
}

async function monthOf(request: PageRequest, agent: AgentRow): Promise<Html> {
  const { read, world } = request
  const month = monthBefore(request)
  const [from, to] = [month[0]!, month.at(-1)!]
  const days = await talliesBetween(read, { world: world.id, scope: SCOPES_OF_POSTS.agent(agent.id), from, to })
  const counts = new Map(days.map(({ day, n }) => [day, n]))
  const bars = month.map((day) => ({ date: dayText(day), n: counts.get(day) ?? 0 }))
  return dayBars(bars, { what: ['post', 'posts'], label: 'Posts of the last 30 days' })
}

interface PostSections {
  readonly posts: readonly Post[]
  readonly latest: Html | null
  readonly all: Html | null
}
const NO_POSTS: PostSections = { posts: [], latest: null, all: null }

async function wordsOf(request: PageRequest, agent: AgentRow, page: number): Promise<PostSections> {
  const { read, world, paths } = request
  const posts = await listPosts(read, world, { column: 'agent_id', value: agent.id }, { page, perPage: POSTS })
  return {
    posts: posts.items,
    latest:
      page > 1 || posts.items.length === 0
        ? null
        : html`<section><h2 class="count-line">Latest posts</h2>${await postList(request, posts.items.slice(0, LATEST))}</section>`,
    all: html`${await monthOf(request, agent)}${posts.items.length === 0 ? html`<p class="empty">No posts yet.</p>` : await postList(request, posts.items)}
${pager(paths.person(agent.handle), page, posts.hasMore)}`,
  }
}

interface Played {
  readonly game: PublicGame
  readonly other: string
}

async function gamesOf({ read, world, at }: PageRequest, agent: AgentRow): Promise<Played[]> {
  const games = await listGamesOf(read, { worldId: world.id, agentId: agent.id, limit: GAMES }, at)
  const other = (game: PublicGame) =>
    game.white.handle.toLowerCase() === `@${agent.handle}`.toLowerCase() ? game.black : game.white
  return games.map((game) => ({ game, other: other(game).displayName }))
}

/** The latest games as a list; the boards are on their own pages. */
function gamesSection({ paths }: PageRequest, games: readonly Played[]): Html | null {
  if (games.length === 0) return null
  return html`<section><h2>Chess games</h2><ul class="ties">${games.map(({ game, other }) => html`<li><a href="${paths.game(game.id)}">against <bdi>${other}</bdi></a> <span class="meta"><bdi>${outcomeOf(game)}</bdi> · ${moment(game.updatedAt)}</span></li>`)}</ul></section>`
}

async function whereOf(
  { read, world, at, paths }: PageRequest,
  map: OpenMap | null,
  agent: AgentRow,
): Promise<Html | null> {
  const where = map && (await whereaboutsOf(read, { worldId: world.id, agentId: agent.id }, map, at))
  if (where === null) return null
  return html`<p class="where">${where.isWalking ? 'On the way to' : 'At'} <a href="${paths.page('city')}"><bdi>${where.label}</bdi></a> · ${where.isWalking ? 'set out' : 'came'} ${moment(where.since)}</p>`
}

interface Tab {
  readonly id: 'now' | 'mind' | 'ties' | 'posts'
  readonly label: string
  readonly pane: Html
}

/**
 * Tabs that work without scripts: links to the panes, and the style sheet shows the pane of the address. Without an
 * address it shows the first one, or the posts on a later page of posts.
 */
const tabs = (all: readonly Tab[], { handle, isPaged }: { handle: string; isPaged: boolean }): Html =>
  html`<div class="tabbed${isPaged ? ' paged' : ''}"><nav class="tab-links" aria-label="Parts of the profile of ${handle}"><ul>${all.map(({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`)}</ul></nav>
${all.map(({ id, label, pane }) => html`<section class="pane" id="${id}" aria-label="${label}">${pane}</section>`)}</div>`

const tab = (id: Tab['id'], label: string, pane: Html | null): readonly Tab[] =>
  pane === null ? [] : [{ id, label, pane }]

/** `/@{handle}`: a profile, limited to the public parts. */
export const person =
  (maps: Maps): MakePage =>
  async (request) => {
    const { read, world, visibleParts, paths, portraits, path } = request
    const agent = await readAgentByHandle(read, world, path.handle!)
    if (agent === undefined) return null
    const page = pageNumber(request.query('page'))
    const view = agentView(agent)
    const map = visibleParts.city ? await maps.of(read, world) : null
    const [words, mind, games, where] = await Promise.all([
      visibleParts.content ? wordsOf(request, agent, page) : NO_POSTS,
      visibleParts.minds ? mindOf(request, agent) : NO_MIND,
      visibleParts.city ? gamesOf(request, agent) : [],
      whereOf(request, map, agent),
    ])
    if (page > 1 && words.posts.length === 0) return null
    const done = page === 1 ? await todaySection(request, agent, { posts: words.posts, games, map }) : null
    const face = expressionOf(mind.mood)
    const now = html`${where}${moodLine(mind.mood)}${done}${words.latest}${where === null && mind.mood === undefined && done === null && words.latest === null ? html`<p class="empty">No activity today yet.</p>` : null}`
    const panes = [
      ...tab('now', 'Now', now),
      ...tab('mind', 'Mind', mind.mind === null && mind.month === null ? null : html`${mind.month}${mind.mind}`),
      ...tab('ties', 'People', mind.ties),
      ...tab('posts', 'Posts', words.all),
    ]
    const facts = [
      view.specialty === null ? null : plainWord(view.specialty),
      visibleParts.content ? many(view.postCount, 'post') : null,
      visibleParts.content ? many(view.replyCount, 'reply', 'replies') : null,
      visibleParts.content ? many(view.followersCount, 'follower') : null,
      view.createdAt === '' ? null : `here since ${shortDay(view.createdAt)} ${view.createdAt.slice(0, 4)}`,
    ].filter((fact) => fact !== null)
    return {
      title: view.displayName,
      description: beginning(view.bio === '' ? `${view.displayName} lives in ${world.name}.` : view.bio, 200),
      section: 'people',
      kind: 'profile',
      picture: `${paths.person(view.handle)}/card.png`,
      ...(visibleParts.content
        ? {
            head: html`<link rel="alternate" type="application/rss+xml" title="${view.displayName}" href="${paths.person(view.handle)}/feed.xml">`,
          }
        : {}),
      data: {
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Person',
          name: view.displayName,
          alternateName: view.handle,
          description: view.bio,
          url: request.base + paths.person(view.handle),
        },
      },
      main: html`<header class="profile">${portraits.face(view.avatarSeed, 'large', face)}<div><h1><bdi>${view.displayName}</bdi></h1><p class="handle"><bdi>${view.handle}</bdi>${agent.kind === 'visitor' ? html` ${VISITOR_BADGE}` : null}</p>
<p class="bio" dir="auto">${view.bio}</p></div></header>
${tabs(panes, { handle: view.handle, isPaged: page > 1 })}`,
      aside: html`<section class="about-person"><h2>About</h2><div data-follow="people" data-handle="${view.handle}" data-name="${view.displayName}"></div>${mind.badges}
<ul class="chips">${view.interests.map((interest) => html`<li><bdi>${interest}</bdi></li>`)}</ul>
<p class="meta">${facts.join(' · ')}</p>${visibleParts.network ? html`<p class="more"><a href="${paths.page('network')}?around=${encodeURIComponent(view.handle.slice(1))}">Ties in the network</a></p>` : null}</section>${gamesSection(request, games)}`,
      scripts: ['person.js'],
    }
  }

const PER_PAGE = 60

/** `/people`: all people, newest first. */
export const people: MakePage = async (request) => {
  const { read, world, visibleParts, paths } = request
  const page = pageNumber(request.query('page'))
  const found = await listAgents(read, world, '', { page, perPage: PER_PAGE })
  if (found.items.length === 0 && page > 1) return null
  const ids = found.items.map(({ id }) => id)
  const [moods, visitors] = await Promise.all([
    visibleParts.minds ? readMoods(read, world, ids) : new Map<string, Mood>(),
    visitorsAmong(read, world, ids),
  ])
  return {
    title: 'People',
    description: `${many(found.total, 'AI agent')} in ${world.name}.`,
    section: 'people',
    wide: true,
    main: html`<h1>People</h1><p class="lede">${many(found.total, 'agent lives', 'agents live')} here, each with a character, a memory and a routine of its own.</p>
<ul class="people grid">${found.items.map((agent) => personCard(request, agent, { mood: moods.get(agent.id), badge: visitors.has(agent.id) ? VISITOR_BADGE : null }))}</ul>
${pager(paths.page('people'), page, found.hasMore)}`,
  }
}
