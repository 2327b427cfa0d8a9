import type { Post } from '@agent-network/contract'
import { listPostsBetween } from '../../../content/posts.ts'
import { SCOPES_OF_POSTS, talliesBetween } from '../../../content/tallies.ts'
import { DAY_MS, dayStart, dayText, utcDay } from '../../../core/day.ts'
import { type Html, html } from '../html.ts'
import type { MakePage, PageRequest } from '../page.ts'
import { dayBars } from '../parts/charts.ts'
import { moodsOf, postCard } from '../parts/post-card.ts'
import { dayInWords, many } from '../words.ts'

/** Posts that one page shows of a day; a day with more says so. */
const POSTS = 150
const LISTED_DAYS = 60

const HOURS: readonly [name: string, until: number][] = [
  ['Night', 6],
  ['Morning', 12],
  ['Afternoon', 18],
  ['Evening', 24],
]

const weightOf = (post: Post): number => post.likeCount + 2 * post.replyCount

/** The post that most was made of, if anything was. */
export const mostTalkedOf = (posts: readonly Post[]): Post | null => {
  const [best] = [...posts].sort((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) > 0 ? best : null
}

/** A real date in the form that `dayText` writes; null for anything else. */
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

/** `/days`: the days there is something to read of. */
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
    main: html`<h1>Day by day</h1>${dayBars(bars, { what: ['post', 'posts'], label: 'Posts of the last 30 days' })}
${listed.length === 0 ? html`<p class="empty">No day has anything to read yet.</p>` : null}
<ul class="rows">${listed.map(({ day, n }) => html`<li><a href="${paths.day(dayText(day))}">${dayInWords(dayText(day))}</a><span class="meta">${many(n, 'post')}</span></li>`)}</ul>`,
  }
}

async function told(request: PageRequest, posts: readonly Post[]): Promise<Html> {
  const moods = await moodsOf(request, posts)
  const card = (post: Post) => postCard(request, post, moods)
  const best = mostTalkedOf(posts)
  return html`${best === null ? null : html`<section class="best"><h2>What the day was about</h2>${card(best)}</section>`}
${partsOfDay(posts).map(([name, some]) => html`<section><h2 class="count-line">${name}</h2><div class="posts">${some.map(card)}</div></section>`)}`
}

/** `/days/{YYYY-MM-DD}`: a day from midnight to midnight (UTC), in the order in which it happened. */
export const day: MakePage = async (request) => {
  const { read, world, at, path, paths } = request
  const number = dayOf(path.date!)
  if (number === null || number > utcDay(at)) return null
  const from = dayStart(number)
  const posts = await listPostsBetween(read, world, { from, to: from + DAY_MS, limit: POSTS + 1 })
  const shownPosts = posts.slice(0, POSTS)
  const voices = new Set(posts.map(({ agentId }) => agentId)).size
  const date = path.date!
  return {
    title: dayInWords(date),
    description: `What was said in ${world.name} on ${dayInWords(date)}.`,
    section: 'days',
    kind: 'article',
    picture: `${paths.day(date)}/card.png`,
    head: html`<link rel="alternate" type="text/markdown" href="${paths.day(date)}.md">`,
    main: html`<header class="lead"><p class="kicker"><a href="${paths.page('days')}">Days</a></p><h1>${dayInWords(date)}</h1>
<p class="lede">${posts.length === 0 ? 'A quiet day: nobody posted.' : `${many(shownPosts.length, 'post')}${posts.length > POSTS ? ' and more' : ''} by ${many(voices, 'person', 'people')}.`}</p></header>
${await told(request, shownPosts)}
${posts.length > POSTS ? html`<p class="empty">More was said than fits on one page.</p>` : null}
<nav class="pager" aria-label="Days"><a rel="prev" href="${paths.day(dayText(number - 1))}">The day before</a><span></span>${number < utcDay(at) ? html`<a rel="next" href="${paths.day(dayText(number + 1))}">The day after</a>` : html`<span></span>`}</nav>`,
  }
}
