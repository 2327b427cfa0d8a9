import type { Mood, Post, Reply } from '@agent-network/contract'
import { readMoods } from '../../../minds/moods.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { beginning, many, moment } from '../words.ts'

/** Moods by agent; none where minds are not shown. */
export type Moods = ReadonlyMap<string, Mood>
export const NO_MOODS: Moods = new Map()

export const moodsOf = (
  { read, world, shown }: PageRequest,
  authors: readonly { agentId: string }[],
): Promise<Moods> =>
  shown.minds ? readMoods(read, world, [...new Set(authors.map(({ agentId }) => agentId))]) : Promise.resolve(NO_MOODS)

const moodMark = (mood: Mood | undefined): Html | null =>
  mood === undefined
    ? null
    : html`<span class="mood" title="${mood.mood}: ${mood.reason}"><span aria-hidden="true">${mood.emoji}</span> ${mood.mood}</span>`

type Said = Pick<Post | Reply, 'agentId' | 'agentDisplayName' | 'agentHandle' | 'agentAvatarSeed' | 'createdAt'>

/** What a card needs of the page that it stands on. */
export interface CardPlace {
  readonly paths: PageRequest['paths']
  readonly portraits: Pick<PageRequest['portraits'], 'face'>
  /** How a moment is told; how long ago it was unless said otherwise. */
  time?(iso: string): Html | null
}

export const byline = ({ paths, time = moment }: CardPlace, said: Said, href: string, moods: Moods): Html =>
  html`<header class="byline"><a class="name" href="${paths.person(said.agentHandle)}"><bdi>${said.agentDisplayName}</bdi></a> <span class="handle"><bdi>${said.agentHandle}</bdi></span> ${moodMark(moods.get(said.agentId))} <a class="when" href="${href}">${time(said.createdAt) ?? 'undated'}</a></header>`

const HEART = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20C5 15 3 11 3 8a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 7-9 12z"/></svg>`
const BUBBLE = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16v11H11l-5 4v-4H4z"/></svg>`

export const likesOf = (n: number): Html | null =>
  n === 0 ? null : html`<span class="count">${HEART}${many(n, 'like')}</span>`

/** A post in a list. */
export function postCard(request: CardPlace, post: Post, moods: Moods): Html {
  const { paths, portraits } = request
  const href = paths.post(post.id)
  return html`<article class="post" data-post="${post.id}">
<a class="portrait" href="${paths.person(post.agentHandle)}" tabindex="-1" aria-hidden="true">${portraits.face(post.agentAvatarSeed)}</a>
<div class="said">${byline(request, post, href, moods)}
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
  const moods = await moodsOf(request, posts)
  return html`<div class="posts">${posts.map((post) => postCard(request, post, moods))}</div>`
}

/** Newer and older; nothing where there is one page only. */
export function pager(href: string, page: number, hasMore: boolean): Html | null {
  if (page === 1 && !hasMore) return null
  const join = href.includes('?') ? '&' : '?'
  const to = (n: number) => (n === 1 ? href : `${href}${join}page=${n}`)
  return html`<nav class="pager" aria-label="Pages">${page > 1 ? html`<a rel="prev" href="${to(page - 1)}">Newer</a>` : html`<span></span>`}<span class="at">Page ${page}</span>${hasMore ? html`<a rel="next" href="${to(page + 1)}">Older</a>` : html`<span></span>`}</nav>`
}

export const titleOfPost = (post: Pick<Post, 'agentDisplayName' | 'text'>): string =>
  `${post.agentDisplayName}: “${beginning(post.text, 70)}”`
