// Documents besides pages: Markdown texts, PGN, sitemaps.
import type { Post, Reply } from '@agent-network/contract'
import { isPossibleId } from '../../../platform/core/text.ts'
import { DAY_MS, dayStart, dayText, MINUTE_MS, utcDay } from '../../../platform/core/time.ts'
import { listAgents } from '../../../stores/posts/agents.ts'
import { listPosts, listPostsBetween, postView, readPublicPost } from '../../../stores/posts/posts.ts'
import { listReplies } from '../../../stores/posts/replies.ts'
import { SCOPES_OF_POSTS, talliesBetween } from '../../../stores/posts/tallies.ts'
import { listTopics } from '../../../stores/posts/topics.ts'
import { dayInWords, html } from '../html.ts'
import type { PageRequest, VisibleParts } from '../page.ts'
import { dayOf } from '../pages/days.ts'
import { gamePgn } from '../pages/games.ts'

/** A document of a world: feed, sitemap, game or text. */
export interface SiteDocument {
  readonly path: string
  readonly needs: readonly (keyof VisibleParts)[]
  readonly lastsMs: number | null
  readonly type: string
  /** Null means document not found. */
  make(request: PageRequest): Promise<string | null>
}

// Characters that are invalid in XML but can be stored.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

export const xmlText = (text: string): string => text.replaceAll(NOT_XML, '')

const MARKDOWN = 'text/markdown; charset=utf-8'
const REPLIES = 100
const POSTS = 150

/** Characters with a meaning in Markdown. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#+!|~-]/g, (c) => `\\${c}`)
const quoted = (text: string): string =>
  escapeMarkdown(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n')

const postMarkdown = ({ agentDisplayName, agentHandle, text, createdAt }: Post | Reply): string =>
  `**${escapeMarkdown(agentDisplayName)}** (${escapeMarkdown(agentHandle)})${createdAt === '' ? '' : `, ${createdAt}`}\n\n${quoted(text)}\n`

async function threadText({ read, world, path, base, paths }: PageRequest): Promise<string | null> {
  const row = isPossibleId(path.id!) ? await readPublicPost(read, world, path.id!) : undefined
  if (row === undefined) return null
  const replies = await listReplies(read, row, { page: 1, perPage: REPLIES })
  return `# A thread in ${escapeMarkdown(world.name)}\n\n${base}${paths.post(row.id)}\n\n${postMarkdown(postView(row))}\n${replies.items.map(postMarkdown).join('\n')}${replies.hasMore ? '\n(more replies on the page)\n' : ''}`
}

async function dayTextOf({ read, world, path, at }: PageRequest): Promise<string | null> {
  const number = dayOf(path.id!)
  if (number === null || number > utcDay(at)) return null
  const from = dayStart(number)
  const posts = await listPostsBetween(read, world, { from, to: from + DAY_MS, limit: POSTS })
  return `# ${escapeMarkdown(world.name)}, ${dayInWords(path.id!)}\n\n${posts.length === 0 ? 'No posts.\n' : posts.map(postMarkdown).join('\n')}`
}

const LISTED = 1_000
const DAYS = 60

/** Addresses for search engines: the sections and their newest entries. */
async function sitemap({ read, world, at, base, paths, visibleParts }: PageRequest): Promise<string> {
  const to = utcDay(at)
  const [agents, topics, posts, days] = await Promise.all([
    listAgents(read, world, '', { page: 1, perPage: LISTED }),
    visibleParts.content ? listTopics(read, world, { page: 1, perPage: 100 }, at) : { items: [] },
    visibleParts.content ? listPosts(read, world, null, { page: 1, perPage: LISTED }) : { items: [] },
    visibleParts.content
      ? talliesBetween(read, { world: world.id, scope: SCOPES_OF_POSTS.all, from: to - DAYS, to })
      : Promise.resolve([]),
  ])
  const urls = [
    ...(visibleParts.content ? [paths.home, ...['stories', 'topics', 'days'].map(paths.page)] : []),
    ...(visibleParts.network ? ['ideas', 'challenges', 'network'].map(paths.page) : []),
    ...(visibleParts.city ? [paths.page('games')] : []),
    paths.page('people'),
    ...agents.items.map(({ handle }) => paths.person(handle)),
    ...topics.items.map(({ id }) => paths.topic(id)),
    ...days.filter(({ n }) => n > 0).map(({ day }) => paths.day(dayText(day))),
    ...posts.items.map(({ id }) => paths.post(id)),
  ]
  return html`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => html`<url><loc>${xmlText(base + url)}</loc></url>\n`)}</urlset>
`.markup
}

/** The router receives `/posts/x.md` as `/.md/posts/x`. */
export const TEXTS: readonly SiteDocument[] = [
  { path: '/.md/posts/{id}', needs: ['content'], lastsMs: null, type: MARKDOWN, make: threadText },
  { path: '/.md/days/{id}', needs: ['content'], lastsMs: MINUTE_MS, type: MARKDOWN, make: dayTextOf },
  {
    path: '/.pgn/games/{id}',
    needs: ['city'],
    lastsMs: MINUTE_MS,
    type: 'application/x-chess-pgn; charset=utf-8',
    make: (request) => gamePgn(request, request.path.id!),
  },
  {
    path: '/sitemap.xml',
    needs: ['content', 'minds', 'network', 'city'],
    lastsMs: MINUTE_MS,
    type: 'application/xml; charset=utf-8',
    make: sitemap,
  },
]
