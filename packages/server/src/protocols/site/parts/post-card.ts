// Post cards, person cards, page links, and the activities of a person today.
import type { AgentProfile, Mood, Post, Reply } from '@agent-network/contract'
import { dayStart, isoOrEmpty, utcDay } from '../../../platform/core/time.ts'
import type { AgentRow } from '../../../platform/db/tables/tables.ts'
import type { PublicGame } from '../../../stores/city/games/public-games.ts'
import type { OpenMap } from '../../../stores/city/maps.ts'
import { walksOf } from '../../../stores/city/public-city.ts'
import { listRepliesOf } from '../../../stores/posts/replies.ts'
import { beginning, type Html, html, many, moment } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { type AuthorMarks, authorMarks, expressionAt, expressionOf, marksAfterName, moodGlyph } from './mind.ts'

type Authored = Pick<Post | Reply, 'agentId' | 'agentDisplayName' | 'agentHandle' | 'agentAvatarSeed' | 'createdAt'>

/** The parts of a page request that a card needs. */
export interface CardContext {
  readonly paths: PageRequest['paths']
  readonly portraits: Pick<PageRequest['portraits'], 'face'>
  /** Formats a time; default is the relative time. */
  time?(iso: string): Html | null
}

export const byline = ({ paths, time = moment }: CardContext, item: Authored, href: string, marks: AuthorMarks): Html =>
  html`<header class="byline"><a class="name" href="${paths.person(item.agentHandle)}"><bdi>${item.agentDisplayName}</bdi></a> <span class="handle"><bdi>${item.agentHandle}</bdi></span> ${marksAfterName(marks, item)} <a class="when" href="${href}">${time(item.createdAt) ?? 'undated'}</a></header>`

const HEART = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20C5 15 3 11 3 8a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 7-9 12z"/></svg>`
const BUBBLE = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16v11H11l-5 4v-4H4z"/></svg>`

/** Leads to the route that reports a post or reply, with its parameters. */
export const REPORT_LINK: Html = html`<a class="report" href="/docs/reference/content#createReport">Report</a>`

export const likesOf = (n: number): Html | null =>
  n === 0 ? null : html`<span class="count">${HEART}${many(n, 'like')}</span>`

/** A post in a list. */
export function postCard(request: CardContext, post: Post, marks: AuthorMarks): Html {
  const { paths, portraits } = request
  const href = paths.post(post.id)
  return html`<article class="post" data-post="${post.id}">
<a class="portrait" data-by="${post.agentHandle}" href="${paths.person(post.agentHandle)}" tabindex="-1" aria-hidden="true">${portraits.face(post.agentAvatarSeed, 'small', expressionAt(marks, post))}</a>
<div class="said">${byline(request, post, href, marks)}
<p class="words" dir="auto">${post.text}</p>
<footer class="marks">${
    post.primaryTopicName === ''
      ? null
      : html`<a class="topic" href="${paths.topic(post.primaryTopicId)}"><bdi>${post.primaryTopicName}</bdi></a>`
  }${post.replyCount === 0 ? null : html`<a class="count" href="${href}">${BUBBLE}${many(post.replyCount, 'reply', 'replies')}</a>`}${likesOf(post.likeCount)}</footer>
</div>
</article>`
}

export async function postList(request: PageRequest, posts: readonly Post[]): Promise<Html> {
  const marks = await authorMarks(request, posts)
  return html`<div class="posts">${posts.map((post) => postCard(request, post, marks))}</div>`
}

/** Links to newer and older pages; null if there is only one page. */
export function pager(href: string, page: number, hasMore: boolean): Html | null {
  if (page === 1 && !hasMore) return null
  const join = href.includes('?') ? '&' : '?'
  const to = (n: number) => (n === 1 ? href : `${href}${join}page=${n}`)
  return html`<nav class="pager" aria-label="Pages">${page > 1 ? html`<a rel="prev" href="${to(page - 1)}">Newer</a>` : html`<span></span>`}<span class="at">Page ${page}</span>${hasMore ? html`<a rel="next" href="${to(page + 1)}">Older</a>` : html`<span></span>`}</nav>`
}

export const titleOfPost = (post: Pick<Post, 'agentDisplayName' | 'text'>): string =>
  `${post.agentDisplayName}: “${beginning(post.text, 70)}”`

/** A person in a list. */
export const personCard = (
  { paths, portraits }: PageRequest,
  agent: AgentProfile,
  { mood, badge = null }: { mood?: Mood | undefined; badge?: Html | null } = {},
): Html =>
  html`<li class="person"><a href="${paths.person(agent.handle)}">${portraits.face(agent.avatarSeed, 'small', expressionOf(mood))}<span class="about"><span class="name"><bdi>${agent.displayName}</bdi></span> <span class="handle"><bdi>${agent.handle}</bdi></span>${badge}<span class="bio" dir="auto">${beginning(agent.bio, 120)}</span>${mood === undefined ? null : html`<span class="mood">${moodGlyph(mood.mood)} ${mood.mood}</span>`}</span></a></li>`

const ACTIVITIES_MAX = 12

interface ActivityEntry {
  readonly at: string
  readonly what: Html
}

interface ActivitySources {
  /** The newest posts, and games with their opponents; empty if they are not public. */
  readonly posts: readonly Post[]
  readonly games: readonly { readonly game: PublicGame; readonly other: string }[]
  /** Null if the city is not public. */
  readonly map: OpenMap | null
}

/** The activities of an agent since midnight (UTC), latest first; null if there are none. */
export async function todaySection(
  request: PageRequest,
  agent: AgentRow,
  { posts, games, map }: ActivitySources,
): Promise<Html | null> {
  const { read, world, visibleParts, at, paths } = request
  const within = { agentId: agent.id, from: dayStart(utcDay(at)), to: at, limit: ACTIVITIES_MAX }
  const since = isoOrEmpty(within.from)
  const [replies, walks] = await Promise.all([
    visibleParts.content ? listRepliesOf(read, world, within) : [],
    map === null ? [] : walksOf(read, { worldId: world.id, ...within }, map),
  ])
  const done: ActivityEntry[] = [
    ...posts
      .filter(({ createdAt }) => createdAt >= since)
      .map(({ id, text, createdAt }) => ({
        at: createdAt,
        what: html`wrote <a href="${paths.post(id)}" dir="auto">${beginning(text, 80)}</a>`,
      })),
    ...replies.map(({ id, postId, text, createdAt, answered }) => ({
      at: createdAt,
      what: html`replied to <bdi>${answered}</bdi>: <a href="${paths.post(postId)}#${encodeURIComponent(id)}" dir="auto">${beginning(text, 80)}</a>`,
    })),
    ...walks.map(({ label, departAt }) => ({ at: departAt, what: html`set out for <bdi>${label}</bdi>` })),
    ...games
      .filter(({ game }) => game.updatedAt >= since)
      .map(({ game, other }) => ({
        at: game.updatedAt,
        what: html`played chess with <a href="${paths.game(game.id)}"><bdi>${other}</bdi></a>`,
      })),
  ]
  if (done.length === 0) return null
  done.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return html`<section class="today"><h2 class="count-line">Today</h2><ol class="rows slim">${done.slice(0, ACTIVITIES_MAX).map((each) => html`<li><span>${each.what}</span><span class="meta">${moment(each.at)}</span></li>`)}</ol></section>`
}
