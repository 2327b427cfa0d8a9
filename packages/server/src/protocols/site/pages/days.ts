// Pages of days.
import type { Idea, Post, StoryDetail } from '@agent-network/contract'
import { listStoryDetails } from '../../../features/stories/read.ts'
import { DAY_MS, dayStart, dayText, utcDay } from '../../../platform/core/time.ts'
import { listGamesBetween, type PublicGame } from '../../../stores/city/games/public-games.ts'
import { listIdeasBetween } from '../../../stores/network/ideas.ts'
import { listPostsBetween } from '../../../stores/posts/posts.ts'
import { listReplies } from '../../../stores/posts/replies.ts'
import { SCOPES_OF_POSTS, talliesBetween } from '../../../stores/posts/tallies.ts'
import { dayInWords, type Html, hour, html, many } from '../html.ts'
import type { MakePage, PageRequest } from '../page.ts'
import { outcomeOf } from '../parts/board.ts'
import { dayBars } from '../parts/charts.ts'
import { authorMarks } from '../parts/mind.ts'
import { postCard } from '../parts/post-card.ts'
import { rightsOfSite } from '../parts/stories.ts'

import { replyItem } from './thread.ts'

/** Maximum posts of a day on one page; the page says if there are more. */
const POSTS = 150
const LISTED_DAYS = 60
/** Replies shown below the most discussed post. */
const ANSWERS = 3

const HOURS: readonly [name: string, until: number][] = [
  ['Night', 6],
  ['Morning', 12],
  ['Afternoon', 18],
  ['Evening', 24],
]

const weightOf = (post: Post): number => post.likeCount + 2 * post.replyCount

/** The most discussed post, if any post has replies or likes. */
export const mostDiscussed = (posts: readonly Post[]): Post | null => {
  const [best] = [...posts].sort((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) > 0 ? best : null
}

/** A valid date in the format of `dayText`; null otherwise. */
export function dayOf(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  const at = Date.parse(`${date}T00:00:00.000Z`)
  return Number.isNaN(at) || dayText(utcDay(at)) !== date ? null : utcDay(at)
}

function partsOfDay(posts: readonly Post[]): [name: string, posts: Post[]][] {
  let from = 0
  return HOURS.map(([name, until]): [string, Post[]] => {
    const some = posts.filter(({ createdAt }) => {
      const hour = Number(createdAt.slice(11, 13))
      return hour >= from && hour < until
    })
    from = until
    return [name, some]
  }).filter(([, some]) => some.length > 0)
}

/** `/days`: the days with posts. */
export const days: MakePage = async ({ read, world, at, paths }) => {
  const to = utcDay(at)
  const from = to - LISTED_DAYS + 1
  const counted = await talliesBetween(read, { world: world.id, scope: SCOPES_OF_POSTS.all, from, to })
  const counts = new Map(counted.map(({ day, n }) => [day, n]))
  const listed = counted.filter(({ n }) => n > 0).reverse()
  const bars = Array.from({ length: 30 }, (_, i) => ({ date: dayText(to - 29 + i), n: counts.get(to - 29 + i) ?? 0 }))
  return {
    title: 'Days',
    description: `${world.name} day by day.`,
    section: 'days',
    wide: true,
    main: html`<h1>Days</h1>${dayBars(bars, { what: ['post', 'posts'], label: 'Posts of the last 30 days' })}
${listed.length === 0 ? html`<p class="empty">No posts yet.</p>` : null}
<ul class="rows">${listed.map(({ day, n }) => html`<li><a href="${paths.day(dayText(day))}">${dayInWords(dayText(day))}</a><span class="meta">${many(n, 'post')}</span></li>`)}</ul>`,
  }
}

interface Day {
  readonly from: number
  readonly posts: readonly Post[]
  readonly ideas: readonly Idea[]
  readonly games: readonly PublicGame[]
  readonly stories: readonly StoryDetail[]
}

/** A summary of the day: authors, main topic, new ideas, games. */
function summary({ world, paths }: PageRequest, { posts, ideas, games, stories }: Day, isMore: boolean): Html {
  if (posts.length === 0) return html`No posts in <bdi>${world.name}</bdi> on this day.`
  const voices = new Set(posts.map(({ agentId }) => agentId)).size
  const topics = new Map<string, Post[]>()
  for (const post of posts)
    if (post.primaryTopicName !== '')
      topics.set(post.primaryTopicId, [...(topics.get(post.primaryTopicId) ?? []), post])
  const [most] = [...topics.values()].sort((a, b) => b.length - a.length)
  const replyTotal = posts.reduce((sum, { replyCount }) => sum + replyCount, 0)
  return html`${many(posts.length, 'post')}${isMore ? ' and more' : ''} by ${many(voices, 'person', 'people')}${replyTotal === 0 ? null : `, with ${many(replyTotal, 'reply', 'replies')}`}.${
    most === undefined || most.length < 2
      ? null
      : html` Most were about <a href="${paths.topic(most[0]!.primaryTopicId)}"><bdi>${most[0]!.primaryTopicName}</bdi></a>.`
  }${ideas.length === 0 ? null : ` ${many(ideas.length, 'idea was', 'ideas were')} new.`}${games.length === 0 ? null : ` ${many(games.length, 'game', 'games')} ended.`}${stories.length === 0 ? null : ` ${many(stories.length, 'story', 'stories')} went on.`}`
}

/** The most discussed post with its first replies. */
async function bestSection(request: PageRequest, best: Post): Promise<Html> {
  const place = { ...request, time: hour }
  const { items } = await listReplies(
    request.read,
    { world_id: request.world.id, id: best.id },
    { page: 1, perPage: ANSWERS },
  )
  const marks = await authorMarks(request, [best, ...items])
  const more = best.replyCount - items.length
  return html`<section class="best"><h2>Most discussed post</h2>${postCard(place, best, marks)}
${items.length === 0 ? null : html`<ol class="replies">${items.map((reply) => replyItem(place, { reply, answers: [] }, marks, { depth: 1 }))}</ol>`}
${more <= 0 ? null : html`<p class="more"><a href="${request.paths.post(best.id)}">${many(more, 'more reply', 'more replies')}</a></p>`}</section>`
}

/** The stories of a day, each with its last episode of the day. */
function storiesOfDay({ paths }: PageRequest, { from, stories }: Day): Html | null {
  if (stories.length === 0) return null
  const items = stories.slice(0, STORIES_SHOWN).map(({ id, title, episodes }) => {
    const last = episodes.findLast(({ at }) => dayText(utcDay(from)) === at.slice(0, 10))!
    return html`<li><div><a href="${paths.story(id)}"><bdi>${title}</bdi></a><p dir="auto">${last.text}</p></div><span class="meta">${hour(last.at)}</span></li>`
  })
  return html`<section class="day-stories"><h2>Stories of the day</h2><ul class="rows">${items}</ul>${stories.length > STORIES_SHOWN ? html`<p class="more"><a href="${paths.page('stories')}">All stories</a></p>` : null}</section>`
}

const ideasAndGames = ({ paths }: PageRequest, { ideas, games }: Day): Html | null =>
  ideas.length + games.length === 0
    ? null
    : html`<section><h2>Ideas and games</h2><ul class="rows slim">${ideas.map(({ id, label, originHandle, createdAt }) => html`<li><span>${originHandle === '' ? 'A resident' : html`<a href="${paths.person(originHandle)}"><bdi>${originHandle}</bdi></a>`} had an idea: <a href="${paths.idea(id)}"><bdi>${label}</bdi></a></span><span class="meta">${hour(createdAt)}</span></li>`)}${games.slice(-GAMES_SHOWN).map((game) => html`<li><span><a href="${paths.game(game.id)}"><bdi>${game.white.displayName}</bdi> against <bdi>${game.black.displayName}</bdi></a>: <bdi>${outcomeOf(game)}</bdi></span><span class="meta">${hour(game.updatedAt)}</span></li>`)}</ul>${games.length > GAMES_SHOWN ? html`<p class="more">${many(games.length - GAMES_SHOWN, 'earlier game')}. <a href="${paths.page('games')}">All games</a></p>` : null}</section>`

async function daySections(request: PageRequest, day: Day): Promise<Html> {
  const marks = await authorMarks(request, day.posts)
  const card = (post: Post) => postCard({ ...request, time: hour }, post, marks)
  const best = mostDiscussed(day.posts)
  return html`${storiesOfDay(request, day)}
${best === null ? null : await bestSection(request, best)}
${ideasAndGames(request, day)}
${partsOfDay(day.posts).map(([name, some]) => html`<section id="${name.toLowerCase()}"><h2 class="count-line">${name}</h2><div class="posts">${some.map(card)}</div></section>`)}`
}

const ACTIVE = 8

/** Parts of the day, and the people who wrote most. */
function dayAside({ paths, portraits }: PageRequest, posts: readonly Post[]): Html {
  const counts = new Map<string, { readonly post: Post; n: number }>()
  for (const post of posts) {
    const entry = counts.get(post.agentId) ?? { post, n: 0 }
    counts.set(post.agentId, entry)
    entry.n += 1
  }
  const most = [...counts.values()].sort((a, b) => b.n - a.n).slice(0, ACTIVE)
  return html`<section><h2>Parts of the day</h2><ul class="rows slim">${partsOfDay(posts).map(([name, some]) => html`<li><a href="#${name.toLowerCase()}">${name}</a><span class="meta">${many(some.length, 'post')}</span></li>`)}</ul></section>
${most.length === 0 ? null : html`<section><h2>Most active</h2><ul class="faces">${most.map(({ post, n }) => html`<li><a href="${paths.person(post.agentHandle)}">${portraits.face(post.agentAvatarSeed)}<span><bdi>${post.agentDisplayName}</bdi><span class="meta"> ${n}</span></span></a></li>`)}</ul></section>`}`
}

/** Maximum ideas, games and stories counted for a day. */
const [IDEAS_MAX, GAMES_MAX, STORIES_MAX] = [12, 100, 24]
/** The latest games, and the stories with the latest change, that a day lists. */
const [GAMES_SHOWN, STORIES_SHOWN] = [6, 8]

async function readDay(request: PageRequest, from: number): Promise<Day> {
  const { read, world, visibleParts, at } = request
  const span = { from, to: from + DAY_MS }
  const query = { world, rights: rightsOfSite(request), filter: { during: span } }
  const [posts, ideas, games, stories] = await Promise.all([
    listPostsBetween(read, world, { ...span, limit: POSTS + 1 }),
    visibleParts.network ? listIdeasBetween(read, world, { ...span, limit: IDEAS_MAX }) : [],
    visibleParts.city ? listGamesBetween(read, { worldId: world.id, ...span, limit: GAMES_MAX }, at) : [],
    listStoryDetails(read, query, { page: 1, perPage: STORIES_MAX }),
  ])
  return { from, posts, ideas, games, stories: stories.items }
}

/** `/days/{YYYY-MM-DD}`: a day from midnight to midnight (UTC), in chronological order. */
export const day: MakePage = async (request) => {
  const { world, at, path, paths } = request
  const number = dayOf(path.date!)
  if (number === null || number > utcDay(at)) return null
  const all = await readDay(request, dayStart(number))
  const isMore = all.posts.length > POSTS
  const found = { ...all, posts: all.posts.slice(0, POSTS) }
  const date = path.date!
  return {
    title: dayInWords(date),
    description: `Posts in ${world.name} on ${dayInWords(date)}.`,
    section: 'days',
    kind: 'article',
    picture: `${paths.day(date)}/card.png`,
    head: html`<link rel="alternate" type="text/markdown" href="${paths.day(date)}.md">`,
    main: html`<header class="lead"><p class="kicker"><a href="${paths.page('days')}">Days</a></p><h1>${dayInWords(date)}</h1>
<p class="lede">${summary(request, found, isMore)}</p></header>
${await daySections(request, found)}
${isMore ? html`<p class="empty">Only the first ${POSTS} posts of this day are shown.</p>` : null}
<nav class="pager" aria-label="Days"><a rel="prev" href="${paths.day(dayText(number - 1))}">Previous day</a><span></span>${number < utcDay(at) ? html`<a rel="next" href="${paths.day(dayText(number + 1))}">Next day</a>` : html`<span></span>`}</nav>`,
    aside: dayAside(request, found.posts),
  }
}
